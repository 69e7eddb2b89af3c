"""Sets of values: five ways to compare sets, with and without meaning."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from experiments._findings import (
    Claim,
    Findings,
    Picture,
    Printed,
    Row,
    Trial,
    compared,
    contests,
    different,
    grid,
    least,
    means,
    point,
    where,
)
from experiments._runs import Cell, Scale
from experiments._shapes import measure_sets as measure

TITLE = "Set distances with and without meaning"
PAPER = "sets, Table 1"
NAMES = {"min": "Min", "max": "Max", "avg": "Avg", "minsum": "MinSum", "maxsum": "MaxSum"}
PRINTED = {
    "DsMin": (699, 759, 783, 799), "DMin": (825, 863, 883, 895), "DsMax": (724, 778, 806, 820),
    "DMax": (824, 860, 884, 895), "DsAvg": (639, 692, 724, 745), "DAvg": (768, 804, 829, 845),
    "DsMinSum": (683, 733, 759, 781), "DMinSum": (817, 859, 879, 891), "DsMaxSum": (716, 780, 819, 838),
    "DMaxSum": (822, 858, 884, 893),
}  # fmt: skip
KS = (2, 3, 4, 5)
GENERALISING: list[tuple[str, str, dict[str, Any]]] = [
    ("top-down", "top-down", {}),
    ("km-apriori, m = 2", "km-apriori", {"accept": "not-k-anonymous"}),
]
SIZES = {"searchlog": (1_000, 20), "baskets": (600, 20)}
AUTO: tuple[str, str, dict[str, Any]] = ("auto", "auto", {})
BESIDE = {"searchlog": [AUTO], "baskets": [AUTO, *GENERALISING]}
OTHERS = {
    "searchlog-own": "a log whose places and additions belong to the user",
    "searchlog-plain": "a log without places and additions",
}
"""Other logs, one of each, for the sizes."""

__all__ = ["PAPER", "TITLE", "cells", "findings", "measure"]


def cells(scale: Scale) -> list[Cell]:
    """Ten distances and ours on two made-up data sets, five of each: they differ by a hundredth or two."""
    runs = [
        (
            f"D{'' if plain else 's'}{name}",
            "set-mdav",
            {"set_distance": how, "measure": "equality" if plain else "ratio"},
        )
        for how, name in NAMES.items()
        for plain in (False, True)
    ]
    return [
        {"data": data, "size": scale.size(*sizes), "seed": seed, "method": name, "run": run, "policy": policy,
         "judge": "ratio", "ks": scale.some(KS)}
        for data, sizes, seeds in (*((data, SIZES["searchlog"], scale.seeds[:1]) for data in OTHERS),
                                   *((data, sizes, scale.seeds) for data, sizes in SIZES.items()))
        for seed in seeds
        for name, run, policy in [*runs, *BESIDE.get(data, [])]
    ]  # fmt: skip


def findings(rows: Sequence[Row]) -> Findings:
    """Semantic against plain distances, and which of them is best."""
    rows = [{**row, "k": int(k), **figures} for row in rows for k, figures in row["by_k"].items()]
    others = {data: where(rows, data=data) for data in OTHERS}
    rows = [row for row in rows if row["data"] not in OTHERS]
    semantic = [f"Ds{name}" for name in NAMES.values()]
    each = {
        data: {
            f"{name}: {at}": kept
            for name in NAMES.values()
            for at, kept in compared(where(rows, data=data), "sse", f"Ds{name}", f"D{name}").items()
        }
        for data in different(rows, "data")
    }

    def sizes(some: Sequence[Row], data: str) -> list[Printed]:
        return [Printed(f"{name}, k = {k}", value, found[data, k]) for name, values in PRINTED.items()
                for found in [means(some, "sse", name)] for k, value in zip(KS, values, strict=True)
                if (data, k) in found]  # fmt: skip

    def grows(some: Sequence[Row]) -> dict[str, bool]:
        lost = {name: means(some, "sse", name) for name in PRINTED}
        return {
            f"{name}: {point(data, b)}": by[data, a] < by[data, b]
            for name, by in lost.items()
            for data in different(some, "data")
            for a, b in pairwise(sorted(k for d, k in by if d == data))
        }

    logs = where(rows, data="searchlog")
    return Findings(
        did="The query logs of 1,000 AOL users (56,000 queries) as sets of ODP categories, microaggregated with k from "
        "2 to 5 by five distances, each by meaning (Ds…) and by equality of strings (D…); SSE by DsAvg (eq. 8).",
        does="Made-up logs of 1,000 users with the same number of queries, as sets of WordNet concepts, and made-up "
        "baskets of 600 households; means of five of each (least–greatest); two other logs, one of each, for trials. "
        "Guided and judged by the ratio of ancestors (eq. 1), on the words as released. On the baskets also two "
        "methods that generalise items: He & Naughton's and Terrovitis et al.'s, whose guarantee (k^m) is weaker.",
        claims=[
            Claim("Every semantic distance loses less than its plain version", each["searchlog"], headline=True),
            *(Claim(f"The same on {data}, which the paper does not have", points, ours=True)
              for data, points in each.items() if data != "searchlog"),
            Claim("DsAvg loses least", least(logs, "sse", "DsAvg", semantic), sizes(logs, "searchlog"),
                  [Trial("how alike our made-up logs are", changed, least(others[data], "sse", "DsAvg", semantic),
                         sizes(others[data], data)) for data, changed in OTHERS.items()], headline=True),
            *(Claim(f"DsAvg loses least on {data} too, which the paper does not have",
                    least(where(rows, data=data), "sse", "DsAvg", semantic), ours=True)
              for data in each if data != "searchlog"),
            Claim("Loss grows with k", grows(logs)),
        ],
        tables=[grid(rows, "sse", "SSE (eq. 8; lower is better)", digits=4)],
        pictures=[Picture(rows, "sse", "SSE")],
        contests=contests(rows, "sse", "SSE (eq. 8), ratio of ancestors", made_up=True),
    )  # fmt: skip
