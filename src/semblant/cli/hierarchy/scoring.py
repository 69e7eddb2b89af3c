"""``semblant hierarchy score | rank | check``: how good a hierarchy is, which is best, and what is wrong with one."""

from typing import Annotated, Any

import typer

from semblant.cli import options
from semblant.cli.guard import guarded, show, show_json
from semblant.cli.hierarchy.arguments import ColumnName, Data, File, Files, Knowledge, Level, Mapping, Senses, Weights
from semblant.cli.hierarchy.input import against_data, numbers, opened, read_hierarchy, reading, weighing
from semblant.errors import KnowledgeError
from semblant.report.plurals import counted
from semblant.report.terminal import wrapped


@guarded
def score(
    files: Files,
    knowledge: Knowledge = None,
    measure: options.HowFar = "wu-palmer",
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
    as_json: bool = False,
    show_values: bool = False,
) -> None:
    """Show how much meaning every step, level and hierarchy loses (generalisation semantic loss), and what to mend.

    With --data and --column it is checked against the values of a table. Several files are scored as a set.
    """
    from semblant.cli.hierarchy.scoretable import score_lines
    from semblant.hierarchy.gsl import score as scored
    from semblant.hierarchy.gsl import set_score

    how = reading(sense, mapping, column) | weighing(level, weights)
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


@guarded
def rank(
    files: Files,
    knowledge: Knowledge = None,
    measure: options.HowFar = "wu-palmer",
    level: Level = "average",
    weights: Weights = "uniform",
    sense: Senses = "context",
    mapping: Mapping = None,
    column: ColumnName = None,
    as_json: bool = False,
) -> None:
    """Order hierarchies of one column by the meaning they lose, before anything is anonymised."""
    from semblant.cli.hierarchy.scoretable import rank_lines
    from semblant.hierarchy.gsl import score as scored

    how = reading(sense, mapping, column) | weighing(level, weights)
    taxonomy = opened(knowledge)
    found = [(str(file), scored(read_hierarchy(file), taxonomy, measure, **how)) for file in files]
    found.sort(key=lambda entry: entry[1].score)
    if as_json:
        show_json([{"file": file, "score": s.score, "rating": s.rating} for file, s in found])
    else:
        show(rank_lines(found))


@guarded
def check(
    file: File,
    data: Data = None,
    column: ColumnName = None,
    as_json: bool = False,
    show_values: bool = False,
) -> None:
    """Tell what is wrong or odd with a hierarchy, each with its line; no knowledge is needed.

    With --data and --column it is checked against the values of a table. What keeps it from generalising a column is
    marked, and the exit code is then 2.
    """
    from semblant.hierarchy.check import structure

    hierarchy = read_hierarchy(file)
    remarks = structure(hierarchy) + (against_data(hierarchy, data, column) if data or column else [])
    fatal = [remark for remark in remarks if remark.fatal]
    if as_json:
        told = [{"kind": r.kind, "where": r.where, "message": r.message, "fatal": r.fatal} for r in remarks]
        show_json({"values": len(hierarchy.leaves), "levels": hierarchy.height, "remarks": told})
    else:
        lines = [f"{file}: {counted(len(hierarchy.leaves), 'value')}, {counted(hierarchy.height, 'level')}"]
        for remark in sorted(remarks, key=lambda r: not r.fatal):
            lines += wrapped(f"  {'ERROR' if remark.fatal else 'note '}  {remark}")
            if show_values and remark.values:
                lines += wrapped(f"         {', '.join(remark.values)}")
        wrong = f"{len(fatal)} of {len(remarks)} must be mended before it can generalise a column."
        show(
            [*lines, "", wrong if fatal else "It can generalise a column." if remarks else "Nothing is wrong with it."]
        )
    if fatal:
        raise typer.Exit(KnowledgeError.exit_code)
