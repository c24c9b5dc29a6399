package Loop;

# Runs a script again and again: it is compiled once, and each run is a fork of the process that has compiled it.
#
# Usage: perl -I FOLDER -MLoop SCRIPT. Each line of standard input holds the files of one run, with tabs between them:
# standard input, standard output, standard error; then the arguments. The exit status of the run is printed.
# Requests are read byte by byte, because a line that Perl reads itself would show in the words of warn and die.

use strict;
use warnings;

INIT {
    $| = 1;
    while (1) {
        my $line = '';
        while (sysread(STDIN, my $byte, 1)) {
            last if $byte eq "\n";
            $line .= $byte;
        }
        exit 0 if $line eq '';
        my ($input, $output, $error, @arguments) = split /\t/, $line, -1;
        my $child = fork;
        die "fork: $!\n" unless defined $child;
        if (!$child) {
            open STDIN, '<', $input or die "$input: $!\n";
            open STDOUT, '>', $output or die "$output: $!\n";
            open STDERR, '>', $error or die "$error: $!\n";
            $| = 0;
            $! = 0;
            @ARGV = @arguments;
            last;
        }
        waitpid $child, 0;
        print STDOUT $? >> 8 || $? & 127, "\n";
    }
}

1;
