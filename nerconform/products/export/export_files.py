"""Export files: the cases of every claim, the schema, checksums, and the source trees of the data packages."""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from msgspec import structs

from nerconform.base.bounds import MAX_RESULT_BYTES, read_bounded
from nerconform.base.json_text import dumps
from nerconform.base.resources import fixtures_dir
from nerconform.products.export.compiled_cases import compiled, of_claim
from nerconform.products.export.data_packages import LICENCE_TEXT, packages
from nerconform.results.exported_cases import Export, ExportedCase, ExportedCases, ExportedFile, MovedAnswer
from nerconform.results.values import BadResult, decode, encode, plain_data, schema_of
from nerconform.suite.cases import load_suite
from nerconform.suite.claims import no_claim

ALL = "nerconform-cases.json"
SCHEMA = "nerconform-cases.schema.json"
CHECKSUMS = "SHA256SUMS"


class Exported(NamedTuple):
    """What was exported, and the text of every file by its name."""

    record: Export
    files: Mapping[str, str]


def export(claims: Sequence[str] = (), *, with_packages: bool = False, against: Path | None = None) -> Exported:
    """Return the files of an export: all cases, and those of each claim (of these `claims` only, if some are named).

    Two exports of one version of the golden cases are the same to the last byte. `against` is the file of all cases of
    an earlier export. Raises `UnknownClaim`, and `BadResult` for a file that is not such an export.
    """
    before = None if against is None else _read(against)
    whole = _compiled(fixtures_dir())
    if unknown := [name for name in claims if name not in whole.claims]:
        raise no_claim(unknown[0])
    documents = {f"claims/{name.replace(':', '-')}.json": of_claim(whole, name) for name in claims or whole.claims}
    if not claims:
        documents = {ALL: whole, **documents}
    files = {name: text_of(document) for name, document in documents.items()}
    files |= {SCHEMA: dumps(schema_of(ExportedCases)), "LICENSE": LICENCE_TEXT}
    if with_packages:
        files |= packages(whole.fixtures, files)
    cases = {name: len(document.cases) for name, document in documents.items()}
    listed = tuple(_file(name, text, cases.get(name, 0)) for name, text in files.items())
    files[CHECKSUMS] = "".join(f"{one.sha256}  {one.name}\n" for one in listed)
    record = Export(
        spec=whole.spec,
        fixtures=whole.fixtures,
        cases=len(whole.cases),
        answers=sum(len(case.answers) for case in whole.cases),
        files=listed,
        against="" if before is None else before.fixtures,
        moved=() if before is None else tuple(_moved(before, whole)),
    )
    return Exported(record, files)


@cache
def _compiled(_: Path) -> ExportedCases:
    """Return the cases of the folder of fixtures that this installation has, compiled once."""
    return compiled(load_suite())


def text_of(document: ExportedCases) -> str:
    """Return the JSON of an export, in ASCII: one line for each case, so that two exports can be compared by line."""
    data = plain_data(document)
    cases = data.pop("cases")
    head = dumps(data).removesuffix("\n}\n")
    lines = ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases)
    return f'{head},\n "cases": [\n{lines}\n ]\n}}\n'


def _file(name: str, text: str, cases: int) -> ExportedFile:
    data = text.encode()
    return ExportedFile(name, len(data), hashlib.sha256(data).hexdigest(), cases)


def _read(path: Path) -> ExportedCases:
    try:
        text = read_bounded(path, MAX_RESULT_BYTES)
    except OSError as error:
        raise BadResult(
            f"the file cannot be read: {error.strerror}",
            place=str(path),
            hint=f"`ls -l {path}` shows what it is and who may read it. Change its permissions, or name another file.",
        ) from None
    found: ExportedCases = decode(text, ExportedCases, str(path), "`nerconform export DIR`")
    return found


def _moved(before: ExportedCases, after: ExportedCases) -> Iterator[MovedAnswer]:
    """Yield the cases that are new, gone, asked otherwise, or answered otherwise in some dialects."""
    old, new = ({case.id: case for case in one.cases} for one in (before, after))
    for name in dict.fromkeys((*new, *old)):
        if name not in old:
            yield MovedAnswer(name, "new", why=new[name].why)
        elif name not in new:
            yield MovedAnswer(name, "gone", why=old[name].why)
        elif _question(old[name]) != _question(new[name]):
            yield MovedAnswer(name, "asked otherwise", why=new[name].why)
        elif names := _differing(old[name], new[name]):
            yield MovedAnswer(name, "answered otherwise", names, new[name].why)


def _question(case: ExportedCase) -> str:
    return encode((case.scheme, case.form, case.gold, case.pred, case.choices, case.reads_report))


def _differing(before: ExportedCase, after: ExportedCase) -> tuple[str, ...]:
    """Return the dialects that have another answer, or that only one of the exports has."""
    old, new = (
        {name: encode(structs.replace(answer, dialects=())) for answer in case.answers for name in answer.dialects}
        for case in (before, after)
    )
    return tuple(name for name in dict.fromkeys((*old, *new)) if old.get(name) != new.get(name))
