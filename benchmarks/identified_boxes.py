"""F1 functions of popular packages, each called as its users call it: gold and predicted tags in, numbers out.

Some packages import what takes gigabytes before their metric. Of these the module of the metric is loaded alone:
parents of the module are empty packages that lead to its folder, and nothing of the module itself is replaced.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stdout
from importlib import import_module
from importlib.util import find_spec
from io import StringIO
from itertools import chain
from logging import getLogger
from pathlib import Path
from types import ModuleType
from typing import Any

from nerconform.api import decode

Tags = Sequence[Sequence[str]]
Box = Callable[[Tags, Tags], Any]
"""Gold and predicted tags in; F1, or precision, recall and F1, out."""


def alone(name: str) -> Any:  # noqa: ANN401 - a module without types
    """Return a module whose parents are not run, if none of them is imported already. Raises `ImportError`."""
    if name in sys.modules:
        return sys.modules[name]
    *parents, _ = name.split(".")
    found = find_spec(parents[0])
    if found is None or not found.submodule_search_locations:
        raise ImportError(f"there is no package {parents[0]}")
    folder = Path(next(iter(found.submodule_search_locations)))
    for depth in range(1, len(parents) + 1):
        parent = ".".join(parents[:depth])
        if parent not in sys.modules:
            module = ModuleType(parent)
            module.__path__ = [str(folder.joinpath(*parents[1:depth]))]
            sys.modules[parent] = module
    return import_module(name)


def _lists(side: Tags) -> list[list[str]]:
    return [list(unit) for unit in side]


def seqeval(gold: Tags, pred: Tags) -> Any:  # noqa: ANN401 - whatever the package returns
    """Return the F1 of seqeval."""
    return import_module("seqeval.metrics").f1_score(_lists(gold), _lists(pred))


def sklearn_crfsuite(gold: Tags, pred: Tags) -> Any:  # noqa: ANN401 - whatever the package returns
    """Return the weighted F1 of tags, as the tutorial of sklearn-crfsuite asks for it: without O."""
    labels = sorted({*chain(*gold), *chain(*pred)} - {"O"})
    metrics = import_module("sklearn_crfsuite.metrics")
    return metrics.flat_f1_score(_lists(gold), _lists(pred), average="weighted", labels=labels, zero_division=0)


def scikit_learn(gold: Tags, pred: Tags) -> Any:  # noqa: ANN401 - whatever the package returns
    """Return the micro F1 of tags without O, from scikit-learn."""
    labels = sorted({*chain(*gold), *chain(*pred)} - {"O"})
    metrics = import_module("sklearn.metrics")
    return metrics.f1_score([*chain(*gold)], [*chain(*pred)], average="micro", labels=labels, zero_division=0)


def torchmetrics(gold: Tags, pred: Tags) -> Any:  # noqa: ANN401 - whatever the package returns
    """Return the micro F1 of class ids, where O is the class that is left out, from torchmetrics."""
    torch, functional = import_module("torch"), import_module("torchmetrics.functional")
    names = ["O", *sorted({*chain(*gold), *chain(*pred)} - {"O"})]
    ids = [torch.tensor([names.index(tag) for tag in chain(*side)]) for side in (pred, gold)]
    return float(functional.f1_score(*ids, task="multiclass", num_classes=len(names), average="micro", ignore_index=0))


def stanza(gold: Tags, pred: Tags) -> Any:  # noqa: ANN401 - whatever the package returns
    """Return precision, recall and F1 of stanza's scorer."""
    found = import_module("stanza.models.ner.scorer").score_by_entity(_lists(pred), _lists(gold), verbose=False)
    return dict(zip(("precision", "recall", "f1"), found[:3], strict=True))


def trankit(gold: Tags, pred: Tags) -> Any:  # noqa: ANN401 - whatever the package returns
    """Return precision, recall and F1 of trankit's scorer, which are in percent."""
    scorer = alone("trankit.utils.scorers.ner_scorer")
    return scorer.score_by_entity(_lists(pred), _lists(gold), getLogger("trankit"))["f1"]


def nltk(gold: Tags, pred: Tags) -> Any:  # noqa: ANN401 - whatever the package returns
    """Return the F1 of NLTK's ChunkScore, of trees made from tags."""
    util = import_module("nltk.chunk.util")
    score = util.ChunkScore()
    for sides in zip(gold, pred, strict=True):
        trees = [util.conlltags2tree([(f"w{at}", "X", tag) for at, tag in enumerate(unit)]) for unit in sides]
        score.score(*trees)
    return {"precision": score.precision(), "recall": score.recall(), "f1": score.f_measure()}


def deeppavlov(gold: Tags, pred: Tags) -> Any:  # noqa: ANN401 - whatever the package returns
    """Return the F1 of DeepPavlov's metric `ner_f1`, which is in percent."""
    with redirect_stdout(StringIO()):
        return alone("deeppavlov.metrics.fmeasure").ner_f1(_lists(gold), _lists(pred))


def delft(gold: Tags, pred: Tags) -> Any:  # noqa: ANN401 - whatever the package returns
    """Return the F1 of DeLFT."""
    return alone("delft.sequenceLabelling.evaluation").f1_score(_lists(gold), _lists(pred))


def nlp_architect(gold: Tags, pred: Tags) -> Any:  # noqa: ANN401 - whatever the package returns
    """Return the F1 of NLP Architect."""
    return alone("nlp_architect.utils.metrics").sequence_f1_score(_lists(gold), _lists(pred))


def hanlp(gold: Tags, pred: Tags) -> Any:  # noqa: ANN401 - whatever the package returns
    """Return the F1 of HanLP's ChunkingF1."""
    metric = alone("hanlp.metrics.chunking.chunking_f1").ChunkingF1()
    metric(_lists(pred), _lists(gold))
    return metric.score


def kashgari(gold: Tags, pred: Tags) -> Any:  # noqa: ANN401 - whatever the package returns
    """Return the F1 of Kashgari's report."""
    found = alone("kashgari.metrics.sequence_labeling").sequence_labeling_report(_lists(gold), _lists(pred), verbose=0)
    return found["f1-score"]


def _spans(side: Tags) -> list[list[tuple[str, int, int]]]:
    """Return the entities of tags, read as conlleval reads them: what users do whose scorer takes spans."""
    return [[(span.type, span.start, span.end) for span in decode(list(unit), "IOB2", "lenient")] for unit in side]


def gliner(gold: Tags, pred: Tags) -> Any:  # noqa: ANN401 - whatever the package returns
    """Return precision, recall and F1 of GLiNER's evaluator."""
    sides = ([[(start, end - 1, kind) for kind, start, end in unit] for unit in _spans(side)] for side in (gold, pred))
    evaluator = import_module("gliner.evaluation").BaseNEREvaluator(*sides)
    found = evaluator.compute_prf(*evaluator.transform_data())
    return {"precision": float(found["precision"]), "recall": float(found["recall"]), "f1": float(found["f_score"])}


def spaneval(gold: Tags, pred: Tags) -> Any:  # noqa: ANN401 - whatever the package returns
    """Return precision, recall and F1 of spaneval's strategy Strict."""
    library, strategies = import_module("spaneval"), import_module("spaneval.strategies")
    sides = (
        [[{"entity_type": kind, "start": start, "end": end} for kind, start, end in unit] for unit in _spans(side)]
        for side in (gold, pred)
    )
    found = library.evaluate(*map(library.to_documents, sides)).metrics(strategies.Strict())
    return {"precision": found.precision, "recall": found.recall, "f1": found.f1}


def fastnlp(gold: Tags, pred: Tags) -> Any:  # noqa: ANN401 - whatever the package returns
    """Return the F1 of fastNLP's SpanFPreRecMetric, of ids in its vocabulary of tags."""
    torch, core = import_module("torch"), import_module("fastNLP.core")
    vocabulary = core.Vocabulary(padding=None, unknown=None)
    vocabulary.add_word_lst(["O", *sorted({*chain(*gold), *chain(*pred)} - {"O"})])
    metric = core.SpanFPreRecMetric(tag_vocab=vocabulary, encoding_type="bio")
    for unit, other in zip(gold, pred, strict=True):
        ids = [torch.tensor([[vocabulary.to_index(tag) for tag in tags]]) for tags in (other, unit)]
        metric.update(ids[0], ids[1], seq_len=torch.tensor([len(unit)]))
    found = metric.get_metric()
    return {"precision": found["pre"], "recall": found["rec"], "f1": found["f"]}


BOXES: Mapping[str, Box] = {
    "seqeval": seqeval,
    "sklearn-crfsuite": sklearn_crfsuite,
    "scikit-learn": scikit_learn,
    "torchmetrics": torchmetrics,
    "stanza": stanza,
    "trankit": trankit,
    "nltk": nltk,
    "deeppavlov": deeppavlov,
    "delft": delft,
    "nlp-architect": nlp_architect,
    "hanlp": hanlp,
    "kashgari": kashgari,
    "fastNLP": fastnlp,
    "gliner": gliner,
    "spaneval": spaneval,
}
