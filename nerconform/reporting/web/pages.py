"""Pages: Jinja2 with everything escaped, and one page in one file that loads nothing."""

import base64
import hashlib
import re
from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING

from nerconform.base.errors import NerconformError
from nerconform.base.plain_text import plain

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

_TEMPLATES = Path(__file__).resolve().parent.parent / "templates"
_CODE = re.compile(r"(`+) ?(.+?) ?\1(?!`)")


class MissingJinja(NerconformError):
    """Pages need Jinja2, which is not installed."""

    code = "missing-jinja"


def require_pages() -> None:
    """Raise `MissingJinja` where no page could be written, before anything is worked out."""
    _environment()


def page(template: str, **context: object) -> str:
    """Return a page. Raises `MissingJinja`."""
    return _environment().get_template(template).render(frame="base.html", **context)


def fragment(template: str, *folders: Path, **context: object) -> str:
    """Return the content of a page without its frame; `folders` may have further templates. Raises `MissingJinja`."""
    return _environment(*folders).get_template(template).render(frame="fragment.html", **context)


def without_folders(text: str, files: Iterable[str]) -> str:
    """Return a page in which files have their names only; two files of one name keep their folders."""
    from markupsafe import escape  # noqa: PLC0415 - comes with Jinja2

    paths = {file: re.split(r"[/\\\\]", file)[-1] for file in files}
    names = Counter(paths.values())
    for path in sorted(paths, key=len, reverse=True):
        if paths[path] and names[paths[path]] == 1:
            text = text.replace(str(escape(path)), str(escape(paths[path])))
    return text


def styles() -> str:
    """Return the style sheet of all pages, in which `:root` names the colours, first the light ones."""
    return "\n".join(str(_asset(name)) for name in ("page.css", "report.css"))


def script() -> str:
    """Return the script of all pages: filters, and buttons that copy."""
    return str(_asset("page.js"))


@cache
def _environment(*folders: Path) -> "Environment":
    """Return the templates, set so that a missing name is an error and no text is treated as markup."""
    try:
        from jinja2 import Environment, FileSystemLoader, StrictUndefined  # noqa: PLC0415 - an extra
    except ImportError:
        hint = "Run: pip install 'nerconform[html]'."
        raise MissingJinja("HTML reports need Jinja2, which is not installed", hint=hint) from None
    environment = Environment(
        loader=FileSystemLoader([_TEMPLATES, *folders]),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_finalize,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["coded"] = _coded
    environment.filters["isolated"] = _isolated
    environment.filters["groupby_kept"] = _groupby_kept
    environment.globals["style"] = _asset("page.css")
    environment.globals["report_style"] = _asset("report.css")
    environment.globals["script"] = _asset("page.js")
    environment.globals["script_hash"] = _digest(_asset("page.js"))
    return environment


def _asset(name: str) -> "Markup":
    """Return a file that stands in every page; it is ours, and so it is not escaped."""
    from markupsafe import Markup  # noqa: PLC0415 - comes with Jinja2

    return Markup((_TEMPLATES / name).read_text(encoding="utf-8").strip())  # noqa: S704 - a file of this package


def _digest(text: str) -> str:
    """Return the source expression by which a content security policy names a script."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def safe_lines(text: str) -> str:
    """Return text with its lines kept, and everything else escaped that cannot be printed or turns the direction."""
    return "\n".join(plain(line.expandtabs(8)) for line in re.split(r"\r\n|\n", text))


def _finalize(value: object) -> object:
    """Make every text safe that a template writes; markup of ours stays."""
    return value if not isinstance(value, str) or hasattr(value, "__html__") else safe_lines(value)


def _isolated(text: "str | Markup") -> "Markup":
    """Return text whose direction touches nothing around it; plain ASCII has none that could."""
    from markupsafe import Markup, escape  # noqa: PLC0415 - comes with Jinja2

    safe = text if hasattr(text, "__html__") else safe_lines(text)
    return escape(safe) if safe.isascii() else Markup("<bdi>{}</bdi>").format(safe)


def _coded(text: str) -> "Markup":
    """Return text with what stands between backticks as code; all of it is escaped."""
    from markupsafe import Markup, escape  # noqa: PLC0415 - comes with Jinja2

    parts: list[Markup] = []
    at = 0
    text = safe_lines(text)
    for found in _CODE.finditer(text):
        parts += [escape(text[at : found.start()]), Markup("<code>{}</code>").format(found[2])]
        at = found.end()
    return Markup().join([*parts, escape(text[at:])])


def _groupby_kept(items: Iterable[object], name: str) -> list[tuple[object, list[object]]]:
    """Return neighbours with one attribute together, in their order."""
    return [(key, list(group)) for key, group in groupby(items, attrgetter(name))]
