"""GLiNER: its evaluator of entities."""

from nerconform.libraries.library import Library, Mode

LIBRARY = Library(
    package=__name__,
    name="gliner",
    sentence="GLiNER: F1 of entities with exact bounds and type.",
    modes=(
        Mode("micro", "All types together, as GLiNER prints them.", call="compute_prf(true, pred)"),
        Mode("macro", "The mean over types.", call="compute_prf(true, pred, average='macro')"),
    ),
    bare=("micro", "macro"),
    extra="gliner",
    oldest="0.2.29",
    recorded="0.2.29",
    rank=14,
)
