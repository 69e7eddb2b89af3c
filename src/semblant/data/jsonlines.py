"""Tables in JSON lines: an object a line, with plain values. Numbers keep their exact text, whatever their length."""

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import numpy as np
import polars as pl

from semblant.data.decode import decode
from semblant.data.source import Reading, Source
from semblant.data.table import Origin, Table, refuse_names
from semblant.errors import InputError
from semblant.policy.model import MISSING, Formulas

_BATCH = 20_000
_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?")
_NOTHING, _STRING, _NUMERIC, _BOOLEAN = range(4)  # what a cell was in the file
_KIND = pl.UInt8


class _Number(str):
    """A number as it is written."""

    __slots__ = ()


def _no_constant(_name: str) -> None:
    raise ValueError("NaN and Infinity are not JSON")


_decode = json.JSONDecoder(
    parse_int=_Number, parse_float=_Number, parse_constant=_no_constant, object_pairs_hook=list
).decode


def read(source: Source, reading: Reading) -> Table:
    """The table in a file of JSON lines; a key that an object does not have is a missing value."""
    found = decode(source.content, reading.encoding, source.where)
    try:
        texts, kinds = _columns(found.data.splitlines(), source.where)
    except InputError:
        _refuse_document(found.data, source)
        raise
    refuse_names(texts.columns, source.where)
    if texts.width == 0:
        raise InputError("The objects of the file have no keys.", where=source.where)
    origin = Origin(
        source.name,
        "jsonl",
        sha256=source.sha256,
        path=source.path,
        packing=source.packing,
        notes=(found.note,) if found.note else (),
        details=kinds,
    )
    return Table(texts, origin)


def _refuse_document(text: bytes, source: Source) -> None:
    """Refuse a file that is JSON as a whole, and so not line by line."""
    with suppress(ValueError, RecursionError):
        json.loads(text)
        raise InputError(
            "The file is one JSON object, not JSON lines, which have an object a line.",
            where=source.where,
            hints=[
                f"jq -c . {source.name} > table.jsonl, if the object is a record",
                f"jq -c '.NAME[]' {source.name} > table.jsonl, if it holds a list of records by that name",
            ],
        )


def _columns(lines: list[bytes], where: str) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The cells as text, and what each was in the file; in batches, as Python's own values take much memory."""
    texts, kinds = [], []
    for start in range(0, len(lines), _BATCH):
        rows = [*_objects(lines[start : start + _BATCH], where, start + 1)]
        names = [*dict.fromkeys(name for row in rows for name in row)]
        cells = {name: [row.get(name) for row in rows] for name in names}
        texts.append(pl.DataFrame({name: [_text(cell) for cell in column] for name, column in cells.items()},
                                  schema=dict.fromkeys(names, pl.String)))  # fmt: skip
        kinds.append(pl.DataFrame({name: [_kind(cell) for cell in column] for name, column in cells.items()},
                                  schema=dict.fromkeys(names, _KIND)))  # fmt: skip
    together = pl.concat(texts, how="diagonal").with_columns(pl.all().fill_null(MISSING))
    return together, pl.concat(kinds, how="diagonal").with_columns(pl.all().fill_null(_NOTHING))


def _objects(lines: list[bytes], where: str, first: int) -> Iterator[dict[str, Any]]:
    for number, line in enumerate(lines, first):
        if not line.strip():
            continue
        pairs = _object(line, f"{where}:{number}")
        row = dict(pairs)
        if len(row) < len(pairs):
            raise InputError("The object has a key twice.", where=f"{where}:{number}")
        if any(isinstance(value, list) for value in row.values()):
            raise InputError(
                "The object holds another object or an array, which is not a plain value.",
                where=f"{where}:{number}",
                hints=["join the items of a set into one text, such as 'a|b|c'", "or leave it out"],
            )
        yield row


def _object(line: bytes, where: str) -> list[tuple[str, Any]]:
    try:
        pairs: list[tuple[str, Any]] = _decode(line.decode())
        json.dumps(pairs, ensure_ascii=False).encode() if b"\\u" in line else None
    except UnicodeEncodeError:
        raise InputError("The line holds half of a character, which is not text.", where=where) from None
    except (ValueError, RecursionError):
        raise InputError("The line is not JSON.", where=where, hints=["JSON lines have one object a line"]) from None
    if not line.lstrip().startswith(b"{"):
        raise InputError("The line is JSON, but not an object.", where=where)
    return pairs


def _kind(cell: Any) -> int:
    if cell is None:
        return _NOTHING
    if isinstance(cell, bool):
        return _BOOLEAN
    return _NUMERIC if isinstance(cell, _Number) else _STRING


def _text(cell: Any) -> str | None:
    if cell is None:
        return None
    return ("true" if cell else "false") if isinstance(cell, bool) else str.__str__(cell)


def write(table: Table, _kind: str, _formulas: Formulas) -> bytes:
    """A table as JSON lines: untouched cells are what they were, replaced ones numbers where the column's were."""
    keys = [json.dumps(name, ensure_ascii=False) for name in table.names]
    columns = [_tokens(table, name) for name in table.names]
    lines = ("{" + ", ".join(map(": ".join, zip(keys, row, strict=True))) + "}\n" for row in zip(*columns, strict=True))
    return "".join(lines).encode()


def _tokens(table: Table, name: str) -> list[str]:
    """The cells of a column as JSON."""
    texts, kinds = table.frame[name].to_list(), table.origin.details
    if isinstance(kinds, pl.DataFrame) and name in kinds.columns and name not in table.replaced:
        rows = np.arange(table.records) if table.rows is None else table.rows
        return [_token(text, kind) for text, kind in zip(texts, kinds[name][rows].to_list(), strict=True)]
    numeric = _were_numbers(table, name) and all(not text or _NUMBER.fullmatch(text) for text in texts)
    return [_token(text, _NOTHING if not text else _NUMERIC if numeric else _STRING) for text in texts]


def _were_numbers(table: Table, name: str) -> bool:
    """Whether the cells of a column were numbers, where the file says so; else that they are is not known."""
    kinds = table.origin.details
    if isinstance(kinds, pl.DataFrame) and name in kinds.columns:
        return bool(kinds[name].is_in([_NOTHING, _NUMERIC]).all())
    return name in table.types and table.types[name].is_numeric()


def _token(text: str, kind: int) -> str:
    if kind in (_NUMERIC, _BOOLEAN):
        return text
    return "null" if kind == _NOTHING else json.dumps(text, ensure_ascii=False)


def hidden(_source: Source, _table: Table) -> list[str]:
    """JSON lines carry their cells and nothing else."""
    return []
