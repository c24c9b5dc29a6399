"""nerconform tells whether a named-entity metric is right, and why two of them disagree.

The names below are loaded when they are first used, so that `import nerconform` costs milliseconds.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nerconform.api import convert, decode, dialects, encode, evaluate, parse_signature, violations, viterbi_decode
    from nerconform.base.errors import NerconformError
    from nerconform.distributed.arrow_tally import tally_arrow
    from nerconform.distributed.tallies import Tally
    from nerconform.families.policy_sweep import sweep
    from nerconform.files.validate_files import validate
    from nerconform.products.agree.agree_files import agree
    from nerconform.products.analyze.analyze_files import analyze, draw
    from nerconform.products.check.suite_run import check
    from nerconform.products.compare.compare_files import compare
    from nerconform.products.export.export_files import export
    from nerconform.products.identify.identifier import identify
    from nerconform.products.rank.rank_systems import rank
    from nerconform.reference.dialect import Dialect
    from nerconform.reference.spans import Span
    from nerconform.reporting.report_writers import write_report
    from nerconform.version import __version__

__all__ = [
    "Dialect",
    "NerconformError",
    "Span",
    "Tally",
    "__version__",
    "agree",
    "analyze",
    "check",
    "compare",
    "convert",
    "decode",
    "dialects",
    "draw",
    "encode",
    "evaluate",
    "export",
    "identify",
    "parse_signature",
    "rank",
    "sweep",
    "tally_arrow",
    "validate",
    "violations",
    "viterbi_decode",
    "write_report",
]

_HOME = {
    "Dialect": "nerconform.reference.dialect",
    "NerconformError": "nerconform.base.errors",
    "Span": "nerconform.reference.spans",
    "Tally": "nerconform.distributed.tallies",
    "__version__": "nerconform.version",
    "agree": "nerconform.products.agree.agree_files",
    "analyze": "nerconform.products.analyze.analyze_files",
    "check": "nerconform.products.check.suite_run",
    "draw": "nerconform.products.analyze.analyze_files",
    "compare": "nerconform.products.compare.compare_files",
    "export": "nerconform.products.export.export_files",
    "identify": "nerconform.products.identify.identifier",
    "rank": "nerconform.products.rank.rank_systems",
    "sweep": "nerconform.families.policy_sweep",
    "validate": "nerconform.files.validate_files",
    "tally_arrow": "nerconform.distributed.arrow_tally",
    "write_report": "nerconform.reporting.report_writers",
}


def __getattr__(name: str) -> object:
    """Load a public name from the module where it lives."""
    if name not in __all__:
        message = f"module 'nerconform' has no attribute {name!r}"
        raise AttributeError(message)
    value = globals()[name] = getattr(import_module(_HOME.get(name, "nerconform.api")), name)
    import_module("nerconform.reporting.notebook_forms").attach(name)
    return value


def __dir__() -> list[str]:
    """Return the public names."""
    return __all__
