"""``semblant knowledge``: what knowledge there is and what it says."""

import typer

from semblant.cli.knowledge.centroid import centroid
from semblant.cli.knowledge.inventory import add, info, list_all
from semblant.cli.knowledge.lookup import distance, search
from semblant.cli.options import PLAIN

_WORDS = "KNOWLEDGE may be left out: it is wordnet then."

app = typer.Typer(help="What knowledge there is, and what it says.", **PLAIN)
app.command("list", short_help="What knowledge there is.")(list_all)
app.command("add", short_help="Give a file or folder a name.")(add)
app.command("info", short_help="How large it is.")(info)
app.command("search", short_help="What a word can mean.", epilog=_WORDS)(search)
app.command("distance", short_help="How far apart two meanings are, by all measures.", epilog=_WORDS)(distance)
app.command("centroid", short_help="What stands best for several meanings.", epilog=_WORDS)(centroid)
