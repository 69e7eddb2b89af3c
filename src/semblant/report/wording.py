"""How numbers and values are written in the reports."""

import unicodedata
from collections.abc import Sequence
from decimal import Decimal

from semblant.policy.model import MISSING, SUPPRESSED
from semblant.report.plurals import counted as counted
from semblant.report.plurals import noun as noun

SPACE = "\u00a0"
"""Keeps a number and its unit on one line."""

UNKNOWN = "not known"

_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters that change the text direction, and so could falsify what a page shows."""


def number(value: float | None, digits: int = 3) -> str:
    """A number with so many significant digits, and commas where it is large.

    Example:
        >>> number(1234567), number(0.123456), number(None), number(1234.5678), number(12 * 10**400)
        ('1,234,567', '0.123', 'not known', '1,235', '1.2e+401')
    """
    if value is None:
        return UNKNOWN
    if value == int(value):
        if abs(value) < 1e15:
            return f"{int(value):,}"
        return f"{Decimal(f'{Decimal(value):.{digits}g}').normalize():g}"  # an integer may be no float
    if abs(value) >= 1e15 or abs(value) < 10.0**-digits:
        return f"{value:.{digits}g}"
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.{digits}g}"


def percent(value: float | None) -> str:
    """A percentage with one decimal; tiny ones are shown as such.

    Example:
        >>> percent(12.345).replace(SPACE, " "), percent(0.003).replace(SPACE, " "), percent(0.0).replace(SPACE, " ")
        ('12.3 %', 'under 0.1 %', '0 %')
    """
    if value is None:
        return UNKNOWN
    if 0 < value < 0.1:
        return f"under{SPACE}0.1{SPACE}%"
    text = f"{value:,.1f}"
    return text.removesuffix(".0") + f"{SPACE}%"


def listed(names: Sequence[str], most: int = 4) -> str:
    """Names as a sentence lists them.

    Example:
        >>> listed(["age"]), listed(["age", "job"]), listed(["a", "b", "c", "d", "e", "f"])
        ('age', 'age and job', 'a, b, c and 3 more')
    """
    if len(names) > most:
        return f"{', '.join(names[: most - 1])} and {len(names) - most + 1:,} more"
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def shown(text: str, most: int = 80) -> str:
    """A value as shown on a page: on one line, shortened, without invisible characters.

    Example:
        >>> shown("two\\nlines"), shown(""), shown("*"), shown("x" * 9, 5), shown("a\\x00b")
        ('two lines', '(no value)', '* (suppressed)', 'xxxx…', 'a\ufffdb')
    """
    if text == SUPPRESSED:
        return f"{SUPPRESSED} (suppressed)"
    line = " ".join(text[: 4 * most].split())
    clean = "".join("\ufffd" if c in _TURNING or unicodedata.category(c) in ("Cc", "Cs") else c for c in line)
    if not clean:
        return "(no value)" if text == MISSING else "(blank)"
    return clean if len(clean) <= most else clean[: most - 1] + "…"
