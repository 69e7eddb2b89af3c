"""``semblant verify``: what a published release shows of itself, without its original."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from semblant.cli.guard import guarded, show, show_json
from semblant.errors import PrivacyError
from semblant.report.terminal import aligned, wrapped

if TYPE_CHECKING:
    from semblant.release.verify import Check, Verification


@guarded
def verify(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder of a published release.")],
    as_json: bool = False,
) -> None:
    """Read a published release again and check all that its bytes can show, without the original.

    The checksum and every promise that can be counted are compared with evidence.json. Ends with exit code 1 when one
    does not hold or is not what the evidence says.
    """
    from semblant.release.verify import NO_SIGNATURE, verify_release

    found = verify_release(folder)
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
