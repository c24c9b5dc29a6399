"""nervaluate 0.x: `evaluate()` returns a tuple of dictionaries, two of them in 0.1, four from 0.2 on.

0.1.5 is told `list=True` where later releases are told a loader, and keeps no spans.
"""

from typing import Any

from nerconform.asking.inputs import types_of
from nerconform.asking.observation import Unsupported
from nerconform.asking.protocol import Declared
from nerconform.asking.question import Ask, Part, Question
from nerconform.libraries.nervaluate.adapter import (
    AGAIN,
    Call,
    Nervaluate,
    NervaluateResult,
    Way,
    is_given,
    loader_of,
    span_of,
)
from nerconform.reference.decoding import Side
from nerconform.reference.dialect import Dialect
from nerconform.reference.named import NAMED
from nerconform.reference.option_values import Labels
from nerconform.reference.options import LabelRule


class NervaluateZero(Nervaluate):
    """nervaluate 0.x."""

    refusals = (
        Declared("ValueError", r"Number of predicted documents does not equal true"),
        Declared("ValueError", r"Prediction length does not match true example length"),
    )

    def base(self) -> Dialect:
        """Return `nervaluate-0`.

        Before 0.2 a prediction took one overlapping gold, not every one; before 0.1.8, one that was taken or not.
        """
        dialect = NAMED["nervaluate-0"]
        if self.release.release < (0, 1, 8):
            return dialect.set(align="first-any")
        return dialect.set(align="input") if self.release.release < (0, 2) else dialect

    @property
    def loads_units(self) -> bool:
        """Whether what it has loaded can be laid beside the units: of a text it makes more where some are empty.

        Spans with exclusive ends it takes for longer ones.
        """
        return loader_of(self.way) == "list" and self.way is not Way.ENDS

    def prints(self) -> bool:
        """Whether there is `summary_report_overall`."""
        return self.release.release >= (0, 2)

    def choose(self, dialect: Dialect, rest: dict[str, str], question: Question) -> Dialect | Unsupported:
        """Take the list of types: it filters, and it is the list of rows."""
        if dialect.labels.rule is LabelRule.GIVEN:
            dialect = dialect.set(types=str(dialect.labels))
        elif is_given(rest.get("types")):
            given = Labels.parse(rest["types"]).given
            if not types_of(question) <= set(given):
                return Unsupported(f"{self.version} has one list of types, which filters and makes the rows")
            dialect = dialect.set(types=rest.pop("types"))
        return dialect

    def given(self, question: Question) -> tuple[str, ...] | None:
        """Return the list of types that the question imposes, for filter or rows."""
        types = question.choices.get("types", "")
        return super().given(question) or (Labels.parse(types).given if is_given(types) else None)

    def options(self, question: Question) -> dict[str, object]:  # noqa: ARG002 - 0.x has no further arguments
        """Return nothing: there are no further arguments."""
        return {}

    def ask(self, call: Call) -> NervaluateResult:
        """Return the results of a new `Evaluator`, which holds the loaded spans once it has evaluated."""
        from nervaluate import Evaluator

        evaluator = Evaluator(call.gold, call.pred, tags=call.tags, **self._loader(call))
        if self.way in AGAIN:
            evaluator.evaluate()
        overall, types, *_ = evaluator.evaluate()
        sides = {
            side: [tuple(span_of(each["label"], each["start"], each["end"]) for each in unit) for unit in loaded]
            for side, loaded in zip(Side, self._loaded(evaluator, call), strict=True)
        }
        return NervaluateResult(overall, types, sides)

    def _loaded(self, evaluator: Any, call: Call) -> tuple[Any, Any]:  # noqa: ANN401 - the library has no types
        """Return gold and prediction as spans in the library's words."""
        if self._has_loaders or call.loader == "dict":
            return evaluator.true, evaluator.pred
        from nervaluate import collect_named_entities

        gold, pred = ([collect_named_entities(unit) for unit in side] for side in (call.gold, call.pred))
        return gold, pred

    @property
    def _has_loaders(self) -> bool:
        return self.release.release >= (0, 1, 6)

    def _loader(self, call: Call) -> dict[str, object]:
        """Return the loader: spans are taken as they are, which is the default."""
        if call.loader == "dict" or self.way is Way.AUTO:
            return {}
        return {"loader": call.loader} if self._has_loaders else {"list": True}

    def report(self, call: Call) -> str:
        """Return the summary report."""
        from nervaluate import Evaluator, summary_report_overall

        evaluator = Evaluator(call.gold, call.pred, tags=call.tags, **self._loader(call))
        return str(summary_report_overall(evaluator.evaluate()[0]))

    def lines(self, call: Call, question: Question) -> list[str]:
        """Return the calls that were made."""
        options = "".join(f", {name}={value!r}" for name, value in self._loader(call).items())
        made = [
            f"evaluator = Evaluator(gold, pred, tags={call.tags!r}{options})",
            *(["evaluator.evaluate()"] if self.way in AGAIN else []),
            "results = evaluator.evaluate()",
        ]
        if question.ask is Ask.REPORT:
            imported = "from nervaluate import summary_report_overall"
            return [imported, *made, "print(summary_report_overall(results[0]))"]
        spans = ["print(evaluator.true, evaluator.pred)"] if Part.SPANS in question.parts and self._has_loaders else []
        return [*made, "print(results[0])", "print(results[1])", *spans]
