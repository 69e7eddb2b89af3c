"""How files write that a value is missing."""

from semblant.policy import MISSING, SUPPRESSED

NO_VALUE = frozenset({MISSING, SUPPRESSED, "na", "n/a", "n.a.", "nan", "null", "-", "--", "?", "."})
"""What is no value where a number or a date is due, or where variety is promised; in small letters.

In columns of words these stay what they are: a category of their own, or the code of Namibia.
"""


def no_value(text: str) -> bool:
    """Whether a text says that there is no value.

    Example:
        >>> no_value(" NA "), no_value(""), no_value("none")
        (True, True, False)
    """
    return text.strip().casefold() in NO_VALUE
