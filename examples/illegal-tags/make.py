"""Train a small tagger on sentences that this script makes, and write what it predicts: illegal tags included.

    python make.py            writes predictions.conll and logits.npz beside this file

The tagger is a logistic regression that looks at one token and its neighbours and knows nothing of the tags around it,
so nothing keeps it from a B without its E. That is how illegal transitions come about in real models, too.
Needs scikit-learn, which comes with seqeval. Seeded; a few seconds.
"""

import argparse
import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression

from nerconform import Span, encode

Sentence = tuple[list[str], list[Span]]
"""Tokens and spans."""

_SEED = 7
_TRAINING, _TEST = 400, 300
_FIRST = (
    "Ada Bela Cyra Dorin Eske Falk Gro Hjalti Ines Jarl Kaja Levin Mira Nils Oda Perrin Runa Sten Tove Ulla".split()
)
_SYLLABLES = "bar dun fel gor hal kir lom mar nor pel ras sund tor ver wick".split()
_TRADES = "Bank Mill Rail Press Works Trust".split()
_TEMPLATES = (
    "{per} of {org} met {per} in {loc} .",
    "The {org} opened an office near {loc} on Monday .",
    "{per} , who leads {org} , left {loc} .",
    "Yesterday {org} bought {org} for a small sum .",
    "In {loc} , {per} and {per} spoke about {org} .",
    "Nobody at {org} had seen {per} .",
    "The road from {loc} to {loc} is closed .",
    "{loc} {org} hired {per} {per} .",
    "{org} and {loc} thank {per} .",
    "{per} and {org} won in {loc} .",
    "Good news for {loc} and {org} and {per} .",
)


def _name(chance: random.Random) -> str:
    """Return a surname or the name of a town: both are made alike, so that words alone do not tell."""
    return "".join(chance.sample(_SYLLABLES, chance.choice((2, 2, 3)))).capitalize()


def _entity(kind: str, chance: random.Random) -> list[str]:
    """Return the tokens of an entity of one to four tokens."""
    name = _name(chance)
    if kind == "per":
        return chance.choice(([name], [chance.choice(_FIRST), name], [chance.choice(_FIRST), "van", name]))
    if kind == "loc":
        return chance.choice(([name], ["New", name], [name, "Mill"], [name, "on", "the", _name(chance)]))
    trade = chance.choice(_TRADES)
    return chance.choice(([name], [name, trade], [trade, "of", name], [name, "and", _name(chance), trade]))


def _sentences(count: int, chance: random.Random) -> Iterator[Sentence]:
    """Yield sentences from templates."""
    for _ in range(count):
        tokens: list[str] = []
        spans: list[Span] = []
        for word in chance.choice(_TEMPLATES).split():
            kind = word.strip("{}")
            said = [word] if word == kind else _entity(kind, chance)
            if word != kind:
                spans.append(Span(kind.upper(), len(tokens), len(tokens) + len(said)))
            tokens += said
        yield tokens, spans


def _features(tokens: Sequence[str]) -> Iterator[dict[str, str | bool]]:
    """Yield what the tagger sees of each token: itself and two neighbours on each side."""
    padded = ["<s>", "<s>", *tokens, "</s>", "</s>"]
    for position, word in enumerate(tokens):
        around = {str(step): padded[position + 2 + step] for step in (-2, -1, 1, 2)}
        yield {"word": word, "title": word.istitle(), **around}


def _seen(sentences: Sequence[Sentence]) -> list[dict[str, str | bool]]:
    return [token for tokens, _ in sentences for token in _features(tokens)]


def main() -> None:
    """Make data, train, predict, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=Path(__file__).parent)
    folder = parser.parse_args().folder
    chance = random.Random(_SEED)  # noqa: S311 - data, not a secret
    training, test = (list(_sentences(count, chance)) for count in (_TRAINING, _TEST))
    tags = [encode(spans, len(tokens), "BIOES") for tokens, spans in training]

    vectors = DictVectorizer()
    model = LogisticRegression(C=3, max_iter=500)
    model.fit(vectors.fit_transform(_seen(training)), [tag for unit in tags for tag in unit])
    logits = np.round(model.decision_function(vectors.transform(_seen(test))), 2).astype(np.float32)

    labels = [str(label) for label in model.classes_]
    lengths = [len(tokens) for tokens, _ in test]
    np.savez_compressed(folder / "logits.npz", logits=logits, lengths=np.array(lengths), labels=np.array(labels))
    predicted = iter(labels[column] for column in logits.argmax(axis=1))
    with (folder / "predictions.conll").open("w", encoding="utf-8", newline="\n") as file:
        for tokens, spans in test:
            gold = encode(spans, len(tokens), "BIOES")
            file.writelines(f"{token}\t{tag}\t{next(predicted)}\n" for token, tag in zip(tokens, gold, strict=True))
            file.write("\n")


if __name__ == "__main__":
    main()
