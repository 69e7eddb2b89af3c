"""A finished release beside its original: rows, reasons, pictures and the steward's own analyses."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import numpy as np

from semblant.assessment.analysis.associations import association, statistic_of
from semblant.assessment.analysis.tasks import run_task
from semblant.assessment.analysis.variables import Variable, variables
from semblant.charts.barchart import Bar, bar_chart
from semblant.charts.svg import Chart
from semblant.data.link import in_original_order, read_link
from semblant.data.read import read_like
from semblant.data.table import Table
from semblant.errors import InputError, PolicyError
from semblant.evidence import Task
from semblant.explain import Explanation
from semblant.progress import SILENT, Progress, Steps
from semblant.release.files import LINK, TABLES, private_folder
from semblant.release.pipeline import published_rows, read_input
from semblant.release.replay import input_of, key_of, policy_of, read_run
from semblant.report.counts import both, explained, shares
from semblant.report.pictures import flow
from semblant.shapes.shape import Masked

SHOWN = 8
"""The rows and columns of a cross-table, the rarer categories together."""
_SIDES = ("before", "after")


@dataclass(frozen=True)
class CrossTable:
    """How many records have each pair of categories, before and after."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    before: tuple[tuple[int, ...], ...]
    after: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Together:
    """How two columns go together, before and after."""

    statistic: str
    before: float | None
    after: float | None
    table: CrossTable | None


class ComparedRelease:
    """The release in a folder and the table it was made from, read again."""

    def __init__(self, source: Path, folder: Path, progress: Progress = SILENT) -> None:
        self.folder, self._run = folder, read_run(private_folder(folder))
        policy = policy_of(self._run)
        file = next((path for name in sorted(TABLES) if (path := folder / name).is_file()), None)
        if file is None:
            raise InputError("There is no release in this folder.", where=str(folder))
        self.file = file
        self.shape = read_input(input_of(self._run, source), policy, Path(self._run.base), Steps(progress))
        self.link = read_link(private_folder(folder) / LINK, policy.shape)
        self.release = read_like(self.original, file, policy.formulas)
        self.found = self.shape.assess(self.release, link=self.link)

    @property
    def original(self) -> Table:
        """The table as it came in."""
        return self.shape.table

    # --- why ---------------------------------------------------------------------------------------------

    @cached_property
    def _masked(self) -> Masked:
        """The run made again in memory, which explains its rows."""
        key = key_of(self._run)
        masked = self.shape.dealt(key).mask(key.stream("masking"))
        rows, _ = published_rows(self.original, masked, self.shape.policy.order, key)
        if not masked.table.with_columns({}, rows=rows).frame.equals(self.release.frame):
            raise InputError("The run does not give this release again, so that its rows cannot be explained.")
        return masked

    def explain(self, row: int) -> Explanation:
        """Why an original row was released as it was; rows count from 1."""
        if self._masked.explain is None:
            raise PolicyError("Rows of sets and of logs are not explained one by one.", where="shape")
        if not 1 <= row <= self.original.records:
            raise InputError(f"There are rows 1 to {self.original.records:,}.")
        place = row - 1
        if isinstance(self._masked.link, np.ndarray):
            found = np.flatnonzero(self._masked.link == place)
            if not found.size:
                raise InputError("This row is not in the release: it was suppressed.")
            place = int(found[0])
        return replace(self._masked.explain(place), row=row)

    # --- pictures ----------------------------------------------------------------------------------------

    def pictures(self) -> list[tuple[str, list[Chart]]]:
        """For every masked column its values before and after, and which became which."""
        drawn = []
        for place, column in enumerate(self.found.columns):
            title = f"Records by {column.reader.name}"
            bars = [Bar(one.label, one.records, rest=one.rest) for one in shares(column, both(column), explained)]
            charts = [bar_chart(bars, key=f"column-{place}-values", title=title, series=_SIDES)] if bars else []
            moved = flow(column, place) if self.found.pairing is not None else None
            drawn.append((column.reader.name, charts + ([moved] if moved else [])))
        return drawn

    # --- analyses ----------------------------------------------------------------------------------------

    @cached_property
    def variables(self) -> dict[str, Variable]:
        """The columns that an analyst can count with, by name, row by row in both files."""
        after = in_original_order(self.original, self.release, self.link) if self.found.pairing else self.release
        found = variables(self.found.columns, self.original, after)
        return {one.name: one for one in found}

    def together(self, one: str, other: str) -> Together:
        """How two columns go together: a statistic that fits their kinds, and a cross-table of categories."""
        a, b = self._chosen(one), self._chosen(other)
        statistic = statistic_of(a, b)
        before, after = (association(a, b, x, y, statistic) for x, y in zip(a.sides, b.sides, strict=True))
        table = None if a.measured or b.measured else cross_table(a, b)
        return Together(statistic, before, after, table)

    def regression(self, target: str, by: Sequence[str]) -> Task:
        """A model of one column by others, before and after."""
        for name in (target, *by):
            self._chosen(name)
        return run_task(list(self.variables.values()), target, by, None)

    def _chosen(self, name: str) -> Variable:
        if name not in self.variables:
            raise PolicyError(f"Column {name!r} cannot be analysed: it is not released, or its values hardly repeat.")
        return self.variables[name]


def cross_table(one: Variable, other: Variable) -> CrossTable:
    """Count pairs of categories before and after; beyond the commonest they are counted together."""
    rows, row_of = _commonest(one)
    columns, column_of = _commonest(other)
    sides = []
    for a, b in zip(one.sides, other.sides, strict=True):
        there = (a.codes >= 0) & (b.codes >= 0)
        cells = np.zeros((len(rows), len(columns)), np.int64)
        np.add.at(cells, (row_of[a.codes[there]], column_of[b.codes[there]]), 1)
        sides.append(tuple(tuple(line) for line in cells.tolist()))
    return CrossTable(rows, columns, sides[0], sides[1])


def _commonest(one: Variable) -> tuple[tuple[str, ...], np.ndarray]:
    """The labels of the commonest categories of both files, and the place of every category."""
    counts = sum(np.bincount(side.codes[side.codes >= 0], minlength=len(one.labels)) for side in one.sides)
    order = np.argsort(-np.asarray(counts), kind="stable")
    few = order[:SHOWN]
    place = np.full(len(one.labels), len(few), np.int64)
    place[few] = np.arange(len(few))
    others = ("others",) if len(order) > SHOWN else ()
    return (*(one.labels[i] for i in few.tolist()), *others), place
