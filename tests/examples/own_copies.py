"""Programs that are no part of this project: one's own copies of them, behind the harnesses in `examples/external`."""

import os
import shlex
import sys
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "examples" / "external"
VARIABLES = {
    "brateval": "NERCONFORM_BRATEVAL",
    "conlleval_pl": "NERCONFORM_CONLLEVAL_PL",
    "evaliob2_pl": "NERCONFORM_JNLPBA_PL",
    "faireval": "NERCONFORM_FAIREVAL",
    "hipe_scorer": "NERCONFORM_HIPE_SCORER",
    "n2c2": "NERCONFORM_N2C2_TRACK2",
    "neleval": "NERCONFORM_NELEVAL",
    "nereval_perl": "NERCONFORM_GERMEVAL_PL",
    "nestednereval": "NERCONFORM_NESTEDNEREVAL",
    "semeval_jar": "NERCONFORM_SEMEVAL_JAR",
    "seqnereval": "NERCONFORM_SEQNEREVAL",
}
"""The variable that names the copy, by the folder of its harness."""


def command(name: str, path: str) -> str:
    """Return how a harness is started around a copy at this path."""
    return shlex.join([sys.executable, str(FOLDER / name / "harness.py"), path])


def own_copy(name: str) -> str:
    """Return how the harness is started around the copy that a variable names."""
    path = os.environ.get(VARIABLES[name])
    assert path, f"{VARIABLES[name]} names no copy; {FOLDER.name}/README.md says where there is one"
    return command(name, path)
