"""Reading text files: UTF-8 with or without a byte order mark, UTF-16, any line ends; errors name the line."""

from collections.abc import Iterator
from pathlib import Path

from semblant.errors import KnowledgeError

_ARCHIVES = {b"PK\x03\x04": "zip", b"\x1f\x8b": "gzip", b"BZh": "bzip2", b"7z\xbc\xaf": "7-Zip", b"\xfd7zXZ": "xz",
             b"\x28\xb5\x2f\xfd": "zstandard", b"Rar!": "rar"}  # fmt: skip


def broken(message: str, path: Path, line: int | None = None) -> KnowledgeError:
    """An error with its location in a source."""
    return KnowledgeError(message, where=path.name if line is None else f"{path.name}:{line}")


def refuse_archive(start: bytes, path: Path) -> None:
    """Refuse archives, so that a small file can never expand into an endless one."""
    kind = next((name for magic, name in _ARCHIVES.items() if start.startswith(magic)), None)
    if kind:
        raise KnowledgeError(
            f"This is a {kind} archive, and archives are not read.", where=path.name, hints=["unpack it first"]
        )


def decode(data: bytes, path: Path) -> str:
    """Bytes as text, or an error that names the first line that is none."""
    encoding = "utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise KnowledgeError(
            f"The file is not {encoding.upper().removesuffix('-SIG')} text.",
            where=f"{path.name}:{line}",
            hints=["save it as UTF-8"],
        ) from None
    if "\0" in text:
        raise broken("The file is not text: it has NUL characters.", path, text.count("\n", 0, text.index("\0")) + 1)
    return text


def lines(path: Path) -> Iterator[tuple[int, str]]:
    """The lines of a text file with their numbers, blank ones left out."""
    text = decode(path.read_bytes(), path).replace("\r\n", "\n").replace("\r", "\n")
    return ((number, line) for number, line in enumerate(text.split("\n"), 1) if line and not line.isspace())
