"""Occupations: the bundled packs of ISCO-08 with ESCO's occupations, and of the SOC with O*NET's job titles.

``esco``: the groups of ISCO-08, below them the occupations of ESCO with their alternative labels. ``soc``: the groups
of the Standard Occupational Classification 2018 with the job titles of O*NET. ``occupations``: ``esco`` with those job
titles of O*NET that certainly belong to one group. ``scripts/build_occupation_packs.py`` makes them; the licences lie
beside them.
"""

from functools import cache
from pathlib import Path

from semblant.knowledge import pack
from semblant.knowledge.assemble import Arrays

PACKS = Path(__file__).parent / "packs"
NAMES = ("esco", "soc", "occupations")


def place(name: str) -> Path:
    """The file of a pack."""
    return PACKS / f"{name}.pack"


@cache
def bundled(name: str) -> Arrays:
    """One of the packs that come with Semblant."""
    return pack.read(place(name))
