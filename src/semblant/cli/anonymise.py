"""``semblant anonymise``: from a file to a proven release."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from semblant.cli import options
from semblant.cli.flags import Flags, fitting, with_flags
from semblant.cli.guard import guarded, located, say, show, show_json
from semblant.cli.summary import plan_lines, release_lines
from semblant.cli.terminal import wrapped
from semblant.progress import watch

if TYPE_CHECKING:
    from semblant.policy.model import Policy


@guarded
@with_flags()
def anonymise(
    data: options.Data,
    flags: Flags,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="DIR", help="Folder of the release. [default: <DATA's stem>-release]"),
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show the plan and write nothing.")] = False,
    pdf: Annotated[bool, typer.Option("--pdf", help="Print the internal report to report.pdf as well.")] = False,
    force: options.Force = False,
    as_json: bool = False,
    quiet: bool = False,
) -> None:
    """Write a k-anonymous release of DATA, with a report and the evidence.

    The flags override the policy, or replace it: --qi alone is enough to start, and columns that are
    not named are then published as they are.
    """
    rules, raw = flags.build()
    with located(raw), fitting(data, rules):
        from semblant.release.pipeline import anonymise_file, plan_file
        from semblant.report.pdf import find_browser, print_pdf

        if dry_run:
            plan = plan_file(data, rules, base=raw.base)
            show_json(plan) if as_json else show(plan_lines(plan))
            return
        browser = find_browser() if pdf else None
        target = out or Path(f"{data.stem}-release")
        release = anonymise_file(data, rules, out=target, base=raw.base, force=force, progress=watch(quiet))
        if browser is not None:
            print_pdf(target / "report.html", target / "report.pdf", browser)
    if flags.policy is None:
        _warn(release.table.names, rules)
    if as_json:
        show_json(release.evidence.model_dump(mode="json"))
    else:
        show(release_lines(release.evidence, release.decisions, target))


def _warn(released: Sequence[str], rules: "Policy") -> None:
    """With flags alone, columns nobody named are published; that should not go unseen."""
    kept = [name for name in released if name not in rules.attributes]
    if kept:
        shown = ", ".join(kept[:8]) + (", …" if len(kept) > 8 else "")
        what = "column that no flag names is" if len(kept) == 1 else "columns that no flag names are"
        say("\n".join(wrapped(f"Warning: {len(kept)} {what} published untouched: {shown}")))
