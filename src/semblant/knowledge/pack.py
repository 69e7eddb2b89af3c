"""Taxonomies on disk: named arrays behind a small header, memory-mapped, or compressed for shipping."""

import json
import mmap
import zlib
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from semblant.errors import KnowledgeError
from semblant.knowledge.assemble import Arrays
from semblant.knowledge.texts import Texts

VERSION = 1
_MAGIC = b"SEMBLANT"
_ALIGN = 64
_SEAL = 4  # bytes of the checksum at the end


def _flatten(arrays: Arrays) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    flat: dict[str, NDArray[Any]] = {}
    plain: dict[str, Any] = {}
    for name, part in arrays._asdict().items():
        if isinstance(part, Texts):
            flat[name], flat[name + ".offsets"] = part.blob, part.offsets
        elif isinstance(part, np.ndarray):
            flat[name] = part
        else:
            plain[name] = part
    return flat, plain


def write(file: IO[bytes], arrays: Arrays, *, compress: bool = False) -> None:
    """Write a taxonomy's arrays; compressed, growing numbers are stored as their steps."""
    flat, plain = _flatten(arrays)
    header: dict[str, Any] = {"version": VERSION, "plain": plain, "arrays": {}}
    blocks: list[NDArray[Any]] = []
    position = 0
    for name, array in flat.items():
        grows = compress and array.size > 1 and name.endswith(("offsets", "ptr"))
        stored = np.diff(array, prepend=array.dtype.type(0)) if grows else array
        if grows:
            stored = stored.astype(np.min_scalar_type(int(stored.max())))
        header["arrays"][name] = [stored.dtype.str, array.dtype.str if grows else None, len(stored), position]
        blocks.append(np.ascontiguousarray(stored).view(np.uint8))
        position += stored.nbytes + -stored.nbytes % _ALIGN
    head = json.dumps(header).encode()
    head += b" " * (-(len(_MAGIC) + 8 + len(head)) % _ALIGN)
    pieces: list[Any] = [_MAGIC + len(head).to_bytes(8, "little") + head]
    for block in blocks:
        pieces += [block.data, b"\0" * (-block.nbytes % _ALIGN)]
    if compress:
        file.write(zlib.compress(b"".join(pieces), 9))
        return
    seal = 0
    for piece in pieces:
        seal = zlib.crc32(piece, seal)
        file.write(piece)
    file.write(seal.to_bytes(_SEAL, "little"))


def read(path: Path) -> Arrays:
    """Open a pack: by memory map, or unpacked into memory where it is compressed.

    A pack that is cut short or of which a single bit changed is refused, never used.
    """
    with path.open("rb") as file:
        start = file.read(len(_MAGIC))
        try:
            data: Any
            if start == _MAGIC:
                data = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
                body, seal = data[:-_SEAL], int.from_bytes(data[-_SEAL:], "little")
                if zlib.crc32(body) != seal:
                    raise ValueError("damaged")
                data = body
            else:
                data = zlib.decompress(start + file.read())
            return _parse(data)
        except (ValueError, KeyError, TypeError, OverflowError, zlib.error) as error:
            raise KnowledgeError(f"The pack {path.name} is damaged or of another version.") from error


def _parse(data: Any) -> Arrays:
    view = memoryview(data)
    if bytes(view[: len(_MAGIC)]) != _MAGIC:
        raise ValueError("not a pack")
    size = int.from_bytes(view[len(_MAGIC) : len(_MAGIC) + 8], "little")
    begin = len(_MAGIC) + 8 + size
    header = json.loads(bytes(view[len(_MAGIC) + 8 : begin]))
    if header["version"] != VERSION:
        raise ValueError("another version")
    flat: dict[str, NDArray[Any]] = {}
    for name, (stored, grown, length, position) in header["arrays"].items():
        array = np.frombuffer(view, np.dtype(stored), length, begin + position) if length else np.empty(0, stored)
        flat[name] = np.cumsum(array, dtype=np.dtype(grown)) if grown else array
    parts: dict[str, Any] = dict(header["plain"])
    for name, array in flat.items():
        if name + ".offsets" in flat:
            parts[name] = Texts(array, flat[name + ".offsets"])
        elif not name.endswith(".offsets"):
            parts[name] = array
    parts["languages"] = tuple(parts["languages"])
    return Arrays(**parts)
