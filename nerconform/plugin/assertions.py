"""Assertions: what tests of models say about tags and scores. Each fails with the reason, and no traceback inside."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest

from nerconform.api import evaluate, resolve, violations
from nerconform.asking.observation import Printed
from nerconform.asking.question import Form
from nerconform.base.errors import NerconformError
from nerconform.diagnosis.versus import versus_of
from nerconform.diagnosis.ways import options_of
from nerconform.files.validate_files import validate_files
from nerconform.formats.read import read
from nerconform.formats.reader_options import ReaderOptions
from nerconform.products.check.suite_run import prepared
from nerconform.products.search.classes import searches_record
from nerconform.products.search.data_search import Data, search_data
from nerconform.reference.dialect import AXES, Dialect
from nerconform.reference.evaluation import Evaluation
from nerconform.reference.measures import Measure
from nerconform.reference.outcomes import Schema
from nerconform.reference.refusals import MalformedSignature, UnknownMeasure
from nerconform.reference.schemes import scheme_of
from nerconform.reference.signature import Signature, parse_signature
from nerconform.reporting.report_writers import printed
from nerconform.reporting.search_text import print_searches
from nerconform.reporting.validation_text import print_validation
from nerconform.results.search_result import Search
from nerconform.suite.agreement import agrees


class Reference:
    """The reference: scores, and the signatures that say by which rules."""

    @staticmethod
    def evaluate(gold: object, pred: object, dialect: str = "conlleval", scheme: str | None = None) -> Evaluation:
        """Return every measure of a dialect, as `nerconform.evaluate` does."""
        return evaluate(gold, pred, dialect, scheme)

    @staticmethod
    def signature(dialect: str = "conlleval", measure: str = "strict.micro.f1", scheme: str | None = None) -> str:
        """Return the signature of one measure of a dialect, for `assert_score` and for a paper."""
        return str(Signature(resolve(dialect, scheme), Measure.parse(measure)))


_RATIOS = ("precision", "recall", "f1")
_MAX_PLACES = 20


def assert_legal(tags: Any, scheme: str = "IOB2") -> None:  # noqa: ANN401 - one unit of tags, or several
    """Fail where tags break the transitions of their scheme (DEC-3). Raises the errors of tags that cannot be read."""
    __tracebackhide__ = True
    alone = all(isinstance(tag, str) for tag in tags)
    found = [
        (number, violation)
        for number, unit in enumerate([tags] if alone else tags)
        for violation in violations(list(unit), scheme)
    ]
    if not found:
        return
    places = [
        f"  {'' if alone else f'sentence {number}, '}position {violation.position}: {violation}"
        for number, violation in found
    ]
    more = [f"  and {len(places) - _MAX_PLACES} more"] if len(places) > _MAX_PLACES else []
    count = f"{len(places)} illegal tag{'' if len(places) == 1 else 's'}"
    raise AssertionError("\n".join([f"{count} in {scheme_of(scheme)}:", *places[:_MAX_PLACES], *more]))


def assert_score(gold: object, pred: object, *, signature: str, **numbers: str) -> None:
    """Fail where a number, or the rules by which it was counted, are no longer those that are pinned."""
    __tracebackhide__ = True
    pinned = _pinned(signature)
    if not numbers or not set(numbers) <= set(_RATIOS):
        hint = "Pass at least one of the three: assert_score(gold, pred, signature=..., f1='0.8853')."
        raise UnknownMeasure(
            f"assert_score checks precision, recall and f1, not {', '.join(numbers) or 'no number'}", hint=hint
        )
    evaluation = evaluate(gold, pred, pinned.dialect)
    like = pinned.measure or Measure(Schema.STRICT, "micro", "f1")
    wrong = {
        like._replace(quantity=name): (text, evaluation.value(like._replace(quantity=name)))
        for name, text in numbers.items()
        if not _is(evaluation.value(like._replace(quantity=name)), str(text))
    }
    if wrong:
        raise AssertionError("\n".join(_changed(wrong, evaluation, gold, pred)))


def _pinned(text: str) -> Signature:
    """Return the signature that is pinned. Raises `AssertionError` where it speaks of other rules than today's."""
    __tracebackhide__ = True
    try:
        return parse_signature(text)
    except MalformedSignature as error:
        if "spec" not in error.message:
            raise
        words = f"The rules have changed: {error.message}. The number cannot be compared. {error.hint}"
        raise AssertionError(words) from None


def _is(value: Fraction | int | None, text: str) -> bool:
    return agrees(value, Printed(text))


def _changed(
    wrong: dict[Measure, tuple[str, Fraction | int | None]], evaluation: Evaluation, gold: object, pred: object
) -> list[str]:
    """Return what has changed: the number under the same rules, or else the rules that would give the pinned one."""
    lines = ["The score has changed; the rules are those of the signature:"]
    for measure, (text, value) in wrong.items():
        shown = "undefined" if value is None else f"{value} = {float(value):.6f}"
        lines.append(f"  {measure}: pinned {text}, now {shown}")
    counts = evaluation.counts
    lines.append(f"  counts now: tp {counts.tp}, fp {counts.fp}, fn {counts.fn}")
    others = _others(evaluation.dialect, {measure: text for measure, (text, _) in wrong.items()}, gold, pred)
    if others:
        lines.append(f"The pinned number is what {' or '.join(others)} gives on these data: were these the rules?")
    else:
        lines.append("No other single choice gives the pinned number, so the data or the predictions have changed.")
    lines.append(f"signature: {Signature(evaluation.dialect, next(iter(wrong)))}")
    return lines


def _others(dialect: Dialect, pinned: dict[Measure, str], gold: object, pred: object) -> list[str]:
    """Return the single choices under which these data have the pinned numbers."""
    found = []
    for axis in AXES:
        for option in options_of(axis, given="given{PER}"):
            try:
                other = evaluate(gold, pred, dialect.set(**{axis.attribute: option}))
                same = all(_is(other.value(measure), text) for measure, text in pinned.items())
            except NerconformError:
                continue
            if same:
                found.append(f"{axis.name}:{option}")
    return found[:3]


def assert_same_score(metric_a: object, metric_b: object, gold: object, pred: object, *, scheme: str = "IOB2") -> None:
    """Fail where two metrics differ on these data, with the units that show it and the causes."""
    __tracebackhide__ = True
    left, right = (prepared([one]).implementations for one in (metric_a, metric_b))  # type: ignore[list-item]
    units, others = list(cast("list[Any]", gold)), list(cast("list[Any]", pred))
    tagged = all(isinstance(item, str) for unit in units for item in unit)
    places = [f"sentence {number}" for number in range(len(units))]
    data = Data(units, others, places, "these data", Form.TAGS if tagged else Form.SPANS)
    searches = tuple(_searched(one, data, scheme) for one in versus_of(left, right))
    if any(search.divergent or search.untried for search in searches):
        found = searches_record(searches)
        raise AssertionError(printed(lambda console: print_searches(found, console)).rstrip())


def _searched(versus: Any, data: Data, scheme: str) -> Search:  # noqa: ANN401 - either kind
    return search_data(versus, data, str(scheme_of(scheme)))


_FORM = 'Write @pytest.mark.ner_data("data/train.conll", scheme="BIOES"), with pred="..." for predictions.'


_PLAIN = ReaderOptions()


@dataclass(frozen=True, slots=True)
class DataFile:
    """One file, or gold with its predictions, and how its tags are written."""

    path: Path
    scheme: str
    pred: Path | None = None
    options: ReaderOptions = _PLAIN

    def __str__(self) -> str:
        """Return what the item is called."""
        return self.path.name if self.pred is None else f"{self.path.name}~{self.pred.name}"

    def fault(self) -> str:
        """Return what is wrong, with file and line; nothing where all is right."""
        try:
            if self.pred is not None:
                for _ in read(self.path, self.pred, self.options):
                    pass
                return ""
            found = validate_files([self.path], scheme_of(self.scheme), None, self.options)
        except NerconformError as error:
            return f"{error.place}: {error.message}. {error.hint}"
        return "" if found.legal else printed(partial(print_validation, found))


def parametrize(metafunc: pytest.Metafunc) -> None:
    """Make an item of each file that the marker names. Raises `CollectError`."""
    marker = metafunc.definition.get_closest_marker("ner_data")
    if marker is None:
        return
    files = list(_files(marker, metafunc.config.rootpath, metafunc.definition.path.parent))
    if "ner_data" not in metafunc.fixturenames:
        metafunc.fixturenames.append("ner_data")
    metafunc.parametrize("ner_data", files, ids=[str(one) for one in files], indirect=True)


def look(item: pytest.Function) -> None:
    """Fail where the file of an item is not what its marker says."""
    file = cast("DataFile", item.callspec.params["ner_data"])
    fault = file.fault()
    if fault:
        pytest.fail(fault, pytrace=False)


def _files(marker: pytest.Mark, root: Path, folder: Path) -> Iterator[DataFile]:
    """Yield each file that is named, and each pair of gold and predictions after its two files."""
    more: dict[str, Any] = dict(marker.kwargs)
    scheme, pred = more.pop("scheme", "IOB2"), more.pop("pred", None)
    try:
        scheme_of(scheme)
        options = ReaderOptions(**more)
    except (NerconformError, TypeError) as error:
        raise _refused(str(error)) from None
    paths = [path for name in marker.args for path in _found(name, root, folder)]
    if not paths:
        raise _refused("no file is given")
    preds = [] if pred is None else _found(pred, root, folder)
    for path in (*paths, *preds):
        yield DataFile(path, scheme, None, options)
    if preds:
        if len(paths) != 1 or len(preds) != 1:
            raise _refused("pred= needs exactly one gold file and one file of predictions")
        yield DataFile(paths[0], scheme, preds[0], options)


def _found(name: object, root: Path, folder: Path) -> Sequence[Path]:
    """Return the files of a path or a pattern, relative to the root of the run, or to the file of the test."""
    for home in (root, folder):
        path = home / str(name)
        if path.is_file():
            return [path]
        if not Path(str(name)).is_absolute() and (
            found := sorted(one for one in home.glob(str(name)) if one.is_file())
        ):
            return found
    raise _refused(f"there is no file {name} in {root} or {folder}")


def _refused(message: str) -> pytest.Collector.CollectError:
    return pytest.Collector.CollectError(f"ner_data: {message}. {_FORM}")
