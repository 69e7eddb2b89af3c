"""``semblant assess``: privacy, risk and utility of any release, made by any tool."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from semblant.cli.flags import Flags, fitting, names, with_flags
from semblant.cli.guard import guarded, located, show, show_json
from semblant.data.atomic import write_file
from semblant.data.formats import STDIN
from semblant.data.wholes import whole
from semblant.errors import PolicyError, PrivacyError
from semblant.progress import watch
from semblant.release.files import EVIDENCE, private_folder
from semblant.release.junit import Case, junit_xml
from semblant.report.plurals import counted_by
from semblant.report.summary import assessment_lines, deviation_lines, further_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pydantic import BaseModel

    from semblant.assessment.assessment import Assessment
    from semblant.assessment.clusters import Number
    from semblant.release.requirement import Required


@guarded
@with_flags("method", "measure", "seed")
def assess(
    original: Annotated[Path, typer.Argument(metavar="ORIGINAL", help="The table as it was.")],
    release: Annotated[Path, typer.Argument(metavar="RELEASE", help="The table as it is to be published.")],
    flags: Flags,
    link: Annotated[
        Path | None,
        typer.Option("--link", metavar="FILE", help="Match rows by the link.csv of the run that made RELEASE."),
    ] = None,
    id_column: Annotated[
        str | None, typer.Option("--id", metavar="COLUMN", help="Match rows by this column of both tables.")
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
    require: Annotated[
        list[str] | None,
        typer.Option("--require", metavar="BOUND", help='Exit 1 unless it holds: "k>=5", "risk<=5", "loss.age<=20".'),
    ] = None,
    junit: Annotated[
        Path | None, typer.Option("--junit", metavar="FILE", help="Write the checks as JUnit XML, for CI.")
    ] = None,
    as_json: bool = False,
    quiet: bool = False,
) -> None:
    """Tell how private and how useful RELEASE is, compared with ORIGINAL.

    Rows are matched by --link, by --id, or by position with --order keep; otherwise what needs matching is not known.
    Ends with exit code 1 when the release does not keep its policy, or a bound that --require names.
    """
    if link is not None and id_column is not None:
        raise PolicyError("Rows are matched by --link or by --id, not by both.", where="--id")
    if str(original) == str(release) == STDIN:
        raise PolicyError("Standard input is the original or the release, not both.", hints=["name a file for one"])
    evidence = _complete(release.parent)
    if flags.policy is None and not flags.qi and not flags.settings and evidence.is_file():
        raise PolicyError("Nothing says what the release has to keep.", hints=[f"--policy {evidence}"])
    rules, raw = flags.build()
    with located(raw), fitting(original, rules):
        from semblant.assessment.assessment import Questions
        from semblant.data.link import read_link
        from semblant.data.read import read_by_policy
        from semblant.release.assess import assess_release
        from semblant.release.requirement import measure_all, read_requirements

        requirements = read_requirements(require or ())
        people = None if intruder is None else read_by_policy(intruder, rules)
        questions = Questions(names(known) or None, id_column, people, _number(clusters))
        progress = watch(quiet)
        with progress.step("reading the link"):
            linked = None if link is None else read_link(link, rules.shape)
        found = assess_release(
            original, release, rules, base=raw.base, link=linked, questions=questions, progress=progress
        )
        with progress.step("analysing"):
            found.analysis  # noqa: B018  worked out when it is first asked for
        required = measure_all(requirements, found)
    if junit is not None:
        write_file(junit, junit_xml("assess", _cases(found, required)))
    if as_json:
        parts: dict[str, BaseModel] = {"privacy": found.privacy, "utility": found.utility, "risk": found.risk}
        if found.analysis is not None:
            parts["analysis"] = found.analysis
        if found.intruder is not None:
            parts["intruder"] = found.intruder
        lists = {"checklist": found.checklist, "deviations": found.deviations}
        show_json(
            {name: part.model_dump(mode="json") for name, part in parts.items()}
            | {name: [one.model_dump(mode="json") for one in items] for name, items in lists.items()}
            | ({"requirements": [one.as_dict() for one in required]} if required else {})
        )
    else:
        one = counted_by(rules.model_dump(include={"shape", "individual"}))
        told = assessment_lines(found, one, rules.purpose)
        show([*deviation_lines(found.deviations), *told, *further_lines(found)])
        if required:
            show(["", "Required:", *(f"  {one}" for one in required)])
    if not found.holds or not all(one.holds for one in required):
        raise typer.Exit(PrivacyError.exit_code)


def _cases(found: "Assessment", required: "Sequence[Required]") -> list[Case]:
    """The checks of an assessment: the promise, the policy's other rules, and what is required."""
    cases = [Case(found.privacy.promise, None if found.privacy.verified else "the release does not keep it")]
    cases += [Case(one.check, one.message) for one in found.deviations]
    return cases + [Case(one.requirement, None if one.holds else str(one)) for one in required]


def _complete(folder: Path) -> Path:
    """The complete evidence of the release in a folder, as one would type it."""
    return private_folder(folder if folder.name else folder.resolve()) / EVIDENCE


def _number(clusters: str | None) -> "Number | None":
    """How many clusters the person asks for."""
    match clusters:
        case None | "auto" | "each":
            return clusters
        case number if number.isdecimal() and whole(number) >= 1:
            return whole(number)
    raise PolicyError(
        f"The 'clusters' parameter must be an int of at least 1, 'auto' or 'each'. Got {clusters!r} instead.",
        where="--clusters",
    )
