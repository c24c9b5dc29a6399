"""The README shows what really happens: its commands, its output, its Python, its numbers."""

import contextlib
import io
import re
from pathlib import Path

from rich.console import Console

import nerconform as nc
from nerconform.products.compare.compare_files import Terms, compare_files
from nerconform.reporting.comparison_text import print_comparison
from nerconform.reporting.run_text import print_run
from nerconform.suite.cases import load_suite
from nerconform.suite.mutants import WRONG, mutants, neighbours, wrong_evaluators

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def test_the_first_two_shell_blocks_are_the_two_commands() -> None:
    assert blocks("sh") == [
        "pip install -e '.[all]' && nerconform check seqeval nervaluate --format json\n",
        "pip install -e '.[all,dev]' && pytest -n auto\n",
    ]


def test_the_output_is_what_check_prints_today() -> None:
    console = Console(width=80, file=io.StringIO(), color_system=None)
    print_run(nc.check("seqeval", "nervaluate"), console)
    assert isinstance(console.file, io.StringIO)
    printed = re.sub(r" +$", "", console.file.getvalue(), flags=re.MULTILINE)
    for block in blocks("text")[:2]:
        assert block.rstrip("\n") in printed


def test_the_python_runs_and_says_what_its_comments_say() -> None:
    (program,) = blocks("python")
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(program, "README.md", "exec"), {})  # noqa: S102 - the project's own README
    lines = out.getvalue().splitlines()
    said = re.findall(r"^print\(.*\)  # ([\d/]+)", program, re.MULTILINE)
    assert lines[: len(said)] == said
    assert lines[-1] in [block.strip() for block in blocks("text")]


def test_the_bridge_is_what_compare_prints_today() -> None:
    file = Path(__file__).parents[1] / "examples" / "illegal-tags" / "predictions.conll"
    console = Console(width=80, file=io.StringIO(), color_system=None)
    print_comparison(compare_files(file, None, Terms(scheme="BIOES", resamples=0)), console)
    assert isinstance(console.file, io.StringIO)
    printed = re.sub(r" +$", "", console.file.getvalue(), flags=re.MULTILINE)
    (block,) = [block for block in blocks("text") if block.startswith("From ")]
    assert block in printed


def test_the_numbers_of_mutants_and_cases_are_true() -> None:
    words = " ".join(README.split())
    assert f"The {len(load_suite().cases)} golden cases" in words
    assert f"catch all {len(mutants())} mutants: {len(neighbours())} dialects" in words
    assert (
        f"and {len(WRONG)} mistakes that people make, each in every dialect that it spoils ({len(wrong_evaluators())})"
        in words
    )
