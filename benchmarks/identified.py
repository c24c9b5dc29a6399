"""`python -m benchmarks.identified`: which rules the F1 functions of popular packages follow.

`--ask NAME...` asks the named functions of `identified_boxes.py`, or modes that nerconform knows, such as
`nervaluate`, and keeps what was found in reports/identified.json. Each is asked where its package is installed. The
page reports/identified.md is written from that file alone.
"""

import argparse
import json
from collections.abc import Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.identified_boxes import BOXES
from nerconform.base.errors import NerconformError
from nerconform.products.identify.identifier import identify
from nerconform.reporting.identification_text import answer_text
from nerconform.results.identification_result import Identification, NearDialect
from nerconform.results.values import plain_data

FOLDER = Path(__file__).parents[1] / "reports"
STORED = FOLDER / "identified.json"
PAGE = FOLDER / "identified.md"


class Asked(NamedTuple):
    """How a function is asked: what its users call, the scheme of the tags, and who has it."""

    call: str
    scheme: str = "IOB2"


FUNCTIONS: Mapping[str, Asked] = {
    "seqeval": Asked("metrics.f1_score(gold, pred)"),
    "nervaluate": Asked("Evaluator(gold, pred, tags, loader='list').evaluate()"),
    "conlleval": Asked("evaluate(lines)"),
    "spacy:ner": Asked("scorer.get_ner_prf(examples)"),
    "seqscore:conlleval": Asked("score(..., repair='conlleval')"),
    "sklearn-crfsuite": Asked("metrics.flat_f1_score(gold, pred, average='weighted', labels=all but O)"),
    "scikit-learn": Asked("metrics.f1_score(flat gold, flat pred, average='micro', labels=all but O)"),
    "torchmetrics": Asked("functional.f1_score(ids, ids, task='multiclass', average='micro', ignore_index=O)"),
    "stanza": Asked("models.ner.scorer.score_by_entity(pred, gold)", "BIOES"),
    "trankit": Asked("utils.scorers.ner_scorer.score_by_entity(pred, gold, logger)", "BIOES"),
    "nltk": Asked("chunk.util.ChunkScore().score(gold tree, predicted tree)"),
    "deeppavlov": Asked("metrics.fmeasure.ner_f1(gold, pred)"),
    "delft": Asked("sequenceLabelling.evaluation.f1_score(gold, pred)"),
    "nlp-architect": Asked("utils.metrics.sequence_f1_score(gold, pred)"),
    "hanlp": Asked("metrics.chunking.chunking_f1.ChunkingF1()(pred, gold)"),
    "kashgari": Asked("metrics.sequence_labeling.sequence_labeling_report(gold, pred)"),
    "fastNLP": Asked("core.SpanFPreRecMetric(tag_vocab, encoding_type='bio')"),
    "gliner": Asked("evaluation.BaseNEREvaluator.compute_prf(gold, pred), of the entities of tags"),
    "spaneval": Asked("evaluate(gold, pred).metrics(Strict()), of the entities of tags"),
}
"""Every function that is asked: a name of `BOXES`, or a mode that nerconform knows."""
NOT_ASKED: Mapping[str, str] = {
    "annotations-evaluate, eval4ner, ner-evaluator, nereval, named-entity-evaluator, presidio-evaluator": "They take "
    "spans or texts, or return rows of types only. `nerconform check` asks them, and [the reports](README.md) say what "
    "they get wrong.",
    "evaluate": "`evaluate.load('seqeval')` loads a script from a hub, which could not be reached. "
    "The script calls seqeval, which is asked above.",
    "allennlp": "`SpanBasedF1Measure` requires a torch below 1.13, which was not installed. Beside torch 2.13 its "
    "import ends with `No module named 'spacy'`.",
    "flair": "`Model.evaluate` needs a trained model, and predicts by itself. No function takes two lists of tags. "
    "`nerconform explain flair` lists what was read in its source.",
    "anago": "Its callback imports Keras and TensorFlow. The metric is seqeval's, which is asked above.",
    "paddlenlp": "`ChunkEvaluator` is a layer of Paddle, a framework that was not installed. It counts entities that "
    "seqeval's `get_entities` reads.",
    "span-marker": "Its evaluation calls `evaluate.load('seqeval')`, which loads a script from a hub.",
    "simpletransformers": "`NERModel.eval_model` needs a trained model. It calls seqeval, which is asked above.",
    "modelscope": "Its metric takes logits of a model, and calls seqeval, which is asked above.",
    "seqlearn": "pip cannot build its source distribution on Python 3.11.",
    "tner": "pip cannot build its requirements on Python 3.11. It calls seqeval, which is asked above.",
    "nerval": "`import nerval` raises SyntaxError: the published file has marks of an unfinished merge.",
}
"""Packages whose function was not asked, and what was tried."""


def ask(name: str) -> dict[str, Any]:
    """Return what is kept of one function: nothing that a new golden case changes if the rules stay what they are."""
    asked = FUNCTIONS[name]
    package = name.partition(":")[0]
    kept: dict[str, Any] = {"version": _version(package)}
    try:
        found = identify(BOXES.get(name, name), scheme=asked.scheme)
    except (NerconformError, ImportError) as error:
        message = error.message if isinstance(error, NerconformError) else str(error)
        return {**kept, "failed": message}
    return {**kept, **_kept(found)}


def _kept(found: Identification) -> dict[str, Any]:
    return {
        "identified": found.identified,
        "names": list(found.names),
        "signature": found.short or found.signature,
        "probes": len(found.steps),
        "notes": list(found.notes),
        "nearest": [_near(one) for one in found.nearest[:1]],
    }


def _near(one: NearDialect) -> dict[str, Any]:
    """Return the nearest rules, and the smallest input on which they give something else."""
    return {
        "signature": one.short or one.signature,
        "gold": plain_data(one.gold),
        "pred": plain_data(one.pred),
        "gives": answer_text(one.answer),
        "due": answer_text(one.due),
    }


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def page_of(stored: Mapping[str, Mapping[str, Any]]) -> str:
    """Return the page: what was found, what has no dialect, and what was not asked."""
    lines = [
        "# Which rules do popular F1 functions follow?",
        "",
        "`nerconform identify` asked the F1 functions of these packages, and nothing else: gold and predicted tags in,",
        "numbers out. A function *follows* rules if it answers every question as these rules do: the probes, further",
        "inputs that are drawn at random, and the golden cases in the scheme of its tags, apart from bad input.",
        "`python -m benchmarks.identified --ask NAME` asks one again.",
        "",
        "| package | release | what is called | asked in | it follows | signature | probes |",
        "|---|---|---|---|---|---|---:|",
    ]
    answered = [name for name in FUNCTIONS if name in stored and stored[name].get("identified")]
    lines += [_row(name, stored[name]) for name in answered]
    others = [name for name in FUNCTIONS if name in stored and name not in answered]
    lines += [
        "",
        "## No rules fit",
        "",
        "No dialect gives all answers of these functions, or they could not be asked.",
        "",
    ]
    lines += [
        f"- **{name}** {stored[name]['version']}, `{FUNCTIONS[name].call}`: {_why(stored[name])}" for name in others
    ]
    lines += ["", "## Not asked", "", "These packages could not be asked for the reason that is given.", ""]
    lines += [f"- **{name}**: {reason}" for name, reason in NOT_ASKED.items()]
    return "\n".join(lines) + "\n"


def _row(name: str, found: Mapping[str, Any]) -> str:
    asked = FUNCTIONS[name]
    cells = [name, found["version"], f"`{asked.call}`", asked.scheme, ", ".join(found["names"]) or "no name"]
    cells += [f"`{found['signature']}`".replace("|", "\\|"), str(found["probes"])]
    return f"| {' | '.join(cells)} |"


def _why(found: Mapping[str, Any]) -> str:
    if "failed" in found:
        return f"{found['failed']}"
    near = found["nearest"][0]
    sides = " and ".join(
        f"{name} `{'` `'.join(' '.join(tags) for tags in near[side]) or ' '}`"
        for name, side in (("gold", "gold"), ("predicted", "pred"))
    )
    return (
        f"nearest is `{near['signature']}`. Smallest input on which it differs: {sides}. These rules give "
        f"{near['due']}, and the function gives {near['gives']}."
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Ask what is named, keep it, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ask", nargs="+", choices=FUNCTIONS, default=[], help="ask these, and keep what was found")
    args = parser.parse_args(arguments)
    stored = json.loads(STORED.read_text(encoding="utf-8")) if STORED.exists() else {}
    for name in args.ask:
        stored[name] = ask(name)
        STORED.write_text(json.dumps(stored, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    PAGE.write_text(page_of(stored), encoding="utf-8")


if __name__ == "__main__":
    main()
