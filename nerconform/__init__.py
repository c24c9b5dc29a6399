"""nerconform tells whether a named-entity metric is right, and why two of them disagree.

The names below are loaded when they are first used, so that `import nerconform` costs milliseconds.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nerconform.api import convert, decode, dialects, encode, evaluate, parse_signature, violations, viterbi_decode
    from nerconform.base.errors import NerconformError
    from nerconform.families.policy_sweep import sweep
    from nerconform.products.check.suite_run import check
    from nerconform.products.compare.compare_files import compare
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
    "__version__",
    "check",
    "compare",
    "convert",
    "decode",
    "dialects",
    "encode",
    "evaluate",
    "identify",
    "parse_signature",
    "rank",
    "sweep",
    "violations",
    "viterbi_decode",
    "write_report",
]

_HOME = {
    "Dialect": "nerconform.reference.dialect",
    "NerconformError": "nerconform.base.errors",
    "Span": "nerconform.reference.spans",
    "__version__": "nerconform.version",
    "check": "nerconform.products.check.suite_run",
    "compare": "nerconform.products.compare.compare_files",
    "identify": "nerconform.products.identify.identifier",
    "rank": "nerconform.products.rank.rank_systems",
    "sweep": "nerconform.families.policy_sweep",
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
