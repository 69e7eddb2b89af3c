"""``semblant compare``: several methods and several k side by side, and the map of risk and loss to choose by."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from semblant.cli import options
from semblant.cli.flags import Flags, fitting, names, with_flags
from semblant.cli.guard import INTERRUPTED, guarded, located, say, show, show_json
from semblant.data.atomic import write_file
from semblant.data.wholes import whole
from semblant.errors import PolicyError, PrivacyError
from semblant.progress import watch
from semblant.report.terminal import aligned, wrapped

if TYPE_CHECKING:
    from semblant.release.compare import Comparison


_MOST = 1000  # values of k in a range


@guarded
@with_flags("k", "method", "order")
def compare(
    data: options.Data,
    flags: Flags,
    methods: Annotated[
        list[str] | None, typer.Option("--methods", metavar="A,B", help="The methods to run. [default: the policy's]")
    ] = None,
    ks: Annotated[
        list[str] | None,
        typer.Option("--k", "-k", metavar="2,5-10", help="Every k to run them with. [default: the policy's]"),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="DIR", help="Folder of the page. [default: <DATA's stem>-comparison]"),
    ] = None,
    suggest: Annotated[
        str | None,
        typer.Option(
            "--suggest",
            metavar="CRITERION",
            help='Name the recommended run: "risk<=5, k>=3", "at most 10 % loss, least risk", '
            '"least loss of income ~ job + age with risk<=5".',
        ),
    ] = None,
    jobs: Annotated[
        int | None, typer.Option("--jobs", metavar="N", min=1, help="Runs at a time. [default: one per core]")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Make all runs anew, also those finished before.")] = False,
    as_json: bool = False,
    quiet: bool = False,
) -> None:
    """Run methods with several k, and show what each costs and what risk it leaves.

    Only figures are computed; no release is written. Interrupted, it goes on where it stopped when called again.
    """
    rules, raw = flags.build()
    with located(raw), fitting(data, rules):
        from semblant.release.compare import PAGE, check_folder
        from semblant.release.compare import compare as run_all
        from semblant.release.criterion import read_criterion, with_models
        from semblant.release.files import default_folder

        if suggest is not None:
            rules = with_models(rules, read_criterion(suggest))
        folder = out or default_folder(data, "comparison")
        check_folder(folder, force=force)
        try:
            found = run_all(
                data,
                rules,
                names(methods) or [rules.method],
                [k for text in names(ks) for k in _ks(text)] or [rules.k],
                base=raw.base,
                out=folder,
                jobs=jobs,
                progress=watch(quiet),
            )
        except KeyboardInterrupt:
            say("Interrupted. Finished runs are kept: the same command goes on from there.")
            raise typer.Exit(INTERRUPTED) from None
        suggestion = None if suggest is None else found.suggest(suggest)
        folder.mkdir(parents=True, exist_ok=True)
        write_file(folder / PAGE, found.page(suggestion))
    if as_json:
        taken = None if suggestion is None else suggestion.run
        show_json([row | ({"suggested": one is taken} if suggest else {}) for row, one in _rows(found)])
    else:
        why = [] if suggestion is None else ["", *wrapped(suggestion.why)]
        show([*_table(found), *why, "", f"  map  {folder / PAGE}"])
    if not any(one.measured for one in found.runs) or (suggestion is not None and suggestion.run is None):
        raise typer.Exit(PrivacyError.exit_code)


def _rows(found: "Comparison") -> "list[tuple[dict[str, object], object]]":
    return list(zip(found.rows(), found.runs, strict=True))


def _table(found: "Comparison") -> list[str]:
    """All runs; a star marks the Pareto frontier."""
    tables = found.policy.shape == "table"
    rows: list[tuple[str, ...]] = [
        ("method", "k", "loss %", "semantic %", "exact %", *(("counts %",) if tables else ()), "seconds", "")
    ]
    for one, best in zip(found.runs, found.frontier, strict=True):
        counts = (one.query_error_percent,) if tables else ()
        linked = (one.semantic_record_linkage_percent, one.record_linkage_percent)
        shown = ["" if f is None else f"{f:,.2f}" for f in (one.loss_percent, *linked, *counts, one.seconds)]
        rows.append((one.method, f"{one.k:,}", *shown, "*" if best else "none" if one.reason else ""))
    notes = [
        line for reason in dict.fromkeys(one.reason for one in found.runs if one.reason) for line in wrapped(reason)
    ]
    counted = "; median error of random counts" if tables else ""
    said = (
        f"Information loss; record linkage, semantic and exact{counted}. Lower is better everywhere. * on the Pareto "
        "frontier: no other run is better in both loss and semantic linkage, and less than 100 % is lost."
    )
    return [*aligned(rows, right=range(1, len(rows[0]) - 1)), "", *wrapped(said), *notes, *_models(found)]


def _models(found: "Comparison") -> list[str]:
    """The models that the policy names, trained on each release."""
    from semblant.report.analyses import task_line

    lines: list[str] = []
    first = next((one.tasks for one in found.runs if one.tasks), ())
    for i, task in enumerate(first):
        what, before, _, chance = task_line(task)
        rows = [("method", "k", "score"), ("(original)", "", before), ("(without any column)", "", chance)]
        rows += [(one.method, f"{one.k:,}", task_line(one.tasks[i])[2]) for one in found.runs if one.tasks]
        lines += ["", *wrapped(f"Model of {what}, trained on each release and tested on the original"), ""]
        lines += aligned(rows, right=(1, 2))
    return lines


def _ks(text: str) -> list[int]:
    """One k, or all of a range.

    Example:
        >>> _ks("5"), _ks("5-8")
        ([5], [5, 6, 7, 8])
    """
    first, _, last = text.partition("-")
    ends = [whole(end) if end.isdecimal() else 0 for end in (first, last or first)]
    if not 2 <= ends[0] <= ends[1] or ends[1] - ends[0] >= _MOST:
        raise PolicyError(
            f"The 'k' parameter must be an int of at least 2, or a range such as 5-10. Got {text[:20]!r} instead.",
            where="--k",
        )
    return list(range(ends[0], ends[1] + 1))
