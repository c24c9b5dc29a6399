"""Policies: each named one written in another manner, what the families are, and when two are one (DEC-4 to DEC-15)."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import product
from random import Random

import pytest

from nerconform.reference.decoding import RefusedAt, transduce
from nerconform.reference.points import OPTIONS, Actions, Points, actions_of, points_of, text_of
from nerconform.reference.policies import POLICIES, Policy, family_of, policy_of, size_of
from nerconform.reference.refusals import UndefinedPolicy
from nerconform.reference.schemes import Mark, Scheme, roles_of
from tests.reference.chunkers import Spans, Tag, conlleval_chunks, discard, lenient
from tests.reference.exhaustive import LETTERS, encodings, sequences
from tests.reference.second_reading import Reading, Refused

BIOES, IOB1, IOB2, IOE1, IOE2 = Scheme.BIOES, Scheme.IOB1, Scheme.IOB2, Scheme.IOE1, Scheme.IOE2
BIOS = Scheme.BIOS
every_scheme = pytest.mark.parametrize("scheme", list(Scheme))
SEVEN = ("B-X O E-X", "B-X B-X E-X", "B-X I-Y E-X", "B-X I-Y E-Y", "B-X E-Y E-X", "B-X S-X I-X", "I-X E-X B-X")
"""Sequences of up to three tokens that tell every two of the 5,760 apart."""
TWENTY = "B-X O E-X B-X B-X E-X B-X I-Y E-X B-X I-Y E-Y B-X E-Y E-X B-X S-X I-X E-X B-X"
Answer = Spans | int
"""The spans of a unit, or the position at which it is refused."""
Marks = tuple[Mark, ...]


@cache
def mark_of(scheme: Scheme, tag: str) -> Mark:
    """Return the mark of a well-formed tag."""
    letter, _, kind = tag.partition("-")
    return Mark("O" if tag == "O" else roles_of(scheme)[letter], kind, tag)


def marks_of(scheme: Scheme, tags: str | Iterable[str]) -> Marks:
    """Return the marks of tags, given as a list or separated by blanks."""
    return tuple(mark_of(scheme, tag) for tag in (tags.split() if isinstance(tags, str) else tags))


@cache
def all_marks(scheme: Scheme, longest: int) -> tuple[Marks, ...]:
    """Return every sequence up to a length."""
    return tuple(marks_of(scheme, tags) for tags in sequences(scheme, longest))


@cache
def legal_marks(scheme: Scheme, longest: int) -> tuple[Marks, ...]:
    """Return every legal sequence up to a length."""
    return tuple(marks_of(scheme, tags) for length in range(longest + 1) for tags in sorted(encodings(scheme, length)))


def decoded(moves: Actions, marks: Marks) -> Answer:
    """Return what the transducer makes of a sequence."""
    try:
        return transduce(moves, marks)
    except RefusedAt as refused:
        return refused.position


def behaviour(scheme: Scheme, points: Points, inputs: Iterable[Marks]) -> tuple[Answer, ...]:
    """Return the answers of a policy to many sequences; its table is not kept."""
    moves = actions_of.__wrapped__(scheme, points)
    return tuple(decoded(moves, marks) for marks in inputs)


def every_option(scheme: Scheme) -> Iterator[Points]:
    """Yield the points of every policy of a scheme: each option at each point, `refuse` too."""
    names = [name for name in OPTIONS if name in points_of(scheme)]
    for chosen in product(*(OPTIONS[name].values() for name in names)):
        yield Points(**dict(zip(names, chosen, strict=True)))  # type: ignore[arg-type] # R is a flag


def tags_of(marks: Marks) -> list[Tag]:
    """Return roles and types."""
    return [(mark.role, mark.type) for mark in marks]


def jie(tags: Sequence[Tag]) -> Answer:
    """Find B with all I and O behind it, and the E if one comes next; it is a span, whatever the types, as is S."""
    letters = "".join(letter for letter, _ in tags)
    return tuple((tags[run.start()][1], *run.span()) for run in re.finditer(r"S|B[IO]*E?", letters))


def ncrfpp(tags: Sequence[Tag]) -> Answer:
    """Cut what reaches the end of the unit without E down to its first token."""
    letters = "".join(letter for letter, _ in tags)
    runs = [run.span() for run in re.finditer(r"S|B[IO]*E|B(?=[IO]*$)|B[IO]*", letters)]
    return tuple((tags[start][1], start, end) for start, end in runs)


def lample(tags: Sequence[Tag]) -> Answer:
    """Write IOB2 tag by tag, and read that by conlleval's tables."""
    return conlleval_chunks([({"S": "B", "E": "I"}.get(letter, letter), kind) for letter, kind in tags])


def bioul(tags: Sequence[Tag]) -> Answer:
    """Read the letters alone, as words of a language; the last token of a word gives the type."""
    letters = "".join(letter for letter, _ in tags)
    read = re.match(r"(?:O|S|BI*E)*", letters)
    assert read is not None
    if read.end() < len(tags):
        begun = re.compile(r"BI*").match(letters, read.end())
        return begun.end() if begun else read.end()
    words = re.finditer(r"S|BI*E", letters)
    return tuple((tags[word.end() - 1][1], *word.span()) for word in words)


IN_ANOTHER_MANNER: dict[str, Callable[[Sequence[Tag]], Answer]] = {
    "lenient": lenient,
    "discard": lambda tags: discard(tags, "BIOES"),
    "jie": jie,
    "ncrfpp": ncrfpp,
    "lample": lample,
    "allennlp-bioul": bioul,
}


@pytest.mark.parametrize("longest", [4, pytest.param(5, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", IN_ANOTHER_MANNER)
def test_a_named_policy_is_what_it_is_in_another_manner(name: str, longest: int) -> None:
    moves = actions_of(BIOES, POLICIES[name].at(BIOES))
    for marks in all_marks(BIOES, longest):
        assert decoded(moves, marks) == IN_ANOTHER_MANNER[name](tags_of(marks)), marks


@pytest.mark.parametrize(
    ("name", "manner"), [("lenient", lenient), ("lample", conlleval_chunks), ("ncrfpp", lambda t: discard(t, "IOB2"))]
)
def test_a_named_policy_is_what_it_is_in_another_manner_in_iob2(
    name: str, manner: Callable[[Sequence[Tag]], Answer]
) -> None:
    moves = actions_of(IOB2, POLICIES[name].at(IOB2))
    for marks in all_marks(IOB2, 6):
        assert decoded(moves, marks) == manner(tags_of(marks)), marks


def second_reading(scheme: Scheme, points: Points, marks: Marks) -> Answer:
    """Return what the recursive definition gives."""
    options = {name: text_of(name, option) for name, option in points._asdict().items() if option and name != "R"}
    try:
        return Reading(scheme, options, reopen=points.R).spans(tags_of(marks))
    except Refused as refused:
        return refused.position


@pytest.mark.long
@pytest.mark.parametrize("scheme", [IOB1, IOB2, IOE1, IOE2])
def test_every_option_of_a_point_does_what_its_text_says(scheme: Scheme) -> None:
    inputs = all_marks(scheme, 3)
    for points in every_option(scheme):
        expected = tuple(second_reading(scheme, points, marks) for marks in inputs)
        assert behaviour(scheme, points, inputs) == expected, points


@pytest.mark.long
def test_every_member_of_the_family_does_what_its_text_says() -> None:
    inputs = [marks_of(BIOES, tags) for tags in (*SEVEN, TWENTY)]
    for points in family_of(BIOES):
        expected = tuple(second_reading(BIOES, points, marks) for marks in inputs)
        assert behaviour(BIOES, points, inputs) == expected, points


@pytest.mark.parametrize("name", ["lenient", "discard"])
def test_a_named_policy_is_what_it_is_in_another_manner_in_bios(name: str) -> None:
    moves = actions_of(BIOS, POLICIES[name].at(BIOS))
    manner = lenient if name == "lenient" else lambda tags: discard(tags, "BIOS")
    for marks in all_marks(BIOS, 5):
        assert decoded(moves, marks) == manner(tags_of(marks)), marks


@pytest.mark.parametrize("size", [50, pytest.param(200, marks=pytest.mark.long)])
def test_any_policy_of_bios_does_what_its_text_says(size: int) -> None:
    every = Random(7).sample(list(every_option(BIOS)), size)  # noqa: S311 - a sample, not a secret
    inputs = all_marks(BIOS, 3)
    for points in every:
        expected = tuple(second_reading(BIOS, points, marks) for marks in inputs)
        assert behaviour(BIOS, points, inputs) == expected, points


@pytest.mark.long
def test_policies_of_bios_have_one_canonical_form_if_and_only_if_they_are_one_function() -> None:
    names: defaultdict[tuple[Answer, ...], set[str]] = defaultdict(set)
    inputs = all_marks(BIOS, 3)
    for points in every_option(BIOS):
        names[behaviour(BIOS, points, inputs)].add(str(Policy.of(points).canonical(BIOS)))
    assert all(len(forms) == 1 for forms in names.values())
    assert len(names) == len({form for forms in names.values() for form in forms})


@pytest.mark.parametrize("size", [75, pytest.param(300, marks=pytest.mark.long)])
def test_any_policy_of_four_letters_does_what_its_text_says(size: int) -> None:
    for points in sample_of_policies(size):
        inputs = Random(str(points)).sample(all_marks(BIOES, 4), 200)  # noqa: S311 - a sample, not a secret
        expected = tuple(second_reading(BIOES, points, marks) for marks in inputs)
        assert behaviour(BIOES, points, inputs) == expected, points


def sample_of_policies(size: int) -> list[Points]:
    """Return policies of four letters, the same ones each time: some refuse at most points, some nowhere."""
    draw = Random(5760)  # noqa: S311 - a sample, not a secret
    found = []
    for _ in range(size):
        refusing = draw.choice([0, 0.3, 0.7])
        chosen = {
            name: options["refuse"] if draw.random() < refusing else draw.choice(list(options.values()))
            for name, options in OPTIONS.items()
        }
        found.append(Points(**chosen, R=draw.random() < 0.5))
    return found


@every_scheme
def test_named_policies_agree_on_every_legal_sequence(scheme: Scheme) -> None:
    named = [policy.at(scheme) for policy in POLICIES.values() if scheme in policy.points]
    answers = {behaviour(scheme, points, legal_marks(scheme, 5)) for points in named}
    assert len(named) >= 2
    assert len(answers) == 1
    assert not any(isinstance(answer, int) for answer in answers.pop())


@pytest.mark.parametrize(
    ("scheme", "longest"),
    [
        pytest.param(BIOES, 3, marks=pytest.mark.long),
        (BIOES, 2),
        (BIOS, 4),
        (IOB2, 5),
        (IOB1, 5),
        (IOE1, 5),
        (IOE2, 5),
    ],
)
def test_the_family_agrees_on_every_legal_sequence(scheme: Scheme, longest: int) -> None:
    inputs = legal_marks(scheme, longest)
    expected = behaviour(scheme, POLICIES["refuse"].at(scheme), inputs)
    assert all(behaviour(scheme, points, inputs) == expected for points in family_of(scheme))


def test_any_policy_of_four_letters_agrees_on_every_legal_sequence() -> None:
    inputs = legal_marks(BIOES, 5)
    expected = behaviour(BIOES, POLICIES["refuse"].at(BIOES), inputs)
    assert all(behaviour(BIOES, points, inputs) == expected for points in sample_of_policies(100))


def test_seven_sequences_tell_the_5760_apart_and_no_six_of_them() -> None:
    inputs = [marks_of(BIOES, tags) for tags in SEVEN]
    answers = [behaviour(BIOES, points, inputs) for points in family_of(BIOES)]
    assert (len(answers), len(set(answers))) == (5760, 5760)
    for left_out in range(len(SEVEN)):
        assert len({answer[:left_out] + answer[left_out + 1 :] for answer in answers}) < 5760


def test_one_sequence_of_twenty_tokens_tells_the_5760_apart() -> None:
    marks = marks_of(BIOES, TWENTY)
    assert len(marks) == 20
    assert len({behaviour(BIOES, points, [marks]) for points in family_of(BIOES)}) == 5760


@pytest.mark.long
@pytest.mark.parametrize(("scheme", "size"), [(IOB1, 4), (IOB2, 18), (IOE1, 90), (IOE2, 90), (BIOS, 960)])
def test_a_smaller_family_has_as_many_functions_as_members(scheme: Scheme, size: int) -> None:
    inputs = all_marks(scheme, 3 if scheme is BIOS else 4)
    assert size_of(scheme) == size
    assert len({behaviour(scheme, points, inputs) for points in family_of(scheme)}) == size


@pytest.mark.long
@pytest.mark.parametrize(("scheme", "size"), [(IOB1, 6), (IOB2, 28), (IOE1, 896), (IOE2, 896)])
def test_policies_have_one_canonical_form_if_and_only_if_they_are_one_function(scheme: Scheme, size: int) -> None:
    names: defaultdict[tuple[Answer, ...], set[str]] = defaultdict(set)
    every = list(every_option(scheme))
    for points in every:
        names[behaviour(scheme, points, all_marks(scheme, 4))].add(str(Policy.of(points).canonical(scheme)))
    assert len(every) == size
    assert all(len(forms) == 1 for forms in names.values())
    assert len(names) == len({form for forms in names.values() for form in forms})


def neighbours(points: Points) -> Iterator[Points]:
    """Yield every policy that has another option at one point, and the one with the other rule R."""
    yield points._replace(R=not points.R)
    for name, options in OPTIONS.items():
        yield from (points._replace(**{name: option}) for option in options.values())  # type: ignore[arg-type]


def never_emitting(size: int) -> list[Points]:
    """Return policies in which only E can emit the pending span, with its own type."""
    silent = {name: [text for text in OPTIONS[name] if not text.startswith(("emit", "head"))] for name in "BOSF"}
    draw = Random(162)  # noqa: S311 - a sample, not a secret
    found = []
    for points in sample_of_policies(size):
        options = {name: OPTIONS[name][draw.choice(texts)] for name, texts in silent.items()}
        others = {"I2": OPTIONS["I2"][draw.choice(["keep", "retype"])], "E2": OPTIONS["E2"]["close-as"]}
        found.append(points._replace(**options, **others))  # type: ignore[arg-type] # R is a flag
    return found


def test_neighbours_of_four_letters_have_one_canonical_form_if_and_only_if_they_are_one_function() -> None:
    inputs = all_marks(BIOES, 3)
    equal = 0
    for points in (*sample_of_policies(40), *never_emitting(20)):
        here, form = behaviour(BIOES, points, inputs), Policy.of(points).canonical(BIOES)
        moves = actions_of.__wrapped__(BIOES, points)
        for other in neighbours(points):
            if other == points:
                continue
            theirs = actions_of.__wrapped__(BIOES, other)
            differs = any(decoded(theirs, marks) != answer for marks, answer in zip(inputs, here, strict=True))
            assert differs == (Policy.of(other).canonical(BIOES) != form), (points, other)
            if not differs:
                equal += 1
                more = Random(equal).sample(all_marks(BIOES, 5), 2000)  # noqa: S311 - a sample, not a secret
                assert all(decoded(theirs, marks) == decoded(moves, marks) for marks in more)
    assert equal


@pytest.mark.parametrize("scheme", [scheme for scheme in Scheme if points_of(scheme)])
def test_a_policy_is_read_back_from_its_text(scheme: Scheme) -> None:
    every = [] if "R" in points_of(scheme) else list(every_option(scheme))
    some = every[:: 20 if scheme is BIOS else 1] or sample_of_policies(200)
    for points in some:
        policy = Policy.of(points)
        assert policy_of(str(policy)) == policy
        assert policy_of(str(policy)).at(scheme) == policy.at(scheme) == points.at(points_of(scheme))
        assert policy_of(str(policy.canonical(scheme))).canonical(scheme) == policy.canonical(scheme)


@every_scheme
def test_a_named_policy_is_read_back_from_its_name_and_from_its_points(scheme: Scheme) -> None:
    for name, policy in POLICIES.items():
        assert policy_of(name) is policy
        if scheme in policy.points and points_of(scheme):
            written = policy_of(f"points{{{policy.at(scheme)}}}")
            assert written.canonical(scheme) == policy.canonical(scheme)


@pytest.mark.parametrize(
    ("scheme", "names"),
    [
        (IOB1, ["refuse", "lenient", "lample"]),
        (IOB2, ["refuse", "lenient", "discard", "ncrfpp", "lample"]),
        (IOE1, ["refuse", "lenient"]),
        (IOE2, ["refuse", "lenient", "discard"]),
        (BIOS, ["refuse", "lenient", "discard"]),
        (BIOES, list(POLICIES)),
        (Scheme.IO, ["refuse", "lenient", "discard", "lample"]),
    ],
)
def test_a_named_policy_is_defined_where_the_spec_has_a_row(scheme: Scheme, names: list[str]) -> None:
    assert [name for name, policy in POLICIES.items() if scheme in policy.points] == names
    for name in POLICIES.keys() - set(names):
        with pytest.raises(UndefinedPolicy):
            POLICIES[name].at(scheme)


def test_schemes_of_four_letters_have_the_policies_of_bioes() -> None:
    for policy in POLICIES.values():
        at = [policy.at(scheme) for scheme in Scheme if len(LETTERS[scheme]) == 4]
        assert len(at) == 4
        assert len(set(at)) == 1


@pytest.mark.parametrize(
    ("kept", "given", "canonical"),
    [
        ("", "head", "emit"),
        ("", "emit", "emit"),
        ("", "drop", "drop"),
        ("keep", "head", "head"),
        ("keep", "drop", "drop"),
    ],
)
@pytest.mark.parametrize("at", ["B", "O", "S"])
def test_in_bios_the_head_of_what_is_pending_at_the_end_is_all_of_it_if_nothing_is_kept(
    at: str, kept: str, given: str, canonical: str
) -> None:
    options = {"B": "emit+open", "I1": "ignore", "I2": "drop+open", "O": "emit", "S": "emit+single", "F": given}
    options[at] = kept or options[at]
    points = Points.parse(",".join(f"{name}={option}" for name, option in options.items()))
    assert Policy.of(points).canonical(BIOS).at(BIOS) == points._replace(F=OPTIONS["F"][canonical])
