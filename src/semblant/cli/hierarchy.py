"""``semblant hierarchy``: value generalisation hierarchies made, scored, chosen, mended, shown and converted."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from semblant.cli import options
from semblant.cli.guard import guarded, say, show, show_json, write_file
from semblant.cli.hierarchy_input import (
    against_data,
    column_of,
    kind_of,
    meant,
    numbers,
    opened,
    read_hierarchy,
    refuse_taken,
    rules,
    understood,
)
from semblant.cli.layout import wrapped
from semblant.errors import PolicyError

if TYPE_CHECKING:
    from semblant.hierarchy.vgh import Hierarchy

app = typer.Typer(help="Make, score, choose and mend value generalisation hierarchies.", **options.PLAIN)

File = Annotated[Path, typer.Argument(metavar="FILE", help="A hierarchy: ARX, anjana, Amnesia, child-parent, outline.")]
Files = Annotated[list[Path], typer.Argument(metavar="FILE...", help="Hierarchies, in any of the formats.")]
Knowledge = Annotated[
    list[str] | None,
    typer.Option("--knowledge", metavar="NAME", help="What judges meaning; several in order. [default: wordnet]"),
]
Measure = Annotated[
    str, typer.Option("--measure", metavar="NAME", autocompletion=options.complete_measure, help="How far is far.")
]
Senses = Annotated[str, typer.Option("--sense", metavar="RULE", help="Of several senses: context or first.")]
Mapping = Annotated[
    Path | None, typer.Option("--mapping", metavar="FILE", help="CSV with value,concept: what labels mean.")
]
Data = Annotated[Path | None, typer.Option("--data", metavar="DATA", help="The table it is for.")]
ColumnName = Annotated[str | None, typer.Option("--column", metavar="NAME", help="The column it is for.")]
Out = Annotated[Path | None, typer.Option("--out", "-o", metavar="FILE", help="Where to write it. [default: print it]")]
Format = Annotated[
    str | None,
    typer.Option("--format", metavar="NAME", help="arx, anjana, amnesia, amnesia-json, child-parent or outline."),
]
Level = Annotated[str, typer.Option("--level", metavar="RULE", help="A level's loss: average or maximum.")]
Weights = Annotated[
    str, typer.Option("--weights", metavar="W", help="uniform, level, or numbers as 0.5,0.3,0.2 (lowest level first).")
]


@app.command(short_help="Make a hierarchy for a column.")
@guarded
def build(
    data: Annotated[Path, typer.Argument(metavar="DATA", help="The table: CSV, TSV or Parquet.")],
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
    even: Annotated[bool, typer.Option("--even", help="Levels as cuts where all values lose about as much.")] = False,
    idle: Annotated[bool, typer.Option("--idle", help="Keep concepts that put nothing together.")] = False,
    width: Annotated[
        float | None, typer.Option("--width", metavar="W", help="Of the narrowest intervals of numbers.")
    ] = None,
    factor: Annotated[int, typer.Option("--factor", metavar="N", min=2, help="How intervals grow by level.")] = 2,
    unknown: Annotated[
        str, typer.Option("--unknown", metavar="RULE", help="Values without a meaning: error or root.")
    ] = "error",
    force: options.Force = False,
    as_json: options.AsJson = False,
    show_values: options.ShowValues = False,  # noqa: ARG001
    quiet: options.Quiet = False,
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
        made = making.build(
            values.values,
            taxonomy,
            concepts=concepts,
            levels=levels,
            children=children,
            even=even,
            idle=idle,
            name=name,
        )
    _deliver(made, out, form, as_json, quiet, {"column": column, "kind": chosen})


@app.command(short_help="How much meaning a hierarchy loses, and where.")
@guarded
def score(
    files: Files,
    knowledge: Knowledge = None,
    measure: Measure = "wu-palmer",
    level: Level = "average",
    weights: Weights = "uniform",
    sense: Senses = "context",
    mapping: Mapping = None,
    preference: Annotated[
        str | None, typer.Option("--preference", metavar="P", help="Of several files, how much each matters: 1,2.")
    ] = None,
    data: Data = None,
    column: ColumnName = None,
    whole: Annotated[bool, typer.Option("--all", help="Show every value.")] = False,
    as_json: options.AsJson = False,
    show_values: options.ShowValues = False,
    quiet: options.Quiet = False,  # noqa: ARG001
) -> None:
    """Show the generalisation semantic loss of every step, level and hierarchy, and what to mend.

    With --data and --column it is checked against the values of a table. Several files are scored as a set.
    """
    from semblant.cli.scoretable import score_lines
    from semblant.hierarchy.gsl import score as scored
    from semblant.hierarchy.gsl import set_score

    how = rules(level, weights, sense, mapping, column)
    taxonomy = opened(knowledge)
    found = [scored(read_hierarchy(file), taxonomy, measure, **how) for file in files]
    remarks = against_data(found[0].hierarchy, data, column) if data or column else []
    wanted = numbers(preference, "--preference") if preference else None
    total = set_score([s.score for s in found], wanted) if len(found) > 1 or wanted else None
    if as_json:
        documents: list[dict[str, Any]] = [s.document() for s in found]
        documents[0]["warnings"] += [str(remark) for remark in remarks]
        show_json(documents[0] if total is None else {"score": total, "hierarchies": documents})
        return
    lines: list[str] = []
    for file, one in zip(files, found, strict=True):
        lines += ["", *score_lines(one, str(file), whole)]
    for remark in remarks:
        lines += wrapped(f"  - {remark}")
        if show_values and remark.values:
            lines += wrapped(f"    {', '.join(remark.values)}")
    if total is not None:
        lines += ["", f"All {len(files)} together: {total:.4f}"]
    show(lines[1:])


@app.command(short_help="Order candidates, the best first.")
@guarded
def rank(
    files: Files,
    knowledge: Knowledge = None,
    measure: Measure = "wu-palmer",
    level: Level = "average",
    weights: Weights = "uniform",
    sense: Senses = "context",
    mapping: Mapping = None,
    column: ColumnName = None,
    as_json: options.AsJson = False,
    show_values: options.ShowValues = False,  # noqa: ARG001
    quiet: options.Quiet = False,  # noqa: ARG001
) -> None:
    """Order hierarchies of one column by their loss, before anything is anonymised (APES)."""
    from semblant.cli.scoretable import rank_lines
    from semblant.hierarchy.gsl import score as scored

    how = rules(level, weights, sense, mapping, column)
    taxonomy = opened(knowledge)
    found = [(str(file), scored(read_hierarchy(file), taxonomy, measure, **how)) for file in files]
    found.sort(key=lambda entry: entry[1].score)
    if as_json:
        show_json([{"file": file, "score": s.score, "rating": s.rating} for file, s in found])
    else:
        show(rank_lines(found))


@app.command(short_help="Mend a hierarchy with few edits.")
@guarded
def improve(
    file: File,
    out: Out = None,
    form: Format = None,
    edits: Annotated[int, typer.Option("--edits", metavar="N", min=0, help="At most so many.")] = 20,
    knowledge: Knowledge = None,
    measure: Measure = "wu-palmer",
    sense: Senses = "context",
    mapping: Mapping = None,
    column: ColumnName = None,
    force: options.Force = False,
    as_json: options.AsJson = False,
    show_values: options.ShowValues = False,  # noqa: ARG001
    quiet: options.Quiet = False,  # noqa: ARG001
) -> None:
    """Change labels and groups while that lowers the loss, and list every change."""
    refuse_taken(out, force, file)
    from semblant.hierarchy.formats import format_for, text_of
    from semblant.hierarchy.improve import improve as mended

    made = mended(understood(read_hierarchy(file), knowledge, sense, mapping, column), measure, edits=edits)
    text = text_of(made.hierarchy, format_for(out, form) if out else form or "arx")
    if out:
        write_file(out, text)
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
        typer.echo(text, nl=False)


@app.command(short_help="Worse hierarchies, for experiments.")
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
    measure: Measure = "wu-palmer",
    sense: Senses = "context",
    mapping: Mapping = None,
    column: ColumnName = None,
    as_json: options.AsJson = False,
    show_values: options.ShowValues = False,  # noqa: ARG001
    quiet: options.Quiet = False,
) -> None:
    """Write the hierarchy and ever worse ones: levels removed, groups mixed, labels replaced."""
    refuse_taken(out, False)
    from semblant.hierarchy.candidates import candidates as perturbed
    from semblant.hierarchy.formats import text_of

    ideal = understood(read_hierarchy(file), knowledge, sense, mapping, column)
    made = list(perturbed(ideal, number, seed=seed, bound=bound, measure=measure))
    names = [f"{file.stem}-{i:0{len(str(number))}}.csv" for i in range(1, number + 1)]
    _write_folder(out, {name: text_of(one, "arx") for name, one in zip(names, made, strict=True)})
    if as_json:
        show_json({"folder": str(out), "files": names})
    elif not quiet:
        say(f"Wrote {number:,} hierarchies to {out}.")


@app.command(short_help="Show a hierarchy: text, SVG or HTML.")
@guarded
def draw(
    file: File,
    out: Out = None,
    knowledge: Knowledge = None,
    measure: Measure = "wu-palmer",
    sense: Senses = "context",
    mapping: Mapping = None,
    column: ColumnName = None,
    force: options.Force = False,
    as_json: options.AsJson = False,
    show_values: options.ShowValues = False,  # noqa: ARG001
    quiet: options.Quiet = False,  # noqa: ARG001
) -> None:
    """Draw the tree; with --knowledge, with the loss of every label and marks where it is odd.

    Without -o it is printed as text; -o FILE.svg writes a picture, FILE.html a page, FILE.txt the text.
    """
    refuse_taken(out, force, file)
    from semblant.hierarchy import draw as drawing

    makers = {".svg": drawing.as_svg, ".html": drawing.as_html, ".txt": lambda *given: drawing.as_text(*given) + "\n"}
    if out and out.suffix.lower() not in makers:
        raise PolicyError("A hierarchy is drawn as .svg, .html or .txt.", where=str(out))
    hierarchy = read_hierarchy(file)
    marks = (
        hierarchy.gsl(opened(knowledge), measure, **rules("average", "uniform", sense, mapping, column))
        if knowledge
        else None
    )
    if out:
        write_file(out, makers[out.suffix.lower()](hierarchy, marks))
    if as_json:
        show_json({"file": out and str(out), "values": len(hierarchy.leaves), "levels": hierarchy.height})
    elif not out:
        show([drawing.as_text(hierarchy, marks)])


@app.command(short_help="From one format to another.")
@guarded
def convert(
    file: File,
    out: Out = None,
    form: Format = None,
    data: Data = None,
    column: ColumnName = None,
    force: options.Force = False,
    as_json: options.AsJson = False,
    show_values: options.ShowValues = False,  # noqa: ARG001
    quiet: options.Quiet = False,
) -> None:
    """Read a hierarchy in any format and write it in another.

    With --data and --column, the numbers of that column become the values of a hierarchy of bare intervals.
    """
    refuse_taken(out, force, file)
    from semblant.hierarchy.intervals import over_values

    hierarchy = read_hierarchy(file)
    if data or column:
        hierarchy = over_values(hierarchy, column_of(data, column).values)
    _deliver(hierarchy, out, form, as_json, quiet, {})


def _deliver(
    hierarchy: "Hierarchy", out: Path | None, form: str | None, as_json: bool, quiet: bool, facts: dict[str, Any]
) -> None:
    """Write a hierarchy or print it."""
    from semblant.hierarchy.formats import format_for, text_of

    text = text_of(hierarchy, format_for(out, form) if out else form or "arx")
    if out:
        write_file(out, text)
    if as_json:
        rows = [list(row) for row in hierarchy.rows()]
        levels = hierarchy.height
        show_json({"file": out and str(out), **facts, "values": len(rows), "levels": levels, "rows": rows})
    elif not out:
        typer.echo(text, nl=False)
    elif not quiet:
        say(f"Wrote {out}: {len(hierarchy.leaves):,} values, {hierarchy.height} levels.")


def _write_folder(folder: Path, files: dict[str, str]) -> None:
    """Write a folder whole or not at all."""
    import shutil
    import tempfile

    folder.parent.mkdir(parents=True, exist_ok=True)
    aside = Path(tempfile.mkdtemp(prefix=".semblant-", dir=folder.parent))
    try:
        for name, text in files.items():
            (aside / name).write_text(text, "utf-8")
        aside.chmod(0o755)
        aside.rename(folder)
    finally:
        shutil.rmtree(aside, ignore_errors=True)
