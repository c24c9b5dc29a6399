"""nervaluate: the four schemas of SemEval-2013 task 9.1."""

from packaging.specifiers import SpecifierSet

from nerconform.libraries.library import BUILT, NUMPY, Library, Mode, Needs

_PANDAS = (NUMPY, "pandas==2.2.3", "python-dateutil==2.9.0.post0", "pytz==2024.2", "six==1.16.0", "tzdata==2024.2")
LIBRARY = Library(
    package=__name__,
    name="nervaluate",
    modes=(
        Mode("", "The library nervaluate, 0.x or 1.x as installed: four schemas, overall and for each type."),
        Mode("auto", "its loader is not named, and it tells by the first item.", only_by_name=True),
        Mode("again", "the second evaluation of an Evaluator.", only_by_name=True),
        Mode("again:tags", "the same of tags.", only_by_name=True),
        Mode("ends", "spans whose ends are exclusive, as Prodigy writes them.", only_by_name=True),
        Mode("conll", "the text of a file, token and tag with a tab between them.", only_by_name=True),
        Mode("conll:columns", "the text of a file of three columns, the tag last.", only_by_name=True),
        Mode("conll:blanks", "the text of a file with blanks between token and tag.", only_by_name=True),
        Mode("conll:returns", "the text of a file whose lines end as those of Windows do.", only_by_name=True),
    ),
    compared=("",),
    oldest="0.1.8",
    recorded="1.2.1",
    rank=2,
    needs=(Needs(SpecifierSet(">=0.3,<1.0"), _PANDAS, BUILT), Needs(SpecifierSet())),
    unlisted=("0.1.3", "0.1.4"),
)
