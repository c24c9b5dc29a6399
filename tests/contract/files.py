"""Files: bad input on the command line."""

import os
from pathlib import Path

from tests.contract.asking import Input, file

GOOD = b"Acme B-ORG B-ORG\nin O O\nOslo B-LOC O\n"
LINE = "nerconform score data.conll"
JSON = "nerconform score data.jsonl"
CONVERT = "nerconform convert data.conll"


def _pipe(path: Path) -> None:
    os.mkfifo(path)


FILES = (
    Input("a file that does not exist", LINE, "missing-file", "no such file"),
    Input("a directory", LINE, "not-a-file", "this is a folder", {"data.conll": Path.mkdir}),
    Input("a pipe", LINE, "not-a-file", "Save the data to a file first", {"data.conll": _pipe}),
    Input("an empty file", LINE, "no-units", "data.conll", file(b"")),
    Input("a file of blank lines", LINE, "no-units", "data.conll", file(b"\n\n \n")),
    Input("bytes that are not UTF-8", LINE, "wrong-encoding", "data.conll:2", file(b"a O O\nD\xfcrer B-PER O\n")),
    Input("UTF-16", LINE, "wrong-encoding", "data.conll", file("a O O\n".encode("utf-16"))),
    Input("an encoding that does not exist", f"{LINE} --encoding utf-7a", "unknown-encoding", "utf-7a", file(GOOD)),
    Input("a NUL byte", LINE, "nul-character", "data.conll:1", file(b"a\x00b O O\n")),
    Input("a line with one column too few", LINE, "ragged-columns", "data.conll:2", file(b"a O O\nb O\n")),
    Input(
        "a blank after a tag, with --separator",
        f"{LINE} --separator tab",
        "blank-in-tag",
        "data.conll:1",
        file(b"a\tB-X\tB-X \n"),
    ),
    Input("a line with one column too many", LINE, "ragged-columns", "data.conll:2", file(b"a O O\nNew York O O\n")),
    Input("a line that ends in the middle of a row", LINE, "ragged-columns", "data.conll:2", file(b"a O O\nb B-P")),
    Input("four columns without --gold-column", LINE, "ambiguous-columns", "gold", file(b"a DT O O\n")),
    Input("a column that does not exist", f"{LINE} --gold-column 7", "missing-column", "7", file(GOOD)),
    Input(
        "a column name that does not exist",
        f"{LINE} --gold-column ner",
        "missing-column",
        "ner",
        file(b"tok a b\n" + GOOD),
    ),
    Input(
        "gold that holds both sides",
        "nerconform score data.conll pred.conll",
        "holds-both-sides",
        "--gold-column 1 --pred-column 2",
        {"data.conll": GOOD, "pred.conll": GOOD},
    ),
    Input("tags of two layers in one cell", LINE, "stacked-tags", "data.conll:1", file(b"a B-X|B-Y O\n")),
    Input(
        "offsets that count something else",
        "nerconform score gold.jsonl pred.jsonl",
        "text-disagrees",
        "add --offsets utf-16",
        {
            "gold.jsonl": b'{"text": "\xf0\x9f\x98\x80 Ada slept", "ents": ['
            b'{"label": "X", "start": 3, "end": 6, "text": "Ada"}]}',
            "pred.jsonl": b'{"text": "\xf0\x9f\x98\x80 Ada slept", "ents": []}',
        },
    ),
    Input("a PDF", "nerconform score data.pdf", "not-read", "this is a PDF", file(b"%PDF-1.7\n", "data.pdf")),
    Input(
        "pieces of a span that share a character",
        "nerconform score gold.ann pred.ann",
        "invalid-span",
        "gold.ann:1: the piece [2, 8] of the span of type 'PER' overlaps the piece before it, [0, 3]",
        {"gold.ann": b"T1\tPER 0 3;2 8\tAda Bob\n", "pred.ann": b"T1\tPER 0 3\tAda\n"},
    ),
    Input("one annotation alone", LINE, "one-annotation", "data.conll:1", file(b"a O\n")),
    Input("a bare tag in a file", LINE, "malformed-tag", "data.conll:2, pred", file(b"a O O\nb O PER\n")),
    Input(
        "an illegal tag sequence in a file",
        f"{LINE} --set policy=refuse",
        "illegal-transition",
        "data.conll:2, pred",
        file(b"a O O\nb O I-PER\n"),
    ),
    Input(
        "two files with different tokens",
        "nerconform score gold.conll pred.conll",
        "files-part",
        "conll:2",
        {"gold.conll": b"a O\nb O\n", "pred.conll": b"a O\nc O\n"},
    ),
    Input(
        "two files, one of them shorter",
        "nerconform score gold.conll pred.conll",
        "units-differ",
        "conll",
        {"gold.conll": b"a O\n\nb O\n", "pred.conll": b"a O\n"},
    ),
    Input("three files", "nerconform score a b c", "wrong-use", "score takes FILE or GOLD PRED"),
    Input(
        "JSON that is cut off",
        JSON,
        "not-json",
        "data.jsonl:2",
        file(b'{"gold":[],"pred":[]}\n{"gold":', "data.jsonl"),
    ),
    Input(
        "JSON Lines with entities without offsets",
        JSON,
        "no-offsets",
        "data.jsonl:1",
        file(b'{"gold":[["PER","Ada"]],"pred":[["PER","Ada"]]}\n', "data.jsonl"),
    ),
    Input(
        "JSON Lines with entities without offsets and spans on one side",
        f"{JSON} --set location=text",
        "invalid-mention",
        "data.jsonl:1, pred, entity 1",
        file(b'{"text":"Ada","gold":[],"pred":[["PER","Ada"],["PER",0,3]]}\n', "data.jsonl"),
    ),
    Input(
        "JSON Lines without the text in which entities are to be found",
        f"{JSON} --set location=aligned",
        "no-text",
        "data.jsonl:1",
        file(b'{"gold":[["PER","Ada"]],"pred":[]}\n', "data.jsonl"),
    ),
    Input("deeply nested JSON", JSON, "nested-too-deep", "data.jsonl", file(b"[" * 200_000, "data.jsonl")),
    Input(
        "one key twice in a JSON object",
        JSON,
        "repeated-key",
        "data.jsonl:1",
        file(b'{"gold":["O"],"gold":["O"],"pred":["O"]}\n', "data.jsonl"),
    ),
    Input(
        "an id that occurs twice",
        JSON,
        "repeated-id",
        "data.jsonl:2",
        file(b'{"id":7,"gold":["O"],"pred":["O"]}\n' * 2, "data.jsonl"),
    ),
    Input(
        "a sentence without annotation",
        JSON,
        "missing-field",
        "data.jsonl:1",
        file(b'{"tokens":["a"]}\n', "data.jsonl"),
    ),
    Input(
        "tags of different lengths in JSON",
        JSON,
        "lengths-differ",
        "data.jsonl:1",
        file(b'{"gold":["O","O"],"pred":["O"]}\n', "data.jsonl"),
    ),
    Input(
        "a reversed span in JSON",
        JSON,
        "invalid-span",
        "data.jsonl:1",
        file(b'{"gold":[["A",2,1]],"pred":[],"tokens":["a","b"]}\n', "data.jsonl"),
    ),
    Input(
        "a span beyond its tokens in JSON",
        JSON,
        "invalid-span",
        "data.jsonl:1",
        file(b'{"gold":[["A",0,9]],"pred":[],"tokens":["a","b"]}\n', "data.jsonl"),
    ),
    Input(
        "half of a surrogate pair in JSON",
        JSON,
        "lone-surrogate",
        "data.jsonl:1",
        file(b'{"gold":["B-\\ud800"],"pred":["O"]}\n', "data.jsonl"),
    ),
    Input(
        "a label id without a name",
        f"{JSON} --input-format huggingface --id2label names.json",
        "unknown-label-id",
        "data.jsonl:1",
        {"data.jsonl": b'{"label_ids":[0,9],"predictions":[0,0]}\n', "names.json": b'{"0":"O"}'},
    ),
    Input(
        "--unit document without document marks", f"{LINE} --unit document", "no-documents", "-DOCSTART-", file(GOOD)
    ),
    Input(
        "a signature of another file",
        f"{LINE} --signature 'semeval # sha256:{'0' * 64}'",
        "not-reproduced",
        "not the file of the signature",
        file(GOOD),
        "nerconform score data.conll --signature 'semeval # sha256:000...'",
    ),
    Input(
        "a measure of a type that does not occur",
        f"{LINE} --measure 'strict.type{{GPE}}.f1'",
        "not-answered",
        "Use a type that has scores",
        file(GOOD),
    ),
    Input(
        "an option in another form",
        f"{LINE} --set policy:discard",
        "malformed-signature",
        "is not AXIS=OPTION",
        file(GOOD),
    ),
    Input(
        "a result that is not a result", "nerconform report run.json", "bad-run", "run.json", file(b"[]", "run.json")
    ),
    Input("a carriage return inside a line", LINE, "stray-return", "data.conll:1", file(b"a\rb O O\n")),
    Input("a blank comment prefix", f"{LINE} --comment ' '", "unknown-reader-option", "is blank", file(GOOD)),
    Input(
        "a string instead of tags in JSON",
        JSON,
        "wrong-form",
        "data.jsonl:1",
        file(b'{"gold":"B-PER O","pred":["O","O"]}\n', "data.jsonl"),
    ),
    Input(
        "tags and spans in one list",
        JSON,
        "mixed-forms",
        "data.jsonl:1",
        file(b'{"gold":["O",["A",0,1]],"pred":["O","O"]}\n', "data.jsonl"),
    ),
    Input(
        "spans that can count tokens or characters",
        JSON,
        "ambiguous-offsets",
        "data.jsonl:1",
        file(b'{"text":"Oslo","tokens":["Oslo"],"gold":[["LOC",0,1]],"pred":[]}\n', "data.jsonl"),
    ),
    Input(
        "a prediction of -100 where gold has a label",
        JSON,
        "ignored-alone",
        "data.jsonl:1",
        file(b'{"references":["O","O"],"predictions":["O",-100]}\n', "data.jsonl"),
    ),
    Input(
        "a rejected answer of Prodigy",
        "nerconform validate data.jsonl",
        "rejected-answer",
        "data.jsonl:1",
        file(
            b'{"text":"a","tokens":[{"text":"a","start":0,"end":1,"id":0}],"spans":[],"answer":"reject"}\n',
            "data.jsonl",
        ),
    ),
    Input(
        "an exclusive token_end in Prodigy's file",
        "nerconform validate data.jsonl",
        "offsets-disagree",
        "data.jsonl:1",
        file(
            b'{"text":"a b","tokens":[{"text":"a","start":0,"end":1,"id":0},{"text":"b","start":2,"end":3,"id":1}],'
            b'"spans":[{"start":0,"end":1,"token_start":0,"token_end":1,"label":"A"}],"answer":"accept"}\n',
            "data.jsonl",
        ),
    ),
    Input(
        "spans in a file to validate",
        "nerconform validate data.jsonl",
        "no-tags",
        "data.jsonl:1",
        file(b'{"tokens":["a"],"spans":[["A",0,1]]}\n', "data.jsonl"),
    ),
    Input(
        "an illegal tag sequence in a file, converted",
        f"{CONVERT} --to BIOES",
        "illegal-transition",
        "data.conll:2: 'I-PER' may not follow 'O' (SCH-5)",
        file(b"a O\nb I-PER\n"),
    ),
    Input(
        "entities that IO would merge, with --lossless",
        f"{CONVERT} --to IO --lossless",
        "would-merge",
        "data.conll:2",
        file(b"a B-PER\nb B-PER\n"),
    ),
    Input(
        "a file converted into itself",
        f"{CONVERT} --to IO --output data.conll",
        "over-input",
        "--in-place instead of",
        file(b"a B-PER\n"),
    ),
    Input(
        "a delimiter that splits a column",
        f"{CONVERT} --to IO --to-delimiter %20",
        "cannot-express",
        "'I PER' contains a character that separates columns",
        file(b"a B-PER\n"),
    ),
    Input(
        "spans, converted",
        "nerconform convert data.jsonl --to IO",
        "no-tags",
        "Spans have no scheme",
        file(b'{"text":"a","spans":[],"answer":"accept"}\n', "data.jsonl"),
    ),
)
