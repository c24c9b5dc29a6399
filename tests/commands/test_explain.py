"""A defect is explained once, however many implementations have it, with its quirk and everything that is pinned."""

import pytest

from nerconform.commands.explain import explain
from nerconform.libraries.defects import Defect, all_defects

DEFECTS = [one for one in all_defects() if one.pinned][::4]


@pytest.mark.parametrize("defect", DEFECTS, ids=lambda one: one.id)
def test_a_defect_is_explained_once_with_every_pinned_case(defect: Defect) -> None:
    told = [topic for topic in explain(defect.id) if topic.facts["place"] == defect.place]
    assert [topic.title for topic in told] == [defect.title]
    assert told[0].facts["implementation"].split(", ") == list(defect.pinned)
    rows = [
        row[-3:] for table in told[0].tables for row in table.rows if table.columns[-3:] == ("case", "asked", "got")
    ]
    pinned = [
        (case, asked, got)
        for cases in defect.pinned.values()
        for case, answers in cases.items()
        for asked, got in answers.items()
    ]
    assert sorted(rows) == sorted(pinned)
