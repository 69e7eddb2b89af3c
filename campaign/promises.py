"""Any table taken for a release: the proof counts k, l, t, persons and suppressed records, and so does the counter.

No method has made these tables, so most break what the policy promises; both must say so, with the same figures.
"""

from pathlib import Path
from typing import Any

import polars as pl

from campaign import columns, counter
from campaign.case import Chance, Outcome, chance, noted
from semblant.data.table import Table
from semblant.policy.file import build_policy
from semblant.proof.tables import privacy_of_table

KINDS = ("numeric", "date", "ordinal", "nominal", "nominal")


def make(rnd: Chance) -> tuple[counter.Sheet, counter.Sheet, dict[str, Any]]:
    """A random original, another table in the place of its release, and a policy."""
    n = rnd.choice([3, 5, 8, 14, 20])
    limit = rnd.choice([0.0, 0.0, 0.2, 0.6])
    policy: dict[str, Any] = {"k": rnd.choice([2, 3]), "order": "shuffle", "attributes": {}}
    policy |= {"suppression_limit": limit, "method": "datafly"} if limit else {}
    made: dict[str, list[str]] = {}
    for at in range(rnd.choice([1, 2, 3])):
        one = columns.column(rnd, rnd.choice(KINDS), n)
        if not limit:  # a single record without a value is then a class that is too small, or suppressed: as one likes
            one.told.pop("missing", None)
        made[f"q{at}"], policy["attributes"][f"q{at}"] = one.cells, {"role": "quasi", **one.told}
    for at in range(rnd.choice([0, 1, 1, 2])):
        one = columns.sensitive(rnd, n)
        made[f"s{at}"], policy["attributes"][f"s{at}"] = one.cells, {**one.told, "role": "sensitive"}
    if rnd.random() < 0.3:
        people = rnd.choice([n, n // 2 + 1])
        made["who"] = [rnd.choice(["{}", "P{}", "0{}", "{}.0", "p{} "]).format(rnd.randrange(people)) for _ in range(n)]
        policy["attributes"]["who"], policy["individual"] = {"role": rnd.choice(["identifier", "keep"])}, "who"
    made = {name: ["star" if cell == "*" else cell for cell in cells] for name, cells in made.items()}
    rows = [list(row) for row in zip(*made.values(), strict=True)]
    names = [name for name in made if policy["attributes"][name]["role"] != "identifier"]
    return counter.Sheet(list(made), rows), _masked(rnd, made, names, policy), policy


def _masked(rnd: Chance, made: dict[str, list[str]], names: list[str], policy: dict[str, Any]) -> counter.Sheet:
    """Records in random groups, each with the quasi-identifiers of one of them; some suppressed where they may be.

    Missing values that the policy hides are ``*`` in every release.
    """
    n = len(made[names[0]])
    several = rnd.choice([1, 2, n // 3 + 1, n])
    groups = [rnd.randrange(several) for _ in range(n)]
    donors = {group: groups.index(group) for group in groups}
    rows = []
    for at in range(n):
        if policy.get("suppression_limit") and rnd.random() < 0.15:
            rows.append(["*"] * len(names))
            continue
        masked = {name: made[name][donors[groups[at]]] for name in counter.told(policy, "quasi")}
        masked = {name: "*" if counter.hidden(made[name][at], name, policy) else cell for name, cell in masked.items()}
        rows.append([masked.get(name, made[name][at]) for name in names])
    return counter.Sheet(names, rows)


def case(seed: int, folder: Path) -> Outcome:  # noqa: ARG001
    """Count a table by the proof and by the counter."""
    rnd = chance("promises", seed)
    original, release, policy = make(rnd)
    outcome, rules = Outcome(tried=_promised(policy)), build_policy(policy)
    with noted(outcome):
        found = privacy_of_table(_table(release), rules, _table(original), aligned=True)
        link = list(range(len(release.rows)))
        counted = counter.count(original, release, link, policy, suppresses=bool(policy.get("suppression_limit")))
        _compare(found, counted, policy, outcome)
    return outcome


def _table(sheet: counter.Sheet) -> Table:
    return Table(pl.DataFrame(sheet.rows, schema=dict.fromkeys(sheet.names, pl.String), orient="row"))


def _promised(policy: dict[str, Any]) -> str:
    rules = policy["attributes"].values()
    kinds = {one.get("l_kind", "distinct") for one in rules if "l" in one}
    kinds |= {f"t {one.get('ground', 'equal')}" for one in rules if "t" in one}
    kinds |= {"persons"} if "individual" in policy else set()
    return " and ".join(sorted(kinds)) or "k"


def _compare(found: Any, counted: counter.Counted, policy: dict[str, Any], outcome: Outcome) -> None:
    pairs = {"k": (found.k_achieved, counted.k), "classes": (found.classes, counted.classes),
             "suppressed records": (found.suppressed_records, counted.suppressed)}  # fmt: skip
    for name, (stated, slow) in pairs.items():
        outcome.expect(stated == slow, f"the proof says {name} = {stated}, the counter {slow}")
    for name, stated, slow in (("l", found.l_achieved, counted.l), ("t", found.t_achieved, counted.t)):
        same = all(abs((stated or {}).get(column, -1) - value) < 1e-9 for column, value in slow.items())
        outcome.expect(same, f"the proof says {name} = {stated}, the counter {slow}")
    kept = counted.k >= policy["k"] and counted.classes > 0 and not counted.broken
    outcome.expect(found.verified == kept, f"verified is {found.verified}, the counter finds {counted.broken}")
