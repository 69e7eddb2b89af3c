"""``python -m campaign``: run random cases, list what they broke, and write the page of what was tried."""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from campaign import report
from campaign.ledger import LEDGER, Ledger
from campaign.run import KINDS, QUIET, Bounds, read, run

RESULTS = Path("build/campaign/results.jsonl")


def main(words: Sequence[str] | None = None) -> int:
    """Run the campaign as the words of a command line say; 1 where something is broken."""
    asked = _asked(words)
    ledger = Ledger.read(asked.ledger)
    if asked.keep or asked.report:
        ledger.add(read(asked.results))
        ledger.write(asked.ledger)
        if asked.report:
            report.write(ledger, asked.report)
        return 0
    os.environ.setdefault("SEMBLANT_CACHE", str(asked.results.parent.absolute() / "cache"))
    for name, value in QUIET.items():
        os.environ.setdefault(name, value)
    bounds = Bounds(asked.cases, asked.seconds, asked.seeds)
    if bounds == Bounds():
        bounds = Bounds(cases=2000)
    lines, broken = [], 0
    for line in run(asked.kind or list(KINDS), bounds, asked.results, workers=asked.workers, tried=ledger.tried()):
        lines.append(line)
        if "broken" in line:
            broken += 1
            print(f"{line['kind']} {line['seed']} ({line['tried']}): {'; '.join(line['broken'])}", flush=True)
    print(report.summary(lines))
    return 1 if broken else 0


def _asked(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m campaign", description=__doc__)
    parser.add_argument("--kind", action="append", choices=list(KINDS), help="only this kind of case; repeatable")
    parser.add_argument("--cases", type=int, help="stop after so many cases; 2,000 where no bound is given")
    parser.add_argument("--seconds", type=float, help="stop after so many seconds")
    parser.add_argument("--seeds", type=_seeds, metavar="A:B", help="these seeds, instead of the next ones")
    parser.add_argument("--workers", type=int, default=1, help="so many processes at once")
    parser.add_argument("--results", type=Path, default=RESULTS, help="JSON lines of all runs; new ones are appended")
    parser.add_argument("--ledger", type=Path, default=LEDGER, help="what all checkouts have tried")
    parser.add_argument("--keep", action="store_true", help="add the results to the ledger, and run nothing")
    parser.add_argument("--report", type=Path, metavar="PAGE", help="do so, and write the page of what was tried")
    return parser.parse_args(words)


def _seeds(text: str) -> range:
    first, _, last = text.partition(":")
    return range(int(first), int(last) if last else int(first) + 1)


if __name__ == "__main__":
    sys.exit(main())
