"""Frames of pandas, polars and pyarrow with typed columns: the same frame comes back, and nothing else with it."""

import datetime as dt
import random
from collections import Counter
from decimal import Decimal
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pyarrow as pa

import semblant as sb
from campaign.case import Outcome, chance, noted
from semblant.catalogue import CATALOGUE

BACKENDS = ("pandas", "polars", "pyarrow")
METHODS = tuple(name for name, entry in CATALOGUE["table"].items() if entry.groups_records and entry.k_anonymous)
TYPES = ("int", "float", "decimal", "text", "bool", "date", "time", "category")


def values(rnd: random.Random, kind: str, n: int) -> list[Any]:
    """The values of a typed column, some of them missing."""
    draw = {
        "int": lambda: rnd.choice([rnd.randint(0, 9), rnd.randint(-(10**6), 10**6)]),
        "float": lambda: rnd.choice([rnd.random(), rnd.paretovariate(0.5), 0.0]),
        "decimal": lambda: Decimal(rnd.randint(-999, 999)).scaleb(-2),
        "text": lambda: rnd.choice(["graz", "wien", "Wien", "a,b", "=1", " x ", "é"]),
        "bool": lambda: rnd.random() < 0.5,
        "date": lambda: dt.date(2020, rnd.randint(1, 12), rnd.randint(1, 28)),
        "time": lambda: dt.datetime(2020, 1, rnd.randint(1, 28), rnd.randint(0, 23), rnd.randint(0, 59)),
        "category": lambda: rnd.choice(["low", "middle", "high"]),
    }[kind]
    holes = rnd.choice([0, 0, 0.2])
    return [None if rnd.random() < holes else draw() for _ in range(n)]


def frame(backend: str, columns: dict[str, tuple[str, list[Any]]], rnd: random.Random) -> Any:
    """A frame of a library, with the types and the baggage that frames there have."""
    plain = {name: cells for name, (_, cells) in columns.items()}
    categories = [name for name, (kind, _) in columns.items() if kind == "category"]
    if backend == "polars":
        return pl.DataFrame(plain).with_columns(pl.col(categories).cast(pl.Categorical))
    if backend == "pyarrow":
        made = pa.table(plain).replace_schema_metadata({"secret": "Zqx"})
        for name in categories:
            made = made.set_column(made.column_names.index(name), name, made[name].dictionary_encode())
        return made
    whole = pd.DataFrame(plain, index=[f"Zqx{at}" for at in range(len(next(iter(plain.values()))))])
    for name in categories:
        whole[name] = pd.Categorical(whole[name], categories=["low", "middle", "high", "Zqx"])
    whole.attrs["secret"] = "Zqx"
    return whole.convert_dtypes() if rnd.random() < 0.2 else whole


def listed(given: Any, name: str) -> list[Any]:
    """The cells of a column as plain values; None where there is none."""
    cells = given[name].to_pylist() if isinstance(given, pa.Table) else given[name].to_list()
    return [None if cell is None or cell is pd.NaT or cell is pd.NA or cell != cell else cell for cell in cells]


def case(seed: int, folder: Path) -> Outcome:  # noqa: ARG001
    """Anonymise a random frame and compare what comes back."""
    rnd = chance("frames", seed)
    backend = BACKENDS[seed % len(BACKENDS)]
    n, k = rnd.choice([6, 12, 30]), rnd.choice([2, 3])
    columns, attributes = {}, {}
    for at in range(rnd.choice([1, 2, 3])):
        kind = rnd.choice(TYPES)
        columns[f"q{at}"] = (kind, values(rnd, kind, n))
        attributes[f"q{at}"] = {"role": "quasi", "kind": _kind(rnd, kind)}
        if attributes[f"q{at}"]["kind"] == "ordinal":
            attributes[f"q{at}"]["levels"] = ["low", "middle", "high"]
    for at in range(rnd.choice([0, 1, 2])):
        kind = rnd.choice(TYPES)
        columns[f"s{at}"] = (kind, values(rnd, kind, n))
        attributes[f"s{at}"] = {"role": rnd.choice(["sensitive", "keep"])}
    given = frame(backend, columns, rnd)
    outcome = Outcome(tried=backend)
    order = rnd.choice(["sorted", "sorted", "keep", "shuffle"])
    with noted(outcome, {"Zqx"}):
        made = sb.anonymise(
            given, k=k, attributes=attributes, seed=seed, order=order, method=rnd.choice(METHODS), budget=3
        )
        check(given, made, attributes, k, outcome)
    return outcome


def _kind(rnd: random.Random, kind: str) -> str:
    fitting = {"int": ["numeric"], "float": ["numeric"], "decimal": ["numeric"], "date": ["date"], "time": ["date"]}
    fitting["category"] = ["ordinal"]
    return rnd.choice([*fitting.get(kind, []), "nominal"])


def check(given: Any, made: Any, attributes: dict[str, Any], k: int, outcome: Outcome) -> None:
    """The same type of frame, k-anonymous, its other cells unchanged, and nothing of the frame that was given."""
    back = made.data
    outcome.expect(type(back) is type(given), f"a {type(back).__name__} came back")
    quasi = [name for name, rules in attributes.items() if rules["role"] == "quasi"]
    classes = Counter(zip(*(map(str, listed(back, name)) for name in quasi), strict=True))
    outcome.expect(min(classes.values()) >= k, f"k = {min(classes.values())} in the frame, promised {k}")
    for name, rules in attributes.items():
        before, after = listed(given, name), listed(back, name)
        if rules["role"] != "quasi":
            same = all(after[at] == before[row] for at, row in enumerate(made.link.tolist()))
            outcome.expect(same, f"cells of the unmasked column {name!r} changed")
    outcome.expect("Zqx" not in _baggage(back), "the index, metadata or categories of the frame came back")


def _baggage(back: Any) -> str:
    if isinstance(back, pa.Table):
        return str(back.schema.metadata)
    if isinstance(back, pl.DataFrame):
        return ""
    categories = [list(back[name].cat.categories) for name in back if isinstance(back[name].dtype, pd.CategoricalDtype)]
    return f"{list(back.index)} {back.attrs} {categories}"
