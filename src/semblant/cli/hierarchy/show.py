"""``semblant hierarchy draw | convert``: a hierarchy as a picture, and in the format of another tool."""

from semblant.cli import options
from semblant.cli.guard import guarded, show, show_json
from semblant.cli.hierarchy.arguments import ColumnName, Data, File, Format, Knowledge, Mapping, Out, Senses
from semblant.cli.hierarchy.input import column_of, opened, read_hierarchy, reading, refuse_taken
from semblant.cli.hierarchy.output import deliver
from semblant.data.atomic import write_file
from semblant.errors import PolicyError


@guarded
def draw(
    file: File,
    out: Out = None,
    knowledge: Knowledge = None,
    measure: options.HowFar = "wu-palmer",
    sense: Senses = "context",
    mapping: Mapping = None,
    column: ColumnName = None,
    force: options.Force = False,
    as_json: bool = False,
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
    marks = hierarchy.gsl(opened(knowledge), measure, **reading(sense, mapping, column)) if knowledge else None
    if out:
        write_file(out, makers[out.suffix.lower()](hierarchy, marks))
    if as_json:
        show_json({"file": out and str(out), "values": len(hierarchy.leaves), "levels": hierarchy.height})
    elif not out:
        show(drawing.as_text(hierarchy, marks).split("\n"))


@guarded
def convert(
    file: File,
    out: Out = None,
    form: Format = None,
    data: Data = None,
    column: ColumnName = None,
    force: options.Force = False,
    as_json: bool = False,
    quiet: bool = False,
) -> None:
    """Read a hierarchy in any format and write it in another.

    With --data and --column, the numbers of that column become the values of a hierarchy of bare intervals.
    """
    refuse_taken(out, force, file)
    from semblant.hierarchy.intervals import over_values

    hierarchy = read_hierarchy(file)
    if data or column:
        hierarchy = over_values(hierarchy, column_of(data, column).values)
    deliver(hierarchy, out, form, as_json, quiet, {})
