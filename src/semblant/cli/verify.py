"""``semblant verify``: what a published release shows of itself, without its original."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from semblant.cli.guard import guarded, show, show_json
from semblant.data.atomic import write_file
from semblant.errors import PrivacyError
from semblant.progress import watch
from semblant.release.files import EVIDENCE
from semblant.release.junit import Case, junit_xml
from semblant.report.terminal import aligned, wrapped

if TYPE_CHECKING:
    from semblant.release.verify import Check, Verification


@guarded
def verify(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder of a published release.")],
    release: Annotated[
        Path | None,
        typer.Option("--release", metavar="FILE", help="The release, where it lies elsewhere, as after -o -."),
    ] = None,
    junit: Annotated[
        Path | None, typer.Option("--junit", metavar="FILE", help="Write the checks as JUnit XML, for CI.")
    ] = None,
    as_json: bool = False,
    quiet: bool = False,
) -> None:
    """Read a published release again and check all that its bytes can show, without the original.

    The checksum and every promise that can be counted are compared with evidence.json. Ends with exit code 1 when one
    does not hold or is not what the evidence says.
    """
    from semblant.release.verify import NO_SIGNATURE, verify_release

    folder = folder.parent if folder.name == EVIDENCE else folder
    found = verify_release(folder, release, progress=watch(quiet))
    if junit is not None:
        cases = [Case(one.check, None if one.status == "holds" else " ".join(_row(one)[1:])) for one in found.checks]
        write_file(junit, junit_xml("verify", cases))
    if as_json:
        checks = [asdict(one) for one in found.checks]
        document = {"holds": found.holds, "sha256": found.sha256, "checks": checks}
        show_json(document | {"not_provable": list(found.not_provable), "note": NO_SIGNATURE})
    else:
        show(_lines(found, NO_SIGNATURE))
    if not found.holds:
        raise typer.Exit(PrivacyError.exit_code)


def _lines(found: "Verification", note: str) -> list[str]:
    wrong = [one for one in found.checks if one.status != "holds"]
    headline = "Everything that the bytes can show is as its evidence says."
    if wrong:
        headline = "NOT as its evidence says: see below."
    lines = [headline, "", *aligned([_row(one) for one in found.checks])]
    lines += ["", "The bytes alone cannot show:"]
    lines += [line for one in found.not_provable for line in wrapped(f"  {one}")]
    return [*lines, "", f"SHA-256  {found.sha256}", *wrapped(note)]


def _row(one: "Check") -> tuple[str, str, str]:
    said = {"holds": "holds", "broken": "BROKEN", "differs": "DIFFERS"}[one.status]
    if one.status == "holds":
        return one.check, said, ""
    return (
        one.check,
        said,
        f"found {_short(one.value)}; {'asked' if one.status == 'broken' else 'stated'} {_short(one.stated)}",
    )


def _short(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    text = f"{value:.6g}" if isinstance(value, float) else str(value)
    return text if len(text) <= 40 else f"{text[:12]}…"
