"""seqeval: F1 of spans of tags, in two modes."""

from packaging.specifiers import SpecifierSet

from nerconform.libraries.library import BUILT, NUMPY, Library, Mode, Needs

# The numbers are counts and a few divisions, so a newer NumPy than a release was written for changes none of them.
_SKLEARN = (NUMPY, "scikit-learn==1.5.2", "scipy==1.14.1", "joblib==1.4.2", "threadpoolctl==3.5.0")
LIBRARY = Library(
    package=__name__,
    name="seqeval",
    sentence="seqeval: F1 of entities, in default and strict mode.",
    modes=(
        Mode("default", "Default mode: repairs illegal tags.", call="no mode="),
        Mode("strict", "Strict mode in the scheme of the data.", "1.0.0", call="mode='strict', scheme=..."),
        Mode("strict:auto", "Strict mode that guesses the scheme.", "1.0.0", call="mode='strict', no scheme="),
        Mode("strict:none", "f1_score(mode='strict') without scheme=.", only_by_name=True),
        Mode("strict:entities", "seqeval.scheme.Entities, the decoder of strict mode.", only_by_name=True),
        Mode("strict:SCHEME", "Strict mode, only in this scheme.", "1.0.0", call="mode='strict', scheme=SCHEME"),
        Mode("default:SCHEME", "Default mode, only in this scheme.", only_by_name=True, call="no mode="),
        Mode("scheme", "A scheme without strict mode.", only_by_name=True, call="scheme=, no mode="),
        Mode("scheme:name", "Strict mode, the scheme passed as a string.", only_by_name=True),
        Mode("tuples", "f1_score of sentences that are tuples.", only_by_name=True),
        Mode("arrays", "f1_score of sentences that are NumPy arrays.", only_by_name=True),
        Mode("sample-weight", "sample_weight= with zeros.", only_by_name=True),
        Mode("performance-measure", "performance_measure, which counts tokens.", only_by_name=True),
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
