"""Do masked records still fall into the clusters of the original: semantic against distributional recoding."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from experiments._findings import Claim, Findings, Printed, Row, mean, spread, table
from experiments._runs import Cell, Scale
from experiments._tables import prepared
from semblant.assessment.clusters import cluster_loss
from semblant.assessment.pairing import compare_columns, pair

TITLE = "Clusters of masked records"
PAPER = "thesis, Fig. 15 and Table 11; fusion, Table 2"
PAIRS = {"original–semantic": 0.26, "original–distributional": 0.57, "semantic–distributional": 0.56}


def cells(scale: Scale) -> list[Cell]:
    """k = 5, five seeds, both versions of semantic recoding, and ours."""
    return [
        {"data": "survey", "records": scale.records, "method": method, "k": 5, "judge": "wu-palmer", "seed": seed,
         "policy": {"measure": "wu-palmer"}}
        for method in ("recode-fusion", "recode", "auto")
        for seed in scale.seeds
    ]  # fmt: skip


def measure(cell: Cell) -> Mapping[str, Any]:
    """The distances between the clusters of the original, the semantic and the distributional release."""
    releases = []
    for method in (cell["method"], "recode-dm"):
        ready = prepared({**cell, "method": method})
        releases.append(ready.represented(ready.masking(np.random.default_rng(cell["seed"]))).table)
    original = ready.table
    sides = [(original, releases[0]), (original, releases[1]), (releases[0], releases[1])]
    found = [cluster_loss(pair(compare_columns(ready.readers, *two, "wu-palmer")), combine="mean") for two in sides]
    return dict(zip(PAIRS, (f.partition_distance for f in found), strict=True)) | {"clusters": found[0].clusters}


def findings(rows: Sequence[Row]) -> Findings:
    """Distances of partitions beside the printed ones."""
    by_method = {m: [row for row in rows if row["method"] == m] for m in dict.fromkeys(row["method"] for row in rows)}
    semantic, distributional, _ = PAIRS
    order = {m: mean(by_method[m], semantic) < mean(by_method[m], distributional)
             for m in ("recode-fusion", "recode")}  # fmt: skip
    printed = [Printed(f"dPart {name}", value, mean(by_method["recode-fusion"], name)) for name, value in PAIRS.items()]
    lines = [
        [m, *(spread([row[name] for row in some]) for name in PAIRS), some[0]["clusters"]]
        for m, some in by_method.items()
    ]
    return Findings(
        did="The survey and its releases at k = 5 were clustered by Ward's method; partitions were compared by López "
        "de Mántaras' distance (0: the same, 1: unrelated).",
        does="The same on our survey; the number of clusters is chosen by Calinski and Harabasz on the original and "
        "reused; Wu & Palmer guides, clusters and judges. Mean of five seeds (least and greatest).",
        claims=[
            Claim("After semantic recoding clusters are nearer to the original ones than after distributional", order,
                  printed, "our survey has other words, and how many clusters suit it is another number"),
        ],
        tables=[f"dPart (lower is better)\n\n{table(['method', *PAIRS, 'clusters'], lines)}"],
    )  # fmt: skip
