"""Runs that are made once and kept: cells of a grid, measured on all cores, each stored by what decides it."""

import hashlib
import importlib
import json
import pkgutil
import re
import sys
import time
import traceback
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any, Protocol, TypeVar

import experiments
import semblant
from experiments import _data
from experiments._findings import Findings
from semblant.progress import Progress
from semblant.release.evidence_builder import semblant_version
from semblant.release.staging import write_whole
from semblant.release.workers import results, time_left

KEPT = Path(__file__).parent / "runs"
"""Where finished runs lie; removing the folder makes everything anew."""

DECIDING = (
    "assessment", "catalogue.py", "data", "evidence", "hierarchy", "kernels", "knowledge", "methods", "policy",
    "privacy", "proof", "release", "represent.py", "semantics", "shapes", "space", "terms",
)  # fmt: skip
"""The parts of the package that figures depend on: a run is kept as long as none of them changes."""

Cell = dict[str, Any]
Row = dict[str, Any]
T = TypeVar("T")


@dataclass(frozen=True)
class Scale:
    """How much is run: everything, or a tiny cut that only shows that a script works."""

    records: int | None = None
    most: int | None = None
    seeds: tuple[int, ...] = (1, 2, 3, 4, 5)

    @property
    def tiny(self) -> bool:
        """Whether this is the cut."""
        return self.most is not None

    def some(self, values: Iterable[T]) -> list[T]:
        """All of some values, or the first few."""
        return list(values)[: self.most]

    def size(self, whole: int, part: int) -> int:
        """A size of generated data."""
        return part if self.tiny else whole


FULL = Scale()
TINY = Scale(records=40, most=2, seeds=(1,))


class Experiment(Protocol):
    """What a script must have."""

    TITLE: str
    PAPER: str

    def cells(self, scale: Scale) -> list[Cell]:
        """The runs that are needed, each as what it depends on."""

    def measure(self, cell: Cell) -> Mapping[str, Any]:
        """Make one run; the figures go into a JSON file."""

    def findings(self, rows: Sequence[Row]) -> Findings:
        """What the runs say, beside what the paper says."""


def names() -> list[str]:
    """All experiments, by paper."""
    order = ("ours", "thesis", "fusion", "sets", "logs", "gsl")
    found = [m.name for m in pkgutil.iter_modules(experiments.__path__) if not m.name.startswith("_")]
    return sorted(found, key=lambda name: (order.index(name.split("_")[0]), name))


def experiment(name: str) -> Experiment:
    """The script of this name."""
    return importlib.import_module(f"experiments.{name}")


# --- what is kept ----------------------------------------------------------------------------------


@cache
def version() -> str:
    """A checksum of the version and of all code that decides figures."""
    package, digest = Path(semblant.__file__).parent, hashlib.sha256(semblant_version().encode())
    for part in DECIDING:
        path = package / part
        assert path.exists(), f"{part} has moved"
        for file in [path] if path.is_file() else sorted(path.rglob("*.py")):
            digest.update(file.read_bytes())
    return digest.hexdigest()


def shared_by(text: str) -> list[str]:
    """The shared files whose code decides what a script measures; the data are always among them.

    Example:
        >>> shared_by("from experiments import _tables; from experiments._runs import Cell")
        ['_data', '_tables']
    """
    used = re.findall(r"experiments(?:\.| import )(_[a-z]+)", text)
    return sorted({"_data", *used} - {"_runs", "_findings"})


@cache
def _script(name: str) -> str:
    """A checksum of how a script measures: its text above ``findings``, and the shared files that it uses."""
    folder = Path(__file__).parent
    text = (folder / f"{name}.py").read_text("utf-8").partition("def findings(")[0]
    texts = [text, *((folder / f"{file}.py").read_text("utf-8") for file in shared_by(text))]
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()


def key(name: str, cell: Cell) -> str:
    """What a run is kept under: everything that decides it, in few letters."""
    shared = experiment(name).measure.__module__.rpartition(".")[2]
    decides = [shared, _script(shared), cell, _data.fingerprint(cell["data"]), version()]
    return hashlib.sha256(json.dumps(decides, sort_keys=True).encode()).hexdigest()[:24]


@dataclass
class Kept:
    """The folder of finished runs."""

    folder: Path = KEPT

    def get(self, name: str) -> dict[str, Any] | None:
        """A run that was finished before."""
        try:
            found: dict[str, Any] = json.loads((self.folder / f"{name}.json").read_bytes())
        except (OSError, ValueError):
            return None  # not there, or half written: it is made again
        return found

    def put(self, name: str, made: Mapping[str, Any]) -> None:
        """Keep a finished run, whole."""
        write_whole(self.folder / f"{name}.json", json.dumps(made, indent=1) + "\n")


# --- running ---------------------------------------------------------------------------------------


@dataclass
class Session:
    """The rows of every experiment that was asked for, or why it has none."""

    rows: dict[str, list[Row]] = field(default_factory=dict)
    failed: dict[str, str] = field(default_factory=dict)
    seconds: float = 0.0
    """The processor time of all runs, whenever they were made."""
    made: int = 0
    runs: int = 0
    sittings: dict[str, float] = field(default_factory=dict)
    """The sittings in which the runs were made, by when each began: how many minutes it took to the last of them."""


def run(
    wanted: Sequence[str], scale: Scale, kept: Kept, progress: Progress, *, jobs: int = 1, make: bool = True
) -> Session:
    """Make all runs that are not kept yet, then gather the rows of every experiment.

    ``make=False`` gathers only what is there; an experiment with a run missing is left out.
    """
    grid = {name: experiment(name).cells(scale) for name in wanted}
    places = {name: [key(name, cell) for cell in cells] for name, cells in grid.items()}
    found = {k: r for k in {k for ks in places.values() for k in ks} if (r := kept.get(k)) is not None}
    tasks = {k: (n, c) for n, cells in grid.items() for c, k in zip(cells, places[n], strict=True) if k not in found}
    tasks = dict(sorted(tasks.items(), key=lambda task: _block(*task[1])))
    session = Session(made=len(tasks) if make else 0)
    if make and tasks:
        try:
            with progress.step("experiments", total=len(tasks)) as advance:
                began, sitting = time.monotonic(), datetime.now(UTC).isoformat(timespec="seconds")
                for done, (k, made) in enumerate(results(_one, tasks, jobs), 1):
                    name = tasks[k][0]
                    if isinstance(made, str):
                        session.failed.setdefault(name, made)
                    else:
                        made |= {"sitting": sitting, "minute": (time.monotonic() - began) / 60}
                        found[k] = made
                        kept.put(k, made)
                    advance(done, f"{name}; {time_left(time.monotonic() - began, done, len(tasks))} left")
        except BaseException:
            print("stopped; finished runs are kept, the same command goes on from there", file=sys.stderr)
            raise
    for name, cells in grid.items():
        if all(k in found for k in places[name]):
            session.rows[name] = [{**c, **found[k]["figures"]} for c, k in zip(cells, places[name], strict=True)]
    session.seconds = sum(one["seconds"] for one in found.values())
    session.runs = len(found)
    for one in found.values():
        session.sittings[one["sitting"]] = max(one["minute"], session.sittings.get(one["sitting"], 0.0))
    return session


def _block(name: str, cell: Cell) -> str:
    """A random order, so that the remaining time can be estimated early; runs on the same data stay together."""
    return hashlib.sha256(f"{name} {cell['data']} {cell.get('seed')}".encode()).hexdigest()


def _one(name: str, cell: Cell) -> dict[str, Any] | str:
    """One run with its time; a failure comes back as text, so that the others go on."""
    began = time.process_time()
    try:
        figures = dict(experiment(name).measure(cell))
    except Exception as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        return f"{type(error).__name__}: {error} ({Path(where.filename).name}:{where.lineno}; {json.dumps(cell)})"
    return {"experiment": name, "cell": cell, "figures": figures, "seconds": time.process_time() - began}
