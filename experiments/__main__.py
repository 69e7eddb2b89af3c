"""Make the papers' tables and figures again: ``python -m experiments [NAME ...] [--list]``.

All of them write RESULTS.md and its pictures; with names, those parts are printed, and the page is written anew if all
other runs are there from before.
"""

import argparse
import os
import sys
from pathlib import Path

from experiments._page import Setting, page, section
from experiments._runs import FULL, TINY, Kept, Session, experiment, names, run
from semblant.progress import watch

HERE = Path(__file__).parent


def main(arguments: list[str] | None = None) -> int:
    """Run what is asked for."""
    parser = argparse.ArgumentParser(prog="python -m experiments", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="experiments to run; all unless said")
    parser.add_argument("--list", action="store_true", help="name all experiments and stop")
    parser.add_argument("--tiny", action="store_true", help="a tiny cut of everything, to see that scripts work")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes; as many as cores unless said")
    parser.add_argument("--out", type=Path, default=HERE, help="folder for RESULTS.md, its plots and its runs")
    given = parser.parse_args(arguments)
    if given.list:
        for name in names():
            print(f"{name:32} {experiment(name).PAPER}: {experiment(name).TITLE}")
        return 0
    if unknown := [name for name in given.names if name not in names()]:
        parser.error(f"there is no experiment {unknown[0]}; --list names all")
    scale, kept = TINY if given.tiny else FULL, Kept(given.out / "runs")
    made = run(given.names or names(), scale, kept, watch(), jobs=given.jobs)
    for name in given.names:
        if name in made.rows:
            print(section(name, experiment(name).findings(made.rows[name]), None), end="\n\n")
    whole = run(names(), scale, kept, watch(), make=False)
    whole.failed |= made.failed
    if not given.names or len(whole.rows) == len(names()):
        write(whole, given.out, given.jobs)
    for name, why in made.failed.items():
        print(f"{name} could not be run: {why}", file=sys.stderr)
    return 1 if made.failed else 0


def write(session: Session, out: Path, jobs: int) -> None:
    """Write the page and its pictures."""
    found = {name: experiment(name).findings(rows) for name, rows in session.rows.items() if rows}
    setting = Setting(sum(session.sittings.values()), session.seconds / 60, session.runs, len(session.sittings), jobs)
    text = page(found, session.failed, setting, out)
    out.mkdir(parents=True, exist_ok=True)
    (out / "RESULTS.md").write_text(text, "utf-8")
    print(f"{out / 'RESULTS.md'}: {len(found)} experiments", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
