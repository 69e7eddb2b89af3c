"""``semblant anonymise``: from a file to a proven release."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from semblant.cli import options
from semblant.cli.flags import Flags, fitting, with_flags
from semblant.cli.guard import guarded, located, published, show, show_json
from semblant.cli.summary import checklist_lines, plan_lines, release_lines
from semblant.errors import ChecklistError, PolicyError
from semblant.progress import watch
from semblant.release.files import PDF, REPORT, private_folder

if TYPE_CHECKING:
    from semblant.policy.model import Policy
    from semblant.policy.text import Raw


_NO_FLAGS = Flags()


@guarded
@with_flags()
def anonymise(
    data: options.DataAgain = None,
    flags: Flags = _NO_FLAGS,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="DIR", help="Folder of the release. [default: <DATA's stem>-release]"),
    ] = None,
    replay: Annotated[
        Path | None,
        typer.Option("--replay", metavar="DIR-private", help="Make an earlier release again, byte for byte."),
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show the plan and write nothing.")] = False,
    pdf: Annotated[bool, typer.Option("--pdf", help="Print the internal report to report.pdf as well.")] = False,
    force: options.Force = False,
    as_json: bool = False,
    quiet: bool = False,
) -> None:
    """Write a k-anonymous release of DATA into DIR, and what must stay private into DIR-private.

    DIR holds the release, a public report and the public evidence; DIR-private the internal report, the complete
    evidence and what --replay needs. The flags override the policy, or replace it: --qi and --others are enough to
    start.
    """
    source, rules, raw, again = _asked(data, flags, replay)
    with located(raw), fitting(source, rules):
        from semblant.release.pipeline import anonymise_file, plan_file
        from semblant.report.pdf import find_browser, print_pdf

        if dry_run:
            plan = plan_file(source, rules, base=raw.base)
            show_json(plan) if as_json else show(plan_lines(plan))
            return
        browser = find_browser() if pdf else None
        target = out or Path(f"{source.stem}-release")
        with _told(as_json):
            release = anonymise_file(
                source,
                rules,
                out=target,
                base=raw.base,
                force=force,
                announce=published,
                progress=watch(quiet),
                **again,
            )
        if browser is not None:
            private = private_folder(target)
            print_pdf(private / REPORT, private / PDF, browser)
    if as_json:
        show_json(release.evidence.model_dump(mode="json"))
    else:
        show(release_lines(release.evidence, release.decisions, target))


@contextmanager
def _told(as_json: bool) -> Iterator[None]:
    """Show the checklist of a release that is not published because of it."""
    try:
        yield
    except ChecklistError as error:
        if as_json:
            show_json({"checklist": [one.model_dump(mode="json") for one in error.checklist]})
        else:
            show(checklist_lines(error.checklist)[1:])
        raise


def _asked(data: Path | None, flags: Flags, replay: Path | None) -> "tuple[Path, Policy, Raw, dict[str, Any]]":
    """What to anonymise and how: by the policy and the flags, or as an earlier run did."""
    if replay is None:
        if data is None:
            raise PolicyError("Nothing says what to anonymise.", hints=["semblant anonymise DATA"])
        return data, *flags.build(), {}
    from semblant.policy.text import Raw
    from semblant.release.replay import input_of, key_of, policy_of, read_run

    said = {one.name: getattr(flags, one.name) for one in fields(flags) if one.name != "data"}
    if given := [name for name, value in said.items() if value not in (None, [])]:
        raise PolicyError(
            f"--replay makes a release again as it was, and takes no other settings: {', '.join(given)}.",
            where="command line",
            hints=["leave them out", "leave --replay out"],
        )
    run = read_run(replay)
    again = {"key": key_of(run), "repeating": run.output_sha256}
    return input_of(run, data), policy_of(run), Raw(run.policy, base=Path(run.base)), again
