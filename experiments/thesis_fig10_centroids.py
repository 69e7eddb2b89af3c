"""Centroid strategies: what should stand for many answers, over the whole survey and over seven clusters of it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from experiments._findings import EQUAL, Claim, Findings, Picture, Row, Trial, different, grid, mean, where
from experiments._runs import Cell, Scale
from experiments._tables import prepared
from semblant.assessment.clusters import ward
from semblant.assessment.pairing import compare_columns, pair
from semblant.methods.donors import consensus_donors, random_donors
from semblant.methods.masking import Donors, Masking
from semblant.methods.table.mdav import centred
from semblant.shapes.table import TableShape
from semblant.space.column import point_distances

TITLE = "Centroid strategies"
PAPER = "thesis, Figs. 10 and 11"
CLUSTERS = 7
DATA = ("survey", "survey-once")
STRATEGIES = {
    "SC by logSC": {"measure": "logsc", "centroid": "semantic"},
    "SC by Wu & Palmer": {"measure": "wu-palmer", "centroid": "semantic"},
    "SC by path": {"measure": "path", "centroid": "semantic"},
    "CC": {"measure": "logsc", "centroid": "consensus"},
    "MFC": {"measure": "logsc", "centroid": "mode"},
    "RC": {"measure": "logsc", "centroid": "random"},
    "LCSC": {"measure": "logsc", "centroid": "lcs"},
}


def cells(scale: Scale) -> list[Cell]:
    """Every strategy, over all records at once and over seven clusters; a random record five times.

    The survey with every pair of answers once beside it: there no pair is common.
    """
    return [
        {"data": data, "records": scale.records, "method": name, "k": 2, "judge": "logsc", "policy": {**policy},
         "run": "sa-mdav", "seed": seed}
        for data in DATA
        for name, policy in STRATEGIES.items()
        for seed in (scale.seeds if name == "RC" else scale.seeds[:1])
    ]  # fmt: skip


def measure(cell: Cell) -> Mapping[str, Any]:
    """The summed distance of records to their centroid: all together, and cluster by cluster."""
    ready = prepared(cell)
    whole = np.zeros(len(ready.space.weights), np.int64)
    rng = np.random.default_rng(cell["seed"])
    seven = apart(ready, ward(between(ready), ready.space.weights).cut(CLUSTERS), cell, rng)
    return {"all": apart(ready, whole, cell, rng)[0], "clusters": seven, "seven": sum(seven)}


def between(ready: TableShape) -> NDArray[np.float64]:
    """All distances among the distinct records, by logSC."""
    total = np.zeros((len(ready.space.weights),) * 2)
    for reader, column, codes in zip(ready.readers, ready.space.columns, ready.space.codes, strict=True):
        values = column.values
        far = point_distances(values, values, reader.taxonomy, "logsc", reader.options)  # type: ignore[arg-type]
        total += far[np.ix_(codes, codes)] / len(ready.space.columns)
    return total


def apart(ready: TableShape, label: NDArray[np.int64], cell: Cell, rng: np.random.Generator) -> list[float]:
    """Let one record or concept stand for each group, and sum the distances to it."""
    masking = centred(ready.space, np.arange(len(label)), ready.space.weights, label)
    rule = cell["policy"]["centroid"]
    if rule == "consensus":
        masking = consensus_donors(ready.space, masking, ready.readers)
    elif rule == "random":
        masking = random_donors(masking, rng)
    elif rule == "mode":
        masking = most_frequent(masking)
    released = ready.represented(masking)
    pairing = pair(compare_columns(ready.readers, ready.table, released.table, "logsc"))
    stacked = np.stack([c.apart(c.before.codes, c.after.codes) for c in pairing.columns]).mean(axis=0)
    return [float(total) for total in np.bincount(released.groups, stacked)]


def most_frequent(masking: Masking) -> Masking:
    """Every group is represented by its most frequent record; of equals the earliest."""
    donor = np.zeros(masking.size, np.int64)
    for g in range(masking.size):
        rows = np.flatnonzero(masking.groups == g)
        donor[g] = masking.tuples[rows[np.argmax(masking.counts[rows])]]
    return replace(masking, represented=(Donors.of(donor),))


def findings(rows: Sequence[Row]) -> Findings:
    """SC against the others, in both scenarios."""
    shown = [
        {**row, "scenario": scenario, "sum": row[key]}
        for row in rows
        for scenario, key in (("all records", "all"), ("seven clusters", "seven"))
    ]
    rows = where(rows, data=DATA[0])
    scenarios = different(shown, "scenario")
    sums, once = (
        {
            (s, m): mean(where(shown, data=data, scenario=s, method=m), "sum")
            for s in scenarios
            for m in different(shown, "method")
        }
        for data in DATA
    )
    ours, rivals = "SC by logSC", ("CC", "MFC", "RC", "LCSC")

    def better(of: Mapping[tuple[str, str], float]) -> dict[str, bool]:
        return {f"{s}, against {m}": of[s, ours] < of[s, m] - EQUAL for s in scenarios for m in rivals}

    each = {
        f"cluster {c + 1}": min(where(rows, method=ours)[0]["clusters"][c], 1e9)
        <= min(row["clusters"][c] for row in rows) + EQUAL
        for c in range(len(rows[0]["clusters"]))
    }
    measures = {s: sums[s, "SC by path"] >= min(sums[s, ours], sums[s, "SC by Wu & Palmer"]) - EQUAL for s in scenarios}
    claims = [
        Claim("The semantic centroid is the best: no other is better", {f"{s}, against {m}": sums[s, ours]
              <= sums[s, m] + EQUAL for s in scenarios for m in rivals}, headline=True),
        Claim("Every other strategy is worse than the semantic centroid", better(sums),
              trials=[Trial("the commonest pair of answers is so common here that it is the centroid itself",
                            "every pair of answers counted once", better(once))]),
        Claim("The least common subsumer is the worst", {f"{s}, against {m}": sums[s, "LCSC"] > sums[s, m]
              for s in scenarios for m in sums_of(sums) if m != "LCSC"}, headline=True),
        Claim("In every single cluster nothing is better than the semantic centroid", each),
        Claim("Guided by path the semantic centroid is no better than by logSC or Wu & Palmer", measures),
    ]  # fmt: skip
    return Findings(
        did="975 survey answers about a park were replaced by one record, first all together, then in the seven "
        "clusters of Ward's method; strategies were compared by the sum of logSC distances.",
        does="The same on our survey (same number of records, distinct and unique pairs; other words), WordNet 3.0. "
        "Clusters by Ward on logSC distances, cut at seven. MFC is the most frequent record; RC the mean of five "
        "draws. *survey-once* has every pair of answers once.",
        claims=claims,
        tables=[
            grid(shown, "sum", "Sum of logSC distances to the centroid (lower is better)", over="scenario", digits=4)
        ],
        pictures=[
            Picture(
                where(shown, data=DATA[0]),
                "sum",
                "sum of distances",
                over="method",
                line="scenario",
                panel=None,
                even=True,
            )
        ],
        notes=["A centroid is no masking method, so there is no `auto` here: it uses the semantic centroid itself."],
    )


def sums_of(sums: Mapping[tuple[str, str], float]) -> list[str]:
    """The strategies that were summed."""
    return list(dict.fromkeys(method for _, method in sums))
