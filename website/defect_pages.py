"""Defect pages: one page for each known defect, in the form of a linter's rule page."""

import re
from collections.abc import Iterable, Iterator

from nerconform.libraries.defects import IMPACTS, Defect, Shown, SmallestInput, all_defects
from nerconform.products.explain.topics import written_sides
from nerconform.reference.spans import Span
from nerconform.reporting.web.line_drawing import Drawing, Line, draw
from nerconform.results.values import SpanRecord
from website.fragments import fragment
from website.markup import block, code, escaped, page, raw, table
from website.stored_results import StoredResults

IMPACT_ORDER = list(IMPACTS)
_SIGN = re.compile(r"(===|==|!=|>=|<=|>|<|~=)\s*(\S+)")
_WORDS = {
    "==": "{}",
    "===": "{}",
    "!=": "not {}",
    ">=": "since {}",
    "<=": "up to {}",
    ">": "after {}",
    "<": "before {}",
    "~=": "{} and its patches",
}


def place(defect: Defect) -> str:
    """Return the page of a defect, from the top of the site."""
    folder, _, name = defect.id.partition(".")
    return f"defects/{folder}/{name}"


def by_impact(found: Iterable[Defect]) -> list[Defect]:
    """Return defects in the order in which they are listed everywhere: the worst impact first."""
    return sorted(found, key=lambda one: IMPACT_ORDER.index(one.impact))


def versions_in_words(versions: str) -> str:
    """Return which releases have a defect: `since 1.0.0, up to 1.2.2`; of a program without releases, its revisions."""
    signs = [_SIGN.fullmatch(part.strip()) for part in versions.split(",")]
    if not versions:
        return "all releases"
    if any(found is None for found in signs):
        return versions
    ordered = sorted(filter(None, signs), key=lambda found: found[1] == "!=")
    return ", ".join(_WORDS[found[1]].format(found[2]) for found in ordered)


def defect_pages(results: StoredResults) -> dict[str, str]:
    """Return the page of each defect, and the list of all."""
    defects = list(all_defects())
    pages = {place(one): _page(one, results) for one in defects}
    intro = (
        "Every known defect of a library: which input shows it, what the library returns, what would be right, what "
        "happens to the score, and what to do. The worst come first: wrong scores on legal data, then on illegal "
        "tags, then arguments or documentation that say something else, then bad input."
    )
    pages["defects/index"] = page("Defects", intro, "", _lists(defects))
    return pages


def _lists(defects: list[Defect]) -> str:
    """Return a table of defects for each impact."""
    parts = []
    for impact in IMPACT_ORDER:
        rows = [
            [
                escaped(one.library),
                f"[{escaped(one.title)}](/{place(one)}.md)",
                escaped(versions_in_words(one.versions)),
            ]
            for one in defects
            if one.impact == impact
        ]
        if rows:
            parts.append(f"## {impact.capitalize()}\n\n{IMPACTS[impact].capitalize()}: {len(rows)} defects.\n")
            parts.append(table(["library", "defect", "releases"], rows))
    return "\n".join(parts)


def _page(defect: Defect, results: StoredResults) -> str:
    """Return the page of one defect."""
    releases = escaped(versions_in_words(defect.versions))
    home = f"[{escaped(defect.library)}](/libraries/{defect.id.partition('.')[0]}.md)"
    head = [
        raw(fragment("impact.html", defect=defect, meaning=IMPACTS[defect.impact])),
        f"Library: {home} ({releases}). [All defects](/defects/index.md).\n",
    ]
    parts = [*head, "## What happens\n", escaped(defect.what_happens), "", *_example(defect)]
    parts += ["## What it does to your score\n", escaped(defect.effect), ""]
    parts += ["## What to do\n", escaped(defect.what_to_do), ""]
    parts += ["## Why\n", escaped(defect.why), "", f"The rule: {defect.clause}.\n", *_reproduce(defect, results)]
    parts += ["## Releases\n", *_releases(defect, results), "## Upstream\n", *_upstream(defect)]
    if defect.cases:
        cases = fragment("shown_by.html", cases=defect.cases, links=results.links_from(2))
        parts += ["## Golden cases that show it\n", raw(cases)]
    return page(escaped(defect.title), *parts, listed=False)


def _example(defect: Defect) -> Iterator[str]:
    """Yield the smallest input: drawn where it is one sentence of tags, then as text to copy."""
    shown = defect.example
    if shown is not None:
        yield "## Example\n"
        if shown.data is None:
            drawing = _drawing(defect.library, shown)
            yield raw(fragment("example.html", drawing=drawing, title=defect.short_id))
        lines = [("scheme", str(shown.scheme)), *shown.choices.items(), *_sides(shown)]
        lines.append(("returned", f"raises {shown.error}" if shown.error else _with_counts(shown.returned)))
        lines += [("right", _with_counts(shown.right))] if shown.right else []
        width = max(len(label) for label, _ in lines)
        yield block("\n".join(f"{label:<{width}}  {text}" for label, text in lines))
    if defect.contradicts:
        yield "## What the documentation says\n"
        yield f"{escaped(defect.contradicts.says)} ({escaped(defect.contradicts.where)})\n"


def _with_counts(shown: Shown) -> str:
    """Return an answer on one line, with its counts where they are known."""
    text = str(shown)
    counts = "" if shown.counts is None else "{} gold, {} predicted, {} correct".format(*shown.counts)
    return text if not counts or counts in text else f"{text}   ({counts})"


def _sides(shown: SmallestInput) -> list[tuple[str, str]]:
    """Return gold and prediction as text, tokens below each other."""
    nothing = "(no token)" if shown.data is None else "(no entity)"
    return [(name, side or nothing) for name, side in zip(("gold", "predicted"), written_sides(shown), strict=True)]


def _drawing(library: str, shown: SmallestInput) -> Drawing:
    """Return the tags of both sides, and the entities of the prediction as returned and as is right."""
    gold, pred = shown.gold.split(), shown.pred.split()
    lines = [Line("gold", "tags", "tags", tags=tuple(gold)), Line("prediction", "tags", "tags", tags=tuple(pred))]
    lines.append(_reading(library, "library", shown.returned))
    lines += [_reading("right", "rule", shown.right)] if shown.right else []
    return draw(lines, max(len(gold), len(pred)))


def _reading(label: str, kind: str, shown: Shown) -> Line:
    """Return the entities of an answer as a line; without entities, the answer in words."""
    if shown.spans:
        return Line("prediction", label, kind, tuple(map(_record, shown.spans)))
    return Line("prediction", label, kind, note=_with_counts(shown))


def _record(span: Span) -> SpanRecord:
    return SpanRecord(span.type, span.start, span.end)


def _reproduce(defect: Defect, results: StoredResults) -> Iterator[str]:
    """Yield lines of code that show the defect."""
    call = defect.contradicts
    lines = results.reproductions.get(defect.id, "")
    yield "## Try it\n"
    if call:
        yield block(f"{call.setup}\n{call.call}", "python")
        yield f"gives {code(call.gives)}\n"
    elif lines:
        yield block(lines, "python")
    yield block(f"nerconform explain {defect.id}", "sh")


def _releases(defect: Defect, results: StoredResults) -> Iterator[str]:
    """Yield which releases have the defect, in which modes, and which release fixed it."""
    yield f"- concerned: {escaped(versions_in_words(defect.versions))}"
    if defect.modes:
        yield f"- modes: {', '.join(map(code, defect.modes))}"
    yield f"- {f'fixed in {escaped(defect.fixed_in)}' if defect.fixed_in else 'not fixed in any release that is known'}"
    asked = results.site.releases
    if asked and any(one.library == defect.library for one in asked.libraries):
        yield "- what changed when: [releases by behaviour](/results/releases.md)"
    yield ""


def _upstream(defect: Defect) -> Iterator[str]:
    """Yield where the defect was reported, or what was searched for without a find."""
    if defect.link:
        yield f"{defect.status.capitalize()}: <{defect.link}>, seen on {defect.searched_on}.\n"
    elif defect.searched:
        yield f"Not reported, as far as a search of the tracker on {defect.searched_on} shows. Searched for:\n"
        yield from (f"- {escaped(query)}" for query in defect.searched)
        yield ""
    if defect.related:
        yield "Related threads:\n"
        yield from (f"- <{link}>: {escaped(says)}" for link, _, says in (one.partition(": ") for one in defect.related))
        yield ""
