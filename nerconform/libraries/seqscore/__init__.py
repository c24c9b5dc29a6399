"""seqscore: F1 of spans of tags, after a repair of illegal tags."""

from nerconform.libraries.library import Library, Mode

LIBRARY = Library(
    package=__name__,
    name="seqscore",
    sentence="The library seqscore with its three repairs: conlleval, discard, and none.",
    modes=(
        Mode("REPAIR", "One repair, in each scheme that it is made for: IOB1 and IOB2, IOB2, or all."),
        Mode("REPAIR:SCHEME", "One repair, asked in this scheme alone."),
        Mode("runs", "Its command line, scoring two runs: the prediction, and the gold as a second one."),
    ),
    bare=("conlleval", "discard", "none"),
    compared=("conlleval", "discard", "none"),
    placeholders={"REPAIR": "conlleval|discard|none", "SCHEME": "[A-Za-z0-9]+"},
    oldest="0.9.0",
    recorded="0.9.0",
    rank=3,
)
