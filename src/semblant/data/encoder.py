"""Columns of a large table made from batches of rows, as codes into their distinct texts, in little memory."""

import io
import os
import tempfile
import weakref
from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from typing import IO

import numpy as np
import polars as pl

from semblant.arrays import AnyInts, Bytes, Flags
from semblant.data.filebacked import Growing, chunks, filled, large_array
from semblant.data.joint import counts_of, smallest
from semblant.data.plain import spell
from semblant.data.table import Aside, Column, Origin, Spelt, Table, encode
from semblant.errors import OutputError
from semblant.policy.model import MISSING
from semblant.progress import chosen

BATCH = 500_000
"""How many rows are read at a time."""

_LARGE = 20_000_000  # cells from which a table is kept as codes
_MANY = 250_000  # distinct texts from which a column that is not released is put aside


def is_large(records: int, columns: int) -> bool:
    """Whether a table of this size is read in batches and kept as codes.

    ``SEMBLANT_LARGE`` sets another number of cells, so that both ways can be compared.
    """
    return records * columns >= int(os.environ.get("SEMBLANT_LARGE") or _LARGE)


def encoded(
    batches: Iterable[pl.DataFrame],
    origin: Origin,
    hidden: Collection[str] = (),
    *,
    records: int | None = None,
    typed: bool = False,
) -> Table:
    """The table of some batches; ``hidden`` are columns that are not released, ``typed`` says that types are kept.

    ``records`` is about how many there are, for those who watch.
    """
    encoders: dict[str, Encoder] = {}
    types: dict[str, pl.DataType] = {}
    done = 0
    with chosen().step("rows", records) as advance:
        for batch in batches:
            if not encoders:
                types = dict(batch.schema)
                encoders = {name: Encoder(name, origin.name, aside=name in hidden) for name in batch.columns}
            for name, encoder in encoders.items():
                encoder.add(batch.get_column(name))
            done += batch.height
            advance(done)
    columns: dict[str, Column | Aside] = {}
    values, gaps = {}, {}
    for name, encoder in encoders.items():
        columns[name] = made = encoder.finish()
        if typed and isinstance(made, Column):
            values[name] = made.values, encoder.typed_values(made.values, types[name])
            if encoder.gaps is not None:
                gaps[name] = encoder.gaps
        encoder.forget()
    return Table(columns, origin, typed=Spelt(values, gaps) if typed else None, types=types if typed else None)


class Encoder:
    """Takes a column batch by batch."""

    def __init__(self, name: str, where: str, *, aside: bool) -> None:
        self.name, self._where, self._may_go_aside = name, where, aside
        self._number: dict[str, int] = {}
        self._codes = Growing()
        self._values: list[pl.Series] = []  # of new texts, in the type of the column
        self._null: list[
            tuple[int, int, Bytes]
        ] = []  # of batches that have missing cells: from where to where, and which
        self._blanks = False  # whether a cell is there, but empty or NaN
        self._rows = 0
        self._file: FileColumn | None = None

    def add(self, cells: pl.Series) -> None:
        """Take the next rows."""
        if self._file is not None:
            self._file.add(spell(cells, self._where))
            return
        self._rows += len(cells)
        by_text = not (cells.dtype.is_integer() or cells.dtype.is_temporal())
        keys = spell(cells, self._where) if by_text else cells
        distinct = keys.unique()
        texts = distinct if by_text else spell(distinct, self._where)
        before = len(self._number)
        number = [self._number.setdefault(text, len(self._number)) for text in texts.to_list()]
        if not by_text:
            new = pl.Series(np.array(number) >= before)
            self._values.append(distinct.filter(new)[np.argsort(np.array(number)[new.to_numpy()])])
        self._codes.add(np.array(number, smallest(len(self._number)))[_places(keys, distinct)])
        self._note_gaps(cells, MISSING in self._number)
        if self._may_go_aside and len(self._number) >= _MANY and 2 * len(self._number) >= self._rows:
            self._put_aside()

    def finish(self) -> Column | Aside:
        """The whole column."""
        if self._file is not None:
            return self._file
        texts = [*self._number]
        order = sorted(range(len(texts)), key=texts.__getitem__)
        place = np.empty(len(texts), smallest(len(texts)))
        place[order] = np.arange(len(texts))
        packed = self._codes.made
        for rows in chunks(len(packed)):
            packed[rows] = place[packed[rows]]
        return Column(self.name, packed, tuple(texts[i] for i in order), counts_of(packed, len(texts)))

    @property
    def gaps(self) -> Flags | None:
        """Which cells are missing, where others are empty or NaN; None where the text tells."""
        if not (self._null and self._blanks):
            return None
        found = filled(self._rows, np.bool_, lambda _: False)
        for start, end, null in self._null:
            found[start:end] = np.unpackbits(null, count=end - start)
        return found

    def typed_values(self, values: tuple[str, ...], kind: pl.DataType) -> pl.Series:
        """The value of every distinct text, in the type of the column."""
        if self._values:
            found = pl.concat(self._values)
            return found[[self._number[text] for text in values]]
        return of_texts(self.name, values, kind, blanks=self._blanks)

    def forget(self) -> None:
        """Let go of what was needed on the way."""
        self._number, self._codes, self._values, self._null = {}, Growing(), [], []

    def _note_gaps(self, cells: pl.Series, blank: bool) -> None:
        """Keep which cells are missing, where their text alone may not tell."""
        if not (cells.dtype.is_float() or cells.dtype == pl.String):
            return
        if cells.null_count():
            self._null.append((self._rows - len(cells), self._rows, np.packbits(cells.is_null().to_numpy())))
        if blank and not self._blanks:
            there = cells.is_nan() if cells.dtype.is_float() else cells == MISSING
            self._blanks = bool(there.any())

    def _put_aside(self) -> None:
        texts = pl.Series([*self._number], dtype=pl.String)
        self._file = FileColumn(self.name)
        for rows in chunks(self._rows, BATCH):
            self._file.add(texts.gather(pl.Series(self._codes.made[rows].astype(np.uint32))))
        self.forget()


def of_texts(name: str, values: Sequence[str], kind: pl.DataType, *, blanks: bool) -> pl.Series:
    """The values of distinct texts in the type of their column; ``blanks``: the empty text is a value, not a gap."""
    texts = pl.Series(name, values, pl.String)
    if kind == pl.String:
        return texts if blanks else texts.replace(MISSING, None)
    if kind == pl.Boolean:
        return (texts == "true").set(texts == MISSING, None)
    made = texts.replace(MISSING, None).cast(kind)
    return made.fill_null(float("nan")) if blanks and kind.is_float() else made


def _places(keys: pl.Series, distinct: pl.Series) -> AnyInts:
    """The place of every cell among the distinct ones."""
    if keys.dtype == pl.String:
        return keys.cast(pl.Enum(distinct)).to_physical().to_numpy()
    numbered = pl.DataFrame({"cell": distinct, "place": np.arange(len(distinct), dtype=np.int32)})
    cells = pl.DataFrame({"cell": keys})
    joined = cells.join(numbered, on="cell", how="left", nulls_equal=True, maintain_order="left")
    return joined.get_column("place").to_numpy()


class FileColumn:
    """A column whose texts lie in a temporary file.

    On Linux and macOS it has no name, so nobody else can open it, and it goes with its process, however that ends.
    """

    def __init__(self, name: str) -> None:
        self.name, self.records = name, 0
        self._file = _nameless()
        weakref.finalize(self, self._file.close)
        self._starts: list[int] = []  # the first record of every part
        self._ends: list[int] = [0]  # where parts end in the file
        self._last: tuple[int, pl.Series] | None = None

    def add(self, texts: pl.Series) -> None:
        """Append some texts."""
        part = io.BytesIO()
        texts.alias(self.name).to_frame().write_ipc(part, compression="lz4")
        try:
            self._file.seek(self._ends[-1])
            self._file.write(part.getbuffer())
            self._file.flush()
        except OSError as error:
            raise _no_room(error) from error
        self._starts.append(self.records)
        self._ends.append(self._ends[-1] + part.tell())
        self.records += len(texts)

    def texts(self, rows: slice = slice(None)) -> pl.Series:
        """The texts of all records, or of some that follow each other."""
        start, stop, _ = rows.indices(self.records)
        found = []
        for number, first in enumerate(self._starts):
            end = self._starts[number + 1] if number + 1 < len(self._starts) else self.records
            if first < stop and end > start:
                found.append(self._part(number)[max(start - first, 0) : stop - first])
        return pl.concat(found) if found else pl.Series(self.name, [], pl.String)

    def taken(self, rows: AnyInts) -> Column:
        """The column in some rows, or in another order."""
        return encode(self.texts().gather(pl.Series(rows)))

    def numbers(self) -> AnyInts:
        """A number for every record, equal where the texts are."""
        return encode(self.texts()).packed

    @cached_property
    def distinct(self) -> bool:
        """Whether no text occurs twice: certainly not where no two hashes are equal."""
        hashes = large_array(self.records, np.uint64)
        for number, first in enumerate(self._starts):
            part = self._part(number)
            hashes[first : first + len(part)] = part.hash().to_numpy()
        hashes.sort()
        return not any(
            (hashes[at.start : at.stop + 1][1:] == hashes[at][: len(hashes) - at.start - 1]).any()
            for at in chunks(len(hashes))
        )

    def _part(self, number: int) -> pl.Series:
        if self._last is None or self._last[0] != number:  # rows are mostly asked for one after another
            begin, end = self._ends[number : number + 2]
            self._file.seek(begin)
            self._last = number, pl.read_ipc(io.BytesIO(self._file.read(end - begin))).to_series()
        return self._last[1]


def _nameless() -> IO[bytes]:
    try:
        return tempfile.TemporaryFile()
    except OSError as error:
        raise _no_room(error) from error


def _no_room(error: OSError) -> OutputError:
    return OutputError(
        f"A temporary file cannot be written: {error.strerror or error}. Nothing was published.",
        where=tempfile.gettempdir(),
        hints=["free some space there", "TMPDIR names another folder for temporary files"],
    )
