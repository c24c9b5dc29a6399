"""Environments: which Python, which folder, which recipe; what is made is made whole or not at all."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from packaging.specifiers import SpecifierSet
from packaging.version import Version

from nerconform.libraries.library import Mode, Needs
from nerconform.libraries.registry import Recipe, UnknownImplementation, recipe_of
from nerconform.products.releases import environments as pip
from nerconform.products.releases import environments as pythons
from nerconform.products.releases.environments import NotInstallable, cache_folder, environment, lent

pytestmark = pytest.mark.skipif(os.name != "posix", reason="commands are asked on Linux and macOS alone")
HERE = "{}.{}".format(*sys.version_info)
NOTHING = Recipe("no-such-distribution-anywhere", (Mode("x.y:z"),))


def test_the_python_that_runs_is_taken_where_it_will_do() -> None:
    found = pythons.python_for(SpecifierSet(">=3.11"))
    assert found is not None
    assert found == (Path(sys.executable), HERE)


def test_another_python_is_looked_for_where_pyenv_and_the_path_have_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    good = tmp_path / "versions" / "3.12.9" / "bin" / "python3"
    shim = tmp_path / "bin" / "python3.12"
    for path, script in ((good, "echo 3.12"), (shim, "exit 1")):
        path.parent.mkdir(parents=True)
        path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        path.chmod(0o755)
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path))
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:/bin:/usr/bin")
    wanted = SpecifierSet("==3.12" if HERE != "3.12" else "==3.10")
    found = pythons.python_for(wanted)
    assert (None if found is None else found.path) == (good if HERE != "3.12" else None)
    assert pythons.python_for(SpecifierSet("==3.39")) is None


def test_a_release_for_which_there_is_no_python_says_so(tmp_path: Path) -> None:
    recipe = Recipe("x", (), (Needs(SpecifierSet(), pythons=SpecifierSet("==3.39")),))
    with pytest.raises(NotInstallable, match=r"x 1\.0 needs Python ==3\.39, which is not installed"):
        environment(recipe, "1.0", tmp_path)
    with pytest.raises(NotInstallable, match="'one' is not a version"):
        environment(recipe, "one", tmp_path)


def test_what_cannot_be_installed_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    with pytest.raises(NotInstallable, match="no-such-distribution-anywhere==1"):
        environment(NOTHING, "1", tmp_path / "cache")
    assert list((tmp_path / "cache").iterdir()) == []
    with pytest.raises(pip.NoPip, match="pip lists no releases of no-such-distribution-anywhere"):
        pip.releases(NOTHING.library)


def test_the_cache_is_the_users_own_unless_it_is_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert cache_folder(Path("here")) == tmp_path / "here"
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")
    assert cache_folder() == Path("/somewhere/nerconform")
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache_folder() == Path.home() / ".cache" / "nerconform"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert cache_folder() == Path.home() / "Library" / "Caches" / "nerconform"


def test_an_environment_is_lent_the_kit_and_nothing_else_of_ours(tmp_path: Path) -> None:
    folder = lent(tmp_path)
    assert lent(tmp_path) == folder
    assert {path.name for path in folder.iterdir()} == {"nerconform", "packaging"}
    code = "import nerconform.libraries.serve, importlib.util; print(importlib.util.find_spec('yaml'))"
    bare = [sys.executable, "-S", "-c", code]
    done = subprocess.run(bare, env={"PYTHONPATH": str(folder)}, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("None\n", "")


def test_recipes_are_those_of_the_kit_or_of_a_metric_of_ones_own() -> None:
    seqeval, own = recipe_of("seqeval"), recipe_of("my-pkg=my.pkg:f1", "conlleval")
    assert [mode.name for mode in seqeval.modes] == ["seqeval:default", "seqeval:strict", "seqeval:strict:auto"]
    needs = [seqeval.needed(Version(text)) for text in ("0.0.19", "1.0.0")]
    assert [any("scikit-learn" in pin for pin in one.pins) for one in needs if one] == [False, True]
    assert (own.library, own.modes, own.dialect) == ("my-pkg", (Mode("my.pkg:f1"),), "conlleval")
    assert own.needed(Version("1.0")) is None
    assert recipe_of("nervaluate").unlisted == ("0.1.3", "0.1.4")
    assert [mode.name for mode in recipe_of("spacy").modes] == ["spacy:ner", "spacy:spans"]
    for text in ("nothing", "=x:y", "x=", "x=y", "a b=c:d", "reference:semeval"):
        with pytest.raises(UnknownImplementation, match="knows no library"):
            recipe_of(text)
