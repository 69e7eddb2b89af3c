"""Numbers as forms and addresses give them."""

from typing import TypeVar

T = TypeVar("T")

_DIGITS = 15


def whole(text: str, otherwise: T) -> int | T:
    """The whole number that a text is; ``otherwise`` for any other text, and for one of more than 15 digits.

    Example:
        >>> whole("12", 0), whole("", 0), whole("-3", None), whole("9" * 5000, 1)
        (12, 0, None, 1)
    """
    return int(text) if text.isdecimal() and len(text) <= _DIGITS else otherwise
