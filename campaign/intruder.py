"""An intruder who knows all records but one, the policy and the seed, and tries guesses for the last one.

Guesses that give the same release must not be told apart by anything else that is public, but for the figures that
are published with two significant digits.
"""

import json
from collections import defaultdict
from decimal import Decimal
from pathlib import Path
from typing import Any

from campaign import counter, tables
from campaign.case import Chance, Outcome, chance, noted
from semblant.release.pipeline import anonymise_file

GUESSES = 4
ROUNDED = {
    "record_linkage_percent",
    "semantic_record_linkage_percent",
    "loss_percent",
    "query_error_percent",
    "propensity_error",
}
JUDGED_BY_ROUNDED = {"column-loss", "categories"}
PRIVATE = {"input", "mapping", "timings", "environment", "decisions", "distinct", "before", "accept"}


def case(seed: int, folder: Path) -> Outcome:
    """Make releases for several guesses of the last record and compare what is public."""
    rnd = chance("intruder", seed)
    made = tables.make(rnd, tables.METHODS[seed % len(tables.METHODS)])
    outcome = Outcome(tried=made.policy["method"])
    reports = seed % 10 == 0
    known, alike = made.rows[:-1], defaultdict[bytes, list[dict[str, Any]]](list)
    for number in range(GUESSES):
        made.rows = [*known, _guess(rnd, made, known)]
        place = folder / str(number)
        place.mkdir()
        told = Outcome()
        with noted(told, made.secrets):
            file, policy = made.write(place)
            anonymise_file(file, policy, out=place / "out", base=place, reports=reports)
        outcome.broken += told.broken
        outcome.refused = told.refused
        if told.refused or told.broken:
            break
        release = (place / "out" / "release.csv").read_bytes()
        alike[release].append(_public(place / "out", outcome))
    for several in alike.values():
        for one in several[1:]:
            differ = sorted(name for name in one if one[name] != several[0].get(name))
            outcome.expect(not differ, f"guesses with one release are told apart by {differ}")
    return outcome


def _guess(rnd: Chance, made: tables.Made, known: list[list[str]]) -> list[str]:
    """A last record: masked cells of others; what is published as it is stays the same."""
    quasi = set(counter.told(made.policy, "quasi"))
    return [rnd.choice(known)[at] if name in quasi else known[0][at] for at, name in enumerate(made.names)]


def _public(out: Path, outcome: Outcome) -> dict[str, Any]:
    """Everything public but the release, without the figures that may differ."""
    document = json.loads((out / "evidence.json").read_bytes())
    shown = sorted(set(document) & PRIVATE)
    outcome.expect(not shown, f"public evidence says {shown}")
    # judged by the rounded figures alone, and so no more than they say
    document["checklist"] = [one for one in document["checklist"] if one["check"] not in JUDGED_BY_ROUNDED]
    blank = _without(document, outcome)
    files = {one.name: one.stat().st_size > 0 for one in out.iterdir()}
    return {**blank, "files": files}


def _without(part: Any, outcome: Outcome) -> Any:
    """A document without its rounded figures, which must have two digits."""
    if isinstance(part, list):
        return [_without(one, outcome) for one in part]
    if not isinstance(part, dict):
        return part
    for name in ROUNDED & set(part):
        digits = Decimal(repr(part[name] or 0)).normalize().as_tuple().digits
        outcome.expect(len(digits) <= 2, f"{name} is published with {len(digits)} digits")
    return {name: _without(one, outcome) for name, one in part.items() if name not in ROUNDED | {"created"}}
