"""The quirk of named-entity-evaluator: documents that only one side has."""

from functools import partial

from nerconform.libraries.quirk import Quirk, Step
from nerconform.libraries.quirk_changes import has_uneven_units, shorter_side
from nerconform.reference.schemes import Scheme

_quirk = partial(Quirk, base={"policy": "lenient", "align": "none"}, schemes=tuple(Scheme))
QUIRKS = (_quirk("named-entity-evaluator.documents-are-cut", Step.PARSE, has_uneven_units, shorter_side()),)
