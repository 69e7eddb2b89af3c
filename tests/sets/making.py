"""Small tables and logs for the tests of sets, over a small directory of things."""

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from semblant.data.table import Table
from semblant.knowledge.taxonomy import Taxonomy
from semblant.policy.model import Policy
from semblant.shapes.log import LogShape
from semblant.shapes.sets import SetsShape
from semblant.shapes.shape import Masked
from semblant.space.reading import Library

SHOP = Taxonomy.from_paths(
    [
        "food/fruit/apple", "food/fruit/pear", "food/fruit/plum", "food/fruit/berry/raspberry", "food/bread",
        "food/dairy/milk", "food/dairy/cheese", "drink/tea", "drink/coffee", "drink/wine/port",
        "tool/hammer", "tool/saw", "tool/drill", "garden/rose", "garden/tulip",
    ]
)  # fmt: skip
LEAVES = ["apple", "pear", "plum", "raspberry", "bread", "milk", "cheese", "tea", "coffee", "port", "hammer", "saw"]


def library(policy: Policy) -> Library:
    made = Library(policy, Path())
    made.opened["shop"] = SHOP
    return made


def sets_policy(**more: Any) -> Policy:
    items = {"role": "quasi", "kind": "set", "knowledge": "shop"} | more.pop("items", {})
    attributes = {"items": items} | more.pop("attributes", {})
    return Policy.model_validate({"shape": "sets", "k": 3, "order": "keep", "attributes": attributes} | more)


def sets_table(cells: list[str], **columns: list[str]) -> Table:
    return Table(pl.DataFrame({"items": cells, **columns}, schema=dict.fromkeys(["items", *columns], pl.String)))


def mask(cells: list[str], seed: int = 1, *, beside: dict[str, list[str]] | None = None, **more: Any) -> Masked:
    return ready_sets(cells, beside=beside, **more).mask(np.random.default_rng(seed))


def ready_sets(cells: list[str], *, beside: dict[str, list[str]] | None = None, **more: Any) -> SetsShape:
    policy = sets_policy(**more)
    return SetsShape.read(sets_table(cells, **(beside or {})), policy, library(policy))


def log_policy(**more: Any) -> Policy:
    columns = {"user": "user", "text": "query"} | more.pop("log", {})
    given = {"shape": "log", "k": 2, "order": "keep", "knowledge": {"shop": "shop"}, "log": columns}
    return Policy.model_validate(given | more)


def ready_log(rows: list[tuple[str, ...]], names: tuple[str, ...] = ("user", "query"), **more: Any) -> LogShape:
    policy = log_policy(**more)
    frame = pl.DataFrame({n: [r[i] for r in rows] for i, n in enumerate(names)}, schema=dict.fromkeys(names, pl.String))
    return LogShape.read(Table(frame), policy, library(policy))


def masked_log(rows: list[tuple[str, ...]], names: tuple[str, ...] = ("user", "query"), **more: Any) -> Masked:
    return ready_log(rows, names, **more).mask(np.random.default_rng(1))
