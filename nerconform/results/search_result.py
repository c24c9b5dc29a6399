"""Searches: inputs on which two sides differ, in classes, each with its smallest input and its causes."""

from collections.abc import Mapping

from nerconform.results.values import Cause, ClauseRecord, Mismatch, ResultRecord, SpansRead, Units


class Input(ResultRecord, frozen=True):
    """The smallest input of a class: the data, how they were asked, and where they stand in a file.

    `place` is empty for generated data, `scheme` where the units are spans.
    """

    form: str
    ask: str
    gold: Units
    pred: Units
    scheme: str = ""
    choices: Mapping[str, str] = {}
    place: str = ""


class FirstDifference(ResultRecord, frozen=True):
    """The first step of the path at which the two sides differ, and what each has there, in words."""

    step: str
    left: str
    right: str


class Found(ResultRecord, frozen=True):
    """One class of divergences: those that one cause explains, or one sort of those that nothing does.

    `id` is the cause's; `fired` counts the inputs on which it was part of the explanation, `verified_on` all inputs on
    which the explanation gave exactly what was observed, neighbours included. `causes` are those of `input`, in the
    order of the path. `mismatches` hold what the left side expects and the right one gave, `spans` what each reads in
    the input. `case` is a fixture file, `impact` what the class concerns: legal data, illegal tags, an option or bad
    input.
    """

    id: str
    title: str
    explained: bool
    fired: int
    input: Input
    mismatches: tuple[Mismatch, ...]
    verified_on: int = 0
    causes: tuple[Cause, ...] = ()
    first_difference: FirstDifference | None = None
    dialects: tuple[str, str] = ("", "")
    spans: tuple[SpansRead, ...] = ()
    reproduction: str = ""
    case: str = ""
    impact: str = ""


class Times(ResultRecord, frozen=True):
    """Where the time of a search went, in seconds."""

    generator: float
    library: float
    kit: float

    @property
    def total(self) -> float:
        """Return all of it."""
        return self.generator + self.library + self.kit


class Search(ResultRecord, frozen=True):
    """What a search found between two sides, by the number of inputs and by class, the most frequent first.

    `examples` are the inputs on which both sides were asked; `divergent` of them differ, `unexplained` of these without
    a cause. `source` is `generated`, or the names of the files. `untried` says why nothing could be asked, and
    `interrupted` whether somebody ended it before its time. `calls` says of a mode of a library what a user writes to
    get it.
    """

    left: str
    right: str
    version: str
    source: str
    seed: int
    examples: int
    divergent: int
    unexplained: int
    classes: tuple[Found, ...]
    times: Times
    untried: str = ""
    replayed: int = 0
    interrupted: bool = False
    calls: Mapping[str, str] = {}

    @property
    def per_second(self) -> float:
        """Return how many inputs were asked in a second."""
        return self.examples / self.times.total if self.times.total else 0.0


class Searches(ResultRecord, frozen=True, tag_field="format", tag="nerconform-search-2"):
    """What `nerconform diff` found: one search for each mode of a library, and the clauses that causes speak of."""

    searches: tuple[Search, ...]
    tool: str
    spec: str
    clauses: tuple[ClauseRecord, ...] = ()

    @property
    def interrupted(self) -> bool:
        """Whether somebody ended the search."""
        return any(search.interrupted for search in self.searches)

    def status(self, *, strict: bool = False) -> int:
        """Return the exit status: 1 where anything is unexplained, or, if strict, differs; 2 if nothing was asked."""
        if not any(search.examples for search in self.searches):
            return 2
        return int(any(search.divergent if strict else search.unexplained for search in self.searches))
