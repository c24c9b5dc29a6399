"""Corpus: gold and predicted tags that look like those of a newspaper, the same on every machine."""

import random
from typing import NamedTuple

TYPES = ("PER", "LOC", "ORG", "MISC")
_TAGS = ("O", *(f"{letter}-{kind}" for kind in TYPES for letter in "BI"))
_LENGTHS = ((1, 2, 3, 4, 5), (63, 28, 6, 2, 1))
_ENTITY = 0.11
_LONGEST = 60

Side = list[list[str]]


class Corpus(NamedTuple):
    """Sentences of IOB2 tags: gold, and a prediction in which every tag is a random one with probability `noise`."""

    gold: Side
    pred: Side

    @property
    def tokens(self) -> int:
        """Return the number of tokens."""
        return sum(map(len, self.gold))


def corpus(tokens: int = 200_000, noise: float = 0.03, seed: int = 17) -> Corpus:
    """Return sentences with about so many tokens.

    Lengths of sentences and spans, and the share of entities, are about those of English newspaper data: 14.5 tokens,
    1.4 tokens, one token in six. The noise makes illegal transitions, too.
    """
    chance = random.Random(seed)  # noqa: S311 - a corpus, not a secret
    gold: Side = []
    pred: Side = []
    done = 0
    while done < tokens:
        tags = _sentence(chance)
        gold.append(tags)
        pred.append([chance.choice(_TAGS) if chance.random() < noise else tag for tag in tags])
        done += len(tags)
    return Corpus(gold, pred)


def _sentence(chance: random.Random) -> list[str]:
    length = min(_LONGEST, 1 + int(chance.gammavariate(1.5, 9)))
    tags: list[str] = []
    while len(tags) < length:
        if chance.random() < _ENTITY:
            kind = chance.choice(TYPES)
            (size,) = chance.choices(*_LENGTHS)
            tags += [f"B-{kind}", *[f"I-{kind}"] * (size - 1)]
        else:
            tags.append("O")
    return tags[:length]
