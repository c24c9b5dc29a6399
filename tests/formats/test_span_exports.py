"""Span exports: each branch of the readers of spans, with a value that it accepts and the neighbour that it refuses."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from nerconform.base.errors import NerconformError
from nerconform.formats.read import read, read_one
from nerconform.formats.reader_options import ReaderOptions
from nerconform.formats.record import FileSide, Offsets
from nerconform.reference.spans import Span

Write = Callable[..., Path]
TEXT = "Ann is in Rome"
ANN, ROME = Span("PER", 0, 3), Span("LOC", 10, 14)


class Form(NamedTuple):
    """A format, and a unit of it that is read."""

    kind: str
    unit: Any
    spans: tuple[Span, ...] = (ANN,)
    offsets: Offsets = Offsets.CHARACTERS


def region(kind: str = "PER", start: int = 0, end: int = 3, **more: Any) -> dict[str, Any]:  # noqa: ANN401 # JSON
    return {"type": "labels", "value": {"start": start, "end": end, "labels": [kind]}, **more}


def task(*results: Sequence[Any], key: str = "annotations", **more: Any) -> dict[str, Any]:  # noqa: ANN401 # JSON
    return {"data": {"text": TEXT}, key: [{"result": list(result)} for result in results], **more}


WORDS = [{"text": one, "start": TEXT.index(one), "end": TEXT.index(one) + len(one)} for one in TEXT.split()]
BARE = [{"text": one} for one in TEXT.split()]
PRODIGY = {"text": TEXT, "tokens": WORDS, "_task_hash": 1}
IN_TOKENS = Span("PER", 0, 1)
ENTITY = {"start": 0, "end": 3, "label": "PER"}
READ = {
    "a region": Form("label-studio", task([region()])),
    "a region of two labels": Form(
        "label-studio", task([region(value={"start": 0, "end": 3, "labels": ["PER", "LOC"]})]), (ANN, Span("LOC", 0, 3))
    ),
    "a region of hypertext": Form(
        "label-studio", task([region(value={"start": 0, "end": 3, "hypertextlabels": ["PER"]})])
    ),
    "global offsets win": Form(
        "label-studio",
        task([region(value={"start": 9, "end": 9, "globalOffsets": {"start": 0, "end": 3}, "labels": ["PER"]})]),
    ),
    "a relation beside a region": Form(
        "label-studio", task([{"type": "relation", "value": 1}, {"from_id": "a", "value": 1}, region()])
    ),
    "a rating without labels": Form("label-studio", task([{"type": "rating", "value": {"rating": 3}}, region()])),
    "what has no type and no start": Form("label-studio", task([{"value": {"rating": 3}}, region()])),
    "no region": Form("label-studio", task([]), ()),
    "a cancelled annotation beside another": Form(
        "label-studio",
        {"data": {"text": TEXT}, "annotations": [{"was_cancelled": True, "result": [1]}, {"result": [region()]}]},
    ),
    "completions, as old releases say": Form("label-studio", task([region()], key="completions")),
    "the only text of a task, whatever its name": Form(
        "label-studio", {"data": {"body": TEXT, "n": 1}, "annotations": [{"result": [region()]}]}
    ),
    "doccano's list": Form("doccano", {"text": TEXT, "label": [[0, 3, "PER"]]}),
    "doccano's labels": Form("doccano", {"text": TEXT, "labels": [[0, 3, "PER"]]}),
    "doccano's objects": Form(
        "doccano", {"text": TEXT, "entities": [{"label": "PER", "start_offset": 0, "end_offset": 3}]}
    ),
    "doccano's annotations": Form(
        "doccano", {"text": TEXT, "annotations": [{"label": "PER", "start_offset": 0, "end_offset": 3}]}
    ),
    "doccano without entities": Form("doccano", {"text": TEXT, "label": []}, ()),
    "GLiNER's last token is inclusive": Form(
        "gliner",
        {"tokenized_text": TEXT.split(), "ner": [[0, 0, "PER"], [2, 3, "LOC"]]},
        (IN_TOKENS, Span("LOC", 2, 4)),
        Offsets.TOKENS,
    ),
    "GLiNER without entities": Form("gliner", {"tokenized_text": TEXT.split(), "ner": []}, (), Offsets.TOKENS),
    "a pipeline's groups": Form("pipeline", [{"entity_group": "PER", "start": 0, "end": 3}]),
    "a group with the tag that it had": Form(
        "pipeline", [{"entity_group": "PER", "entity": "B-PER", "start": 0, "end": 3}]
    ),
    "a pipeline's labels": Form("pipeline", [ENTITY]),
    "a pipeline that found nothing": Form("pipeline", [], ()),
    "Prodigy in tokens": Form(
        "prodigy",
        PRODIGY | {"spans": [{"token_start": 0, "token_end": 0, "label": "PER"}]},
        (IN_TOKENS,),
        Offsets.TOKENS,
    ),
    "Prodigy in tokens that say no characters": Form(
        "prodigy",
        PRODIGY | {"tokens": BARE, "spans": [{"token_start": 0, "token_end": 0, "start": 5, "end": 9, "label": "PER"}]},
        (IN_TOKENS,),
        Offsets.TOKENS,
    ),
    "Prodigy's characters of whole tokens": Form(
        "prodigy",
        PRODIGY | {"spans": [{"start": 4, "end": 14, "label": "X"}]},
        (Span("X", 1, 4),),
        Offsets.TOKENS,
    ),
    "Prodigy's last token": Form(
        "prodigy",
        PRODIGY | {"spans": [{"token_start": 3, "token_end": 3, "start": 10, "end": 14, "label": "LOC"}]},
        (Span("LOC", 3, 4),),
        Offsets.TOKENS,
    ),
    "Prodigy in characters": Form("prodigy", {"text": TEXT, "spans": [ENTITY], "_task_hash": 1}),
    "Prodigy, accepted without spans": Form("prodigy", {"text": TEXT, "answer": "accept"}, ()),
    "spaCy's lists": Form("spacy", {"text": TEXT, "entities": [[0, 3, "PER"]]}),
    "spaCy's objects": Form("spacy", {"text": TEXT, "ents": [ENTITY]}),
    "spaCy's pairs": Form("spacy", [TEXT, {"entities": [[0, 3, "PER"]]}]),
    "spaCy without entities": Form("spacy", {"text": TEXT, "entities": []}, ()),
}


@pytest.mark.parametrize("side", FileSide)
@pytest.mark.parametrize("what", READ)
def test_what_is_read(file: Write, what: str, side: FileSide) -> None:
    form = READ[what]
    whole = form.unit if form.kind != "pipeline" else [form.unit]
    (one,) = read_one(file(json.dumps(whole)), ReaderOptions(format=form.kind), side)
    given = (one.gold, one.pred) if side is not FileSide.PRED else (one.pred, one.gold)
    assert given == (form.spans, None)
    assert one.offsets is form.offsets
    assert (one.text, one.tokens) == {
        "pipeline": ("", ()),
        "gliner": ("", tuple(TEXT.split())),
        "prodigy": (TEXT, tuple(TEXT.split()) if form.offsets is Offsets.TOKENS else ()),
    }.get(form.kind, (TEXT, ()))


def test_a_task_of_label_studio_may_hold_the_prediction_of_a_model(file: Write) -> None:
    both = task([region()]) | {"id": 7, "predictions": [{"result": [region("LOC", 10, 14)]}]}
    path, options = file(json.dumps([both])), ReaderOptions(format="label-studio")
    (one,) = read_one(path, options, FileSide.BOTH)
    assert (one.gold, one.pred, one.id) == ((ANN,), (ROME,), "7")
    (one,) = read_one(path, options, FileSide.PRED)
    assert (one.gold, one.pred) == (None, (ROME,))
    (one,) = read_one(file(json.dumps([task([region()], key="predictions")])), options, FileSide.PRED)
    assert (one.gold, one.pred) == (None, (ANN,))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[[], []]", [(1, ()), (1, ())]),
        (f"[{json.dumps(ENTITY)}]\n[]\n", [(1, (ANN,)), (2, ())]),
        (f"[[{json.dumps(ENTITY)}],\n[]]\n", [(1, (ANN,)), (2, ())]),
        (f"\n[\n{json.dumps(ENTITY)},\n{json.dumps(ENTITY | {'start': 1})}]\n", [(3, (ANN, Span("PER", 1, 3)))]),
    ],
)
def test_the_texts_of_a_pipeline_have_the_lines_on_which_they_begin(
    file: Write, text: str, expected: list[tuple[int, tuple[Span, ...]]]
) -> None:
    records = list(read_one(file(text), ReaderOptions(format="pipeline")))
    assert [(one.line, one.gold) for one in records] == expected


class Bad(NamedTuple):
    """A unit that is refused: why, where in the unit, and what to do."""

    kind: str
    unit: Any
    code: str
    place: str
    reason: str
    remedy: str


REFUSED = {
    "a task that is a list": Bad("label-studio", [[1]], "wrong-form", "", "found [1]", "A task is"),
    "a task that nobody annotated": Bad(
        "label-studio", task(key="annotations"), "missing-field", "", "has no annotation", '"result": []'
    ),
    "JSON-MIN without a text": Bad("label-studio", {"label": [], "id": 1}, "missing-field", "", "'text'", '{"text":'),
    "doccano without a text": Bad("doccano", {"label": []}, "missing-field", "", "no field 'text'", '{"text":'),
    "spaCy without a text": Bad("spacy", {"entities": []}, "missing-field", "", "no field 'text'", '{"text":'),
    "a prediction alone, as gold": Bad(
        "label-studio", task([], key="predictions"), "missing-field", "", "has no annotation", '"result": []'
    ),
    "two texts": Bad(
        "label-studio",
        {"data": {"a": "x", "b": "y"}, "annotations": [{"result": []}]},
        "missing-field",
        "",
        "which field holds the text of the task: ['a', 'b']",
        "Rename",
    ),
    "a text that is a number": Bad(
        "label-studio", {"data": {"text": 1}, "annotations": [{}]}, "missing-field", "", "which field", "Rename"
    ),
    "two annotations": Bad(
        "label-studio", task([], []), "mixed-forms", "", "has 2 annotations, and one is needed", "filter by annotator"
    ),
    "cancelled annotations alone": Bad(
        "label-studio",
        {"data": {"text": TEXT}, "annotations": [{"was_cancelled": True}]},
        "mixed-forms",
        "",
        "has 0 annotations that were not cancelled",
        "filter by annotator",
    ),
    "annotations that are an object": Bad(
        "label-studio",
        {"data": {"text": TEXT}, "annotations": {"result": []}},
        "wrong-form",
        "",
        "not a list",
        "Write a list",
    ),
    "a result that is an object": Bad(
        "label-studio",
        {"data": {"text": TEXT}, "annotations": [{"result": {}}]},
        "wrong-form",
        "",
        "not a list",
        "Write a list",
    ),
    "a region that is a number": Bad(
        "label-studio", task([region(), 1]), "wrong-form", ", region 1", "found 1", "region of a text"
    ),
    "a value that is a list": Bad(
        "label-studio",
        task([{"type": "labels", "value": []}]),
        "wrong-form",
        ", region 0",
        '"value" of the region is a list, not an object',
        "region of a text",
    ),
    "other labels": Bad(
        "label-studio",
        task([{"type": "paragraphlabels", "value": {"start": 0, "end": 1, "paragraphlabels": ["X"]}}]),
        "wrong-form",
        ", region 0",
        "the region has paragraphlabels, and only 'labels' are read",
        "Annotate plain text",
    ),
    "no labels": Bad(
        "label-studio",
        task([{"value": {"start": 0, "end": 1, "labels": []}}]),
        "wrong-form",
        ", region 0",
        "the region has no 'labels'",
        "Give the region a label",
    ),
    "labels in one string": Bad(
        "label-studio",
        task([{"value": {"start": 0, "end": 1, "labels": "PER"}}]),
        "wrong-form",
        ", region 0",
        "not a list",
        "Write a list",
    ),
    "a region beyond the text": Bad(
        "label-studio", task([region(end=15)]), "invalid-span", ", region 0", "ends at 14", "Ends are exclusive"
    ),
    "a text of doccano that is missing": Bad(
        "doccano", {"label": []}, "missing-field", "", "no field 'text'", 'Add the field: {"text"'
    ),
    "a line of doccano that is a number": Bad("doccano", 1, "wrong-form", "", "found 1", "doccano"),
    "doccano without a field of entities": Bad(
        "doccano", {"text": TEXT}, "missing-field", "", "no field with entities", "doccano"
    ),
    "an entity of two parts": Bad(
        "doccano",
        {"text": TEXT, "label": [[0, 3, "X"], [0, 3]]},
        "invalid-span",
        ", span 1",
        "[0, 3]",
        "doccano",
    ),
    "an entity of doccano in a string": Bad(
        "doccano", {"text": TEXT, "label": ["PER"]}, "invalid-span", ", span 0", "'PER' is not a span", "doccano"
    ),
    "GLiNER without tokens": Bad("gliner", {"ner": []}, "missing-field", "", "no field tokenized_text", "GLiNER"),
    "GLiNER without entities' field": Bad(
        "gliner", {"tokenized_text": ["a"]}, "missing-field", "", "no field ner", "GLiNER"
    ),
    "a span of GLiNER that ends nowhere": Bad(
        "gliner",
        {"tokenized_text": ["a"], "ner": [[0, None, "X"]]},
        "invalid-span",
        ", span 0",
        "[0, None, 'X']",
        "GLiNER",
    ),
    "a span of GLiNER in two parts": Bad(
        "gliner", {"tokenized_text": ["a"], "ner": [[0, 0]]}, "invalid-span", ", span 0", "[0, 0]", "GLiNER"
    ),
    "a span of GLiNER beyond its tokens": Bad(
        "gliner", {"tokenized_text": ["a"], "ner": [[0, 1, "X"]]}, "invalid-span", ", span 0", "ends at 2", "exclusive"
    ),
    "a text of a pipeline that is a string": Bad(
        "pipeline", "PER", "wrong-form", "", "a list of the entities of a text, found 'PER'", "one list for each text"
    ),
    "an entity that is a number": Bad(
        "pipeline", [[1]], "invalid-span", ", span 0", "1 is not a span", "one list for each text"
    ),
    "the tag of a part of a word": Bad(
        "pipeline",
        [[{"entity": "B-PER", "start": 0, "end": 3}]],
        "wrong-form",
        ", span 0",
        "'B-PER' is the tag of a part of a word",
        'aggregation_strategy="simple"',
    ),
    "an entity on each line": Bad(
        "pipeline", ENTITY, "wrong-form", "", "each line is one entity", "one list for each text"
    ),
    "a task of Prodigy that is a string": Bad("prodigy", "x", "wrong-form", "", "found 'x'", "Prodigy exports"),
    "a task without anything": Bad(
        "prodigy", {"_task_hash": 1}, "missing-field", "", "no text, tokens or spans", "Prodigy"
    ),
    "a task that nobody has annotated": Bad(
        "prodigy", {"text": "x"}, "missing-field", "", "no field 'spans': nobody has annotated it", '"spans": []'
    ),
    "a task with tokens alone": Bad(
        "prodigy", {"tokens": BARE}, "missing-field", "", "no field 'spans': nobody has annotated it", '"spans": []'
    ),
    "a choice": Bad(
        "prodigy", {"text": "x", "options": [], "answer": "accept"}, "missing-field", "", "another kind", '"spans": []'
    ),
    "an answer that was ignored": Bad(
        "prodigy", {"text": "x", "spans": [], "answer": "ignore"}, "rejected-answer", "", "'ignore'", "from both files"
    ),
    "a token that is a string": Bad(
        "prodigy", {"tokens": ["x"], "spans": []}, "wrong-form", ", token 0", "found 'x'", "Prodigy exports"
    ),
    "a token without text": Bad(
        "prodigy",
        {"tokens": [WORDS[0], {"start": 4, "end": 6}], "spans": []},
        "missing-field",
        ", token 1",
        "'text'",
        "Add",
    ),
    "a token that starts and does not end": Bad(
        "prodigy",
        {"tokens": [WORDS[0], {"text": "is", "start": 4}], "spans": []},
        "wrong-form",
        ", token 1",
        "the token starts at 4 and ends at None",
        "as whole numbers",
    ),
    "a token that ends and does not start": Bad(
        "prodigy",
        {"tokens": [{"text": "is", "end": 4}], "spans": []},
        "wrong-form",
        ", token 0",
        "the token starts at None and ends at 4",
        "as whole numbers",
    ),
    "a token that starts at true": Bad(
        "prodigy",
        {"tokens": [{"text": "is", "start": True, "end": 4}], "spans": []},
        "wrong-form",
        ", token 0",
        "the token starts at True and ends at 4",
        "as whole numbers",
    ),
    "a token that ends at true": Bad(
        "prodigy",
        {"tokens": [{"text": "is", "start": 0, "end": True}], "spans": []},
        "wrong-form",
        ", token 0",
        "the token starts at 0 and ends at True",
        "as whole numbers",
    ),
    "a span that is a list": Bad(
        "prodigy", {"text": TEXT, "spans": [[0, 3, "X"]]}, "invalid-span", ", span 0", "[0, 3, 'X']", "Prodigy exports"
    ),
    "a span in tokens without tokens": Bad(
        "prodigy",
        {"text": TEXT, "spans": [{"token_start": 0, "token_end": 0, "label": "X"}]},
        "missing-field",
        ", span 0",
        "the span has token_start, and the task has no tokens",
        "Add the tokens",
    ),
    "a token_start that is 0.5": Bad(
        "prodigy",
        {"tokens": BARE, "spans": [{"token_start": 0.5, "token_end": 1, "label": "X"}]},
        "invalid-span",
        ", span 0",
        "token_start is 0.5 and token_end is 1, and both have to be whole",
        "counted from 0",
    ),
    "a token_end that is true": Bad(
        "prodigy",
        {"tokens": BARE, "spans": [{"token_start": 0, "token_end": True, "label": "X"}]},
        "invalid-span",
        ", span 0",
        "token_start is 0 and token_end is True",
        "counted from 0",
    ),
    "a token_end before its token_start": Bad(
        "prodigy",
        {"tokens": BARE, "spans": [{"token_start": 2, "token_end": 1, "label": "X"}]},
        "invalid-span",
        ", span 0",
        "token_start is 2 and token_end is 1, and the tokens have the numbers 0 to 3",
        "counted from 0",
    ),
    "a negative token_start": Bad(
        "prodigy",
        {"tokens": BARE, "spans": [{"token_start": -1, "token_end": 1, "label": "X"}]},
        "invalid-span",
        ", span 0",
        "token_start is -1",
        "counted from 0",
    ),
    "a token_end after the last token": Bad(
        "prodigy",
        {"tokens": BARE, "spans": [{"token_start": 0, "token_end": 4, "label": "X"}]},
        "invalid-span",
        ", span 0",
        "token_end is 4, and the tokens have the numbers 0 to 3",
        "counted from 0",
    ),
    "a start that is another": Bad(
        "prodigy",
        {"tokens": WORDS, "spans": [{"token_start": 0, "token_end": 1, "start": 1, "end": 6, "label": "X"}]},
        "offsets-disagree",
        ", span 0",
        "are the characters 0 to 6, but start is 1 and end is 6",
        "token_start",
    ),
    "an end that is missing": Bad(
        "prodigy",
        {"tokens": WORDS, "spans": [{"token_start": 0, "token_end": 1, "start": 0, "label": "X"}]},
        "offsets-disagree",
        ", span 0",
        "start is 0 and end is None",
        "token_start",
    ),
    "characters, and tokens that have none": Bad(
        "prodigy",
        {"tokens": BARE, "spans": [ENTITY]},
        "missing-field",
        ", span 0",
        "have no start and end",
        "every token",
    ),
    "one token of several without characters": Bad(
        "prodigy",
        {"tokens": [WORDS[0], BARE[1]], "spans": [ENTITY]},
        "missing-field",
        ", span 0",
        "have no start and end",
        "every token",
    ),
    "a start inside a token": Bad(
        "prodigy",
        {"tokens": WORDS, "spans": [ENTITY | {"start": 1}]},
        "offsets-disagree",
        ", span 0",
        "from character 1 to 3 starts or ends inside a token",
        "to the bounds of tokens",
    ),
    "a unit of spaCy that is a number": Bad("spacy", 3, "wrong-form", "", "found 3", '"entities"'),
    "a unit of spaCy without entities": Bad(
        "spacy", {"text": TEXT}, "missing-field", "", "no field 'entities'", '"entities"'
    ),
    "entities twice": Bad(
        "spacy", {"text": TEXT, "entities": [], "ents": []}, "mixed-forms", "", "both entities and ents", "Remove one"
    ),
    "an entity of spaCy of two parts": Bad(
        "spacy",
        {"text": TEXT, "entities": [[0, 3]]},
        "invalid-span",
        ", span 0",
        "[0, 3] is not a span",
        "Write each entity",
    ),
    "an entity of spaCy that is a tag": Bad(
        "spacy", {"text": TEXT, "entities": ["B-PER"]}, "invalid-span", ", span 0", "'B-PER'", "--input-format jsonl"
    ),
    "two names of one type": Bad(
        "spacy",
        {"text": TEXT, "entities": [ENTITY | {"type": "LOC"}]},
        "invalid-span",
        ", span 0",
        "the type 'LOC' and the label 'PER'",
        "Remove one",
    ),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_is_refused_with_place_reason_and_remedy(file: Write, what: str) -> None:
    bad = REFUSED[what]
    path = file("\n" + json.dumps(bad.unit))
    with pytest.raises(NerconformError) as caught:
        list(read(path, None, ReaderOptions(format=bad.kind)))
    error = caught.value
    assert (error.code, error.place) == (bad.code, f"{path}:2{bad.place}")
    assert bad.reason in error.message
    assert bad.remedy in error.hint
