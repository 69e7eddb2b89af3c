"""Whole numbers of any length, as cells and files may hold them."""

from decimal import Decimal

_MOST = 4_300  # digits that int reads, unless somebody allows it more or fewer


def whole(digits: str) -> int:
    """The whole number that digits of any length say, where ``int`` refuses very long ones.

    Example:
        >>> whole(" 0012 "), whole("9" * 5_000) == 10**5_000 - 1
        (12, True)
    """
    return int(digits) if len(digits) < _MOST else int(Decimal(digits))
