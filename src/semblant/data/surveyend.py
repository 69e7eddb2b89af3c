"""Where the table in a file of a statistics program ends, by what the file says of its own parts; nothing may follow.

The parts are measured, not read: a header, columns, perhaps labels, and then as many cells as the table has.
"""

import re
import struct
import zlib
from collections.abc import Iterator
from itertools import pairwise

_ELEMENT = 8  # bytes of a cell of SPSS, of which a long text takes several
_WRITTEN_OUT, _NOTHING = 253, (0, 252)  # codes of packed cells
_DICTIONARY = 176  # where columns are described
_PAGE = 80  # bytes of a record of SAS
_FILLING = b"\0 "

_STATA_SECTIONS = (
    "stata_dta", "map", "variable_types", "varnames", "sortlist", "formats", "value_label_names", "variable_labels",
    "characteristics", "data", "strls", "value_labels",
)  # fmt: skip
_STATA_WIDTHS = {32768: 8, 65526: 8, 65527: 4, 65528: 4, 65529: 2, 65530: 1}
_OLD_STATA_WIDTHS = {251: 1, 252: 2, 253: 4, 254: 4, 255: 8}
_OLDEST_STATA_WIDTHS = {ord("b"): 1, ord("i"): 2, ord("l"): 4, ord("f"): 4, ord("d"): 8}


def more_than_table(content: bytes, kind: str, records: int) -> bool:
    """Whether a file of some records has bytes that are no part of its table; what fills up a block says nothing.

    A file whose parts do not fit, or that is too old for its parts to be known, raises a ``ValueError``.
    """
    ends = {"sav": _spss, "zsav": _spss, "dta": _stata, "xpt": _sas}
    try:
        end = ends[kind](content, records)
    except (struct.error, IndexError, KeyError, StopIteration, zlib.error):
        raise ValueError("a broken file") from None
    return end > len(content) or bool(content[end:].strip(_FILLING))


# --- SPSS ----------------------------------------------------------------------------------------------------


def _spss(content: bytes, records: int) -> int:
    order = next(sign for sign in "<>" if struct.unpack_from(f"{sign}i", content, 64)[0] in (2, 3))
    packing = struct.unpack_from(f"{order}i", content, 72)[0]
    begin, elements = _spss_columns(content, order)
    elements *= records
    if packing == 0:
        return begin + elements * _ELEMENT
    if packing == 1:
        return _packed(content, begin, elements)
    cells, end = _unzipped(content, begin, order)
    if _packed(cells, 0, elements) != len(cells):
        raise ValueError("more cells than its table")
    return end


def _spss_columns(content: bytes, order: str) -> tuple[int, int]:
    """Where the cells begin, and how many elements a record has."""
    at, elements = _DICTIONARY, 0

    def number(ahead: int) -> int:
        return int(struct.unpack_from(f"{order}i", content, at + ahead)[0])

    while (record := number(0)) != 999:
        if record == 2:
            elements += 1
            labelled, missing = number(8), abs(number(12))
            at += 32 + (4 + -(-number(32) // 4) * 4 if labelled == 1 else 0) + _ELEMENT * missing
        elif record == 3:
            labels = number(4)
            at += 8
            for _ in range(labels):
                at += 8 + -(-(content[at + 8] + 1) // 8) * 8
        elif record == 4:
            at += 8 + 4 * number(4)
        elif record == 6:
            at += 8 + 80 * number(4)
        elif record == 7:
            at += 16 + number(8) * number(12)
        else:
            raise ValueError("a record that SPSS does not have")
    return at + 8, elements


def _packed(cells: bytes, at: int, elements: int) -> int:
    """Where packed cells end: eight codes stand before those elements of them that are written out."""
    while elements > 0:
        codes = cells[at : at + 8]
        if len(codes) < 8:
            raise ValueError("fewer cells than its table")
        held = 8 - sum(codes.count(code) for code in _NOTHING)
        if held > elements:
            raise ValueError("more cells than its table")
        elements -= held
        at += 8 + _ELEMENT * codes.count(_WRITTEN_OUT)
    while (codes := cells[at : at + 8]) and not codes.strip(bytes(_NOTHING)):
        at += len(codes)
    return at


def _unzipped(content: bytes, begin: int, order: str) -> tuple[bytes, int]:
    """The packed cells of a file that is compressed in blocks, and where it ends."""
    own, trailer, size = struct.unpack_from(f"{order}3q", content, begin)
    count = struct.unpack_from(f"{order}i", content, trailer + 20)[0]
    if own != begin or size != 24 * (count + 1):
        raise ValueError("blocks that do not fit")
    at, cells = begin + 24, bytearray()
    for block in range(count):
        _, start, _, length = struct.unpack_from(f"{order}2q2i", content, trailer + 24 * (block + 1))
        inflating = zlib.decompressobj()
        cells += inflating.decompress(content[start : start + length])
        if start != at or not inflating.eof or inflating.unused_data:
            raise ValueError("blocks that do not fit")
        at += length
    if at != trailer:
        raise ValueError("blocks that do not fit")
    return bytes(cells), int(trailer + size)


# --- Stata ---------------------------------------------------------------------------------------------------


def _stata(content: bytes, records: int) -> int:
    return _new_stata(content, records) if content.startswith(b"<stata_dta>") else _old_stata(content, records)


def _new_stata(content: bytes, records: int) -> int:
    """A file of Stata 13 and later, in which tags enclose the parts and a map says where they are."""
    head = _found(rb"<stata_dta><header><release>(\d+)</release><byteorder>([LM])SF</byteorder><K>", content[:100])
    release, order = int(head[1]), "<" if head[2] == b"L" else ">"
    columns = struct.unpack_from(f"{order}{'I' if release > 118 else 'H'}", content, head.end())[0]
    places = struct.unpack_from(f"{order}14q", content, content.index(b"<map>") + 5)
    inside: dict[str, int] = {}
    for name, (begin, end) in zip(_STATA_SECTIONS[1:], pairwise(places[1:-1]), strict=True):
        opening, closing = f"<{name}>".encode(), f"</{name}>".encode()
        if not content.startswith(opening, begin) or not content.endswith(closing, begin, end):
            raise ValueError("parts that do not fit")
        inside[name] = end - begin - len(opening) - len(closing)
    types = struct.unpack_from(f"{order}{columns}H", content, places[2] + len("<variable_types>"))
    width = sum(_STATA_WIDTHS.get(one, one) for one in types)
    named, form, label = (33, 49, 81) if release == 117 else (129, 57, 321)
    sizes = {
        "map": 112, "variable_types": 2 * columns, "varnames": named * columns,
        "sortlist": (4 if release > 118 else 2) * (columns + 1), "formats": form * columns,
        "value_label_names": named * columns, "variable_labels": label * columns, "data": width * records,
    }  # fmt: skip
    if places[0] != 0 or any(inside[part] != size for part, size in sizes.items()):
        raise ValueError("parts that do not fit")
    if not content.startswith(b"</stata_dta>", places[12]) or places[13] != places[12] + len("</stata_dta>"):
        raise ValueError("parts that do not fit")
    return int(places[13])


def _old_stata(content: bytes, records: int) -> int:
    """A file of Stata 7 to 12: parts of known sizes one after another, and labels of codes up to its end."""
    release, order = content[0], ">" if content[1] == 1 else "<"
    if release < 110:
        raise ValueError("too old")
    columns = int(struct.unpack_from(f"{order}H", content, 4)[0])
    types, at = content[109 : 109 + columns], 109 + columns
    at += 33 * columns + 2 * (columns + 1) + (49 if release > 113 else 12) * columns + 33 * columns + 81 * columns
    while any(extra := struct.unpack_from(f"{order}bi", content, at)):
        at += 5 + int(extra[1])
    widths = _OLD_STATA_WIDTHS if release > 110 else _OLDEST_STATA_WIDTHS
    texts = 0 if release > 110 else 127
    at += 5 + records * sum(widths.get(one, one - texts) for one in types)
    for size in _label_sets(content, at, order):
        at += size
    return at


def _label_sets(content: bytes, at: int, order: str) -> Iterator[int]:
    """How long each set of labels is, as far as what follows is one."""
    while at + 48 <= len(content):
        length = struct.unpack_from(f"{order}i", content, at)[0]
        labels, texts = struct.unpack_from(f"{order}2i", content, at + 40)
        if length != 8 + 8 * labels + texts or labels < 0 or texts < 0:
            return
        yield 40 + length
        at += 40 + length


# --- SAS -----------------------------------------------------------------------------------------------------


def _sas(content: bytes, records: int) -> int:
    """A transport file: pages of 80 bytes, of which 140 bytes each describe the columns before the cells."""
    columns = _found(rb"HEADER RECORD\*{7}NAM(?:ESTR|STV8) HEADER RECORD!{7}0{6}(\d{4})[0 ]{22}", content[: 1 << 12])
    ends = [columns.end() + 140 * place for place in range(int(columns[1]) + 1)]
    width = sum(int(struct.unpack_from(">h", content, end + 4)[0]) for end in ends[:-1])
    at = ends[-1] + _found(rb"HEADER RECORD\*{7}OBS(?:V8)? ", content[ends[-1] :]).start() + _PAGE
    return at + -(-records * width // _PAGE) * _PAGE


def _found(pattern: bytes, content: bytes) -> re.Match[bytes]:
    if (found := re.search(pattern, content)) is None:
        raise ValueError("a part that is not there")
    return found
