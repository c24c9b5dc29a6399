"""What conlleval.pl prints, to the last blank."""

from collections.abc import Mapping

from nerconform.libraries.conlleval_pl import BASE
from nerconform.libraries.program import Pass, Program, ProgramOutput, percent, rows_twice
from nerconform.reference.evaluation import Evaluation
from nerconform.reference.schemes import Scheme

_NAMES = ("precision", "recall", "FB1")
_WIDTH = 17


def _prints(passes: Mapping[str, Evaluation]) -> ProgramOutput:
    """Return the report of the script; without tokens it is one line."""
    entities, tokens = passes["entities"], passes["tokens"].counts
    counts = entities.counts
    figures = {
        "tokens": str(tokens.pos),
        "phrases": str(counts.pos),
        "found": str(counts.act),
        "correct": str(counts.cor),
    }
    lines = ["processed {tokens} tokens with {phrases} phrases; found: {found} phrases; correct: {correct}."]
    lines = [lines[0].format(**figures)]
    if tokens.pos:
        accuracy = f"{100 * tokens.cor / tokens.pos:6.2f}"
        shares = [f"{value:6.2f}" for value in percent(entities)]
        figures |= {"accuracy": accuracy.strip(), **_named("", shares)}
        lines.append(f"accuracy: {accuracy}%; {_shares(shares)}")
    for kind in rows_twice(entities):
        shares = [f"{value:6.2f}" for value in percent(entities, kind)]
        row = entities.by_type[kind].counts
        found = str(row.act if row else 0)
        figures |= {**_named(f"{kind} ", shares), f"{kind} found": found}
        # The script counts bytes where it aligns.
        indent = " " * (_WIDTH - len(kind.encode("utf-8", "surrogateescape")))
        lines.append(f"{indent}{kind}: {_shares(shares)}  {found}")
    return ProgramOutput("".join(f"{line}\n" for line in lines), figures)


def _named(head: str, shares: list[str]) -> dict[str, str]:
    return {f"{head}{name}": share.strip() for name, share in zip(_NAMES, shares, strict=True)}


def _shares(shares: list[str]) -> str:
    return "precision: {}%; recall: {}%; FB1: {}".format(*shares)


PROGRAM = Program(
    folder="conlleval_pl",
    version="2004.1.26",
    choices={**BASE, "round": "2-binary-x100"},
    prints=_prints,
    passes={
        "entities": Pass(),
        "tokens": Pass({"item": "token"}, without=frozenset({"conlleval-pl.unknown-letters-by-type-alone"})),
    },
    scheme=Scheme.IOB2,
    boundary="-X-",
    marks_documents=False,
    reads_returns=True,
)
