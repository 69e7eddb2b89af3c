"""``semblant init``: a first policy to check and correct."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from semblant.catalogue import Shape
from semblant.cli import options
from semblant.cli.flags import typed
from semblant.cli.guard import guarded, say, show_document, show_json
from semblant.data.atomic import write_file
from semblant.errors import InputError, OutputError, PolicyError

if TYPE_CHECKING:
    from semblant.data.table import Table


@guarded
def init(
    data: options.Data,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="Where to write the policy. [default: print it]")
    ] = None,
    k: Annotated[int, typer.Option("--k", "-k", metavar="N", help="The k to write.")] = 5,
    encoding: Annotated[
        str | None, typer.Option("--encoding", metavar="NAME", help="Of a text file. [default: found out]")
    ] = None,
    delimiter: Annotated[
        str | None, typer.Option("--delimiter", metavar="SIGN", help="Of a CSV file. [default: seen from the file]")
    ] = None,
    sheet: options.Sheet = None,
    header_row: options.HeaderRow = None,
    shape: Annotated[
        Shape, typer.Option("--shape", help="What a row is: a record, a person with a list of items, or a query.")
    ] = "table",
    yes: Annotated[
        bool, typer.Option("--yes", "-y", help="Ask nothing and take the suggestions, as in a script.")
    ] = False,
    force: options.Force = False,
    as_json: bool = False,
    quiet: bool = False,
    show_values: bool = False,
) -> None:
    """Suggest a policy for DATA: a role, a kind and knowledge for every column, each with its reason.

    At a terminal it asks what each column is and how many people must look alike; in a script it never asks.
    Only counts are looked at, and nothing is decided for you: check every line before you publish.
    """
    said = {"encoding": encoding, "delimiter": delimiter, "sheet": sheet, "header_row": header_row}
    settings: dict[str, Any] = {name: value for name, value in said.items() if value}
    _check(k, settings, out, force)
    from semblant.cli import questions
    from semblant.proposal.draft import write_policy
    from semblant.proposal.shapes import as_shape, find_shape
    from semblant.proposal.suggest import DIVERSE, suggest

    table = _read(data, settings)
    if not quiet:
        for note in table.origin.notes:
            say(f"Note: {note}.")
        if shape == "table" and (other := find_shape(table)).shape != "table":
            say(f"Note: {other.reason}; --shape {other.shape} writes a policy for that.")
    suggestions = suggest(table)
    if shape == "table" and not (yes or as_json) and questions.at_a_terminal():
        suggestions = questions.ask_columns(table, suggestions, show_values=show_values)
        k = questions.ask_k(k, suggestions, table.records)
        suggestions = questions.ask_l(DIVERSE, suggestions, table)
        out = out or questions.ask_file(data)
    text = write_policy(table, suggestions, k=k, settings=settings, found=as_shape(table, shape))
    if out:
        write_file(out, text)
    if as_json:
        show_json({"file": out and str(out), "records": table.records, "columns": [s.as_dict() for s in suggestions]})
    elif not out:
        show_document(text)
    elif not quiet:
        say(f"Wrote {out}. Check the role of every column in it, then:")
        say(f"  semblant anonymise {typed(data)} --policy {typed(out)}")


def _read(data: Path, settings: dict[str, Any]) -> "Table":
    """Read the table; if its encoding is not known, the error says how to give it."""
    from semblant.data.read import read

    try:
        return read(data, **settings)
    except InputError as error:
        if "encoding" not in settings and "is not utf-8" in error.message:
            error.hints = (
                f"semblant init {typed(data)} --encoding cp1252, if it was saved on Windows in Western Europe",
                f"semblant init {typed(data)} --encoding NAME, if you know another one",
                "save the file as UTF-8",
            )
        raise


def _check(k: int, settings: dict[str, Any], out: Path | None, force: bool) -> None:
    """Refuse before the work is done."""
    from semblant.policy.file import build_policy

    build_policy({}, {"k": k, **settings})
    if out is None:
        return
    if out.is_dir():
        raise OutputError("This is a folder.", where=str(out), hints=["name a file: -o policy.yaml"])
    if out.exists() and not force:
        raise OutputError("The file exists already.", where=str(out), hints=["--force replaces it", "-o another name"])
    if not out.parent.is_dir():
        raise OutputError(f"{out.name} cannot be written: there is no folder {out.parent}.", where=str(out))
    if out.suffix not in (".yaml", ".yml"):
        raise PolicyError("A policy is written as YAML.", where=str(out), hints=["-o policy.yaml"])
