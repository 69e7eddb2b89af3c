"""How a column writes its numbers: decimal mark, thousands mark, currency or unit, found from its own values.

``1234.5`` is the plain format. A column may write ``1.234,50``, ``1 234``, ``$1,234``, ``€ 12,50``, ``12 %`` or
``1'234.50`` instead, but in one format throughout. Where all its values can be read in two ways, as ``1.234`` or
``1,234`` alone, they are read as in English: a dot before decimals, commas between thousands.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property
from typing import NamedTuple, TypeVar

NUMBER = re.compile(r"\s*[+-]?(\d+(?:\.\d*)?|\.\d+)([eE][+-]?\d+)?\s*", re.ASCII)
"""A number as programs write it."""

_BODY = re.compile(r"(?:(?<![^\W\d_])[.,])?[0-9](?:[0-9.,'’ \u00a0\u2009\u202f]*[0-9])?[.,]?(?:[eE][+-]?[0-9]+)?")
_DIGIT = re.compile("[0-9]")
_KINDRED = str.maketrans("’\u00a0\u2009\u202f", "'   ")  # marks that mean the same
_DIGITS = str.maketrans("0123456789", "1111111111")
_EXPONENT = r"(?:[eE][+-]?\d+)?"
_WAYS = ((".", ""), (".", ","), (".", "'"), (".", " "), (",", ""), (",", "."), (",", "'"), (",", " "))
"""The decimal and thousands marks that are tried, in order of preference."""

_READS = {
    (d, t): re.compile((rf"(?:[1-9]\d{{0,2}}(?:{re.escape(t)}\d{{3}})+|\d+)" if t else r"\d+")
                       + rf"(?:{re.escape(d)}\d*)?{_EXPONENT}|{re.escape(d)}\d+{_EXPONENT}", re.ASCII)
    for d, t in _WAYS
}  # fmt: skip
_CURRENCIES = {
    "eur", "usd", "gbp", "chf", "jpy", "cny", "inr", "sek", "nok", "dkk", "pln", "czk", "huf", "ron", "bgn", "try",
    "rub", "uah", "brl", "mxn", "cad", "aud", "nzd", "zar", "krw", "sgd", "hkd", "ils", "aed", "sar", "thb", "fr",
    "sfr", "rs", "kr", "zł", "kč", "ft", "lei",
}  # fmt: skip
_Told = TypeVar("_Told", str, tuple[str, str])
_LONGEST = 300  # no number that can be squared is longer
_WIDEST = 8  # letters of a unit


@dataclass(frozen=True)
class Numerals:
    """One number format.

    ``before`` and ``after`` hold a currency or a unit with its space; ``inner``: a minus sign follows the currency;
    ``ambiguous``: all values can be read in another way as well.

    Example:
        >>> euros = Numerals.over(["€ 9.325,00", "€ 12,50"])
        >>> euros.plain("€ 9.325,00"), euros.written("-1234.50"), euros.plain("9,325.00")
        ('9325.00', '-€ 1.234,50', None)
    """

    decimal: str = "."
    thousands: str = ""
    before: str = ""
    after: str = ""
    inner: bool = False
    ambiguous: bool = field(default=False, compare=False)

    @classmethod
    def over(cls, texts: Iterable[str]) -> "Numerals":
        """The format that reads the most of a column's distinct texts, whatever their order.

        Example:
            >>> Numerals.over(["1.234", "99"]).ambiguous, Numerals.over(["1.234", "1.234.567"]).thousands
            (True, '.')
        """
        texts = list(texts)
        if all(NUMBER.fullmatch(text) for text in texts):  # by far the most columns, and quick to check
            grouped = any("." in t for t in texts) and all(_READS[",", "."].fullmatch(t.strip(" +-")) for t in texts)
            return cls(ambiguous=grouped)
        found = [parts for text in texts if (parts := _parts(text))]
        worn = Counter(p.dress for p in found)
        worn = Counter({pair: n for pair, n in worn.items() if _money(pair[0]) and _unit(pair[1])})
        if not worn:
            return PLAIN
        usual = _commonest(worn)
        like = [p for p in found if p.dress == usual]
        decimal, thousands, ambiguous = _marks([p.body for p in like])
        signed = [p.inner for p in like if "-" in (p.inner, p.outer)]
        return cls(
            decimal,
            thousands,
            before=usual[0] + _commonest(Counter(p.gap for p in like)) if usual[0] else "",
            after=_commonest(Counter(p.space for p in like)) + usual[1] if usual[1] else "",
            inner=bool(usual[0]) and 2 * signed.count("-") > len(signed),
            ambiguous=ambiguous,
        )

    @classmethod
    def through(cls, texts: Sequence[str]) -> "Numerals | None":
        """The format in which all texts are numbers; None where some are not, or there are none.

        Example:
            >>> Numerals.through(["12,5", "few"]) is None, Numerals.through(["12,5", "7,0"]).decimal
            (True, ',')
        """
        if not texts or not all(NUMBER.fullmatch(text) or _parts(text) for text in texts):
            return None
        found = cls.over(texts)
        return found if all(found.plain(text) is not None for text in texts) else None

    @property
    def glued(self) -> bool:
        """Whether letters touch the digits, as in codes: ``FR75``, ``4711DE``."""
        return self.before[-1:].isalpha() or self.after[:1].isalpha()

    @property
    def currency(self) -> bool:
        """Whether a currency stands before or after the numbers.

        Example:
            >>> [Numerals.over([text]).currency for text in ("£ 5", "5 EUR", "5 %", "5")]
            [True, True, False, False]
        """
        return any(part and _money(part) for part in self.signs)

    @property
    def signs(self) -> tuple[str, str]:
        """The currency or unit before and after the numbers, without the space between."""
        return self._dress

    @property
    def bare(self) -> "Numerals":
        """The same format without a currency or unit."""
        return Numerals(self.decimal, self.thousands, ambiguous=self.ambiguous)

    def codes(self, texts: Iterable[str]) -> bool:
        """Whether some of the numbers have zeros in front, so that they are codes."""
        return any(_CODE.match(self.plain(text) or "") for text in texts)

    def plain(self, text: str) -> str | None:
        """A number as programs write it; None where the text is not a number of this format."""
        if self._plain:
            return text.strip() if NUMBER.fullmatch(text) else None
        parts = _parts(text)
        if parts is None or parts.dress != self._dress:
            return None
        body = parts.body.translate(_KINDRED)
        if not _READS[self._way].fullmatch(body):
            return None
        return parts.outer + parts.inner + _undressed(body, self._way)

    def written(self, plain: str) -> str:
        """A number without exponent, written in this format."""
        if self._plain:
            return plain
        minus, digits = ("-", plain[1:]) if plain.startswith("-") else ("", plain)
        whole, dot, part = digits.partition(".")
        if self.thousands:
            whole = f"{Decimal(whole):,}".replace(",", self.thousands)
        body = whole + (self.decimal + part if dot else "")
        lead = self.before + minus if self.inner else minus + self.before
        return lead + body + self.after

    def like(self, decimals: int = 1) -> str:
        """An example of this format with some decimals; words beside the numbers are left out, because they are data.

        Example:
            >>> Numerals.over(["12,5 %", "1.250,0 %"]).like(), Numerals.over(["5 apples", "7 apples"]).like(0)
            ('1.234,0 %', '1234')
        """
        before, after = ("" if any(map(str.isalpha, part)) else part for part in (self.before, self.after))
        shown = Numerals(self.decimal, self.thousands, before, after)
        return shown.written(f"{1234:.{decimals}f}")

    @cached_property
    def _plain(self) -> bool:
        return self == PLAIN

    @cached_property
    def _dress(self) -> tuple[str, str]:
        return self.before.strip(), self.after.strip()

    @cached_property
    def _way(self) -> tuple[str, str]:
        return self.decimal, self.thousands.translate(_KINDRED)


_CODE = re.compile(r"[+-]?0\d")

PLAIN = Numerals()
"""The format of programs: ``1234.5``."""


class _Parts(NamedTuple):
    """A text around its number: ``-€ 12,50 p.a.`` has an outer sign, a currency, a gap, a body, a space and a unit."""

    outer: str
    before: str
    gap: str
    inner: str
    body: str
    space: str
    after: str

    @property
    def dress(self) -> tuple[str, str]:
        """The texts before and after the number."""
        return self.before, self.after


def _parts(text: str) -> _Parts | None:
    """The parts of a text with one number in it; None where it has none or several."""
    text = text.strip() if len(text) <= _LONGEST else ""
    if not (body := _BODY.search(text)) or _DIGIT.search(text, body.end()):
        return None
    head, tail = text[: body.start()], text[body.end() :]
    outer = head[:1] if head[:1] in ("+", "-") else ""
    head = head[len(outer) :].lstrip()
    inner = head.rstrip()[-1:] if head.rstrip()[-1:] in ("+", "-") else ""
    head = head.rstrip()[:-1] if inner else head
    before, after = head.rstrip(), tail.lstrip()
    if (outer and inner) or "+" in before or "-" in before:
        return None
    return _Parts(outer, before, head[len(before) :], inner, body[0], tail[: len(tail) - len(after)], after)


def _marks(bodies: Sequence[str]) -> tuple[str, str, bool]:
    """The decimal and the thousands mark that read the most bodies, and whether others read them differently."""
    shapes = Counter(_shape(body) for body in bodies)
    read = {way: {s for s in shapes if _READS[way].fullmatch(s)} for way in _WAYS}
    score = {way: sum(shapes[s] for s in read[way]) for way in _WAYS}
    taken = max(_WAYS, key=lambda way: score[way])
    rivals = [way for way in _WAYS if score[way] == score[taken] and read[way] == read[taken]]
    differ = any(_undressed(s, way) != _undressed(s, taken) for way in rivals for s in read[taken])
    decimal, mark = taken
    marks = Counter(c for body in bodies for c in body if mark and c.translate(_KINDRED) == mark)
    return decimal, _commonest(marks) if marks else "", differ


def _shape(body: str) -> str:
    """A body with its digits replaced, except leading zeros, so that a million numbers have few shapes."""
    shape = body.translate(_KINDRED).translate(_DIGITS)
    return "0" + shape[1:] if body[0] == "0" else shape


def _undressed(body: str, way: tuple[str, str]) -> str:
    decimal, thousands = way
    return (body.replace(thousands, "") if thousands else body).replace(decimal, ".")


def _money(text: str) -> bool:
    """Whether a text before a number is a currency, or nothing."""
    return (
        not text
        or text.rstrip(".").casefold() in _CURRENCIES
        or (
            len(text) <= _WIDEST
            and any(_symbol(c) for c in text)
            and all(c.isalpha() or _symbol(c) or c == "." for c in text)
        )
    )


def _unit(text: str) -> bool:
    """Whether a text after a number can be a unit or a currency, or nothing."""
    told = any(c.isalpha() or c in "%‰°" or _symbol(c) for c in text)
    return not text or (
        len(text) <= _WIDEST and told and all(c.isalpha() or c in "%‰°/²³. " or _symbol(c) for c in text)
    )


def _symbol(letter: str) -> bool:
    return unicodedata.category(letter) == "Sc"


def _commonest(counted: Counter[_Told]) -> _Told:
    return min(counted, key=lambda thing: (-counted[thing], thing))
