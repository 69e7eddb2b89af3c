"""What was tried and found, as a table on the terminal and as a page of the documentation."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from campaign.ledger import Entry, Ledger, ranges, seeds_of
from campaign.run import KINDS

FOUND = Path(__file__).with_name("found.json")
"""What the campaign found so far, with its cause, and how it is tested since."""


def summary(lines: Iterable[Mapping[str, Any]]) -> str:
    """A table of kinds: cases, refused ones, broken ones, and processor time of a case."""
    rows = [("kind", "cases", "released", "refused", "broken", "ms a case")]
    by_kind: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for line in lines:
        by_kind[line["kind"]].append(line)
    for kind, of_kind in by_kind.items():
        refused = sum("refused" in line for line in of_kind)
        broken = sum("broken" in line for line in of_kind)
        cost = 1000 * sum(line["seconds"] for line in of_kind) / len(of_kind)
        n = len(of_kind)
        rows.append((kind, f"{n:,}", f"{n - refused:,}", f"{refused:,}", f"{broken:,}", f"{cost:.0f}"))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)


def write(ledger: Ledger, page: Path) -> None:
    """Write the page of what was tried from the ledger of all runs."""
    page.write_text(_page({kind: ledger.entries[kind] for kind in KINDS if ledger.entries[kind]}), encoding="utf-8")


def _page(kinds: Mapping[str, list[Entry]]) -> str:
    table = ["| kind | what is tried | seeds | cases | refused | broken |", "|---|---|---|---:|---:|---:|"]
    sums, commits = [0, 0, 0], Counter[str]()
    for kind, entries in kinds.items():
        seeds = sorted(set[int]().union(*(seeds_of(one.seeds) for one in entries)))
        counts = [len(seeds), sum(one.refused for one in entries), sum(len(one.broken) for one in entries)]
        table.append(f"| `{kind}` | {KINDS[kind]} | {ranges(seeds)} | {_cells(counts)} |")
        sums = [a + b for a, b in zip(sums, counts, strict=True)]
        commits.update({one.commit: len(seeds_of(one.seeds)) for one in entries})
    table.append(f"| all | | | {_cells(sums)} |")
    tried = {kind: sum((one.tried for one in entries), Counter[str]()) for kind, entries in kinds.items()}
    findings = json.loads(FOUND.read_text("utf-8"))
    mended = ["| kind, seed | what was wrong | cause, mended unless it says so | test |", "|---|---|---|---|"]
    mended += [f"| {one['case']} | {one['wrong']} | {one['cause']} | `{one['test']}` |" for one in findings]
    parts = {
        "table": "\n".join(table),
        "tried": "\n".join(f"* `{kind}`: {_named(counts)}" for kind, counts in tried.items()),
        "mended": "\n".join(mended),
        "cases": f"{sums[0]:,}",
        "commits": ", ".join(f"`{name}` {n:,}" for name, n in commits.most_common()),
    }
    text = Path(__file__).with_name("page.md").read_text("utf-8")
    for name, content in parts.items():
        text = text.replace(f"<!-- {name} -->", content)
    return text


def _cells(counts: Iterable[int]) -> str:
    return " | ".join(f"{n:,}" for n in counts)


def _named(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {n:,}" for name, n in sorted(counts.items()))
