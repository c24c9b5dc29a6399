"""Paper words: the sentence that says which number stands in a paper, by which rules, and how sure it is."""

from urllib.parse import unquote

from nerconform.base.plain_text import counted, plain
from nerconform.reporting.evaluation_view import count_text, shown
from nerconform.results.context import Interval, MeasureParts, RatioFormat, python_number
from nerconform.results.ranking_result import Ranking
from nerconform.results.score_result import FileScores

BIBTEX = (
    "@misc{nerconform,",
    "  author = {{The nerconform developers}},",
    "  title = {nerconform: a conformance kit for metrics of named-entity recognition},",
    "  note = {Version %s, spec %s},",
    "}",
)
"""The entry to cite, with the version of the tool and that of the spec; `CITATION.cff` says the same."""


def bibtex(tool: str, spec: str) -> list[str]:
    """Return the lines of the entry."""
    return "\n".join(BIBTEX).replace("%s", tool, 1).replace("%s", spec, 1).splitlines()


def measure_words(measure: str) -> str:
    """Return a measure as people say it: `strict micro F1`."""
    schema, scope, quantity = MeasureParts.of(measure)
    name = quantity.upper() if quantity[1:2].isdigit() else quantity
    if scope.startswith("type{"):
        kind = unquote(scope[len("type{") : -1], errors="surrogatepass")
        return f"{schema} {name} of {plain(kind)}"
    return f"{schema} {scope} {name}"


def of_scores(scores: FileScores) -> list[str]:
    """Return a sentence for each measure that was asked for, else for the micro F1 of the first schema shown."""
    if scores.measures:
        return [_sentence(scores, one.measure, shown(one.value, scores.round), one.interval) for one in scores.measures]
    schema = scores.shown_schemas[0] if scores.shown_schemas else next(iter(scores.schemas))
    value = shown(python_number(scores.schemas[schema].averages.micro.f1), scores.round)
    return [_sentence(scores, f"{schema}.micro.f1", value, scores.intervals.get(schema))]


def _sentence(scores: FileScores, measure: str, value: str, interval: Interval | None) -> str:
    sure = ""
    if interval is not None and scores.drawn is not None:
        low, high = (bound(end, scores.round) for end in (interval.low, interval.high))
        drawn = f"{scores.drawn.resamples:,} bootstrap resamples of {scores.read.unit}s, seed {scores.drawn.seed}"
        sure = f" ({scores.drawn.level} % interval {low} to {high}, {drawn})"
    whole = scores.citation_of(measure).partition(" # ")[0]
    signature = whole if scores.full_signature else f"{scores.short}|{measure}|spec:{scores.spec}"
    return f"{measure_words(measure)} {value}{sure}, nerconform {scores.tool}, signature {signature}"


def of_ranking(ranking: Ranking) -> str:
    """Return the sentence of a table of systems."""
    support = {count_text(one.support) for one in ranking.systems}
    gold = f" with {support.pop()} gold entities" if len(support) == 1 else ""
    tests = ""
    if ranking.drawn is not None and not ranking.no_interval:
        drawn = f"{ranking.drawn.resamples:,} bootstrap resamples, seed {ranking.drawn.seed}"
        corrected = "paired randomisation tests with Holm's correction"
        tests = f" ({ranking.drawn.level} % intervals from {drawn}; {corrected})"
    data = f"{counted(ranking.units, 'sentence')}{gold}"
    short = f"{ranking.short}|{ranking.measure}|spec:{ranking.spec}"
    return f"{measure_words(ranking.measure)} on {data}{tests}, nerconform {ranking.tool}, signature {short}"


def bound(value: float, ratio_format: RatioFormat) -> str:
    """Return an end of an interval in the unit of the numbers beside it."""
    if ratio_format.rule == "exact":
        return f"{100 * value:.2f}"
    return f"{value * ratio_format.scale:.{ratio_format.digits}f}"
