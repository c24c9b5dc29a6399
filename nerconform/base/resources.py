"""Where `spec/` and `fixtures/` are: the one module that knows.

In a wheel both folders lie inside the package; in a checkout, and so in an editable install, they lie beside it. The
package's own folder comes first, so that an installed kit never answers from a checkout that happens to be near.
"""

from pathlib import Path

from nerconform.base.errors import NerconformError

_PACKAGE = Path(__file__).resolve().parents[1]
_REMEDY = "Install nerconform again: pip install --force-reinstall nerconform. Or, in a full checkout, pip install -e ."


class MissingResource(NerconformError, LookupError):
    """A folder or file of the spec or the fixtures is not where this installation must have it."""


def spec_dir() -> Path:
    """Return the folder of the spec: the clauses, and `formats/` with the JSON Schema of every file format.

    Raises `MissingResource`, with the places that were searched.
    """
    return _folder("spec")


def fixtures_dir() -> Path:
    """Return the folder of the golden cases. Raises `MissingResource`, with the places that were searched."""
    return _folder("fixtures")


def spec_file(name: str) -> Path:
    """Return one file of the spec by its path below `spec_dir()`, with forward slashes. Raises `MissingResource`."""
    path = spec_dir() / name
    if path.is_file():
        return path
    message = f"the file {name!r} of the spec is missing from this installation"
    raise MissingResource(message, place=str(path), hint=_REMEDY)


def _folder(folder: str) -> Path:
    places = [place / folder for place in _homes()]
    for place in places:
        if place.is_dir():
            return place
    message = f"the folder {folder}/ of nerconform is missing from this installation"
    raise MissingResource(message, place=" and ".join(map(str, places)), hint=_REMEDY)


def _homes() -> list[Path]:
    """Return the package and, only if that is a checkout, what stands around it: `site-packages/spec` is not ours."""
    around = _PACKAGE.parent
    return [_PACKAGE, around] if (around / "pyproject.toml").is_file() else [_PACKAGE]
