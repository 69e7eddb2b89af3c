"""Running cases by seed, within a number and a time, and keeping what they found in a file of JSON lines."""

import json
import os
import subprocess
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from campaign.case import Case, Outcome

KINDS: dict[str, str] = {
    "tables": "tables by every method, kind of column, promise and option; counted by plain Python",
    "sets": "sets by every method and option; counted by plain Python",
    "logs": "search logs by every method and option; counted by plain Python",
    "frames": "frames of pandas, polars and pyarrow with typed columns",
    "further": "hierarchies from files, promises by meaning, Parquet, persons in sets; counted, assessed and verified",
    "figures": "loss, linkage, l and t on heavy-tailed data, beside slow twins",
    "tampering": "releases with one thing changed, given to assess and verify",
    "intruder": "originals that differ in one record, beside everything public",
    "hostile": "policies, vocabularies and tables that are broken, huge, cyclic or binary",
    "processes": "commands killed, interrupted, out of space, read-only, without streams, or two at once",
}
"""What each kind of case tries."""

SLOW = {"processes": 12, "intruder": 4, "tampering": 2}
"""Kinds of which one case costs as much as so many others."""


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
    said = [_git("rev-parse", "--short", "HEAD"), "+" if _git("status", "--porcelain", "src") else ""]
    return "".join(said) or "unknown"


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else ""


def run_one(kind: str, seed: int, place: Path) -> dict[str, Any]:
    """Run one case in a folder of its own; what it found, as a line of the results."""
    begun = time.process_time() + _children()
    with tempfile.TemporaryDirectory(dir=place, prefix=f"{kind}-") as folder:
        outcome: Outcome = find(kind)(seed, Path(folder))
    spent = round(time.process_time() + _children() - begun, 4)
    line = {"kind": kind, "seed": seed, "tried": outcome.tried, "seconds": spent}
    return line | {name: found for name in ("refused", "broken") if (found := getattr(outcome, name))}


def _children() -> float:
    used = os.times()
    return used.children_user + used.children_system


def read(results: Path) -> list[dict[str, Any]]:
    """The lines of earlier runs; a line cut short by a kill is left out."""
    if not results.exists():
        return []
    return [json.loads(line) for line in results.read_text("utf-8").splitlines() if line.endswith("}")]


def _turns(kinds: Sequence[str], bounds: Bounds, done: Iterable[dict[str, Any]]) -> Iterator[tuple[str, int]]:
    """Which case is next: all kinds in turn, each from its first seed that was not tried, or those of the bounds."""
    if bounds.seeds is not None:
        yield from ((kind, seed) for seed in bounds.seeds for kind in kinds)
        return
    following = dict.fromkeys(kinds, 0)
    for line in done:
        if line["kind"] in following:
            following[line["kind"]] = max(following[line["kind"]], line["seed"] + 1)
    spent = dict.fromkeys(kinds, 0)
    while True:
        kind = min(kinds, key=lambda name: spent[name])
        yield kind, following[kind]
        following[kind] += 1
        spent[kind] += SLOW.get(kind, 1)


def run(kinds: Sequence[str], bounds: Bounds, results: Path) -> Iterator[dict[str, Any]]:
    """Run cases until a bound is reached; each is written down before the next begins."""
    results.parent.mkdir(parents=True, exist_ok=True)
    until = None if bounds.seconds is None else time.monotonic() + bounds.seconds
    turns, at = _turns(kinds, bounds, read(results)), commit()
    with tempfile.TemporaryDirectory(prefix="campaign-") as place, results.open("a", encoding="utf-8") as file:
        for number, (kind, seed) in enumerate(turns):
            if number == bounds.cases or (until is not None and time.monotonic() > until):
                return
            line = run_one(kind, seed, Path(place)) | {"commit": at}
            file.write(json.dumps(line, ensure_ascii=False) + "\n")
            file.flush()
            yield line
