"""Tables in Arrow files (also called Feather) and Arrow streams."""

import io
from collections.abc import Iterator

import polars as pl

from semblant.data.arrowschema import arrow_batch_metadata, arrow_footer_metadata, arrow_metadata, is_type
from semblant.data.parquet import hidden_in_types, released_types, typed_table
from semblant.data.source import Reading, Source
from semblant.data.table import Table
from semblant.errors import InputError
from semblant.policy.model import Formulas

_FILE = b"ARROW1"


def read(source: Source, _reading: Reading) -> Table:
    """The table in an Arrow file or stream, every column also as text."""
    whole = source.content.startswith(_FILE)
    try:
        load = pl.read_ipc if whole else pl.read_ipc_stream
        return typed_table(load(io.BytesIO(source.content)), source, "arrow")
    except pl.exceptions.DuplicateError:
        raise InputError("Two columns of the file have one name.", where=source.where) from None
    except (
        pl.exceptions.PolarsError,
        pl.exceptions.PanicException,
        OSError,
    ) as error:  # it believes what is broken
        raise InputError("The file is not a whole Arrow file.", where=source.where) from error


def write(table: Table, _kind: str, _formulas: Formulas) -> bytes:
    """A table as the bytes of an Arrow file, untouched columns in the types they came in."""
    file = io.BytesIO()
    # texts anew: how their buffers are cut depends on where they come from
    frame = released_types(table).with_columns(pl.col(pl.String).map_batches(_anew, return_dtype=pl.String))
    frame.write_ipc(file, compression="zstd")
    return file.getvalue()


def _anew(texts: pl.Series) -> pl.Series:
    return pl.Series(texts.name, texts.to_list(), pl.String)


def hidden(source: Source, table: Table) -> list[str]:
    """What an Arrow file carries beside its cells, in words."""
    found = hidden_in_types(table)
    try:
        if any(not is_type(key) for key in _keys(source.content)):
            found.append("metadata of the file or of columns")
    except ValueError:
        found.append("metadata that cannot be read")
    return found


def _keys(content: bytes) -> Iterator[str]:
    """The keys of metadata in the description at the beginning, and of the footer of a file."""
    if content.startswith(_FILE):
        yield from arrow_footer_metadata(content)
        content = content[8:]
    yield from arrow_metadata(content)
    yield from arrow_batch_metadata(content)
