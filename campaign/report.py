"""What was tried and found, as a table on the terminal and as a page of the documentation."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from campaign.run import KINDS, read

FOUND = Path(__file__).with_name("found.json")
"""What the campaign found so far, with its cause, and how it is tested since."""


def summary(lines: Iterable[Mapping[str, Any]]) -> str:
    """A table of kinds: cases, refused ones, broken ones, and processor time of a case."""
    rows = [("kind", "cases", "released", "refused", "broken", "ms a case")]
    for kind, of_kind in _by_kind(lines).items():
        refused = sum("refused" in line for line in of_kind)
        broken = sum("broken" in line for line in of_kind)
        cost = 1000 * sum(line["seconds"] for line in of_kind) / len(of_kind)
        n = len(of_kind)
        rows.append((kind, f"{n:,}", f"{n - refused:,}", f"{refused:,}", f"{broken:,}", f"{cost:.0f}"))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)


def _by_kind(lines: Iterable[Mapping[str, Any]]) -> dict[str, list[Mapping[str, Any]]]:
    found: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for line in lines:
        found[line["kind"]].append(line)
    return {kind: found[kind] for kind in KINDS if kind in found}


def write(results: Path, page: Path) -> None:
    """Write the page of what was tried from the results of all runs."""
    lines = _latest(read(results))
    page.write_text(_page(lines), encoding="utf-8")


def _latest(lines: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Every case once, as it came out last: what was broken and is mended counts as mended."""
    return list({(line["kind"], line["seed"]): line for line in lines}.values())


def _page(lines: Sequence[Mapping[str, Any]]) -> str:
    by_kind = _by_kind(lines)
    table = ["| kind | what is tried | seeds | cases | refused | broken |", "|---|---|---|---:|---:|---:|"]
    for kind, of_kind in by_kind.items():
        refused, broken = (sum(what in line for line in of_kind) for what in ("refused", "broken"))
        seeds = _ranges(sorted(line["seed"] for line in of_kind))
        table.append(f"| `{kind}` | {KINDS[kind]} | {seeds} | {len(of_kind):,} | {refused:,} | {broken:,} |")
    broken = sum("broken" in line for line in lines)
    table.append(f"| all | | | {len(lines):,} | {sum('refused' in x for x in lines):,} | {broken:,} |")
    tried = [f"* `{kind}`: {_tried(of_kind)}" for kind, of_kind in by_kind.items()]
    findings = json.loads(FOUND.read_text("utf-8"))
    mended = ["| kind, seed | what was wrong | cause, mended unless it says so | test |", "|---|---|---|---|"]
    mended += [f"| {one['case']} | {one['wrong']} | {one['cause']} | `{one['test']}` |" for one in findings]
    commits = Counter(line.get("commit", "unknown") for line in lines)
    parts = {
        "table": "\n".join(table),
        "tried": "\n".join(tried),
        "mended": "\n".join(mended),
        "cases": f"{len(lines):,}",
        "commits": ", ".join(f"`{name}` {n:,}" for name, n in commits.most_common()),
    }
    text = Path(__file__).with_name("page.md").read_text("utf-8")
    for name, content in parts.items():
        text = text.replace(f"<!-- {name} -->", content)
    return text


def _tried(lines: Sequence[Mapping[str, Any]]) -> str:
    counts = Counter(line["tried"] for line in lines)
    return ", ".join(f"{name} {n:,}" for name, n in sorted(counts.items()))


def _ranges(seeds: Sequence[int]) -> str:
    """Seeds as ranges, such as ``0:100, 200:250``."""
    found: list[list[int]] = []
    for seed in seeds:
        if found and found[-1][1] == seed:
            found[-1][1] += 1
        else:
            found.append([seed, seed + 1])
    return ", ".join(f"{first}:{last}" for first, last in found)
