"""Write the page that shows how far the F1 of the example's predictions moves with the policy.

    python report.py ../../reports/illegal-tags

The page holds what `nerconform sweep` prints; the plot needs matplotlib (`pip install 'nerconform[plots]'`).
"""

import argparse
import contextlib
import io
import json
import os
from pathlib import Path
from unittest.mock import patch

from nerconform.commands.main import main as nerconform

_HERE = Path(__file__).parent
_PAGE = """\
# One model, {policies:,} ways to read its tags

A tagger that knows nothing of the tags around a token leaves illegal sequences, and how they are read decides its
score: on the same {units} sentences strict micro F1 is {minimum:.2f} under one policy of the family (DEC-15) and
{maximum:.2f} under another. The best legal tags of the same logits (VIT-1) reach {viterbi:.2f}.

![Histogram of F1 over the family, with the named policies](spread.svg)

Data, predictions and logits are made by [make.py](../../examples/illegal-tags/make.py), this page by
[report.py](../../examples/illegal-tags/report.py); nothing in it is written by hand. The article
"7776 ways to compute F1 for a NER task" found 87.60 to 88.74 for its own model, and 89.29 with constrained decoding.

```text
$ nerconform sweep predictions.conll --scheme BIOES --dialect conlleval --logits logits.npz --plot spread.svg --verbose
{shown}
```
"""


def _sweep(*options: str) -> str:
    """Return what the command prints."""
    words = ["sweep", "predictions.conll", "--scheme", "BIOES", "--dialect", "conlleval", "--logits", "logits.npz"]
    output = io.StringIO()
    with contextlib.redirect_stdout(output), contextlib.chdir(_HERE), patch.dict(os.environ, COLUMNS="100"):
        if nerconform([*words, *options]):
            raise SystemExit(1)
    return output.getvalue().rstrip()


def _per_cent(ratio: dict[str, int]) -> float:
    """Return an exact ratio in per cent."""
    return 100 * ratio["numerator"] / ratio["denominator"]


def page(folder: Path) -> str:
    """Return the page, and draw the plot into the folder."""
    found = json.loads(_sweep("--format", "json"))
    shown = _sweep("--format", "text", "--plot", str(folder.resolve() / "spread.svg"))
    figures = {name: _per_cent(found[name]["value"]) for name in ("minimum", "maximum", "viterbi")}
    return _PAGE.format(shown=shown, policies=found["policies"], units=found["units"], **figures)


def main() -> None:
    """Write the page and the plot."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "README.md").write_text(page(folder), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
