"""The items of a set in one cell: separated by a text without quotes, and quoted where they contain it."""

from collections.abc import Iterable

_QUOTE = '"'


def split(cell: str, separator: str = "|") -> list[str]:
    """The distinct items of a cell in their order; empty items and outer spaces are ignored.

    An item in double quotes may contain the separator; a quote inside it is doubled.

    Example:
        >>> split('milk| tea ||milk'), split('"salt|pepper"|tea'), split("")
        (['milk', 'tea'], ['salt|pepper', 'tea'], [])
    """
    if _QUOTE not in cell:
        parts = cell.split(separator)
    else:
        parts, at = [], 0
        while at <= len(cell):
            part, at = _next(cell, at, separator)
            parts.append(part)
    return list(dict.fromkeys(item for part in parts if (item := part.strip())))


def _next(cell: str, at: int, separator: str) -> tuple[str, int]:
    """One item from a place on, and where the next begins; a quote that does not enclose an item is a character."""
    start = at
    while start < len(cell) and cell[start].isspace() and not cell.startswith(separator, start):
        start += 1
    if cell.startswith(_QUOTE, start):
        close = start + 1
        while (close := cell.find(_QUOTE, close)) >= 0:
            if cell.startswith(_QUOTE, close + 1):
                close += 2
                continue
            after = close + 1
            while after < len(cell) and cell[after].isspace() and not cell.startswith(separator, after):
                after += 1
            if after == len(cell) or cell.startswith(separator, after):
                text = cell[start + 1 : close].replace(_QUOTE * 2, _QUOTE)
                return text, after + len(separator) if after < len(cell) else len(cell) + 1
            break
    end = cell.find(separator, at)
    return (cell[at:], len(cell) + 1) if end < 0 else (cell[at:end], end + len(separator))


def join(items: Iterable[str], separator: str = "|") -> str:
    """A set as one cell: its distinct items in order of code points, so that equal sets are equal texts.

    Example:
        >>> join(["tea", "salt|pepper", "tea"])
        '"salt|pepper"|tea'
    """
    return separator.join(_written(item, separator) for item in sorted({i.strip() for i in items} - {""}))


def _written(item: str, separator: str) -> str:
    # Where an item ends with the beginning of the separator ("a|" before "||"), it would be cut in the wrong place.
    if (item + separator).find(separator) < len(item) or item.startswith(_QUOTE):
        return _QUOTE + item.replace(_QUOTE, _QUOTE * 2) + _QUOTE
    return item
