"""Releases: what every release of some libraries answers, and where an answer changed."""

from collections.abc import Mapping

from nerconform.results.values import Cause, Mismatch, ResultRecord, Units


class ModeRow(ResultRecord, frozen=True):
    """How one release did, asked by one name of the kit.

    `verdicts` says how many golden cases got each verdict; of all questions, golden and random, `asked` were taken,
    `declared` were answered as the reference does in the declared dialect, `explained` were not and have a cause.
    `causes` says how many answers each cause is behind; `unsupported` how many questions were not taken, by reason.
    `reason` says why nothing was asked at all.
    """

    name: str
    reason: str = ""
    verdicts: Mapping[str, int] = {}
    asked: int = 0
    declared: int = 0
    explained: int = 0
    causes: Mapping[str, int] = {}
    unsupported: Mapping[str, int] = {}

    @property
    def unexplained(self) -> int:
        """Return how many questions were answered otherwise without a cause."""
        return self.asked - self.declared - self.explained


class ReleaseRow(ResultRecord, frozen=True):
    """One release: the Python that runs it and what came of each mode, or why it is not installed."""

    release: str
    python: str = ""
    reason: str = ""
    modes: tuple[ModeRow, ...] = ()


class Example(ResultRecord, frozen=True):
    """One question whose answer changed; `differences` hold the answer before as expected, that after as got."""

    question: str
    ask: str
    gold: Units
    pred: Units
    differences: tuple[Mismatch, ...]
    scheme: str = ""
    choices: Mapping[str, str] = {}


class Change(ResultRecord, frozen=True):
    """Answers that changed between two releases for one set of causes.

    `gone` and `new` are the causes of the answers before and after that the other release does not have, `choices`
    the options of the new dialect that the old one does not make, `kept` the causes of both answers where there is
    nothing else. Where all four are empty, nothing explains it. `golden` and `random` count the questions.
    """

    mode: str
    before: str
    after: str
    gone: tuple[str, ...]
    new: tuple[str, ...]
    choices: tuple[str, ...]
    kept: tuple[str, ...]
    golden: int
    random: int
    example: Example

    @property
    def explained(self) -> bool:
        """Whether there is a cause."""
        return bool(self.gone or self.new or self.choices or self.kept)


class Reach(ResultRecord, frozen=True):
    """Questions that a release takes and the one before did not (`gained`), or the other way round, and why not."""

    mode: str
    before: str
    after: str
    gained: bool
    reason: str
    questions: int


class LibraryReleases(ResultRecord, frozen=True):
    """All releases of one library, newest first; what changed, oldest first; and every cause that is named."""

    library: str
    releases: tuple[ReleaseRow, ...]
    changes: tuple[Change, ...]
    reaches: tuple[Reach, ...]
    causes: tuple[Cause, ...]

    @property
    def titles(self) -> Mapping[str, str]:
        """Return the title of each cause by its id."""
        return {cause.id: cause.title for cause in self.causes}


class Releases(ResultRecord, frozen=True, tag_field="format", tag="nerconform-releases-2"):
    """What `nerconform releases` found: on the golden cases, and on `examples` random questions from a seed."""

    libraries: tuple[LibraryReleases, ...]
    tool: str
    spec: str
    fixtures: str
    examples: int
    seed: int

    @property
    def unexplained(self) -> int:
        """Return how many changes have no cause."""
        return sum(not change.explained for library in self.libraries for change in library.changes)

    @property
    def status(self) -> int:
        """Return the exit status: 2 where no release was asked anything, 1 where a change has no cause, else 0."""
        return 1 if self.unexplained else 0 if self.asked else 2

    @property
    def asked(self) -> bool:
        """Whether any release was asked anything."""
        return any(mode.asked for library in self.libraries for row in library.releases for mode in row.modes)
