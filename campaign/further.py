"""What plain tables do not have: hierarchies from files, promises by meaning, Parquet, persons in sets.

The independent counter counts k; what needs a vocabulary is checked by assessing the written file again.
"""

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from campaign import columns, counter, sets, tables, vocabularies
from campaign.case import ACCUSED, Chance, Outcome, chance, noted
from campaign.tables import Made
from semblant.catalogue import CATALOGUE
from semblant.data.link import read_link
from semblant.data.read import read
from semblant.policy.file import build_policy
from semblant.release.assess import assess_release
from semblant.release.pipeline import anonymise_file
from semblant.release.verify import verify_release

GENERALISING = tuple(name for name, entry in CATALOGUE["table"].items() if entry.generalises)
GROUPING = tuple(name for name, e in CATALOGUE["table"].items() if e.groups_records and e.k_anonymous)


def hierarchies(rnd: Chance, folder: Path) -> Made:
    """A generalising method with a random hierarchy for each nominal column."""
    made = tables.make(rnd, rnd.choice(GENERALISING))
    for name in counter.told(made.policy, "quasi"):
        if made.policy["attributes"][name]["kind"] != "nominal":
            continue
        values, depth = sorted(set(made.sheet.column(name)) - {""}), rnd.randint(1, 3)
        ways = [
            [value, *(f"{name}-{level}-{at >> level}" for level in range(1, depth)), "*"]
            for at, value in enumerate(values)
        ]
        if any(";" in value or '"' in value or "\n" in value or value != value.strip() for value in values):
            continue
        (folder / f"{name}.csv").write_text("\n".join(";".join(way) for way in ways) + "\n", encoding="utf-8")
        made.policy["attributes"][name]["hierarchy"] = f"{name}.csv"
    return made


def meanings(rnd: Chance, folder: Path) -> Made:  # noqa: ARG001
    """A sensitive column of concepts, with l or t by meaning."""
    made = tables.make(rnd, rnd.choice(GROUPING))
    number = rnd.choice(rnd.vocabularies)
    words = list(vocabularies.parents(number))
    rnd.shuffle(words)
    cells = columns.skewed(rnd, words[: rnd.randint(2, 8)], len(made.rows))
    diverse = {"l": 2, "l_kind": "semantic", "apart": rnd.choice([0.0, 0.1, 0.3])}
    close = {"t": rnd.choice([0.2, 0.5]), "ground": "semantic"}
    promise: dict[str, Any] = rnd.choice([diverse, close])
    made.names.append("secret")
    made.rows = [[*row, cell] for row, cell in zip(made.rows, cells, strict=True)]
    source = f"vocabulary-{number:02}"
    made.policy["attributes"]["secret"] = {"role": "sensitive", "kind": "semantic", "knowledge": source, **promise}
    made.policy["knowledge"][source] = {"source": f"{source}.csv"}
    made.meant["secret"] = number
    return made


def parquet(rnd: Chance, folder: Path) -> Made:  # noqa: ARG001
    """The same table as a Parquet file."""
    return tables.make(rnd, rnd.choice(GROUPING))


def persons(rnd: Chance, folder: Path) -> Made:  # noqa: ARG001
    """Sets of which one person has several."""
    made = sets.make(rnd, rnd.choice(sets.METHODS))
    made.names.append("who")
    made.rows = [[*row, f"P{rnd.randrange(len(made.rows) // 2 + 1)}"] for row in made.rows]
    made.policy["attributes"]["who"] = {"role": rnd.choice(["identifier", "keep"])}
    made.policy["individual"] = "who"
    return made


WAYS = (hierarchies, meanings, parquet, persons)


def case(seed: int, folder: Path) -> Outcome:
    """Make a release, count its classes, and assess and verify what was written."""
    rnd = chance("further", seed)
    way = WAYS[seed % len(WAYS)]
    made = way(rnd, folder)
    outcome = Outcome(tried=way.__name__)
    with noted(outcome, made.secrets, accused=sets.BY_LUCK if way is persons else ACCUSED):
        file, policy = made.write(folder)
        if way is parquet:
            file = file.with_suffix(".parquet")
            pl.DataFrame(made.rows, schema=made.names, orient="row").write_parquet(file)
            policy = build_policy({**made.policy, "encoding": "utf-8", "delimiter": None})
        anonymise_file(file, policy, out=folder / "out", base=folder, reports=False)
        check(made, file, policy, folder, outcome)
    return outcome


def check(made: Made, file: Path, policy: Any, folder: Path, outcome: Outcome) -> None:
    """Count k over persons on the written file, and look whether assess and verify agree with the run."""
    out, private = folder / "out", folder / "out-private"
    written = out / f"release{file.suffix}"
    release, link = (
        read(written, encoding=policy.encoding, delimiter=policy.delimiter),
        read_link(private / "link.csv", "table"),
    )
    rows = counter.Sheet(list(release.names), [list(row) for row in release.frame.rows()])
    who = counter.persons(made.sheet, made.policy)
    classes: dict[tuple[Any, ...], set[Any]] = {}
    quasi = [rows.column(name) for name in counter.told(made.policy, "quasi")]
    for at, original in enumerate(np.asarray(link).tolist()):
        if not (made.policy.get("suppression_limit") and set(rows.rows[at]) == {"*"}):
            classes.setdefault(tuple(cells[at] for cells in quasi), set()).add(who[original])
    least = min(map(len, classes.values()), default=0)
    if policy.promise == "k-anonymity":
        outcome.expect(least >= policy.k, f"k = {least}, promised {policy.k}")
    found = assess_release(file, written, policy, base=folder, link=link)
    outcome.expect(found.holds, f"assess refuses it: {[d.message for d in found.deviations]}")
    checks = [one.check for one in verify_release(out).checks if one.status != "holds"]
    outcome.expect(not checks, f"verify refuses it: {checks}")
