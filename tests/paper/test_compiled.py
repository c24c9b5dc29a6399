"""What `score` and `rank` write for a paper compiles in LaTeX, without a character lost and within the page."""

import re
import subprocess
from pathlib import Path
from urllib.parse import quote

import pytest

import nerconform as nc
from nerconform.files.score_files import score_files
from nerconform.reference.measures import Measure
from nerconform.reporting.report_writers import render
from nerconform.results.context import Resampling
from nerconform.stats.unit_draws import engine

NAME = "_%&#$~^\\|<>{}"
"""Characters that LaTeX would take for itself."""
GOLD = [["B-X", "I-X", "O"], [f"B-{NAME}", "O", "B-[y]"]] * 3
PRED = [["B-X", "O", "O"], [f"B-{NAME}", "O", "B-X"]] * 3


def _texts(folder: Path) -> list[str]:
    """Return every kind of table: all schemas, one schema, measures, and several systems."""
    file = folder / "data.conll"
    lines = ["".join(f"w\t{g}\t{p}\n" for g, p in zip(*unit, strict=True)) for unit in zip(GOLD, PRED, strict=True)]
    file.write_text("\n".join(lines), encoding="utf-8")
    scored = score_files(file, None, nc.Dialect(), apart=True)
    drawn = Resampling(50, 0, engine().GENERATOR)
    measures = [Measure.parse("strict.micro.f1"), Measure.parse(f"strict.type{{{quote(NAME, safe='')}}}.f0.5")]
    found = [render(scored.scores((), drawn), "latex"), render(scored.scores(measures, drawn), "latex")]
    ranking = nc.rank(GOLD, {NAME: PRED, "[best]": GOLD, "third*": PRED}, resamples=50)
    return [*found, render(ranking, "latex")]


@pytest.mark.step("latex")
def test_every_table_compiles_and_the_entry_is_cited(tmp_path: Path) -> None:
    texts = _texts(tmp_path)
    entry = [line.removeprefix("% ") for line in texts[-1].partition("nerconform}:\n")[2].splitlines()]
    (tmp_path / "cited.bib").write_text("\n".join(entry), encoding="utf-8")
    body = "\n\n".join(texts)
    head = "\\documentclass{article}\n\\usepackage{booktabs}\n\\begin{document}\n"
    end = "\n\\cite{nerconform}\\bibliographystyle{plain}\\bibliography{cited}\n\\end{document}\n"
    (tmp_path / "paper.tex").write_text(head + body + end, encoding="utf-8")
    latex = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "paper.tex"]
    for command in (latex, ["bibtex", "paper"], latex, latex):
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120)
        assert done.returncode == 0, done.stdout[-2000:]
    log = (tmp_path / "paper.log").read_text(encoding="utf-8", errors="replace")
    assert not re.search(r"Missing character|Overfull|undefined", log), log[-2000:]
    assert "nerconform: a conformance kit" in (tmp_path / "paper.bbl").read_text(encoding="utf-8")
    assert (tmp_path / "paper.pdf").stat().st_size > 10_000
