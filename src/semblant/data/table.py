"""A table as it came in: text in columns, and each column as codes into its distinct values."""

import difflib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from semblant.errors import InputError, PolicyError
from semblant.policy.model import MISSING

ADD_HEADER = "if the first line of the file is a record, add a line with the names of the columns before it"
"""What to do with a file without a header."""


@dataclass(frozen=True)
class Origin:
    """Where a table came from, and everything needed to write one in the same format."""

    name: str = "frame"
    format: str = "frame"  # one of data.formats, or a frame in memory
    delimiter: str = ","
    encoding: str = "utf-8"
    newline: str = "\n"
    bom: bool = False
    sha256: str | None = None
    path: Path | None = None
    headless: bool = False  # whether the names of the columns look like a record, so that they must not be shown
    packing: str | None = None  # how the file was compressed as a whole
    notes: tuple[str, ...] = ()  # what was found out about the file, for the summary
    details: Any = field(default=None, compare=False)  # what else its format needs to write it back
    to: str | None = None  # the format of its release, where that is another one

    def as_format(self, name: str) -> "Origin":
        """The origin of the same table in another format, as it is written there; the same in its own."""
        if name == ("csv" if self.format == "frame" else self.format):
            return self
        return Origin(self.name, name, "\t" if name == "tsv" else ",", headless=self.headless, notes=self.notes)


@dataclass(frozen=True)
class Column:
    """One column as codes: for every record the position of its text among the distinct texts.

    The distinct texts are sorted by code point, so they do not depend on the order of the rows.
    """

    name: str
    codes: NDArray[np.int32]
    values: tuple[str, ...]
    counts: NDArray[np.int64]


class Table:
    """Records as they came in, every cell as its exact text; a missing value is the empty text.

    Example:
        >>> table = Table(pl.DataFrame({"job": ["nurse", "baker", "nurse"], "code": ["0012", "", "7"]}))
        >>> table.names, table.records
        (('job', 'code'), 3)
        >>> job = table.column("job")
        >>> job.values, job.codes.tolist(), job.counts.tolist()
        (('baker', 'nurse'), [1, 0, 1], [1, 2])
    """

    def __init__(
        self,
        frame: pl.DataFrame,
        origin: Origin | None = None,
        *,
        typed: pl.DataFrame | None = None,
        types: Mapping[str, pl.DataType] | None = None,
        rows: NDArray[np.int64] | None = None,
        replaced: frozenset[str] = frozenset(),
        absent: NDArray[np.bool_] | None = None,
    ) -> None:
        self.frame = frame
        self.origin = Origin() if origin is None else origin
        self.typed = typed
        """The data of a source with types of its own; untouched columns are written from it."""
        self.types = {} if types is None else types
        """The types of the columns whose text is how values of a type are written."""
        self.rows = rows
        """Which of the original rows these are; absent: all of them, in order."""
        self.replaced = replaced
        """The columns whose text is no longer the original's."""
        self.absent = np.zeros(frame.height, np.bool_) if absent is None else absent
        """The rows that only stand for records of the original which a release does not have."""
        self._columns: dict[str, Column] = {}

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the columns, in the order of the file."""
        return tuple(self.frame.columns)

    @cached_property
    def _named(self) -> frozenset[str]:
        return frozenset(self.names)

    @property
    def records(self) -> int:
        """How many rows there are."""
        return self.frame.height

    def __repr__(self) -> str:
        return f"<Table {self.origin.name}: {self.records:,} records, {len(self.names)} columns>"

    def column(self, name: str) -> Column:
        """One column as codes, made once and kept."""
        if name not in self._columns:
            self._columns[name] = encode(self._series(name))
        return self._columns[name]

    def with_columns(
        self,
        replaced: Mapping[str, Sequence[str] | pl.Series],
        drop: Iterable[str] = (),
        rows: NDArray[np.integer] | None = None,
    ) -> "Table":
        """The table to be released: columns with other text, without some columns, with some or reordered rows.

        The replacing texts are one for each record of this table; ``rows`` then picks records by position.

        Example:
            >>> table = Table(pl.DataFrame({"name": ["Ann", "Bob"], "job": ["nurse", "baker"], "n": ["1", "2"]}))
            >>> released = table.with_columns({"job": ["worker", "worker"]}, drop=["name"], rows=np.array([1, 0]))
            >>> released.frame.rows()
            [('worker', '2'), ('worker', '1')]
        """
        texts = [pl.Series(self._series(name).name, values, pl.String) for name, values in replaced.items()]
        for text in texts:
            if len(text) != self.records:
                raise ValueError(f"column {text.name!r} has {len(text)} texts for {self.records} records")
        dropped = [self._series(name).name for name in drop]
        frame = self.frame.with_columns(text.fill_null(MISSING) for text in texts).drop(dropped)
        origin_rows = self.rows
        if rows is not None:
            picked = np.asarray(rows, np.int64)
            if picked.size and (picked.min() < 0 or picked.max() >= self.records):
                raise ValueError("rows are positions of records")
            frame = frame[picked]
            origin_rows = picked if self.rows is None else self.rows[picked]
        changed = (self.replaced | replaced.keys()) - set(dropped)
        result = Table(frame, self.origin, typed=self.typed, types=self.types, rows=origin_rows,
                       replaced=changed)  # fmt: skip
        if rows is None:
            result._columns = {n: c for n, c in self._columns.items() if n in result._named and n not in replaced}
        return result

    def _series(self, name: str) -> pl.Series:
        if name not in self._named:  # to ask the frame takes longer the more columns there are
            raise PolicyError(f"There is no column {name!r} in {self.origin.name}.", hints=self._columns_like(name))
        return self.frame.get_column(name)

    def _columns_like(self, name: str) -> list[str]:
        if self.origin.headless:
            return [f"the file has {len(self.names)} columns; {ADD_HEADER}"]
        near = difflib.get_close_matches(name, self.names, n=3, cutoff=0.5) or list(self.names[:10])
        return [f"did you mean one of these columns: {', '.join(map(repr, near))}?"]


def encode(series: pl.Series) -> Column:
    """A column of text as codes into its distinct texts, which are sorted by code point."""
    values = series.unique().sort()
    physical = series.cast(pl.Enum(values)).to_physical()
    codes = np.ascontiguousarray(physical.to_numpy().astype(np.int32))
    counts = np.bincount(codes, minlength=len(values)).astype(np.int64)
    return Column(series.name, codes, tuple(values.to_list()), counts)


def refuse_names(names: Sequence[str], where: str) -> None:
    """Refuse columns that cannot be distinguished: two of one name, or one without a name."""
    for position, name in enumerate(names, 1):
        if not name.strip():
            raise InputError(
                f"Column {position} of {len(names)} has no name.",
                where=where,
                hints=["give every column a name", "header_row: says which line has the names, if it is another"],
            )
    for name, times in Counter(names).items():
        if times > 1:
            *some, last = (str(position) for position, other in enumerate(names, 1) if other == name)
            raise InputError(  # without the name: in a file without a header it is a person's value
                f"Columns {', '.join(some)} and {last} have the same name.",
                where=where,
                hints=["give every column a name of its own", ADD_HEADER],
            )
