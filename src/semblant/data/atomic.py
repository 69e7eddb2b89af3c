"""Files that are written whole or not at all: aside first, then put in their place."""

import os
from contextlib import suppress
from pathlib import Path

from semblant.errors import OutputError


def place(path: Path, content: bytes) -> None:
    """Put a file in its place in one step; where that fails, nothing is left beside it."""
    aside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        aside.write_bytes(content)
        aside.replace(path)
    finally:
        with suppress(OSError):
            aside.unlink()


def write_file(path: Path, content: str | bytes) -> None:
    """Write a file whole or not at all, and say so where it cannot be."""
    try:
        place(path, content if isinstance(content, bytes) else content.encode("utf-8"))
    except OSError as error:
        raise OutputError(f"{path.name} cannot be written: {error.strerror}.", where=str(path)) from None
