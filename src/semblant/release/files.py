"""The two folders of a release and the files in them: what may be published, and what may not."""

import json
from collections.abc import Iterator
from pathlib import Path

from semblant.data.formats import PACKINGS, RELEASED, STDIN
from semblant.errors import OutputError

EVIDENCE, PUBLIC_REPORT = "evidence.json", "report-public.html"
REPORT, PDF, LINK, RUN = "report.html", "report.pdf", "link.csv", "run.json"
CHECKLIST, REFUSED = "checklist.json", "report-refused.html"
"""What a run leaves whose checklist was red; the report has this name beside an earlier release's."""

TABLES = frozenset(f"release.{kind}{packing}" for kind in RELEASED for packing in ("", *PACKINGS.values()))
"""What the table of a release may be called."""

PUBLISHED_FILES = frozenset({EVIDENCE, PUBLIC_REPORT, *TABLES})
"""The files of a release's folder."""

PRIVATE_FILES = frozenset({EVIDENCE, REPORT, PDF, LINK, RUN, CHECKLIST, REFUSED})
"""The files of the private folder beside it."""


def private_folder(target: Path) -> Path:
    """The private folder beside a release.

    Example:
        >>> private_folder(Path("survey-release")).name
        'survey-release-private'
    """
    return target.with_name(f"{target.name}-private")


def default_folder(source: Path, what: str = "release") -> Path:
    """The folder of a release, or of something else that is made of a table, where none is named.

    Example:
        >>> default_folder(Path("data/people.csv.gz")), default_folder(Path("-"), "comparison")
        (PosixPath('people-release'), PosixPath('stdin-comparison'))
    """
    name = "stdin" if str(source) == STDIN else source.resolve().name
    for suffix in PACKINGS.values():
        name = name.removesuffix(suffix)
    return Path(f"{Path(name).stem}-{what}")


def refuse_foreign(target: Path) -> None:
    """Refuse to replace a release, or its private folder, that holds anything else; empty folders are fine."""
    for folder, known in ((target, PUBLISHED_FILES), (private_folder(target), PRIVATE_FILES)):
        if not folder.is_dir() or not (there := sorted(folder.iterdir())):
            continue
        others = [one.name for one in there if one.name not in known or not one.is_file() or one.is_symlink()]
        if not others and not _is_evidence(folder / EVIDENCE) and not is_refusal(folder):
            others = [one.name for one in there]
        if others:
            raise OutputError(
                f"The folder holds something that is not of a release, and is not replaced: {_listed(others)}.",
                where=str(folder),
                hints=["move it elsewhere", "-o names another folder"],
            )


def is_refusal(folder: Path) -> bool:
    """Whether a private folder holds only what a refused run left, so that the next run may replace it."""
    names = {one.name for one in folder.iterdir()} if folder.is_dir() else set()
    return names <= {CHECKLIST, REPORT} and _is_evidence(folder / CHECKLIST)


def _is_evidence(file: Path) -> bool:
    try:
        return "semblant" in json.loads(file.read_bytes())
    except (OSError, ValueError, TypeError, RecursionError):
        return False


def _listed(names: list[str]) -> str:
    shown = ", ".join(map(repr, names[:5]))
    return shown if len(names) <= 5 else f"{shown} and {len(names) - 5:,} more"


def both(target: Path) -> Iterator[Path]:
    """The release's folder and its private one."""
    yield target
    yield private_folder(target)
