# ruff: noqa: INP001 # a command, not a package
"""Coverage-guided fuzzing of the readers: whatever the bytes, units or an error that helps, and nothing else.

    pip install -e '.[fuzz]'
    python fuzz/fuzz_formats.py -dict=fuzz/formats.dict -max_total_time=300 CORPUS_FOLDER  # any option of libFuzzer

A find is written to `crash-...` in the working directory. Copy it to `tests/formats/finds/` under a name that says what
it is; from then on the tests read it. `python fuzz/fuzz_formats.py --seed FOLDER` writes inputs to start from, and
`python fuzz/fuzz_formats.py FILE` runs one input.

An input is two bytes that choose format and options, then the file; behind `0xff 0xff` comes a second file.
"""

import sys
import tempfile
from importlib import import_module
from pathlib import Path

from nerconform.base.errors import NerconformError
from nerconform.formats.read import read
from nerconform.formats.reader_options import FileFormat, ReaderOptions
from nerconform.formats.record import Record, is_spans, is_tags

FORMATS = tuple(FileFormat)
OPTIONS: tuple[dict[str, object], ...] = (
    {},
    {"separator": "\t"},
    {"separator": " "},
    {"separator": ",", "comment": "#"},
    {"comment": "#"},
    {"gold_column": -1},
    {"gold_column": 1, "pred_column": 2},
    {"gold_column": "g", "comment": "#"},
    {"gold_column": "g", "pred_column": "p", "separator": "\t"},
    {"header": True},
    {"token_column": None},
    {"id2label": {0: "O", 1: "B-X", 2: "I-X"}},
    {"encoding": "utf-16"},
    {"encoding": "latin-1"},
    {"encoding": "utf-7"},
    {"encoding": "idna"},
)
SPLIT = b"\xff\xff"
SEEDS = (
    (1, 0, b"a B-X O\nb I-X O\n\n-DOCSTART- O\n\nc O O\n"),
    (1, 4, b"# sent_id = 1\n# newdoc id = d\na O\r\n#x O\r\n"),
    (1, 7, b"# global.columns = w g\na O\n"),
    (1, 0, b"a O\n\nb B-X\n" + SPLIT + b"a O\n\nb O\n"),
    (2, 0, b'{"id": 1, "document": "d", "tokens": ["a"], "gold": ["O"], "pred": ["B-X"]}\n{"tags": []}\n'),
    (2, 0, b'[\n{"text": "\\ud83d\\ude00", "offsets": "characters", "gold": [{"type": "X", "start": 0, "end": 1}]}\n]'),
    (3, 0, b'{"tokens":[{"text":"a","start":0,"end":1}],"spans":[{"token_start":0,"token_end":0,"label":"X"}]}'),
    (3, 0, b'{"text":"a","tokens":[{"text":"a","start":0,"end":1}],"spans":[{"start":0,"end":1,"label":"X"}],"id":1}'),
    (4, 0, b'[["ab", {"entities": [[0, 1, "X"]]}], {"text": "c", "ents": [{"start": 0, "end": 1, "label": "Y"}]}]'),
    (5, 11, b'{"tokens": ["a", "b"], "labels": [-100, 1], "predictions": [0, 2]}\n[0, 1]\n'),
    (5, 0, b'{"predictions": [[0], [1]], "label_ids": [[-100], [1]], "id2label": {"0": "O", "1": "B-X"}}'),
    (5, 11, b"[[-100, 1], [0]]" + SPLIT + b"[[0, 1], [0]]"),
    (0, 0, b'{"tags": ["O"]}\n' + SPLIT + b"a O\n"),
)  # fmt: skip


def run(data: bytes) -> None:
    """Read one input. Raises `AssertionError`, or whatever a reader should not raise, where it is a find."""
    if len(data) < len(SPLIT):
        return
    options = ReaderOptions(format=FORMATS[data[0] % len(FORMATS)], **OPTIONS[data[1] % len(OPTIONS)])  # type: ignore[arg-type] # above
    files = data[2:].split(SPLIT, 1)
    with tempfile.TemporaryDirectory(dir=_memory()) as folder:
        paths = [Path(folder, name) for name in ("gold", "pred")]
        for path, content in zip(paths, files, strict=False):
            path.write_bytes(content)
        try:
            records = list(read(paths[0], paths[1] if len(files) > 1 else None, options))
        except NerconformError as error:
            _check_error(error, folder)
            return
        _check_records(records)


def _memory() -> str | None:
    """Return a folder in memory, where there is one."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108 # a new folder is made in it


def _check_error(error: NerconformError, folder: str) -> None:
    """Every error has a place, a remedy, and fits on a line that can be printed."""
    text = str(error)
    assert error.place.startswith((folder, "id2label")), text  # noqa: S101
    assert error.hint, text  # noqa: S101
    assert text.isascii() or text.encode("utf-8"), text  # noqa: S101
    assert "\n" not in text, text  # noqa: S101
    assert len(text) < 1000, text  # noqa: S101, PLR2004


def _check_records(records: list[Record]) -> None:
    """Every unit has a place, and its annotations fit its tokens."""
    assert records  # noqa: S101
    for record in records:
        assert record.line >= 1  # noqa: S101
        assert record.gold is not None  # noqa: S101
        for side in (record.gold, record.pred):
            if is_tags(side):
                assert all(isinstance(tag, str) and tag for tag in side or ())  # noqa: S101
                assert not record.tokens or len(record.tokens) == len(side or ()), record  # noqa: S101
            if is_spans(side):
                assert all(0 <= one.start < one.end for one in side or ()), record  # type: ignore[union-attr] # noqa: S101
        if is_tags(record.gold) and is_spans(record.pred):
            assert all(one.end <= len(record.gold) for one in record.pred or ()), record  # type: ignore[union-attr] # noqa: S101
        if is_tags(record.gold) and is_tags(record.pred):
            assert len(record.gold) == len(record.pred or ()), record  # noqa: S101
        assert not record.lines or len(record.lines) == len(record.gold), record  # noqa: S101


def main() -> None:
    """Fuzz, or write the seeds."""
    if sys.argv[1:2] == ["--seed"]:
        for number, (kind, options, content) in enumerate(SEEDS):
            Path(sys.argv[2], f"seed-{number}").write_bytes(bytes([kind, options]) + content)
        return
    atheris = import_module("atheris")  # an extra, which nobody needs to run finds
    atheris.instrument_all()
    atheris.Setup(sys.argv, run)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
