"""Do masked records still fall into the clusters of the original: semantic against distributional recoding."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from experiments._findings import Claim, Findings, Printed, Row, Trial, different, mean, spread, table, where
from experiments._runs import Cell, Scale
from experiments._tables import prepared
from semblant.assessment.clusters import cluster_loss
from semblant.assessment.pairing import compare_columns, pair

TITLE = "Clusters of masked records"
PAPER = "thesis, Fig. 15 and Table 11; fusion, Table 2"
DATA = ("survey", "survey-25")
SEVEN = 7
"""The thesis (4.3.5.1) finds seven clusters in this survey; chapter 5, to which the table belongs, gives no number."""
PAIRS = {"original–semantic": 0.26, "original–distributional": 0.57, "semantic–distributional": 0.56}


def cells(scale: Scale) -> list[Cell]:
    """k = 5, five seeds, both versions of semantic recoding, and ours; as many clusters as suit, and seven."""
    return [
        {"data": data, "records": scale.records, "method": method, "k": 5, "judge": "wu-palmer", "seed": seed,
         "policy": {"measure": "wu-palmer"}, "number": number}
        for data in DATA
        for number in ("auto", SEVEN)
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
    found = [cluster_loss(pair(compare_columns(ready.readers, *two, "wu-palmer")), combine="mean",
                          clusters=cell["number"]) for two in sides]  # fmt: skip
    return dict(zip(PAIRS, (f.partition_distance for f in found), strict=True)) | {"clusters": found[0].clusters}


def findings(rows: Sequence[Row]) -> Findings:
    """Distances of partitions beside the printed ones."""
    semantic, distributional, _ = PAIRS

    def looked(data: str, number: str | int) -> tuple[dict[str, bool], list[Printed]]:
        by_method = {m: where(rows, data=data, number=number, method=m) for m in ("recode-fusion", "recode")}
        told = f", {data}, {'as many clusters as suit' if number == 'auto' else f'{number} clusters'}"
        return (
            {m: mean(own, semantic) < mean(own, distributional) for m, own in by_method.items()},
            [Printed(f"dPart {name}{told}", value, mean(by_method["recode-fusion"], name))
             for name, value in PAIRS.items()],
        )  # fmt: skip

    words = "other words than in the thesis"
    text = "After semantic recoding clusters are nearer to the original ones than after distributional"

    lines = [
        [data, m, "as many as suit" if number == "auto" else number,
         *(spread([row[name] for row in own]) for name in PAIRS), own[0]["clusters"]]
        for data in different(rows, "data") for number in different(rows, "number")
        for m in different(rows, "method") if (own := where(rows, data=data, method=m, number=number))
    ]  # fmt: skip
    return Findings(
        did="The survey and its releases at k = 5 were clustered by Ward's method; partitions were compared by López "
        "de Mántaras' distance (0: the same, 1: unrelated).",
        does="The same on our survey, and on one of 25 terms as the thesis has; the number of clusters is chosen by "
        "Calinski and Harabasz on the original and reused, or it is seven, as the thesis finds in the same survey "
        "(4.3.5.1); Wu & Palmer guides, clusters and judges. Mean of five seeds (least and greatest).",
        claims=[
            Claim(
                text,
                *looked(DATA[0], "auto"),
                [
                    Trial(
                        "the number of clusters: two suit our survey best", "seven clusters", *looked(DATA[0], SEVEN)
                    ),
                    Trial(words, "the survey of 25 terms", *looked(DATA[1], "auto")),
                    Trial("both", "seven clusters of the survey of 25 terms", *looked(DATA[1], SEVEN)),
                ],
            ),
            Claim(
                text,
                *looked(DATA[0], SEVEN),
                [Trial(words, "the survey of 25 terms", *looked(DATA[1], SEVEN))],
                reading="seven clusters",
            ),
        ],
        tables=[f"dPart (lower is better)\n\n{table(['data', 'method', 'asked for', *PAIRS, 'clusters'], lines)}"],
    )
