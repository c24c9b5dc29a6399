"""What evalIOB2.pl prints: tags, whole entities, left and right boundaries, and a table of each type of gold."""

from collections.abc import Iterator, Mapping

from nerconform.libraries.evaliob2_pl import BASE
from nerconform.libraries.program import Pass, Program, ProgramOutput
from nerconform.reference.evaluation import Evaluation, ScoreRow
from nerconform.reference.schemes import Scheme

_ROWS = {
    "strict": "     FULLY CORRECT answer",
    "left": "    correct LEFT boundary",
    "right": "   correct RIGHT boundary",
}
_NAMES = ("recall", "precision", "f-score")


def _prints(passes: Mapping[str, Evaluation]) -> ProgramOutput:
    """Return the report. The script prints its tables of types in an order that changes from run to run."""
    entities, tags, letters = (passes[name] for name in ("entities", "tags", "letters"))
    whole = tags.counts.pos
    figures = {"tags": str(whole), "correct tags": str(tags.counts.cor), "correct IOBs": str(letters.counts.cor)}
    shares = [f"{float(one.counts.cor / whole):6.4f}" for one in (tags, letters)]
    figures |= dict(zip(("tags with class", "tags without class"), shares, strict=True))
    lines = [
        "",
        "[Tagging Performance]",
        "# of tags: {tags},\t correct tags: {correct tags},\t correct IOBs: {correct IOBs}".format(**figures),
        "precision with class info: {},\t w/o class info: {}".format(*shares),
        "",
        "[Object Identification Performance]",
        *_table(entities, None, figures),
    ]
    for kind in entities.by_type:
        lines += ["", f"[<{kind}> Identification Performance]", *_table(entities, kind, figures)]
    return ProgramOutput("".join(f"{line}\n" for line in lines), figures)


def _table(entities: Evaluation, kind: str | None, figures: dict[str, str]) -> Iterator[str]:
    """Yield the table of a type, or of all, and note its figures."""
    head = "" if kind is None else f"{kind} "
    rows = {schema: _row(entities, schema, kind) for schema in _ROWS}
    counts = rows["strict"].counts
    objects, answers = (str(getattr(counts, side)) for side in ("pos", "act"))
    figures |= {f"{head}objects": objects, f"{head}answers": answers}
    yield from (f"# of OBJECTs: {objects},\t ANSWERs: {answers}.", "", "# (recall / precision / f-score) of ...")
    for schema, row in rows.items():
        right = str(row.counts.cor if row.counts else 0)
        shares = [f"{float(value or 0):6.4f}" for value in (row.recall, row.precision, row.f1)]
        figures |= {f"{head}{schema} {name}": share for name, share in zip(_NAMES, shares, strict=True)}
        figures[f"{head}{schema} correct"] = right
        yield f"{_ROWS[schema]} with class info: {right} ({' / '.join(shares)}),"
    yield ""


def _row(entities: Evaluation, schema: str, kind: str | None) -> ScoreRow:
    found = entities.schemas[schema]
    return found.averages["micro"] if kind is None else found.by_type[kind]


PROGRAM = Program(
    folder="evaliob2_pl",
    version="2004.4.2",
    choices={**BASE, "round": "4-binary-x1"},
    prints=_prints,
    passes={
        "entities": Pass(),
        "tags": Pass({"item": "token", "align": "none", "round": "exact"}),
        "letters": Pass({"item": "token", "align": "none", "round": "exact"}, tag=lambda tag: tag[:1]),
    },
    scheme=Scheme.IOB2,
    marks_documents=False,
    reads_returns=True,
    comment="###MEDLIN",
)
