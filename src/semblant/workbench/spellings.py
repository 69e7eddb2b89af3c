"""Which values of a column of categories are one category, written in several ways, for those who may see the data."""

from dataclasses import dataclass

from semblant.data.codings import category_keys
from semblant.data.missing import no_value
from semblant.data.table import Column


@dataclass(frozen=True)
class Spellings:
    """How many values are spellings of how many categories, and the categories with more than one, commonest first."""

    values: int
    categories: int
    several: tuple[tuple[str, ...], ...]


def spellings(column: Column) -> Spellings | None:
    """The spellings of a column of categories; None where each value is a category of its own.

    Example:
        >>> import polars as pl
        >>> from semblant.data.table import Table
        >>> table = Table(pl.DataFrame({"member": ["Yes", "Yes", "Y", "No", "yes"], "town": list("abcde")}))
        >>> spellings(table.column("member")), spellings(table.column("town"))
        (Spellings(values=4, categories=2, several=(('Yes', 'Y', 'yes'),)), None)
    """
    counts = {text: int(n) for text, n in zip(column.values, column.counts, strict=True) if not no_value(text)}
    alike: dict[str, list[str]] = {}
    for text, key in zip(counts, category_keys(list(counts)), strict=True):
        alike.setdefault(key, []).append(text)
    if len(alike) == len(counts):
        return None
    several = [sorted(texts, key=lambda text: (-counts[text], text)) for texts in alike.values() if len(texts) > 1]
    several.sort(key=lambda texts: (-sum(counts[text] for text in texts), texts))
    return Spellings(len(counts), len(alike), tuple(map(tuple, several)))
