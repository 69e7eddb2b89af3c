"""``semblant hierarchy build | improve | candidates``: hierarchies made, mended, and spoilt for experiments."""

from pathlib import Path
from typing import Annotated

import typer

from semblant.cli import options
from semblant.cli.guard import guarded, say, show_document, show_json
from semblant.cli.hierarchy.arguments import ColumnName, File, Format, Knowledge, Mapping, Out, Senses
from semblant.cli.hierarchy.input import (
    column_of,
    kind_of,
    mapped_hierarchy,
    meant,
    opened,
    read_hierarchy,
    refuse_taken,
)
from semblant.cli.hierarchy.output import deliver, write_folder, written
from semblant.report.plurals import counted


@guarded
def build(
    data: options.Data,
    column: Annotated[str, typer.Option("--column", metavar="NAME", help="The column to make it for.")],
    out: Out = None,
    form: Format = None,
    knowledge: Knowledge = None,
    mapping: Mapping = None,
    sense: Senses = "context",
    kind: Annotated[
        str | None, typer.Option("--kind", metavar="KIND", help="semantic, numeric or date. [default: judged]")
    ] = None,
    levels: Annotated[int | None, typer.Option("--levels", metavar="N", min=1, help="At most so many levels.")] = None,
    children: Annotated[
        int | None, typer.Option("--children", metavar="N", min=2, help="At most so many under one, where it can be.")
    ] = None,
    even: Annotated[
        bool,
        typer.Option("--even/--uneven", help="Levels as cuts where all values lose about as much, or label by label."),
    ] = True,
    idle: Annotated[
        bool, typer.Option("--idle", help="Keep concepts that put nothing together; with --uneven.")
    ] = False,
    width: Annotated[
        float | None, typer.Option("--width", metavar="W", help="Of the narrowest intervals of numbers.")
    ] = None,
    factor: Annotated[int, typer.Option("--factor", metavar="N", min=2, help="How intervals grow by level.")] = 2,
    unknown: Annotated[
        str, typer.Option("--unknown", metavar="RULE", help="Values without a meaning: error or root.")
    ] = "error",
    force: options.Force = False,
    as_json: bool = False,
    quiet: bool = False,
) -> None:
    """Make the hierarchy that the knowledge gives for a column's values, or one of intervals for numbers and dates."""
    refuse_taken(out, force)
    from semblant.hierarchy import build as making
    from semblant.hierarchy.intervals import date_hierarchy, number_hierarchy

    values = column_of(data, column)
    chosen = kind_of(values, kind)
    name = out.name if out else f"{column}.csv"
    if chosen == "numeric":
        made = number_hierarchy(values.values, width=width, factor=factor, levels=levels, name=name)
    elif chosen == "date":
        made = date_hierarchy(values.values, levels=levels, name=name)
    else:
        taxonomy = opened(knowledge)
        concepts = meant(values, taxonomy, mapping, sense, unknown)
        shape = making.Form(levels, children, even, idle)
        made = making.build(values.values, taxonomy, shape, concepts=concepts, name=name)
    deliver(made, out, form, as_json, quiet, {"column": column, "kind": chosen})


@guarded
def improve(
    file: File,
    out: Out = None,
    form: Format = None,
    edits: Annotated[int, typer.Option("--edits", metavar="N", min=0, help="At most so many.")] = 20,
    knowledge: Knowledge = None,
    measure: options.HowFar = "wu-palmer",
    sense: Senses = "context",
    mapping: Mapping = None,
    column: ColumnName = None,
    force: options.Force = False,
    as_json: bool = False,
) -> None:
    """Change labels and groups while that lowers the loss, and list every change."""
    refuse_taken(out, force, file)
    from semblant.hierarchy.improve import improve as mended

    made = mended(mapped_hierarchy(read_hierarchy(file), knowledge, sense, mapping, column), measure, edits=edits)
    text = written(made.hierarchy, out, form)
    told = [{"edit": edit.text, "score": edit.score} for edit in made.edits]
    if as_json:
        facts = {"file": out and str(out), "before": made.before.score, "after": made.after.score}
        show_json(
            {**facts, "rating": made.after.rating, "edits": told, "rows": [list(r) for r in made.hierarchy.rows()]}
        )
        return
    for edit in made.edits:
        say(f"{edit.score:.4f}  {edit.text}")
    say(f"{made.before.score:.4f} ({made.before.rating}) became {made.after.score:.4f} ({made.after.rating}).")
    if not out:
        show_document(text)


@guarded
def candidates(
    file: File,
    out: Annotated[Path, typer.Option("--out", "-o", metavar="DIR", help="The folder to write them into.")],
    number: Annotated[int, typer.Option("--number", metavar="N", min=1, help="How many.")] = 100,
    bound: Annotated[
        float, typer.Option("--bound", metavar="B", help="How far a label's replacement may be, of 1.")
    ] = 0.9,
    seed: options.Seed = None,
    knowledge: Knowledge = None,
    measure: options.HowFar = "wu-palmer",
    sense: Senses = "context",
    mapping: Mapping = None,
    column: ColumnName = None,
    as_json: bool = False,
    quiet: bool = False,
) -> None:
    """Write the hierarchy and ever worse ones: levels removed, groups mixed, labels replaced."""
    refuse_taken(out, False)
    from semblant.hierarchy.candidates import candidates as perturbed
    from semblant.hierarchy.formats import text_of

    ideal = mapped_hierarchy(read_hierarchy(file), knowledge, sense, mapping, column)
    made = list(perturbed(ideal, number, seed=seed, bound=bound, measure=measure))
    names = [f"{file.stem}-{i:0{len(str(number))}}.csv" for i in range(1, number + 1)]
    write_folder(out, {name: text_of(one, "arx") for name, one in zip(names, made, strict=True)})
    if as_json:
        show_json({"folder": str(out), "files": names})
    elif not quiet:
        say(f"Wrote {counted(number, 'hierarchy', 'hierarchies')} to {out}.")
