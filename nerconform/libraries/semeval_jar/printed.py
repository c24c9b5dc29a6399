"""What evaluateNER.jar prints: four tables, one for each type of the task, and the mean over the types."""

from collections.abc import Mapping

from nerconform.libraries.program import Program, ProgramOutput
from nerconform.libraries.semeval_jar import BASE, ORDER
from nerconform.reference.evaluation import Evaluation, ScoreRow

_TITLES = {
    "strict": "Strict matching (boundaries + type)",
    "exact": "Exact matching",
    "partial": "Partial matching",
    "type": "type matching",
}
_HEADS = ("cor", "inc", "par", "mis", "spu", "total", "prec", "recall", "F1")


def _prints(passes: Mapping[str, Evaluation]) -> ProgramOutput:
    """Return the log of scores, from its first table on."""
    (evaluation,) = passes.values()
    figures: dict[str, str] = {}
    lines: list[str] = []
    for schema, title in _TITLES.items():
        lines += [title, *_table(evaluation.schemas[schema].averages["micro"], f"{schema} ", figures), "", "", ""]
    lines.append("SCORES FOR ENTITY TYPE")
    for kind in ORDER.split():
        row = evaluation.schemas["exact"].by_type[kind]
        lines += [f"Exact matching on {kind}", *_table(row, f"{kind} ", figures), "", ""]
    macro = evaluation.schemas["exact"].averages["macro"]
    means = [_number(value) for value in (macro.precision, macro.recall, macro.f1)]
    figures |= {f"macro {head}": mean for head, mean in zip(("P", "R", "F1"), means, strict=True)}
    lines += ["MACRO-AVERAGE MEASURES:", "P\tR\tF1", "\t".join(means), "_" * 72, ""]
    return ProgramOutput("".join(f"{line}\n" for line in lines), figures)


def _table(row: ScoreRow, name: str, figures: dict[str, str]) -> list[str]:
    """Return the head and the row of a table, and note its figures."""
    counts = row.counts
    whole = () if counts is None else (counts.cor, counts.inc, counts.par, counts.mis, counts.spu, counts.pos)
    cells = [*map(str, whole), *map(_number, (row.precision, row.recall, row.f1))]
    figures |= {f"{name}{head}": cell for head, cell in zip(_HEADS, cells, strict=True)}
    return ["\t".join(_HEADS), "\t".join(cells)]


def _number(value: object) -> str:
    """Return a ratio of two decimals without zeros at its end."""
    return f"{float(value or 0):.2f}".rstrip("0").rstrip(".")  # type: ignore[arg-type] # a fraction, or None


_TYPES = "given{brand,drug,drug_n,group}"
PROGRAM = Program(
    folder="semeval_jar",
    version="2013-02-27",
    choices={**BASE, "types": _TYPES, "labels_avg": _TYPES},
    prints=_prints,
)
