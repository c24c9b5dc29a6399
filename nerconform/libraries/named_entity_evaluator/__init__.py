"""named-entity-evaluator: documents with one text for each type."""

from nerconform.libraries.library import Library, Mode

LIBRARY = Library(
    package=__name__,
    name="named-entity-evaluator",
    modes=(Mode("", "named-entity-evaluator: compares texts of entities."),),
    extra="named-entity-evaluator",
    oldest="0.3.0",
    recorded="0.3.0",
    rank=16,
)
