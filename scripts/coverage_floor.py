"""Print the files of ``src`` whose tests cover too little, and fail if one of them has no stated reason.

    coverage json -o report.json && python scripts/coverage_floor.py report.json

The floor and the reasons are in pyproject.toml, under ``tool.semblant.coverage``.
"""

import json
import sys
import tomllib
from pathlib import Path

PROJECT = Path(__file__).parents[1]


def main(report: Path) -> int:
    """Exit code 1 if a file is below the floor without a reason, or has a reason that it no longer needs."""
    settings = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["tool"]["semblant"]["coverage"]
    found = json.loads(report.read_text("utf-8"))
    covered = {name: one["summary"]["percent_covered"] for name, one in sorted(found["files"].items())}
    below = {name: share for name, share in covered.items() if share < settings["floor"]}
    reasons = settings["below"]
    print(f"{found['totals']['percent_covered']:.1f} % of the lines of src are covered.")
    for name, share in below.items():
        print(f"  {share:5.1f} %  {name}  ({reasons.get(name, 'no reason given')})")
    stale = sorted(reasons.keys() - below.keys())
    for name in stale:
        print(f"  {name} is not below {settings['floor']} %, or not there: remove its reason from pyproject.toml")
    return int(bool(stale or below.keys() - reasons.keys()))


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
