"""Calls: bad input in Python."""

from tests.contract.asking import Input

CALLS = (
    Input(
        "gold and prediction of different lengths", 'nc.evaluate([["O", "O"]], [["O"]])', "lengths-differ", "sentence 0"
    ),
    Input(
        "different numbers of sentences",
        'nc.evaluate([["O"], ["O"]], [["O"]])',
        "units-differ",
        "gold has 2 sentences, and pred has 1",
    ),
    Input(
        "a flat list of tags",
        'nc.evaluate(["B-PER"], ["B-PER"])',
        "flat-input",
        "put it into a list: nc.evaluate",
    ),
    Input("a flat list of spans", 'nc.evaluate([("PER", 0, 1)], [])', "flat-input", "flat list"),
    Input(
        "a string instead of a list of sentences",
        'nc.evaluate("B-PER O", "B-PER O")',
        "not-a-unit",
        "gold: expected a list of sentences, found the str",
    ),
    Input(
        "a string instead of a sentence",
        'nc.evaluate([["O"], "O"], [["O"], "O"])',
        "not-a-unit",
        "sentence 1 is the str",
    ),
    Input("None instead of a list of sentences", "nc.evaluate(None, [])", "not-a-unit", "found the NoneType None"),
    Input("a set instead of a list", 'nc.evaluate({"O"}, [["O"]])', "not-a-unit", "found the set"),
    Input(
        "a sentence that is a dict", 'nc.evaluate([{"tags": ["O"]}], [["O"]])', "not-a-unit", "sentence 0 is the dict"
    ),
    Input(
        "entities without offsets, compared by offsets",
        'nc.evaluate([[("PER", "Ada")]], [[("PER", "Ada")]])',
        "no-offsets",
        "location:text",
    ),
    Input(
        "entities without offsets to be found in a text that is not given",
        'nc.evaluate([[("PER", "Ada")]], [[("PER", "Ada")]], "semeval,location:aligned")',
        "no-text",
        "sentence 0",
    ),
    Input(
        "an entity without offsets whose text is empty",
        'nc.evaluate([[("PER", "Ada")]], [[("PER", "")]], "semeval,location:text")',
        "invalid-mention",
        "pred, sentence 0, entity 0",
    ),
    Input(
        "one sentence with two texts",
        'nc.evaluate([{"text": "Ada", "entities": []}], [{"text": "Bo", "entities": []}])',
        "texts-differ",
        "sentence 0",
    ),
    Input("an empty tag", 'nc.evaluate([["O", ""]], [["O", "O"]])', "empty-tag", "gold, sentence 0, position 1"),
    Input("a tag that is not a string", 'nc.evaluate([["O", 3]], [["O", "O"]])', "not-a-tag", "position 1"),
    Input("a tag that is nan", 'nc.decode([float("nan"), "O"])', "not-a-tag", "nan"),
    Input(
        "a prefix that the scheme does not have",
        'nc.decode(["B-PER", "E-PER"])',
        "unknown-prefix",
        "Name the scheme of the tags",
    ),
    Input("a type without a prefix", 'nc.decode(["PER"])', "malformed-tag", "neither O nor PREFIX-TYPE"),
    Input("a prefix without a type", 'nc.decode(["B-"])', "malformed-tag", "neither O nor"),
    Input(
        "an illegal tag sequence with policy:refuse",
        'nc.decode(["O", "I-PER"], policy="refuse")',
        "illegal-transition",
        "position 1",
    ),
    Input(
        "illegal gold tags with gold:legal",
        'nc.evaluate([["I-PER"]], [["O"]], "semeval,gold:legal")',
        "illegal-gold",
        "Fix the gold tags",
    ),
    Input("a reversed span", 'nc.evaluate([[("PER", 2, 1)]], [[]])', "invalid-span", "span 0"),
    Input("an empty span", 'nc.evaluate([[("PER", 1, 1)]], [[]])', "invalid-span", "span 0"),
    Input("a negative span", 'nc.evaluate([[("PER", -2, 1)]], [[]])', "invalid-span", "span 0"),
    Input(
        "a span beyond the end of the sentence",
        'nc.evaluate([["O", "O"]], [[("PER", 1, 3)]])',
        "invalid-span",
        "2 tokens",
    ),
    Input("a span with a fraction as index", 'nc.evaluate([[("PER", 0, 1.5)]], [[]])', "invalid-span", "whole numbers"),
    Input("a span with True as index", 'nc.evaluate([[("PER", 0, True)]], [[]])', "invalid-span", "span 0"),
    Input(
        "a span whose type is not a string",
        "nc.evaluate([[(7, 0, 1)]], [[]])",
        "invalid-span",
        "the type of the span is 7",
    ),
    Input("a span without an end", 'nc.evaluate([[{"type": "A", "start": 0}]], [[]])', "invalid-span", "span 0"),
    Input(
        "overlapping spans written as tags",
        'nc.encode([("A", 0, 2), ("B", 1, 3)], 3)',
        "overlapping-spans",
        "",
    ),
    Input(
        "an illegal tag sequence, converted",
        'nc.convert(["O", "I-PER"], "IOB2", "BIOES")',
        "illegal-transition",
        "position 1",
    ),
    Input(
        "a delimiter that is a prefix",
        'nc.convert(["B-PER"], "IOB2", "BIOES", to_delimiter="B")',
        "unknown-option",
        "cannot be told from the prefix B",
    ),
    Input("an unknown dialect", 'nc.evaluate([["O"]], [["O"]], "conleval")', "unknown-dialect", "Use one of: semeval"),
    Input(
        "an unknown axis", 'nc.evaluate([["O"]], [["O"]], "semeval,strictness:1")', "unknown-axis", "Use one of: scheme"
    ),
    Input(
        "an unknown option",
        'nc.evaluate([["O"]], [["O"]], "semeval,zero:2")',
        "unknown-option",
        "would be 0/0: 0, 1, nan",
    ),
    Input("an unknown scheme", 'nc.decode(["O"], scheme="BIOLU")', "unknown-scheme", "Use one of: IO, IOB1"),
    Input("the scheme IOB", 'nc.decode(["O"], scheme="IOB")', "ambiguous-scheme", "--scheme IOB2"),
    Input(
        "a policy that the scheme does not define",
        'nc.decode(["O"], "IOB1", "discard")',
        "undefined-policy",
        "Use refuse",
    ),
    Input(
        "two schemes for the same data",
        'nc.evaluate([["O"]], [["O"]], "semeval,scheme:IOB1", scheme="BIOES")',
        "schemes-differ",
        "remove scheme:IOB1 from the dialect",
    ),
    Input("an unknown measure", 'nc.evaluate([["O"]], [["O"]]).value("f1")', "unknown-measure", "strict.micro.f1"),
    Input(
        "a measure that the dialect does not have",
        'nc.evaluate([["O"]], [["O"]], "conlleval").value("partial.micro.f1")',
        "not-answered",
        "--dialect semeval",
    ),
    Input("a malformed signature", 'nc.parse_signature("semeval|a|b|c")', "malformed-signature", "Write DIALECT|"),
    Input("a signature of another spec", 'nc.parse_signature("semeval|*|spec:9.0")', "malformed-signature", "spec 9.0"),
    Input("a malformed fraction", 'nc.Dialect().set(partial="0.5")', "malformed-fraction", "1/2 for 0.5"),
    Input(
        "too many overlapping spans for align:best",
        'nc.evaluate([[("X", n, 2000 - n) for n in range(501)]], [[("X", n, 1999 - n) for n in range(501)]], '
        '"semeval,align:best")',
        "too-many-pairs",
        "--set align=phased",
    ),
    Input(
        "evaluations of two dialects added",
        'nc.evaluate([["O"]], [["O"]]) + nc.evaluate([["O"]], [["O"]], "conlleval")',
        "cannot-add",
        "with one dialect",
    ),
    Input(
        "one key twice in a YAML file",
        'load_yaml(Path("cases.yaml"))',
        "bad-file",
        "cases.yaml:2",
        {"cases.yaml": b"a: 1\na: 2\n"},
    ),
)
