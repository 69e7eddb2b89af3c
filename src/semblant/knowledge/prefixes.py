"""Codes by structure: postcodes, regions, industries and phone numbers, whose beginnings are their own hierarchy.

A code is generalised by hiding its end: `94305` is in `943**`. Which beginnings matter is said by ``cuts``, or found
from the form of the codes. The vocabulary consists of the codes of one column and what they lie in, so that it is as
private as the column.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from semblant.errors import KnowledgeError
from semblant.knowledge.assemble import Arrays
from semblant.knowledge.draft import Draft

SOURCE = "prefixes"
"""The name of this source in a policy."""
CODES = "codes"
"""How this vocabulary is read: a code has one spelling, whatever people write."""
HIDDEN = "*"
_MOSTLY = 0.8  # the share of the codes that must have a form
_HALF = 0.5  # ... and where forms are mixed
_SHORTEST = 4  # digits of the shortest codes whose leading zeros are known
_SPACES = re.compile(r"\s+")
_LETTER_OR_DIGIT = re.compile(r"[^\W_]")

Way = tuple[str, ...]
"""A code and what it lies in, from itself to the widest."""


class Form(NamedTuple):
    """A kind of codes: how they look, and the way up from a code of this form."""

    name: str
    pattern: re.Pattern[str]
    way: Callable[[re.Match[str]], Way]
    whole: re.Pattern[str] = re.compile("")
    """What is in one of the codes at least, where the pattern also takes short ones."""


def _uk(found: re.Match[str]) -> Way:
    """A British postcode: unit, sector, district, area."""
    area, district, inward = found.groups()
    outward = area + district
    wider = (f"{outward} ***", f"{area}{HIDDEN * len(district)} ***")
    return (f"{outward} {inward}", f"{outward} {inward[0]}**", *wider) if inward else wider


def _canadian(found: re.Match[str]) -> Way:
    """A Canadian postcode: itself, its forward sortation area, its province or district."""
    area, local = found.groups()
    wider = (f"{area} ***", f"{area[0]}** ***")
    return (f"{area} {local}", *wider) if local else wider


def _dutch(found: re.Match[str]) -> Way:
    """A Dutch postcode: itself, its neighbourhood (four digits), its region (two)."""
    digits, letters = found.groups()
    return _cut(f"{digits} {letters}", (2, 4))


def _five(code: str, five: str) -> Way:
    """A postcode of five digits; one with four more lies in it."""
    return tuple(dict.fromkeys((code, *_cut(five, (1, 3)))))


def _spaced(found: re.Match[str], between: str, *ends: int) -> Way:
    """A postcode of two parts: itself, its first part, and that part's beginnings."""
    first, second = found.groups()
    return _cut(first + between + second, (*ends, len(first)))


def _phone(found: re.Match[str]) -> Way:
    """A phone number by its groups of digits: the country, then the area, then the rest."""
    parts = re.split(r"([\s()./-]+)", found.group().strip())
    ends = [len("".join(parts[: i + 1])) for i in range(0, len(parts), 2) if parts[i]]
    return _cut(found.group().strip(), ends)


def _cut(code: str, ends: Iterable[int]) -> Way:
    """A code with its end hidden, from the longest beginning to the shortest.

    Example:
        >>> _cut("94305", (2, 3, 5))
        ('94305', '943**', '94***')
    """
    found = [code]
    for end in sorted({e for e in ends if 0 < e < len(code)}, reverse=True):
        found.append(code[:end] + _LETTER_OR_DIGIT.sub(HIDDEN, code[end:]))
    return tuple(dict.fromkeys(found))


def _by(*ends: int) -> Callable[[re.Match[str]], Way]:
    return lambda found: _cut(found.group(), ends)


FORMS = (
    Form(
        "British postcodes",
        re.compile(r"([A-Z]{1,2})(\d[A-Z\d]?)(?:[ -]?(\d[A-Z]{2}))?"),
        _uk,
        re.compile(r"\d[A-Z]{2}$"),
    ),
    Form(
        "Canadian postcodes",
        re.compile(r"([A-Z]\d[A-Z])(?:[ -]?(\d[A-Z]\d))?"),
        _canadian,
        re.compile(r"\d[A-Z]\d$"),
    ),
    Form("postcodes of five digits", re.compile(r"(\d{5})(?:-\d{4})?"), lambda found: _five(found.group(), found[1])),
    Form("Dutch postcodes", re.compile(r"([1-9]\d{3}) ?([A-Z]{2})"), _dutch),
    Form("Irish postcodes", re.compile(r"([A-Z]\d[\dW]) ?([A-Z\d]{4})"), lambda found: _spaced(found, " ", 1)),
    Form("Polish postcodes", re.compile(r"(\d{2})-(\d{3})"), lambda found: _spaced(found, "-", 1)),
    Form("Swedish postcodes", re.compile(r"(\d{3}) (\d{2})"), lambda found: _spaced(found, " ", 1, 2)),
    Form("Portuguese postcodes", re.compile(r"(\d{4})-(\d{3})"), lambda found: _spaced(found, "-", 1, 2)),
    Form("Brazilian postcodes", re.compile(r"(\d{5})-(\d{3})"), lambda found: _spaced(found, "-", 1, 2, 3)),
    Form("Japanese postcodes", re.compile(r"(\d{3})-(\d{4})"), lambda found: _spaced(found, "-", 1, 2)),
    Form("regions (NUTS)", re.compile(r"[A-Z]{2}(?=[A-Z]*\d)[A-Z\d]{1,3}"), _by(2, 3, 4)),
    Form("industries (NACE)", re.compile(r"(?:[A-U] ?)?\d\d(?:\.\d{1,2})?"), lambda found: _industry(found.group())),
    Form("codes of four digits", re.compile(r"\d{4}"), _by(1, 2, 3)),
    Form("phone numbers", re.compile(r"\+\d[\d\s()./-]{6,20}|\(?0\d{1,5}\)?[\s()./-]+\d[\d\s()./-]{3,15}"), _phone),
)
"""The forms that are recognised, the first that fits."""


def _industry(code: str) -> Way:
    """A code of NACE: class, group, division, and the section where it has its letter."""
    start = code.find(".")
    division = len(code) if start < 0 else start
    return _cut(code, (division, division + 2, *([1] if code[0].isalpha() else [])))


def canonical(text: str) -> str:
    """A code in one spelling: capitals, single spaces.

    Example:
        >>> canonical(" sw1a  1aa")
        'SW1A 1AA'
    """
    return _SPACES.sub(" ", text.strip()).upper()


def form_of(texts: Sequence[str]) -> Form | None:
    """The form that most of the texts have.

    Example:
        >>> form_of(["SW1A 1AA", "m1 1ae", "EC1A1BB"]).name, form_of(["red", "blue"])
        ('British postcodes', None)
    """
    codes = [canonical(text) for text in texts if text.strip()]
    for share in (_MOSTLY, _HALF):  # where forms are mixed, the commonest: what has another one is unknown
        for form in FORMS:
            fitting = sum(map(bool, map(form.pattern.fullmatch, codes)))
            if fitting and fitting >= share * len(codes) and any(map(form.whole.search, codes)):
                return form
    return None


def with_zeros(texts: Sequence[str]) -> dict[str, str]:
    """Codes of digits which lost a leading zero, as in a spreadsheet, and what they were: the others have one length.

    Example:
        >>> with_zeros(["02139", "2139", "10001", "94305", "60614"]), with_zeros(["12", "345", "6789"])
        ({'2139': '02139'}, {})
    """
    codes = {canonical(text) for text in texts if text.strip()}
    digits = [code for code in codes if code.isascii() and code.isdigit()]
    if not digits or len(digits) < _MOSTLY * len(codes):
        return {}
    length, often = Counter(map(len, digits)).most_common(1)[0]
    shorter = [code for code in digits if len(code) < length]
    if length < _SHORTEST or often < _MOSTLY * len(digits) or any(len(code) < length - 1 for code in shorter):
        return {}
    return {code: code.zfill(length) for code in shorter}


def read(texts: Sequence[str], cuts: Sequence[int] | None = None) -> Arrays:
    """The hierarchy of some codes: cut where ``cuts`` says, else by their form; what is no code is left out.

    Example:
        >>> list(read(["94305", "94301"], [2, 3, 5]).ids)
        ['*****', '94***', '943**', '94301', '94305']
    """
    zeros = with_zeros(texts)
    form = None if cuts else form_of([zeros.get(canonical(text), text) for text in texts])
    if not cuts and form is None:
        raise KnowledgeError(
            "The codes have no form that is known, so that it must be said where they are cut.",
            hints=["set cuts of this knowledge, such as [2, 3, 5]", f"known forms: {', '.join(f.name for f in FORMS)}"],
        )
    draft = Draft()
    top = ""
    for text in sorted({text for text in texts if text.strip(HIDDEN + " ")}):
        code = canonical(text)
        way = _way(zeros.get(code, code), form, cuts or ())
        if not way:
            continue
        top = top or HIDDEN * max(len(way[0].partition(" ")[0]), 2)
        draft.name(way[0], way[0])
        draft.name(way[0], text)
        for code, wider in zip(way, (*way[1:], top), strict=True):
            draft.name(wider, wider)
            draft.link(code, wider)
    return draft.arrays()._replace(reading=CODES)


def _way(code: str, form: Form | None, cuts: Sequence[int]) -> Way:
    if form is None:
        return _cut(code, cuts) if _LETTER_OR_DIGIT.search(code) else ()
    found = form.pattern.fullmatch(code)
    return form.way(found) if found else ()
