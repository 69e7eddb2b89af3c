"""The data the experiments run on: the user's own copies of public sets where there are any, our examples otherwise.

``ADULT`` names a folder with adult.csv (and mapping.csv, if labels are to mean something else than we think),
``INSURANCE`` one with the two Insurance files, ``GERMAN`` one with german.csv and labels.csv, ``RATINGS`` one with
mc30.txt and rg65.txt.
"""

import hashlib
import os
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

import polars as pl

from experiments._madeup import every_pair_once, survey_of_25_terms, wider_discharges
from semblant.data.read import read
from semblant.data.table import Table
from semblant.policy.file import build_policy, read_policy

HERE = Path(__file__).parent
EXAMPLES = HERE.parent / "examples"
PUBLIC = HERE.parent.parent / "shared" / "data"  # where a checkout may have a neighbour with public data

INSURANCE = {
    "insurance-gauss": "insurance10K_Occup_Gauss_RiskClass.csv",
    "insurance-uniform": "insurance10K_Occup_Uniform_SalaryClass.csv",
}
INSURANCE_COLUMNS = ("occupation", "workplace", "activity", "place")
MADE_UP = {"survey-25": survey_of_25_terms, "survey-once": every_pair_once, "discharges-wide": wider_discharges}
ADDITIONS = {"own": "own", "plain": "none"}
"""What a made-up log has besides the words that a user is interested in: places and additions of their own, or none."""
WORDNET: dict[str, Any] = {"role": "quasi", "kind": "semantic", "knowledge": "wordnet", "min_score": 0.0}
"""The papers' terms are surer to be right than their scores say: they were chosen from WordNet."""


@dataclass(frozen=True)
class Data:
    """A table, and the keys of a policy that say what it is."""

    name: str
    table: Table
    base: Path
    keys: dict[str, Any]


def folder(variable: str, usual: str) -> Path | None:
    """The folder that a variable of the environment names; None where there is none."""
    path = Path(os.environ.get(variable, PUBLIC / usual))
    return path if path.is_dir() else None


def place_of(name: str) -> Path | None:
    """The folder where a data set lies; None where the user does not have it."""
    if name == "adult":
        found = folder("ADULT", "adult")
        return found if found and (found / "adult.csv").is_file() else None
    if name in INSURANCE:
        found = folder("INSURANCE", "insurance")
        return found if found and (found / INSURANCE[name]).is_file() else None
    if name == "german":
        found = folder("GERMAN", "german")
        return found if found and (found / "german.csv").is_file() else None
    if name == "ratings":
        found = folder("RATINGS", "similarity")
        return found if found and (found / "rg65.txt").is_file() else None
    return EXAMPLES / name.partition("-")[0]


def there(*names: str) -> list[str]:
    """Those of some data sets that the user has."""
    return [name for name in names if place_of(name) is not None]


@cache
def fingerprint(name: str) -> str:
    """A checksum of everything that a data set consists of."""
    place, digest = place_of(name), hashlib.sha256()
    files = sorted(place.iterdir()) if place is not None else []
    for path in [*files, *(HERE / own for own in ("adult-mapping.csv", "german-mapping.csv", "_madeup.py"))]:
        if path.suffix in (".csv", ".txt", ".yaml", ".py"):
            digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()


@lru_cache(maxsize=4)
def load(name: str, records: int | None = None) -> Data:
    """A data set by its name, or its first records."""
    place = place_of(name)
    if place is None:
        raise FileNotFoundError(f"no folder with {name}")
    if name == "adult":
        base = place if (place / "mapping.csv").is_file() else HERE
        mapping = "mapping.csv" if base is place else "adult-mapping.csv"
        keys: dict[str, Any] = {"mapping": mapping, "attributes": {"occupation": WORDNET, "native-country": WORDNET}}
        return Data(name, _cut(read(place / "adult.csv"), records), base, {**keys, "others": "drop"})
    if name in INSURANCE:
        names = ["gender", "age", "decade", *INSURANCE_COLUMNS, "class"]
        frame = pl.read_csv(place / INSURANCE[name], has_header=False, new_columns=names, infer_schema=False)
        meant = {column: {**WORDNET, "unknown": "nominal"} for column in INSURANCE_COLUMNS}
        return Data(name, _cut(Table(frame), records), place, {"attributes": meant, "others": "drop"})
    if name == "german":
        meant = dict(pl.read_csv(place / "labels.csv").select("code", "label").iter_rows())
        purpose = read(place / "german.csv").frame.get_column("PURPOSE").replace_strict(meant).alias("purpose")
        keys = {"mapping": "german-mapping.csv", "attributes": {"purpose": WORDNET}}
        return Data(name, _cut(Table(purpose.to_frame()), records), HERE, keys)
    if name in MADE_UP:
        kind = {**WORDNET, "knowledge": "icd10"} if name == "discharges-wide" else WORDNET
        columns = ("principal", "secondary") if name == "discharges-wide" else ("reason", "activity")
        keys = {"attributes": dict.fromkeys(columns, kind)}
        return Data(name, _cut(MADE_UP[name](), records), place, keys)
    keys = build_policy(read_policy(place / "policy.yaml")).model_dump(exclude_unset=True)
    for attribute in keys["attributes"].values():
        if attribute.get("knowledge") == "wordnet":
            attribute["min_score"] = WORDNET["min_score"]
    return Data(name, _cut(read(place / f"{name}.csv"), records), place, keys)


def _cut(table: Table, records: int | None) -> Table:
    return table if records is None else Table(table.frame.head(records), table.origin)


@lru_cache(maxsize=2)
def generated(name: str, size: int, seed: int) -> Table:
    """An example made up anew, in another size and with another seed."""
    heads = {
        "searchlog": ("user_id", "query", "when", "clicked", "results"),
        "baskets": ("household", "age", "items", "visits"),
    }
    example, _, additions = name.partition("-")
    make = import_module(f"examples.{example}.make").rows
    rows = list(make(size, seed, *([ADDITIONS[additions]] if additions else [])))
    return Table(pl.DataFrame({n: [row[i] for row in rows] for i, n in enumerate(heads[example])}))
