"""What the working process does for the application: runs, quick runs, and questions about a finished release."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from semblant.errors import ChecklistError
from semblant.evidence import Task
from semblant.explain import Explanation
from semblant.policy.file import build_policy, read_policy
from semblant.policy.model import Policy
from semblant.progress import Progress
from semblant.release.assess import assess_release
from semblant.release.files import EVIDENCE
from semblant.release.pipeline import anonymise_file
from semblant.release.replay import key_again
from semblant.workbench.compared import ComparedRelease, Together
from semblant.workbench.quick import curve


def _policy(file: Path) -> Policy:
    return build_policy(read_policy(file))


class Tasks:
    """The tasks, and what they keep in memory from one to the next."""

    def __init__(self, part: Callable[[Any], None]) -> None:
        self._part = part
        self._opened: tuple[Any, ComparedRelease] | None = None

    def run(self, progress: Progress, *, source: Path, policy: Path, out: Path) -> str:
        """Make the release: published, or refused by its checklist; other rows only where the policy changes them."""
        self._opened, asked = None, _policy(policy)
        key = key_again(out, asked, source)
        try:
            anonymise_file(source, asked, out=out, base=policy.parent, force=True, key=key, progress=progress)
        except ChecklistError:
            return "refused"
        return "published"

    def curve(self, progress: Progress, *, source: Path, policy: Path, base: Path, ks: Sequence[int]) -> int:
        """Measure quick runs at several k; each is a part of the result."""
        with progress.step("measuring quick runs", len(ks)) as advance:
            for done, one in enumerate(curve(source, _policy(policy), base, ks), 1):
                self._part(one)
                advance(done)
        return len(ks)

    def explain(self, progress: Progress, *, row: int, **where: Any) -> Explanation:
        """Why a row was released as it was."""
        return self._release(progress, **where).explain(row)

    def pictures(self, progress: Progress, **where: Any) -> list[tuple[str, list[str]]]:
        """Charts of every masked column, as HTML."""
        drawn = self._release(progress, **where).pictures()
        return [(name, [chart.__html__() for chart in charts]) for name, charts in drawn]

    def analysable(self, progress: Progress, **where: Any) -> list[tuple[str, bool]]:
        """The columns that can be analysed, and whether each is measured on a line."""
        return [(one.name, one.measured) for one in self._release(progress, **where).variables.values()]

    def together(self, progress: Progress, *, columns: tuple[str, str], **where: Any) -> Together:
        """How two columns go together, before and after."""
        return self._release(progress, **where).together(*columns)

    def regression(self, progress: Progress, *, target: str, by: Sequence[str], **where: Any) -> Task:
        """A model of one column by others, before and after."""
        return self._release(progress, **where).regression(target, by)

    def assess(self, progress: Progress, *, source: Path, policy: Path, release: Path) -> tuple[Any, ...]:
        """Privacy, risk and utility of a file that any tool made, by the policy."""
        found = assess_release(source, release, _policy(policy), base=policy.parent, progress=progress)
        return found.privacy, found.utility, found.risk, found.checklist, found.deviations, found.holds

    def _release(self, progress: Progress, *, source: Path, out: Path) -> ComparedRelease:
        """The release beside its original, read once."""
        key = (source, (out / EVIDENCE).stat().st_mtime_ns)
        if self._opened is None or self._opened[0] != key:
            self._opened = key, ComparedRelease(source, out, progress)
        return self._opened[1]
