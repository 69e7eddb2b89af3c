"""Loss and linkage of releases of heavy-tailed data, beside slow twins."""

import math
from pathlib import Path

from campaign import columns, counter, twins
from campaign.case import Chance, Outcome, chance, noted
from campaign.tables import METHODS, Made, released
from semblant.catalogue import CATALOGUE
from semblant.release.pipeline import anonymise_file

GROUPING = tuple(name for name in METHODS if CATALOGUE["table"][name].groups_records)


def make(rnd: Chance, method: str) -> Made:
    """A random table with heavy tails, all values known."""
    n, made = rnd.choice([6, 12, 20]), {}
    for at in range(rnd.choice([1, 2, 3])):
        kind = rnd.choice(["numeric", "numeric", "semantic", "nominal", "ordinal", "date"])
        one = columns.column(rnd, kind, n)
        one.told.pop("missing", None)
        if kind == "numeric":
            one.cells = _heavy(rnd, n)
        elif kind == "nominal":
            one.cells = columns.skewed(rnd, [f"city{at:02}" for at in range(12)], n)
        elif kind == "semantic" and one.vocabulary is not None:
            one.cells = [
                cell if cell.islower() and cell not in ("qqxw", "vvjh", "") else one.cells[0] for cell in one.cells
            ]
            one.cells = [cell if cell.islower() else min(one.cells, key=str.isupper) for cell in one.cells]
        elif kind == "semantic":
            one = columns.Column(_heavy(rnd, n), {"kind": "numeric"})
        else:
            filled = [cell for cell in one.cells if cell not in columns.MISSING] or [
                "low" if kind == "ordinal" else "2020-01-02"
            ]
            one.cells = [cell if cell not in columns.MISSING else filled[0] for cell in one.cells]
        made[f"q{at}"] = one
    policy = {"k": rnd.choice([2, 3]), "seed": rnd.randrange(1000), "method": method, "budget": 5}
    if rnd.random() < 0.3:
        policy["rare"] = "publish"
    policy["loss_measure"] = rnd.choice(["logsc", "logsc", "ratio", "equality"])
    policy["attributes"] = {name: {"role": "quasi", **one.told} for name, one in made.items()}
    meant = {name: one.vocabulary for name, one in made.items() if one.vocabulary is not None}
    policy["knowledge"] = {f"vocabulary-{v:02}": {"source": f"vocabulary-{v:02}.csv"} for v in set(meant.values())}
    if not CATALOGUE["table"][method].k_anonymous:
        policy["accept"] = "not-k-anonymous"
    rows = [list(row) for row in zip(*(one.cells for one in made.values()), strict=True)]
    return Made(list(made), rows, policy, meant)


def _heavy(rnd: Chance, n: int) -> list[str]:
    """Numbers of which one may outweigh all others by many orders of magnitude."""
    tail = rnd.choice([0.1, 0.3, 1.0])
    digits = rnd.choice([0, 2, 6])
    return [f"{rnd.choice([-1, 1]) * min(rnd.paretovariate(tail), 1e15):.{digits}f}" for _ in range(n)]


def case(seed: int, folder: Path) -> Outcome:
    """Anonymise heavy-tailed data and recompute the figures of the evidence."""
    rnd = chance("figures", seed)
    made = make(rnd, GROUPING[seed % len(GROUPING)])
    outcome = Outcome(tried=made.policy["method"])
    with noted(outcome):
        file, policy = made.write(folder)
        anonymise_file(file, policy, out=folder / "out", base=folder, reports=False)
    if not outcome.refused and not outcome.broken:
        check(made, folder / "out", outcome)
    return outcome


def check(made: Made, out: Path, outcome: Outcome) -> None:
    """Compare the evidence of a release with its slow twin."""
    sheet, link, evidence = released(out)
    after = [row for _, row in sorted(zip(link, sheet.rows, strict=True))]
    combine = evidence["plan"]["combine"]
    measure, table = made.policy["loss_measure"], made.sheet
    parts = [_part(table, name, made, measure, combine) for name in made.names]
    slow = twins.figures(parts, made.rows, after, combine)
    utility, risk = evidence["utility"], evidence["risk"]
    for name, found in (("sse", slow.sse), ("semantic_loss", slow.semantic_loss)):
        outcome.expect(_close(utility[name], found), f"{name} is {utility[name]}, by the twin {found}")
    outcome.expect(
        any(_close(utility["sst"], one) for one in slow.sst), f"sst is {utility['sst']}, by the twin {slow.sst[:3]}"
    )
    if utility["sst"]:
        outcome.expect(_close(utility["loss_percent"], 100 * utility["sse"] / utility["sst"]), "loss is not sse / sst")
    linked = risk["record_linkage_percent"]
    outcome.expect(_close(linked, slow.exact_linkage), f"linkage is {linked}, by the twin {slow.exact_linkage}")
    linked = risk["semantic_record_linkage_percent"]
    if combine == "mean":
        outcome.expect(_close(linked, slow.semantic_linkage), f"SRL is {linked}, by the twin {slow.semantic_linkage}")
    classes = [after.count(list(row)) for row in {tuple(row) for row in after}]
    outcome.expect(risk["uniques"] == classes.count(1), f"{risk['uniques']} uniques, counted {classes.count(1)}")
    outcome.expect(_close(risk["prosecutor_max"], 1 / min(classes)), "the prosecutor's risk is another")


def _part(table: counter.Sheet, name: str, made: Made, measure: str, combine: str) -> twins.Column:
    rules, cells = made.policy["attributes"][name], table.column(name)
    if rules["kind"] in ("semantic", "nominal"):
        return twins.Words(cells, rules, made.meant.get(name), measure)
    return twins.Places(cells, rules, combine)


def _close(stated: float, found: float) -> bool:
    return math.isclose(stated, found, rel_tol=1e-6, abs_tol=1e-9)
