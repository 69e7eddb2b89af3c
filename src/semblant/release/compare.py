"""Many runs side by side: methods × k, each measured and none released, and the map to choose by."""

import hashlib
import json
import multiprocessing
import os
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from semblant.assessment.assess import assess
from semblant.assessment.frontier import frontier
from semblant.data.read import read
from semblant.data.table import Table
from semblant.errors import OutputError, PolicyError, UnreachableError
from semblant.methods.registry import method_named, run
from semblant.policy import Policy
from semblant.progress import SILENT, Progress
from semblant.release.evidence import Steps, semblant_version
from semblant.release.pipeline import prepare
from semblant.release.suggest import Suggestion, choose, read_wish
from semblant.release.write import unwritable
from semblant.report.build import as_yaml
from semblant.report.comparison import Mark, comparison_page, draw_map
from semblant.report.wording import counted
from semblant.represent import represent

if TYPE_CHECKING:
    import altair

PAGE = "comparison.html"
RUNS = "runs"
"""The folder beside the page in which finished runs wait for a comparison that was interrupted."""


class Run(BaseModel):
    """What one method costs at one k, and what risk it leaves."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    method: str
    k: int
    loss_percent: float | None = Field(None, description="L; lower is better")
    record_linkage_percent: float | None = Field(None, description="RL; lower is better")
    semantic_record_linkage_percent: float | None = Field(None, description="SRL; lower is better")
    seconds: float | None = Field(None, description="of masking alone")
    prosecutor_max: float | None = Field(None, description="highest risk of one person; lower is better")
    k_achieved: int | None = Field(None, description="records of the smallest class")
    suppressed_records: int | None = Field(None, description="records withheld in full")
    reason: str | None = Field(None, description="why there are no figures")

    @property
    def measured(self) -> bool:
        """Whether there are figures."""
        return self.loss_percent is not None and self.semantic_record_linkage_percent is not None


@dataclass(frozen=True)
class Comparison:
    """Runs of several methods, to choose one by what it costs and what risk it leaves."""

    runs: tuple[Run, ...]
    policy: Policy
    records: int
    source: str

    @cached_property
    def frontier(self) -> tuple[bool, ...]:
        """Which runs no other beats in both risk and loss."""
        there = [i for i, r in enumerate(self.runs) if r.measured]
        best = frontier(
            [self.runs[i].semantic_record_linkage_percent or 0.0 for i in there],
            [self.runs[i].loss_percent or 0.0 for i in there],
        )
        on = {i for i, one in zip(there, best, strict=True) if one}
        return tuple(i in on for i in range(len(self.runs)))

    def suggest(self, wish: str) -> Suggestion:
        """The run to take for a wish such as ``risk<=5``, and why."""
        return choose(self.runs, read_wish(wish))

    def rows(self) -> list[dict[str, Any]]:
        """Every run for a script."""
        return [r.model_dump(mode="json") | {"frontier": on} for r, on in zip(self.runs, self.frontier, strict=True)]

    def policy_of(self, one: Run) -> Policy:
        """The policy that makes a run's release."""
        return self.policy.model_copy(update={"method": one.method, "k": one.k})

    def page(self, suggestion: Suggestion | None = None) -> str:
        """The comparison as one offline document with the map of risk and loss."""
        marks = [
            Mark(r.method, r.k, r.loss_percent or 0.0, r.semantic_record_linkage_percent or 0.0, on, f"run-{i}")
            for i, (r, on) in enumerate(zip(self.runs, self.frontier, strict=True))
            if r.measured
        ]
        best = sum(self.frontier)
        lost = len(self.runs) - len(marks)
        return comparison_page(
            {
                "source": self.source,
                "version": semblant_version(),
                "records": self.records,
                "judged_by": self.policy.loss_measure,
                "headline": f"{counted(len(marks), 'run')}, {best:,} of them worth a choice.",
                "lede": "For every other run there is one that is at most as risky and as costly, and better in one of "
                "the two." + (f" {counted(lost, 'more run')} could not be made." if lost else ""),
                "suggestion": suggestion and suggestion.why,
                "drawing": draw_map(marks) if marks else None,
                "runs": [self._told(i) for i in range(len(self.runs))],
            }
        )

    def _told(self, i: int) -> dict[str, Any]:
        one = self.runs[i]
        certainty = None if one.prosecutor_max is None else 100 * one.prosecutor_max
        figures = (one.loss_percent, one.semantic_record_linkage_percent, one.record_linkage_percent, certainty)
        return {
            "key": f"run-{i}",
            "method": one.method,
            "k": one.k,
            "reason": one.reason,
            "frontier": self.frontier[i],
            "figures": [*("not known" if f is None else f"{f:.2f}" for f in figures), f"{one.seconds or 0.0:.2f}"],
            "policy": as_yaml(self.policy_of(one).published()),
        }

    def chart(self) -> "altair.LayerChart":
        """The map as an Altair chart, to go on with."""
        from semblant.charts import risk_and_loss

        return risk_and_loss(self.rows())

    def _repr_html_(self) -> str:
        head = ("method", "k", "loss, %", "linked by meaning, %", "linked by equal values, %", "")
        lines = [
            (r.method, f"{r.k:,}", *map(_two, (r.loss_percent, r.semantic_record_linkage_percent)),
             _two(r.record_linkage_percent), "on the frontier" if on else r.reason or "")
            for r, on in zip(self.runs, self.frontier, strict=True)
        ]  # fmt: skip
        cells = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in line)}</tr>" for line in lines)
        return (
            f"<table><caption>{counted(len(self.runs), 'run')}; lower is better</caption><thead><tr>"
            f"{''.join(f'<th>{name}</th>' for name in head)}</tr></thead><tbody>{cells}</tbody></table>"
        )


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
        method_named(one.method)
    if policy.shape != "table":
        raise PolicyError(f"Methods are compared on tables only so far, not on shape: {policy.shape}.", where="shape")
    table = _opened(source, policy.delimiter, policy.encoding)
    base = base or Path()
    store = None if out is None or table.origin.sha256 is None else _Store(out / RUNS, table.origin.sha256, base)
    found = {i: kept for i, one in enumerate(grid) if store and (kept := store.get(one)) is not None}
    left = [i for i in range(len(grid)) if i not in found]
    with progress.step("comparing", total=len(grid)) as advance:
        began = time.monotonic()
        for done, (i, made) in enumerate(_measured(source, [(i, grid[i]) for i in left], base, jobs), 1):
            found[i] = made
            if store is not None:
                store.put(grid[i], made)
            remaining = (time.monotonic() - began) / done * (len(left) - done)
            advance(len(found), f"{made.method} at k = {made.k:,} done, {_duration(remaining)} left")
    return Comparison(tuple(found[i] for i in range(len(grid))), policy, table.records, table.origin.name)


def _ascending(ks: Sequence[int]) -> list[int]:
    for k in ks:
        if k < 2:
            raise PolicyError(f"The 'k' parameter must be an int of at least 2. Got {k} instead.", where="k")
    return sorted(set(ks))


def _duration(seconds: float) -> str:
    """About how long, in words.

    Example:
        >>> _duration(0.2), _duration(42.1), _duration(4000)
        ('about 1 s', 'about 43 s', 'about 67 min')
    """
    return f"about {int(seconds) + 1} s" if seconds < 90 else f"about {round(seconds / 60)} min"


def _measured(
    source: Path | Table, tasks: Sequence[tuple[int, Policy]], base: Path, jobs: int | None
) -> Iterator[tuple[int, Run]]:
    """Every run as it is done: in this process for one job, otherwise in several."""
    workers = min(_cores() if jobs is None else jobs, len(tasks))
    if workers <= 1:
        for i, policy in tasks:
            yield i, measure(source, policy, base)
        return
    fresh = multiprocessing.get_context("spawn")  # a forked process may hang on a lock of another thread
    with ProcessPoolExecutor(workers, fresh, initializer=_quiet) as pool:
        places: dict[Future[Run], int] = {pool.submit(measure, source, policy, base): i for i, policy in tasks}
        try:
            waiting = set(places)
            while waiting:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for future in done:
                    yield places[future], future.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _cores() -> int:
    affinity: Callable[[int], set[int]] | None = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1


def _quiet() -> None:
    """In a process of its own: a library's warning may quote the data."""
    warnings.simplefilter("ignore")


@lru_cache(maxsize=1)
def _read(path: Path, delimiter: str | None, encoding: str) -> Table:
    return read(path, delimiter=delimiter, encoding=encoding)


def _opened(source: Path | Table, delimiter: str | None, encoding: str) -> Table:
    return source if isinstance(source, Table) else _read(source, delimiter, encoding)


def measure(source: Path | Table, policy: Policy, base: Path) -> Run:
    """Mask a table in memory and measure it; a k that cannot be reached is told, not raised."""
    table = _opened(source, policy.delimiter, policy.encoding)
    try:
        ready = prepare(table, policy, base, Steps())
        rng = np.random.default_rng(np.random.SeedSequence(policy.seed).spawn(2)[1])
        began = time.perf_counter()
        masking = run(ready.space, ready.policy, rng, ready.readers)
        seconds = time.perf_counter() - began
    except UnreachableError as error:
        return Run(method=policy.method, k=policy.k, reason=error.message)
    released = represent(table, ready.readers, ready.space, masking, [n for n in table.names if not _kept(n, policy)])
    found = assess(table, released.table, ready.readers, ready.policy, aligned=True)
    return Run(
        method=policy.method,
        k=policy.k,
        loss_percent=found.utility.loss_percent,
        record_linkage_percent=found.risk.record_linkage_percent,
        semantic_record_linkage_percent=found.risk.semantic_record_linkage_percent,
        seconds=round(seconds, 4),
        prosecutor_max=found.risk.prosecutor_max,
        k_achieved=found.privacy.k_achieved,
        suppressed_records=found.privacy.suppressed_records,
    )


def _kept(name: str, policy: Policy) -> bool:
    attribute = policy.attributes.get(name)
    return policy.others == "keep" if attribute is None else attribute.role != "identifier"


# --- what is kept of finished runs -----------------------------------------------------------------


class _Store:
    """Finished runs by what decides them: the input's bytes, the policy, the files it names, and the version.

    The seed is not part of it, because a name that depends on the seed could be used to guess it.
    """

    def __init__(self, folder: Path, sha256: str, base: Path) -> None:
        self.folder, self._input, self._base = folder, sha256, base
        self._files: dict[str, str] = {}

    def get(self, policy: Policy) -> Run | None:
        """A run that was finished before."""
        try:
            return Run.model_validate_json(self._path(policy).read_bytes())
        except (OSError, ValueError):
            return None  # not there, or half of an older version: it is made again

    def put(self, policy: Policy, made: Run) -> None:
        """Keep a finished run, whole."""
        path = self._path(policy)
        aside = path.with_suffix(f".{os.getpid()}")
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            aside.write_text(made.model_dump_json() + "\n", "utf-8")
            aside.replace(path)
        except OSError as error:
            raise unwritable(error, path) from error

    def _path(self, policy: Policy) -> Path:
        names: list[str] = []
        policy.relocated(lambda path: names.append(path) or path)  # type: ignore[func-returns-value]
        decided = {
            "semblant": semblant_version(),
            "input": self._input,
            "policy": policy.published(),
            "seed": policy.seed is not None,
            "files": {name: self._sum(name) for name in sorted(set(names))},
        }
        text = json.dumps(decided, sort_keys=True)
        return self.folder / f"{hashlib.sha256(text.encode()).hexdigest()[:32]}.json"

    def _sum(self, name: str) -> str:
        """A checksum of a file or folder that the policy names; a name that is neither stands for itself."""
        if name not in self._files:
            path = self._base / name
            files = sorted(p for p in path.rglob("*") if p.is_file()) if path.is_dir() else [path]
            sums = [hashlib.sha256(p.read_bytes()).hexdigest() for p in files if p.is_file()]
            self._files[name] = hashlib.sha256("".join(sums).encode()).hexdigest() if sums else name
        return self._files[name]


def check_folder(folder: Path, *, force: bool = False) -> None:
    """Refuse a folder that is no comparison's; ``force`` forgets the runs of an earlier one."""
    if folder.exists() and not folder.is_dir():
        raise OutputError("There is a file of this name.", where=str(folder), hints=["-o names another folder"])
    if folder.is_dir() and any(p.name not in (PAGE, RUNS) for p in folder.iterdir()):
        raise OutputError(
            "The folder has files that are no comparison's.", where=str(folder), hints=["-o names another folder"]
        )
    if force and (folder / RUNS).is_dir():
        for path in (folder / RUNS).glob("*.json"):
            path.unlink()
