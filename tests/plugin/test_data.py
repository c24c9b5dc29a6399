"""Data files as items: illegal transitions with file and line, and predictions that part from gold."""

import pytest

LEGAL = "EU B-ORG\nrejects O\n\nPeter B-PER\nBlackburn I-PER\n"


def test_each_file_is_an_item_and_each_pair_another(repository: pytest.Pytester) -> None:
    folder = repository.mkdir("data")
    (folder / "gold.conll").write_text(LEGAL)
    (folder / "pred.conll").write_text(LEGAL.replace("Blackburn", "Blackbum"))
    (folder / "bad.conll").write_text(LEGAL.replace("B-PER", "I-PER"))
    repository.makepyfile(
        test_data="""
        import pytest

        @pytest.mark.ner_data("data/*.conll", scheme="IOB2")
        def test_transitions():
            pass

        @pytest.mark.ner_data("data/gold.conll", pred="data/pred.conll")
        def test_pair(ner_data):
            assert ner_data.path.name in ("gold.conll", "pred.conll")
        """
    )
    result = repository.runpytest("-v", "--strict-markers")
    assert result.parseoutcomes() == {"passed": 4, "failed": 2}
    result.stdout.fnmatch_lines(
        [
            "*test_transitions?bad.conll? FAILED*",
            "*test_pair?gold.conll~pred.conll? FAILED*",
            "*bad.conll:4: *I-PER*",
            "*gold.conll:5: the files differ: *'Blackburn'*pred.conll:5 has 'Blackbum'*",
        ]
    )
    assert "def test_transitions" not in result.stdout.str()


@pytest.mark.parametrize(
    ("marker", "said"),
    [
        ('"no.conll"', "*there is no file no.conll*"),
        ('"gold.conll", scheme="IOB"', "*IOB1*IOB2*"),
        ("", "*no file is given*"),
    ],
)
def test_a_marker_that_cannot_be_used_is_an_error_of_collection(
    repository: pytest.Pytester, marker: str, said: str
) -> None:
    (repository.path / "gold.conll").write_text(LEGAL)
    repository.makepyfile(
        test_data=f"""
        import pytest

        @pytest.mark.ner_data({marker})
        def test_transitions():
            pass
        """
    )
    result = repository.runpytest()
    assert result.parseoutcomes() == {"errors": 1}
    result.stdout.fnmatch_lines([f"*ner_data: {said}"])
    assert "Traceback" not in result.stdout.str()
