"""What real decoders returned, reproduced by a policy and the quirks of their library, each vector by itself."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from seqeval.scheme import auto_detect

from nerconform.libraries.all_quirks import QUIRKS
from nerconform.libraries.quirk import LibraryRaises
from nerconform.reference.decoding import Side
from nerconform.reference.dialect import Dialect
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.refusals import IllegalTransition

VECTORS = yaml.safe_load((Path(__file__).parent / "data" / "decoder_vectors.yaml").read_text(encoding="utf-8"))
Reading = dict[str, Any]


def name(reading: Reading) -> str:
    """Return what tells the readings apart."""
    return f"{reading['decoder']} in {reading['scheme']}, {reading['revision']}"


def pipeline_of(reading: Reading, *, quirks: bool = True) -> Pipeline:
    """Return the path of the choices and quirks by which a decoder is read."""
    pipeline = Pipeline.of(Dialect().set(scheme=reading["scheme"], **reading["choices"]))
    for quirk in reading["quirks"] if quirks else ():
        pipeline = QUIRKS[quirk].change(pipeline)
    return pipeline


def decoded(pipeline: Pipeline, tags: str, refuses: str) -> dict[str, Any]:
    """Return the answer of a pipeline in the form of the vectors; a refusal is what the decoder raises for one.

    A library that reads both sides in an order of its own fails behind decoding, before the filter.
    """
    try:
        spans = pipeline.decode(pipeline.parse(tags.split()), Side.PRED)
        tuple(pipeline.filter([((), spans)]))
    except LibraryRaises as raised:
        return {"error": raised.error}
    except IllegalTransition as refused:
        return {"error": refuses} if refuses else {"at": int(refused.place.removeprefix("position "))}
    return {"spans": [list(span) for span in spans]}


def answers_of(reading: Reading, pipeline: Pipeline) -> list[dict[str, Any]]:
    """Return what the pipeline gives for every vector of a decoder."""
    refuses = reading.get("refuses", "")
    return [{"tags": one["tags"], **decoded(pipeline, one["tags"], refuses)} for one in reading["answers"]]


def evaluated(reading: Reading, pipeline: Pipeline) -> list[dict[str, Any]]:
    """Return what the pipeline counts for every vector of an evaluation."""
    answers = []
    for one in reading["answers"]:
        counts = pipeline.evaluate([one["gold"].split()], [one["pred"].split()]).counts
        answers.append({**one, "counts": [counts.pos, counts.act, counts.cor]})
    return answers


@pytest.mark.parametrize("reading", VECTORS["decoders"], ids=name)
def test_a_decoder_returned_what_its_policy_and_quirks_give(reading: Reading) -> None:
    assert answers_of(reading, pipeline_of(reading)) == reading["answers"]


@pytest.mark.parametrize("reading", VECTORS["evaluations"], ids=name)
def test_an_evaluation_counted_what_its_policy_and_quirks_give(reading: Reading) -> None:
    assert evaluated(reading, pipeline_of(reading)) == reading["answers"]


@pytest.mark.parametrize("reading", [one for one in VECTORS["decoders"] if one["quirks"]], ids=name)
def test_no_quirk_is_named_that_the_vectors_do_not_need(reading: Reading) -> None:
    assert answers_of(reading, pipeline_of(reading, quirks=False)) != reading["answers"]


@pytest.mark.parametrize("reading", [one for one in VECTORS["evaluations"] if one["quirks"]], ids=name)
def test_no_quirk_is_named_that_the_counts_do_not_need(reading: Reading) -> None:
    assert evaluated(reading, pipeline_of(reading, quirks=False)) != reading["answers"]


def test_all_vectors_are_there() -> None:
    sizes = [sum(len(one["answers"]) for one in VECTORS[part]) for part in ("decoders", "evaluations")]
    assert (len(VECTORS["decoders"]), *sizes, len(VECTORS["guesses"])) == (47, 603, 9, 8)


@pytest.mark.parametrize("guess", VECTORS["guesses"], ids=lambda guess: guess["tags"])
def test_seqeval_guesses_a_scheme_from_letters_alone(guess: dict[str, Any]) -> None:
    """No scheme is guessed in this project (SCH-2), so here is nothing to reproduce: the library is asked."""
    if guess["scheme"] is None:
        with pytest.raises(ValueError, match="This scheme is not supported"):
            auto_detect([guess["tags"].split()])
    else:
        assert auto_detect([guess["tags"].split()]).__name__ == guess["scheme"]
