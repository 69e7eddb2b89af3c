"""Whether a column can be compared as numbers or dates, before a run has to find out; if not, which values cannot."""

from dataclasses import dataclass
from typing import Literal

from semblant.data.columnnames import words_of
from semblant.data.missing import no_value
from semblant.data.table import Column
from semblant.proposal.kinds import latest_year
from semblant.space.rulers import Dated, Numeric

_NEW_YEARS_EVE = 18_627.0  # of 2020: an example that shows what is the day and what the month


@dataclass(frozen=True)
class Misfits:
    """Values of a column that are no numbers or dates, or not written like most of them."""

    values: tuple[str, ...]
    """Those that most records have come first."""
    records: int
    like: str
    """An example of how most are written; empty where none is a number or a date."""


def misfits(column: Column, kind: Literal["numeric", "date"], last_year: int | None = None) -> Misfits | None:
    """The values of a column that cannot be read with the others; None where all can.

    Example:
        >>> import polars as pl
        >>> from semblant.data.table import Table
        >>> born = Table(pl.DataFrame({"born": ["1.2.1980", "unknown", "3.4.1990", "1990-04-03", "unknown", ""]}))
        >>> misfits(born.column("born"), "date")
        Misfits(values=('unknown', '1990-04-03'), records=3, like='31.12.2020')
    """
    counts = {text: int(n) for text, n in zip(column.values, column.counts, strict=True) if not no_value(text)}
    ruler = _ruler(list(counts), kind, last_year)
    unread = [text for text in counts if ruler is None or ruler.place(text) is None]
    if not unread:
        return None
    like = ""
    if len(unread) < len(counts) and ruler is not None:
        like = ruler.text(_NEW_YEARS_EVE) if isinstance(ruler, Dated) else ruler.numerals.like(ruler.decimals)
    values = tuple(sorted(unread, key=lambda text: (-counts[text], text)))
    return Misfits(values, sum(counts[text] for text in unread), like)


def mostly_money(column: Column) -> bool:
    """Whether most values of a column are amounts with a currency, so that it can be compared as numbers.

    Example:
        >>> import polars as pl
        >>> from semblant.data.table import Table
        >>> table = Table(pl.DataFrame({"pay": ["£60,000", "£45,500", "ask HR"], "code": ["60", "45", "12"]}))
        >>> [mostly_money(table.column(name)) for name in table.names]
        [True, False]
    """
    texts = [text for text in column.values if not no_value(text)]
    ruler = Numeric.over(texts)
    return ruler.numerals.currency and 2 * sum(ruler.place(text) is not None for text in texts) > len(texts)


def last_of_two_digits(column: Column) -> int | None:
    """The latest year that two digits can mean in a column, where most of its dates have such years.

    Example:
        >>> import polars as pl
        >>> from semblant.data.table import Table
        >>> table = Table(pl.DataFrame({"born": ["1.2.80", "3.4.90"], "seen": ["2024-01-02", "2024-03-04"]}))
        >>> [(one := last_of_two_digits(table.column(name))) and one > 2025 for name in ("born", "seen")]
        [True, None]
    """
    latest = latest_year(words_of(column.name))
    ruler = _ruler([text for text in column.values if not no_value(text)], "date", latest)
    return latest if isinstance(ruler, Dated) and ruler.short_years else None


def _ruler(texts: list[str], kind: Literal["numeric", "date"], last_year: int | None) -> Numeric | Dated | None:
    """What reads all texts of a column, or most of them."""
    if kind == "numeric":
        return Numeric.over(texts)
    return Dated.over(texts, last_year) or Dated.usual(texts, last_year)
