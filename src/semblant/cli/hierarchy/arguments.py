"""The flags that several commands on hierarchies share."""

from pathlib import Path
from typing import Annotated

import typer

File = Annotated[Path, typer.Argument(metavar="FILE", help="A hierarchy: ARX, anjana, Amnesia, child-parent, outline.")]
Files = Annotated[list[Path], typer.Argument(metavar="FILE", help="Hierarchies, in any of the formats.")]
Knowledge = Annotated[
    list[str] | None,
    typer.Option("--knowledge", metavar="NAME", help="What judges meaning; several in order. [default: wordnet]"),
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
