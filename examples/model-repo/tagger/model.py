"""The model: a conditional random field over words and their neighbours, with sklearn-crfsuite."""

from pathlib import Path

import sklearn_crfsuite

Unit = list[str]


def read(path: Path) -> tuple[list[Unit], list[Unit]]:
    """Return the tokens and the tags of a file with two columns."""
    units = [[line.split() for line in block.splitlines()] for block in path.read_text("utf-8").split("\n\n")]
    return [[row[0] for row in unit] for unit in units], [[row[1] for row in unit] for unit in units]


def features(tokens: Unit) -> list[dict[str, object]]:
    """Return what the model sees of each token."""
    words = ["<s>", *tokens, "</s>"]
    return [
        {
            "word": words[at].lower(),
            "suffix": words[at][-2:],
            "title": words[at].istitle(),
            "before": words[at - 1].lower(),
            "title before": words[at - 1].istitle(),
            "after": words[at + 1].lower(),
        }
        for at in range(1, len(words) - 1)
    ]


def train(path: Path) -> sklearn_crfsuite.CRF:
    """Return a model of the file."""
    tokens, tags = read(path)
    model = sklearn_crfsuite.CRF(algorithm="lbfgs", c1=0.05, c2=0.05, max_iterations=60)
    return model.fit([features(unit) for unit in tokens], tags)


def predict(model: sklearn_crfsuite.CRF, tokens: list[Unit]) -> list[Unit]:
    """Return the tags of each unit; an I that nothing opens becomes a B."""
    return [repaired(list(unit)) for unit in model.predict([features(unit) for unit in tokens])]


def repaired(tags: Unit) -> Unit:
    """Return tags that are legal IOB2."""
    for at, tag in enumerate(tags):
        if tag[0] == "I" and (at == 0 or tags[at - 1][2:] != tag[2:]):
            tags[at] = f"B{tag[1:]}"
    return tags
