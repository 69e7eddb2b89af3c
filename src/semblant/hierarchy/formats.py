"""The file formats of hierarchies; the format of a file is recognised by its content."""

from collections.abc import Callable
from pathlib import Path

from semblant.data.atomic import write_file
from semblant.errors import KnowledgeError, PolicyError
from semblant.hierarchy import tabular, trees
from semblant.hierarchy.vgh import Hierarchy
from semblant.knowledge.textfiles import decode, refuse_archive

WRITERS: dict[str, Callable[[Hierarchy], str]] = {
    "arx": lambda hierarchy: tabular.as_table(hierarchy, ";"),
    "anjana": lambda hierarchy: tabular.as_table(hierarchy, ","),
    "amnesia": trees.as_amnesia,
    "amnesia-json": trees.as_amnesia_json,
    "child-parent": tabular.as_steps,
    "outline": trees.as_outline,
}
"""Every format by its name."""

_BY_ENDING = {".csv": "arx", ".json": "amnesia-json", ".txt": "outline"}


def read(path: Path) -> Hierarchy:
    """Read a hierarchy in any of the formats."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise KnowledgeError(f"The hierarchy cannot be read: {error.strerror}.", where=str(path)) from None
    refuse_archive(data, path)
    text = decode(data, path).replace("\r\n", "\n").replace("\r", "\n")
    if not text.strip():
        raise KnowledgeError("The file is empty.", where=path.name)
    if text.lstrip()[:1] in ("{", "[") and path.suffix.lower() == ".json":
        return trees.read_json(text, path)
    if trees.is_amnesia(text):
        return trees.read_amnesia(text, path)
    if path.suffix.lower() not in (".csv", ".tsv") and _is_outline(text):
        return trees.read_outline(text, path)
    return tabular.read_table(text, path)


def _is_outline(text: str) -> bool:
    """Whether lines are indented, or have no delimiter."""
    lines = [line for line in text.split("\n") if line.strip()]
    return any(line[0] in " \t" for line in lines[1:]) or not any(c in text for c in ";\t,|")


def text_of(hierarchy: Hierarchy, form: str) -> str:
    """A hierarchy as the text of a file.

    Example:
        >>> print(text_of(Hierarchy.of([("nurse", "worker", "*")]), "arx"), end="")
        nurse;worker;*
    """
    if form not in WRITERS:
        raise PolicyError(f"The format {form!r} is not available. There are: {', '.join(WRITERS)}.")
    return WRITERS[form](hierarchy)


def format_for(path: Path, form: str | None = None) -> str:
    """The format to write: the one asked for, or the one that the file name implies."""
    if form is None and path.suffix.lower() not in _BY_ENDING:
        raise PolicyError(
            f"The ending of {path.name!r} does not say which format to write.",
            hints=["name one: " + ", ".join(WRITERS)],
        )
    return form or _BY_ENDING[path.suffix.lower()]


def write(hierarchy: Hierarchy, path: Path, form: str | None = None) -> None:
    """Write a hierarchy atomically."""
    write_file(path, text_of(hierarchy, format_for(path, form)))
