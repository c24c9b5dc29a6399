"""Which change is chosen where it is known which answers each of them gives: tables in place of metrics."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from string import ascii_letters, digits
from typing import NamedTuple

import pytest

from nerconform.asking.observation import Answer, Crash
from nerconform.asking.question import Form, Question
from nerconform.asking.reference import ReferenceImplementation
from nerconform.diagnosis import metric
from nerconform.diagnosis.asked_case import AskedCase
from nerconform.diagnosis.changes import DialectChange, of_mistake
from nerconform.diagnosis.metric import _Diagnosing
from nerconform.reference.measures import Measure
from nerconform.reference.named import NAMED
from nerconform.reference.outcomes import Schema
from nerconform.results.run import Diagnosis, Level
from nerconform.results.values import Cause, CauseKind
from nerconform.suite.mutants import WRONG

DIALECT = NAMED["conlleval"]
REFERENCE = ReferenceImplementation("own", DIALECT)
F1 = Measure(Schema.STRICT, "micro", "f1")
QUESTION = Question([["B-X", "O"]], [["B-X", "I-X"]], Form.TAGS, "IOB2", measures=frozenset({F1}))
LEGAL, ILLEGAL, BAD = Level


def change(name: str, weight: int = 1, *, axis: str = "", identity: bool = False) -> DialectChange:
    """Return a mistake, or a choice on an axis, that a dialect declares."""
    choices, declares = ({axis: name}, DIALECT) if axis else ({}, None)
    cause = Cause(name, CauseKind.MISTAKE, name, clause="DIA-1")
    return DialectChange((cause,), choices, declares=declares, weight=weight, is_identity=identity)


def cases(names: str, level: Level = LEGAL, value: float = 0.5) -> list[AskedCase]:
    return [AskedCase(name, level, QUESTION, Answer({F1: value}), DIALECT) for name in names]


@pytest.fixture(autouse=True)
def _nothing_else_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing be tried but what a test gives: to make all changes takes longer than all of these tests."""
    monkeypatch.setattr(metric, "changes_tried", lambda *_: (ONE, IDENTITY))
    monkeypatch.setattr(metric, "limits", lambda *_: (ONE, LIMIT))


class Table(NamedTuple):
    """Which cases each change gives; of those after `?` it says nothing. Several give what one of them gives."""

    given: Mapping[str, str]

    def says(self, ids: frozenset[str], case: str) -> bool | None:
        rows = [self.given.get("+".join(sorted(ids)))] if "+".join(sorted(ids)) in self.given else map(self.row, ids)
        parts = [(row or "").partition("?") for row in rows]
        if any(case in yes for yes, *_ in parts):
            return True
        return None if any(case in silent for *_, silent in parts) else False

    def row(self, name: str) -> str:
        return self.given[name]


class Tabled(_Diagnosing):
    """A diagnosis in which a table says what each change gives, and a set which of them neighbours refute."""

    def __init__(
        self,
        given: Mapping[str, str],
        tried: Sequence[DialectChange],
        wrong: Sequence[AskedCase],
        right: Sequence[AskedCase] = (),
        refuted: Sequence[str] = (),
    ) -> None:
        super().__init__(REFERENCE, wrong, right)
        self.table, self.tried = Table(given), list(tried)
        self.unverified = {frozenset(name.split("+")) for name in refuted}
        self.verified: list[str] = []

    def _gives(self, change: DialectChange, asked: AskedCase) -> bool | None:
        found = self._known[change.ids, asked.case] = self.table.says(change.ids, asked.case)
        return found

    def _is_verified(self, change: DialectChange, *_: Sequence[AskedCase]) -> bool:
        self.verified.append("+".join(sorted(change.ids)))
        return change.ids not in self.unverified

    def best(self, base: DialectChange | None = None) -> tuple[str, str]:
        """Return what explains all wrong answers, and what explains some, as words."""
        best, few = self._best(self.wrong, list(self.right), base)
        return "+".join(sorted(best.ids)) if best else "", " ".join("+".join(sorted(one.ids)) for one in few)


ONE, TWO, THREE = change("one"), change("two"), change("three")
LIMIT, IDENTITY = change("limit"), change("identity", identity=True)


@pytest.mark.parametrize(
    ("level", "answers", "tried"),
    [
        (LEGAL, True, [ONE, IDENTITY, LIMIT]),
        (LEGAL, False, [ONE, LIMIT]),  # who answers nothing is no library
        (BAD, True, [ONE, IDENTITY]),  # limits show in answers to good data
        (ILLEGAL, True, [ONE, IDENTITY, LIMIT]),
    ],
)
def test_what_is_tried_is_what_may_explain_such_answers(
    level: Level, tried: Sequence[DialectChange], *, answers: bool
) -> None:
    crashed = replace(cases("a", level)[0], got=Crash("KeyError", ""))
    for right in ([], cases("b")):
        wrong = [crashed] if right or not answers else [crashed, *cases("c", level)]
        found = _Diagnosing(REFERENCE, wrong, right if answers else [replace(crashed, case="d")] * len(right))
        assert found.tried == tried


def test_the_smallest_inputs_stand_first() -> None:
    large, small = (replace(QUESTION, pred=[["O"] * size]) for size in (9, 1))
    asked = [replace(one, question=each) for one, each in zip(cases("ab"), (large, small), strict=True)]
    found = _Diagnosing(REFERENCE, asked, asked)
    assert [[one.case for one in side] for side in (found.wrong, found.right)] == [["b", "a"]] * 2


def test_an_answer_of_which_a_change_says_nothing_is_not_missed() -> None:
    wrong = cases("abcd")
    table = Tabled({"one": "a?bc"}, [ONE], wrong)
    assert table._missed(ONE, wrong) == wrong[3:]
    assert table._rank(ONE, wrong) == (1, 1, -1, 0)
    assert table._rank(change("one", 7), wrong) == (1, 7, -1, 0)


def test_the_answer_that_contradicts_comes_first_the_next_time() -> None:
    right = cases("abc")
    table = Tabled({"one": "ab", "two": "a?bc"}, [ONE, TWO], cases("d"), right)
    assert not table._contradicts_none(ONE, right)
    assert [one.case for one in right] == ["c", "a", "b"]
    assert table._contradicts_none(TWO, right)
    assert table._contradicts_none(ONE, [])


@pytest.mark.parametrize(
    ("given", "names", "right", "best", "few"),
    [
        ({"one": "abc"}, "abc", "", "one", ""),
        ({"one": "a"}, "a", "", "one", ""),
        ({"one": "abcr"}, "abc", "r", "one", ""),
        ({"one": "abc"}, "abc", "r", "", ""),  # it contradicts a right answer
        ({"one": "abc", "two": "abcr"}, "abc", "r", "two", ""),
        ({"one": "ab", "two": "abr"}, "ab", "r", "two", ""),
        ({"one": "abc?r"}, "abc", "r", "one", ""),  # of which it says nothing
        ({"one": "?abc"}, "abc", "", "", ""),  # it gives no answer
        ({"one": "abcd"}, "abcde", "", "", "one"),  # one in five is missed
        ({"one": "abcde"}, "abcdef", "", "one", ""),  # one in six
        ({"one": "ab", "two": "abc"}, "abc", "", "two", ""),
        ({"one": "ar", "two": "br"}, "abcdef", "r", "", "one two"),
        ({"one": "a", "two": "br", "three": "cr"}, "abcdef", "r", "", "two three"),
    ],
)
def test_a_change_explains_if_it_gives_nearly_all_and_contradicts_none(
    given: Mapping[str, str], names: str, right: str, best: str, few: str
) -> None:
    tried = [change(name) for name in given]
    assert Tabled(given, tried, cases(names), cases(right)).best() == (best, few)


@pytest.mark.parametrize(
    ("given", "identity", "best"),
    [("ab", False, ""), ("abc", False, "one"), ("abc", True, ""), ("abcd", True, "one")],
)
def test_more_than_half_is_enough_for_what_can_be_declared_and_all_for_what_a_metric_is(
    given: str, best: str, *, identity: bool
) -> None:
    one = change("one", axis="policy", identity=identity)
    assert Tabled({"one": given}, [one], cases("abcd")).best() == (best, "" if best or identity else "one")


@pytest.mark.parametrize(
    ("given", "identity", "best"),
    [("abcd?e", True, "one"), ("abc?de", True, ""), ("abc?de", False, "one"), ("a?bcde", False, "one")],
)
def test_what_a_metric_is_may_say_nothing_of_one_in_five_answers_and_a_mistake_of_any_number(
    given: str, best: str, *, identity: bool
) -> None:
    assert Tabled({"one": given}, [change("one", identity=identity)], cases("abcde")).best()[0] == best


@pytest.mark.parametrize(("names", "best"), [("ab", ""), ("abc", "one")])
def test_two_answers_do_not_tell_options_of_one_axis_from_each_other(names: str, best: str) -> None:
    tried = [change("one", axis="policy"), change("two", axis="policy")]
    assert Tabled({"one": names, "two": names}, tried, cases(names)).best()[0] == best
    apart = [change("one", axis="policy"), change("two", axis="zero")]
    assert Tabled({"one": names, "two": names}, apart, cases(names)).best()[0] == "one"


def test_the_lightest_comes_first_and_what_a_neighbour_refutes_is_passed_over() -> None:
    given = {"one": "abc", "two": "abc", "three": "abc"}
    tried = [change("one", 3), change("two", 1), change("three", 2)]
    assert Tabled(given, tried, cases("abc")).best()[0] == "two"
    refuted = Tabled(given, tried, cases("abc"), refuted=["two"])
    assert refuted.best()[0] == "three"
    assert refuted.verified[:2] == ["two", "three"]
    few = Tabled(given, tried, cases("ab"), refuted=["one", "two"])
    assert few.best()[0] == "three"


@pytest.mark.parametrize("names", ["ab", "abc"])
def test_one_change_comes_before_two_that_are_lighter(names: str) -> None:
    tried = [change("one", 3), change("two"), change("three")]
    assert Tabled({"one": names, "two": names[:1], "three": names[1:]}, tried, cases(names)).best()[0] == "one"


def test_those_that_explain_some_are_three_at_most_and_none_that_is_refuted() -> None:
    names = ("one", "two", "three", "four", "five")
    tried = [*map(change, names), change("six", identity=True)]
    given = {**dict.fromkeys(names, "a"), "six": "a"}
    table = Tabled(given, tried, cases("abc"))
    table.refuted.add(frozenset({"two"}))
    assert table.best() == ("", "one three four")


def test_on_top_of_what_explains_legal_data_each_change_is_tried_and_none_more() -> None:
    given = {"base": "ab", "one": "c", "two": "x"}
    base = change("base")
    assert Tabled(given, [ONE, TWO], cases("abc")).best(base)[0] == "base+one"
    assert Tabled({"base": "abc", "one": ""}, [ONE], cases("abc")).best(base)[0] == "base"
    assert Tabled({"base": "abc", "one": ""}, [base, ONE], cases("abc")).best(base)[0] == "base"
    # One in six is missed: with one change on top of it that is enough, with two it is not.
    given = {"base": "ab", "one": "cd", "two": "e"}
    assert Tabled({**given, "one": "cde"}, [ONE], cases("abcdef")).best(base)[0] == "base+one"
    assert Tabled(given, [ONE, TWO], cases("abcdef")).best(base)[0] == ""


def test_of_bad_input_half_is_missed_by_no_change_that_is_likely() -> None:
    wrong = cases("abcdef", BAD)
    given = {"one": "abcd", "two": "abc", "three": "f"}
    table = Tabled(given, [THREE, TWO, ONE], wrong)
    assert table._likely(table.tried, wrong) == [ONE]
    legal = cases("abcdef")
    assert table._likely(table.tried, legal) == [ONE, TWO, THREE]
    assert table.best()[0] == "one"
    assert Tabled({"one": "abc", "two": "def"}, [ONE, TWO], wrong).best() == ("", "")  # nothing is put together


def test_of_many_answers_to_bad_input_a_third_of_some_has_to_be_given() -> None:
    """Of 16 each third is looked at first, which are six: the first change gives one of them, the second two."""
    wrong = cases("abcdefghijklmnop", BAD)
    table = Tabled({"one": "abcefhiklno", "two": "abcdefhiklno"}, [ONE, TWO], wrong)
    assert table._likely(table.tried, wrong) == [TWO]
    legal = cases("abcdefghijklmnop")
    assert table._likely(table.tried, legal) == [TWO, ONE]


def test_of_many_answers_some_decide_what_is_likely() -> None:
    wrong = cases("abcdefghijklmnop")  # of 16 each third: a, d, g, j, m, p
    table = Tabled({"one": "bc", "two": "ap", "three": "d?bc"}, [ONE, TWO, THREE], wrong)
    assert table._likely(table.tried, wrong) == [THREE, TWO]
    assert Tabled({"one": ""}, [ONE], wrong)._likely([ONE], wrong) == []


def test_of_the_sound_changes_the_first_twenty_are_taken() -> None:
    names = [f"n{number}" for number in range(30)]
    tried = [change(name) for name in names]
    table = Tabled({name: "" if name == "n3" else "r" for name in names}, tried, cases("a"), cases("r"))
    assert [next(iter(one.ids)) for one in table._sound(tried, cases("r"))] == [*names[:3], *names[4:21]]


TELLING = "abcdefgh"


@pytest.mark.parametrize(
    ("given", "best"),
    [
        ({"one": "abcdr", "two": "efghr"}, "one+two"),
        ({"one": "abcdr", "two": "efgr"}, ""),
        ({"one": "abcd", "two": "efgh"}, ""),  # together they contradict a right answer
        ({"one": "abcr", "two": "defr", "three": "ghr"}, "one+three+two"),
        ({"one": "abr", "two": "cdr", "three": "efr", "four": "ghr"}, ""),  # three at most
        ({"one": "abcdefgh", "two": "r", "one+two": "abcdefghr"}, "one+two"),
        ({"one": "abcdefghr", "two": ""}, ""),  # one alone gives everything
        ({"one": "abcdr", "two": "efghr", "one+two": "abcdefgr"}, ""),
    ],
)
def test_two_or_three_are_put_together_where_each_leaves_what_another_gives(
    given: Mapping[str, str], best: str
) -> None:
    tried = [change(name) for name in given if "+" not in name]
    table = Tabled(given, tried, cases(TELLING), cases("r"))
    found = table._together(table.wrong, list(table.right), tried)
    assert [*dict.fromkeys("+".join(sorted(one.ids)) for one in found)] == ([best] if best else [])


@pytest.mark.parametrize(
    ("telling", "silent", "found"),
    [(5, 3, 1), (4, 4, 0), (3, 0, 1), (2, 1, 0)],
    ids=["5 of 8", "4 of 8", "3", "2 of 3"],
)
def test_they_are_put_together_where_enough_answers_are_telling(telling: int, silent: int, found: int) -> None:
    names = TELLING[: telling + silent]
    wrong = [*cases(names[:telling]), *cases(names[telling:], value=1)]
    table = Tabled({"one": names[0], "two": names[1:]}, [ONE, TWO], wrong)
    assert len(table._together(wrong, [], [ONE, TWO])) == found


def test_partners_are_those_that_give_most_of_what_is_left_the_lightest_first() -> None:
    left = [
        replace(one, question=replace(QUESTION, pred=[["O"] * size]))
        for one, size in zip(cases("abc"), (3, 2, 2), strict=True)
    ]
    given = {"head": "", "one": "ab", "two": "abc", "three": "bc", "four": "ac", "five": "bc"}
    tried = [change("one"), change("two"), change("three", 2), change("four"), change("five", 1), change("head")]
    table = Tabled(given, tried, cases("xyz"))
    found = table._with_partners(change("head"), left)
    # All three are asked, the smallest first: b, c, then a. Who does not give b is none.
    assert [sorted(one.ids - {"head"}) for one in found] == [["two"], ["one"], ["five"], ["three"]]
    assert table._with_partners(change("head"), []) == []


def test_partners_are_twelve_at_most() -> None:
    names = [f"n{number:02}" for number in range(20)]
    table = Tabled({"head": "", **dict.fromkeys(names, "a")}, [change(name) for name in names], cases("x"))
    assert [min(one.ids - {"head"}) for one in table._with_partners(change("head"), cases("a"))] == names[:12]


def test_no_more_answers_are_worked_out_than_the_limit_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metric, "_MAX_ANSWERS", 0)
    given = {"one": "abcdr", "two": "efghr"}
    table = Tabled(given, [ONE, TWO], cases(TELLING), cases("r"))
    assert [sorted(one.ids) for one in table._together(table.wrong, list(table.right), [ONE, TWO])] == [["one", "two"]]
    three = Tabled({"one": "abcr", "two": "defr", "three": "ghr"}, [ONE, TWO, THREE], cases(TELLING), cases("r"))
    assert three._together(three.wrong, list(three.right), [ONE, TWO, THREE]) == []


class Counted(Tabled):
    """A diagnosis that notes how many answers had been worked out before each search of partners, and what was left."""

    begun: list[int]
    left: list[int]

    def _with_partners(self, head: DialectChange, left: Sequence[AskedCase]) -> list[DialectChange]:
        self.begun.append(len(self._known))
        self.left.append(len(left))
        return super()._with_partners(head, left)

    def together(self) -> list[list[str]]:
        """Return the changes that are put together from all that are tried."""
        self.begun, self.left = [], []
        found = self._together(self.wrong, list(self.right), self.tried)
        return [*map(list, dict.fromkeys(tuple(sorted(one.ids)) for one in found))]


@pytest.mark.parametrize(
    ("given", "at", "expected"),
    [
        # The first leaves least, and has no partner: the second and the third explain everything.
        ({"three": "abcdefr", "one": "abcdr", "two": "efghr", "one+three": "", "three+two": ""}, 1, ["one", "two"]),
        # After the partners of each of the three come those of two.
        ({"one": "abcr", "two": "defr", "three": "ghr"}, 3, ["one", "three", "two"]),
    ],
)
def test_beyond_the_limit_of_answers_no_further_change_gets_partners(
    given: Mapping[str, str], at: int, expected: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = [Counted(given, [ONE, TWO, THREE], cases(TELLING), cases("r")) for _ in range(3)]
    assert tables[0].together() == [expected]
    most = tables[0].begun[at]
    assert most > tables[0].begun[at - 1]
    monkeypatch.setattr(metric, "_MAX_ANSWERS", most)
    assert tables[1].together() == [expected]
    assert len(tables[1].begun) == at + 1
    monkeypatch.setattr(metric, "_MAX_ANSWERS", most - 1)
    assert tables[2].together() == []
    assert len(tables[2].begun) == at


def test_what_gives_everything_alone_is_not_extended_and_the_same_two_are_no_more_than_it() -> None:
    both = ONE.with_more(TWO)
    assert both is not None
    table = Counted({"one": "abcdr", "two": "efghr", "three": ""}, [both, ONE, TWO, THREE], cases(TELLING), cases("r"))
    assert table.together() == [["one", "two"]]


def test_changes_are_put_in_an_order_by_a_sample_of_the_answers() -> None:
    """Of 30 wrong answers every second one is asked, and of 50 right ones every third; the change gives none."""
    wrong, right = cases(ascii_letters[:30]), cases(digits * 5)
    right = [replace(one, case=f"{one.case}{at}") for at, one in enumerate(right)]
    table = Tabled({"one": ""}, [], wrong, right)
    assert table._together(table.wrong, list(table.right), [ONE]) == []
    assert {case for _, case in table._known} == {*ascii_letters[:30:2], *(one.case for one in right[::3])}


@pytest.mark.parametrize(("missed", "left"), [(9, 9), (8, 16), (1, 2)])
def test_partners_are_looked_for_in_all_answers_that_are_left_where_a_sample_has_eight_or_fewer(
    missed: int, left: int
) -> None:
    """Of 30 answers every second one is in the sample, and the last ones are missed."""
    table = Counted({"one": ascii_letters[: 30 - 2 * missed]}, [ONE], cases(ascii_letters[:30]))
    assert table.together() == []
    assert table.left == [left]


def raised(names: str, level: Level = LEGAL) -> list[AskedCase]:
    return [replace(one, got=Crash("ZeroDivisionError", "")) for one in cases(names, level)]


def test_exceptions_among_the_wrong_answers_are_left_and_those_among_the_right_ones_are_kept() -> None:
    given, wrong = {"one": "abcd", "two": "efgh"}, [*cases(TELLING), *raised("x")]
    for right, names in (([], {"one", "two"}), (cases("r"), set()), (raised("r"), set())):
        table = Tabled(given, [ONE, TWO], wrong, right)
        found = table._together(table.wrong, list(table.right), [ONE, TWO])
        assert {name for one in found for name in one.ids} == names


def test_one_mistake_beside_an_exception_is_one_mistake() -> None:
    wrong = [*cases("abcdef"), *raised("x"), *cases("gh", ILLEGAL)]
    table = Tabled({"one": TELLING, "two": "ab"}, [ONE, TWO], wrong)
    assert diagnosed(table) == [("legal-data illegal-tags", "one", 8, TELLING)]


@pytest.mark.parametrize(("number", "best"), [(1, "one+two"), (2, "")])
def test_two_mistakes_beside_as_many_exceptions_as_a_fifth_explain_nothing(number: int, best: str) -> None:
    """Each level alone has too few telling answers."""
    wrong = [*cases("abcd"), *cases("efgh", ILLEGAL), *raised("xy"[:number])]
    table = Tabled({"one": "abef", "two": "cdgh"}, [ONE, TWO], wrong)
    found = table._of_all(table.wrong)
    assert "+".join(sorted(found.ids if found else ())) == best


@pytest.mark.parametrize(
    ("given", "kind", "accepted"),
    [
        ("abcdefg", "mistake", True),
        ("bcdefgx", "mistake", True),
        ("abcdefg", "two", True),  # the exception may be left
        ("bcdefgx", "two", False),  # a number may not
        ("abcdefgx", "identity", True),
        ("abcdefg", "identity", False),
        ("abcdefg", "identity with a mistake", True),
        ("bcdefgx", "identity with a mistake", False),
    ],
)
def test_one_in_eight_may_be_missed_by_one_mistake_and_by_two_only_an_exception(
    given: str, kind: str, *, accepted: bool
) -> None:
    one = change("one", identity=kind.startswith("identity"))
    one = replace(one, mistakes=SHIFTED.mistakes) if kind == "identity with a mistake" else one
    both = one.with_more(change("two")) if kind == "two" else one
    assert both is not None
    table = Tabled({"one": given, "one+two": given}, [both], [*cases("abcdefg"), *raised("x")])
    assert table.best()[0] == ("+".join(sorted(both.ids)) if accepted else "")
    base = change("base")
    above = Tabled({"base": "", "base+one": given, "base+one+two": given}, [both], table.wrong)
    assert above.best(base)[0] == ("+".join(sorted({*both.ids, "base"})) if accepted else "")


def diagnosed(table: Tabled) -> list[tuple[str, str, int, str]]:
    """Return of each diagnosis the levels, the causes, how many answers are explained, and which."""
    return [_words(one) for one in table.found()]


def _words(one: Diagnosis) -> tuple[str, str, int, str]:
    causes = "+".join(cause.id for cause in one.causes)
    return " ".join(one.levels), causes, one.explained, "".join(one.cases)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"one": "abcxyz"}, [("legal-data illegal-tags", "one", 6, "abcxyz")]),
        ({"one": "abc", "two": "xyz"}, [("legal-data", "one", 3, "abc"), ("illegal-tags", "one+two", 3, "xyz")]),
        ({"one": "abc"}, [("legal-data", "one", 3, "abc"), ("illegal-tags", "", 0, "")]),
        ({"one": "xyz"}, [("legal-data", "", 0, ""), ("illegal-tags", "one", 3, "xyz")]),
    ],
)
def test_one_change_explains_both_levels_or_each_has_its_own(
    given: Mapping[str, str], expected: list[tuple[str, str, int, str]]
) -> None:
    tried = [change(name) for name in given]
    wrong = [*cases("abc", value=1), *cases("xyz", ILLEGAL, 1)]  # answers that tell nothing: no two are put together
    assert diagnosed(Tabled(given, tried, wrong)) == expected


def test_what_explains_legal_data_but_not_all_of_bad_input_stands_before_it() -> None:
    wrong = [*cases("abc"), *cases("xyz", ILLEGAL), *cases("uvw", BAD)]
    given = {"one": "abcxyz", "two": "uvw", "three": ""}
    tried = [ONE, TWO, THREE]
    # Of bad input only what comes on top is named.
    assert diagnosed(Tabled(given, tried, wrong)) == [
        ("legal-data illegal-tags", "one", 6, "abcxyz"),
        ("bad-input", "two", 3, "uvw"),
    ]
    every = Tabled({"one": "abcxyzuvw"}, [ONE], wrong)
    assert diagnosed(every) == [("legal-data illegal-tags bad-input", "one", 9, "abcxyzuvw")]


def test_bad_input_is_explained_on_top_of_what_explains_the_other_levels() -> None:
    wrong = [*cases("abc"), *cases("xyz", ILLEGAL), *cases("uvw", BAD)]
    given = {"one": "abcxyz", "two": "", "one+two": "abcxyzuvw"}
    assert diagnosed(Tabled(given, [ONE, TWO], wrong))[1:] == [("bad-input", "two", 3, "uvw")]
    legal = [*cases("abc"), *cases("uvw", BAD)]
    assert diagnosed(Tabled({"one": "abc", "two": "", "one+two": "uvw"}, [ONE, TWO], legal)) == [
        ("legal-data", "one", 3, "abc"),
        ("bad-input", "two", 3, "uvw"),
    ]


@pytest.mark.parametrize("other", [ILLEGAL, BAD])
def test_two_options_that_few_legal_answers_do_not_tell_apart_are_told_by_those_of_another_level(other: Level) -> None:
    """Both give the two legal ones, and one of them the rest."""
    tried = [change("one", axis="policy"), change("two", axis="policy")]
    given = {"one": "abxyz", "two": "ab"}
    assert diagnosed(Tabled(given, tried, cases("ab"))) == [("legal-data", "", 0, "")]
    both = Tabled(given, tried, [*cases("ab"), *cases("xyz", other)])
    assert diagnosed(both) == [(f"legal-data {other}", "one", 5, "abxyz")]
    beside_bad = Tabled(given, tried, [*cases("ab"), *cases("xyz", ILLEGAL), *cases("uvw", BAD)])
    assert diagnosed(beside_bad) == [("legal-data illegal-tags", "one", 5, "abxyz"), ("bad-input", "", 0, "")]


def test_changes_are_put_together_for_good_input_alone() -> None:
    given = {"one": "abcdr", "two": "efghr"}
    assert Tabled(given, [ONE, TWO], cases(TELLING), cases("r")).best() == ("one+two", "")
    bad = Tabled({"one": "abcd", "two": "ef"}, [ONE, TWO], cases("abcdef", BAD), refuted=["one"])
    assert bad.best()[0] == ""


def test_what_is_put_together_may_answer_bad_input_otherwise() -> None:
    for level, best in ((BAD, "one+two"), (ILLEGAL, "")):
        table = Tabled({"one": "abcd", "two": "efgh"}, [ONE, TWO], cases(TELLING), cases("r", level))
        assert table.best()[0] == best


def test_a_right_answer_to_illegal_tags_refutes_no_explanation_of_legal_data() -> None:
    table = Tabled({"one": "abc"}, [ONE], [*cases("abc"), *cases("x", ILLEGAL)], cases("r", ILLEGAL))
    assert diagnosed(table)[0] == ("legal-data", "one", 3, "abc")
    both = Tabled({"one": "abc"}, [ONE], [*cases("abc"), *cases("x", ILLEGAL)], cases("r"))
    assert diagnosed(both)[0] == ("legal-data", "", 0, "")
    illegal = Tabled({"one": "xyz"}, [ONE], cases("xyz", ILLEGAL), cases("r"))
    assert diagnosed(illegal) == [("illegal-tags", "", 0, "")]


def test_levels_without_a_common_change_but_with_the_same_causes_are_one() -> None:
    # Of all answers the change misses one, so it does not explain both levels as a whole.
    wrong = [*cases("abcdef", value=1), *cases("uvwxyz", ILLEGAL, 1)]
    table = Tabled({"one": "abcdeuvwxyz"}, [ONE], wrong)
    assert diagnosed(table) == [("legal-data illegal-tags", "one", 11, "abcdeuvwxyz")]


@pytest.mark.parametrize(
    ("given", "names", "best"),
    [
        ({"one": "abxy", "two": "abx"}, "abxy", "one"),
        ({"one": "?abxy"}, "abxy", ""),
        ({"one": "abxyr"}, "abxy", "one"),
        ({"one": "ab", "two": "xyz"}, "abxyz", "one+two"),
        ({"one": "a", "two": "x"}, "ax", ""),  # two are too few
    ],
)
def test_of_several_levels_all_answers_have_to_be_explained(given: Mapping[str, str], names: str, best: str) -> None:
    wrong = [one for name in names for one in cases(name, LEGAL if name < "m" else ILLEGAL)]
    table = Tabled(given, [change(name) for name in given], wrong)
    found = table._of_all(wrong)
    assert ("+".join(sorted(found.ids)) if found else "") == best


def test_of_several_levels_the_lightest_is_taken_that_no_neighbour_refutes_and_no_right_answer() -> None:
    wrong = [*cases("ab"), *cases("xy", ILLEGAL)]
    given = {"one": "abxyr", "two": "abxyr", "three": "abxy"}
    tried = [change("three"), change("one", 2), change("two", 3)]
    table = Tabled(given, tried, wrong, cases("r"))
    assert table._of_all(wrong) == tried[1]
    refuted = Tabled(given, tried, wrong, cases("r"), refuted=["one"])
    assert refuted._of_all(wrong) == tried[2]
    bad = [*wrong, *cases("z", BAD)]
    assert Tabled({"one": "abx", "two": "yz"}, [ONE, TWO], bad)._of_all(bad) is None  # nothing is put together


def test_what_explains_everything_but_bad_input_is_told_apart_from_what_explains_as_much() -> None:
    """A metric that misses an answer, or that is asked what has no score, is not asked any more."""

    class Noted(Tabled):
        def _told_apart(self, best: DialectChange, likely: Sequence[DialectChange], *_: object) -> DialectChange:
            assert best in likely
            return THREE

    wrong, given = [*cases("abc"), *cases("xyz", ILLEGAL)], {"one": "abcxyzuv", "three": ""}
    assert Noted(given, [ONE, THREE], wrong)._of_all(wrong) is THREE
    bad = [*wrong, *cases("uv", BAD)]
    assert Noted(given, [ONE, THREE], bad)._of_all(bad) is ONE
    assert Noted(given, [ONE, THREE], wrong).best()[0] == "three"
    assert Noted({"one": "abcxy"}, [ONE], wrong).best()[0] == "one"
    few = cases("ab")
    assert Noted(given, [ONE, THREE], few).best()[0] == "three"


SHIFTED = of_mistake(next(one for one in WRONG if one.name == "entity-at-end-lost"))


def test_the_reach_of_a_mistake_is_in_how_many_inputs_it_makes_other_spans() -> None:
    ends, within = (replace(QUESTION, pred=[[*tags]]) for tags in (["O", "B-X"], ["B-X", "O"]))
    asked = [AskedCase(str(at), LEGAL, question, Answer(), DIALECT) for at, question in enumerate([ends, within, ends])]
    table = Tabled({}, [], asked, [])
    assert table._reach(SHIFTED, asked) == 2
    assert table._reach(SHIFTED, asked[:2]) == 1
    assert table._reach(ONE, asked) == 0
    assert table._reach(replace(SHIFTED, quirks=(None,)), asked) == 0  # type: ignore[arg-type]
    assert table._reach(replace(SHIFTED, whole=lambda _: None), asked) == 0
    many = Tabled({}, [], asked, asked * 5)
    assert many._reach(SHIFTED, asked[:1] * 20) == 8 + 5  # eight of each: the second, fifth and eighth is within
    spans = [replace(one, question=replace(ends, form=Form.SPANS)) for one in asked]
    assert table._reach(SHIFTED, spans) == 0
