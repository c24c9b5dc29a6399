"""What is tried on the answers of a metric: every named dialect, choice, mistake and loaded library."""

from collections.abc import Iterable
from dataclasses import replace

import pytest
from seqeval.metrics import f1_score

from nerconform.asking.callables import CallableImplementation
from nerconform.asking.calling import Calling
from nerconform.asking.observation import Unsupported
from nerconform.asking.question import Form, Question
from nerconform.asking.reference import ReferenceImplementation
from nerconform.diagnosis.changes import DialectChange, changes_tried, lenient_changes, of_mistake
from nerconform.libraries.all_quirks import QUIRKS
from nerconform.libraries.registry import resolve
from nerconform.reference.dialect import AXES, Dialect
from nerconform.reference.named import NAMED
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.words import sentence
from nerconform.results.values import CauseKind
from nerconform.suite.mistake import ALIGNED
from nerconform.suite.mutants import ACCEPTING, WRONG
from nerconform.suite.wrong_parsing import PARSING
from nerconform.suite.wrong_scores import ROUNDED, SCORING
from tests import miniatures

BASE, ALIGNING = NAMED["conlleval"], NAMED["semeval"]
LABELS = {0: "O", 1: "B-X", 2: "I-X", 3: "B-A"}
ROUNDINGS = {
    f"{digits}-{rule}-x{scale}"
    for scale, every in ((1, (1, 2, 3, 4)), (100, (0, 1, 2)))
    for digits in every
    for rule in ("binary", "half-even", "half-up")
}
TAGS = Question([["B-X", "I-X"]], [["B-X", "O"]], Form.TAGS, "IOB2")


def own(dialect: Dialect = BASE, **said: object) -> CallableImplementation:
    return CallableImplementation("own:metric", miniatures.sound, dialect, Calling.of(said))


def of_arrays(prediction: object) -> dict[str, float]:
    """Return nothing that depends on what it is given."""
    return {"f1": float(prediction is None)}


def by_id(changes: Iterable[DialectChange]) -> dict[str, DialectChange]:
    return {"+".join(cause.id for cause in change.causes): change for change in changes}


def tried(dialect: Dialect = BASE) -> dict[str, DialectChange]:
    return by_id(changes_tried(ReferenceImplementation("own", dialect), [dialect]))


def test_every_named_dialect_is_tried_in_the_scheme_of_the_data() -> None:
    base = BASE.set(scheme="BIOES")
    found = {name: one for name, one in tried(base).items() if name.startswith("dialect:")}
    others = {name: dialect for name, dialect in NAMED.items() if str(_in(dialect, "BIOES")) != str(base)}
    assert {*found} <= {f"dialect:{name}" for name in others}
    assert len(found) > len(others) - 3  # a policy may have no meaning in another scheme
    for name, change in found.items():
        dialect = _in(NAMED[name.removeprefix("dialect:")], "BIOES")
        assert dialect is not None
        assert str(change.declares) == str(dialect)
        assert {*change.choices} == {
            axis.attribute for axis in AXES if dialect.option(axis.name) != base.option(axis.name)
        }
        assert (change.weight, change.is_identity, change.mistakes) == (2, True, ())
        assert change.causes[0].title.startswith(f"It follows the dialect {name.removeprefix('dialect:')}, not ")


def _in(dialect: Dialect, scheme: str) -> Dialect | None:
    try:
        return dialect.set(scheme=scheme)
    except ValueError:
        return None


def test_every_rounding_that_people_use_is_tried_alone_and_with_the_mistake_that_shows_only_then() -> None:
    found = tried()
    assert {f"round:{rounding}" for rounding in ROUNDINGS} <= {*found}
    mistakes = [wrong.name for wrong in SCORING if wrong.bases == ROUNDED]
    assert mistakes
    pairs = {name for name in found if "+" in name}
    assert pairs == {f"round:{rounding}+{mistake}" for rounding in ROUNDINGS for mistake in mistakes}
    rounded = tried(BASE.set(round="2-half-up-x1"))
    assert "round:2-half-up-x1" not in rounded
    assert "round:exact" in rounded
    assert not [name for name in rounded if name.startswith("round:exact+")]


@pytest.mark.parametrize(
    ("option", "said"),
    [("4-half-up-x1", "2-half-up-x100"), ("2-binary-x1", "0-binary-x100"), ("1-half-even-x1", "0-half-even-x100")],
)
def test_a_rounding_of_a_metric_in_per_cent_speaks_of_what_it_returns(option: str, said: str) -> None:
    for scale, expected in ((1, option), (100, said)):
        found = by_id(changes_tried(own(scale=scale), [BASE]))[f"round:{option}"]
        assert found.choices == {"round": option}
        assert found.causes[0].title == sentence(BASE.set(round=expected), "round").rstrip(".")
        policy = by_id(changes_tried(own(scale=scale), [BASE]))["policy:discard"]
        assert policy.causes[0].title == sentence(BASE.set(policy="discard"), "policy").rstrip(".")


def test_a_scheme_weighs_more_than_another_choice_and_says_how_tags_are_read() -> None:
    found = tried()
    scheme = found["scheme:IO"]
    assert (scheme.weight, scheme.causes[0].title) == (2, "It reads the tags as IO")
    others = [one for name, one in found.items() if not name.startswith(("scheme:", "dialect:")) and one.choices]
    assert {one.weight for one in others if not one.mistakes} == {1}
    assert scheme.line.startswith('dialect = "')
    assert of_mistake(WRONG[0]).line == ""
    assert {change.causes[0].kind for change in others} == {CauseKind.CHOICE}


def test_mistakes_of_arrays_and_of_an_alignment_are_tried_where_there_is_one() -> None:
    names = {wrong.name for wrong in WRONG}
    arrays = {wrong.name for wrong in WRONG if wrong.of_arrays}
    aligned = {wrong.name for wrong in WRONG if wrong.bases == ALIGNED}
    assert names & {*tried()} == names - arrays - aligned
    assert names & {*tried(ALIGNING)} == names - arrays
    metric = CallableImplementation(
        "own:arrays", of_arrays, BASE, Calling.of({"input": "eval-prediction", "id2label": LABELS})
    )
    found = by_id(changes_tried(metric, [BASE]))
    assert names & {*found} == names - aligned
    of_labels = {name for name, one in found.items() if one.mistakes} - names - {*tried()}
    assert len(of_labels) >= 2
    assert all("labels-" in name for name in of_labels)
    assert all(found[name].mistakes for name in of_labels)


def test_bad_input_is_read_by_lenient_choices_and_mistakes_of_reading() -> None:
    found = by_id(lenient_changes(BASE))
    mistakes = [wrong.name for wrong in (*PARSING, *ACCEPTING) if not wrong.of_arrays]
    choices = [
        name
        for name, change in tried().items()
        if {*change.choices} <= {"bare", "outside", "unknown"} and change.choices and not change.is_identity
    ]
    assert [*found] == [*choices, *dict.fromkeys(mistakes)]


def around_seqeval(gold: list[list[str]], pred: list[list[str]]) -> dict[str, float]:
    return {"f1": f1_score(gold, pred)}


def test_quirks_of_the_modes_inside_a_function_and_each_mode_as_a_whole_are_tried() -> None:
    metric = CallableImplementation("own:around", around_seqeval, NAMED["seqeval"])
    found = by_id(changes_tried(metric, [NAMED["seqeval"]]))
    quirks = {name for name, one in found.items() if one.quirks and name.startswith("seqeval.")}
    assert quirks
    assert all(QUIRKS[name].belongs_to("seqeval:default") for name in quirks)
    assert "seqeval.strict-ioe1" not in quirks  # of another mode
    for name in quirks:
        change = found[name]
        assert (change.causes[0].title, change.weight) == (f"{QUIRKS[name].title} (seqeval)", 2)
        assert change.causes[0].kind is CauseKind.QUIRK
    wholes = {name: one for name, one in found.items() if name.startswith("library:seqeval")}
    assert {one.weight for name, one in wholes.items() if name.count(":") > 1} >= {4}
    assert all(one.is_identity and one.whole and one.causes[0].whose == "seqeval" for one in wholes.values())
    default = wholes["library:seqeval:default"]
    assert default.whole is not None
    assert (default.weight, default.causes[0].title) == (3, "It answers as seqeval:default does")
    answer = default.whole(TAGS)
    assert answer is not None
    assert {quirk.id for quirk in answer[1]} >= quirks
    assert all(quirk.belongs_to("seqeval:default") for quirk in answer[1])
    (library,) = resolve("seqeval:default")
    assert answer[0] == library.dialect(TAGS)
    assert default.declares is not None
    assert isinstance(default.pipeline(BASE, TAGS), Pipeline)


def test_the_quirks_of_a_library_itself_are_tried_in_its_mode_and_no_library_as_a_whole() -> None:
    (library,) = resolve("seqeval:strict")
    dialect = library.dialect(TAGS)
    assert not isinstance(dialect, Unsupported)
    found = by_id(changes_tried(library, [dialect]))
    quirks = {name: one for name, one in found.items() if one.quirks}
    assert quirks
    assert all(QUIRKS[name].belongs_to("seqeval:strict") for name in quirks)
    assert all(one.causes[0].title == QUIRKS[name].title for name, one in quirks.items())
    assert not [name for name in found if name.startswith("library:")]


def test_a_pipeline_without_quirks_is_made_once_for_a_dialect() -> None:
    change = tried()["policy:discard"]
    made = change.pipeline(BASE, TAGS)
    assert made is not None
    assert change.pipeline(BASE, TAGS) is made
    assert change.pipeline(BASE.set(zero="1"), TAGS) is not made
    assert made.dialect == BASE.set(policy="discard")
    none = replace(change, whole=lambda _: None, _kept={})
    assert none.pipeline(BASE, TAGS) is None
    whole = replace(change, whole=lambda _: (BASE.set(zero="1"), ()), _kept={})
    found = whole.pipeline(BASE, TAGS)
    assert found is not None
    assert found.dialect == BASE.set(zero="1", policy="discard")
