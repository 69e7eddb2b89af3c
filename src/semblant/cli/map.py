"""``semblant map``: what each value means, for a steward to look through and correct."""

from pathlib import Path
from typing import Annotated, Any

import typer

from semblant.cli import options
from semblant.cli.flags import Flags
from semblant.cli.guard import guarded, located, show, show_json
from semblant.cli.layout import aligned
from semblant.errors import OutputError, PolicyError
from semblant.progress import watch


@guarded
def map_values(
    data: Annotated[Path, typer.Argument(metavar="DATA", help="The table.")],
    policy: options.PolicyFile = None,
    out: Annotated[
        Path | None,
        typer.Option("-o", "--out", metavar="FILE", help="Write the review: a CSV to look through and correct."),
    ] = None,
    qi: options.Quasi = None,
    knowledge: options.Knowledge = None,
    settings: options.Settings = None,
    no_values: Annotated[bool, typer.Option("--no-values", help="Write a hash in place of each value.")] = False,
    force: options.Force = False,
    as_json: options.AsJson = False,
    quiet: options.Quiet = False,
    show_values: options.ShowValues = False,  # noqa: ARG001
) -> None:
    """Tell how much of each text column the knowledge covers, and write what every value is taken to mean.

    Correct the file's concept column where it is wrong, and name it in the policy: mapping: review.csv
    """
    if out is not None and out.exists() and not force:
        raise OutputError("The file exists already.", where=str(out), hints=["--force replaces it", "-o another name"])
    rules, raw = Flags(policy, None, None, None, qi, None, None, knowledge, None, settings).build()
    with located(raw):
        from semblant.data.read import read
        from semblant.space.reading import Library, meanings_of
        from semblant.terms.review import write_review

        progress = watch(quiet)
        table = read(data, delimiter=rules.delimiter, encoding=rules.encoding)
        found = meanings_of(table, rules, Library(rules, raw.base, progress))
        if not found:
            raise PolicyError("No column is to be read by meaning.", hints=["--qi a,b or kind: semantic in the policy"])
        if out is not None:
            write_review(out, found, no_values=no_values, progress=progress)
    facts: dict[str, dict[str, Any]] = {}
    for name, meanings in found.items():
        facts[name] = meanings.coverage().model_dump() | {"unknown": len(meanings.unknown())}
    if as_json:
        show_json({"attributes": facts})
        return
    rows = [("column", "values", "mapped", "unknown", "records covered")]
    for name, fact in facts.items():
        share = f"{fact['records_covered']:,} of {table.records:,}"
        rows.append((name, f"{fact['values']:,}", f"{fact['mapped']:,}", f"{fact['unknown']:,}", share))
    after = (
        ["", f"review  {out}", "Correct its concept column where it is wrong, then: mapping: " + out.name]
        if out
        else []
    )
    show([*aligned(rows, right=(1, 2, 3, 4)), *after])
