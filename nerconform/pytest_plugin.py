"""The pytest plugin: `pytest --nerconform` holds the metrics of a repository to the golden cases.

This module is what pytest loads in every run, so it imports nothing of the kit but when it is used: `nerconform.plugin`
does the work. The helpers of tests are imported from here.
"""

import re
from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from nerconform.plugin.assertions import Reference

__all__ = ["assert_legal", "assert_same_score", "assert_score"]

_OWN = re.compile(r"(?:.*/)?(nerconform::.*)", re.DOTALL)
_EXAMPLES = 300
_HELP = {
    "nerconform": "hold the metrics of [tool.nerconform] in pyproject.toml to the golden cases",
    "search": f"search for inputs on which they differ from the reference, too (N inputs each, default {_EXAMPLES})",
    "seed": "the seed of the search (default 0); the same seed finds the same",
    "known": "draft the file of known divergences that [tool.nerconform] names, and end",
    "report": "write the verdicts to PATH, by its suffix: .json, .md, .xml (JUnit), .sarif (repeatable)",
}
_MARKERS = (
    "nerconform: a golden case, a known divergence or a search, about a metric of this repository",
    "ner_data(*paths, pred=None, scheme='IOB2'): hold data files to their scheme, predictions to the tokens of gold",
)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options and the setting."""
    group = parser.getgroup("nerconform", "nerconform: is the NER metric right?")
    group.addoption("--nerconform", action="store_true", default=False, help=_HELP["nerconform"])
    group.addoption("--nerconform-search", nargs="?", type=_count, const=_EXAMPLES, metavar="N", help=_HELP["search"])
    group.addoption("--nerconform-seed", type=int, default=0, metavar="N", help=_HELP["seed"])
    group.addoption("--nerconform-known-write", action="store_true", default=False, help=_HELP["known"])
    group.addoption("--nerconform-report", action="append", type=Path, default=[], metavar="PATH", help=_HELP["report"])
    parser.addini("nerconform", type="bool", default=False, help="as --nerconform, where no paths are given")


def _count(text: str) -> int:
    """Return a number of inputs; what follows the option after a blank is taken for it, so the error says how."""
    import argparse  # noqa: PLC0415 # this module costs nothing when the plugin is off

    if not text.isdigit() or not int(text):
        message = (
            f"{text!r} is not a number of inputs above 0; write --nerconform-search=300, with paths before the option"
        )
        raise argparse.ArgumentTypeError(message)
    return int(text)


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config, args: list[str]) -> None:
    """Take the ids of this plugin's items out of the arguments: to pytest they name files that are not there."""
    own = [found[1] for one in args if (found := _OWN.fullmatch(one))]
    if not own:
        return
    args[:] = [one for one in args if not _OWN.fullmatch(one)]
    paths = getattr(early_config.known_args_namespace, "file_or_dir", [])
    early_config.option.nerconform_selected = own
    early_config.option.nerconform_alone = all(_OWN.fullmatch(str(one)) for one in paths)


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> int | None:
    """Draft known divergences in place of a run, where that is asked for."""
    if not config.option.nerconform_known_write:
        return None
    from nerconform.plugin.session import draft_known  # noqa: PLC0415 # off, it costs nothing

    return draft_known(config)


def pytest_configure(config: pytest.Config) -> None:
    """Register the markers, and start the plugin where it is asked for. Raises `UsageError` for bad settings."""
    for line in _MARKERS:
        config.addinivalue_line("markers", line)
    if _is_on(config):
        from nerconform.plugin.session import start  # noqa: PLC0415 # off, it costs nothing

        start(config)


def _is_on(config: pytest.Config) -> bool:
    """Whether the metrics are to be checked: an option asks for it, or the setting does and no paths are given."""
    option = config.option
    if hasattr(config, "workerinput"):
        option.__dict__.update(config.workerinput.get("nerconform", {}))
        return "nerconform" in config.workerinput
    asked = option.nerconform or option.nerconform_search or option.nerconform_report
    chosen = bool(getattr(option, "nerconform_selected", ()))
    everything = config.args_source is not pytest.Config.ArgsSource.ARGS
    return bool(asked or chosen or (config.getini("nerconform") and everything))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Make an item of each data file that `ner_data` names."""
    if metafunc.definition.get_closest_marker("ner_data") is not None:
        from nerconform.plugin.assertions import parametrize  # noqa: PLC0415 # off, it costs nothing

        parametrize(metafunc)


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, Any, Any]:
    """Look at the data file of an item before its function is called."""
    if pyfuncitem.get_closest_marker("ner_data") is not None:
        from nerconform.plugin.assertions import look  # noqa: PLC0415 # off, it costs nothing

        look(pyfuncitem)
    return (yield)


@pytest.fixture
def ner_data(request: pytest.FixtureRequest) -> object:
    """Return the data file (or the pair of files) that the item of a `ner_data` marker is about."""
    return getattr(request, "param", None)


@pytest.fixture(scope="session")
def ner_reference() -> "Reference":
    """Return the reference evaluator: `evaluate(gold, pred, dialect, scheme)` and `signature(dialect, measure)`."""
    from nerconform.plugin.assertions import Reference  # noqa: PLC0415 # off, it costs nothing

    return Reference()


def assert_legal(tags: Any, scheme: str = "IOB2") -> None:  # noqa: ANN401 - one unit of tags, or several
    """Fail where tags break the transitions of their scheme, naming each; `tags` are one unit, or a list of units."""
    __tracebackhide__ = True
    from nerconform.plugin import assertions  # noqa: PLC0415 # off, it costs nothing

    assertions.assert_legal(tags, scheme)


def assert_score(gold: object, pred: object, *, signature: str, **numbers: str) -> None:
    """Fail where a score is not the one that is pinned, or where the rules of its signature are not those of today.

    `numbers` are texts as they are printed, `f1="0.8853"`, exact to half a unit of their last digit: `precision`,
    `recall` and `f1` of the schema and average of the signature (strict and micro where it names none).
    """
    __tracebackhide__ = True
    from nerconform.plugin import assertions  # noqa: PLC0415 # off, it costs nothing

    assertions.assert_score(gold, pred, signature=signature, **numbers)


def assert_same_score(metric_a: object, metric_b: object, gold: object, pred: object, *, scheme: str = "IOB2") -> None:
    """Fail where two metrics differ on these data, and say why, on the smallest units that show it.

    Metrics are functions, import paths, names of the kit (`seqeval:default`), or dialects (`reference:conlleval`).
    """
    __tracebackhide__ = True
    from nerconform.plugin import assertions  # noqa: PLC0415 # off, it costs nothing

    assertions.assert_same_score(metric_a, metric_b, gold, pred, scheme=scheme)
