"""seqeval: F1 of spans of tags, in two modes."""

from packaging.specifiers import SpecifierSet

from nerconform.libraries.library import BUILT, NUMPY, Library, Mode, Needs

# The numbers are counts and a few divisions, so a newer NumPy than a release was written for changes none of them.
_SKLEARN = (NUMPY, "scikit-learn==1.5.2", "scipy==1.14.1", "joblib==1.4.2", "threadpoolctl==3.5.0")
LIBRARY = Library(
    package=__name__,
    name="seqeval",
    sentence="The library seqeval in its three modes: default, strict, and strict with a guessed scheme.",
    modes=(
        Mode("default", "Its default mode, whose tables know the letters B, I, E and S."),
        Mode("strict", "Its strict mode in the scheme of the data: IOB1, IOE1, IOB2, IOE2, BIOES or BILOU.", "1.0.0"),
        Mode("strict:auto", "Its strict mode without a scheme, which it guesses from the gold tags.", "1.0.0"),
        Mode("strict:none", "its functions of one number in strict mode without a scheme.", only_by_name=True),
        Mode("strict:entities", "its decoder of strict mode, which takes a delimiter.", only_by_name=True),
        Mode("strict:SCHEME", "Its strict mode, asked in this scheme alone.", "1.0.0"),
        Mode("default:SCHEME", "its default mode, asked in this scheme, known to it or not.", only_by_name=True),
        Mode("scheme", "its report with a scheme and without strict mode.", only_by_name=True),
        Mode("scheme:name", "its report in strict mode, given the name of a scheme.", only_by_name=True),
        Mode("tuples", "its functions of one number, handed units that are tuples.", only_by_name=True),
        Mode("arrays", "the same, handed units that are arrays.", only_by_name=True),
        Mode("sample-weight", "its report with units that weigh nothing.", only_by_name=True),
        Mode("performance-measure", "its counts of tokens.", only_by_name=True),
    ),
    bare=("default", "strict", "strict:auto"),
    compared=("default", "strict"),
    imports=("seqeval", "sklearn"),
    oldest="1.2.2",
    recorded="1.2.2",
    recorded_with=("scikit-learn==1.9.1",),
    rank=1,
    needs=(Needs(SpecifierSet("<1.0.0"), (NUMPY,), BUILT), Needs(SpecifierSet(">=1.0.0"), _SKLEARN, BUILT)),
)
