#!/usr/bin/env perl
# A harness in Perl: strict precision, recall and F1 of IOB2 tags, behind the protocol of nerconform.
# JSON::PP comes with Perl. Ratios are answered as exact fractions, such as "2/3".
use strict;
use warnings;
use JSON::PP;

my $json = JSON::PP->new->utf8->canonical;
$| = 1;    # flush each line

my %announcement = (
    protocols => [1],
    name      => 'example-perl',
    version   => '1.0',
    dialects  => ['conlleval'],
    schemes   => ['IOB2'],
    forms     => ['tags'],
    measures  => [ map { "strict.micro.$_" } qw(tp fp fn pos act precision recall f1) ],
    parts     => ['spans'],
);

# The spans of a unit: I opens one where none of its type is open.
sub decode {
    my ($tags) = @_;
    my ( $inside, @spans ) = ('');
    for my $position ( 0 .. $#$tags ) {
        my $tag = $tags->[$position];
        if ( $tag eq 'O' ) { $inside = ''; next }
        my ( $letter, $type ) = $tag =~ /\A([BI])-(.+)\z/s or die { refused => "not an IOB2 tag: $tag" };
        if ( $letter eq 'I' && $type eq $inside ) { $spans[-1][2] = $position + 1 }
        else                                      { push @spans, [ $type, $position, $position + 1 ] }
        $inside = $type;
    }
    return \@spans;
}

# The answer to one question. Put the call of your own metric here.
sub evaluate {
    my ( $gold, $pred ) = @_;
    @$gold == @$pred or die { refused => 'gold and prediction have different numbers of units' };
    my ( $tp, $pos, $act, @gold, @pred ) = ( 0, 0, 0 );
    for my $unit ( 0 .. $#$gold ) {
        @{ $gold->[$unit] } == @{ $pred->[$unit] } or die { refused => "unit $unit differs in length" };
        my ( $right, $found ) = ( decode( $gold->[$unit] ), decode( $pred->[$unit] ) );
        my %right = map { join( "\0", @$_ ) => 1 } @$right;
        $tp += grep { $right{ join( "\0", @$_ ) } } @$found;
        $pos += @$right;
        $act += @$found;
        push @gold, $right;
        push @pred, $found;
    }
    my ( $fp, $fn ) = ( $act - $tp, $pos - $tp );
    my %values = ( tp => $tp, fp => $fp, fn => $fn, pos => $pos, act => $act );
    $values{precision} = $act ? "$tp/$act" : 0;
    $values{recall}    = $pos ? "$tp/$pos" : 0;
    $values{f1} = $pos + $act ? 2 * $tp . '/' . ( $pos + $act ) : 0;
    $_ += 0 for @values{qw(tp fp fn pos act)};    # numbers again, after they stood in strings
    return (
        values => { map { ( "strict.micro.$_" => $values{$_} ) } keys %values },
        spans  => { gold => numbered( \@gold ), pred => numbered( \@pred ) },
    );
}

# Spans whose bounds are numbers, although they stood in strings.
sub numbered {
    my ($units) = @_;
    return [ map { [ map { [ $_->[0], $_->[1] + 0, $_->[2] + 0 ] } @$_ ] } @$units ];
}

while ( my $line = <STDIN> ) {
    my $told = $json->decode($line);
    last if $told->{command} eq 'stop';
    my %answer = $told->{command} eq 'start' ? %announcement : ( ok => JSON::PP::true );
    if ( $told->{command} eq 'run' ) {
        %answer = ( id => $told->{id}, eval { evaluate( $told->{gold}, $told->{pred} ) } );
        if ( my $error = $@ ) {
            my ( $way, $words ) = ref $error ? ( refused => $error->{refused} ) : ( error => "$error" );
            %answer = ( id => $told->{id}, $way => { error => 'died', message => $words } );
        }
    }
    print $json->encode( \%answer ), "\n";
}
