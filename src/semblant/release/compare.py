"""Comparing methods × k: every run is measured, none is released; with the risk–utility map."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import Any

from semblant.assessment.frontier import frontier
from semblant.charts.htmltable import table_html
from semblant.charts.riskmap import Mark
from semblant.charts.svg import Chart
from semblant.data.table import Table
from semblant.errors import OutputError, PolicyError
from semblant.methods.job import entry_of
from semblant.policy.model import Policy
from semblant.progress import SILENT, Progress
from semblant.release.criterion import Suggestion, choose, read_criterion
from semblant.release.evidence_builder import semblant_version
from semblant.release.runs import COMBINE, Run, Store, measure, read_once
from semblant.release.workers import results, time_left
from semblant.report.analyses import task_line
from semblant.report.pages import as_yaml, comparison_page, risk_map
from semblant.report.wording import counted

NOTHING_LEFT = 100.0
"""The information loss, in percent, above which one average record for everybody would tell more."""

PAGE = "comparison.html"
_WARM = 2  # runs before the remaining time can be estimated: the first ones wait for processes to start

RUNS = "runs"
"""The folder beside the page that keeps finished runs of an interrupted comparison."""


@dataclass(frozen=True)
class Comparison:
    """Runs of several methods, to choose one by what it costs and what risk it leaves."""

    runs: tuple[Run, ...]
    policy: Policy
    records: int
    source: str

    @cached_property
    def frontier(self) -> tuple[bool, ...]:
        """Which runs are on the Pareto frontier: no other is better in both risk and loss, and something is left."""
        there = [i for i, r in enumerate(self.runs) if r.measured and (r.loss_percent or 0.0) <= NOTHING_LEFT]
        best = frontier(
            [self.runs[i].semantic_record_linkage_percent or 0.0 for i in there],
            [self.runs[i].loss_percent or 0.0 for i in there],
        )
        on = {i for i, one in zip(there, best, strict=True) if one}
        return tuple(i in on for i in range(len(self.runs)))

    def suggest(self, criterion: str) -> Suggestion:
        """The recommended run for a criterion such as ``risk<=5``, and why."""
        return choose(self.runs, read_criterion(criterion))

    def rows(self) -> list[dict[str, Any]]:
        """Every run as a dictionary."""
        return [r.model_dump(mode="json") | {"frontier": on} for r, on in zip(self.runs, self.frontier, strict=True)]

    def policy_of(self, one: Run) -> Policy:
        """The policy of a run."""
        return self.policy.model_copy(update={"method": one.method, "k": one.k})

    def page(self, suggestion: Suggestion | None = None) -> str:
        """The comparison as one offline document with the map of risk and loss."""
        taken = None if suggestion is None else next((i for i, r in enumerate(self.runs) if r is suggestion.run), None)
        marks = self._marks(taken)
        best = sum(self.frontier)
        lost = len(self.runs) - len(marks)
        lede = [
            "For every other run there is one that is at most as risky and as costly, and better in one of the two."
            if best < len(marks)
            else "Each is less risky or less costly than any other.",
            *([f"{counted(lost, 'more run')} could not be made."] if lost else []),
        ]
        return comparison_page(
            {
                "source": self.source,
                "version": semblant_version(),
                "records": self.records,
                "judged_by": self._judge(),
                "headline": f"{counted(len(marks), 'run')}, {best:,} of them on the Pareto frontier.",
                "lede": " ".join(lede),
                "suggestion": suggestion and suggestion.why,
                "taken": None if taken is None else f"run-{taken}",
                "analysed": ["Error of counts, median, %", "pMSE"] if self.policy.shape == "table" else [],
                "models": [task_line(task) for task in next((one.tasks for one in self.runs if one.tasks), ())],
                "drawings": [
                    risk_map(marks, hint=". Click to copy its policy.", narrow=narrow) for narrow in (False, True)
                ]
                if marks
                else [],
                "runs": [self._told(i) for i in range(len(self.runs))],
            }
        )

    def _marks(self, taken: int | None = None) -> list[Mark]:
        return [
            Mark(
                r.method,
                r.k,
                r.loss_percent or 0.0,
                r.semantic_record_linkage_percent or 0.0,
                on,
                f"run-{i}",
                i == taken,
            )
            for i, (r, on) in enumerate(zip(self.runs, self.frontier, strict=True))
            if r.measured
        ]

    def _judge(self) -> str:
        """The measure by which all runs are assessed."""
        if self.policy.shape != "table":
            return self.policy.loss_measure
        return f"{self.policy.loss_measure}, columns combined by {self.policy.combine or COMBINE},"

    def _told(self, i: int) -> dict[str, Any]:
        one = self.runs[i]
        found = (one.loss_percent, one.semantic_record_linkage_percent, one.record_linkage_percent)
        figures = [_two(f) or "not known" for f in (*found, one.certainty_percent)]
        if self.policy.shape == "table":
            error = one.propensity_error
            figures += [_two(one.query_error_percent) or "not known", "not known" if error is None else f"{error:.4f}"]
        figures += [task_line(task)[2] for task in one.tasks]
        return {
            "key": f"run-{i}",
            "method": one.method,
            "k": one.k,
            "reason": one.reason,
            "frontier": self.frontier[i],
            "figures": [*figures, f"{one.seconds or 0.0:.2f}"],
            "policy": as_yaml(self.policy_of(one).published()),
        }

    def chart(self) -> Chart:
        """The map of risk and loss: every run a point, the frontier as a line."""
        return risk_map(self._marks())

    def _repr_html_(self) -> str:
        head = ("method", "k", "information loss, %", "record linkage, semantic, %", "record linkage, exact, %", "")
        lines = [
            (r.method, f"{r.k:,}", *map(_two, (r.loss_percent, r.semantic_record_linkage_percent)),
             _two(r.record_linkage_percent), "on the Pareto frontier" if on else r.reason or "")
            for r, on in zip(self.runs, self.frontier, strict=True)
        ]  # fmt: skip
        table = table_html(f"{counted(len(self.runs), 'run')}; lower is better", head, lines, right=(1, 2, 3, 4))
        return table + (self.chart()._repr_html_() if any(r.measured for r in self.runs) else "")


def _two(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"


# --- the grid --------------------------------------------------------------------------------------


def compare(
    source: Path | Table,
    policy: Policy,
    methods: Sequence[str],
    ks: Sequence[int],
    *,
    base: Path | None = None,
    out: Path | None = None,
    jobs: int | None = None,
    progress: Progress = SILENT,
) -> Comparison:
    """Measure every method at every k, on as many processes as there are cores; nothing is released.

    With a folder ``out``, finished runs are kept there, and those that an earlier call finished are not made again.
    """
    grid = [policy.model_copy(update={"method": m, "k": k}) for m, k in product(dict.fromkeys(methods), _ascending(ks))]
    for one in grid:
        entry_of(one)
    table = read_once(source, policy)
    base = base or Path()
    store = None if out is None or table.origin.sha256 is None else Store(out / RUNS, table.origin.sha256, base)
    found = {i: kept for i, one in enumerate(grid) if store and (kept := store.get(one)) is not None}
    left = {i: (source, one, base) for i, one in enumerate(grid) if i not in found}
    with progress.step("comparing", total=len(grid)) as advance:
        began = time.monotonic()
        for done, (i, made) in enumerate(results(measure, left, jobs), 1):
            found[i] = made
            if store is not None:
                store.put(grid[i], made)
            note = f"{made.method} at k = {made.k:,} done"
            if done > _WARM:
                note += f", {time_left(time.monotonic() - began, done, len(left))} left"
            advance(len(found), note)
    return Comparison(tuple(found[i] for i in range(len(grid))), policy, table.records, table.origin.name)


def _ascending(ks: Sequence[int]) -> list[int]:
    for k in ks:
        if k < 2:
            raise PolicyError(f"The 'k' parameter must be an int of at least 2. Got {k} instead.", where="k")
    return sorted(set(ks))


def check_folder(folder: Path, *, force: bool = False) -> None:
    """Refuse a folder that does not belong to a comparison; ``force`` deletes the runs of an earlier one."""
    if folder.exists() and not folder.is_dir():
        raise OutputError("There is a file of this name.", where=str(folder), hints=["-o names another folder"])
    if folder.is_dir() and any(p.name not in (PAGE, RUNS) for p in folder.iterdir()):
        raise OutputError(
            "The folder has files that are no comparison's.", where=str(folder), hints=["-o names another folder"]
        )
    if force and (folder / RUNS).is_dir():
        for path in (folder / RUNS).glob("*.json"):
            path.unlink()
