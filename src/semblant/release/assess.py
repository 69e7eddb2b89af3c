"""Privacy, risk and utility of any release, made by any tool, from its files."""

from contextlib import suppress
from pathlib import Path

from semblant.assessment.assessment import Assessment, Questions
from semblant.data.read import read
from semblant.data.table import Table
from semblant.errors import InputError
from semblant.policy.model import Policy
from semblant.progress import SILENT, Progress, Steps
from semblant.shapes import read_shape
from semblant.shapes.shape import NO_QUESTIONS
from semblant.space.reading import Library


def assess_release(
    original: Path | Table,
    release: Path | Table,
    policy: Policy,
    *,
    base: Path | None = None,
    questions: Questions = NO_QUESTIONS,
    progress: Progress = SILENT,
) -> Assessment:
    """Assess a release against its original, from files or from tables, by the policy alone."""
    with progress.step("reading"):
        before = original if isinstance(original, Table) else read_by_policy(original, policy)
        after = release if isinstance(release, Table) else _read_release(release, before, policy)
    shape = read_shape(before, policy, Library(policy, base or Path()), Steps(progress))
    with progress.step("assessing"):
        return shape.assess(after, questions=questions)


def read_by_policy(path: Path, policy: Policy) -> Table:
    """Read a file with the delimiter and encoding that the policy names."""
    return read(path, delimiter=policy.delimiter, encoding=policy.encoding)


def _read_release(release: Path, original: Table, policy: Policy) -> Table:
    """Read a release in the format of its original, or in its own if another tool wrote it."""
    with suppress(InputError):
        found = read(release, delimiter=policy.delimiter or original.origin.delimiter, encoding=policy.encoding)
        if set(policy.columns("quasi")) <= set(found.names):
            return found
    return read_by_policy(release, policy)
