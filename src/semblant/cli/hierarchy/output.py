"""Output of the hierarchy commands: one file, a folder, or the terminal."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from semblant.cli.guard import say, show_document, show_json
from semblant.data.atomic import making_folder, write_file
from semblant.report.plurals import counted

if TYPE_CHECKING:
    from semblant.hierarchy.vgh import Hierarchy


def written(hierarchy: "Hierarchy", out: Path | None, form: str | None) -> str:
    """A hierarchy as text, written to the file ``out`` if one is given."""
    from semblant.hierarchy.formats import format_for, text_of

    text = text_of(hierarchy, format_for(out, form) if out else form or "arx")
    if out:
        write_file(out, text)
    return text


def deliver(
    hierarchy: "Hierarchy", out: Path | None, form: str | None, as_json: bool, quiet: bool, facts: dict[str, Any]
) -> None:
    """Write a hierarchy or print it."""
    text = written(hierarchy, out, form)
    if as_json:
        rows = [list(row) for row in hierarchy.rows()]
        levels = hierarchy.height
        show_json({"file": out and str(out), **facts, "values": len(rows), "levels": levels, "rows": rows})
    elif not out:
        show_document(text)
    elif not quiet:
        say(f"Wrote {out}: {counted(len(hierarchy.leaves), 'value')}, {counted(hierarchy.height, 'level')}.")


def write_folder(folder: Path, files: dict[str, str]) -> None:
    """Write a folder of files, complete or not at all."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with making_folder(folder) as aside:
        for name, text in files.items():
            (aside / name).write_text(text, "utf-8")
