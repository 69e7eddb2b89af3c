"""Variables of well-known public surveys, whose names say nothing to those who have not read the codebook.

A table is taken for one of a codebook where several of its columns have names of the codebook: `CIT` may be short for
anything, but beside `AGEP`, `SCHL` and `PINCP` it is the citizenship of the American Community Survey.
"""

import csv
import re
from collections.abc import Iterable
from fnmatch import translate
from functools import cache
from importlib import resources

from semblant.data.columnwords import KNOWN, SHORT

SEVERAL = 3
"""The fewest names of a codebook that make a table one of it; words such as `age` and very short names do not count."""
_LETTERS, _LONG = 4, 12  # of a name, and of one in several parts, which no other table has by chance
Codebook = tuple[tuple[re.Pattern[str], frozenset[str]], ...]


def explained(names: Iterable[str]) -> dict[str, frozenset[str]]:
    """The words that a codebook has for the columns of a table, by their names; most tables are of none.

    Example:
        >>> explained(["AGEP", "PINCP", "WKHP", "CIT", "note"])["CIT"]
        frozenset({'citizenship'})
        >>> explained(["age", "CIT"])
        {}
    """
    told = list(names)
    found = [{name: words for name in told if (words := _words(book, name))} for book in _codebooks().values()]
    best = max(found, key=lambda book: sum(map(_telling, book)))
    return best if sum(map(_telling, best)) >= SEVERAL else {}


def _telling(name: str) -> bool:
    """Whether a name is one that only a codebook explains."""
    if len(name) >= _LONG and "_" in name:
        return True
    return len(name) >= _LETTERS and not any(
        word in KNOWN or word in SHORT for word in re.findall(r"[^\W\d_]+", name.lower())
    )


def _words(book: Codebook, name: str) -> frozenset[str]:
    return next((words for variable, words in book if variable.fullmatch(name)), frozenset())


@cache
def _codebooks() -> dict[str, Codebook]:
    """The variables of every codebook with their words; a variable may be a pattern such as ``LBX*``."""
    books: dict[str, list[tuple[re.Pattern[str], frozenset[str]]]] = {}
    text = (resources.files("semblant.data") / "codebooks.csv").read_text("utf-8")
    for row in csv.DictReader(text.splitlines()):
        for variable in row["variables"].split():
            pattern = re.compile(translate(variable), re.IGNORECASE)
            books.setdefault(row["codebook"], []).append((pattern, frozenset(row["words"].split())))
    return {name: tuple(book) for name, book in books.items()}
