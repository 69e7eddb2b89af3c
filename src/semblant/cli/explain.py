"""``semblant explain``: why a released row says what it says."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from semblant.cli.guard import guarded, show, show_json
from semblant.report.terminal import wrapped


@guarded
def explain(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder of a release; DIR-private must be there.")],
    row: Annotated[int, typer.Option("--row", metavar="N", help="Row of the release, counted from 1 without header.")],
    as_json: bool = False,
) -> None:
    """Tell why a row of a release says what it says: its group, its representatives, and what they cost.

    The run is made again from DIR-private and the original, which must still be where it was. What is shown holds
    original values: it is only for those who may see them.
    """
    from semblant.release.explain_row import explain_row

    found = explain_row(folder, row)
    if as_json:
        show_json(asdict(found))
    else:
        show([line for text in str(found).splitlines() for line in wrapped(text)])
