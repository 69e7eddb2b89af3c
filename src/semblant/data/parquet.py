"""Tables in Parquet files and folders: their types are kept for the columns that a release leaves alone."""

import base64
import io
import json
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import unquote

import polars as pl

from semblant.data.arrowschema import arrow_metadata, is_type
from semblant.data.frames import to_frame
from semblant.data.plain import spell
from semblant.data.source import Reading, Source, files_in
from semblant.data.table import Origin, Table, refuse_names
from semblant.data.typed import typed_columns
from semblant.errors import InputError
from semblant.policy.model import Formulas

_SCHEMA, _PANDAS = "ARROW:schema", "pandas"
_SUFFIXES = (".parquet", ".pq")
_NO_PARTITION = "__HIVE_DEFAULT_PARTITION__"


def read(source: Source, _reading: Reading) -> Table:
    """The table in a Parquet file, or in a folder of them, every column also as text."""
    notes: tuple[str, ...] = ()
    try:
        if source.is_folder:
            assert source.path is not None
            files = _files(source.path)
            typed = _together(source.path, files)
            notes = (f"the folder's {len(files):,} Parquet files are read as one table",)
        else:
            typed = pl.read_parquet(io.BytesIO(source.content))
    except pl.exceptions.DuplicateError:
        raise InputError("Two columns of the file have one name.", where=source.where) from None
    except pl.exceptions.SchemaError:
        raise InputError("The files of the folder have different columns.", where=source.where) from None
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError) as error:  # it believes broken lengths
        raise InputError("The file is not a whole Parquet file.", where=source.where) from error
    return typed_table(typed, source, "parquet", notes)


def typed_table(typed: pl.DataFrame, source: Source, kind: str, notes: tuple[str, ...] = ()) -> Table:
    """A frame with types of its own as a table, every column also as text."""
    refuse_names(typed.columns, source.where)
    if typed.height == 0 or typed.width == 0:
        raise InputError("The file has no records.", where=source.where)
    text = pl.DataFrame([spell(series, source.where) for series in typed])
    origin = Origin(source.name, kind, sha256=source.sha256, path=source.path, notes=notes)
    return Table(text, origin, typed=typed, types=typed.schema)


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


def _together(folder: Path, files: Sequence[Path]) -> pl.DataFrame:
    """All files as one table; a folder called ``year=2025`` gives its files a column, whose text it is."""
    parts = []
    for file in files:
        keys = [part.split("=", 1) for part in file.relative_to(folder).parts[:-1] if "=" in part]
        values = {unquote(key): None if value == _NO_PARTITION else unquote(value) for key, value in keys}
        frame = pl.read_parquet(file, hive_partitioning=False)
        parts.append(frame.with_columns(pl.lit(value, pl.String).alias(key) for key, value in values.items()))
    return pl.concat(parts, how="vertical", rechunk=True)


def write(table: Table, _kind: str, _formulas: Formulas) -> bytes:
    """A table as the bytes of a Parquet file, untouched columns in the types they came in."""
    file = io.BytesIO()
    released_types(table).write_parquet(file)
    return file.getvalue()


def released_types(table: Table) -> pl.DataFrame:
    """The released cells in the types of a Parquet or Arrow file that they came in, else in types that fit."""
    if table.typed is not None and table.origin.format in ("parquet", "arrow"):
        return to_frame(table, table.typed)
    return pl.DataFrame([*typed_columns(table, lambda column: spell(column, table.origin.name))])


def hidden(source: Source, table: Table) -> list[str]:
    """What Parquet files carry beside their cells, in words: metadata of a file or of columns."""
    files = [source.content] if not source.is_folder else [one.read_bytes() for one in _files(Path(source.where))]
    found = [one for raw in files for one in hidden_in_parquet(raw, table.names)]
    return [*dict.fromkeys(found + hidden_in_types(table))]


def hidden_in_types(table: Table) -> list[str]:
    """What columns of categories carry beside their cells: categories that no cell has, as far as that can be seen."""
    categories = (
        [] if table.typed is None else [c for c in table.typed if isinstance(c.dtype, pl.Categorical | pl.Enum)]
    )
    unseen = any(
        not isinstance(c.dtype, pl.Enum) or len(c.dtype.categories) > c.drop_nulls().n_unique() for c in categories
    )
    return ["lists of categories, which may be more than those of its cells"] if unseen else []


def hidden_in_parquet(raw: bytes, names: Sequence[str]) -> list[str]:
    """What the bytes of one Parquet file of these columns carry beside their cells."""
    metadata = pl.read_parquet_metadata(io.BytesIO(raw))
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
