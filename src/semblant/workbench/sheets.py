"""The sheets of a workbook, to choose from."""

import logging
from pathlib import Path

from semblant.data.formats import by_suffix

WORKBOOKS = ("xlsx", "xlsb", "xls", "ods")
"""The formats that have sheets."""


def sheets_of(path: Path) -> list[str]:
    """The names of a workbook's sheets in their order; none of any other file, or of one that cannot be opened."""
    kind = by_suffix(path.name)
    if kind is None or kind.name not in WORKBOOKS:
        return []
    try:
        import fastexcel

        logging.getLogger("fastexcel").setLevel(logging.CRITICAL)  # its log would tell of sheets on the terminal
        names: list[str] = fastexcel.read_excel(path).sheet_names
    except Exception:  # a library's error of any kind: the reader says what is wrong with the file
        return []
    return names
