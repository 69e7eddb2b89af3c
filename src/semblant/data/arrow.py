"""Tables in Arrow files (also called Feather) and Arrow streams."""

import io
from collections.abc import Iterator

import polars as pl

from semblant.data.arrowschema import arrow_footer_metadata, arrow_metadata, is_type
from semblant.data.parquet import released_types, typed_table
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
        typed = load(io.BytesIO(source.content))
    except pl.exceptions.DuplicateError:
        raise InputError("Two columns of the file have one name.", where=source.where) from None
    except (pl.exceptions.PolarsError, OSError) as error:
        raise InputError("The file is not a whole Arrow file.", where=source.where) from error
    return typed_table(typed, source, "arrow")


def write(table: Table, _kind: str, _formulas: Formulas) -> bytes:
    """A table as the bytes of an Arrow file, untouched columns in the types they came in."""
    file = io.BytesIO()
    released_types(table).write_ipc(file, compression="zstd")
    return file.getvalue()


def hidden(source: Source, _table: Table) -> list[str]:
    """What an Arrow file carries beside its cells, in words."""
    try:
        if any(not is_type(key) for key in _keys(source.content)):
            return ["metadata of the file or of columns"]
    except ValueError:
        return ["metadata that cannot be read"]
    return []


def _keys(content: bytes) -> Iterator[str]:
    """The keys of metadata in the description at the beginning, and of the footer of a file."""
    if content.startswith(_FILE):
        yield from arrow_footer_metadata(content)
        content = content[8:]
    yield from arrow_metadata(content)
