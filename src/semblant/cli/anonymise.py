"""``semblant anonymise``: from a file to a proven release."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from semblant.cli import options
from semblant.cli.flags import Flags, fitting, with_flags
from semblant.cli.guard import drop_output, guarded, located, published, say, show, show_json
from semblant.data.formats import STDIN, release_format
from semblant.errors import ChecklistError, OutputError, PolicyError
from semblant.progress import watch
from semblant.release.files import PDF, PUBLIC_REPORT, REPORT, default_folder, private_folder
from semblant.report.summary import checklist_lines, file_lines, plan_lines, summary_lines

if TYPE_CHECKING:
    from semblant.engine.engine import Engine
    from semblant.evidence import Evidence
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
        typer.Option(
            "--out",
            "-o",
            metavar="DIR",
            help="Folder of the release, or - to write the release alone to stdout. [default: <DATA's stem>-release]",
        ),
    ] = None,
    evidence: Annotated[
        Path | None,
        typer.Option("--evidence", metavar="DIR", help="With -o -: folder of the report and the evidence."),
    ] = None,
    to: Annotated[
        str | None,
        typer.Option("--to", metavar="FORMAT", help="Format of the release: csv, parquet, ... [default: DATA's own]"),
    ] = None,
    replay: Annotated[
        Path | None,
        typer.Option("--replay", metavar="DIR-private", help="Make an earlier release again, byte for byte."),
    ] = None,
    engine: Annotated[
        str | None,
        typer.Option("--engine", metavar="local|spark", help="Where the work is done; the bytes are the same."),
    ] = None,
    master: Annotated[
        str | None,
        typer.Option(
            "--master", metavar="URL", help="Of Spark: local[4], spark://HOST:7077, ... [default: this machine]"
        ),
    ] = None,
    work: Annotated[
        Path | None,
        typer.Option("--work", metavar="FOLDER", help="For Spark: a folder that all workers can reach."),
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
    piped = out is not None and str(out) == STDIN
    _refuse_pipe(piped, evidence, as_json)
    _refuse_engine(engine, master, work)
    source, rules, raw, again = _asked(data, flags, replay)
    if to is not None:
        release_format("csv", to)  # an error where there is no such format
        again["to"] = to
    with located(raw), fitting(source, rules):
        from semblant.release.pipeline import anonymise_file, plan_file
        from semblant.report.pdf import find_browser, print_pdf

        if dry_run:
            plan = plan_file(source, rules, base=raw.base)
            show_json(plan) if as_json else show(plan_lines(plan))
            return
        browser = find_browser() if pdf else None
        target = (evidence if piped else out) or default_folder(source)
        if piped:
            again["deliver"] = lambda content: _to_stdout(content, target)
        with _told(as_json, piped), _running(engine, master, work) as runs:
            release = anonymise_file(
                source,
                rules,
                out=target,
                base=raw.base,
                force=force,
                announce=published,
                progress=watch(quiet),
                engine=runs,
                **again,
            )
        if browser is not None:
            private = private_folder(target)
            print_pdf(private / REPORT, private / PDF, browser)
    if as_json:
        show_json(release.evidence.model_dump(mode="json"))
    elif not (piped and quiet):
        lines = [*summary_lines(release.evidence, release.decisions), *_files(target, release.evidence, piped)]
        say(*lines) if piped else show(lines)


def _files(target: Path, evidence: "Evidence", piped: bool) -> list[str]:
    """Where the files of a release lie."""
    private = private_folder(target)
    files = {
        "release": "stdout" if piped else str(target / evidence.output.file),
        "public report": str(target / PUBLIC_REPORT),
        "internal report": str(private / REPORT),
        "private folder": f"{private} (never publish it)",
    }
    return file_lines(files)


@contextmanager
def _told(as_json: bool, piped: bool) -> Iterator[None]:
    """Show the checklist of a release that is not published because of it."""
    try:
        yield
    except ChecklistError as error:
        if as_json:
            show_json({"checklist": [one.model_dump(mode="json") for one in error.checklist]})
        elif piped:
            say(*checklist_lines(error.checklist)[1:])
        else:
            show(checklist_lines(error.checklist)[1:])
        raise


def _refuse_engine(engine: str | None, master: str | None, work: Path | None) -> None:
    """Refuse an engine that there is not, and settings of Spark without it."""
    if engine not in (None, "local", "spark"):
        raise PolicyError(f"There is no engine {engine!r}.", where="--engine", hints=["--engine local | spark"])
    if engine != "spark" and (master or work):
        raise PolicyError("--master and --work are for Spark.", where="command line", hints=["--engine spark"])


@contextmanager
def _running(engine: str | None, master: str | None, work: Path | None) -> "Iterator[Engine]":
    """The engine of a run; a session of Spark is started for it, and stopped at the end."""
    if engine != "spark":
        from semblant.engine.engine import LOCAL

        yield LOCAL
        return
    from semblant.engine.session import session
    from semblant.engine.spark import engine as engine_of
    from semblant.release.evidence_builder import semblant_version

    with session(master) as spark, engine_of(spark, work, semblant_version()) as runs:
        yield runs


def _refuse_pipe(piped: bool, evidence: Path | None, as_json: bool) -> None:
    """Refuse what does not go together with writing the release to stdout."""
    if piped and evidence is None:
        raise PolicyError(
            "The release goes to stdout, and nothing says where its evidence goes.", hints=["-o - --evidence DIR"]
        )
    if piped and sys.__stdout__ is None:
        raise OutputError("The release goes to stdout, which is closed. Nothing was published.", hints=["-o DIR"])
    if piped and as_json:
        raise PolicyError("With -o -, stdout takes the release alone.", hints=["leave --json out"])
    if evidence is not None and not piped:
        raise PolicyError("--evidence goes with -o -; the evidence lies beside the release.", hints=["-o DIR"])


def _to_stdout(content: bytes, target: Path) -> None:
    try:
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
    except OSError as error:
        drop_output()
        raise OutputError(
            f"The release could not be written to stdout whole: {error.strerror}. Its evidence was written.",
            where=str(target),
            hints=["--force replaces it"],
        ) from None


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
    again = {"key": key_of(run), "repeating": run.output_sha256, "to": run.to}
    return input_of(run, data), policy_of(run), Raw(run.policy, base=Path(run.base)), again
