"""The benchmark of ranking draws four different systems, the same each time; how fast anything is, no test asks."""

import pytest

from benchmarks.ranking import MISTAKES, Ranked, measured, systems, table

DATA = systems(tokens=1_000)


def test_systems_are_drawn_from_a_seed_and_each_makes_mistakes_of_its_own() -> None:
    again, other = systems(tokens=1_000), systems(tokens=1_000, seed=1)
    assert again == DATA
    assert other.gold == DATA.gold
    assert other.systems != DATA.systems
    predictions = [DATA.gold, *DATA.systems.values()]
    assert len(DATA.systems) == len(MISTAKES) == 4
    assert all(one != two for at, one in enumerate(predictions) for two in predictions[:at])


@pytest.mark.long
def test_the_table_names_who_changes_places() -> None:
    data = Ranked(DATA.gold[:20], {name: side[:20] for name, side in DATA.systems.items()})
    seconds, found = measured(data, 1)
    text = table(1.25, found, data, 1)
    assert seconds > 0
    assert "4 systems, 5760 policies, 1 rounds" in text
    assert "**1.2 CPU seconds.**" in text
