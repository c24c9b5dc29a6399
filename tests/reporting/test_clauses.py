"""Clauses are read from the text of the spec, headings in code left alone."""

from pathlib import Path

import pytest

from nerconform.suite.clauses import BadSpec, load_clauses

SPEC = """\
# 1. Title

### TAG-1 One

First.

```python
### TAG-9 no heading
```

#### Below

Still first.

### TAG-2 Two

Test: `tests/a/test_b.py` and `tests/a/test_b.py::test_c`.

## Chapter

Not in a clause.

### No clause

### TAG-12 Last
"""


def test_clauses_of_a_text(tmp_path: Path) -> None:
    (tmp_path / "2-b.md").write_text(SPEC, encoding="utf-8")
    (tmp_path / "10-c.md").write_text("### SCO-1 Ten\n", encoding="utf-8")
    clauses = load_clauses(tmp_path)
    assert list(clauses) == ["TAG-1", "TAG-2", "TAG-12", "SCO-1"]
    assert clauses["TAG-1"].text.endswith("Still first.")
    assert clauses["TAG-1"].place == f"{tmp_path.name}/2-b.md:3"
    assert clauses["TAG-1"].tests == ()
    assert clauses["TAG-2"].tests == ("tests/a/test_b.py", "tests/a/test_b.py::test_c")
    assert "Not in a clause" not in clauses["TAG-2"].text
    assert (clauses["TAG-12"].text, str(clauses["TAG-12"])) == ("", "TAG-12 Last")


def test_an_id_stands_once(tmp_path: Path) -> None:
    (tmp_path / "1.md").write_text("### TAG-1 One\n\n### TAG-1 Again\n", encoding="utf-8")
    with pytest.raises(BadSpec) as caught:
        load_clauses(tmp_path)
    assert caught.value.place.endswith("1.md:3")


def test_the_real_spec_has_clauses_with_text() -> None:
    clauses = load_clauses()
    assert {"TAG-1", "DEC-5"} <= clauses.keys()
    assert all(clause.text and clause.title for clause in clauses.values())
