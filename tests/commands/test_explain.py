"""A defect is explained once, however many implementations have it, with its quirk and everything that is pinned."""

import pytest

from nerconform.commands.explain import explain
from nerconform.libraries.defects import Defect, all_defects

DEFECTS = [one for one in all_defects() if one.pinned][::4]


@pytest.mark.parametrize("defect", DEFECTS, ids=lambda one: one.id)
def test_a_defect_is_explained_once_with_every_pinned_case(defect: Defect) -> None:
    told = [topic for topic in explain(defect.id) if topic.facts["place"] == defect.place]
    assert [topic.title for topic in told] == [defect.title]
    (table,) = told[0].tables
    several = len(defect.pinned) > 1
    assert table.columns == ("implementation", "case", "asked", "got")[0 if several else 1 :]
    pinned = [
        (*([name] if several else []), case, asked, got)
        for name, cases in defect.pinned.items()
        for case, answers in cases.items()
        for asked, got in answers.items()
    ]
    assert sorted(table.rows) == sorted(pinned)


def test_a_name_of_a_library_and_of_a_dialect_is_explained_as_both() -> None:
    assert [topic.kind for topic in explain("seqeval")] == ["implementation", "signature"]
