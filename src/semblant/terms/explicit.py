"""The steward's mapping: a CSV that assigns concepts to values. An edited review file is one too."""

import csv
import hashlib
import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from semblant.data.formulas import unescaped
from semblant.errors import PolicyError, files_like
from semblant.terms.spreadsheet import as_number, is_spoilt, may_be_taken, plain

_READ = ("value", "concept", "attribute", "reason", "id", "path", "score", "checked", "proposed")
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
    path: str = ""
    """... and the concept's path from the root."""
    review: bool = False
    """Whether the file is a review, which has a line for every value."""
    score: float | None = None
    """The score of a line that stands as it was proposed; None where a person decided."""


Explicit = Mapping[tuple[str | None, str], Entry]
"""The steward's mapping: (attribute or None for any, value) to concept."""


def hashed(value: str) -> str:
    """A hash in place of a value that must not be shown; anyone who knows the value can still recognise it.

    Example:
        >>> hashed("nurse")[:15]
        'sha256:781e5116'
    """
    return HASHED + hashlib.sha256(value.strip().encode("utf-8", "surrogatepass")).hexdigest()


def entry_lookup(explicit: Explicit | None, attribute: str) -> Callable[[str], Entry | None]:
    """A function that finds the steward's entry for a value: lines that name the attribute come first.

    In a review, a line with the same number in another spelling counts if no other does: a spreadsheet writes 12 where
    the value is ``0012``.
    """
    if not explicit:
        return lambda _: None
    by_hash = any(value.startswith(HASHED) for _, value in explicit)
    loose = _loosely(explicit, attribute)

    def said(text: str) -> Entry | None:
        for key in (text, hashed(text)) if by_hash else (text,):
            entry = explicit.get((attribute, key)) or explicit.get((None, key))
            if entry is not None:
                return entry
        return loose.get(plain(text))

    return said


def _loosely(explicit: Explicit, attribute: str) -> dict[str, Entry | None]:
    """The entries of a review by their values as a spreadsheet may change them; None where two lines disagree."""
    found: dict[str, Entry | None] = {}
    for (name, value), entry in explicit.items():
        if entry.review and plain(name or attribute) == plain(attribute):
            before = found.setdefault(plain(value), entry)
            if before is None or before.concept != entry.concept:
                found[plain(value)] = None
    return found


def refuse_spoilt(explicit: Explicit | None, attribute: str, values: Iterable[str]) -> None:
    """Refuse a review in which a spreadsheet has turned values into dates: its lines would be ignored silently."""
    spoilt = {
        value: entry
        for (name, value), entry in (explicit or {}).items()
        if entry.review and plain(name or attribute) == plain(attribute) and is_spoilt(value)
    }
    if not spoilt:
        return
    texts, said = {value.strip() for value in values}, entry_lookup(explicit, attribute)
    lost = sorted(text for text in texts if may_be_taken(text) and said(text) is None)
    idle = [(value, entry) for value, entry in spoilt.items() if value not in texts]
    if lost and idle:
        value, entry = idle[0]
        raise PolicyError(
            f"A spreadsheet has made a date or a rounded number of the value in this line (column 'value'), and of "
            f"{len(idle):,} in all: the data has no such value, and this cannot be undone.",
            where=entry.where,
            hints=["write the values again, the column formatted as text", "or write the review again: semblant map"],
            values=[value, *lost[:1]],
        )


def read_mapping(path: Path) -> dict[tuple[str | None, str], Entry]:
    """Read the steward's mapping: a CSV with the columns value and concept, and attribute where it matters.

    A review file is read the same way. There a line without a concept says that the value has none. Spreadsheets in
    many countries separate cells by semicolons; those and tabs are accepted, and so are empty lines and columns at the
    end, columns in another order and additional columns.
    """
    try:
        text = path.read_bytes().decode("utf-8-sig", "surrogatepass")
    except FileNotFoundError:
        raise PolicyError("There is no such mapping file.", where=str(path), hints=files_like(path)) from None
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
            elif any(map(str.strip, row)):
                _add(entries, row, columns, where)
    except csv.Error as error:
        raise PolicyError("This line is not CSV.", where=f"{path.name}:{rows.line_num}") from error
    if not columns:
        raise PolicyError("The mapping file is empty.", where=path.name, hints=["begin it with: value,concept"])
    return entries


def _undecided(cell: Mapping[str, str]) -> float | None:
    """The score of a review's line that still stands as it was proposed, and that nobody marked as checked."""
    if not cell["concept"] or cell.get("checked") or plain(cell["concept"]) != plain(cell.get("proposed", "")):
        return None
    try:
        return min(max(float(cell.get("score", "").replace(",", ".")), 0.0), 1.0)
    except ValueError:
        return 0.0  # what the score was is lost, so that it counts for nothing


def _delimiter(text: str) -> str:
    """The delimiter of the first line."""
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
    review = "reason" in columns
    needed = max(columns["value"], columns["reason"]) if review else max(columns.values())
    if len(row) <= needed:  # the last cells of a review's line are missing where a spreadsheet left out empty ones
        raise PolicyError("This line has fewer columns than the header.", where=where)
    cell = {name: row[place].strip() if place < len(row) else "" for name, place in columns.items()}
    if review:  # written so that a spreadsheet runs no cell of it
        cell = {name: unescaped(text) for name, text in cell.items()}
    if not cell["concept"] and not review:
        raise PolicyError("This line gives no concept.", where=where, hints=["write a concept, or take the line out"])
    said = (cell.get("attribute") or None, cell["value"])
    entry = Entry(cell["concept"], where, cell.get("id", ""), cell.get("path", ""), review, _undecided(cell))
    before = entries.setdefault(said, entry)
    if before.concept != entry.concept or (before.path != entry.path and as_number(entry.concept) is not None):
        joined = as_number(cell["value"]) is not None
        raise PolicyError(
            f"This line contradicts line {before.where.rpartition(':')[2]}: one value, two concepts.",
            where=where,
            hints=["a spreadsheet may have made one of two values, such as 0012 and 12"] if joined else (),
            values=[cell["value"]],
        )
