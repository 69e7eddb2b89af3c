"""Rows as workers read and keep them: parts of a table as files of exact texts, and what each part holds."""

from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

import polars as pl

from semblant.data.encoder import BATCH
from semblant.data.parquet import scanned, whole_parquet
from semblant.data.plain import spell
from semblant.engine.failures import told_by_worker
from semblant.engine.workers import write_once
from semblant.errors import InputError
from semblant.policy.model import MISSING

COLUMN, TEXT, N, EXACT = "column", "text", "n", "exact"
"""The columns of counts: which column it is of, a text (null: missing), how many cells have it, and its value."""

_FEW = 1000
"""Distinct texts that are always counted."""


class Slice(NamedTuple):
    """Some rows of a Parquet file."""

    file: Path
    folder: Path
    first: int
    rows: int


class Part(NamedTuple):
    """Some rows that follow each other, as a worker left them: the file of their texts, by the number of the column."""

    place: tuple[int, int]
    file: Path
    rows: int
    kinds: tuple[pl.DataType, ...]
    unlike: frozenset[int]  # columns whose texts were not counted: they are not released, and hardly repeat


class Kept(NamedTuple):
    """Where parts go, and which columns are not released."""

    cells: Path
    counts: Path
    names: tuple[str, ...]
    hidden: frozenset[int]
    where: str

    def part(self, place: tuple[int, int], typed: pl.DataFrame, stem: str) -> Part:
        """Keep some rows: a missing cell is null, any other its exact text."""
        texts = [_text(column.alias(name), self.where) for name, column in zip(self.names, typed, strict=True)]
        frame = pl.DataFrame([text.alias(str(j)) for j, text in enumerate(texts)])
        file = self.cells / f"{stem}.arrow"
        write_once(file, lambda path: frame.write_ipc(path, compression="lz4"))
        counts, unlike = [], set()
        for j, (text, column) in enumerate(zip(texts, typed, strict=True)):
            if j in self.hidden and (distinct := text.n_unique()) > _FEW and 2 * distinct > len(text):
                unlike.add(j)
                continue
            counts.append(_counts(j, text, column))
        if counts:
            write_once(self.counts / f"{stem}.parquet", lambda path: pl.concat(counts).write_parquet(path))
        return Part(place, file, len(typed), tuple(typed.dtypes), frozenset(unlike))


def _text(column: pl.Series, where: str) -> pl.Series:
    text = spell(column, where)
    return text.set(column.is_null(), None) if column.null_count() else text


def _counts(j: int, text: pl.Series, column: pl.Series) -> pl.DataFrame:
    frame = pl.DataFrame([text.alias(TEXT)]).with_columns(_exact(column).alias(EXACT))
    counted = frame.group_by(TEXT).agg(pl.len().cast(pl.Int64).alias(N), pl.col(EXACT).first())
    return counted.select(pl.lit(j, pl.Int32).alias(COLUMN), TEXT, N, EXACT)


def _exact(column: pl.Series) -> pl.Series:
    """The values of times and dates as numbers, because not all can be read from their text."""
    if column.dtype.is_temporal():
        return column.to_physical().cast(pl.Int64)
    return pl.Series([None] * len(column), dtype=pl.Int64)


def divided(files: Sequence[Path], folder: Path, rows: Sequence[int], size: int) -> list[list[Slice]]:
    """The rows of some files, which have so many, in parts of one size: a file may have several, or a part of it."""
    parts: list[list[Slice]] = []
    room = 0
    for file, number in zip(files, rows, strict=True):
        first = 0
        while first < number:
            if not room:
                parts.append([])
                room = size
            taken = min(room, number - first)
            parts[-1].append(Slice(file, folder, first, taken))
            first, room = first + taken, room - taken
    return parts


def read_slices(kept: Kept, parts: Sequence[Sequence[Slice]], number: int) -> Part:
    """Read a part of some files, as they are read on one machine."""
    return kept.part((number, 0), pl.concat(map(_slice, parts[number]), rechunk=True), f"{number:06}")


def _slice(one: Slice) -> pl.DataFrame:
    with whole_parquet(str(one.file)):
        typed = scanned(one.file, one.folder).slice(one.first, one.rows).collect()
    if typed.height != one.rows:
        raise InputError("The file is not a whole Parquet file.", where=str(one.file))
    return typed


def read_batches(kept: Kept, batches: Iterator[Any]) -> Iterator[Part]:
    """Keep the rows of one partition of a DataFrame, so many at a time."""
    from pyspark import TaskContext

    context = TaskContext.get()
    assert context is not None, "this runs on a worker"
    waiting: list[pl.DataFrame] = []
    partition, rows, sequence = context.partitionId(), 0, 0

    def part() -> Part:
        typed = pl.concat(waiting)
        return kept.part((partition, sequence), typed, f"{partition:06}-{sequence:06}-{uuid4().hex}")

    for batch in batches:
        frame = pl.from_arrow(batch)
        assert isinstance(frame, pl.DataFrame)
        waiting.append(frame.with_columns(_in_utc(column) for column in frame))
        rows += frame.height
        if rows >= BATCH:
            yield part()
            waiting, rows, sequence = [], 0, sequence + 1
    if rows:
        yield part()


def _in_utc(column: pl.Series) -> pl.Series:
    """Times with a zone in one that does not hang on the settings of the session."""
    if isinstance(column.dtype, pl.Datetime) and column.dtype.time_zone is not None:
        return column.dt.convert_time_zone("UTC")
    return column


def told(kept: Kept) -> Any:
    """The function that Spark calls with the batches of a partition; it tells of each part."""

    def run(batches: Iterator[Any]) -> Iterator[Any]:
        import pickle

        import pyarrow as pa

        with told_by_worker():
            for one in read_batches(kept, batches):
                yield pa.RecordBatch.from_pydict({"made": pa.array([pickle.dumps(one)], pa.binary())})

    return run


def frame_in(file: Path, columns: Sequence[str] | None = None) -> pl.DataFrame:
    """What a file holds, or some columns of it; nothing in its path is a pattern."""
    frame = pl.scan_ipc(file, glob=False, hive_partitioning=False)
    return (frame if columns is None else frame.select(columns)).collect()


def texts_of(part: Part, columns: Collection[int]) -> pl.DataFrame:
    """The texts of some columns of a part."""
    frame = frame_in(part.file, [str(j) for j in columns])
    return frame.select(pl.col(str(j)).fill_null(MISSING) for j in columns)
