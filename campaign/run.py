"""Running cases by seed, within a number and a time, and keeping what they found in a file of JSON lines."""

import json
import multiprocessing
import os
import subprocess
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from importlib import import_module
from itertools import islice, takewhile
from pathlib import Path
from typing import Any

from campaign.case import Case, Outcome, place_of

KINDS: dict[str, str] = {
    "tables": "tables by every method, kind of column, promise and option; counted by plain Python",
    "sets": "sets by every method and option; counted by plain Python",
    "logs": "search logs by every method and option; counted by plain Python",
    "treatments": "columns that are rounded, coded at the ends, put into bands or cut to months, in any role",
    "formats": "files of every format, written and read by other libraries, with labels, comments and metadata",
    "frames": "frames of pandas, polars and pyarrow with typed columns",
    "further": "hierarchies from files, promises by meaning, Parquet, persons in sets; counted, assessed and verified",
    "promises": "any table taken for a release: what the proof counts, beside the counter",
    "holdings": "any sets or logs taken for a release: what the proof counts, beside the counter",
    "figures": "loss, linkage, l and t on heavy-tailed data, beside slow twins",
    "reports": "reports, checklists, analyses and population risk; what is public, and figures that must fit",
    "tampering": "releases with one thing changed, given to assess and verify",
    "intruder": "originals that differ in one record, beside everything public",
    "hostile": "policies, vocabularies and tables that are broken, huge, cyclic or binary",
    "files": "files of every format, hierarchies and mappings with bytes changed",
    "commands": "every command on sound releases: pipes, replays, plans, assessments, comparisons, reviews",
    "processes": "commands killed, interrupted, out of space, read-only, without streams, or two at once",
}
"""What each kind of case tries."""

SLOW = {"processes": 12, "intruder": 4, "commands": 3, "reports": 3, "further": 2}
"""Kinds of which one case costs as much as so many others."""

SLICE = 48
"""How many cases of a kind a worker is given at once, of slow ones fewer."""

QUIET = dict.fromkeys(("POLARS_MAX_THREADS", "NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")
"""Small tables gain nothing from threads, and waiting ones use the processor; set before the libraries are loaded."""

Line = dict[str, Any]
"""One case as a line of the results."""


@dataclass(frozen=True)
class Bounds:
    """How far a run goes: so many cases, so many seconds, these seeds."""

    cases: int | None = None
    seconds: float | None = None
    seeds: range | None = None


def find(kind: str) -> Case:
    """The function that runs the cases of a kind."""
    found: Case = import_module(f"campaign.{kind}").case
    return found


def commit() -> str:
    """The commit that is tried, with a plus where files differ from it."""
    said = [_git("rev-parse", "--short", "HEAD"), "+" if _git("status", "--porcelain", "src", "campaign") else ""]
    return "".join(said) or "unknown"


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else ""


def run_one(kind: str, seed: int, place: Path) -> Line:
    """Run one case in a folder of its own; what it found, as a line of the results."""
    begun = time.process_time() + _children()
    with tempfile.TemporaryDirectory(dir=place, prefix=f"{kind}-") as folder:
        outcome = _outcome(kind, seed, Path(folder))
    spent = round(time.process_time() + _children() - begun, 4)
    line = {"kind": kind, "seed": seed, "tried": outcome.tried, "seconds": spent}
    return line | {name: found for name in ("refused", "broken") if (found := getattr(outcome, name))}


def _outcome(kind: str, seed: int, folder: Path) -> Outcome:
    try:
        return find(kind)(seed, folder)
    except Exception as error:
        return Outcome("unknown", broken=[f"the case ends with {type(error).__name__}: {error} at {place_of(error)}"])


def _children() -> float:
    used = os.times()
    return used.children_user + used.children_system


def read(results: Path) -> list[Line]:
    """The lines of earlier runs; a line cut short by a kill is left out."""
    if not results.exists():
        return []
    return [json.loads(line) for line in results.read_text("utf-8").splitlines() if line.endswith("}")]


def run(
    kinds: Sequence[str], bounds: Bounds, results: Path, *, workers: int = 1, tried: Iterable[tuple[str, int]] = ()
) -> Iterator[Line]:
    """Run cases until a bound is reached, each written down when it is done; ``tried`` ones are not run again."""
    results.parent.mkdir(parents=True, exist_ok=True)
    until = None if bounds.seconds is None else time.monotonic() + bounds.seconds
    done = [*tried, *((line["kind"], line["seed"]) for line in read(results))]
    slices, at = _bounded(_turns(kinds, bounds, done), bounds.cases), commit()
    with tempfile.TemporaryDirectory(prefix="campaign-", dir=memory()) as place, results.open("a") as file:
        in_time = takewhile(lambda _: until is None or time.monotonic() <= until, slices)
        for line in _each(in_time, Path(place), workers):
            file.write(json.dumps(line | {"commit": at}) + "\n")
            file.flush()
            yield line


def memory() -> str | None:
    """A folder in memory, where writing costs little; None where there is none."""
    shared = "/dev/shm"
    return shared if os.access(shared, os.W_OK) else None


def _each(slices: Iterator[tuple[str, range]], place: Path, workers: int) -> Iterator[Line]:
    """Run slices here, or by so many processes."""
    if workers == 1:
        for kind, seeds in slices:
            yield from (run_one(kind, seed, place) for seed in seeds)
        return
    with ProcessPoolExecutor(workers, multiprocessing.get_context("spawn")) as pool:
        running: set[Future[list[Line]]] = set()
        while True:
            following = islice(slices, max(0, workers + 1 - len(running)))
            running |= {pool.submit(_run_slice, kind, seeds, place) for kind, seeds in following}
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for one in done:
                yield from one.result()


def _run_slice(kind: str, seeds: range, place: Path) -> list[Line]:
    return [run_one(kind, seed, place) for seed in seeds]


def _bounded(slices: Iterator[tuple[str, range]], cases: int | None) -> Iterator[tuple[str, range]]:
    """Slices until there are so many cases."""
    for kind, seeds in slices:
        yield kind, seeds if cases is None else seeds[:cases]
        if cases is not None and (cases := cases - len(seeds)) <= 0:
            return


def _turns(kinds: Sequence[str], bounds: Bounds, done: Iterable[tuple[str, int]]) -> Iterator[tuple[str, range]]:
    """Which cases are next: all kinds in turn, each from its first seed that was not tried, or those of the bounds."""
    following = dict.fromkeys(kinds, 0)
    if bounds.seeds is not None:
        for kind in kinds:
            length = _length(kind)
            starts = range(bounds.seeds.start, bounds.seeds.stop, length)
            yield from ((kind, range(first, min(first + length, bounds.seeds.stop))) for first in starts)
        return
    for kind, seed in done:
        if kind in following:
            following[kind] = max(following[kind], seed + 1)
    spent = dict.fromkeys(kinds, 0)
    while True:
        kind = min(kinds, key=lambda name: spent[name])
        seeds = range(following[kind], following[kind] + _length(kind))
        yield kind, seeds
        following[kind] = seeds.stop
        spent[kind] += len(seeds) * SLOW.get(kind, 1)


def _length(kind: str) -> int:
    return max(1, SLICE // SLOW.get(kind, 1))
