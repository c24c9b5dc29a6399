"""Release answers: every release of a library, in its own environment, asked golden cases and random questions."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import cycle, product
from pathlib import Path
from typing import Any

from hypothesis.strategies import SearchStrategy
from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.version import InvalidVersion, Version

from nerconform.asking import records
from nerconform.asking.external import External
from nerconform.asking.messages import Fault
from nerconform.asking.process import Limits, require_groups
from nerconform.asking.question import Ask, Form, Part, Question
from nerconform.base.bounds import MAX_DIGITS
from nerconform.base.errors import NerconformError
from nerconform.base.plain_text import short
from nerconform.diagnosis.divergence import differences
from nerconform.diagnosis.prediction import Predictor
from nerconform.libraries.all_quirks import QUIRKS
from nerconform.libraries.library import Mode
from nerconform.libraries.registry import Recipe, recipe_of
from nerconform.products.releases import environments as pip
from nerconform.products.releases.environments import Environment, NotInstallable, cache_folder, environment
from nerconform.products.releases.released import Asked, Causes, Released, between, counted, shared, unrefused
from nerconform.reference.measures import AVERAGES, Measure
from nerconform.reference.outcomes import FOUR, Schema
from nerconform.reference.spans import Span
from nerconform.reference.words import ABOUT
from nerconform.results.releases_result import Change, Example, LibraryReleases, ModeRow, Reach, ReleaseRow, Releases
from nerconform.results.values import Cause, CauseKind
from nerconform.suite.cases import CaseKind, load_suite
from nerconform.suite.known import KnownDivergences, load_known
from nerconform.suite.sampling import draw
from nerconform.suite.strategies import corpora, span_corpora
from nerconform.version import SPEC_VERSION, __version__

_SCHEMES = ("IOB2", "IOB2", "IOB2", "IOB1", "IOE2", "BIOES", "BILOU")
_SIDES = (("legal", "any"), ("legal", "legal"), ("any", "any"), ("legal", "any"), ("malformed", "malformed"))
_QUANTITIES = ("precision", "recall", "f1", "pos")
_OUTCOMES = ("cor", "inc", "par", "mis", "spu")
_Corpus = tuple[list[Any], list[Any]]
_APART = 1000
_EVERY_SPANS = 4
"""One question in so many is about spans."""


def differential(count: int, seed: int) -> tuple[Question, ...]:
    """Return so many questions about random tags and spans, legal, illegal and malformed, drawn from a seed.

    Each asks every number that a release may answer, of every type that occurs; every third one by the report.
    """
    of_spans = count // _EVERY_SPANS
    of_tags = count - of_spans
    drawn: list[tuple[Form, str, _Corpus]] = []
    pairs = tuple(product(_SCHEMES, _SIDES))
    for index, (scheme, (gold, pred)) in enumerate(pairs):
        share = of_tags // len(pairs) + (index < of_tags % len(pairs))
        found = _draws(corpora(scheme, gold=gold, pred=pred), share, seed * _APART + index)
        drawn += ((Form.TAGS, scheme, corpus) for corpus in found)
    drawn += ((Form.SPANS, "IOB2", corpus) for corpus in _draws(span_corpora(), of_spans, seed * _APART + len(pairs)))
    asks = cycle((Ask.SCORES, Ask.SCORES, Ask.REPORT))
    return tuple(
        _question(gold, pred, form, scheme, ask) for (form, scheme, (gold, pred)), ask in zip(drawn, asks, strict=False)
    )


def _draws(strategy: SearchStrategy[Any], count: int, seed: int) -> list[_Corpus]:
    """Return the first draws of a strategy from a seed, but for the simplest, which is the first each time."""
    found: list[_Corpus] = []
    if count:
        draw(strategy, count + 1, seed, found.append)
    return found[1 : count + 1]


def _question(gold: object, pred: object, form: Form, scheme: str, ask: Ask) -> Question:
    """Return the question about a corpus."""
    kinds = sorted(_kinds((gold, pred), form))
    measures = [
        *(Measure(Schema.STRICT, *pair) for pair in product(AVERAGES, _QUANTITIES)),
        *(Measure(schema, "micro", name) for schema, name in product(FOUR, (*_QUANTITIES, *_OUTCOMES))),
        *(Measure.of_type(schema, *pair) for schema in FOUR for pair in product(kinds, (*_QUANTITIES, *_OUTCOMES))),
    ]
    return Question(gold, pred, form, scheme, {}, ask, frozenset(measures), frozenset({Part.SPANS, Part.ROWS}))


def _kinds(sides: Iterable[object], form: Form) -> set[str]:
    """Return the types that the corpus writes: those of its spans, or what follows the first hyphen of its tags."""
    items = [item for side in sides for unit in _units(side) for item in unit]
    if form is Form.SPANS:
        return {item.type for item in items if isinstance(item, Span)}
    return {str(tag).partition("-")[2] for tag in items} - {""}


def _units(side: object) -> Sequence[Sequence[object]]:
    return side if isinstance(side, list) else []


ReleasesProgress = Callable[[str, int, int], None]
"""Is called with what is being done, how much of it is done, and how much there is."""
_COMPARISONS = frozenset("<>=!~")
"""With these a range of versions begins."""
_Key = tuple[str, str, Causes, Causes, Causes, Causes]


class NoSuchRelease(NerconformError):
    """A version that is asked for is none."""

    code = "no-such-release"


@dataclass(frozen=True, slots=True)
class Plan:
    """What is asked, where environments are kept, and how long an answer may take."""

    asked: tuple[Asked, ...]
    pinned: KnownDivergences
    cache: Path
    limits: Limits
    progress: ReleasesProgress | None = None

    def tell(self, what: str, done: int, total: int) -> None:
        """Tell how far it is, if anybody wants to know."""
        if self.progress:
            self.progress(what, done, total)


def releases(  # noqa: PLR0913 - what a caller may want to fix, each with a default
    *libraries: str,
    versions: Sequence[str] = (),
    examples: int = 200,
    seed: int = 0,
    cache: Path | None = None,
    dialect: str = "",
    limits: Limits = Limits(),  # noqa: B008 - a named tuple
    progress: ReleasesProgress | None = None,
) -> Releases:
    """Return what every release of these libraries answers, and where an answer changed.

    A library is one that the kit knows, or `DISTRIBUTION=module:function`, which is held to `dialect`. Releases are
    all that pip lists, or `versions`, some of which may be limits of a range (`>=1.0`). Environments are kept in
    `cache`. Raises `CannotStart` on Windows, `UnknownImplementation`, `NoPip` where pip lists nothing, or
    `NoSuchRelease`; a release that cannot be installed has a row that says why.
    """
    require_groups("nerconform releases", ", or check the release that is installed: nerconform check LIBRARY")
    recipes = [recipe_of(text, dialect) for text in libraries]
    suite = load_suite()
    golden = [Asked(case.id, case.question, case) for case in suite.cases]
    random = [Asked(f"random-{number}", one) for number, one in enumerate(differential(examples, seed), start=1)]
    plan = Plan((*golden, *random), load_known(), cache_folder(cache), limits, progress)
    found = tuple(_library(recipe, versions, plan) for recipe in recipes)
    return Releases(found, __version__, SPEC_VERSION, suite.version, examples, seed)


def _library(recipe: Recipe, versions: Sequence[str], plan: Plan) -> LibraryReleases:
    """Ask every release of one library, oldest first."""
    found = _releases(recipe, versions)
    rows, answered = [], defaultdict[str, list[Released]](list)
    for index, release in enumerate(found):
        plan.tell(f"{recipe.library} environments", index, len(found))
        row = _release(recipe, release, plan, answered)
        rows.append(row)
    plan.tell(f"{recipe.library} environments", len(found), len(found))
    comparison = _Comparison(plan)
    for mode in recipe.modes:
        comparison.compare(mode.name, answered[mode.name])
    filled = tuple(_filled(row, answered) for row in reversed(rows))
    changes = tuple(comparison.changes)
    return LibraryReleases(recipe.library, filled, changes, tuple(comparison.reaches), _causes(filled, changes, plan))


def _releases(recipe: Recipe, versions: Sequence[str]) -> list[str]:
    """Return the releases in their order: those that are named, and all in the range if there is one.

    Raises `NoSuchRelease`, or `NoPip`.
    """
    limits = [text for text in versions if text[:1] in _COMPARISONS]
    named = {*versions} - {*limits}
    hint = "Write releases, --versions 1.2.0,1.2.2, or a range, --versions '>=1.0,<1.2'."
    if long := next((text for text in versions if len(text) > MAX_DIGITS), ""):
        message = f"the version {short(long)} has more than {MAX_DIGITS} characters, which is the limit"
        raise NoSuchRelease(message, place="--versions", hint=hint)
    try:
        listed = {*pip.releases(recipe.library), *recipe.unlisted} if limits or not named else set()
        found = sorted({*named, *SpecifierSet(",".join(limits)).filter(listed)}, key=Version)
    except (InvalidVersion, InvalidSpecifier) as error:
        raise NoSuchRelease(str(error), place="--versions", hint=hint) from None
    if not found:
        hint = f"Name some of these: --versions {','.join(sorted(listed, key=Version))}."
        message = f"no release of {recipe.library} is in the range {','.join(limits)}"
        raise NoSuchRelease(message, place="--versions", hint=hint)
    return found


def _release(recipe: Recipe, release: str, plan: Plan, answered: dict[str, list[Released]]) -> ReleaseRow:
    """Install one release and ask it in every mode; the answers go to `answered`."""
    try:
        found = environment(recipe, release, plan.cache)
    except NotInstallable as error:
        return ReleaseRow(release, reason=error.message)
    modes = tuple(_mode(recipe, mode, found, plan, answered[mode.name]) for mode in recipe.modes)
    return ReleaseRow(release, found.runs, modes=modes)


def _mode(recipe: Recipe, mode: Mode, found: Environment, plan: Plan, answered: list[Released]) -> ModeRow:
    """Ask one release in one mode."""
    if Version(found.release) < Version(mode.since):
        return ModeRow(mode.name, reason=f"{recipe.library} {mode.since} is the first that has this mode")
    try:
        implementation = External(found.command(mode, plan.cache, recipe.dialect), plan.limits, mode.name)
    except Fault as fault:
        return ModeRow(mode.name, reason=fault.message)
    with implementation:
        one = Released(found.release, implementation, plan.pinned)
        for number, asked in enumerate(plan.asked):
            plan.tell(f"{mode.name} {found.release}", number, len(plan.asked))
            one.ask(asked)
        for name in one.observations:
            one.causes(name)
    plan.tell(f"{mode.name} {found.release}", len(plan.asked), len(plan.asked))
    answered.append(one)
    return ModeRow(mode.name)


def _filled(row: ReleaseRow, answered: dict[str, list[Released]]) -> ReleaseRow:
    """Return the row of a release with what came of its modes."""
    modes = []
    for mode in row.modes:
        one = next((each for each in answered[mode.name] if each.release == row.release), None)
        modes.append(_summary(one, mode.name) if one else mode)
    return ReleaseRow(row.release, row.python, row.reason, tuple(modes))


def _summary(one: Released, mode: str) -> ModeRow:
    """Return how one release did in one mode."""
    found = {name: one.causes(name) for name in one.observations}
    explained = {name: causes for name, causes in found.items() if causes}
    reasons = Counter(one.unsupported.values())
    return ModeRow(
        mode,
        verdicts={str(verdict): number for verdict, number in sorted(one.verdicts.items())},
        asked=len(found),
        declared=sum(causes == () for causes in found.values()),
        explained=len(explained),
        causes=counted(explained),
        unsupported=dict(sorted(reasons.items(), key=lambda item: (-item[1], item[0]))),
    )


@dataclass(slots=True)
class _Comparison:
    """What changed from one release to the next that takes the same question."""

    plan: Plan
    changes: list[Change] = field(default_factory=list)
    reaches: list[Reach] = field(default_factory=list)
    _predictor: Predictor = field(default_factory=Predictor)

    def compare(self, mode: str, releases: Sequence[Released]) -> None:
        """Compare the releases of one mode, oldest first; each question with the last release that took it."""
        last: dict[str, Released] = {}
        for one in releases:
            one.settle(releases)
        for index, after in enumerate(releases):
            self.plan.tell(f"{mode} changes", index, len(releases))
            groups: dict[_Key, list[tuple[Asked, Released]]] = defaultdict(list)
            for asked in self.plan.asked:
                before = last.get(asked.name)
                if asked.name not in after.observations:
                    continue
                if before is not None and not after.same(before, asked.name):
                    groups[self._key(before, after, asked.name)].append((asked, before))
                last[asked.name] = after
            self.changes += (self._change(mode, key, found, after) for key, found in groups.items())
            if index:
                self.reaches += _reaches(mode, releases[index - 1], after)
        for one in releases:
            one.close()

    def _key(self, before: Released, after: Released, name: str) -> _Key:
        """Return the two releases and the causes of the change."""
        old, new = before.causes(name), after.causes(name)
        head = before.release, after.release
        if old is None or new is None:
            return (*head, (), (), (), ())
        gone = tuple(cause for cause in old if cause not in new)
        came = tuple(cause for cause in new if cause not in old)
        choices = () if gone or came else between(before, after, name, self._predictor)
        return (*head, gone, came, choices, () if gone or came or choices else new)

    def _change(self, mode: str, key: _Key, found: Sequence[tuple[Asked, Released]], after: Released) -> Change:
        """Return the change of a group of questions, shown on the smallest."""
        smallest, before = min(found, key=lambda one: _rank(one[0]))
        golden = sum(asked.case is not None for asked, _ in found)
        example = _example(smallest, before, after)
        return Change(mode, *key, golden=golden, random=len(found) - golden, example=example)


def _reaches(mode: str, before: Released, after: Released) -> Iterator[Reach]:
    """Yield what one release takes and the one before does not, and the other way round."""
    for gained, old, new in ((True, before, after), (False, after, before)):
        found = Counter(reason for name, reason in old.unsupported.items() if name in new.observations)
        for reason, questions in sorted(found.items()):
            yield Reach(mode, before.release, after.release, gained, reason, questions)


def _example(asked: Asked, before: Released, after: Released) -> Example:
    name, question = asked.name, asked.question
    both = shared(before.questions[name], after.questions[name])
    different = differences(both, before.observations[name], after.observations[name])
    gold, pred = (records.units(side, question.form) for side in (question.gold, question.pred))
    scheme = "" if question.form.endswith("spans") else question.scheme
    return Example(name, str(question.ask), gold, pred, different, scheme, dict(question.choices))


def _rank(asked: Asked) -> tuple[bool, int, str]:
    """Return a key by which the question comes first that shows most: bad input last, then the smallest."""
    question = asked.question
    return question.form.startswith("raw"), len(repr((question.gold, question.pred))), asked.name


def _causes(rows: Sequence[ReleaseRow], changes: Sequence[Change], plan: Plan) -> tuple[Cause, ...]:
    """Return every cause that is named, by its id, and what each choice is about that has changed."""
    named = {cause for row in rows for mode in row.modes for cause in mode.causes}
    named |= {cause for change in changes for cause in (*change.gone, *change.new, *change.kept)}
    found = {cause.id: Cause(cause.id, CauseKind.KNOWN, cause.title) for cause in plan.pinned}
    found |= {name: Cause(name, CauseKind.QUIRK, quirk.title) for name, quirk in QUIRKS.items()}
    for asked in plan.asked:
        if asked.case is not None and asked.case.kind is CaseKind.CONTRACT:
            name, code = unrefused(asked.case), asked.case.expectations[0].refused
            title = f"bad input ({code.replace('-', ' ')}) gets a score instead of an error"
            found[name] = Cause(name, CauseKind.QUIRK, title)
    choices = {choice for change in changes for choice in change.choices}
    found |= {choice: Cause(choice, CauseKind.CHOICE, ABOUT[choice.partition(":")[0]]) for choice in choices}
    return tuple(found[name] for name in sorted(named | choices) if name in found)
