"""``semblant hierarchy``: value generalisation hierarchies made, scored, chosen, mended, shown and converted."""

import typer

from semblant.cli.hierarchy.make import build, candidates, improve
from semblant.cli.hierarchy.scoring import check, rank, score
from semblant.cli.hierarchy.show import convert, draw
from semblant.cli.options import PLAIN

app = typer.Typer(help="Make, score, choose and mend hierarchies: which wider words may stand for a value.", **PLAIN)
app.command("build", short_help="Make a hierarchy for a column.")(build)
app.command("score", short_help="How much meaning a hierarchy loses, and where.")(score)
app.command("rank", short_help="Order candidates, the best first.")(rank)
app.command("improve", short_help="Mend a hierarchy with few edits.")(improve)
app.command("candidates", short_help="Worse hierarchies, for experiments.")(candidates)
app.command("draw", short_help="Show a hierarchy: text, SVG or HTML.")(draw)
app.command("convert", short_help="From one format to another.")(convert)
app.command("check", short_help="What is wrong with a hierarchy, line by line.")(check)
