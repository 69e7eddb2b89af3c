"""``semblant init``: a first policy to check and correct."""

from pathlib import Path
from typing import Annotated

import typer

from semblant.cli import options
from semblant.cli.guard import guarded, say, show_json, write_file
from semblant.errors import OutputError, PolicyError


@guarded
def init(
    data: Annotated[Path, typer.Argument(metavar="DATA", help="The table: CSV, TSV or Parquet.")],
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="FILE", help="Where to write the policy. [default: print it]"),
    ] = None,
    k: Annotated[int, typer.Option("--k", metavar="N", help="The k to write.")] = 5,
    encoding: Annotated[
        str | None, typer.Option("--encoding", metavar="NAME", help="Of a text file. [default: utf-8]")
    ] = None,
    delimiter: Annotated[
        str | None, typer.Option("--delimiter", metavar="SIGN", help="Of a CSV file. [default: found out]")
    ] = None,
    force: options.Force = False,
    as_json: options.AsJson = False,
    quiet: options.Quiet = False,
    show_values: options.ShowValues = False,  # noqa: ARG001
) -> None:
    """Suggest a policy for DATA: a role, a kind and knowledge for every column, each with its reason.

    Only counts are looked at, and nothing is decided for you: check every line before you publish.
    """
    settings = {name: text for name, text in (("encoding", encoding), ("delimiter", delimiter)) if text}
    _check(k, settings, out, force)
    from semblant.cli.draft import suggest, write_policy
    from semblant.data.read import read

    table = read(data, delimiter=delimiter, encoding=encoding or "utf-8")
    suggestions = suggest(table)
    text = write_policy(table, suggestions, k=k, settings=settings)
    if out:
        write_file(out, text)
    if as_json:
        show_json({"file": out and str(out), "records": table.records, "columns": [s.as_dict() for s in suggestions]})
    elif not out:
        typer.echo(text, nl=False)
    elif not quiet:
        say(f"Wrote {out}. Check the role of every column in it, then:")
        say(f"  semblant anonymise {data} --policy {out}")


def _check(k: int, settings: dict[str, str], out: Path | None, force: bool) -> None:
    """Refuse before the work is done."""
    from semblant.policyfile import build_policy

    build_policy({}, {"k": k, **settings})
    if out is None:
        return
    if out.is_dir():
        raise OutputError("This is a folder.", where=str(out), hints=["name a file: -o policy.yaml"])
    if out.exists() and not force:
        raise OutputError("The file exists already.", where=str(out), hints=["--force replaces it", "-o another name"])
    if out.suffix not in (".yaml", ".yml"):
        raise PolicyError("A policy is written as YAML.", where=str(out), hints=["-o policy.yaml"])
