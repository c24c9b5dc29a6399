"""nervaluate: the four schemas of SemEval-2013 task 9.1."""

from packaging.specifiers import SpecifierSet

from nerconform.libraries.library import BUILT, NUMPY, Library, Mode, Needs

_PANDAS = (NUMPY, "pandas==2.2.3", "python-dateutil==2.9.0.post0", "pytz==2024.2", "six==1.16.0", "tzdata==2024.2")
LIBRARY = Library(
    package=__name__,
    name="nervaluate",
    modes=(
        Mode("", "nervaluate: F1 in four schemas, such as partial.", call="Evaluator(...).evaluate()"),
        Mode("auto", "Evaluator without loader=, which then looks at the first item.", only_by_name=True),
        Mode("again", "The second evaluate() of an Evaluator.", only_by_name=True),
        Mode("again:tags", "The second evaluate() of an Evaluator that reads tags.", only_by_name=True),
        Mode("ends", "Spans whose ends are exclusive, as Prodigy writes them.", only_by_name=True),
        Mode("conll", "The text of a file with a tab between token and tag.", only_by_name=True),
        Mode("conll:columns", "The text of a file of three columns, the tag last.", only_by_name=True),
        Mode("conll:blanks", "The text of a file with blanks between token and tag.", only_by_name=True),
        Mode("conll:returns", "The text of a file with the line ends of Windows.", only_by_name=True),
    ),
    compared=("",),
    oldest="0.1.8",
    recorded="1.2.1",
    rank=2,
    needs=(Needs(SpecifierSet(">=0.3,<1.0"), _PANDAS, BUILT), Needs(SpecifierSet())),
    unlisted=("0.1.3", "0.1.4"),
)
