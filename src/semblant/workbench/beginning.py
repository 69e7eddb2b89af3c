"""How a file begins: the sheets of a workbook, and the first rows as they stand, whatever they are read as."""

import logging
from pathlib import Path
from typing import NamedTuple

from semblant.data.compression import beginning
from semblant.data.decode import decode
from semblant.data.formats import by_suffix
from semblant.data.source import AUTO
from semblant.data.workbook import refuse_scattered, refuse_swollen
from semblant.errors import SemblantError

WORKBOOKS = ("xlsx", "xlsb", "xls", "ods")
"""The formats that have sheets."""
ROWS = 15
"""The rows that are shown."""
_BYTES = 1 << 16


class Beginning(NamedTuple):
    """What stands at the beginning of a file."""

    sheets: tuple[str, ...]
    """The sheets of a workbook in their order."""
    rows: list[list[str]]
    """The first rows of a sheet, or the first lines of a text as one cell each."""


def beginning_of(path: Path, encoding: str | None = None, sheet: str | None = None) -> Beginning:
    """Look at how a file begins; there is nothing to see of one that is neither a text nor a workbook.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     file = Path(folder) / "people.csv"
        ...     _ = file.write_text("People of 2025;;\\nname;age;job\\n")
        ...     beginning_of(file)
        Beginning(sheets=(), rows=[['People of 2025;;'], ['name;age;job']])
    """
    kind = by_suffix(path.name)
    if kind is not None and kind.name in WORKBOOKS:
        return _of_workbook(path, sheet)
    return Beginning((), _lines(path, encoding or AUTO) if kind is None or kind.text else [])


def _lines(path: Path, encoding: str) -> list[list[str]]:
    start = beginning(path, _BYTES)
    try:
        text = decode(start.rpartition(b"\n")[0] or start, encoding, path.name).data.decode("utf-8", "replace")
    except SemblantError:
        return []
    return [[line] for line in text.splitlines()[:ROWS]]


def _of_workbook(path: Path, sheet: str | None) -> Beginning:
    try:
        import fastexcel

        logging.getLogger("fastexcel").setLevel(logging.CRITICAL)  # its log would tell of sheets on the terminal
        content = path.read_bytes()
        refuse_swollen(content, path.name)
        refuse_scattered(content, path.name)  # a library lays out all cells between, even for the first rows
        book = fastexcel.read_excel(content)
        chosen = sheet if sheet in book.sheet_names else 0
        found = book.load_sheet(chosen, header_row=None, skip_rows=0, n_rows=ROWS, dtypes="string").to_polars()
    except Exception:  # a library's error of any kind: the reader says what is wrong with the file
        return Beginning((), [])
    return Beginning(tuple(book.sheet_names), [[cell or "" for cell in row] for row in found.rows()])
