"""The link: which original row each released row is, or which original user each released one. It is private."""

import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray

from semblant.arrays import AnyInts
from semblant.data.formulas import escaped, unescaped
from semblant.data.joint import chunks
from semblant.data.table import Table
from semblant.errors import InputError
from semblant.policy.model import SUPPRESSED

Link = AnyInts | Mapping[str, str]
"""The original row of every released row, from 0; of a log, the original user of every released one."""

ROWS = ("released_row", "original_row")
USERS = ("released_user", "original_user")


def link_text(link: Link) -> str:
    """A link as CSV, rows counted from 1; users whose names a spreadsheet would run are escaped.

    Example:
        >>> link_text(np.array([1, 0])).splitlines()
        ['released_row,original_row', '1,2', '2,1']
    """
    return "".join(link_parts(link))


def link_parts(link: Link) -> Iterator[str]:
    """The same some rows at a time."""
    if isinstance(link, Mapping):
        file = io.StringIO()
        file.write(",".join(USERS) + "\n")  # users are quoted, as their names may hold the end of a line
        pairs = (map(escaped, pair) for pair in link.items())
        csv.writer(file, lineterminator="\n", quoting=csv.QUOTE_ALL).writerows(pairs)
        yield file.getvalue()
        return
    yield ",".join(ROWS) + "\n"
    for rows in chunks(len(link)):
        numbers = np.arange(rows.start + 1, rows.stop + 1)
        yield pl.DataFrame([numbers, link[rows] + 1]).write_csv(include_header=False)


def read_link(path: Path, shape: str) -> Link:
    """Read a link from CSV: of users for a log, else of rows."""
    head = USERS if shape == "log" else ROWS
    if shape != "log" and (long := _long_link(path)) is not None:
        return long
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = [row for row in csv.reader(file) if row]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise InputError("The link cannot be read.", where=str(path), hints=_HINTS) from error
    if not rows or tuple(rows[0]) != head:
        raise InputError(f"The header of a link for shape: {shape} is {','.join(head)}.", where=str(path), hints=_HINTS)
    for line, row in enumerate(rows[1:], 2):
        if len(row) != 2:
            raise InputError(f"The row has {len(row)} cells, the header 2.", where=f"{path}:{line}")
    columns = [[row[i] for row in rows[1:]] for i in (0, 1)]
    if shape == "log":
        _refuse_twice(USERS[0], columns[0], path)
        return {unescaped(now): unescaped(then) for now, then in zip(*columns, strict=True)}
    released, original = (_numbers(name, texts, path) for name, texts in zip(ROWS, columns, strict=True))
    _refuse_twice(ROWS[0], released.tolist(), path)
    if released.size and int(released.max()) != released.size - 1:
        raise InputError(f"{ROWS[0]} does not number the rows from 1 to {released.size:,}.", where=str(path))
    link = np.empty(len(released), np.int64)
    link[released] = original
    return link


def _long_link(path: Path) -> NDArray[np.int64] | None:
    """A long link of rows that is written as Semblant writes it; None for any other."""
    try:
        if path.stat().st_size < _LONG:
            return None
        rows = pl.read_csv(path, schema=dict.fromkeys(ROWS, pl.Int64))
    except (OSError, pl.exceptions.PolarsError):
        return None
    released, original = (rows.get_column(name).to_numpy() for name in ROWS)
    if not len(released) or released[0] != 1 or (np.diff(released) != 1).any() or original.min() < 1:
        return None
    return original.astype(np.int64) - 1


_LONG = 1 << 24  # bytes
_HINTS = ["the run that made the release wrote it, as link.csv in the release's private folder"]


def _numbers(name: str, texts: Sequence[str], path: Path) -> NDArray[np.int64]:
    for line, text in enumerate(texts, 2):
        if not (text.isascii() and text.isdigit() and 1 <= int(text) < 2**62):
            raise InputError(f"{name} must be a row number, from 1 up.", where=f"{path}:{line}")
    return np.array([int(text) - 1 for text in texts], np.int64)


def _refuse_twice(name: str, values: Sequence[object], path: Path) -> None:
    if number := _twice(values):
        raise InputError(f"{number:,} values of {name} occur more than once.", where=str(path))


def _twice(values: Iterable[object]) -> int:
    return sum(times > 1 for times in Counter(values).values())


def shared_sources(link: Link) -> int:
    """How many original rows, or users, a link names more than once; a true link names each once.

    Example:
        >>> shared_sources(np.array([0, 1, 1])), shared_sources({"1": "ann", "2": "ben"})
        (1, 0)
    """
    if isinstance(link, Mapping):
        return _twice(link.values())
    ascending = np.sort(link)
    again = ascending[1:][ascending[1:] == ascending[:-1]]
    return len(np.unique(again))


def of_rows(link: Link) -> AnyInts:
    """A link of rows, which tables and sets have."""
    if isinstance(link, Mapping):
        raise InputError("This link is of users; only a log has those.", where="link")
    return link


def of_users(link: Link) -> Mapping[str, str]:
    """A link of users, which logs have."""
    if not isinstance(link, Mapping):
        raise InputError("This link is of rows; a log has one of users.", where="link")
    return link


def rows_of_original(original: Table, release: Table, link: Link) -> AnyInts:
    """The original row of every released one, by a link that fits both tables."""
    rows = of_rows(link)
    _refuse_misfit(original.records, release.records, rows)
    return rows


def in_original_order(original: Table, release: Table, link: Link) -> Table:
    """The release in the order of the original; an original record without a released one is suppressed.

    Example:
        >>> before, after = (Table(pl.DataFrame({"n": texts})) for texts in (["1", "2", "3"], ["3", "1"]))
        >>> in_original_order(before, after, np.array([2, 0])).frame["n"].to_list()
        ['1', '*', '3']
    """
    rows = rows_of_original(original, release, link)
    released: AnyInts = np.full(original.records, release.records, np.int64)
    if release.coded:
        released = released.astype(np.int32)
    released[rows] = np.arange(release.records)
    absent = released == release.records
    if not release.coded:
        blank = pl.DataFrame({name: [SUPPRESSED] for name in release.names}, schema=release.frame.schema)
        return Table(pl.concat([release.frame, blank])[released], release.origin, absent=absent)
    gone = bool(absent.any())
    released[absent] = 0  # any row: it is written over
    columns = {name: release.column(name).taken(released) for name in release.names}
    if gone:
        columns = {name: column.replaced(absent, SUPPRESSED) for name, column in columns.items()}
    return Table(columns, release.origin, absent=absent)


def _refuse_misfit(before: int, after: int, link: AnyInts) -> None:
    if len(link) != after:
        raise InputError(f"The link has {len(link):,} rows; the release has {after:,}.", where="link")
    if len(link) and (int(link.min()) < 0 or int(link.max()) >= before):
        raise InputError(f"The link names rows that the original, which has {before:,}, does not have.", where="link")
    named = np.zeros(before, np.bool_)
    named[link] = True
    if np.count_nonzero(named) != len(link):
        raise InputError("The link is not one-to-one: it names an original row more than once.", where="link")
