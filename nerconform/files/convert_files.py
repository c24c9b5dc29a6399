"""Convert files: the tags of a file in another scheme, and what became of them on the way."""

from pathlib import Path
from typing import BinaryIO, NamedTuple

from nerconform.base.errors import NerconformError
from nerconform.files.score_files import place_of, placed
from nerconform.files.validate_files import tag_form
from nerconform.formats.file_errors import NoTags
from nerconform.formats.reader_options import ReaderOptions
from nerconform.formats.record import Annotation, Record, Retagged, Tags, is_spans, layers_of
from nerconform.formats.rewrite import SPANS, rewrite
from nerconform.reference.decoding import Side
from nerconform.reference.dialect import Dialect
from nerconform.reference.encoding import Conversion, converter
from nerconform.reference.refusals import IllegalTransition, UnknownOption
from nerconform.results.tagged_files import ConvertedFile, CountedPlaces
from nerconform.version import SPEC_VERSION, __version__

SHOWN = 3
"""How many places of each kind are remembered."""
_PLAIN = ReaderOptions()


class OverInput(NerconformError):
    """The output is the file that is read, and nobody said that it may be replaced."""

    code = "over-input"


class WouldMerge(NerconformError):
    """Spans of one type touch, the scheme cannot say where, and nothing may be lost."""

    code = "would-merge"


class ConversionWay(NamedTuple):
    """From which way of writing tags to which; `lossless` refuses what a lossy scheme would lose."""

    source: Dialect
    target: Dialect
    lossless: bool = False


def convert_file(
    file: Path, output: Path | BinaryIO, way: ConversionWay, options: ReaderOptions = _PLAIN
) -> ConvertedFile:
    """Write a file again with its tags in another scheme, everything else as it was (ENC-3).

    `output` may be the file itself. Nothing is written if anything is refused. Raises the errors of the formats,
    `NoTags`, `CannotWrite`, the tag errors and `IllegalTransition` with file and line, and `WouldMerge`.
    """
    retagger = _Retagger(way)
    rewrite(file, output, options, retagger.retag)
    return ConvertedFile(
        tool=__version__,
        spec=SPEC_VERSION,
        file=str(file),
        policy=str(way.source.policy),
        source=tag_form(way.source),
        target=tag_form(way.target),
        repaired=retagger.repaired.record(),
        merged=retagger.merged.record(),
    )


def require_other(file: Path, output: Path) -> None:
    """Raise `OverInput` where the output is the input, under whatever name."""
    if file.exists() and output.exists() and file.samefile(output):
        hint = "Name another file: --output FILE. Or replace this one: --in-place instead of --output."
        raise OverInput("--output names the file that is converted", place=str(output), hint=hint)


class _Places:
    """How often something happened, and the first places, while a file is read."""

    def __init__(self) -> None:
        self.count = 0
        self.places: list[str] = []

    def add(self, place: str, words: str) -> None:
        """Count one more."""
        self.count += 1
        if len(self.places) < SHOWN:
            self.places.append(f"{place}: {words}")

    def record(self) -> CountedPlaces:
        """Return what was counted."""
        return CountedPlaces(self.count, tuple(self.places))


class _Retagger:
    """The way from one scheme to another, for the units of a file."""

    def __init__(self, way: ConversionWay) -> None:
        self.way = way
        self.repaired, self.merged = _Places(), _Places()
        self.convert = converter(self.way.source, self.way.target)
        _check_text(self.way.target.delimiter)

    def retag(self, record: Record) -> Retagged:
        """Return a unit with its new tags."""
        return Retagged(record, self._side(record, record.gold, Side.GOLD), self._side(record, record.pred, Side.PRED))

    def _side(self, record: Record, annotation: Annotation | None, side: Side) -> Tags | tuple[Tags, ...] | None:
        """Return the new tags of one side, each layer by itself."""
        if annotation is None:
            return None
        if is_spans(annotation):
            raise NoTags("the file has spans, not tags", place=place_of(record, side), hint=SPANS)
        if layers := layers_of(annotation):
            return tuple(self._tags(record, layer, side) for layer in layers)
        return self._tags(record, annotation, side)  # type: ignore[arg-type] # tags, as was just seen

    def _tags(self, record: Record, tags: Tags, side: Side) -> Tags:
        """Return the new tags, and keep count."""
        try:
            found = self.convert(tags)
        except NerconformError as error:
            raise self._placed(error, record, side) from None
        self._count(found, record, side)
        return found.tags

    def _count(self, found: Conversion, record: Record, side: Side) -> None:
        """Count what was repaired and what is lost. Raises `WouldMerge`."""
        for violation in found.repaired:
            self.repaired.add(place_of(record, side, violation.position), str(violation))
        for span in found.merged:
            place = place_of(record, side, span.start)
            words = f"an entity of type {span.type} directly follows another one of this type"
            if self.way.lossless:
                hint = (
                    "Convert to a scheme that keeps them apart: --to IOB2. Or remove --lossless: then the two "
                    "become one entity."
                )
                scheme = self.way.target.scheme
                raise WouldMerge(f"{words}, and {scheme} tags cannot keep the two apart", place=place, hint=hint)
            self.merged.add(place, words)

    def _placed(self, error: NerconformError, record: Record, side: Side) -> NerconformError:
        """Return an error with file and line, and with a remedy that can be typed."""
        error = placed(error, record, side)
        if isinstance(error, IllegalTransition):
            error.hint = (
                "Fix the tags (`nerconform validate` lists them all), or read them as conlleval does: --policy lenient."
            )
            policy, scheme = self.way.source.policy, self.way.source.scheme
            if not policy.refuses_all(scheme):
                error.hint = f"Fix the tags, or use another policy than {policy}, such as --policy lenient."
        return error


def _check_text(delimiter: str) -> None:
    """Refuse a delimiter that no file can hold."""
    try:
        delimiter.encode("utf-8")
    except UnicodeEncodeError:
        hint = "Use a whole character: --to-delimiter _."
        raise UnknownOption(
            f"the delimiter {delimiter!a} is half of a character (a lone surrogate), which no file can hold", hint=hint
        ) from None
