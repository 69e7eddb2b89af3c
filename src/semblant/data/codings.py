"""Which values of a column of categories are one category, written in several ways.

Case, spacing and whatever else a reader does not see make no difference. In a column that holds nothing but answers on
sex, or on a question of yes and no, letters stand for words: `m`, `M` and `male` are one. What a letter means depends
on the language, which the other values show: beside *mujer*, `M` is a woman.
"""

from collections.abc import Sequence

from semblant.data.missing import no_value
from semblant.data.same import fold
from semblant.data.scales import is_no_answer

_CODINGS = (
    ("m male", "f female"),
    ("m man men", "w woman women"),
    ("m male man", "f female woman"),
    ("m männlich mann maennlich", "w weiblich frau", "d divers"),
    ("m h homme masculin", "f femme féminin feminin"),
    ("h hombre", "m mujer"),
    ("m masculino", "f femenino feminino"),
    ("m maschio uomo", "f femmina donna"),
    ("m man", "v vrouw"),
    ("y yes", "n no"),
    ("t true", "f false"),
    ("j ja", "n nein"),
    ("j ja", "n nee"),
    ("o oui", "n non"),
    ("s sí si", "n no"),
    ("s sì si", "n no"),
    ("t tak", "n nie"),
)
"""Words and letters for the same category, language by language."""


def category_keys(values: Sequence[str]) -> list[str]:
    """For each distinct text of a column a key that is equal where two are one category.

    Example:
        >>> category_keys(["Bristol", "bristol ", "Bath"])
        ['bristol', 'bristol', 'bath']
        >>> category_keys(["m", "M", "female", "F", "unknown"])
        ['m', 'm', 'f', 'f', 'unknown']
        >>> category_keys(["M", "mujer", "hombre"]), category_keys(["M", "W", "D", "male"])
        (['m', 'm', 'h'], ['m', 'w', 'd', 'male'])
    """
    folded = [fold(value) for value in values]
    answers = {
        key for key, value in zip(folded, values, strict=True) if not no_value(value) and not is_no_answer(value)
    }
    first = next((found for coding in _CODINGS if answers <= (found := _first_of(coding)).keys()), {})
    return [first.get(key, key) for key in folded]


def _first_of(coding: Sequence[str]) -> dict[str, str]:
    """The first name of the category that each name of a coding belongs to."""
    return {fold(name): fold(names.split()[0]) for names in coding for name in names.split()}
