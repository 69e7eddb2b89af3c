"""Any sets or logs taken for a release: the proof counts who holds the same, and so does the counter."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import polars as pl

from campaign import columns, counter
from campaign.case import Chance, Outcome, chance, noted
from semblant.data.table import Table
from semblant.policy.file import build_policy
from semblant.proof.logs import log_classes, privacy_of_log
from semblant.proof.sets import privacy_of_sets

WORDS = ["tea", "milk", "bread", "salt", "oil", "Tea", "té", "rye bread", "a:b", "7"]


def case(seed: int, folder: Path) -> Outcome:  # noqa: ARG001
    """Count sets or logs by the proof and by the counter."""
    rnd = chance("holdings", seed)
    way = (_sets, _together, _logs, _addresses)[seed % 4]
    outcome = Outcome(tried=way.__name__.strip("_"))
    with noted(outcome):
        way(rnd, outcome)
    return outcome


def _table(names: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    return Table(pl.DataFrame(rows, schema=dict.fromkeys(names, pl.String), orient="row"))


def _held(rnd: Chance, separator: str) -> list[str]:
    n, words = rnd.choice([3, 6, 12, 20]), rnd.sample(WORDS, rnd.randint(1, 5))
    return [separator.join(sorted(set(columns.skewed(rnd, words, rnd.choice([0, 1, 2, 2, 3]))))) for _ in range(n)]


def _policy(rnd: Chance, separator: str, **more: Any) -> dict[str, Any]:
    items = {"role": "quasi", "kind": "set", "separator": separator}
    return {"shape": "sets", "k": rnd.choice([2, 3]), "order": "shuffle", "attributes": {"items": items}, **more}


def _sets(rnd: Chance, outcome: Outcome) -> None:
    """Records with the same items, and l or t of a sensitive column in their classes; persons with several sets."""
    separator = rnd.choice(["|", ";", "||", " / "])
    cells, policy = _held(rnd, separator), _policy(rnd, separator, method="set-mdav")
    secret = columns.sensitive(rnd, len(cells))
    names, rows = ["items", "s0"], list(zip(cells, secret.cells, strict=True))
    policy["attributes"]["s0"] = {**secret.told, "role": "sensitive"}
    if rnd.random() < 0.4:
        names, policy["individual"] = [*names, "who"], "who"
        rows = [(*row, f"{rnd.choice(['P', 'p', 'P '])}{rnd.randrange(len(cells) // 2 + 1)}") for row in rows]
        policy["attributes"]["who"] = {"role": "keep"}
    sheet = counter.Sheet(names, [list(row) for row in rows])
    counted = counter.count(sheet, sheet, list(range(len(rows))), policy)
    table = _table(names, rows)
    found = privacy_of_sets(table, build_policy(policy), table, aligned=True)
    outcome.expect(found.k_achieved == counted.k, f"the proof says k = {found.k_achieved}, the counter {counted.k}")
    outcome.expect(found.classes == counted.classes, f"the proof counts {found.classes} classes of {counted.classes}")
    for name, stated, slow in (("l", found.l_achieved, counted.l), ("t", found.t_achieved, counted.t)):
        same = all(abs((stated or {}).get(column, -1) - value) < 1e-9 for column, value in slow.items())
        outcome.expect(same, f"the proof says {name} = {stated}, the counter {slow}")
    kept = counted.k >= policy["k"] and not counted.broken
    outcome.expect(found.verified == kept, f"verified is {found.verified}, the counter finds {counted.broken}")


def _together(rnd: Chance, outcome: Outcome) -> None:
    """How many records, or persons, hold any few items together: k^m-anonymity."""
    separator, m = rnd.choice(["|", ";"]), rnd.choice([1, 2, 3])
    cells = _held(rnd, separator)
    policy = _policy(rnd, separator, method="km-apriori", m=m, accept="not-k-anonymous")
    sets = [counter.items(cell, separator) for cell in cells]
    people = [str(at) for at in range(len(cells))]
    names, rows = ["items"], [[cell] for cell in cells]
    if rnd.random() < 0.5:
        people = [f"P{rnd.randrange(len(cells) // 2 + 1)}" for _ in cells]
        names, rows = ["items", "who"], [[cell, who] for cell, who in zip(cells, people, strict=True)]
        policy["attributes"]["who"], policy["individual"] = {"role": "keep"}, "who"
    holders: dict[tuple[str, ...], set[str]] = {}
    for who, held in zip(people, sets, strict=True):
        for size in range(1, m + 1):
            for few in combinations(sorted(held), size):
                holders.setdefault(few, set()).add(who)
    slow = min(map(len, holders.values()), default=0)
    table = _table(names, rows)
    found = privacy_of_sets(table, build_policy(policy), table, aligned=True)
    outcome.expect(found.k_achieved == slow, f"the proof says k = {found.k_achieved}, counted {slow}")
    outcome.expect(found.verified == (slow >= policy["k"]), f"verified is {found.verified} at k = {slow}")


def _log(rnd: Chance) -> list[list[str]]:
    users, words = rnd.choice([2, 4, 8]), rnd.sample(WORDS, rnd.randint(1, 3))
    times, urls = ["2006-03-01", "2006-03-02"][: rnd.choice([1, 2])], ["", "http://a.example", "http://b.example"]
    return [
        [f"U{rnd.randrange(users)}", rnd.choice(words), rnd.choice(times), rnd.choice(urls)]
        for _ in range(rnd.choice([3, 8, 16]))
    ]


def _logs(rnd: Chance, outcome: Outcome) -> None:
    """How many users share each log."""
    rows = [row[:3] for row in _log(rnd)]
    told = {"query": {"role": "quasi", "kind": "semantic", "knowledge": "wordnet"}}
    policy = build_policy({"shape": "log", "k": 2, "method": "log-mdav", "attributes": told,
                           "log": {"user": "user", "text": "query", "time": "when"}})  # fmt: skip
    table = _table(["user", "query", "when"], rows)
    slow = sorted(counter.logs(counter.Sheet(["user", "query", "when"], rows), "user"))
    outcome.expect(sorted(log_classes(table, policy)) == slow, f"the proof counts other classes than {slow}")
    found = privacy_of_log(table, policy)
    outcome.expect((found.k_achieved, found.verified) == (slow[0], slow[0] >= 2), f"k is {found.k_achieved} of {slow}")


def _addresses(rnd: Chance, outcome: Outcome) -> None:
    """Whether two published queries led to one address."""
    rows = _log(rnd)
    policy = build_policy({"shape": "log", "k": 2, "method": "log-poblete", "accept": "not-k-anonymous",
                           "attributes": {"query": {"role": "quasi", "kind": "semantic", "knowledge": "wordnet"}},
                           "log": {"user": "user", "text": "query", "time": "when", "url": "url"}})  # fmt: skip
    published = {row[1] for row in rows if rnd.random() < 0.5} or {rows[0][1]}
    released = [row[:3] for row in rows if row[1] in published]
    led = Counter(url for _, url in {(row[1], row[3]) for row in rows if row[3] and row[1] in published})
    original = _table(["user", "query", "when", "url"], rows)
    found = privacy_of_log(_table(["user", "query", "when"], released), policy, original)
    shared = max(led.values(), default=0) > 1
    outcome.expect(found.verified == (not shared), f"verified is {found.verified} where queries shared an address")
