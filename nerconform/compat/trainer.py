"""Trainer: what Hugging Face's Trainer of a token classifier calls after each evaluation."""

from collections.abc import Mapping, Sequence
from typing import Any

from nerconform.base.errors import NerconformError
from nerconform.compat.seqeval.metrics import accuracy_score, classification_report

IGNORED = -100
"""The label id of positions without a label: special tokens, second pieces of words, padding."""


class LabelUnknown(NerconformError):
    """A label id stands for no tag."""


class TagMetrics:
    """A `compute_metrics` for `transformers.Trainer`: precision, recall, F1 and accuracy from logits and label ids.

    `id2label` is `model.config.id2label` or the list of tags. Positions with the label -100 are left out of both sides,
    wherever they stand. `mode`, `scheme` and `zero_division` are those of `nerconform.compat.seqeval.metrics`; with
    `per_type`, each type has its three numbers, too. `signature` is that of the last call.
    """

    def __init__(
        self,
        id2label: Mapping[Any, str] | Sequence[str],
        *,
        mode: str | None = None,
        scheme: object = None,
        zero_division: object = 0,
        per_type: bool = False,
    ) -> None:
        """Keep the tags and how they are read; the keys of a mapping may be texts, as in `config.json`."""
        pairs = id2label.items() if isinstance(id2label, Mapping) else enumerate(id2label)
        self.labels = {int(key): label for key, label in pairs}
        self.mode, self.scheme, self.zero_division = mode, scheme, zero_division
        self.per_type = per_type
        self.signature = ""

    def __call__(self, prediction: Any) -> dict[str, float]:  # noqa: ANN401 - EvalPrediction, or a pair
        """Return the numbers of one evaluation.

        `prediction` is an `EvalPrediction` or a pair: logits [sentences, tokens, labels] or label ids [sentences,
        tokens], and label ids [sentences, tokens]. Raises `LabelUnknown` for an id outside `id2label`.
        """
        predicted, expected = (_plain(side) for side in _sides(prediction))
        gold: list[list[str]] = []
        pred: list[list[str]] = []
        for row, (ids, labels) in enumerate(zip(predicted, expected, strict=True)):
            kept = [at for at, label in enumerate(labels) if label != IGNORED]
            gold.append([self._tag(labels[at], row, at) for at in kept])
            pred.append([self._tag(_best(ids[at]), row, at) for at in kept])
        report = classification_report(
            gold, pred, output_dict=True, mode=self.mode, scheme=self.scheme, zero_division=self.zero_division
        )
        self.signature = report.signature
        numbers = {name: report["micro avg"][key] for name, key in _KEYS.items()}
        numbers["accuracy"] = accuracy_score(gold, pred)
        if self.per_type:
            types = {kind: row for kind, row in report.items() if kind not in _AVERAGE_ROWS}
            numbers |= {f"{kind}_{name}": row[key] for kind, row in types.items() for name, key in _KEYS.items()}
        return numbers

    def _tag(self, label: Any, row: int, at: int) -> str:  # noqa: ANN401 - an integer of any kind
        if label not in self.labels:
            hint = (
                "Pass all labels of the model: TagMetrics(model.config.id2label). Give tokens that do not count "
                "the id -100."
            )
            raise LabelUnknown(f"the label id {label!r} has no tag", place=f"sentence {row}, token {at}", hint=hint)
        return self.labels[label]


_KEYS = {"precision": "precision", "recall": "recall", "f1": "f1-score"}
_AVERAGE_ROWS = frozenset({"micro avg", "macro avg", "weighted avg"})


def _sides(prediction: Any) -> tuple[Any, Any]:  # noqa: ANN401 - as the Trainer has it
    """Return logits or ids, and label ids; some models return more than logits, and logits come first."""
    if hasattr(prediction, "predictions"):
        predicted, expected = prediction.predictions, prediction.label_ids
    else:
        predicted, expected = prediction
    return (predicted[0] if isinstance(predicted, tuple) else predicted), expected


def _plain(side: Any) -> Any:  # noqa: ANN401 - arrays, tensors or lists
    """Return lists; of logits the index of the largest, in the array, where lists would take long."""
    if getattr(side, "ndim", 0) == 3:  # noqa: PLR2004 - sentences, tokens, labels
        side = side.argmax(-1)
    return side.tolist() if hasattr(side, "tolist") else side


def _best(label: Any) -> Any:  # noqa: ANN401 - an id, or its logits in a list
    """Return the index of the largest of some logits, the first of equal ones, or the id itself."""
    return label.index(max(label)) if isinstance(label, list) else label
