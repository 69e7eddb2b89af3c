"""Reading untrusted XML: complete, not too deep, and without exploding entities."""

import codecs
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import IO, Any
from xml.parsers import expat

from semblant.knowledge.textfiles import broken

_DEEPEST = 500
_ATTRIBUTES = 500
_ENTITY = 256  # the longest expansion of an entity: enough for a namespace
_PIECE = 1 << 16
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


class Markup:
    """An XML file read in pieces and checked; its bytes are passed on to a parser that does not check.

    Entities may only expand to short plain text, as ontologies use them for namespaces; all expansions together
    may not be much longer than the file itself. With ``repair``, bytes that are no UTF-8 and control characters,
    as old dumps have them, are replaced instead of refused.
    """

    def __init__(self, path: Path, *, repair: bool = False) -> None:
        self._path = path
        self._file: IO[bytes] = path.open("rb")
        self._entities: dict[bytes, int] = {}
        self._read = self._expanded = self._depth = 0
        self._tail = b""
        self._mend = codecs.getincrementaldecoder("utf-8")("replace") if repair else None
        self.parser = expat.ParserCreate()
        self.parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
        self.parser.EntityDeclHandler = self._declare
        self.parser.StartElementHandler = self._open
        self.parser.EndElementHandler = self._close

    def __enter__(self) -> "Markup":
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    @property
    def line(self) -> int:
        """The current line."""
        return self.parser.CurrentLineNumber

    def read(self, size: int = -1) -> bytes:
        """The next piece, checked."""
        piece = self._file.read(size if 0 < size < _PIECE else _PIECE)
        self._read += len(piece)
        if self._mend:
            text = self._mend.decode(piece, final=not piece)
            piece = _CONTROL.sub(" ", text).encode() or (b" " if piece else b"")
        if self._entities:
            self._count(piece)
        try:
            self.parser.Parse(piece, not piece)
        except expat.ExpatError as error:
            reason = expat.errors.messages.get(error.code, "unknown")
            raise broken(f"This is not well-formed XML: {reason}.", self._path, error.lineno) from None
        except (LookupError, ValueError) as error:  # an encoding that Python does not know
            raise broken(f"This XML cannot be decoded: {error}.", self._path, self.line) from None
        return piece

    def _count(self, piece: bytes) -> None:
        seen = self._tail + piece
        self._expanded += sum(seen.count(name) * length for name, length in self._entities.items())
        self._tail = seen[-max(map(len, self._entities)) + 1 :]
        if self._expanded > 20 * self._read + 1_000_000:
            raise broken("The entities of this XML unfold into too much text.", self._path, self.line)

    def _declare(self, name: str, parameter: int, value: str | None, *_: object) -> None:
        if parameter or value is None or "&" in value or "%" in value or len(value) > _ENTITY:
            raise broken(
                f"The XML entity {name[:40]!r} is refused: only short, plain entities are read.", self._path, self.line
            )
        self._entities[b"&" + name.encode() + b";"] = len(value.encode())

    def _open(self, _: str, attributes: Mapping[str, str]) -> None:
        self._depth += 1
        if self._depth > _DEEPEST or len(attributes) > _ATTRIBUTES:
            raise broken("This XML is nested too deeply or has too many attributes.", self._path, self.line)

    def _close(self, _: str) -> None:
        self._depth -= 1


def walk(
    path: Path,
    start: Callable[[str, Mapping[str, str], int], None],
    end: Callable[[str, str, int], None],
    *,
    repair: bool = False,
) -> None:
    """Go through an XML file: ``start(tag, attributes, line)``, then ``end(tag, own text, line)`` of every element."""
    texts: list[list[str]] = []

    with Markup(path, repair=repair) as markup:
        opened, closed = markup._open, markup._close

        def begin(tag: str, attributes: dict[str, Any]) -> None:
            opened(tag, attributes)
            texts.append([])
            start(tag, attributes, markup.line)

        def finish(tag: str) -> None:
            closed(tag)
            end(tag, "".join(texts.pop()).strip(), markup.line)

        def hear(text: str) -> None:
            if texts:
                texts[-1].append(text)

        markup.parser.StartElementHandler = begin
        markup.parser.EndElementHandler = finish
        markup.parser.CharacterDataHandler = hear
        markup.parser.buffer_text = True
        while markup.read():
            pass
