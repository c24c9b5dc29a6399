"""Metrics over tags whose decoder has one mistake, each in the style of another notebook."""

import re
from itertools import groupby, pairwise

from tests.diagnosis.metrics.record import Entity, Numbers, Tags, Three, wrong

BIOES = "conlleval,scheme:BIOES"


def prf(right: int, predicted: int, wanted: int) -> Three:
    """Return precision, recall and F1 of three counts."""
    precision = right / predicted if predicted else 0.0
    recall = right / wanted if wanted else 0.0
    return precision, recall, 2 * precision * recall / (precision + recall) if precision + recall else 0.0


@wrong("tags", "An entity at the end of a sentence is never appended.", "entity-at-end-lost")
def no_flush_at_end_of_sentence(y_true: Tags, y_pred: Tags) -> float:
    def get_entities(seq: list[str]) -> list[Entity]:
        entities, start, kind = [], -1, ""
        for i, tag in enumerate(seq):
            prefix, _, label = tag.partition("-")
            if start >= 0 and (prefix != "I" or label != kind):
                entities.append((kind, start, i))
                start = -1
            if start < 0 and prefix != "O":
                start, kind = i, label
        return entities

    tp = n_pred = n_true = 0
    for t, p in zip(y_true, y_pred, strict=True):
        true, pred = set(get_entities(t)), set(get_entities(p))
        tp, n_pred, n_true = tp + len(true & pred), n_pred + len(pred), n_true + len(true)
    return prf(tp, n_pred, n_true)[2]


@wrong("tags", "The last entity of the corpus is lost if the corpus ends with it.", "entity-at-end-of-data-lost")
def no_flush_at_end_of_data(gold: Tags, pred: Tags) -> Three:
    def collect(sentences: Tags) -> set[tuple[int, str, int, int]]:
        found = set()
        current: tuple[int, str, int] | None = None
        last = 0
        for number, sentence in enumerate(sentences):
            for position, tag in enumerate(sentence):
                begins = current is None or current[0] != number or tag[:1] == "B" or tag[2:] != current[1]
                if current is not None and begins:
                    found.add((*current, last))
                    current = None
                if tag != "O":
                    current = current or (number, tag[2:], position)
                    last = position
        return found

    wanted, got = collect(gold), collect(pred)
    return prf(len(wanted & got), len(got), len(wanted))


@wrong("tags", "Ends are one too small, but for entities of one token.", "last-token-of-entity-lost")
def ends_one_too_small(gold: Tags, pred: Tags) -> Numbers:
    def tokens_of(tags: list[str]) -> list[tuple[str, list[int]]]:
        spans: list[tuple[str, list[int]]] = []
        for i, tag in enumerate(tags):
            if tag == "O":
                continue
            inside = tag.startswith("I-") and spans and spans[-1][1][-1] == i - 1 and spans[-1][0] == tag[2:]
            if inside:
                spans[-1][1].append(i)
            else:
                spans.append((tag[2:], [i]))
        return [(kind, positions[: max(1, len(positions) - 1)]) for kind, positions in spans]

    hits = sum(span in tokens_of(g) for g, p in zip(gold, pred, strict=True) for span in tokens_of(p))
    p, r, f = prf(hits, sum(len(tokens_of(x)) for x in pred), sum(len(tokens_of(x)) for x in gold))
    return {"precision": p, "recall": r, "f1": f}


@wrong("tags", "The first token of an entity is cut, but for entities of one token.", "first-token-of-entity-lost")
def starts_one_too_large(gold: Tags, pred: Tags) -> float:
    def spans(tags: list[str]) -> set[Entity]:
        out, begin = set(), 0
        marks = [*tags, "O"]
        for i, (before, after) in enumerate(pairwise(["O", *marks])):
            goes_on = before != "O" and after.startswith("I-") and after[2:] == before[2:]
            if before != "O" and not goes_on:
                out.add((before[2:], min(begin + 1, i - 1), i))
            if after != "O" and not goes_on:
                begin = i
        return out

    tp = sum(len(spans(g) & spans(p)) for g, p in zip(gold, pred, strict=True))
    return prf(tp, sum(map(len, map(spans, pred))), sum(map(len, map(spans, gold))))[2]


def chunks(tags: list[str]) -> list[Entity]:
    """Return the entities of one sentence, by conlleval's rule: what is right."""
    found: list[Entity] = []
    for i, tag in enumerate(tags):
        prefix, _, kind = tag.partition("-")
        if prefix == "I" and found and found[-1][2] == i and found[-1][0] == kind:
            found[-1] = (kind, found[-1][1], i + 1)
        elif prefix != "O":
            found.append((kind, i, i + 1))
    return found


def scored(gold: list[list[Entity]], pred: list[list[Entity]]) -> Numbers:
    """Return the scores of entities, sentence by sentence: what is right."""
    tp = sum(len({*g} & {*p}) for g, p in zip(gold, pred, strict=True))
    p, r, f = prf(tp, sum(map(len, pred)), sum(map(len, gold)))
    return {"precision": p, "recall": r, "f1": f}


@wrong("tags", "`tag.split('-')[1]` cuts a type at its first hyphen.", "type-before-second-hyphen")
def second_part_of_split(gold: Tags, pred: Tags) -> Numbers:
    def clean(tags: list[str]) -> list[str]:
        parts = [tag.split("-") for tag in tags]
        return ["O" if tag == ["O"] else f"{tag[0]}-{tag[1]}" for tag in parts]

    return scored([chunks(clean(x)) for x in gold], [chunks(clean(x)) for x in pred])


@wrong("tags", "`tag.split('-')[-1]` cuts a type before its last hyphen.", "type-after-last-hyphen")
def last_part_of_split(gold: Tags, pred: Tags) -> float:
    def read(tags: list[str]) -> list[Entity]:
        found: list[Entity] = []
        for i, tag in enumerate(tags):
            kind = tag.split("-")[-1]
            if tag[0] == "I" and found and found[-1][0] == kind and found[-1][2] == i:
                found[-1] = (*found[-1][:2], i + 1)
            elif tag != "O":
                found.append((kind, i, i + 1))
        return found

    return scored([read(x) for x in gold], [read(x) for x in pred])["f1"]


@wrong("tags", "The prefix ends at the last hyphen: `B-A-C` has the prefix `B-A`, not `B`.", "hyphenated-types-inside")
def prefix_split_at_last_hyphen(gold: Tags, pred: Tags) -> Numbers:
    def read(tags: list[str]) -> list[Entity]:
        found: list[Entity] = []
        for i, tag in enumerate(tags):
            if tag == "O":
                continue
            prefix, kind = tag.rsplit("-", 1)
            if prefix != "B" and found and found[-1][0] == kind and found[-1][2] == i:
                found[-1] = (kind, found[-1][1], i + 1)
            else:
                found.append((kind, i, i + 1))
        return found

    return scored([read(x) for x in gold], [read(x) for x in pred])


@wrong("tags", "I of another type goes on with the open entity.", "first-type-wins")
def type_of_first_token(labels: Tags, predictions: Tags) -> tuple[float, ...]:
    def extract(seq: list[str]) -> list[Entity]:
        ents: list[Entity] = []
        i = 0
        while i < len(seq):
            if seq[i] == "O":
                i += 1
                continue
            j = i + 1
            while j < len(seq) and seq[j].startswith("I-"):
                j += 1
            ents.append((seq[i][2:], i, j))
            i = j
        return ents

    found = scored([extract(x) for x in labels], [extract(x) for x in predictions])
    return found["precision"], found["recall"], found["f1"]


@wrong("tags", "I is skipped where no entity is open.", "orphan-i-dropped")
def inside_needs_an_open_entity(gold: Tags, pred: Tags) -> Numbers:
    def decode(tags: list[str]) -> list[Entity]:
        spans: list[Entity] = []
        is_open = False
        for i, tag in enumerate(tags):
            if tag == "O":
                is_open = False
            elif tag[0] == "I" and not is_open:
                continue
            elif tag[0] == "I" and spans[-1][0] == tag[2:]:
                spans[-1] = (tag[2:], spans[-1][1], i + 1)
            else:
                spans.append((tag[2:], i, i + 1))
                is_open = True
        return spans

    return scored(list(map(decode, gold)), list(map(decode, pred)))


@wrong("tags", "Only B opens an entity: every I without one is lost.", "policy:discard", "dialect:iob2-discard")
def only_b_opens(gold: Tags, pred: Tags) -> Numbers:
    def decode(tags: list[str]) -> list[Entity]:
        text = "".join(f"{tag}\0" for tag in tags)
        kinds = {tag[2:] for tag in tags if tag != "O"}
        found = []
        for kind in kinds:
            name = re.escape(kind)
            for match in re.finditer(rf"(?<![^\0])B-{name}\0(?:I-{name}\0)*", text):
                start = text[: match.start()].count("\0")
                found.append((kind, start, start + match.group().count("\0")))
        return found

    return scored([decode(x) for x in gold], [decode(x) for x in pred])


@wrong("tags", "B does not end an entity of its type.", "touching-entities-merged", "begin-as-inside")
def runs_of_one_type(gold: Tags, pred: Tags) -> float:
    def runs(tags: list[str]) -> set[Entity]:
        found, at = set(), 0
        for kind, run in groupby(tags, key=lambda tag: tag[2:]):
            length = len(list(run))
            if kind:
                found.add((kind, at, at + length))
            at += length
        return found

    tp = sum(len(runs(g) & runs(p)) for g, p in zip(gold, pred, strict=True))
    return prf(tp, sum(len(runs(p)) for p in pred), sum(len(runs(g)) for g in gold))[2]


@wrong("tags", "Entities of one token are not found.", "single-tokens-lost", "ends-inclusive")
def pattern_wants_two_tokens(gold: Tags, pred: Tags) -> Numbers:
    return scored(
        [[one for one in chunks(x) if one[2] > one[1] + 1] for x in gold],
        [[one for one in chunks(x) if one[2] > one[1] + 1] for x in pred],
    )


@wrong("tags", "Only the tokens with B are compared.", "inside-as-outside")
def only_begins_count(gold: Tags, pred: Tags) -> Three:
    g = {(i, j, tag) for i, tags in enumerate(gold) for j, tag in enumerate(tags) if tag.startswith("B-")}
    p = {(i, j, tag) for i, tags in enumerate(pred) for j, tag in enumerate(tags) if tag.startswith("B-")}
    return prf(len(g & p), len(p), len(g))


@wrong("tags", "Types are compared in lower case.", "type-case-folded", "tags-case-folded")
def types_in_lower_case(gold: Tags, pred: Tags) -> Numbers:
    def lower(tags: list[str]) -> list[str]:
        return [tag if tag == "O" else tag[:2] + tag[2:].lower() for tag in tags]

    return scored([chunks(lower(x)) for x in gold], [chunks(lower(x)) for x in pred])


@wrong("tags", "Every token O counts as an entity.", "outside-as-entity")
def outside_is_a_type(gold: Tags, pred: Tags) -> Numbers:
    def decode(tags: list[str]) -> list[Entity]:
        return [*chunks(tags), *(("O", i, i + 1) for i, tag in enumerate(tags) if tag == "O")]

    return scored([decode(x) for x in gold], [decode(x) for x in pred])


@wrong("tags", "O does not close an entity: a later I of its type goes on with it.", "gaps-bridged")
def outside_does_not_close(gold: Tags, pred: Tags) -> float:
    def decode(tags: list[str]) -> list[Entity]:
        found: list[Entity] = []
        for i, tag in enumerate(tags):
            if tag == "O":
                continue
            if tag[0] == "I" and found and found[-1][0] == tag[2:]:
                found[-1] = (tag[2:], found[-1][1], i + 1)
            else:
                found.append((tag[2:], i, i + 1))
        return found

    return scored([decode(x) for x in gold], [decode(x) for x in pred])["f1"]


def bioes_chunks(tags: list[str]) -> list[Entity]:
    """Return the entities of BIOES tags by conlleval's rule: what is right."""
    found: list[Entity] = []
    before, last = "O", ""
    for i, tag in enumerate([*tags, "O"]):
        prefix, _, kind = tag.partition("-")
        goes_on = prefix in {"I", "E"} and before in {"B", "I"} and kind == last
        if goes_on:
            found[-1] = (kind, found[-1][1], i + 1)
        elif prefix != "O":
            found.append((kind, i, i + 1))
        before, last = prefix, kind
    return found


@wrong("tags", "E is read as I: an entity does not end at E.", "end-as-inside", dialect=BIOES)
def bioes_end_does_not_end(gold: Tags, pred: Tags) -> Numbers:
    table = str.maketrans({"E": "I"})
    sides = [[[tag[:1].translate(table) + tag[1:] for tag in tags] for tags in side] for side in (gold, pred)]
    return scored([bioes_chunks(x) for x in sides[0]], [bioes_chunks(x) for x in sides[1]])


@wrong("tags", "E is not known and read as O: entities lose their last token.", "end-as-outside", dialect=BIOES)
def bioes_end_is_outside(gold: Tags, pred: Tags) -> float:
    def known(tags: list[str]) -> list[str]:
        return [tag if tag[0] in "BIS" else "O" for tag in tags]

    return scored([bioes_chunks(known(x)) for x in gold], [bioes_chunks(known(x)) for x in pred])["f1"]


@wrong("tags", "S is not known and read as O: entities of one token are lost.", "single-as-outside", dialect=BIOES)
def bioes_single_is_outside(gold: Tags, pred: Tags) -> Three:
    def decode(tags: list[str]) -> list[Entity]:
        return bioes_chunks(["O" if tag.startswith("S-") else tag for tag in tags])

    return tuple(scored([decode(x) for x in gold], [decode(x) for x in pred]).values())  # type: ignore[return-value]


@wrong("tags", "S is turned into B: what follows may go on with it.", "single-as-begin", dialect=BIOES)
def bioes_single_becomes_begin(gold: Tags, pred: Tags) -> float:
    def convert(tags: list[str]) -> list[str]:
        return [tag.replace("S-", "B-", 1) if tag.startswith("S-") else tag for tag in tags]

    return scored([bioes_chunks(convert(x)) for x in gold], [bioes_chunks(convert(x)) for x in pred])["f1"]


@wrong("tags", "S is read as I: it goes on with an entity before it.", "single-as-inside", dialect=BIOES)
def bioes_single_is_inside(gold: Tags, pred: Tags) -> Numbers:
    def convert(tags: list[str]) -> list[str]:
        return [f"I{tag[1:]}" if tag[0] == "S" else tag for tag in tags]

    return scored([bioes_chunks(convert(x)) for x in gold], [bioes_chunks(convert(x)) for x in pred])


@wrong("tags", "E and S are read as I.", "ends-and-singles-as-inside", dialect=BIOES)
def bioes_read_as_bio(gold: Tags, pred: Tags) -> Numbers:
    return scored(
        [chunks([tag.replace("E-", "I-", 1).replace("S-", "I-", 1) for tag in x]) for x in gold],
        [chunks([tag.replace("E-", "I-", 1).replace("S-", "I-", 1) for tag in x]) for x in pred],
    )


@wrong("tags", "The flag of a common start is never reset.", "right-where-both-end-later")
def flag_is_never_reset(gold: Tags, pred: Tags) -> Numbers:
    right = 0
    sides = [[chunks(x) for x in side] for side in (gold, pred)]
    for wanted, found, tags in zip(*sides, gold, strict=True):
        is_open = False
        for at in range(len(tags) + 1):
            ends = [{one[0] for one in side if one[2] == at} for side in (wanted, found)]
            starts = [{one[0] for one in side if one[1] == at} for side in (wanted, found)]
            if is_open and ends[0] & ends[1]:
                is_open, right = False, right + 1
            is_open = is_open or bool(starts[0] & starts[1])
    p, r, f = prf(right, sum(map(len, sides[1])), sum(map(len, sides[0])))
    return {"precision": p, "recall": r, "f1": f}
