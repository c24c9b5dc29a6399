"""nervaluate 1.x: `Evaluator(true, pred, tags, loader)`, a result object for each strategy."""

import re

from nerconform.asking.observation import Unsupported
from nerconform.asking.protocol import Declared, number_or_text
from nerconform.asking.question import Ask, Part, Question
from nerconform.libraries.nervaluate.adapter import AGAIN, Call, Nervaluate, NervaluateResult, Row, Way, span_of
from nerconform.reference.decoding import Side
from nerconform.reference.dialect import Dialect
from nerconform.reference.named import NAMED
from nerconform.reference.refusals import UnknownOption

_MESSAGES = (
    r"Number of predicted documents does not equal true",
    r"Document \d+ has different lengths: ",
    r"(List|Dict)Loader expects list input",
    r"Each document must be a list of ",
    r"Invalid tag (type|format): ",
    r"Invalid CoNLL format: ",
    r"Could not infer loader from input type",
    r"Invalid entity type: ",
    r"Entity missing required keys: ",
    r"Entity label must be a string",
    r"Entity start and end must be integers",
    r"min_overlap_percentage must be between .*",
)


class NervaluateOne(Nervaluate):
    """nervaluate 1.x."""

    refusals = tuple(Declared("ValueError", message) for message in _MESSAGES)

    def base(self) -> Dialect:
        """Return `nervaluate-1`.

        Before 1.2 every strategy took the first free gold that overlaps, the closest or right one or not; before 1.1
        there was no threshold.
        """
        dialect = NAMED["nervaluate-1"]
        if self.release.release < (1, 2):
            dialect = dialect.set(align="input")
        return dialect.set(overlap="any") if self.release.release < (1, 1) else dialect

    def prints(self) -> bool:
        """Return true: every release has `summary_report`."""
        return True

    def choose(self, dialect: Dialect, rest: dict[str, str], question: Question) -> Dialect | Unsupported:
        """Take a threshold; one that does not exist is passed on as it stands, and changes no dialect."""
        if self.options(question):
            try:
                return dialect.set(overlap=rest.pop("overlap"))
            except UnknownOption:
                return dialect
        return dialect

    def options(self, question: Question) -> dict[str, object]:
        """Return the threshold, a share of the gold span."""
        found = re.fullmatch(r"gold:(.*)%", question.choices.get("overlap", ""))
        if found is None or self.release.release < (1, 1):
            return {}
        return {"min_overlap_percentage": number_or_text(found[1])}

    def ask(self, call: Call) -> NervaluateResult:
        """Return the results of a new `Evaluator`."""
        from nervaluate import Evaluator

        evaluator = Evaluator(call.gold, call.pred, tags=call.tags, **self._loader(call), **call.options)
        if self.way in AGAIN:
            evaluator.evaluate()
        results = evaluator.evaluate()
        types: dict[str, dict[str, Row]] = {
            kind: {strategy: vars(row) for strategy, row in rows.items()} for kind, rows in results["entities"].items()
        }
        sides = {
            side: [tuple(span_of(each.label, each.start, each.end) for each in unit) for unit in loaded]
            for side, loaded in ((Side.GOLD, evaluator.true), (Side.PRED, evaluator.pred))
        }
        return NervaluateResult({strategy: vars(row) for strategy, row in results["overall"].items()}, types, sides)

    def _loader(self, call: Call) -> dict[str, object]:
        """Return the loader, which is named but where it is to be guessed: that fails on an empty first unit."""
        return {} if self.way is Way.AUTO else {"loader": call.loader}

    def report(self, call: Call) -> str:
        """Return the summary report."""
        from nervaluate import Evaluator

        evaluator = Evaluator(call.gold, call.pred, tags=call.tags, **self._loader(call), **call.options)
        return str(evaluator.summary_report())

    def lines(self, call: Call, question: Question) -> list[str]:
        """Return the calls that were made."""
        arguments = {**self._loader(call), **call.options}
        options = "".join(f", {name}={value!r}" for name, value in arguments.items())
        made = f"evaluator = Evaluator(gold, pred, tags={call.tags!r}{options})"
        if question.ask is Ask.REPORT:
            return [made, "print(evaluator.summary_report())"]
        spans = ["print(evaluator.true, evaluator.pred)"] if Part.SPANS in question.parts else []
        printed = ["print(results['overall'])", "print(results['entities'])"]
        again = ["evaluator.evaluate()"] if self.way in AGAIN else []
        return [made, *again, "results = evaluator.evaluate()", *printed, *spans]
