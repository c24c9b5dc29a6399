"""Validate files: every illegal transition of files, by file and line, and the schemes in which there would be none."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from itertools import chain, pairwise, product
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace as replace_fields

from nerconform.api import resolve
from nerconform.base.bounds import STDIN
from nerconform.base.errors import NerconformError
from nerconform.engines.choice import NotServed
from nerconform.files.count_files import FEW
from nerconform.files.original_spans import original_spans
from nerconform.files.score_files import line_of, unit_of
from nerconform.formats.byte_files import shown
from nerconform.formats.file_errors import NoTags
from nerconform.formats.read import read
from nerconform.formats.reader_options import ReaderOptions
from nerconform.formats.record import FileSide as Wanted
from nerconform.formats.record import Record, is_mentions, is_spans, layers_of
from nerconform.formats.source import BytesProgress
from nerconform.reference.decoding import Side
from nerconform.reference.dialect import Dialect
from nerconform.reference.locating import TextCounts, text_counts
from nerconform.reference.options import Affix, Location
from nerconform.reference.refusals import NoText, UnknownOption
from nerconform.reference.schemes import Mark, Scheme, Violation, prefix_of, scheme_of, violations_of
from nerconform.reference.tags import parser
from nerconform.results.score_result import TextsFound
from nerconform.results.tagged_files import FindingKind, SideFindings, TagFinding, TagForm, Validation
from nerconform.version import SPEC_VERSION, __version__

if TYPE_CHECKING:
    from nerconform.engines.cells import Adjacent

AXES = ("affix", "delimiter")
"""The choices that say how a tag is written; any other would hide what is to be found."""
_DELIMITERS = ("-", "_", "/", ":", "|", ".")
_PLAIN = ReaderOptions()
_ALIGNED = Dialect(location=Location.ALIGNED)
_UNREADABLE = {
    "malformed-tag": (FindingKind.BARE, "TAG-5"),
    "unknown-prefix": (FindingKind.UNKNOWN, "TAG-6"),
    "empty-tag": (FindingKind.EMPTY, "TAG-8"),
}

Pair = tuple[str | None, str | None]
"""A tag and the one after it; `None` is the start or the end of a unit."""


class _Fault(NamedTuple):
    """What is wrong with a tag or a pair of tags, wherever it stands."""

    kind: FindingKind
    clause: str
    message: str
    look: str


def validate(
    files: "str | Path | Sequence[str | Path]",
    scheme: str = "IOB2",
    *,
    original: "str | Path | None" = None,
    choices: Mapping[str, str] | None = None,
    options: ReaderOptions = _PLAIN,
) -> Validation:
    """Return what is illegal in files of tags, as `nerconform validate` does: by file and line, with the clause.

    `original` is the file from which the one file was made: then the result says which of its entities were lost, cut
    or doubled, too. Raises as `validate_files`.
    """
    named = [files] if isinstance(files, str | Path) else files
    source = None if original is None else Path(original)
    return validate_files([Path(file) for file in named], scheme_of(scheme), choices, options, original=source)


def validate_files(  # noqa: PLR0913 - what is read, how, and what it is held against
    files: Sequence[Path],
    scheme: Scheme,
    choices: Mapping[str, str] | None = None,
    options: ReaderOptions = _PLAIN,
    progress: BytesProgress | None = None,
    *,
    original: Path | None = None,
    jobs: int = 1,
) -> Validation:
    """Return what is illegal in these files, looked at in `jobs` processes; `told` is told how many bytes were read.

    With `original`, the spans of that file are held against those of the one file.

    Memory grows with what is illegal, not with the files. `choices` say how tags are written (`affix`, `delimiter`).
    Raises the errors of the formats, `NoTags`, and `UnknownOption` for another choice.
    """
    dialect = dialect_of(scheme, choices)
    if jobs > 1 and not why_alone(files):
        from nerconform.base.worker_pool import results_of  # noqa: PLC0415 # slow to load, seldom wanted

        work = partial(findings_of, str(dialect), options)
        sides = tuple(chain.from_iterable(_sized(files, results_of(work, files, jobs), progress)))
    else:
        sides = tuple(chain.from_iterable(_file(file, dialect, options, progress) for file in files))
    legal = not any(side.findings for side in sides)
    held = None if original is None else original_spans(original, files[0], dialect, options)
    return Validation(tool=__version__, spec=SPEC_VERSION, scheme=str(scheme), legal=legal, sides=sides, original=held)


def why_alone(files: Sequence[Path]) -> str:
    """Return why one process looks at all of these files, or nothing."""
    if len(files) == 1:
        return "there is one file"
    return "only one process can read standard input" if STDIN in files else ""


def findings_of(dialect: str, options: ReaderOptions, file: Path) -> list[SideFindings]:
    """Return what is to be said of each side of a file, in a process of its own. Raises as `validate_files`."""
    return list(_file(file, resolve(dialect), options, None))


def _sized(
    files: Sequence[Path], found: Iterator[list[SideFindings]], progress: BytesProgress | None
) -> Iterator[list[SideFindings]]:
    """Pass on what was found in each file, and say how many bytes it has."""
    for file, sides in zip(files, found, strict=True):
        yield sides
        if progress is not None and file.is_file():
            progress(file.stat().st_size)


def dialect_of(scheme: Scheme, choices: Mapping[str, str] | None = None) -> Dialect:
    """Return the dialect that reads tags that are written so. Raises `UnknownOption` for a choice of another axis."""
    for axis in choices or ():
        if axis not in AXES:
            hint = (
                f"Remove --set {axis}={(choices or {})[axis]}. validate takes affix (--set affix=suffix: the prefix "
                "comes after the type) and delimiter (--set delimiter=_)."
            )
            raise UnknownOption(
                f"validate only checks how tags are written, and --set {axis}=... is a rule of scoring",
                hint=hint,
            )
    return Dialect(scheme=scheme).set(**(choices or {}))


def _file(
    file: Path, dialect: Dialect, options: ReaderOptions, progress: BytesProgress | None
) -> Iterator[SideFindings]:
    """Return what is to be said of each side that a file has."""
    rules = _Rules(dialect)
    try:
        sides = _by_blocks(file, rules, options, progress)
    except NotServed:
        sides = {side: _FileWalk(rules, side) for side in Side}
        for record in read(file, None, options, progress):
            for side, tags in ((Side.GOLD, record.gold), (Side.PRED, record.pred)):
                if is_mentions(tags):
                    sides[side].mentions(record)
                elif tags is not None and not (
                    is_spans(tags) and (is_mentions(record.gold) or is_mentions(record.pred))
                ):
                    sides[side].unit(record, layers_of(tags) or (tags,))
    both = sides[Side.PRED].units > 0
    for side, walk in sides.items():
        if walk.units or (side is Side.GOLD and not both):
            yield walk.found(str(file), str(side) if both else "tags")


def _by_blocks(
    file: Path, rules: "_Rules", options: ReaderOptions, progress: BytesProgress | None
) -> "Mapping[Side, _FileWalk]":
    """Look at a large file of plain columns. Raises `NotServed` for any other."""
    if not (file.is_file() and file.stat().st_size > FEW and find_spec("numpy")):
        raise NotServed("the input is small, or NumPy is not installed")
    from nerconform.engines.cells import Adjacent  # noqa: PLC0415
    from nerconform.formats.blocks import ReadPlan, TagLexicon  # noqa: PLC0415

    plan, texts = ReadPlan.of(file, options, Wanted.BOTH), _Texts()
    lexicon, sides = TagLexicon(texts), {side: _FileWalk(rules, side) for side in Side}
    for line, cells in plan.blocks(progress):
        lines = cells.lines + line
        for side, column in ((Side.GOLD, plan.columns.gold), (Side.PRED, plan.columns.pred)):
            if column is not None:
                pairs = Adjacent.of(cells.lengths, lexicon.read(cells, column))
                sides[side].units += len(cells.lengths)
                sides[side].tags += len(lines)
                sides[side].block(texts, pairs, lambda row: (shown(file), int(lines[row])))  # noqa: B023 # called at once
    if not sides[Side.GOLD].units:
        raise NotServed("there are no sentences")
    return sides


class _Texts(dict[str, int]):
    """Tags by number, whatever they say; `names` are the tags, after `None` for the ends of units."""

    def __init__(self) -> None:
        super().__init__()
        self.names: list[str | None] = [None]

    def __missing__(self, tag: str) -> int:
        number = self[tag] = len(self.names) - 1
        self.names.append(tag)
        return number


class _Rules:
    """What is wrong with tags and pairs of tags in one way of writing them; each is looked at once."""

    def __init__(self, dialect: Dialect) -> None:
        self.dialect = dialect
        self.parse = parser(dialect)
        self.marks: dict[str, Mark | _Fault] = {}
        self.pairs: dict[Pair, _Fault | None] = {}

    def mark(self, tag: str) -> "Mark | _Fault":
        """Return what a tag says, or what is wrong with it."""
        found = self.marks.get(tag)
        if found is None:
            try:
                found = self.parse([tag])[0]
            except NerconformError as error:
                kind, clause = _UNREADABLE[error.code]
                found = _Fault(kind, clause, f"{error.message} ({clause})", "")
            self.marks[tag] = found
        return found

    def fault(self, pair: Pair) -> _Fault | None:
        """Return what is wrong with a transition; beside a tag that cannot be read nothing is."""
        if pair not in self.pairs:
            marks = [self.mark(tag) for tag in pair if tag is not None]
            known = [mark for mark in marks if isinstance(mark, Mark)]
            self.pairs[pair] = self._judge(pair, known) if len(known) == len(marks) else None
        return self.pairs[pair]

    def faults(self, pair: Pair) -> list[tuple[str, _Fault]]:
        """Return what is wrong at the second tag of a pair: with the transition, and with the tag."""
        found = [(pair[1] if pair[1] is not None else pair[0] or "", self.fault(pair))]
        if pair[1] is not None and isinstance(mark := self.mark(pair[1]), _Fault):
            found.append((pair[1], mark))
        return [(tag, fault) for tag, fault in found if fault is not None]

    def _judge(self, pair: Pair, marks: list[Mark]) -> _Fault | None:
        position = 0 if pair[0] is None else 1
        for violation in violations_of(self.dialect.scheme, marks):
            if violation.position == position:
                ends = FindingKind.END if pair[1] is None else FindingKind.PAIR
                kind = FindingKind.START if pair[0] is None else ends
                return _Fault(kind, violation.clause, str(violation), self._look(violation, marks))
        return None

    def _look(self, violation: Violation, marks: list[Mark]) -> str:
        """Return what a transition looks like, types as X and Y."""
        kinds = list(dict.fromkeys(mark.type for mark in marks if mark.role != "O"))
        words = [
            "O" if mark.role == "O" else f"{prefix_of(self.dialect.scheme, mark.role)}-{'XY'[kinds.index(mark.type)]}"
            for mark in marks
        ]
        if violation.before is None:
            return f"start then {words[0]}"
        return f"{words[0]} then {words[1] if violation.after is not None else 'end'}"


class _FileWalk:
    """One side of one file, while it is being read."""

    def __init__(self, rules: _Rules, side: Side) -> None:
        self.rules = rules
        self.side = side
        self.units = 0
        self.tags = 0
        self.findings: list[TagFinding] = []
        self.looks: Counter[str] = Counter()
        self.pairs: set[Pair] = set()
        self.texts: TextCounts | None = None

    def mentions(self, record: Record) -> None:
        """Look for the texts of one unit's entities without offsets. Raises `NoText` where its text is not known."""
        if not record.text and not record.tokens:
            hint = 'Add the text to the object: {"text": "Ada met Bo.", "pred": [["PER", "Ada"]]}.'
            raise NoText(
                "the entities have no offsets, and the sentence has no text in which to find them",
                place=record.place(),
                hint=hint,
            )
        unit = unit_of(_ALIGNED, record)
        own = unit.gold if self.side is Side.GOLD else unit.pred
        self.units += 1
        for mention in own.mentions:
            found = text_counts(Location.ALIGNED, unit, own._replace(mentions=(mention,)))
            self.texts = (self.texts or TextCounts()) + found
            if found.absent:
                words = f"the text {mention.text!r:.60} ({mention.type}) is not in the sentence (LOC-5)"
                self._report(line_of(record, self.side), mention.text, _Fault(FindingKind.ABSENT, "LOC-5", words, ""))

    def unit(self, record: Record, layers: Sequence[Sequence[object]]) -> None:
        """Look at one unit, each of its layers by itself (INP-6)."""
        self.units += 1
        for number, tags in enumerate(layers, 1):
            self._layer(record, tags, f"layer {number}: " if len(layers) > 1 else "")

    def _layer(self, record: Record, tags: Sequence[object], layer: str) -> None:
        """Look at one layer of one unit."""
        if any(not isinstance(tag, str) for tag in tags):
            file, line = line_of(record, self.side)
            hint = "To check spans, run `nerconform score FILE`: it names wrong spans with their lines."
            raise NoTags(
                "validate looks for illegal tags, and this file has spans instead of tags",
                place=f"{file}:{line}",
                hint=hint,
            )
        texts = [str(tag) for tag in tags]
        self.tags += len(texts)
        pairs: list[Pair] = list(pairwise([None, *texts, None]))
        self.pairs.update(pairs)
        for position, pair in enumerate(pairs):
            for tag, fault in self.rules.faults(pair):
                named = fault._replace(message=f"{layer}{fault.message}")
                self._report(line_of(record, self.side, position), tag, named)

    def block(self, texts: "_Texts", pairs: "Adjacent", place: Callable[[int], tuple[str, int]]) -> None:
        """Look at the units of a block, of which `place` says where a row stands."""
        named = {pair: (texts.names[pair[0]], texts.names[pair[1]]) for pair in pairs.distinct()}
        self.pairs.update(named.values())
        for row, pair in pairs.where([pair for pair, names in named.items() if self.rules.faults(names)]):
            for tag, fault in self.rules.faults(named[pair]):
                self._report(place(row), tag, fault)

    def _report(self, place: tuple[str, int], tag: str, fault: _Fault) -> None:
        file, line = place
        if fault.look:
            self.looks[fault.look] += 1
        self.findings.append(TagFinding(file, line, str(self.side), tag, fault.kind, fault.clause, fault.message))

    def found(self, file: str, side: str) -> SideFindings:
        """Return what is to be said of this side."""
        looks = dict(sorted(self.looks.items(), key=lambda item: (-item[1], item[0])))
        findings = tuple(replace_fields(finding, side=side) for finding in self.findings)
        ways = tuple(legal_in(self.pairs, self.rules.dialect)) if findings and self.tags else ()
        texts = None if self.texts is None else TextsFound(*self.texts)
        return SideFindings(file, side, self.units, self.tags, findings, looks, ways, texts)


def legal_in(pairs: set[Pair], dialect: Dialect) -> list[TagForm]:
    """Return the ways of writing in which all these transitions would be legal.

    Other schemes come first; another side or delimiter is tried only where no scheme is enough.
    """
    same = [replace(dialect, scheme=scheme) for scheme in Scheme]
    other = [
        replace(dialect, scheme=scheme, affix=affix, delimiter=delimiter)
        for affix, delimiter, scheme in product(Affix, _DELIMITERS, Scheme)
    ]
    for ways in (same, other):
        found = [tag_form(way) for way in ways if _all_legal(pairs, _Rules(way))]
        if found:
            return found
    return []


def tag_form(dialect: Dialect) -> TagForm:
    """Return how a dialect writes tags."""
    return TagForm(str(dialect.scheme), str(dialect.affix), dialect.delimiter)


def _all_legal(pairs: set[Pair], rules: _Rules) -> bool:
    """Whether every tag can be read and every transition is legal."""
    tags = {tag for pair in pairs for tag in pair if tag is not None}
    return all(isinstance(rules.mark(tag), Mark) for tag in tags) and not any(map(rules.fault, pairs))
