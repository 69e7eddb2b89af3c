"""What all runs of all checkouts tried, in one small file of the repository: seeds, numbers and commits.

Results of single cases stay where they were made. The ledger has an entry for each kind and commit, a line each; a case
is counted once, at the commit where it was first tried, and one that is broken is named until a later run mends it.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from campaign.run import KINDS

LEDGER = Path(__file__).with_name("ledger.json")


@dataclass
class Entry:
    """The cases of a kind that were tried at a commit."""

    commit: str
    seeds: str = ""
    refused: int = 0
    tried: Counter[str] = field(default_factory=Counter)
    broken: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.tried = Counter(self.tried)

    def note(self, line: Mapping[str, Any]) -> None:
        """Count a case; its seed is written down by :meth:`Ledger.add`."""
        self.refused += "refused" in line
        self.tried[line["tried"]] += 1
        if "broken" in line:
            self.broken.append(line["seed"])


class Ledger:
    """All entries by kind."""

    def __init__(self, entries: Mapping[str, list[Entry]]) -> None:
        self.entries = entries

    @classmethod
    def read(cls, file: Path = LEDGER) -> "Ledger":
        """Read a ledger; an empty one where there is none."""
        said = json.loads(file.read_text("utf-8")) if file.exists() else {}
        return cls({kind: [Entry(**one) for one in said.get(kind, ())] for kind in KINDS})

    def write(self, file: Path = LEDGER) -> None:
        """Write it, a line for each kind and commit."""
        kinds = []
        for kind, entries in self.entries.items():
            lines = [json.dumps(asdict(one) | {"tried": dict(sorted(one.tried.items()))}) for one in entries]
            if lines:
                kinds.append(f"{json.dumps(kind)}: [\n" + ",\n".join(lines) + "\n]")
        file.write_text("{\n" + ",\n".join(kinds) + "\n}\n", "utf-8")

    def tried(self) -> Iterator[tuple[str, int]]:
        """Every case that was tried, by kind and seed."""
        for kind, entries in self.entries.items():
            yield from ((kind, seed) for one in entries for seed in seeds_of(one.seeds))

    def add(self, lines: Iterable[Mapping[str, Any]]) -> None:
        """Add the results of a run; of a case that was tried before, whether it is mended."""
        latest = {(line["kind"], line["seed"]): line for line in lines}
        before, added = set(self.tried()), defaultdict[str, list[int]](list)
        for (kind, seed), line in latest.items():
            if (kind, seed) in before:
                self._again(kind, seed, line)
                continue
            entry = self._entry(kind, line.get("commit", "unknown"))
            entry.note(line)
            added[f"{kind} {entry.commit}"].append(seed)
        for kind, entries in self.entries.items():
            for one in entries:
                more = added.get(f"{kind} {one.commit}", [])
                one.seeds = ranges(sorted({*seeds_of(one.seeds), *more}))

    def _again(self, kind: str, seed: int, line: Mapping[str, Any]) -> None:
        entry = next(one for one in self.entries[kind] if seed in seeds_of(one.seeds))
        now = {*entry.broken, seed} if "broken" in line else {*entry.broken} - {seed}
        entry.broken = sorted(now)

    def _entry(self, kind: str, commit: str) -> Entry:
        for one in self.entries[kind]:
            if one.commit == commit:
                return one
        self.entries[kind].append(Entry(commit))
        return self.entries[kind][-1]


def ranges(seeds: Sequence[int]) -> str:
    """Seeds as ranges, such as ``0:100, 200:250``."""
    found: list[list[int]] = []
    for seed in seeds:
        if found and found[-1][1] == seed:
            found[-1][1] += 1
        else:
            found.append([seed, seed + 1])
    return ", ".join(f"{first}:{last}" for first, last in found)


def seeds_of(text: str) -> set[int]:
    """The seeds of ranges."""
    pairs = [one.split(":") for one in text.split(", ") if one]
    return {seed for first, last in pairs for seed in range(int(first), int(last))}
