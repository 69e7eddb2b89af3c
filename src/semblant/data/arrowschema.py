"""The metadata in Arrow's description of a table, which Arrow and Parquet files carry: read without Arrow itself.

The description is a FlatBuffer: tables whose fields are found through an offset in their virtual table. Only what leads
to the keys of metadata is followed.
"""

import struct
from collections.abc import Iterable, Iterator

_HEADER, _FIELDS, _OF_SCHEMA, _CHILDREN, _OF_FIELD, _OF_MESSAGE = 2, 1, 2, 5, 6, 4  # places of fields in their tables
_BODY, _FOLLOWS = 3, b"\xff\xff\xff\xff"
_SCHEMA_OF_FOOTER, _OF_FOOTER = 1, 4
_MOST = 1_000_000
_LEAST = 16  # bytes of any description


def arrow_metadata(message: bytes) -> list[str]:
    """The keys of all metadata in an encapsulated schema message: of the message, of the schema and of its fields.

    A description that is broken raises a ``ValueError``.
    """
    try:
        return _keys(message)
    except struct.error:
        raise ValueError("a broken description") from None


def _keys(message: bytes) -> list[str]:
    if not message:
        return []
    buffer = _unwrapped(message)
    root = _Table(buffer, _follow(buffer, 0))
    return [*root.keys(_OF_MESSAGE), *_of_schemas(root.table(_HEADER))]


def _unwrapped(message: bytes) -> bytes:
    """The FlatBuffer of a message: after its size, which older writers put there alone and polars leaves out."""
    start = 8 if message[:4] == _FOLLOWS else 4
    size = struct.unpack_from("<I", message, start - 4)[0]
    return message[:_MOST] if size < _LEAST else message[start : start + size]


def arrow_footer_metadata(file: bytes) -> list[str]:
    """The keys of all metadata in the footer of an Arrow file, which describes the table once more."""
    try:
        size = struct.unpack_from("<i", file, len(file) - 10)[0]
        if not 0 < size < len(file):
            raise ValueError("a broken footer")
        buffer = file[len(file) - 10 - size : len(file) - 10]
        root = _Table(buffer, _follow(buffer, 0))
        return [*root.keys(_OF_FOOTER), *_of_schemas(root.table(_SCHEMA_OF_FOOTER))]
    except struct.error:
        raise ValueError("a broken footer") from None


def arrow_batch_metadata(messages: bytes) -> list[str]:
    """The keys of all metadata of messages that follow each other, such as batches of rows."""
    found: list[str] = []
    at = 0
    try:
        while messages[at : at + 4] == _FOLLOWS and (size := struct.unpack_from("<I", messages, at + 4)[0]):
            buffer = messages[at + 8 : at + 8 + size]
            root = _Table(buffer, _follow(buffer, 0))
            found += root.keys(_OF_MESSAGE)
            at += 8 + size + sum(struct.unpack_from("<q", buffer, place)[0] for place in root._field(_BODY))
    except struct.error:
        raise ValueError("a broken message") from None
    return found


def is_type(key: str) -> bool:
    """Whether a key of metadata describes a type of polars' or Arrow's own."""
    return key.startswith(("_PL_", "ARROW:extension:"))


def _of_schemas(schemas: Iterable["_Table"]) -> list[str]:
    found: list[str] = []
    for schema in schemas:
        found += schema.keys(_OF_SCHEMA)
        fields = [*schema.tables(_FIELDS)]
        for field in fields:
            found += field.keys(_OF_FIELD)
            fields += field.tables(_CHILDREN)
            if len(fields) + len(found) > _MOST:
                raise ValueError("a description with too many fields")
    return found


class _Table:
    """A table of a FlatBuffer at a position."""

    def __init__(self, buffer: bytes, at: int) -> None:
        self.buffer, self.at = buffer, at

    def _field(self, number: int) -> Iterator[int]:
        """Where a field lies, if the table has it."""
        virtual = self.at - struct.unpack_from("<i", self.buffer, self.at)[0]
        size = struct.unpack_from("<H", self.buffer, virtual)[0]
        place = 4 + 2 * number
        if place < size and (offset := struct.unpack_from("<H", self.buffer, virtual + place)[0]):
            yield self.at + offset

    def table(self, number: int) -> Iterator["_Table"]:
        """The table in a field, if it is there."""
        for place in self._field(number):
            yield _Table(self.buffer, _follow(self.buffer, place))

    def tables(self, number: int) -> Iterator["_Table"]:
        """The tables of the vector in a field."""
        for place in self._field(number):
            vector = _follow(self.buffer, place)
            for i in range(struct.unpack_from("<I", self.buffer, vector)[0]):
                yield _Table(self.buffer, _follow(self.buffer, vector + 4 + 4 * i))

    def keys(self, number: int) -> Iterator[str]:
        """The keys of the pairs of keys and values in a field."""
        for pair in self.tables(number):
            for place in pair._field(0):
                text = _follow(self.buffer, place)
                length = struct.unpack_from("<I", self.buffer, text)[0]
                yield self.buffer[text + 4 : text + 4 + length].decode("utf-8", "replace")


def _follow(buffer: bytes, at: int) -> int:
    """Where an offset leads, which counts from its own position."""
    return int(at + struct.unpack_from("<I", buffer, at)[0])
