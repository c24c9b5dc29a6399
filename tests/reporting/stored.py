"""A search and releases made by hand, as they are stored; with text that a careless writer would break on."""

from typing import Any

from tests.reporting.odd import SCRIPT

_DIALECT = "scheme:IOB2,policy:lenient"
SEARCHES: dict[str, Any] = {
    "format": "nerconform-search-2",
    "tool": "0.0.0",
    "spec": "1.0",
    "searches": [
        {
            "left": "reference",
            "right": "seqeval:default",
            "version": "seqeval 1.2.2",
            "source": "generated",
            "seed": 7,
            "examples": 400,
            "replayed": 0,
            "divergent": 5,
            "unexplained": 1,
            "times": {"generator": 1.0, "library": 1.0, "kit": 2.0},
            "classes": [
                {
                    "id": "seqeval.dot-is-outside",
                    "title": "Default mode takes a full stop for O",
                    "explained": True,
                    "fired": 4,
                    "verified_on": 12,
                    "input": {"form": "tags", "scheme": "IOB2", "ask": "scores", "gold": [["O"]], "pred": [[".-X"]]},
                    "mismatches": [
                        {
                            "asked": "spans.pred[0]",
                            "expected": {"is": "spans", "spans": [{"type": "X", "start": 0, "end": 1}]},
                            "got": {"is": "spans"},
                        }
                    ],
                    "causes": [
                        {
                            "id": "seqeval.dot-is-outside",
                            "kind": "quirk",
                            "title": "Default mode takes a full stop for O",
                            "clause": "TAG-4",
                            "words": "A tag that begins with `.` opens nothing.",
                            "link": "javascript:alert(1)",
                            "whose": "seqeval:default",
                        }
                    ],
                    "first_difference": {"step": "decode", "left": "X[0,1)", "right": "none"},
                    "dialects": [_DIALECT, _DIALECT],
                    "spans": [
                        {
                            "reader": "reference",
                            "by": "rule",
                            "gold": [{"is": "spans"}],
                            "pred": [{"is": "spans", "spans": [{"type": "X", "start": 0, "end": 1}]}],
                        }
                    ],
                    "reproduction": "print('see')",
                    "case": "cases:\n  - id: found.dot\n",
                },
                {
                    "id": f"unexplained-{SCRIPT}",
                    "title": f"strict.micro.f1 {SCRIPT}",
                    "explained": False,
                    "fired": 1,
                    "verified_on": 0,
                    "input": {
                        "form": "spans",
                        "ask": "report",
                        "choices": {"zero": "1"},
                        "gold": [[{"type": SCRIPT, "start": 0, "end": 2}, {"type": "LOC", "start": 1, "end": 3}], []],
                        "pred": [],
                        "place": "data.conll:12",
                    },
                    "mismatches": [
                        {
                            "asked": "strict.micro.f1",
                            "expected": {"is": "exact", "numerator": 0},
                            "got": {"is": "double", "value": 1.0},
                        }
                    ],
                    "dialects": ["", ""],
                },
            ],
        },
        {
            "left": "reference",
            "right": "other",
            "version": "other 1",
            "source": "generated",
            "seed": 0,
            "examples": 0,
            "replayed": 0,
            "divergent": 0,
            "unexplained": 0,
            "times": {"generator": 0, "library": 0, "kit": 0},
            "classes": [],
            "untried": "it takes nothing",
        },
    ],
}
_MODE = {"verdicts": {"pass": 2, "known": 1}, "unsupported": {"no spans": 3}}
RELEASES: dict[str, Any] = {
    "format": "nerconform-releases-2",
    "tool": "0.0.0",
    "spec": "1.0",
    "fixtures": "2026.01.1",
    "examples": 20,
    "seed": 0,
    "libraries": [
        {
            "library": "mylib",
            "releases": [
                {
                    "release": "mylib 2.0",
                    "python": "3.11",
                    "modes": [
                        {"name": "mylib", "asked": 10, "declared": 8, "explained": 1, "causes": {"b": 1}, **_MODE},
                    ],
                },
                {
                    "release": "mylib 1.0",
                    "python": "3.11",
                    "modes": [
                        {"name": "mylib", "asked": 9, "declared": 7, "explained": 2, "causes": {"a": 2}, **_MODE},
                    ],
                },
                {"release": "mylib 0.1", "reason": f"no wheel {SCRIPT}", "modes": []},
            ],
            "changes": [
                {
                    "mode": "mylib",
                    "before": "mylib 1.0",
                    "after": "mylib 2.0",
                    "gone": ["a"],
                    "new": [],
                    "choices": ["zero:1"],
                    "kept": [],
                    "golden": 1,
                    "random": 2,
                    "example": {
                        "question": "random-3",
                        "scheme": "IOB2",
                        "choices": {"zero": "1"},
                        "ask": "scores",
                        "gold": [["B-PER", "I-PER"]],
                        "pred": [[f"B-{SCRIPT}", "O"]],
                        "differences": [
                            {
                                "asked": "strict.micro.f1",
                                "expected": {"is": "exact", "numerator": 1},
                                "got": {"is": "double", "value": 0.0},
                            }
                        ],
                    },
                },
                {
                    "mode": "mylib",
                    "before": "mylib 1.0",
                    "after": "mylib 2.0",
                    "gone": [],
                    "new": [],
                    "choices": [],
                    "kept": [],
                    "golden": 0,
                    "random": 1,
                    "example": {
                        "question": "random-4",
                        "choices": {},
                        "ask": "report",
                        "gold": [],
                        "pred": [],
                        "differences": [
                            {
                                "asked": "answer",
                                "expected": {"is": "answer-due"},
                                "got": {"is": "error", "error": "KeyError"},
                            }
                        ],
                    },
                },
            ],
            "reaches": [
                {
                    "mode": "mylib",
                    "before": "mylib 1.0",
                    "after": "mylib 2.0",
                    "gained": True,
                    "reason": "now",
                    "questions": 1,
                }
            ],
            "causes": [
                {"id": "a", "kind": "quirk", "title": f"A title {SCRIPT}"},
                {"id": "b", "kind": "known", "title": "Another"},
            ],
        }
    ],
}
