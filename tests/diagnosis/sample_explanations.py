"""Sample explanations: differences on random inputs, drawn at random, each with the causes that `diff` names.

Somebody reads each in the library's source and says whether it is true: reports/verification.md holds the verdicts.
`python -m tests.diagnosis.sample_explanations --seed 7 --number 50` prints the sample.
"""

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterable
from contextlib import ExitStack
from typing import NamedTuple
from unittest.mock import patch

from nerconform.asking.observation import Answer, Crash, Observation, Refusal
from nerconform.asking.question import Form, Question
from nerconform.diagnosis.divergence import Divergence
from nerconform.diagnosis.versus import AgainstReference, Explained, is_retired, shown
from nerconform.libraries.defects import all_defects
from nerconform.libraries.registry import resolve
from nerconform.products.search.random_search import Budget, search

LIBRARIES = ("conlleval", "eval4ner", "iobes", "nereval", "nervaluate", "seqeval", "seqscore", "sklearn-crfsuite")
"""The libraries of reports/verification.md, each in all modes that its name means."""
_INPUTS = 300
_MOST_DIFFERENCES = 12
"""Of each sampled answer, this many numbers and sentences that differ are printed."""


class Sampled(NamedTuple):
    """A difference that the search explained."""

    implementation: str
    divergence: Divergence
    explained: Explained


def collected(implementation: str, seed: int, inputs: int) -> list[Sampled]:
    """Return every difference that the search explained on random inputs, each input once.

    Explanations that the search gave up later are left out.
    """
    found: dict[str, tuple[AgainstReference, Sampled]] = {}
    explain = AgainstReference.explain

    def recorded(
        inquiry: AgainstReference, divergence: Divergence, *, deep: bool = True, verify: bool = True
    ) -> Explained | None:
        explained = explain(inquiry, divergence, deep=deep, verify=verify)
        if explained is not None and verify:  # what is only shrunk is not verified
            name = inquiry.implementation.name
            found[repr((name, divergence.question))] = (inquiry, Sampled(name, divergence, explained))
        return explained

    with ExitStack() as stack:
        stack.enter_context(patch.object(AgainstReference, "explain", recorded))
        search(resolve(implementation), budget=Budget(inputs), seeded=seed)
    return [one for inquiry, one in found.values() if not is_retired(inquiry, one.explained)]


def sample(pool: Iterable[Sampled], number: int, seed: int) -> list[Sampled]:
    """Return `number` of these, drawn at random, at most a third of them of one library; in the order of the pool."""
    candidates = list(pool)
    order = list(range(len(candidates)))
    random.Random(seed).shuffle(order)  # noqa: S311 - a sample, no secret
    drawn: list[int] = []
    of_library: Counter[str] = Counter()
    most = max(1, number // 3)
    for index in order:
        library = candidates[index].implementation.partition(":")[0]
        if len(drawn) < number and of_library[library] < most:
            of_library[library] += 1
            drawn.append(index)
    return [candidates[index] for index in sorted(drawn)]


def text(number: int, one: Sampled) -> str:
    """Return all that a reader of the source needs: the input, both answers, and what is said to be the cause."""
    question, divergence = one.divergence.question, one.divergence
    asked = ", ".join(
        [_scheme(question), str(question.ask), *(f"{axis}:{it}" for axis, it in question.choices.items())]
    )
    lines = [f"{number}. {one.implementation} ({asked})"]
    for side, units in (("gold", question.gold), ("predicted", question.pred)):
        lines.append(f"   {side:<10} {_units(units)}")
    lines.append(f"   {'returned':<10} {_answer(divergence.got)}")
    lines.append(f"   {'reference':<10} {_answer(divergence.expected)}")
    differ = divergence.mismatches
    lines += [
        f"   differs    {each.asked}: {each.got_text}, reference {each.expected_text}"
        for each in differ[:_MOST_DIFFERENCES]
    ]
    lines += [f"   differs    {len(differ) - _MOST_DIFFERENCES} more"] if len(differ) > _MOST_DIFFERENCES else []
    whys = {defect.id: defect.why for defect in all_defects()}
    for cause in map(shown, one.explained.reasons):
        lines += [f"   cause      {cause.id}: {cause.title}", f"   why        {whys.get(cause.id, '') or cause.words}"]
    return "\n".join(lines)


def _scheme(question: Question) -> str:
    return question.scheme if question.form is Form.TAGS else str(question.form)


def _units(units: object) -> str:
    """Return sentences of tags as they are written, whatever else as Python writes it."""
    if isinstance(units, list) and all(
        isinstance(tag, str) and tag and " " not in tag for unit in units for tag in unit
    ):
        return " | ".join(" ".join(unit) or "(empty)" for unit in units) or "(no sentences)"
    return repr(units)


def _answer(observation: Observation) -> str:
    """Return an answer by its counts, an exception by its words."""
    match observation:
        case Answer(values, spans):
            counts = {
                str(measure): value for measure, value in values.items() if str(measure).startswith("strict.micro")
            }
            numbers = " ".join(
                f"{name.removeprefix('strict.micro.')}={value}" for name, value in sorted(counts.items())
            )
            return f"{numbers} {({str(side): list(each) for side, each in spans.items()}) if spans else ''}".strip()
        case Refusal(error, message) | Crash(error, message):
            return f"{error}: {message}"
    return str(observation)


def main() -> None:
    """Print a sample."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--number", type=int, default=50)
    parser.add_argument("--inputs", type=int, default=_INPUTS, help="random inputs for each implementation")
    args = parser.parse_args()
    pool = [one for library in LIBRARIES for one in collected(library, args.seed, args.inputs)]
    drawn = sample(pool, args.number, args.seed)
    for number, one in enumerate(drawn, 1):
        sys.stdout.write(f"{text(number, one)}\n\n")
    sys.stdout.write(f"{len(drawn)} of {len(pool)} explained differences\n")


if __name__ == "__main__":
    main()
