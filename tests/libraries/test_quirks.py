"""What holds for every quirk: it is shown by its smallest input, it fires where it changes anything, it is named."""

from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from itertools import product
from pkgutil import walk_packages

import pytest

from nerconform import libraries
from nerconform.base.errors import NerconformError
from nerconform.libraries.all_quirks import QUIRKS, quirks_of
from nerconform.libraries.library import folders
from nerconform.libraries.quirk import Given, LibraryRaises, Own, Quirk
from nerconform.reference.decoding import Side
from nerconform.reference.evaluation import Evaluation
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.refusals import IllegalGold, NotAnswered
from nerconform.reference.schemes import Scheme, violations_of
from nerconform.suite.clauses import load_clauses
from nerconform.suite.expectations import Number
from tests.libraries.asking_quirks import decoded, tags_of
from tests.reference.exhaustive import LETTERS, sequences
from tests.shares import one_in

TAGGED = {quirk.id: quirk for quirk in QUIRKS.values() if quirk.example.data is None}
"""The quirks that one unit of tags shows; of the others, `test_shown_data.py` speaks."""
every_quirk = pytest.mark.parametrize("quirk", TAGGED.values(), ids=TAGGED)


def unchanged(quirk: Quirk, scheme: Scheme) -> Pipeline:
    """Return the path to which the quirk is added."""
    return Pipeline.of(quirk.dialect(scheme))


def evaluated(quirk: Quirk, pipeline: Pipeline, gold: str, pred: str) -> tuple[object, dict[str, float | None]]:
    """Return POS, ACT and COR of one unit, or the exception, by name; and the measures that the quirk shows.

    A measure is undefined where its type has no row, and there is none where the input raises.
    """
    try:
        evaluation = pipeline.evaluate([gold.split()], [pred.split()])
    except (LibraryRaises, NerconformError) as error:
        return name_of(error), {}
    try:
        values = {measure: valued(evaluation, measure) for measure in quirk.example.numbers or {}}
    except (LibraryRaises, NerconformError):
        values = {}
    shown = {measure: None if value is None else float(value) for measure, value in values.items()}
    try:
        counts = evaluation.counts
    except (LibraryRaises, NerconformError) as error:
        return name_of(error), shown
    return (counts.pos, counts.act, counts.cor), shown


def name_of(error: LibraryRaises | NerconformError) -> str:
    """Return a predicted exception by its type, a refusal by its code."""
    return error.error if isinstance(error, LibraryRaises) else error.code


def valued(evaluation: Evaluation, measure: str) -> Number:
    """Return one number, `None` where its type has no row."""
    try:
        return evaluation.value(measure)
    except NotAnswered:
        return None


@every_quirk
def test_a_quirk_gives_what_its_smallest_input_shows(quirk: Quirk) -> None:
    shown, pipeline = quirk.example, quirk.pipeline(quirk.example.scheme)
    if shown.spans is not None:
        assert decoded(pipeline, shown.pred.split()) == sorted(map(tuple, shown.spans))
    counts, numbers = evaluated(quirk, pipeline, shown.gold, shown.pred)
    if shown.counts is not None:
        assert counts == shown.counts
    if shown.error:
        assert counts == shown.error
    if shown.numbers is not None:
        assert numbers == shown.numbers
    assert shown.spans is not None or shown.counts is not None or shown.error or shown.numbers


@pytest.mark.parametrize("quirk", [one for one in TAGGED.values() if one.example.right], ids=lambda one: one.id)
def test_what_would_be_right_is_what_the_reference_gives(quirk: Quirk) -> None:
    shown, pipeline = quirk.example, unchanged(quirk, quirk.example.scheme)
    right, (counts, numbers) = shown.right, evaluated(quirk, pipeline, shown.gold, shown.pred)
    assert right is not None
    assert right.spans is None or decoded(pipeline, shown.pred.split()) == sorted(map(tuple, right.spans))
    assert right.numbers is None or numbers == right.numbers
    if right.counts or right.error:
        assert counts == (right.counts or right.error)
    if not (shown.error or right.error):
        assert (right.spans is None, right.numbers is None) == (shown.spans is None, shown.numbers is None)


@every_quirk
def test_without_the_quirk_its_smallest_input_has_another_answer(quirk: Quirk) -> None:
    shown, with_, without = quirk.example, quirk.pipeline(quirk.example.scheme), unchanged(quirk, quirk.example.scheme)
    decodes = decoded(with_, shown.pred.split()) != decoded(without, shown.pred.split())
    sides = shown.gold, shown.pred
    assert decodes or evaluated(quirk, with_, *sides) != evaluated(quirk, without, *sides)


@every_quirk
def test_no_shorter_input_shows_the_quirk(quirk: Quirk) -> None:
    """Legal input is compared with legal input: that it is misread is worth a longer one."""
    shown = quirk.example
    with_, without = quirk.pipeline(shown.scheme), unchanged(quirk, shown.scheme)

    def is_legal(tags: tuple[str, ...]) -> bool:
        try:
            return not violations_of(shown.scheme, without.parse(tags))
        except NerconformError:
            return False

    shown_is_legal = is_legal(tuple(shown.pred.split()))
    alphabet = tags_of(shown.scheme)
    for length in range(len(shown.pred.split())):
        for gold, pred in product(product(alphabet, repeat=length), repeat=2):
            if shown_is_legal and not (is_legal(gold) and is_legal(pred)):
                continue
            sides = " ".join(gold), " ".join(pred)
            assert evaluated(quirk, with_, *sides) == evaluated(quirk, without, *sides), sides


def _hands_on(pipeline: Pipeline, tags: Sequence[str]) -> bool:
    """Whether a decoder hands something other than spans to a later step of the same quirk."""
    try:
        return isinstance(pipeline.decode(pipeline.parse(tags), Side.PRED), Own)
    except (LibraryRaises, NerconformError):
        return False


@pytest.mark.long
@pytest.mark.parametrize("quirk", one_in(2, TAGGED.values()), ids=lambda quirk: quirk.id)
def test_a_quirk_may_fire_wherever_it_changes_an_answer(quirk: Quirk) -> None:
    for scheme in quirk.schemes:
        with_, without = quirk.pipeline(scheme), unchanged(quirk, scheme)
        for tags in sequences(scheme, 3):
            given = Given([tags], [tags], quirk.dialect(scheme))
            if not quirk.fires(given):
                sides = " ".join(tags), " ".join(tags)
                if not _hands_on(with_, tags):
                    assert decoded(with_, tags) == decoded(without, tags), tags
                assert evaluated(quirk, with_, *sides) == evaluated(quirk, without, *sides), tags


@every_quirk
def test_a_quirk_fires_on_its_smallest_input_and_not_everywhere(quirk: Quirk) -> None:
    shown, dialect = quirk.example, quirk.dialect(quirk.example.scheme)
    letter = LETTERS[shown.scheme][0]
    assert quirk.fires(Given([shown.gold.split()], [shown.pred.split()], dialect))
    legal = {"BILOU": ["B-X", "I-X"], "BIOES": ["B-X", "E-X"]}.get(shown.scheme, [f"{letter}-X"])
    assert not all(quirk.fires(Given(unit, unit, dialect)) for unit in ([legal], [["O"]], [], [[("X", 0, 1)]]))


@every_quirk
def test_a_quirk_changes_no_units_of_o_but_where_it_says_so(quirk: Quirk) -> None:
    pipeline = quirk.pipeline(quirk.example.scheme)
    otherwise = {
        "allennlp.bmes-outside-as-span": (2, 2, 2),
        "conlleval-pl.hyphen-without-type": (2, 2, 2),
        "evaliob2-pl.dies-without-entities": "died",
        "evaliob2-pl.tag-depends-on-the-next": (2, 2, 2),
        "flair.one-span-has-no-scores": "not-answered",
    }
    assert evaluated(quirk, pipeline, "O O", "O O")[0] == otherwise.get(quirk.id, (0, 0, 0))


@pytest.mark.parametrize("quirk", QUIRKS.values(), ids=QUIRKS)
def test_a_quirk_names_a_clause_and_what_it_belongs_to(quirk: Quirk) -> None:
    assert quirk.clause in load_clauses()
    assert quirk.title
    assert quirk.prose.endswith(".")
    assert quirk.example.scheme in quirk.schemes
    version = quirk.versions.removeprefix("==").split()[0]
    assert quirk in quirks_of(quirk.library, version)
    assert quirk not in quirks_of(quirk.library, "99.9")
    assert quirk not in quirks_of("another", version)


def test_the_catalogue_holds_every_quirk_of_every_module_under_an_id_of_its_own() -> None:
    names = [module.name for module in walk_packages(libraries.__path__, f"{libraries.__name__}.")]
    modules = [import_module(name) for name in names if ".quirks" in name or name.rpartition(".")[2] in folders()]
    found = [quirk for module in modules for quirk in vars(module).values() if isinstance(quirk, Quirk)]
    found += [quirk for module in modules for quirk in getattr(module, "QUIRKS", ())]
    assert sorted({quirk.id for quirk in found}) == sorted(QUIRKS)


def test_versions_are_a_specifier_or_revisions() -> None:
    released, revisions = QUIRKS["seqscore.iob-without-discard"], QUIRKS["ncrfpp.letters-anywhere"]
    assert released.covers("seqscore", "0.9.0")
    assert not released.covers("seqscore", "0.8.0")
    assert revisions.covers("NCRF++", "191e291")
    assert not revisions.covers("NCRF++", "ab82b68")


def test_a_predicted_exception_is_no_refusal() -> None:
    pipeline = QUIRKS["seqscore.iob-without-discard"].pipeline(Scheme.IOB1)
    with pytest.raises(LibraryRaises, match=r"^ValueError$"):
        pipeline.evaluate([["O"]], [["B-X"]])
    assert not issubclass(LibraryRaises, NerconformError)


def test_illegal_gold_is_still_refused_where_the_quirk_speaks_of_legal_gold() -> None:
    pipeline = QUIRKS["dilated-cnn-ner.next-tag-must-not-go-on"].pipeline(Scheme.BILOU)
    with pytest.raises(IllegalGold):
        pipeline.evaluate([["I-X"]], [["U-X"]])


@pytest.mark.parametrize("quirk", QUIRKS.values(), ids=QUIRKS)
def test_a_quirk_that_is_asked_about_tags_breaks_nothing(quirk: Quirk) -> None:
    """Also one that is about spans, or about data as they are passed in."""
    dialect = quirk.dialect(quirk.example.scheme)
    for gold, pred in (([], []), ([[]], [[]]), ([["B-X"]], [["B-X"]]), ([["B-X", "I-X"], []], [["O", "B-X"], []])):
        pipeline = quirk.on(Given(gold, pred, dialect))(Pipeline.of(dialect))
        with suppress(NerconformError, LibraryRaises):
            assert isinstance(pipeline.evaluate(gold, pred, outcomes=True), Evaluation)
