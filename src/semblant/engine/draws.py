"""The numbers by which rows are dealt, made by the workers from the texts they keep."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from semblant.arrays import AnyInts
from semblant.data.encoder import BATCH
from semblant.data.filebacked import chunks
from semblant.data.order import DrawnOnce, Draws, RowTexts, row_text
from semblant.data.table import Table
from semblant.engine.failures import full_disk_told
from semblant.engine.parts import Part, frame_in, texts_of
from semblant.engine.workers import Workers, write_once
from semblant.runkey import RunKey

_AT, _BEFORE = "at", "before"


class Asked(NamedTuple):
    """Some rows of one part of a table, and the parts in which its columns are kept."""

    file: Path  # where the rows are, how many equal ones come before each, and the texts that no part keeps
    made: Path
    part: Part | None
    kept: Mapping[int, int]  # columns of the table by their number in the part
    columns: int


class DrawnByWorkers:
    """Draws numbers for the rows of a table."""

    def __init__(
        self, workers: Workers, table: Table, key: RunKey, label: str, parts: Sequence[Part], kept: Mapping[int, int]
    ) -> None:
        self._workers, self._table, self._key, self._label = workers, table, key, label
        self._parts, self._kept = parts, kept
        self._texts = RowTexts(table)

    def __call__(self, new: AnyInts) -> Iterator[tuple[AnyInts, NDArray[np.uint64]]]:
        """The numbers of rows that ascend, part by part."""
        folder, asked, places = self._workers.new_folder("draws"), [], []
        for number, (at, part) in enumerate(self._ranges()):
            begin, end = np.searchsorted(new, [at.start, at.stop])
            if begin == end:
                continue
            some = new[begin:end]
            file, made = folder / f"{number}.arrow", folder / f"{number}.npy"
            with full_disk_told(folder):
                self._asked(at, some).write_ipc(file, compression="lz4")
            asked.append(Asked(file, made, part, self._kept if part is not None else {}, len(self._table.names)))
            places.append(some)
        self._workers.each(len(asked), partial(_drawn, asked, self._key, self._label))
        for some, one in zip(places, asked, strict=True):
            yield some, np.load(one.made)
            one.made.unlink()

    def _ranges(self) -> list[tuple[slice, Part | None]]:
        if not self._parts:
            return [(rows, None) for rows in chunks(self._table.records, BATCH)]
        found: list[tuple[slice, Part | None]] = []
        start = 0
        for part in self._parts:
            found.append((slice(start, start + part.rows), part))
            start += part.rows
        return found

    def _asked(self, at: slice, some: AnyInts) -> pl.DataFrame:
        told = [pl.Series(_AT, some - at.start), pl.Series(_BEFORE, self._texts.before[some])]
        for j, name in enumerate(self._table.names):
            if not self._parts or j not in self._kept:
                told.append(self._table.texts(name, at)[some - at.start].alias(str(j)))
        return pl.DataFrame(told)


def draws_by_workers(
    workers: Workers, table: Table, key: RunKey, label: str, parts: Sequence[Part], kept: Mapping[int, int]
) -> Draws:
    """The numbers by which rows are dealt; ``kept`` says which columns the parts have, exactly as the table does."""
    return DrawnOnce(table.records, DrawnByWorkers(workers, table, key, label, parts, kept))


def _drawn(asked: Sequence[Asked], key: RunKey, label: str, number: int) -> None:
    """On a worker: the numbers of some rows, as :class:`semblant.data.order.RowTexts` makes them."""
    one = asked[number]
    told = frame_in(one.file)
    columns = [c for c in told if c.name not in (_AT, _BEFORE)]
    if one.part is not None and one.kept:
        kept = texts_of(one.part, [*one.kept.values()])[told.get_column(_AT)]
        columns += [column.alias(str(j)) for column, j in zip(kept, one.kept, strict=True)]
    names = [str(j) for j in range(one.columns)]
    texts = pl.DataFrame(columns).select(cells=row_text(names)).with_columns(told.get_column(_BEFORE))
    drawn = key.draws(label, texts.select(pl.concat_str("cells", _BEFORE)).to_series())

    def write(path: Path) -> None:
        with path.open("wb") as file:
            np.save(file, drawn)

    write_once(one.made, write)
