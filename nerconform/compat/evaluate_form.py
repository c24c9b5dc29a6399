"""The metric `seqeval` of Hugging Face's `evaluate`: the same methods and keys, without the package and offline."""

from collections.abc import Iterable
from typing import Any

from nerconform.compat.seqeval.counted import Tags
from nerconform.compat.seqeval.metrics import accuracy_score, classification_report
from nerconform.compat.seqeval.signed import SignedDict
from nerconform.reference.refusals import UnknownOption

_OVERALL = frozenset(f"overall_{name}" for name in ("precision", "recall", "f1", "accuracy"))
_AVERAGE_ROWS = ("micro avg", "macro avg", "weighted avg")


class SeqevalMetric:
    """What `evaluate.load("seqeval")` returns: `compute`, and `add` or `add_batch` before it."""

    def __init__(self) -> None:
        """Begin without sentences."""
        self.predictions: list[Any] = []
        self.references: list[Any] = []

    def add(self, *, prediction: Any, reference: Any) -> None:  # noqa: ANN401 - the tags of one sentence
        """Keep one sentence for `compute`."""
        self.add_batch(predictions=[prediction], references=[reference])

    def add_batch(self, *, predictions: Tags, references: Tags) -> None:
        """Keep some sentences for `compute`."""
        self.predictions += list(predictions)
        self.references += list(references)

    def compute(  # noqa: PLR0913 - the arguments of the metric
        self,
        *,
        predictions: Tags = None,
        references: Tags = None,
        suffix: bool = False,
        scheme: object = None,
        mode: str | None = None,
        sample_weight: Iterable[float] | None = None,
        zero_division: object = "warn",
    ) -> SignedDict:
        """Return a row for each type and the overall numbers, of these sentences and of those that were added.

        A row has `precision`, `recall`, `f1` and `number`, its gold entities. The sentences that were added are
        forgotten afterwards. Raises `UnknownOption` where a type is named like an overall number.
        """
        if (predictions is None) is not (references is None):
            raise UnknownOption(
                "predictions= or references= is missing", hint="Pass both predictions= and references=."
            )
        if predictions is not None:
            self.add_batch(predictions=predictions, references=references)
        gold, pred = self.references, self.predictions
        self.references, self.predictions = [], []
        report = classification_report(
            gold,
            pred,
            suffix=suffix,
            output_dict=True,
            mode=mode,
            sample_weight=sample_weight,
            zero_division=zero_division,
            scheme=scheme,
        )
        micro, _, _ = (report.pop(name) for name in _AVERAGE_ROWS)
        if both := _OVERALL & report.keys():
            names = ", ".join(sorted(both))
            raise UnknownOption(
                f"an entity type is called {names}, which is also the name of an overall number in the result",
                hint="Give the type another name in gold and predictions.",
            )
        rows: dict[str, Any] = {
            kind: {name: row[key] for name, key in _KEYS.items()} | {"number": row["support"]}
            for kind, row in report.items()
        }
        rows |= {f"overall_{name}": micro[key] for name, key in _KEYS.items()}
        rows["overall_accuracy"] = accuracy_score(gold, pred)
        return SignedDict.of(rows, report.signature)


_KEYS = {"precision": "precision", "recall": "recall", "f1": "f1-score"}
