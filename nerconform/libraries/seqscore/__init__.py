"""seqscore: F1 of spans of tags, after a repair of illegal tags."""

from nerconform.libraries.library import Library, Mode

LIBRARY = Library(
    package=__name__,
    name="seqscore",
    sentence="seqscore: F1; three ways to repair illegal tags.",
    modes=(
        Mode("REPAIR", "One repair of illegal tags, in the schemes that have it.", call="repair method REPAIR"),
        Mode("REPAIR:SCHEME", "One repair, only in this scheme.", call="repair method REPAIR"),
        Mode("runs", "Its command line, which scores two files of predictions."),
    ),
    bare=("conlleval", "discard", "none"),
    compared=("conlleval", "discard", "none"),
    placeholders={"REPAIR": "conlleval|discard|none", "SCHEME": "[A-Za-z0-9]+"},
    oldest="0.9.0",
    recorded="0.9.0",
    rank=3,
)
