"""Why a row of a published release says what it says, from the run that made it."""

from dataclasses import replace
from pathlib import Path

from semblant.data.read import read_like
from semblant.errors import InputError, OutputError, PolicyError
from semblant.explain import Explanation
from semblant.release.files import TABLES, private_folder
from semblant.release.pipeline import published_rows, read_input
from semblant.release.replay import input_of, key_of, policy_of, read_run


def explain_row(folder: Path, row: int) -> Explanation:
    """Explain one row of the release in a folder, counted from 1 without the header.

    The run is made again from its private folder, in memory. What it gives is compared with the released row.
    """
    folder = folder.resolve()
    if folder.name.endswith("-private"):
        folder = folder.with_name(folder.name.removesuffix("-private"))
    run = read_run(private_folder(folder))
    key = key_of(run)
    shape = read_input(input_of(run, None), policy_of(run), Path(run.base), to=run.to)
    file = next((path for name in sorted(TABLES) if (path := folder / name).is_file()), None)
    if file is None:
        raise InputError("There is no release in this folder.", where=str(folder))
    release = read_like(shape.table, file, shape.policy.formulas)
    if not 1 <= row <= release.records:
        raise InputError(f"The release has rows 1 to {release.records:,}. Got {row}.", where="--row")
    masked = shape.dealt(key).mask(key.stream("masking"))
    if masked.explain is None:
        raise PolicyError("Rows of sets and of logs are not explained one by one.", where="shape")
    rows, _ = published_rows(shape.table, masked, shape.policy.order, key)
    place = int(rows[row - 1])
    if masked.table.row(place) != release.row(row - 1):
        raise OutputError(
            "The run does not give this row again, so it cannot be explained: the release, Semblant, its libraries or "
            "a file of the policy has changed.",
            where=str(file),
        )
    return replace(masked.explain(place), row=row)
