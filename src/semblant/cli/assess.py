"""``semblant assess``: privacy, risk and utility of any release, made by any tool."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from semblant.cli.flags import Flags, fitting, names, with_flags
from semblant.cli.guard import guarded, located, show, show_json
from semblant.cli.summary import assessment_lines, counted_by, further_lines
from semblant.errors import PolicyError, PrivacyError
from semblant.progress import watch

if TYPE_CHECKING:
    from pydantic import BaseModel

    from semblant.assessment.clusters import Number


@guarded
@with_flags("method", "measure", "seed")
def assess(
    original: Annotated[Path, typer.Argument(metavar="ORIGINAL", help="The table as it was.")],
    release: Annotated[Path, typer.Argument(metavar="RELEASE", help="The table as it is to be published.")],
    flags: Flags,
    id_column: Annotated[
        str | None, typer.Option("--id", metavar="COLUMN", help="Match rows by this column, not by position.")
    ] = None,
    known: Annotated[
        list[str] | None,
        typer.Option("--known", metavar="A,B", help="What the intruder knows. [default: all masked columns]"),
    ] = None,
    intruder: Annotated[
        Path | None,
        typer.Option("--intruder", metavar="FILE", help="People an intruder knows: some masked columns, a row each."),
    ] = None,
    clusters: Annotated[
        str | None,
        typer.Option("--clusters", metavar="N", help="Compare clusters too: so many, 'auto', or 'each' for each file."),
    ] = None,
    as_json: bool = False,
    quiet: bool = False,
) -> None:
    """Tell how private and how useful RELEASE is, compared with ORIGINAL.

    Ends with exit code 1 when the release does not keep its policy.
    """
    evidence = release.parent / "evidence.json"
    if flags.policy is None and not flags.qi and not flags.settings and evidence.is_file():
        raise PolicyError("Nothing says what the release has to keep.", hints=[f"--policy {evidence}"])
    rules, raw = flags.build()
    with located(raw), fitting(original, rules):
        from semblant.assessment.assessment import Questions
        from semblant.release.assess import assess_release, read_by_policy

        people = None if intruder is None else read_by_policy(intruder, rules)
        questions = Questions(names(known) or None, id_column, people, _number(clusters))
        found = assess_release(original, release, rules, base=raw.base, questions=questions, progress=watch(quiet))
    if as_json:
        parts: dict[str, BaseModel] = {"privacy": found.privacy, "utility": found.utility, "risk": found.risk}
        if found.intruder is not None:
            parts["intruder"] = found.intruder
        show_json({name: part.model_dump(mode="json") for name, part in parts.items()})
    else:
        one = counted_by(rules.model_dump(include={"shape", "individual"}))
        show([*assessment_lines(found.privacy, found.utility, found.risk, one), *further_lines(found)])
    if not found.holds:
        raise typer.Exit(PrivacyError.exit_code)


def _number(clusters: str | None) -> "Number | None":
    """How many clusters the person asks for."""
    match clusters:
        case None | "auto" | "each":
            return clusters
        case number if number.isdecimal() and int(number) >= 1:
            return int(number)
    raise PolicyError(
        f"The 'clusters' parameter must be an int of at least 1, 'auto' or 'each'. Got {clusters!r} instead.",
        where="--clusters",
    )
