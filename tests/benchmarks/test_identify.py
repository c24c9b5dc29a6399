"""The benchmark of identify names what it measures; how fast anything is, no test asks."""

from benchmarks.identify import Row, measure, table


def test_a_decoder_is_named() -> None:
    row = measure("decoder of IOB2, discard")
    assert (row.probes, row.names) == (1, ("discard", "ncrfpp"))


def test_the_table_has_probes_and_names() -> None:
    text = table([Row("a box", 3, 20, 1.25, ("semeval", "conlleval")), Row("another", 4, 20, 0.5, ())])
    assert "| a box | 3 | 20 | 1.2 | semeval, conlleval |" in text
    assert "| another | 4 | 20 | 0.5 | none |" in text
