"""What nereval.perl prints: both levels together and each, with all types and with the coarse types."""

import re
from collections.abc import Mapping

from nerconform.libraries.nereval_perl import BASE, QUIRKS
from nerconform.libraries.program import Pass, Program, ProgramOutput
from nerconform.reference.counting import Counts
from nerconform.reference.evaluation import Evaluation
from nerconform.reference.schemes import Scheme

_COLUMNS = {"outer": (-4, -2), "inner": (-3, -1)}
_MODES = ("strict", "loose")
_NAMES = ("Precision", "Recall", "FB1")
_TAG = re.compile(r"O|[BI]-.*(LOC|ORG|PER|OTH).*")
_FINE = re.compile(r"^([^-]*-.+?)(deriv|part)$")


def _prints(passes: Mapping[str, Evaluation]) -> ProgramOutput:
    """Return the report; without tokens it has no scores."""
    figures: dict[str, str] = {}
    counts = {name: one.counts for name, one in passes.items()}
    tokens = counts["outer strict tokens"].pos
    lines: list[str] = []
    for mode in _MODES:
        outer, inner = counts[f"outer {mode}"], counts[f"inner {mode}"]
        lines.append(
            f"{mode.upper()}: Found: {outer.act} outer and {inner.act} inner phrases; "
            f"Gold: {outer.pos} (outer) and {inner.pos} (inner)."
        )
        figures |= {f"{mode} found outer": str(outer.act), f"{mode} found inner": str(inner.act)}
        figures |= {f"{mode} gold outer": str(outer.pos), f"{mode} gold inner": str(inner.pos)}
    for title, names, mode in (
        ("1. Strict, Combined Evaluation (official)", ("outer", "inner"), "strict"),
        ("2. Loose, Combined Evaluation", ("outer", "inner"), "loose"),
        ("3.1 Per-Level Evaluation (outer chunks)", ("outer",), "strict"),
        ("3.2 Per-Level Global Evaluation (inner chunks)", ("inner",), "strict"),
    ):
        if not tokens:
            break
        right = sum(counts[f"{name} {mode} tokens"].cor for name in names) / len(names)
        # One level is divided before it is multiplied, so that the last bit differs.
        accuracy = 100 * right / tokens if len(names) > 1 else 100 * (right / tokens)
        whole = Counts()
        for name in names:
            whole += counts[f"{name} {mode}"]
        shares = [f"{accuracy:6.2f}", *_shares(whole)]
        figures |= {
            f"{title.split(' ')[0]} {name}": share.strip()
            for name, share in zip(("Accuracy", *_NAMES), shares, strict=True)
        }
        lines += [
            "",
            f"{title}:",
            *(f"{name}: {share}%;" for name, share in zip(("Accuracy", *_NAMES[:2]), shares, strict=False)),
        ]
        lines.append(f"FB1: {shares[3]}")
    lines += [*([""] if tokens else []), "", "Evaluation per type and mode:", "=" * 29, ""]
    for kind in sorted({kind for one in passes.values() if one.dialect.item == "span" for kind in one.by_type}):
        lines += [f"==> {kind:>10}", "=" * 14]
        for name, mode in ((level, mode) for mode in _MODES for level in _COLUMNS):
            if mode == "loose" and re.search("(deriv|part)$", kind):
                continue
            row = passes[f"{name} {mode}"].by_type.get(kind)
            shares = _shares(row.counts if row and row.counts else Counts())
            label = f"{name.capitalize()} {mode}"
            figures |= {f"{kind} {label} {one}": share.strip() for one, share in zip(_NAMES, shares, strict=True)}
            lines.append(f"{label}: Precision: {shares[0]}%; Recall: {shares[1]}%; FB1: {shares[2]}")
    return ProgramOutput("".join(f"{line}\n" for line in [*lines, ""]), figures)


def _shares(counts: Counts) -> list[str]:
    """Return precision, recall and F1 in per cent, computed in doubles as Perl does."""
    precision = 100 * counts.cor / counts.act if counts.act else 0.0
    recall = 100 * counts.cor / counts.pos if counts.pos else 0.0
    both = precision + recall
    return [f"{value:6.2f}" for value in (precision, recall, 2 * precision * recall / both if both else 0.0)]


def _coarse(tag: str) -> str:
    """Return a tag without the ending of its type."""
    found = _FINE.match(tag)
    return found[1] if found else tag


def _takes(tag: str) -> bool:
    """Whether the script takes a tag; it ends at others."""
    return _TAG.fullmatch(tag) is not None


_ALL = frozenset(quirk.id for quirk in QUIRKS)
PROGRAM = Program(
    folder="nereval_perl",
    version="2014.5.19",
    choices={**BASE, "round": "2-binary-x100"},
    prints=_prints,
    passes={
        f"{name} {mode}{what}": Pass(
            {"item": "token"} if what else {},
            without=_ALL if what else frozenset(),
            columns=columns,
            tag=_coarse if mode == "loose" else None,
        )
        for what in ("", " tokens")
        for mode in _MODES
        for name, columns in _COLUMNS.items()
    },
    scheme=Scheme.IOB2,
    comment="#",
    takes=_takes,
)
