"""Changes that a spreadsheet makes to cells: ``0012`` becomes 12, ``250.00`` becomes 250, ``1-2`` a date."""

import re
from decimal import Decimal
from functools import lru_cache

from semblant.knowledge.taxonomy import Taxonomy

_NUMBER = re.compile(r"[+-]?[0-9]{1,40}(?:[.,][0-9]{1,40})?(?:[eE][+-]?[0-9]{1,4})?")
_MONTH = (
    "(?:jan|ene|gen|feb|f[eé]v|m[aä]r|a[pv]r|abr|ma[iyg]|ju[nil]|giu|lug|aug|ago|ao[uû]|"
    "se[pt]|o[ck]t|ott|nov|d[eé][cz]|dic)"
)
_DATE_LIKE = re.compile(
    rf"""[0-9]{{1,4}} [-/.] [0-9]{{1,2}} (?:[-/.] [0-9]{{0,4}})?  # 1-2, 1/2/3
    | [0-9]{{1,2}} [-/.\s]{{0,2}} {_MONTH} [^\W\d_]{{0,6}} (?:[-/.\s]{{1,2}} [0-9]{{2,4}})?  # 2jan
    | {_MONTH} [^\W\d_]{{0,6}} [-/.\s]{{0,2}} [0-9]{{1,4}}  # MAR1""",
    re.VERBOSE | re.IGNORECASE,
)
_DATE = re.compile(
    rf"""[0-9]{{1,4}} [-/.] [0-9]{{1,2}} [-/.] [0-9]{{1,4}}  # 02.01.2026
    | [0-9]{{1,2}} [-/.\s]{{1,2}} {_MONTH} [^\W\d_]{{0,6}} [.]? (?:[-/.\s]{{1,2}} [0-9]{{2,4}})?  # 2-Jan, 01. Feb
    | {_MONTH} [^\W\d_]{{0,6}} [.]? [-/.\s]{{1,2}} [0-9]{{1,4}}  # Jan-02""",
    re.VERBOSE | re.IGNORECASE,
)
_EXACT_DIGITS = 15  # what a spreadsheet keeps of a number


def as_number(text: str) -> str | None:
    """One form for all spellings of a number, as a spreadsheet may change one into another; None for other texts.

    Example:
        >>> as_number("09761403") == as_number("9761403"), as_number("250.00") == as_number("250")
        (True, True)
        >>> as_number("1E10") == as_number("1,00E+10"), as_number("E11.9")
        (True, None)
    """
    if not _NUMBER.fullmatch(text):
        return None
    if text.isdigit() and text[-1] != "0":  # as nearly all ids are, and there may be a million
        return text.lstrip("0") + "e0"
    sign, digits, exponent = Decimal(text.replace(",", ".")).as_tuple()
    assert isinstance(exponent, int)
    written = "".join(map(str, digits)).lstrip("0")
    kept = written.rstrip("0")
    return f"{'-' * sign}{kept}e{exponent + len(written) - len(kept)}" if kept else "0"


def plain(text: str) -> str:
    """The form in which cells are compared that may have been changed by a spreadsheet.

    Example:
        >>> plain("0012") == plain("12"), plain("true") == plain("TRUE"), plain("Nurse") == plain("nurse")
        (True, True, False)
    """
    return as_number(text) or (text.lower() if text.lower() in ("true", "false") else text)


def may_be_taken(text: str) -> bool:
    """Whether a spreadsheet may take a text for a date or a number that it cannot keep.

    Example:
        >>> [may_be_taken(text) for text in ("1-2", "MAR1", "123456789012345678", "E11.9", "nurse")]
        [True, True, True, False, False]
    """
    return is_spoilt(text) or bool(_DATE_LIKE.fullmatch(text)) or (len(text) > _EXACT_DIGITS and text.isdigit())


def is_spoilt(text: str) -> bool:
    """Whether a cell looks irreversibly changed by a spreadsheet: a date or a rounded number.

    Example:
        >>> [is_spoilt(text) for text in ("02.01.2026", "2-Jan", "1,23E+17", "1-2", "E11.9", "250.00")]
        [True, True, True, False, False, False]
    """
    rounded = len(text) > _EXACT_DIGITS and text.isdigit() and text[-1] == "0"
    return rounded or bool(_DATE.fullmatch(text)) or (as_number(text) is not None and "e" in text.lower())


def named_by_number(taxonomy: Taxonomy, text: str) -> tuple[int, ...]:
    """The concepts whose id or name is this number in any spelling: all that 12 may have been.

    Example:
        >>> codes = Taxonomy.from_edges([("0012", "all"), ("E11.9", "all")])
        >>> [codes.ids[c] for c in named_by_number(codes, "12")]
        ['0012']
    """
    number = as_number(text)
    return () if number is None else _numbered(taxonomy).get(number, ())


@lru_cache(maxsize=8)
def _numbered(taxonomy: Taxonomy) -> dict[str, tuple[int, ...]]:
    found: dict[str, tuple[int, ...]] = {}
    for i, name in enumerate(taxonomy.ids):
        if (number := as_number(name)) is not None:
            found[number] = (*found.get(number, ()), i)
    for name in taxonomy.arrays.keys:
        if (number := as_number(name)) is not None:
            found[number] = tuple(dict.fromkeys((*found.get(number, ()), *taxonomy.senses(name))))
    return found
