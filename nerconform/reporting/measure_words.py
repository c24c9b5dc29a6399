"""Words for measures: one sentence for every number that can be asked (DIA-3)."""

from nerconform.reference.measures import Measure

_SCHEMAS = {
    "strict": "bounds and type must be right",
    "exact": "bounds must be right, types are not looked at",
    "partial": "bounds must be right, an overlap has partial credit, types are not looked at",
    "type": "the type must be right and the spans must overlap",
}
_SCOPES = {
    "micro": "over all types together",
    "macro": "averaged over types, each with the same weight",
    "weighted": "averaged over types, each with its number of gold spans as weight",
}
_QUANTITIES = {
    "cor": "The number of pairs that are right",
    "inc": "The number of pairs that are wrong",
    "par": "The number of pairs that only overlap",
    "mis": "The number of gold spans that no prediction met",
    "spu": "The number of predicted spans that met no gold",
    "pos": "The number of gold spans",
    "act": "The number of predicted spans",
    "tp": "The number of right predictions (COR)",
    "fp": "The number of predictions that are not right (ACT - COR)",
    "fn": "The number of gold spans that are not found (POS - COR)",
    "precision": "The share of the predictions that is right",
    "recall": "The share of the gold that is found",
}


def measure_sentence(measure: Measure) -> str:
    """Return what a measure is, in one sentence (DIA-3)."""
    scope = _SCOPES.get(measure.scope, f"of the type {measure.type}")
    quantity = _QUANTITIES.get(measure.quantity) or _f(measure)
    return f"{quantity}, {scope}; in the schema {measure.schema} {_SCHEMAS[measure.schema]}."


def _f(measure: Measure) -> str:
    """Return the words for F-beta."""
    beta = measure.quantity.removeprefix("f")
    weight = "" if beta == "1" else f", with recall weighted {beta} times as much as precision"
    return f"F{beta}, the harmonic mean of precision and recall{weight}"
