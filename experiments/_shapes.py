"""Masked sets and search logs, over several k at once: what is read once need not be read again for every k."""

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from experiments._data import generated
from experiments._madeup import diagnosis_sets
from experiments._runs import Cell
from semblant.assessment.logs import assess_log
from semblant.data.table import Table
from semblant.policy.model import Policy
from semblant.proof.logs import privacy_of_log
from semblant.proof.tables import privacy_of_table
from semblant.shapes.log import LogShape
from semblant.shapes.sets import SetsShape
from semblant.space.reading import Library

LOG = {"user": "user_id", "text": "query", "time": "when", "url": "clicked", "results": "results"}
ITEMS = {"role": "quasi", "kind": "set", "unknown": "suppress"}


LATER = ("k", "kp", "d", "b", "K")
"""What decides how a log is masked and not how it is read."""


def read_log(size: int, seed: int, keys: Mapping[str, Any], data: str = "searchlog") -> LogShape:
    """A search log made up of so many users, read under a policy."""
    asked = {"shape": "log", "log": LOG, "times": "drop", "rare": "publish", **keys}
    early = {key: value for key, value in asked.items() if key not in LATER}
    return replace(_read_log(size, seed, data, json.dumps(early)), policy=Policy.model_validate(asked))


@lru_cache(maxsize=2)
def _read_log(size: int, seed: int, data: str, keys: str) -> LogShape:
    policy = Policy.model_validate(json.loads(keys))
    return LogShape.read(generated(data, size, seed), policy, Library(policy, Path()))


@lru_cache(maxsize=2)
def as_sets(data: str, size: int, seed: int) -> Table:
    """Made-up baskets or diagnoses, or a made-up log as sets: every user with the noun phrases that WordNet knows."""
    if data == "discharges-sets":
        return diagnosis_sets(size, seed)
    if data == "baskets":
        return generated(data, size, seed)
    log = read_log(size, seed, {"method": "log-mdav"}, data).log
    held: list[set[str]] = [set() for _ in log.users]
    for user, phrase in zip(log.occurrences.users.tolist(), log.occurrences.phrases.tolist(), strict=True):
        if log.meant[phrase] is not None:
            held[user].add(log.mapped_texts.phrases.values[phrase].replace("|", " "))
    return Table(pl.DataFrame({"items": ["|".join(sorted(items)) for items in held]}))


def measure_sets(cell: Cell) -> Mapping[str, Any]:
    """The loss of eq. 8 at every k, of the released words."""
    items = {**ITEMS, "knowledge": "icd10" if cell["data"] == "discharges-sets" else "wordnet"}
    keys = {**cell["policy"], "method": cell["run"], "loss_measure": cell["judge"], "shape": "sets"}
    keys["attributes"] = {"items": items}
    policy = Policy.model_validate({**keys, "others": "drop", "rare": "publish"})
    ready = SetsShape.read(as_sets(cell["data"], cell["size"], cell["seed"]), policy, Library(policy, Path()))
    found = {}
    for k in cell["ks"]:
        here = replace(ready, policy=ready.policy.model_copy(update={"k": k}))
        released = here.mask(np.random.default_rng(cell["seed"])).table
        assessed = here.assess(released, privacy_of_table(released, here.policy), aligned=True)
        assert assessed.privacy.verified or here.policy.accept
        found[str(k)] = {"sse": assessed.utility.sse, "L": assessed.utility.loss_percent}
    return {"by_k": found, "records": ready.table.records}


def measure_log(cell: Cell) -> Mapping[str, Any]:
    """Loss by clusters and by distances, and linkage, at every k or other parameter."""
    keys = {"method": cell["run"], "loss_measure": cell["judge"], **cell["policy"]}
    ready = read_log(cell["size"], cell["seed"], keys, cell["data"])
    found = {}
    for value in cell["values"]:
        here = replace(ready, policy=ready.policy.model_copy(update={cell["parameter"]: value}))
        rng = np.random.default_rng(cell["seed"])
        released = here.written(here.masking(rng))
        privacy = privacy_of_log(released, here.policy)
        assessed = assess_log(here.log, released, here.policy, privacy, clusters=cell["clusters"], aligned=True)
        if cell["parameter"] == "k":
            assert assessed.privacy.verified
        found[str(value)] = {
            "L": assessed.particulars.cluster_loss_percent,
            "RL": assessed.risk.record_linkage_percent,
            "SRL": assessed.risk.semantic_record_linkage_percent,
            "sse": assessed.utility.sse,
            "silent": 1 - len(released.column(LOG["user"]).values) / len(here.log.users),
        }
    return {"by_k": found}
