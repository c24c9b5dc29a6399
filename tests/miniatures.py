"""Tiny bad metrics, ten of them, which `check` has to catch; and `sound`, in which it has to find nothing.

Each is a plain function of two lists of lists of IOB2 tags and returns strict micro counts and ratios. They are
written from scratch, the way such functions are, and share no code with the kit that must catch them.
"""

from collections.abc import Callable, Iterable, Sequence

Tags = Sequence[Sequence[str]]
Result = dict[str, float]
Metric = Callable[[Tags, Tags], Result]
Entity = tuple[str, int, int]


def entities(tags: Sequence[str]) -> list[Entity]:
    """Return (type, start, end) of every entity, ends exclusive; an I that does not go on opens one."""
    found: list[Entity] = []
    for position, tag in enumerate(tags):
        letter, _, kind = tag.partition("-")
        if letter == "I" and found and found[-1][0] == kind and found[-1][2] == position:
            found[-1] = (kind, found[-1][1], position + 1)
        elif letter != "O":
            found.append((kind, position, position + 1))
    return found


def scores(right: float, predicted: float, wanted: float) -> Result:
    """Return counts and ratios; a ratio over nothing is 0."""
    precision = right / predicted if predicted else 0.0
    recall = right / wanted if wanted else 0.0
    f1 = 2 * right / (predicted + wanted) if right else 0.0
    counts = {"tp": right, "fp": predicted - right, "fn": wanted - right}
    return {**counts, "precision": precision, "recall": recall, "f1": f1}


def sound(gold: Tags, pred: Tags) -> Result:
    """Count an entity as right if bounds and type are: nothing is wrong here."""
    wanted, found = _in_units(gold), _in_units(pred)
    return scores(len(wanted & found), len(found), len(wanted))


def counts_partial_as_match(gold: Tags, pred: Tags) -> Result:
    """Count an entity as right if it overlaps one of its type."""
    right = 0
    pairs = [(entities(one), entities(other)) for one, other in zip(gold, pred, strict=True)]
    for wanted, found in pairs:
        left = list(wanted)
        for kind, start, end in found:
            near = next((one for one in left if one[0] == kind and one[1] < end and start < one[2]), None)
            if near:
                left.remove(near)
                right += 1
    return scores(right, sum(len(found) for _, found in pairs), sum(len(wanted) for wanted, _ in pairs))


def ignores_type(gold: Tags, pred: Tags) -> Result:
    """Count an entity as right if its bounds are."""
    wanted = {(unit, *entity[1:]) for unit, entity in _in_units(gold)}
    found = {(unit, *entity[1:]) for unit, entity in _in_units(pred)}
    return scores(len(wanted & found), len(found), len(wanted))


def ignores_bounds(gold: Tags, pred: Tags) -> Result:
    """Count an entity as right if its unit has one of its type."""
    wanted = {(unit, entity[0]) for unit, entity in _in_units(gold)}
    found = {(unit, entity[0]) for unit, entity in _in_units(pred)}
    return scores(len(wanted & found), len(found), len(wanted))


def flattens_units(gold: Tags, pred: Tags) -> Result:
    """Decode all units as one, so that an entity may run across a boundary."""
    return sound([_joined(gold)], [_joined(pred)])


def forgets_units(gold: Tags, pred: Tags) -> Result:
    """Compare entities without their unit, as one set."""
    wanted = {entity for _, entity in _in_units(gold)}
    found = {entity for _, entity in _in_units(pred)}
    return scores(len(wanted & found), len(found), len(wanted))


def counts_tokens(gold: Tags, pred: Tags) -> Result:
    """Count tokens whose tag is right and not O."""
    pairs = list(zip(_joined(gold), _joined(pred), strict=True))
    right = sum(one == other != "O" for one, other in pairs)
    return scores(right, sum(other != "O" for _, other in pairs), sum(one != "O" for one, _ in pairs))


def loses_last_entity(gold: Tags, pred: Tags) -> Result:
    """Lose an entity that is still open where its unit ends."""
    lengths = [len(tags) for tags in gold]
    wanted = {(unit, entity) for unit, entity in _in_units(gold) if entity[2] < lengths[unit]}
    found = {(unit, entity) for unit, entity in _in_units(pred) if entity[2] < lengths[unit]}
    return scores(len(wanted & found), len(found), len(wanted))


def merges_neighbours(gold: Tags, pred: Tags) -> Result:
    """Read B as I, so that touching entities of one type are one."""
    return sound(_without_begin(gold), _without_begin(pred))


def averages_types(gold: Tags, pred: Tags) -> Result:
    """Return the mean over types under the name of the micro average."""
    wanted, found = _in_units(gold), _in_units(pred)
    rows = []
    for kind in sorted({entity[0] for _, entity in wanted | found}):
        mine = {item for item in wanted if item[1][0] == kind}, {item for item in found if item[1][0] == kind}
        rows.append(scores(len(mine[0] & mine[1]), len(mine[1]), len(mine[0])))
    means = {name: sum(row[name] for row in rows) / (len(rows) or 1) for name in ("precision", "recall", "f1")}
    return {**sound(gold, pred), **means}


def rewards_empty_units(gold: Tags, pred: Tags) -> Result:
    """Count a unit without any entity as one that is right."""
    wanted, found = _in_units(gold), _in_units(pred)
    empty = len(gold) - len({unit for unit, _ in wanted | found})
    return scores(len(wanted & found) + empty, len(found) + empty, len(wanted) + empty)


BAD: tuple[Metric, ...] = (
    counts_partial_as_match,
    ignores_type,
    ignores_bounds,
    flattens_units,
    forgets_units,
    counts_tokens,
    loses_last_entity,
    merges_neighbours,
    averages_types,
    rewards_empty_units,
)
"""The bad ones, in the order of this module."""


def _in_units(tags: Tags) -> set[tuple[int, Entity]]:
    """Return every entity with the number of its unit."""
    return {(unit, entity) for unit, one in enumerate(tags) for entity in entities(one)}


def _joined(units: Iterable[Sequence[str]]) -> list[str]:
    """Return the tags of all units in a row."""
    return [tag for unit in units for tag in unit]


def _without_begin(units: Tags) -> list[list[str]]:
    """Return the tags with I for B."""
    return [["I" + tag[1:] if tag.startswith("B") else tag for tag in unit] for unit in units]
