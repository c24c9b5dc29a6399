"""Badge: what a run says of one implementation, as JSON for an endpoint of shields.io and as an SVG."""

from html import escape

from nerconform.base.json_text import dumps
from nerconform.results.run import ImplementationRun, Level, Run, Verdict

_COLOURS = ((100, "brightgreen", "#3a7d0a"), (95, "yellow", "#8a6d00"), (0, "red", "#b3261e"))
"""From which share on, the name of a colour at shields.io, and one that is readable under white text."""
_CHARACTER, _MARGIN = 6.6, 10


def badge_files(run: Run) -> dict[str, str]:
    """Return the files of a run's badges: `badge.json` and `badge.svg`, with several implementations one pair each."""
    files: dict[str, str] = {}
    for one in run.implementations:
        stem = "badge" if len(run.implementations) == 1 else f"{_file_name(one.name)}-badge"
        files[f"{stem}.json"] = endpoint(run, one)
        files[f"{stem}.svg"] = svg(run, one)
    return files


def endpoint(run: Run, one: ImplementationRun) -> str:
    """Return the JSON that https://shields.io/badges/endpoint-badge reads."""
    share, message = _share(run, one)
    return dumps({"schemaVersion": 1, "label": _label(run), "message": message, "color": _colour(share)[1]})


def svg(run: Run, one: ImplementationRun) -> str:
    """Return the badge as a picture."""
    share, message = _share(run, one)
    label = _label(run)
    left, right = (round(len(text) * _CHARACTER + _MARGIN) for text in (label, message))
    title = escape(f"{label}: {message}")
    size = f'width="{left + right}" height="20"'
    return f"""<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="{title}">
<title>{title}</title>
<rect width="{left}" height="20" fill="#444"/>
<rect x="{left}" width="{right}" height="20" fill="{_colour(share)[2]}"/>
<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
<text x="{left / 2:g}" y="14">{escape(label)}</text>
<text x="{left + right / 2:g}" y="14">{escape(message)}</text>
</g>
</svg>
"""


def _label(run: Run) -> str:
    return f"nerconform {run.claim.name if run.claim else Level.LEGAL_DATA}"


def _share(run: Run, one: ImplementationRun) -> tuple[int, str]:
    """Return how many percent of the answers are right, rounded down, and the words for it."""
    results = one.results if run.claim else [result for result in one.results if result.level is Level.LEGAL_DATA]
    asked = [result for result in results if result.verdict is not Verdict.UNSUPPORTED]
    if not asked:
        return 0, "not asked"
    share = 100 * sum(result.verdict is Verdict.PASS for result in asked) // len(asked)
    return share, f"{share} % of {len(asked)} cases"


def _colour(share: int) -> tuple[int, str, str]:
    return next(colour for colour in _COLOURS if share >= colour[0])


def _file_name(name: str) -> str:
    return "".join(sign if sign.isalnum() else "-" for sign in name)
