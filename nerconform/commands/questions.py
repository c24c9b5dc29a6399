"""Drawing: random input needs Hypothesis, whose own files belong into the cache and not where somebody works."""

import os
from importlib import util


def prepare_drawing() -> None:
    """Raise `NotInstalled` without the extra that draws; else say where Hypothesis keeps what it remembers."""
    from nerconform.libraries.registry import NotInstalled
    from nerconform.products.releases.environments import cache_folder

    if util.find_spec("hypothesis") is None:
        message = "Hypothesis is not installed, which draws questions"
        raise NotInstalled(message, hint="pip install 'nerconform[search]'.")
    os.environ.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", str(cache_folder() / "hypothesis"))
