"""Corpora: endless pools of probes, each made so that some choices play no part in it. Seeded."""

from collections.abc import Iterator, Sequence
from itertools import chain, count
from random import Random

from nerconform.asking.question import Form
from nerconform.products.identify.boxes import Probe, probe_of
from nerconform.reference.encoding import encode_spans
from nerconform.reference.schemes import Scheme, prefix_of, roles_of
from nerconform.reference.spans import Span

_RARE = 0.2
LONG_TOKENS = 150
"""A span of which one token is less than a hundredth."""


def apart(scheme: Scheme, types: Sequence[str], seed: int) -> Iterator[Probe]:
    """Yield legal data in which a prediction equals a gold span or touches none, and every unit has every type.

    Alignment, schema, attribution, policy and what stands for an undefined ratio play no part.
    """
    random = Random(seed)  # noqa: S311 - data, not secrets
    while True:
        units = []
        for _ in range(random.randint(2, 3)):
            slots = [(kind, side) for kind in types for side in _sides(random)]
            random.shuffle(slots)
            gold, pred, at = [], [], 0
            for kind, side in slots:
                span = Span(kind, at, at + random.randint(1, 2))
                gold += [span] * (side != "pred")
                pred += [span] * (side != "gold")
                at = span.end + 1
            units.append((encode_spans(gold, at, scheme), encode_spans(pred, at, scheme)))
        yield probe_of(units)


def _sides(random: Random) -> list[str]:
    """Return on which sides the spans of one type stand: at least one on each."""
    both = random.randint(0, 3)
    alone = [random.randint(0, 2) if both else random.randint(1, 2) for _ in range(2)]
    return ["both"] * both + ["gold"] * alone[0] + ["pred"] * alone[1]


def crossing(scheme: Scheme, types: Sequence[str], seed: int, inside: Sequence[str]) -> Iterator[Probe]:
    """Yield legal data in which spans overlap and change types, and every unit has every type on both sides.

    Most of those that overlap have types of `inside`, which take part.
    """
    random = Random(seed)  # noqa: S311 - data, not secrets
    for number in count():
        units = []
        for _ in range(random.randint(1, 3)):
            kinds = types if random.random() < _RARE else inside
            gold, pred, at = (_halved if random.random() < _RARE else _crossing)(random, kinds)
            for kind in types:
                gold.append(Span(kind, at, at + 2))
                at += random.choice((0, 1, 2))
                pred.append(Span(kind, at, at + 2))
                at += 3
            units.append((encode_spans(gold, at + 1, scheme), encode_spans(pred, at + 1, scheme)))
        if number % 4 == 3:  # noqa: PLR2004 - one probe in four
            units.append(_long(random, scheme, [*inside, *(kind for kind in types if kind not in inside)]))
        yield probe_of(units)


def _crossing(random: Random, types: Sequence[str]) -> tuple[list[Span], list[Span], int]:
    """Return flat spans of both sides that cross each other, and where they end."""
    at, ends = 0, [0, 0]
    sides: tuple[list[Span], list[Span]] = ([], [])
    kinds = random.sample(list(types), min(2, len(types)))
    for _ in range(random.randint(3, 8)):
        at += random.choice((0, 0, 0, 1, 2))
        for index, side in enumerate(sides):
            while ends[index] < at + random.randint(0, 4):
                start = ends[index] + random.choice((0, 0, 1))
                span = Span(random.choice(kinds), start, start + random.randint(1, 4))
                ends[index] = span.end
                if random.random() < 0.8:  # noqa: PLR2004 - most stay
                    side.append(span)
    return *sides, max(ends)


def _halved(random: Random, types: Sequence[str]) -> tuple[list[Span], list[Span], int]:
    """Return spans of which one side has one and the other both halves, which overlap it by half its union each."""
    gold, pred, at = [], [], 0
    kinds = random.sample(list(types), min(2, len(types)))
    for _ in range(random.randint(1, 3)):
        half = random.randint(1, 2)
        parts = [Span(random.choice(kinds), start, start + half) for start in (at, at + half)]
        sides = [[Span(random.choice(kinds), at, at + 2 * half)], [one for one in parts if random.random() > _RARE]]
        random.shuffle(sides)
        gold += sides[0]
        pred += sides[1]
        at += 2 * half + 1
    return gold, pred, at


def _long(random: Random, scheme: Scheme, types: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return a unit with one gold span of many tokens, and predictions at its edge."""
    kinds = [random.choice(types[:2]) for _ in range(2)]
    gold = [
        Span(kinds[0], 0, LONG_TOKENS),
        *(Span(kind, LONG_TOKENS + 2 * at, LONG_TOKENS + 2 * at + 1) for at, kind in enumerate(types)),
    ]
    pred = [Span(kinds[1], LONG_TOKENS - 1, LONG_TOKENS), *gold[1:]]
    length = gold[-1].end + 1
    return encode_spans(gold, length, scheme), encode_spans(pred, length, scheme)


def lacking(scheme: Scheme, types: Sequence[str], seed: int) -> Iterator[Probe]:
    """Yield legal data in which types, sides and whole units are empty; some predictions have another type."""
    random = Random(seed)  # noqa: S311 - data, not secrets
    yield from _bare(scheme, types)
    while True:
        units = []
        shown = random.sample(list(types), random.randint(1, len(types)))
        if random.random() < _RARE:
            shown = list(dict.fromkeys([types[0], *shown]))
        chance = random.choice((0.0, 0.3, 0.7)), random.choice((0.0, 0.3, 0.7))
        odd = random.choice((0.0, 0.0, 0.5))
        for _ in range(random.randint(1, 4)):
            gold, pred, at = [], [], 0
            for kind in shown:
                span = Span(kind, at, at + 1)
                gold += [span] * (random.random() < chance[0])
                if random.random() < chance[1]:
                    other = random.choice(list(types)) if random.random() < odd else kind
                    pred.append(Span(other, at, at + 1))
                at += 2
            units.append((encode_spans(gold, at, scheme), encode_spans(pred, at, scheme)))
        yield probe_of(units)


def _bare(scheme: Scheme, types: Sequence[str]) -> Iterator[Probe]:
    """Yield the smallest: nothing on one side, on the other, on both."""
    one, none = encode_spans([Span(types[0], 0, 1)], 2, scheme), ["O", "O"]
    yield probe_of([(one, none)])
    yield probe_of([(none, one)])
    yield probe_of([(none, none)])
    yield probe_of([(one, one), (none, one), (one, none), (none, none)])


def nested(types: Sequence[str], seed: int) -> Iterator[Probe]:
    """Yield units of spans, no tags: shuffled, nested and repeated."""
    random = Random(seed)  # noqa: S311 - data, not secrets
    while True:
        units = []
        for _ in range(random.randint(1, 3)):
            sides: tuple[list[Span], list[Span]] = ([], [])
            for side in sides:
                for _ in range(random.randint(1, 5)):
                    start = random.randint(0, 4)
                    side.append(Span(random.choice(list(types[:2])), start, start + random.randint(1, 3)))
                side.extend(random.sample(side, random.randint(0, 1)))
                side.extend(Span(kind, 10 + 2 * at, 11 + 2 * at) for at, kind in enumerate(types))
                random.shuffle(side)
            units.append(sides)
        yield probe_of(units, Form.SPANS)


def malformed(scheme: Scheme, types: Sequence[str], seed: int) -> Iterator[Probe]:
    """Yield a legal prediction in which one tag lacks a type, or has a prefix outside the scheme."""
    random = Random(seed)  # noqa: S311 - data, not secrets
    prefix = prefix_of(scheme, "I")
    known = roles_of(scheme)
    foreign = next(each for each in "QXZ" if each not in known)
    odd = [
        f"{foreign}-{types[0]}",
        f"{foreign}-{types[:2][-1]}",
        types[0],
        prefix,
        f"{prefix}_{types[0]}",
        f"O-{types[0]}",
    ]
    while True:
        units = []
        chosen = random.sample(odd, random.choice((1, 1, 2)))
        for tag in chosen * random.choice((1, 1, 2)):
            first = encode_spans([Span(random.choice(types[:2]), 0, random.randint(1, 2))], 2, scheme)
            tags = [*first, tag, *["O"] * random.randint(0, 1), *(first if random.random() < 0.5 else [])]  # noqa: PLR2004
            spans = [Span(random.choice([*types[:2], types[0]]), at, at + 1) for at in (0, 2) if random.random() < 0.8]  # noqa: PLR2004
            units.append((encode_spans(spans, len(tags), scheme), tags))
        yield probe_of([*units, (every_type(scheme, types), every_type(scheme, types))])


def every_type(scheme: Scheme, types: Sequence[str]) -> list[str]:
    """Return the tags of one span of each type, of one token, apart from each other."""
    return encode_spans([Span(kind, 2 * at, 2 * at + 1) for at, kind in enumerate(types)], 2 * len(types), scheme)


def random_tags(scheme: Scheme, types: Sequence[str], random: Random, length: int) -> list[str]:
    """Return tags of the scheme, legal or not."""
    tags = ["O", *(f"{prefix}-{kind}" for prefix in roles_of(scheme) for kind in types)]
    return [random.choice(tags) for _ in range(length)]


def illegal(scheme: Scheme, types: Sequence[str], seed: int) -> Iterator[Probe]:
    """Yield predictions of the first two types, illegal as a rule, over legal gold, and a unit with every type."""
    random = Random(seed)  # noqa: S311 - data, not secrets
    every = every_type(scheme, types)
    while True:
        units = [(every, every)] * random.randint(0, 1)
        for _ in range(random.randint(1, 4)):
            length = random.randint(1, 6)
            spans = [Span(random.choice(types[:2]), at, at + 1) for at in range(0, length, 2)]
            units.append((encode_spans(spans, length, scheme), random_tags(scheme, types[:2], random, length)))
        yield probe_of(units)


def anything(scheme: Scheme, types: Sequence[str], seed: int, inside: Sequence[str]) -> Iterator[Probe]:
    """Yield every kind of legal data in turn."""
    pools = [apart(scheme, types, seed), crossing(scheme, types, seed + 1, inside), lacking(scheme, types, seed + 2)]
    return chain.from_iterable(zip(*pools, strict=True))


def alike(scheme: Scheme, kind: str) -> list[Probe]:
    """Return legal data in which gold and prediction have types that a careless metric takes for one.

    The pairs differ in case, in what stands before or after a hyphen, in length, or in the sign between two words.
    """
    pairs = (
        (kind, kind.swapcase()),
        (f"{kind}-A", f"{kind}-B"),
        (f"A-{kind}", kind),
        (kind, f"{kind}-A"),
        (kind, f"{kind}{kind}"),
        (kind, kind[:1]),
        (f"{kind}-A", f"{kind}_A"),
    )
    probes = []
    for one, other in pairs:
        gold = [Span(one, 0, 2), Span(other, 3, 4), Span(one, 5, 6), Span(one, 7, 8)]
        pred = [Span(other, 0, 2), Span(other, 3, 4), Span(one, 5, 6), Span(other, 8, 9)]
        near = [Span(one, 0, 1), Span(other, 1, 2), Span(one, 2, 4)]
        sides = [(gold, pred, 9), (near, near, 4), (near, [Span(one, 0, 4)], 4)]
        probes.append(probe_of((encode_spans(a, n, scheme), encode_spans(b, n, scheme)) for a, b, n in sides))
    return probes
