"""The steward's word: a CSV that says which value means which concept. An edited review file is one too."""

import csv
import hashlib
import io
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from semblant.errors import PolicyError

_READ = ("value", "concept", "attribute", "reason", "id", "way")
HASHED = "sha256:"
"""What a value begins with in a review without values."""


class Entry(NamedTuple):
    """One line of a mapping file."""

    concept: str
    """An id, a term or `term#n`; empty in a review where the value has no concept."""
    where: str
    """File and line, for errors."""
    id: str = ""
    """In a review, the id it gave beside the concept ..."""
    way: str = ""
    """... and the concept's way from the root."""


Explicit = Mapping[tuple[str | None, str], Entry]
"""What the steward says: (attribute or None for any, value) to concept."""


def hashed(value: str) -> str:
    """A value's stand-in where values are not to be shown; who knows the value can still recognise it.

    Example:
        >>> hashed("nurse")[:15]
        'sha256:781e5116'
    """
    return HASHED + hashlib.sha256(value.strip().encode("utf-8", "surrogatepass")).hexdigest()


def said_by(explicit: Explicit | None, attribute: str) -> Callable[[str], Entry | None]:
    """How to look up what the steward says of a value: the line that names the attribute before one that does not."""
    if not explicit:
        return lambda _: None
    by_hash = any(value.startswith(HASHED) for _, value in explicit)

    def said(text: str) -> Entry | None:
        for key in (text, hashed(text)) if by_hash else (text,):
            entry = explicit.get((attribute, key)) or explicit.get((None, key))
            if entry is not None:
                return entry
        return None

    return said


def read_mapping(path: Path) -> dict[tuple[str | None, str], Entry]:
    """Read the steward's mapping: a CSV with the columns value and concept, and attribute where it matters.

    A review file is read the same way. There a line without a concept says that the value has none. Spreadsheets of
    many countries part cells by semicolons; those and tabs are understood.
    """
    try:
        text = path.read_bytes().decode("utf-8-sig", "surrogatepass")
    except OSError as error:
        raise PolicyError(f"The mapping file cannot be read: {error.strerror}.", where=path.name) from error
    except UnicodeDecodeError as error:
        raise PolicyError(
            "The mapping file is not UTF-8 text.", where=path.name, hints=["in a spreadsheet: save as CSV UTF-8"]
        ) from error
    rows = csv.reader(io.StringIO(text, newline=""), strict=True, delimiter=_delimiter(text))
    entries: dict[tuple[str | None, str], Entry] = {}
    columns: dict[str, int] = {}
    begins = 1
    try:
        for row in rows:
            where = f"{path.name}:{begins}"
            begins = rows.line_num + 1
            if not columns:
                columns = _header(row, where)
            elif row:
                _add(entries, row, columns, where)
    except csv.Error as error:
        raise PolicyError("This line is not CSV.", where=f"{path.name}:{rows.line_num}") from error
    if not columns:
        raise PolicyError("The mapping file is empty.", where=path.name, hints=["begin it with: value,concept"])
    return entries


def _delimiter(text: str) -> str:
    """What parts the names in the first line."""
    head = text.partition("\n")[0]
    return max(",;\t", key=head.count)


def _header(row: Sequence[str], where: str) -> dict[str, int]:
    names = [name.strip().lower() for name in row]
    for needed in ("value", "concept"):
        if names.count(needed) != 1:
            trouble = f"has no column {needed!r}" if needed not in names else f"has the column {needed!r} twice"
            raise PolicyError(f"The mapping file {trouble}.", where=where, hints=["begin it with: value,concept"])
    return {name: names.index(name) for name in _READ if name in names}


def _add(
    entries: dict[tuple[str | None, str], Entry], row: Sequence[str], columns: Mapping[str, int], where: str
) -> None:
    if len(row) <= max(columns.values()):
        raise PolicyError("This line has fewer columns than the header.", where=where)
    cell = {name: row[place].strip() for name, place in columns.items()}
    if not cell["concept"] and "reason" not in columns:
        raise PolicyError("This line gives no concept.", where=where, hints=["write a concept, or take the line out"])
    said = (cell.get("attribute") or None, cell["value"])
    before = entries.get(said)
    if before is not None and before.concept != cell["concept"]:
        raise PolicyError(
            f"This line contradicts line {before.where.rpartition(':')[2]}: one value, two concepts.",
            where=where,
            values=[cell["value"]],
        )
    entries.setdefault(said, Entry(cell["concept"], where, cell.get("id", ""), cell.get("way", "")))
