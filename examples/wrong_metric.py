"""An F1 with a mistake that many people make: see what `nerconform check examples.wrong_metric:f1` says of it."""


def entities(tags: list[str]) -> set[tuple[str, int, int]]:
    """Return the entities of a sentence of IOB2 tags: type, start and end (exclusive)."""
    found, start, kind = set(), -1, ""
    for position, tag in enumerate(tags):
        prefix, _, label = tag.partition("-")
        if start >= 0 and (prefix != "I" or label != kind):
            found.add((kind, start, position))
            start = -1
        if start < 0 and prefix != "O":
            start, kind = position, label
    return found


def f1(gold: list[list[str]], pred: list[list[str]]) -> float:
    """Return micro F1."""
    correct = wanted = predicted = 0
    for gold_tags, pred_tags in zip(gold, pred, strict=True):
        one, other = entities(gold_tags), entities(pred_tags)
        correct, wanted, predicted = correct + len(one & other), wanted + len(one), predicted + len(other)
    return 2 * correct / (wanted + predicted) if wanted + predicted else 0.0
