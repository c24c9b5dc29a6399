"""spaCy: its Scorer, and its readers of tags."""

from nerconform.libraries.library import Library, Mode

LIBRARY = Library(
    package=__name__,
    name="spacy",
    sentence="The Scorer of the library spaCy in its two ways: of entities, and of any spans.",
    modes=(
        Mode("ner", "Its score of entities, as `spacy evaluate` prints it."),
        Mode("spans", "Its score of the spans of any attribute, which may overlap."),
        Mode("no-overlap", "the same, told as by default that they may not overlap.", only_by_name=True),
        Mode("unlabeled", "the same, of bounds without types.", only_by_name=True),
        Mode("ner:coarse", "entities, where the gold document has fewer and longer words.", only_by_name=True),
        Mode("spans:coarse", "the same of any spans.", only_by_name=True),
        Mode("ner:unannotated", "entities, where gold documents without any are not annotated.", only_by_name=True),
        Mode("biluo", "the spans that its reader of BILUO finds.", only_by_name=True),
        Mode("iob", "the spans of IOB that it has converted to BILUO.", only_by_name=True),
    ),
    bare=("ner", "spans"),
    extra="spacy",
    oldest="3.8",
    recorded="3.8.18",
    in_site=False,
    rank=9,
)
