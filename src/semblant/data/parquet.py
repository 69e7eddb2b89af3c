"""Tables in Parquet files and folders: their types are kept for the columns that a release leaves alone."""

import base64
import io
import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import IO, Any, cast
from urllib.parse import unquote

import numpy as np
import polars as pl
from polars.io.plugins import register_io_source

from semblant.arrays import Flags
from semblant.data.arrowschema import arrow_metadata, is_type
from semblant.data.encoder import BATCH, encoded, is_large
from semblant.data.filebacked import chunks
from semblant.data.frames import to_frame
from semblant.data.parquetparts import hidden_in_parts
from semblant.data.plain import spell
from semblant.data.source import Hidden, Reading, Source, files_in
from semblant.data.table import Origin, Spelt, Table, refuse_names
from semblant.data.typed import released_values, typed_columns
from semblant.errors import InputError
from semblant.policy.model import Formulas
from semblant.progress import chosen

_SCHEMA, _PANDAS = "ARROW:schema", "pandas"
_SUFFIXES = (".parquet", ".pq")
_NO_PARTITION = "__HIVE_DEFAULT_PARTITION__"
_GROUP = 100_000  # rows of a group; said, because otherwise it hangs on the number of processors


def read(source: Source, reading: Reading) -> Table:
    """The table in a Parquet file, or in a folder of them, every column also as text."""
    parts = parquet_parts(source)
    if reading.hidden is not None and (large := _in_parts(source, parts, reading.hidden)) is not None:
        return large
    if source.is_folder:
        typed = pl.concat([_collected(file, part) for file, part in parts.items()], how="vertical", rechunk=True)
        return typed_table(typed, source, "parquet", folder_notes(parts))
    with whole_parquet(source.where):
        return typed_table(pl.read_parquet(io.BytesIO(source.content)), source, "parquet")


@contextmanager
def whole_parquet(where: Path | str) -> Iterator[None]:
    """Say which file is not whole: polars believes what is broken."""
    try:
        yield
    except pl.exceptions.DuplicateError:
        raise InputError("Two columns of the file have one name.", where=str(where)) from None
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError) as error:
        raise InputError("The file is not a whole Parquet file.", where=str(where)) from error


def typed_table(typed: pl.DataFrame, source: Source, kind: str, notes: tuple[str, ...] = ()) -> Table:
    """A frame with types of its own as a table, every column also as text."""
    refuse_names(typed.columns, source.where)
    if typed.height == 0 or typed.width == 0:
        raise InputError("The file has no records.", where=source.where)
    text = pl.DataFrame([spell(series, source.where) for series in typed])
    origin = Origin(source.name, kind, sha256=source.sha256, path=source.path, notes=notes)
    return Table(text, origin, typed=typed, types=typed.schema)


def folder_notes(parts: Collection[Path]) -> tuple[str, ...]:
    return (f"the folder's {len(parts):,} Parquet files are read as one table",)


def parquet_parts(source: Source) -> dict[Path, pl.LazyFrame]:
    """The files of a table, which have the same columns; none for one that has no path."""
    if source.path is None:
        return {}
    parts: dict[Path, pl.LazyFrame] = {}
    schemas: dict[Path, pl.Schema] = {}
    for file in _files(source.path) if source.is_folder else [source.path]:
        with whole_parquet(file):
            parts[file] = scanned(file, source.path)
            schemas[file] = parts[file].collect_schema()
    (first, expected), *others = schemas.items()
    for file, schema in others:
        near, far = (one.relative_to(source.path).as_posix() for one in (first, file))
        if (told := _different((near, expected), (far, schema))) is not None:
            raise InputError(
                f"The files of the folder have different columns: {told}.",
                where=source.where,
                hints=["write them anew with the same columns of the same types"],
            )
    return parts


def _different(*files: tuple[str, pl.Schema]) -> str | None:
    """What tells the columns of two files apart; None where nothing does."""
    (near, one), (far, other) = files
    for name in (*one, *other):
        if name not in other or name not in one:
            return f"{name!r} is in {near if name in one else far} and not in {far if name in one else near}"
        if one[name] != other[name]:  # the base type alone: what else it says may be values
            kinds = one[name].base_type(), other[name].base_type()
            return f"{name!r} is {kinds[0]} in {near} and {'another ' * (kinds[0] == kinds[1])}{kinds[1]} in {far}"
    return None if [*one] == [*other] else f"they stand in another order in {near} than in {far}"


def _collected(file: Path, part: pl.LazyFrame) -> pl.DataFrame:
    with whole_parquet(file):
        return part.collect()


def _in_parts(source: Source, parts: Mapping[Path, pl.LazyFrame], hidden: Hidden) -> Table | None:
    """A large table, read some rows at a time; None for any other."""
    records, names = 0, list[str]()
    for file, part in parts.items():
        records += rows_of(file, part)
        names = part.collect_schema().names()
    if not is_large(records, len(names)):
        return None
    refuse_names(names, source.where)
    notes = folder_notes(parts) if source.is_folder else ()
    origin = Origin(source.name, "parquet", sha256=source.sha256, path=source.path, notes=notes)
    return encoded(_batches(parts), origin, hidden(names), records=records, typed=True)


def rows_of(file: Path, part: pl.LazyFrame) -> int:
    """How many rows a file has."""
    with whole_parquet(file):
        return int(part.select(pl.len()).collect().item())


def _batches(parts: Mapping[Path, pl.LazyFrame]) -> Iterator[pl.DataFrame]:
    """The rows of all files, some at a time."""
    for file, part in parts.items():
        with whole_parquet(file):
            yield from part.collect_batches(chunk_size=BATCH, maintain_order=True)


def scanned(file: Path, folder: Path) -> pl.LazyFrame:
    """A file of a table; a folder called ``year=2025`` gives its files a column, whose text it is."""
    keys = [part.split("=", 1) for part in file.relative_to(folder).parts[:-1] if "=" in part]
    values = {unquote(key): None if value == _NO_PARTITION else unquote(value) for key, value in keys}
    frame = pl.scan_parquet(file, hive_partitioning=False, glob=False)
    return frame.with_columns(pl.lit(value, pl.String).alias(key) for key, value in values.items())


def _files(folder: Path) -> list[Path]:
    """The Parquet files of a folder; a folder that holds anything else is refused."""
    where = str(folder)
    if (folder / "_delta_log").is_dir() or (folder / "metadata").is_dir():
        raise InputError(
            "The folder is a Delta or Iceberg table, whose files also hold rows that were deleted.",
            where=where,
            hints=["export it as Parquet first"],
        )
    files = files_in(folder)
    found = [file for file in files if file.name.lower().endswith(_SUFFIXES)]
    if not found:
        raise InputError("This is a folder, and holds no Parquet files.", where=where, hints=["name the file in it"])
    if others := len(files) - len(found):
        raise InputError(
            f"The folder holds {others:,} files that are not Parquet, beside {len(found):,} that are.",
            where=where,
            hints=["name one of the files", "or move the others elsewhere"],
        )
    return found


def write(table: Table, _kind: str, _formulas: Formulas) -> bytes:
    """A table as the bytes of a Parquet file, untouched columns in the types they came in."""
    file = io.BytesIO()
    write_to(file, table, _kind, _formulas)
    return file.getvalue()


def write_to(file: IO[bytes], table: Table, _kind: str, _formulas: Formulas) -> None:
    """Write a table into a file, group by group, so that a large one is never there as a whole."""
    if not table.coded:
        released_types(table).write_parquet(file, row_group_size=_GROUP)
        return
    values = released_values(table, lambda column: spell(column, table.origin.name))
    gaps = table.typed.gaps if isinstance(table.typed, Spelt) else {}

    def groups(*_: object) -> Iterator[pl.DataFrame]:
        with chosen().step("rows", table.records) as advance:
            for rows in chunks(table.records, _GROUP):
                yield pl.DataFrame([_cells(table, name, values[name], gaps.get(name), rows) for name in table.names])
                advance(rows.stop)

    schema = {name: column.dtype for name, column in values.items()}
    into = _Remembering(file)
    try:
        register_io_source(groups, schema=schema).sink_parquet(cast(IO[bytes], into), row_group_size=_GROUP)
    except pl.exceptions.PolarsError:
        if into.error is not None:
            raise into.error from None
        raise


class _Remembering(io.RawIOBase):
    """A file to write into that remembers why this failed, which polars does not tell."""

    def __init__(self, file: IO[bytes]) -> None:
        super().__init__()
        self._file = file
        self.error: OSError | None = None

    def writable(self) -> bool:
        """Whether it takes bytes."""
        return True

    def write(self, part: Any) -> int:
        """Write some bytes."""
        try:
            return self._file.write(part)
        except OSError as error:
            self.error = error
            raise


def _cells(table: Table, name: str, values: pl.Series, gaps: Flags | None, rows: slice) -> pl.Series:
    """Some cells of a column, given the value of each of its codes."""
    places = pl.Series(table.column(name).packed[rows].astype(np.uint32))
    if gaps is not None and name not in table.replaced:
        places = places.set(pl.Series(gaps[rows]), None)
    return values.gather(places).alias(name)


def released_types(table: Table) -> pl.DataFrame:
    """The released cells in the types of a Parquet or Arrow file that they came in, else in types that fit."""
    if isinstance(table.typed, pl.DataFrame) and table.origin.format in ("parquet", "arrow"):
        return to_frame(table, table.typed)
    return pl.DataFrame([*typed_columns(table, lambda column: spell(column, table.origin.name))])


def hidden(source: Source, table: Table) -> list[str]:
    """What Parquet files carry beside their cells, in words: metadata, bytes of no column, values of no cell."""
    files: Sequence[Path | bytes] = [source.path or source.content]
    if source.is_folder:
        files = _files(Path(source.where))
    found = [one for file in files for one in (*hidden_in_parquet(file, table.names), *_hidden_in_parts(file))]
    return [*dict.fromkeys(found + hidden_in_types(table))]


def _hidden_in_parts(file: Path | bytes) -> list[str]:
    frame = pl.scan_parquet(file if isinstance(file, Path) else io.BytesIO(file), hive_partitioning=False, glob=False)

    def cells(name: str, first: int, rows: int) -> pl.Series:
        return frame.select(name).slice(first, rows).collect().to_series()

    try:
        with memoryview(file) if isinstance(file, bytes) else _mapped(file) as content:
            return hidden_in_parts(content, cells)
    except (ValueError, pl.exceptions.PolarsError):
        return ["parts that cannot be read"]


@contextmanager
def _mapped(file: Path) -> Iterator[memoryview]:
    """The bytes of a file, which is read only where somebody looks."""
    with file.open("rb") as opened, mmap(opened.fileno(), 0, access=ACCESS_READ) as mapped, memoryview(mapped) as whole:
        yield whole


def hidden_in_types(table: Table) -> list[str]:
    """What columns of categories carry beside their cells: categories that no cell has, as far as that can be seen."""
    typed = table.typed if isinstance(table.typed, pl.DataFrame) else pl.DataFrame()
    categories = [c for c in typed if isinstance(c.dtype, pl.Categorical | pl.Enum)]
    unseen = any(
        not isinstance(c.dtype, pl.Enum) or len(c.dtype.categories) > c.drop_nulls().n_unique() for c in categories
    )
    return ["lists of categories, which may be more than those of its cells"] if unseen else []


def hidden_in_parquet(file: Path | bytes, names: Sequence[str]) -> list[str]:
    """What one Parquet file of these columns carries beside its cells."""
    metadata = pl.read_parquet_metadata(io.BytesIO(file) if isinstance(file, bytes) else file)
    found = [f"metadata {key!r}" for key in metadata if key not in (_SCHEMA, _PANDAS)]
    try:
        described = arrow_metadata(base64.b64decode(metadata.get(_SCHEMA, "")))
        if any(key not in metadata and not is_type(key) for key in described):
            found.append("metadata of columns")
        columns = json.loads(metadata.get(_PANDAS, "{}")).get("columns", [])
        if any(column.get("name") not in (*names, None) for column in columns):
            found.append("names of columns that are not released")
    except (ValueError, AttributeError, RecursionError):
        found.append("metadata that cannot be read")
    return found
