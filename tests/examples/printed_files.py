"""Random files scored as a program, against one's own copy of the program: every printed figure, to the last digit.

`python -m tests.examples.printed_files conlleval_pl --files 2000`; the variable that `own_copies.py` names is the path
of the copy. Further arguments are files of one's own, which are scored after the random ones.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path

from hypothesis import strategies as st

from nerconform.base.errors import NerconformError
from nerconform.libraries.program import programs
from nerconform.products.programs.score_as_program import score_as
from nerconform.reference.spans import Span
from nerconform.suite import strategies
from nerconform.suite.sampling import draw
from nerconform.suite.strategies.corpora import TagCorpus
from tests.examples.own_copies import VARIABLES

_TAGGINGS = ("legal", "any", "malformed")
_GERMAN = ("LOC", "LOCderiv", "LOCpart", "PER", "OTHpart", "ORG")
_DRUGS = ("drug", "brand", "group", "drug_n")
_ODD = ("-DOCSTART-", "-X-", "w")
SEED = 20041126


def tied_files() -> list[str]:
    """Return a file for each way in which at most 60 entities on a side make an F1 whose double is not the nearest."""
    found = []
    for pos, act in ((one, other) for one in range(1, 61) for other in range(one, 61)):
        for right in range(1, pos + 1):
            precision, recall = 100 * right / act, 100 * right / pos
            inexact, exact = 2 * precision * recall / (precision + recall), float(Fraction(200 * right, pos + act))
            if f"{inexact:.2f}" != f"{exact:.2f}":
                rows = ["w B-X B-X"] * right + ["w B-X O"] * (pos - right) + ["w O B-X"] * (act - right)
                found.append("\n\n".join(rows) + "\n")
    return found


def drawn_files(program: str) -> st.SearchStrategy[str]:
    """Return files of the columns that a program reads: tags of every scheme, legal, illegal and malformed."""
    if program == "semeval_jar":
        return strategies.span_corpora(types=_DRUGS).map(_as_json)
    if program == "nereval_perl":
        types = st.lists(st.sampled_from(_GERMAN), min_size=1, max_size=3, unique=True)
        levels = types.flatmap(lambda names: strategies.corpora("IOB2", gold="any", types=names))
        return st.tuples(levels, levels).map(lambda drawn: _two_levels(*drawn))
    schemes = st.sampled_from(["IO", "IOB1", "IOB2", "IOE2", "BIOES"])
    if program == "evaliob2_pl":
        return strategies.corpora("IOB2", gold="any", types=("X", "DNA", "0")).map(_in_tabs)
    corpora = st.builds(lambda scheme, tagging: (scheme, tagging), schemes, st.sampled_from(_TAGGINGS)).flatmap(
        lambda chosen: strategies.corpora(chosen[0], pred=chosen[1], gold=chosen[1])
    )
    return st.tuples(corpora, st.sampled_from(_ODD)).map(lambda drawn: _written(*drawn))


def _two_levels(outer: TagCorpus, inner: TagCorpus) -> str:
    """Write two corpora as the two levels of one, as long as the shorter one of each sentence."""
    lines: list[str] = []
    for unit in zip(*outer, *inner, strict=False):
        tags = zip(unit[0], unit[2], unit[1], unit[3], strict=False)
        lines += [f"# sentence {len(lines)}", *("\t".join([str(at), "w", *row]) for at, row in enumerate(tags, 1)), ""]
    return "\n".join(lines) + "\n"


def _as_json(corpus: tuple[Sequence[Sequence[Span]], Sequence[Sequence[Span]]]) -> str:
    """Write spans as JSON Lines."""
    units = ({"gold": list(map(list, gold)), "pred": list(map(list, pred))} for gold, pred in zip(*corpus, strict=True))
    return "".join(f"{json.dumps(unit)}\n" for unit in units)


def _in_tabs(corpus: TagCorpus) -> str:
    """Write a corpus in three columns, with tabs between them."""
    units = (zip(*unit, strict=True) for unit in zip(*corpus, strict=True))
    return "\n".join("".join(f"w\t{gold}\t{pred}\n" for gold, pred in unit) for unit in units) + "\n"


def _written(corpus: TagCorpus, odd: str) -> str:
    """Write a corpus in columns; one token of a sentence is an odd one."""
    lines: list[str] = []
    for gold, pred in zip(*corpus, strict=True):
        for at, (one, other) in enumerate(zip(gold, pred, strict=True)):
            token = odd if at == 1 else f"w{at}"
            lines.append(f"{token} {one} {other}")
        lines.append("")
    return "\n".join(lines) + "\n"


def _by_conlleval(path: str, file: Path) -> str | None:
    """Return what the script prints, `None` where it dies."""
    separator = "\\t" if "\t" in file.read_text("utf-8", "surrogateescape") else " "
    with file.open("rb") as given:
        done = subprocess.run(["perl", path, "-d", separator], stdin=given, capture_output=True, check=False)  # noqa: S607 - as a user runs it
    return done.stdout.decode("utf-8", "surrogateescape") if done.returncode == 0 else None


def _by_jar(path: str, file: Path) -> str | None:
    """Return what the jar logs; a token is one character and a blank, and ends are inclusive there."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "gold").mkdir()
        sentences, lines = [], []
        for number, line in enumerate(file.read_text("utf-8").splitlines()):
            unit, name = json.loads(line), f"DDI-DrugBank.d1.s{number}"
            gold, pred = (
                [(kind, 2 * start, 2 * end - 2) for kind, start, end in unit[side]] for side in ("gold", "pred")
            )
            entities = (
                f'<entity id="{name}.e{at}" charOffset="{start}-{end}" type="{kind}" text="x"/>'
                for at, (kind, start, end) in enumerate(gold)
            )
            sentences.append(f'<sentence id="{name}" text="x">{"".join(entities)}</sentence>')
            lines += [f"{name}|{start}-{end}|x|{kind}\n" for kind, start, end in pred]
        document = (
            f'<?xml version="1.0" encoding="UTF-8"?><document id="DDI-DrugBank.d1">{"".join(sentences)}</document>'
        )
        (Path(folder) / "gold" / "d1.xml").write_text(document, "utf-8")
        (Path(folder) / "sys.txt").write_text("".join(lines), "utf-8")
        command = ["java", "-jar", str(Path(path).absolute()), "gold", "sys.txt"]
        subprocess.run(command, cwd=folder, capture_output=True, check=False)
        log = Path(folder) / "sys_scores.log"
        return log.read_text("utf-8").partition("\n\n")[2] if log.exists() else None


def _by_nereval(path: str, file: Path) -> str | None:
    """Return what the script prints, `None` where it stops at a tag."""
    with file.open("rb") as given:
        done = subprocess.run(["perl", path], stdin=given, capture_output=True, check=False)  # noqa: S607 - as a user runs it
    printed = done.stdout.decode("utf-8")
    return None if done.returncode or printed.startswith("Error in") else printed


def _by_evaliob2(path: str, file: Path) -> str | None:
    """Return what the script prints, `None` where it dies; its tables of types are sorted here, as ours are."""
    done = subprocess.run(["perl", path, str(file)], capture_output=True, check=False)  # noqa: S607 - as a user runs it
    whole, *tables = done.stdout.decode("utf-8", "surrogateescape").split("\n[<")
    return None if done.returncode else "\n[<".join([whole, *sorted(tables)])


PROGRAMS = {
    "evaliob2_pl": _by_evaliob2,
    "nereval_perl": _by_nereval,
    "conlleval_pl": _by_conlleval,
    "semeval_jar": _by_jar,
}
"""What the copy of a program at a path prints for a file, `None` where it dies."""


def reproduced(program: str, file: Path) -> str | None:
    """Return what nerconform says that the program prints, `None` where it refuses the file."""
    try:
        found = score_as(file, None, programs()[program]).program
    except NerconformError:
        return None
    assert found is not None
    return found.output


def differences(program: str, path: str, count: int, files: Sequence[Path] = ()) -> Iterator[tuple[str, str, str]]:
    """Yield each file on which the two differ, with both outputs; `compared` counts in the last line."""
    texts: list[str] = []
    draw(drawn_files(program), count, SEED, texts.append)
    texts += tied_files() if program == "conlleval_pl" else []
    with tempfile.TemporaryDirectory() as folder:
        for number, text in enumerate(texts):
            file = Path(folder) / f"{number}.{'jsonl' if program == 'semeval_jar' else 'conll'}"
            file.write_text(text, encoding="utf-8", errors="surrogateescape")
            yield from _compared(program, path, file)
    for file in files:
        yield from _compared(program, path, file)


def _compared(program: str, path: str, file: Path) -> Iterator[tuple[str, str, str]]:
    theirs, ours = PROGRAMS[program](path, file), reproduced(program, file)
    yield str(file), theirs or "", ours or ""


def main() -> int:
    """Compare, and say how many files gave what. Returns 0, or 1 where a figure differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", choices=PROGRAMS)
    parser.add_argument("--files", type=int, default=2000)
    parser.add_argument("own", nargs="*", type=Path)
    args = parser.parse_intermixed_args()
    tally = {"equal": 0, "both refuse": 0, "only the program refuses": 0, "only nerconform refuses": 0, "different": 0}
    for _, theirs, ours in differences(args.program, os.environ[VARIABLES[args.program]], args.files, args.own):
        if theirs and ours:
            kind = "equal" if theirs == ours else "different"
        else:
            kind = "both refuse" if theirs == ours else f"only {'nerconform' if theirs else 'the program'} refuses"
        tally[kind] += 1
        if kind == "different":
            sys.stdout.write(f"{theirs}---\n{ours}")
    sys.stdout.write(f"{tally}\n")
    return int(tally["different"] > 0)


if __name__ == "__main__":
    sys.exit(main())
