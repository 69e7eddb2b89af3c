"""What an engine does for a run: everything else is the same on every engine, and so are the bytes."""

from functools import partial
from pathlib import Path
from typing import Protocol

from semblant.data.order import Draws, RowTexts
from semblant.data.read import read_by_policy
from semblant.data.table import Table
from semblant.evidence import Privacy
from semblant.methods.tasks import Solve, Told, in_threads
from semblant.policy.model import Policy
from semblant.runkey import RunKey
from semblant.terms.textreader import ReadTexts, read_here


class Engine(Protocol):
    """Reads rows and what their texts say, draws the numbers by which rows are dealt, masks blocks, and counts what was
    written."""

    @property
    def solve(self) -> Solve:
        """Masks blocks."""

    @property
    def read_texts(self) -> ReadTexts:
        """Reads the distinct texts of a column."""

    def read(self, source: Path, policy: Policy, told: Told) -> Table:
        """Read the data as the policy says; ``told`` is given how many rows have been read."""

    def draws(self, table: Table, key: RunKey, label: str) -> Draws:
        """The numbers by which the rows of a table are dealt for one purpose."""

    def prove(self, written: Path, original: Table, policy: Policy, privacy: Privacy) -> None:
        """Count the classes of what was written once more, and refuse it where they are not those of its proof."""


class Local:
    """This process."""

    solve: Solve = staticmethod(in_threads)
    read_texts: ReadTexts = staticmethod(read_here)

    def read(self, source: Path, policy: Policy, told: Told) -> Table:  # noqa: ARG002
        """Read a file."""
        return read_by_policy(source, policy)

    def draws(self, table: Table, key: RunKey, label: str) -> Draws:
        """Draw the numbers for those rows that are asked for."""
        return RowTexts(table).draws(partial(key.draws, label))

    def prove(self, written: Path, original: Table, policy: Policy, privacy: Privacy) -> None:
        """Count nothing: the proof itself was made in this process."""


LOCAL: Engine = Local()
