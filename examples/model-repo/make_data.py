"""Make the data: sentences about people, places and firms, from templates and lists of names, always the same.

    python make_data.py

writes data/train.conll and data/test.conll. The test set has names and sentences that the training set has not.
"""

import random
from pathlib import Path

FOLDER = Path(__file__).parent / "data"
TEMPLATES = (
    "{PER} works for {ORG} in {LOC} .",
    "{ORG} opens an office in {LOC} .",
    "{PER} met {PER} near {LOC} .",
    "The trains from {LOC} to {LOC} are late .",
    "Shares of {ORG} fell after {PER} left .",
    "{ORG} , {ORG} and the city of {LOC} signed on Monday .",
    "Nobody in {LOC} had heard of it .",
    "It rained all day .",
    "{PER} of {ORG} said so .",
    "In {LOC} , {PER} sang .",
)
HARDER = (
    "{ORG} and {PER} disagree .",
    "{LOC} beat {LOC} in the final .",
    "Visit {LOC} with {PER} or {ORG} !",
    "Who owns {ORG} ?",
    "{PER} left {ORG} for {LOC} .",
)
"""Templates of the test set alone."""
NAMES = {
    "train": {
        "PER": ["Ada Byron", "Grace", "Alan Turing", "Emmy Noether", "Kurt", "Mary Jackson", "Jean Bartik", "Radia"],
        "LOC": ["Paris", "New York", "Lagos", "Rio de Janeiro", "Oslo", "Cape Town", "Lima", "Hanoi"],
        "ORG": [
            "Acme",
            "Blue River Bank",
            "Nordic Steel",
            "Orbit Labs",
            "Paper & Sons",
            "Vega",
            "Union Rail",
            "Tin Inc",
        ],
    },
    "test": {
        "PER": ["Ada", "Grace Hopper", "Alan Kay", "Sofia", "Kurt Vega", "Mary Paris"],
        "LOC": ["Oslo", "New Lagos", "York", "Rio", "Cape Lima", "Hanoi"],
        "ORG": ["Acme Labs", "Blue Bank", "Nordic Rail", "Lima Steel", "Vega", "Turing & Sons"],
    },
}


def sentence(templates: tuple[str, ...], names: dict[str, list[str]], rng: random.Random) -> list[tuple[str, str]]:
    """Return one sentence as tokens with their IOB2 tags."""
    found = []
    for word in rng.choice(templates).split():
        kind = word.strip("{}")
        if kind == word:
            found.append((word, "O"))
            continue
        for number, token in enumerate(rng.choice(names[kind]).split()):
            found.append((token, f"{'I' if number else 'B'}-{kind}"))
    return found


def main() -> None:
    """Write both files."""
    rng = random.Random(7)  # noqa: S311 - data, no secret
    FOLDER.mkdir(exist_ok=True)
    for part, count, templates in (("train", 120, TEMPLATES), ("test", 60, TEMPLATES + HARDER)):
        units = [sentence(templates, NAMES[part], rng) for _ in range(count)]
        text = "\n".join("".join(f"{token} {tag}\n" for token, tag in unit) for unit in units)
        (FOLDER / f"{part}.conll").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
