"""Tables in Parquet files: their types are kept for the columns that a release leaves alone."""

import base64
import io
import json
from collections.abc import Sequence

import polars as pl

from semblant.data.arrowschema import arrow_metadata
from semblant.data.frames import to_frame
from semblant.data.plain import spell
from semblant.data.table import Origin, Table, refuse_names
from semblant.errors import InputError

MAGIC = b"PAR1"

_SCHEMA, _PANDAS = "ARROW:schema", "pandas"
_TYPES = ("_PL_", "ARROW:extension:")  # how polars and Arrow describe types of their own


def read_parquet(raw: bytes, origin: Origin, where: str) -> Table:
    """The table in a Parquet file, every column also as text."""
    try:
        typed = pl.read_parquet(io.BytesIO(raw))
    except pl.exceptions.DuplicateError:
        raise InputError("Two columns of the file have one name.", where=where) from None
    except (pl.exceptions.PolarsError, OSError) as error:
        raise InputError("The file is not a whole Parquet file.", where=where) from error
    refuse_names(typed.columns, where)
    if typed.height == 0 or typed.width == 0:
        raise InputError("The file has no records.", where=where)
    return Table(pl.DataFrame([spell(series, where) for series in typed]), origin, typed=typed)


def parquet_bytes(table: Table) -> bytes:
    """A table as the bytes of a Parquet file, untouched columns in the types they came in."""
    assert table.typed is not None
    file = io.BytesIO()
    to_frame(table, table.typed).write_parquet(file)
    return file.getvalue()


def hidden_in_parquet(raw: bytes, names: Sequence[str]) -> list[str]:
    """What a Parquet file of these columns carries beside their cells, in words: metadata of the file or of columns."""
    metadata = pl.read_parquet_metadata(io.BytesIO(raw))
    found = [f"metadata {key!r}" for key in metadata if key not in (_SCHEMA, _PANDAS)]
    try:
        described = arrow_metadata(base64.b64decode(metadata.get(_SCHEMA, "")))
        if any(key not in metadata and not key.startswith(_TYPES) for key in described):
            found.append("metadata of columns")
        columns = json.loads(metadata.get(_PANDAS, "{}")).get("columns", [])
        if any(column.get("name") not in (*names, None) for column in columns):
            found.append("names of columns that are not released")
    except (ValueError, AttributeError, RecursionError):
        found.append("metadata that cannot be read")
    return found
