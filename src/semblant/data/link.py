"""The link: which original row each released row is, or which original user each released one. It is private."""

import csv
import io
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import numpy as np
import polars as pl

from semblant.arrays import AnyInts
from semblant.data.filebacked import Growing, chunks, filled, row_kind
from semblant.data.formulas import escaped, unescaped
from semblant.data.joint import counts_of
from semblant.data.table import Table
from semblant.data.wholes import whole
from semblant.errors import InputError
from semblant.policy.model import SUPPRESSED

Link = AnyInts | Mapping[str, str]
"""The original row of every released row, from 0; of a log, the original user of every released one."""

ROWS = ("released_row", "original_row")
USERS = ("released_user", "original_user")
_HEAD = ",".join(ROWS) + "\n"


def link_parts(link: Link) -> Iterator[str]:
    """A link as CSV, some rows at a time, counted from 1; users whose names a spreadsheet would run are escaped.

    Example:
        >>> "".join(link_parts(np.array([1, 0]))).splitlines()
        ['released_row,original_row', '1,2', '2,1']
    """
    if isinstance(link, Mapping):
        file = io.StringIO()
        file.write(",".join(USERS) + "\n")  # users are quoted, as their names may hold the end of a line
        pairs = (map(escaped, pair) for pair in link.items())
        csv.writer(file, lineterminator="\n", quoting=csv.QUOTE_ALL).writerows(pairs)
        yield file.getvalue()
        return
    yield _HEAD
    for rows in chunks(len(link)):
        yield _lines(rows.start, link[rows])


def _lines(start: int, originals: AnyInts) -> str:
    """The lines of some released rows that follow each other, given their original ones."""
    numbers = np.arange(start + 1, start + len(originals) + 1)
    return pl.DataFrame([numbers, originals.astype(np.int64) + 1]).write_csv(include_header=False)


def read_link(path: Path, shape: str) -> Link:
    """Read a link from CSV: of users for a log, else of rows."""
    try:
        if shape == "log":
            return _users(path)
        return _rows(path) if (plain := _as_written(path)) is None else plain
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise InputError("The link cannot be read.", where=str(path), hints=_HINTS) from error


_HINTS = ["the run that made the release wrote it, as link.csv in the release's private folder"]
_PART = 1 << 25  # bytes that are read at a time
_DENSE = 8  # times as many originals as are named, up to which they are counted


def _users(path: Path) -> Mapping[str, str]:
    pairs = [*_pairs(path, USERS)]
    if number := _twice(now for now, _ in pairs):
        raise InputError(f"{number:,} values of {USERS[0]} occur more than once.", where=str(path))
    return {unescaped(now): unescaped(then) for now, then in pairs}


def _rows(path: Path) -> AnyInts:
    """A link of rows in any order; beside its rows it takes little memory."""
    found = array("q"), array("q")
    for line, pair in enumerate(_pairs(path, ROWS), 2):
        for name, text, numbers in zip(ROWS, pair, found, strict=True):
            if not (text.isascii() and text.isdigit() and 1 <= whole(text) < 2**62):
                raise InputError(f"{name} must be a row number, from 1 up.", where=f"{path}:{line}")
            numbers.append(whole(text) - 1)
    released, original = (np.array(numbers, np.int64) for numbers in found)
    if number := shared_sources(released):
        raise InputError(f"{number:,} values of {ROWS[0]} occur more than once.", where=str(path))
    if released.size and int(released.max()) != released.size - 1:
        raise InputError(f"{ROWS[0]} does not number the rows from 1 to {released.size:,}.", where=str(path))
    link = np.empty(len(released), np.int64)
    link[released] = original
    return link


def _pairs(path: Path, head: tuple[str, str]) -> Iterator[tuple[str, str]]:
    """The rows of a link below its header."""
    shape = "log" if head == USERS else "table"
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = (row for row in csv.reader(file) if row)
        if tuple(next(rows, ())) != head:
            said = f"The header of a link for shape: {shape} is {','.join(head)}."
            raise InputError(said, where=str(path), hints=_HINTS)
        for line, row in enumerate(rows, 2):
            if len(row) != 2:
                raise InputError(f"The row has {len(row)} cells, the header 2.", where=f"{path}:{line}")
            yield row[0], row[1]


def _as_written(path: Path) -> AnyInts | None:
    """A link of rows that is byte for byte as Semblant writes one, read quickly; None for any other."""
    head = _HEAD.encode()
    found, kept = Growing(), b""
    with path.open("rb") as file:
        if file.read(len(head)) != head:
            return None
        while part := file.read(_PART):
            end = part.rfind(b"\n") + 1
            text, kept = kept + part[:end], part[end:] if end else kept + part
            if not text or not end:
                continue
            try:
                rows = pl.read_csv(text, has_header=False, schema=dict.fromkeys(ROWS, pl.Int64)).get_column(ROWS[1])
            except pl.exceptions.PolarsError:
                return None
            originals = rows.fill_null(0).to_numpy() - 1
            if (originals < 0).any() or _lines(found.size, originals).encode() != text:
                return None
            found.add(originals.astype(row_kind(int(originals.max()))))
    return None if kept or not found.size else found.made


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
    if len(link) and int(link.min()) >= 0 and int(link.max()) < _DENSE * len(link):
        return int(np.count_nonzero(counts_of(link, int(link.max()) + 1) > 1))
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
    released = filled(original.records, row_kind(release.records), lambda _: release.records)
    for part in chunks(release.records):
        released[rows[part]] = np.arange(part.start, part.stop)
    absent = np.asarray(released == release.records)
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
