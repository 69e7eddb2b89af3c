"""The driver's table: every column as codes, which workers make from the texts of the parts they keep."""

from collections.abc import Sequence
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
import polars as pl

from semblant.arrays import AnyInts, Flags, Ints, bounds
from semblant.data.encoder import FileColumn, of_texts
from semblant.data.filebacked import large_array
from semblant.data.joint import smallest
from semblant.data.table import Aside, Column, Origin, Spelt, Table
from semblant.engine.failures import full_disk_told
from semblant.engine.parts import COLUMN, EXACT, TEXT, N, Part, frame_in, texts_of
from semblant.engine.workers import Workers, place, write_once
from semblant.errors import InputError
from semblant.policy.model import MISSING


class StagedColumn(FileColumn):
    """A column that is not released, whose texts stay in the files of the parts."""

    def __init__(self, name: str, number: int, parts: Sequence[Part]) -> None:
        self.name, self._number, self._parts = name, number, parts
        starts = bounds([part.rows for part in parts]).tolist()
        self._starts, self.records = starts[:-1], starts[-1]
        self._last: tuple[int, pl.Series] | None = None

    def _part(self, number: int) -> pl.Series:
        if self._last is None or self._last[0] != number:
            found = texts_of(self._parts[number], [self._number]).to_series().alias(self.name)
            self._last = number, found
        return self._last[1]


class Values(NamedTuple):
    """The distinct texts of a column, by code point, and what they are in the type of the column."""

    texts: pl.Series
    counts: Ints
    typed: pl.Series
    gaps: bool  # whether some cells of the empty text are missing, and others are not


def coded_table(workers: Workers, parts: Sequence[Part], counts: Path, names: Sequence[str], origin: Origin) -> Table:
    """The table of some parts, one after another."""
    records = sum(part.rows for part in parts)
    if not records or not names:
        raise InputError("The data have no records.", where=origin.name)
    kinds = parts[0].kinds
    unlike = frozenset().union(*(part.unlike for part in parts))
    # the files of these parts alone: a task that ran again has left others
    files = [counts / f"{part.file.stem}.parquet" for part in parts if len(part.unlike) < len(names)]
    values = _values(workers, files, names, kinds, [j for j in range(len(names)) if j not in unlike])
    packed, gaps = _codes(workers, parts, values, records)
    columns: dict[str, Column | Aside] = {}
    for j, name in enumerate(names):
        if j in values:
            columns[name] = Column(name, packed[j], tuple(values[j].texts.to_list()), values[j].counts)
        else:
            columns[name] = StagedColumn(name, j, parts)
    typed = {names[j]: (tuple(one.texts.to_list()), one.typed) for j, one in values.items()}
    spelt = Spelt(typed, {names[j]: found for j, found in gaps.items()})
    return Table(columns, origin, typed=spelt, types=dict(zip(names, kinds, strict=True)))


def _values(
    workers: Workers, counts: Sequence[Path], names: Sequence[str], kinds: Sequence[pl.DataType], counted: Sequence[int]
) -> dict[int, Values]:
    """The distinct texts of columns, added up over all parts by Spark."""
    if not counted:
        return {}
    from pyspark.sql import functions as f

    totals = workers.new_folder("values")
    frame = workers.spark.read.parquet(*map(place, counts)).groupBy(COLUMN, TEXT)
    frame = frame.agg(f.sum(N).alias(N), f.max(EXACT).alias(EXACT))
    workers.act(lambda: frame.write.mode("overwrite").parquet(f"file://{totals}"))
    found = pl.scan_parquet(sorted(totals.glob("*.parquet")), glob=False)
    return {j: _column_values(found.filter(pl.col(COLUMN) == j).collect(), names[j], kinds[j]) for j in counted}


def _column_values(found: pl.DataFrame, name: str, kind: pl.DataType) -> Values:
    missing = bool(found.get_column(TEXT).null_count())
    blanks = MISSING in found.get_column(TEXT)
    texts = found.with_columns(pl.col(TEXT).fill_null(MISSING)).group_by(TEXT)
    once = texts.agg(pl.col(N).sum(), pl.col(EXACT).max()).sort(TEXT)
    words = once.get_column(TEXT)
    if kind.is_temporal():
        typed = once.get_column(EXACT).alias(name)
        typed = (typed.cast(pl.Int32) if kind == pl.Date else typed).cast(kind)
    else:
        typed = of_texts(name, words.to_list(), kind, blanks=blanks)
    can_be_blank = kind.is_float() or kind == pl.String
    return Values(words, once.get_column(N).to_numpy().astype(np.int64), typed, missing and blanks and can_be_blank)


def _codes(
    workers: Workers, parts: Sequence[Part], values: dict[int, Values], records: int
) -> tuple[dict[int, AnyInts], dict[int, Flags]]:
    """The code of every cell, and where cells are missing, found by the workers part by part."""
    lists, codes = workers.new_folder("texts"), workers.new_folder("codes")
    with full_disk_told(lists):
        for j, one in values.items():
            one.texts.to_frame().write_ipc(lists / f"{j}.arrow", compression="lz4")
    gaps = [j for j, one in values.items() if one.gaps]
    workers.each(len(parts), partial(_encode, parts, lists, codes, [*values], gaps))
    packed: dict[int, AnyInts] = {j: large_array(records, smallest(len(one.texts))) for j, one in values.items()}
    missing = {j: large_array(records, np.bool_) for j in gaps}
    start = 0
    for number, part in enumerate(parts):
        file = codes / f"{number}.arrow"
        frame = frame_in(file)
        for j, column in packed.items():
            column[start : start + part.rows] = frame.get_column(str(j)).to_numpy()
        for j, flags in missing.items():
            flags[start : start + part.rows] = frame.get_column(f"{j}?").to_numpy()
        file.unlink()
        start += part.rows
    return packed, missing


def _encode(
    parts: Sequence[Part], lists: Path, codes: Path, columns: Sequence[int], gaps: Sequence[int], number: int
) -> None:
    """On a worker: the texts of a part as codes."""
    part, made = parts[number], []
    for j in columns:
        cells = frame_in(part.file, [str(j)]).to_series()
        values = _texts(lists / f"{j}.arrow")
        physical = cells.fill_null(MISSING).cast(pl.Enum(values)).to_physical().to_numpy()
        made.append(pl.Series(str(j), physical.astype(smallest(len(values)))))
        if j in gaps:
            made.append(cells.is_null().alias(f"{j}?"))
    write_once(codes / f"{number}.arrow", lambda path: pl.DataFrame(made).write_ipc(path, compression="lz4"))


@cache
def _texts(file: Path) -> pl.Series:
    return frame_in(file).to_series()
