"""A table as it came in: text in columns, and each column as codes into its distinct values."""

import difflib
import os
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import polars as pl
from numpy.typing import NDArray

from semblant.arrays import AnyInts, Flags
from semblant.data.filebacked import filled, gathered
from semblant.data.joint import LONG, counts_of, smallest
from semblant.errors import InputError, PolicyError
from semblant.policy.model import MISSING

ADD_HEADER = "if the first line of the file is a record, add a line with the names of the columns before it"
"""What to do with a file without a header."""

NO_FRAME = "SEMBLANT_NO_FRAME"
"""Set by tests that must notice when a large table is asked for all its texts."""


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


@dataclass(frozen=True, eq=False)
class Column:
    """One column as codes: for every record the position of its text among the distinct texts.

    The distinct texts are sorted by code point, so they do not depend on the order of the rows. Long columns keep their
    codes in the smallest type that holds them.
    """

    name: str
    packed: AnyInts
    values: tuple[str, ...]
    counts: NDArray[np.int64]

    @property
    def codes(self) -> NDArray[np.int32]:
        """The code of every record."""
        return self.packed.astype(np.int32, copy=False)

    @property
    def records(self) -> int:
        """How many records there are."""
        return len(self.packed)

    @classmethod
    def of(cls, name: str, texts: Sequence[str], of_record: AnyInts) -> "Column":
        """The column in which every record has one of some texts, which need be neither sorted nor all in use.

        Example:
            >>> found = Column.of("job", ["cook", "baker", "cook", "nurse"], np.array([2, 1, 0]))
            >>> found.values, found.codes.tolist(), found.counts.tolist()
            (('baker', 'cook'), [1, 0, 1], [1, 2])
        """
        held = counts_of(of_record, len(texts))
        values = sorted({text for text, count in zip(texts, held.tolist(), strict=True) if count})
        place = {text: i for i, text in enumerate(values)}
        kind = _type_of(len(of_record), len(values))
        number = np.array([place.get(text, 0) for text in texts], kind)
        packed = gathered(number, of_record)
        counts = np.bincount(number, held, len(values)).astype(np.int64)
        return cls(name, packed, tuple(values), counts)

    def taken(self, rows: AnyInts) -> "Column":
        """The same column in some rows, or in another order."""
        packed = gathered(self.packed, rows)
        counts = counts_of(packed, len(self.values))
        if (counts > 0).all():
            return Column(self.name, packed, self.values, counts)
        return Column.of(self.name, self.values, packed)

    def replaced(self, where: Flags, text: str) -> "Column":
        """The same column with one text in some rows."""
        if not where.any():
            return self
        new = len(self.values)
        of_record = filled(self.records, np.uint32, lambda part: np.where(where[part], new, self.packed[part]))
        return Column.of(self.name, (*self.values, text), of_record)

    def renamed(self, change: Callable[[str], str]) -> "Column":
        """The same column with its name and every text changed."""
        return Column.of(change(self.name), [change(text) for text in self.values], self.packed)

    def is_text(self, text: str) -> Flags:
        """Which records have a text."""
        if text not in self.values:
            return np.zeros(self.records, np.bool_)
        return np.asarray(self.packed == self.values.index(text))

    def texts(self, rows: slice | AnyInts = slice(None)) -> pl.Series:
        """The texts of all records or of some."""
        values = pl.Series(self.name, self.values, pl.String)
        return values.gather(pl.Series(self.packed[rows].astype(np.uint32, copy=False)))


class Aside(Protocol):
    """A column that is kept in a file, whose texts are read some rows at a time."""

    @property
    def records(self) -> int:
        """How many records there are."""

    def texts(self, rows: slice = slice(None)) -> pl.Series:
        """The texts of all records, or of some that follow each other."""

    def taken(self, rows: AnyInts) -> Column:
        """The column in some rows, or in another order."""

    def numbers(self) -> AnyInts:
        """A number for every record, equal where the texts are."""

    @property
    def distinct(self) -> bool:
        """Whether no text occurs twice."""


@dataclass(frozen=True, eq=False)
class Spelt:
    """The types of a large table: for every column the value of each distinct text of the source, in its type.

    ``gaps`` are the rows of columns in which some cells of the empty text are missing, and others are not.
    """

    values: Mapping[str, tuple[tuple[str, ...], pl.Series]]
    gaps: Mapping[str, Flags]

    def taken(self, rows: AnyInts) -> "Spelt":
        """The same in some rows, or in another order."""
        return Spelt(self.values, {name: gathered(gaps, rows) for name, gaps in self.gaps.items()})


class Table:
    """Records as they came in, every cell as its exact text; a missing value is the empty text.

    A table holds a frame of texts or, where it is large, its columns as codes; what is asked for is made from what is
    there. Whatever may meet a large table asks for columns.

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
        frame: pl.DataFrame | Mapping[str, "Column | Aside"],
        origin: Origin | None = None,
        *,
        typed: "pl.DataFrame | Spelt | None" = None,
        types: Mapping[str, pl.DataType] | None = None,
        rows: AnyInts | None = None,
        replaced: frozenset[str] = frozenset(),
        absent: NDArray[np.bool_] | None = None,
    ) -> None:
        self.coded = not isinstance(frame, pl.DataFrame)
        """Whether it holds codes instead of a frame."""
        self._columns: dict[str, Column] = {}
        self.aside: dict[str, Aside] = {}
        """Columns of a large table that are not released, and whose texts hardly repeat: they lie in a file."""
        if isinstance(frame, pl.DataFrame):
            vars(self)["frame"] = frame
            self.names = tuple(frame.columns)
            self.records = frame.height
        else:
            self.names = tuple(frame)
            self._columns = {name: one for name, one in frame.items() if isinstance(one, Column)}
            self.aside = {name: one for name, one in frame.items() if not isinstance(one, Column)}
            self.records = next(iter(frame.values())).records
        self.origin = Origin() if origin is None else origin
        self.typed = typed
        """The data of a source with types of its own; untouched columns are written from it."""
        self.types = {} if types is None else types
        """The types of the columns whose text is how values of a type are written."""
        self.rows = rows
        """Which of the original rows these are; absent: all of them, in order."""
        self.replaced = replaced
        """The columns whose text is no longer the original's."""
        self.absent = np.zeros(self.records, np.bool_) if absent is None else absent
        """The rows that only stand for records of the original which a release does not have."""

    @cached_property
    def frame(self) -> pl.DataFrame:
        """All texts as a frame, which takes much memory for a large table."""
        _refuse_all_texts()
        return pl.DataFrame([self.texts(name) for name in self.names])

    @property
    def held(self) -> "pl.DataFrame | dict[str, Column | Aside]":
        """What the table is made of."""
        return {name: self._columns.get(name) or self.aside[name] for name in self.names} if self.coded else self.frame

    @cached_property
    def _named(self) -> frozenset[str]:
        return frozenset(self.names)

    def __repr__(self) -> str:
        return f"<Table {self.origin.name}: {self.records:,} records, {len(self.names)} columns>"

    def column(self, name: str) -> Column:
        """One column as codes, made once and kept."""
        self.refuse_unknown(name)
        if name in self.aside:
            _refuse_all_texts()
            return encode(self.aside[name].texts())  # not kept: it is large
        if name not in self._columns:
            self._columns[name] = encode(self.frame.get_column(name))
        return self._columns[name]

    def texts(self, name: str, rows: slice = slice(None)) -> pl.Series:
        """The texts of a column, in all rows or in some that follow each other."""
        self.refuse_unknown(name)
        if not self.coded:
            return self.frame.get_column(name)[rows]
        return self.aside[name].texts(rows) if name in self.aside else self._columns[name].texts(rows)

    def part(self, rows: slice, names: Iterable[str] | None = None) -> pl.DataFrame:
        """The texts of some rows that follow each other, in some columns."""
        return pl.DataFrame([self.texts(name, rows) for name in (self.names if names is None else names)])

    def row(self, at: int) -> tuple[str, ...]:
        """The texts of one record."""
        return self.part(slice(at, at + 1)).row(0)

    def with_columns(
        self,
        replaced: Mapping[str, Sequence[str] | pl.Series | Column],
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
        dropped = [*drop]
        for name in (*replaced, *dropped):
            self.refuse_unknown(name)
        texts = {name: self._fitting(name, values) for name, values in replaced.items()}
        picked = None if rows is None else np.asarray(rows)
        if picked is not None and picked.size and (picked.min() < 0 or picked.max() >= self.records):
            raise ValueError("rows are positions of records")
        kept = [name for name in self.names if name not in set(dropped)]
        data: pl.DataFrame | dict[str, Column | Aside]
        if self.coded:
            data = {name: texts.get(name) or self._columns.get(name) or self.aside[name] for name in kept}
            if picked is not None:
                data = {name: one.taken(picked) for name, one in data.items()}
        else:
            data = self.frame.with_columns(text.texts() for text in texts.values()).select(kept)
            data = data if picked is None else data[picked]
        origin_rows, typed = self.rows, self.typed
        if picked is not None:
            if isinstance(typed, Spelt):
                typed = typed.taken(picked)
            else:
                origin_rows = picked if self.rows is None else self.rows[picked]
        changed = (self.replaced | replaced.keys()) - set(dropped)
        result = Table(data, self.origin, typed=typed, types=self.types, rows=origin_rows,
                       replaced=changed)  # fmt: skip
        if rows is None and not self.coded:
            found = self._columns | texts
            result._columns = {name: found[name] for name in kept if name in found}
        return result

    def spelled(self, texts: Mapping[str, Column], origin: Origin) -> "Table":
        """The same table with another origin, and some columns written in another way."""
        made = self.with_columns(texts)
        made.origin, made.replaced = origin, self.replaced
        return made

    def standing_for(self, replaced: frozenset[str], rows: AnyInts) -> "Table":
        """A release that was read again, which knows the original row of each of its own and what was replaced."""
        return Table(self.held, self.origin, typed=self.typed, types=self.types, rows=rows, replaced=replaced)

    def _fitting(self, name: str, values: Sequence[str] | pl.Series | Column) -> Column:
        """The texts that replace a column."""
        if not isinstance(values, Column):
            values = encode(pl.Series(name, values, pl.String).fill_null(MISSING))
        if values.records != self.records:
            raise ValueError(f"column {name!r} has {values.records} texts for {self.records} records")
        return values

    def refuse_unknown(self, name: str) -> None:
        """Refuse the name of a column that is not there."""
        if name not in self._named:  # to ask the frame takes longer the more columns there are
            raise PolicyError(f"There is no column {name!r} in {self.origin.name}.", hints=self._columns_like(name))

    def _columns_like(self, name: str) -> list[str]:
        if self.origin.headless:
            return [f"the file has {len(self.names)} columns; {ADD_HEADER}"]
        near = difflib.get_close_matches(name, self.names, n=3, cutoff=0.5) or list(self.names[:10])
        return [f"did you mean one of these columns: {', '.join(map(repr, near))}?"]


def _refuse_all_texts() -> None:
    if os.environ.get(NO_FRAME):
        raise AssertionError("a large table was asked for all its texts at once")


def encode(series: pl.Series) -> Column:
    """A column of text as codes into its distinct texts, which are sorted by code point."""
    values = series.unique().sort()
    physical = series.cast(pl.Enum(values)).to_physical()
    codes = np.ascontiguousarray(physical.to_numpy().astype(_type_of(len(series), len(values))))
    return Column(series.name, codes, tuple(values.to_list()), counts_of(codes, len(values)))


def _type_of(records: int, values: int) -> np.dtype[Any]:
    """The type of the codes of a column: the smallest where it is long."""
    return smallest(values) if records >= LONG else np.dtype(np.int32)


MOST_COLUMNS = 20_000
"""The columns of a table; checks look at each of them beside the masked ones."""


def refuse_names(names: Sequence[str], where: str) -> None:
    """Refuse columns that cannot be distinguished, two of one name or one without a name, and too many of them."""
    if len(names) > MOST_COLUMNS:
        raise InputError(
            f"The table has {len(names):,} columns; at most {MOST_COLUMNS:,} are taken, a few minutes of work.",
            where=where,
            hints=["leave out columns that need not be released", "put measurements into rows: person, what, value"],
        )
    for position, name in enumerate(names, 1):
        if not name.strip():
            raise InputError(
                f"Column {position} of {len(names)} has no name.",
                where=where,
                hints=["give every column a name", "header_row: says which line has the names, if it is another"],
            )
        if name == "*" or (name.startswith("^") and name.endswith("$")):  # polars takes these for patterns
            raise InputError(
                f"The name of column {position} is a pattern that may stand for other columns: * or ^…$.",
                where=where,
                hints=["give the column another name"],
            )
    for name, times in Counter(names).items():
        if times > 1:
            *some, last = (str(position) for position, other in enumerate(names, 1) if other == name)
            raise InputError(  # without the name: in a file without a header it is a person's value
                f"Columns {', '.join(some)} and {last} have the same name.",
                where=where,
                hints=["give every column a name of its own", ADD_HEADER],
            )
