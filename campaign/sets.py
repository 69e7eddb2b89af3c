"""Random tables of sets by every method and option, counted by the independent counter."""

import re
from collections import defaultdict
from collections.abc import Hashable
from pathlib import Path
from typing import Any

from campaign import columns, counter, tables, vocabularies
from campaign.case import ACCUSED, Chance, Outcome, chance, noted
from campaign.tables import Made, released
from semblant.catalogue import CATALOGUE
from semblant.release.pipeline import anonymise_file

METHODS = tuple(CATALOGUE["sets"])
BY_LUCK = re.compile(
    rf"{ACCUSED.pattern}|A class of the written release has (only l|t) =|is only \d+( persons a class|-anonymous by)"
)
"""Methods for sets look neither at sensitive values nor at persons: such promises are kept by luck, or refused."""


def make(rnd: Chance, method: str) -> Made:
    """A random table of sets with its policy."""
    n, number = rnd.choice([6, 12, 25, 50]), rnd.choice(rnd.vocabularies)
    words = list(vocabularies.parents(number))
    rnd.shuffle(words)
    words = words[: rnd.randint(2, len(words))]
    if rnd.random() < 0.3:
        words += ["qqxw", words[0].upper()]
    separator = rnd.choice(["|", "|", ";", "||", " / "])
    cells = [separator.join(columns.skewed(rnd, words, rnd.choice([0, 1, 1, 2, 3, 6]))) for _ in range(n)]
    told = {"kind": "set", "knowledge": f"vocabulary-{number:02}", "separator": separator}
    told["unknown"] = rnd.choice(["nominal", "suppress", "nominal"])
    made = {"items": columns.Column(cells, told, number)}
    policy: dict[str, Any] = {
        "shape": "sets",
        "k": rnd.choice([2, 3, 5]),
        "seed": rnd.randrange(1000),
        "method": method,
    }
    if rnd.random() < 0.4:
        made["name"] = columns.Column([f"Zqx{rnd.randrange(10**9):09}" for _ in range(n)], {"role": "identifier"})
    if rnd.random() < 0.3:
        made["s0"] = columns.sensitive(rnd, n)
        made["s0"].told["role"] = "sensitive"
    if method in ("auto", "set-mdav") and rnd.random() < 0.2:
        made["q1"] = columns.column(rnd, rnd.choice(["numeric", "nominal"]), n)
    policy |= _options(rnd, method)
    policy["attributes"] = {name: {"role": "quasi", **one.told} for name, one in made.items()}
    meant = {name: one.vocabulary for name, one in made.items() if one.vocabulary is not None}
    policy["knowledge"] = {f"vocabulary-{v:02}": {"source": f"vocabulary-{v:02}.csv"} for v in set(meant.values())}
    rows = [list(row) for row in zip(*(one.cells for one in made.values()), strict=True)]
    return Made(list(made), rows, policy, meant)


def _options(rnd: Chance, method: str) -> dict[str, Any]:
    entry, asked = CATALOGUE["sets"][method], dict[str, Any]({"budget": 5})
    choices: dict[str, list[Any]] = {
        "measure": ["path", "wu-palmer", "ratio", "logsc", "equality", "lin"],
        "set_distance": ["avg", "min", "max", "minsum", "maxsum"],
        "draw": ["group", "record"], "min_term_count": [1, 2, 4], "ties": ["canonical", "random"],
        "refine": [True, False], "blocks": [4, 10], "m": [1, 2, 3],
    }  # fmt: skip
    asked |= {name: rnd.choice(v) for name, v in choices.items() if name in entry.options and rnd.random() < 0.3}
    everywhere = {"rare": "publish", "order": rnd.choice(["keep", "shuffle"])}
    asked |= {name: value for name, value in everywhere.items() if rnd.random() < 0.2}
    return asked | ({} if entry.k_anonymous else {"accept": "not-k-anonymous"})


def case(seed: int, folder: Path) -> Outcome:
    """Anonymise random sets and count what was written."""
    method = METHODS[seed % len(METHODS)]
    made = make(chance("sets", seed), method)
    outcome = Outcome(tried=method)
    with noted(outcome, made.secrets, accused=BY_LUCK):
        file, policy = made.write(folder)
        anonymise_file(file, policy, out=folder / "out", base=folder, reports=False)
    if outcome.refused or outcome.broken:
        outcome.expect(not (folder / "out").exists(), "something was written though it was refused")
        return outcome
    check(made, folder / "out", outcome)
    return outcome


def check(made: Made, out: Path, outcome: Outcome) -> None:
    """Count released sets and compare with their evidence."""
    sheet, link, evidence = released(out)
    policy, privacy = made.policy, evidence["privacy"]
    separator = policy["attributes"]["items"]["separator"]

    def key(name: str, cell: str) -> Hashable:
        return counter.items(cell, separator) if name == "items" else cell

    found = counter.count(made.sheet, sheet, link, policy, key=key)
    outcome.broken += found.broken
    sets = [counter.items(cell, separator) for cell in sheet.column("items")]
    outcome.expect(
        all(cell == separator.join(sorted(one)) for cell, one in zip(sheet.column("items"), sets, strict=True)),
        "the items of a set are not sorted, or not once each",
    )
    by_meaning = policy.get("draw") == "record" and "draw" in made.entry.options
    counted = counter.support(sets, policy.get("m", 2)) if made.policy["method"] == "km-apriori" else found.k
    if not by_meaning:
        outcome.expect(counted >= policy["k"], f"k = {counted}, promised {policy['k']}")
        outcome.expect(
            counted == privacy["k_achieved"], f"evidence says k = {privacy['k_achieved']}, counted {counted}"
        )
    least = policy.get("min_term_count") or (1 if policy.get("rare") == "publish" else policy["k"])
    if "min_term_count" in made.entry.options:
        few = [item for item in set().union(*sets) if _holders(made, item) < least]
        outcome.expect(not few, f"{len(few)} items of fewer than {least} persons are published")


def _holders(made: Made, item: str) -> int:
    """How many records hold an item, or a concept below it."""
    number, separator = made.meant["items"], made.policy["attributes"]["items"]["separator"]
    holders: dict[str, set[int]] = defaultdict(set)
    for at, cell in enumerate(made.sheet.column("items")):
        for one in counter.items(cell, separator):
            for above in tables.concepts(number, one) or {counter.reader(one)}:
                holders[above].add(at)
    return len(holders[counter.reader(item)])
