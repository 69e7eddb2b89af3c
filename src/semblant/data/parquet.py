"""Tables in Parquet files: their types are kept for the columns that a release leaves alone."""

import io

import polars as pl

from semblant.data.frames import to_frame
from semblant.data.plain import spell
from semblant.data.table import Origin, Table, refuse_names
from semblant.errors import InputError

MAGIC = b"PAR1"


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
