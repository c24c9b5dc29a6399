"""Reference pages: the help of every verb, and the public names of Python with their docstrings."""

import os
from unittest.mock import patch

import nerconform as nc
from nerconform.commands.verb_parser import build_parser
from website.markup import block, page

_COLUMNS = "90"
_GROUPS = {
    "Tags and spans": ("decode", "encode", "convert", "violations", "viterbi_decode", "Span"),
    "Scores": ("evaluate", "Dialect", "dialects", "parse_signature", "tally_arrow", "Tally"),
    "Questions about metrics": ("check", "compare", "identify"),
    "Questions about predictions": ("validate", "sweep", "rank", "analyze", "draw", "agree"),
    "Files and errors": ("export", "write_report", "NerconformError"),
}
_RESULTS = (
    "nerconform.reference.evaluation.Evaluation",
    "nerconform.results.run.Run",
    "nerconform.results.run.ImplementationRun",
    "nerconform.results.run.Result",
    "nerconform.results.comparison.Comparison",
    "nerconform.results.comparison.ComparisonColumn",
    "nerconform.results.bridge.Bridge",
    "nerconform.results.sweep_result.Sweep",
    "nerconform.results.ranking_result.Ranking",
    "nerconform.results.analysis_result.Analysis",
    "nerconform.results.agreement_result.Agreement",
    "nerconform.results.identification_result.Identification",
)


def reference_pages() -> dict[str, str]:
    """Return the page of commands and that of Python."""
    return {"docs/reference/commands": _commands(), "api": _api()}


def _commands() -> str:
    """Return what `nerconform VERB --help` prints, for every verb."""
    with patch.dict(os.environ, {"COLUMNS": _COLUMNS}):
        parser, verbs = build_parser()
        parts = [block(parser.format_help())]
        parts += [f"## {name}\n\n{block(verb.format_help())}" for name, verb in verbs.items()]
    return page("Commands", "`nerconform VERB --help` prints these texts.\n", *parts)


def _api() -> str:
    """Return the public names with their docstrings."""
    left = set(nc.__all__) - {"__version__"} - {name for names in _GROUPS.values() for name in names}
    if left:
        raise AssertionError(left)  # a public name has no place on the page
    parts = ["Import the package as `import nerconform as nc`. All names below are in it.\n"]
    for title, names in _GROUPS.items():
        parts.append(f"## {title}\n")
        parts += [_documented(f"nerconform.{name}", is_class=isinstance(getattr(nc, name), type)) for name in names]
    parts.append("## Results\n\nEvery result has `to_dict()`, and is read back by `nerconform report FILE`.\n")
    parts += [_documented(name, is_class=True) for name in _RESULTS]
    return page("Python", *parts)


def _documented(name: str, *, is_class: bool) -> str:
    """Return the directive that shows a name and its docstring."""
    directive = f".. autoclass:: {name}\n   :members:\n" if is_class else f".. autofunction:: {name}\n"
    return f"```{{eval-rst}}\n{directive}```\n"
