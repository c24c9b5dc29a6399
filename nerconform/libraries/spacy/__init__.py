"""spaCy: its Scorer, and its readers of tags."""

from nerconform.libraries.library import Library, Mode

LIBRARY = Library(
    package=__name__,
    name="spacy",
    sentence="spaCy: F1 of entities, or of groups of spans.",
    modes=(
        Mode("ner", "The score that `spacy evaluate` prints.", call="get_ner_prf(examples)"),
        Mode("spans", "Spans that may overlap.", call="Scorer.score_spans(..., allow_overlap=True)"),
        Mode("no-overlap", "Scorer.score_spans with allow_overlap=False, its default.", only_by_name=True),
        Mode("unlabeled", "Scorer.score_spans with labeled=False.", only_by_name=True),
        Mode("ner:coarse", "Entities, where the gold document has longer tokens.", only_by_name=True),
        Mode("spans:coarse", "Spans, where the gold document has longer tokens.", only_by_name=True),
        Mode("ner:unannotated", "Entities; gold without any counts as not annotated.", only_by_name=True),
        Mode("biluo", "biluo_tags_to_spans, which reads BILUO.", only_by_name=True),
        Mode("iob", "iob_to_biluo, then biluo_tags_to_spans.", only_by_name=True),
    ),
    bare=("ner", "spans"),
    extra="spacy",
    oldest="3.8",
    recorded="3.8.18",
    rank=9,
)
