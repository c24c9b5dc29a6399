"""The sources of the site, written once; and the built site, in the folder that NERCONFORM_SITE names."""

import os
from pathlib import Path

import pytest

from website.stage import stage


@pytest.fixture(scope="session")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the pages in Markdown, from which Sphinx makes the site."""
    folder = tmp_path_factory.mktemp("sources")
    stage(folder)
    return folder


@pytest.fixture(scope="session")
def site() -> Path:
    """Return the folder of the built site."""
    folder = os.environ.get("NERCONFORM_SITE")
    assert folder, "no built site: `python -m website DIR` builds it, NERCONFORM_SITE=DIR names it, .ci/run does both"
    return Path(folder).resolve()
