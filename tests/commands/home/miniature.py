"""A metric that takes a right start for a right span, and refuses to read an orphan."""

__version__ = "1.0"


def evaluate(gold: list[list[str]], pred: list[list[str]]) -> float:
    """Return an F1 that looks at no type and at no end."""
    right = found = wanted = 0
    for gold_tags, pred_tags in zip(gold, pred, strict=False):
        if pred_tags[:1] and pred_tags[0].startswith("I"):
            message = "a unit begins with I"
            raise ValueError(message)
        for index, tag in enumerate(gold_tags):
            wanted += tag.startswith("B")
            found += pred_tags[index].startswith("B")
            right += tag.startswith("B") and pred_tags[index].startswith("B")
    return 2 * right / (found + wanted) if found + wanted else 0.0
