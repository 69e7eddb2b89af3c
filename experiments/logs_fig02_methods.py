"""Search logs: semantic microaggregation and its rivals, by clusters and by linkage."""

import math
from collections.abc import Sequence
from itertools import pairwise, product
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
    grid,
    least,
    mean,
    number,
    table,
    where,
)
from experiments._runs import Cell, Scale
from experiments._shapes import measure_log as measure

TITLE = "Search logs: semantic microaggregation and its rivals"
PAPER = "logs, Figs. 2 and 3"
GROUPING: dict[str, tuple[str, dict[str, Any]]] = {
    "log-mdav": ("log-mdav", {}),
    "non-semantic": ("log-mdav", {"measure": "equality"}),
    "log-navarro": ("log-navarro", {}),
    "log-erola": ("log-erola", {}),
    "auto": ("auto", {}),
}
OWN, SHARED, PLAIN = "searchlog-own", "searchlog", "searchlog-plain"
"""Logs in which places and additions belong to the user, in which everybody draws the same ones, and without any."""
USERS, CLUSTERS = (300, 20), 24
EPSILON, DELTA = 10.0, 1 / USERS[0]
"""What Korolova's noise and threshold are set for, whatever d: the greatest δ that a release is not refused for."""
REMOVING = {"log-korolova": ("d", (1, 5, 10, 20)), "log-poblete": ("kp", (1, 2, 3, 5))}
CROWD = (1_000, 80)
"""As many users and clusters as in the paper, for Korolova alone."""
NOISIER = 5.0
BY_RESULTS = (5, 10, 40)
"""Kp counted over the results that a query has instead of the sites that were clicked."""

__all__ = ["PAPER", "TITLE", "cells", "findings", "measure"]


def cells(scale: Scale) -> list[Cell]:
    """Methods that group users at every k, methods that remove queries at every parameter of theirs."""
    made = []
    for data, seed in product((OWN, SHARED, PLAIN), scale.seeds):
        common = {"data": data, "size": scale.size(*USERS), "seed": seed, "judge": "ratio",
                  "clusters": 4 if scale.tiny else CLUSTERS}  # fmt: skip
        for name, (run, policy) in GROUPING.items():
            if data == PLAIN and name == "auto":
                continue  # for a trial of the papers' methods alone
            guided = policy if policy or name != "log-mdav" else {"measure": "ratio"}
            made.append({**common, "method": name, "run": run, "policy": guided, "parameter": "k",
                         "values": scale.some(range(2, 8))})  # fmt: skip
        for name, (parameter, values) in REMOVING.items() if data == OWN else ():
            for value in scale.some(values):
                private = noise(value) if parameter == "d" else {}
                made.append({**common, "method": name, "run": name, "policy": {"accept": "not-k-anonymous", **private},
                             "parameter": parameter, "values": [value]})  # fmt: skip
        if data == OWN:
            made += trials(scale, common)
    return made


def trials(scale: Scale, common: Cell) -> list[Cell]:
    """Korolova with more noise and with more users, Poblete with results instead of clicked sites."""
    accept, (size, clusters) = {"accept": "not-k-anonymous"}, CROWD
    many = common if scale.tiny else {**common, "size": size, "clusters": clusters}
    return [
        *({**here, "method": name, "run": "log-korolova", "policy": {**accept, **private}, "parameter": "d",
           "values": [d]}
          for d in scale.some((1, 5))
          for name, here, private in (("more noise", common, noise(d, NOISIER)),
                                      ("more users", many, noise(d, delta=1 / many["size"])))
          if name == "more noise" or common["seed"] == scale.seeds[0]),
        *({**common, "method": "by results", "run": "log-poblete", "policy": {**accept, "k": results, "kp": 1},
           "parameter": "kp", "values": [1], "results": results} for results in scale.some(BY_RESULTS)),
    ]  # fmt: skip


def noise(d: int, epsilon: float = EPSILON, delta: float = DELTA) -> dict[str, float]:
    """The noise and the threshold that give Korolova's ε and δ when every user has d queries."""
    b = d / epsilon
    return {"b": b, "K": d + b * math.log(d / (2 * delta))}


def in_order(rows: Sequence[Row]) -> dict[str, bool]:
    """Whether every method loses less than the one before it in the paper's order."""
    order = (("non-semantic", "log-navarro"), ("log-navarro", "log-erola"), ("log-erola", "log-mdav"))
    return {f"{b} below {a}: {at}": kept for a, b in order for at, kept in compared(rows, "L", b, a).items()}


def linked_most(rows: Sequence[Row], slack: float = 1e-9) -> dict[str, bool]:
    """Whether the non-semantic version is linked at least as often as the other published grouping methods."""
    return {f"against {m}: {at}": kept for m in GROUPING if m not in ("non-semantic", "auto")
            for at, kept in compared(rows, "RL", "non-semantic", m, lambda a, b: a >= b - slack).items()}  # fmt: skip


def at_equal_linkage(rows: Sequence[Row]) -> str:
    """What `auto` loses at the smallest k at which it is linked no more often, by meaning, than a method at its k."""
    ks, lines = sorted({row["k"] for row in rows}), []
    ours = {k: [mean(where(rows, method="auto", k=k), figure) for figure in ("SRL", "L")] for k in ks}
    for m in [m for m in GROUPING if m != "auto"]:
        for k in ks:
            linked, lost = (mean(where(rows, method=m, k=k), figure) for figure in ("SRL", "L"))
            enough = next((own for own in ks if ours[own][0] <= linked + 1e-9), None)
            own = ["–"] * 3 if enough is None else [enough, number(ours[enough][0]), number(ours[enough][1])]
            lines.append([m, k, number(linked), number(lost), *own])
    head = ["method", "k", "SRL, %", "loss, %", "`auto` with k", "SRL, %", "loss, %"]
    return f"`auto` with a k at which it is linked no more often, by meaning\n\n{table(head, lines)}"


def lowest(rows: Sequence[Row], others: Sequence[float], how: str = "") -> tuple[dict[str, bool], list[Printed]]:
    """Whether Korolova's linkage is below that of others at every d, and what the paper prints of it."""
    by_d = {d: where(rows, k=d) for d in sorted({row["k"] for row in rows})}
    sizes = ((1, "users with all queries removed", "silent", 46, 100), (1, "linkage", "RL", 25, 1),
             (5, "users with all queries removed", "silent", 65, 100))  # fmt: skip
    return (
        {f"d = {d}": mean(some, "RL") <= min(others) for d, some in by_d.items()},
        [Printed(f"Korolova, d = {d}: {what}, %{how}", value, mean(by_d[d], figure) * times)
         for d, what, figure, value, times in sizes if d in by_d],
    )  # fmt: skip


def findings(rows: Sequence[Row]) -> Findings:
    """Loss and linkage of each method."""
    every = [{**row, "k": int(k), **figures} for row in rows for k, figures in row["by_k"].items()]
    each, shared, plain = (where(every, data=data) for data in (OWN, SHARED, PLAIN))
    tried = {m: where(each, method=m) for m in ("more noise", "more users", "by results")}
    each = [row for row in each if row["method"] not in tried]
    grouped, removed = ([row for row in each if (row["parameter"] == "k") is kind] for kind in (True, False))
    published = [m for m in GROUPING if m != "auto"]
    worst = max(mean(where(grouped, method=m, k=k), "L") for m in GROUPING for k in {row["k"] for row in grouped})
    korolova, poblete = (where(removed, method=m) for m in REMOVING)
    linked = [mean(where(grouped, method=m), "RL") for m in published]
    falls: dict[str, bool] = {}
    for m in published:
        ks = sorted({row["k"] for row in grouped})
        falls |= {f"{m} k={b}": mean(where(grouped, method=m, k=b), "RL") < mean(where(grouped, method=m, k=a), "RL")
                  for a, b in pairwise(ks)}  # fmt: skip
    claims = [
        Claim("The semantic method loses least of the grouping methods, by clusters (Fig. 2)",
              least(grouped, "L", "log-mdav", published), headline=True),
        Claim("The order is non-semantic, Navarro, Erola, ours: each loses less than the one before (Fig. 2)",
              in_order(grouped), headline=True,
              trials=[Trial("our places and additions come from short lists, so that queries about different things "
                            "are spelt alike", "a log without them", in_order(plain)),
                      Trial("places and additions of the user's own", "everybody draws the same ones",
                            in_order(shared))]),
        Claim("The same order where everybody draws the same places and additions, as in our first log",
              in_order(shared), ours=True),
        Claim("Korolova's removal loses more than any grouping (Fig. 2)",
              {f"d = {d}": mean(where(korolova, k=d), "L") > worst for d in sorted({row["k"] for row in korolova})}),
        Claim("Record linkage of grouping methods falls with k (Fig. 3)", falls),
        Claim("The non-semantic version is linked most of the grouping methods (Fig. 3)", linked_most(grouped),
              trials=[Trial("three methods are at the bound, 100 / k: nearly every published log has most queries in "
                            "common with its own users, so that tenths of a point decide",
                            "half a point counted as equal", linked_most(grouped, 0.5), unlike_paper=True),
                      Trial("places and additions", "a log without them", linked_most(plain)),
                      Trial("places and additions of the user's own", "everybody draws the same ones",
                            linked_most(shared))]),
        Claim("The semantic method is linked about as little as other grouping methods (at most 5 points more; Fig. 3)",
              {f"against {m}: {at}": kept for m in published if m != "log-mdav" for at, kept in
               compared(grouped, "RL", "log-mdav", m, lambda a, b: a <= b + 5).items()}),
        Claim("Korolova's method has the lowest linkage of all (Fig. 3)", *lowest(korolova, linked),
              [Trial("the noise, as the paper does not give ε and δ", f"ε = {NOISIER:g} instead of {EPSILON:g}",
                     *lowest(tried["more noise"], linked, f", ε = {NOISIER:g}")),
               Trial("fewer users than in the paper", "a log of 1,000 users",
                     *lowest(tried["more users"], linked, ", 1,000 users"))]),
        Claim("Poblete's method is linked more than grouping, as long as it leaves any query (Fig. 3)",
              {f"kp = {p}": mean(some, "RL") > max(linked) for p in sorted({row["k"] for row in poblete})
               if mean(some := where(poblete, k=p), "silent") < 1},
              [Printed("Poblete, kp = 2 here, above 5 there: linkage, %", 63, mean(where(poblete, k=2), "RL"))],
              [Trial("a made-up query leads to three sites at most, so that Kp from 5 on leaves nothing",
                     "Kp counted over results",
                     {f"Kp = {p}": mean(where(tried["by results"], results=p), "RL") > max(linked)
                      for p in sorted({row["results"] for row in tried["by results"]})},
                     [Printed(f"Poblete, Kp = {p} results: linkage, %", 63,
                              mean(where(tried["by results"], results=p), "RL"))
                      for p in sorted({row["results"] for row in tried["by results"]})[1:2]])]),
    ]  # fmt: skip
    curve = [{"data": OWN, "method": m, **{f: mean(where(grouped, method=m, k=k), f) for f in ("SRL", "L")}}
             for m in GROUPING for k in sorted({row["k"] for row in grouped})]  # fmt: skip
    named = [{**row, "parameter": f"{row['parameter']} = {row['k']}"} for row in removed]
    return Findings(
        did="The logs of 1,000 AOL users with ODP: the method, its non-semantic version and four rivals; loss is the "
        "distance of partitions into 80 clusters (eq. 9), linkage by most queries in common (eq. 10); k from 2 to 7, "
        "d from 1 to 20, Kp from 2 to 40.",
        does="Five made-up logs of 300 users (as many users to a cluster: 24 clusters) with WordNet, in which every "
        "user has places and additions of their own; beside them five in which all draw the same, and, for a trial, "
        "five without any. Measured by the ratio of ancestors (eq. 1). Korolova with noise and threshold set for "
        "ε = 10 and δ = 1/300 at every d; its kept queries are given back to the users who asked them. `log-erola` and "
        "`log-navarro` publish whole queries, the others noun phrases.",
        claims=claims,
        tables=[
            grid(grouped, "L", "Loss by clusters, % (eq. 9; lower is better)"),
            grid(grouped, "RL", "Record linkage, % (eq. 10; lower is better)"),
            grid(grouped, "SRL", "Semantic record linkage, % (lower is better; 100 / k at most)"),
            at_equal_linkage(grouped),
            grid(shared, "L", "Everybody draws the same places and additions: loss by clusters, %"),
            grid(plain, "L", "A log without places and additions (a trial): loss by clusters, %"),
            grid(plain, "RL", "A log without places and additions (a trial): record linkage, %"),
            grid(grouped, "sse", "Squared distances of users to their release (lower is better)"),
            *(grid(where(named, method=m), figure, f"{m}: {title}", over="parameter")
              for m in REMOVING for figure, title in (("L", "loss by clusters, %"), ("RL", "record linkage, %"),
                                                      ("silent", "share of users without any query left"))),
        ],
        pictures=[Picture(grouped, "L", "loss by clusters, %"), Picture(grouped, "RL", "record linkage, %"),
                  Picture(grouped, "SRL", "semantic record linkage, %"),
                  Picture(curve, "L", "loss by clusters, %, by semantic record linkage, %", over="SRL")],
        notes=["The semantic linkage of `auto` is near its bound, 100 / k: the users of a group publish one log, and "
               "its groups are so much alike that the nearest published log is nearly always the own one, which is "
               "then one of k. What trades it is k: the table shows the k at which `auto` is linked no more often "
               "than another method, and what it loses there; the last picture is the curve of both over k."],
        contests=contests([*grouped, *shared], "L", "loss by clusters (eq. 9)", made_up=True)
        + contests([*grouped, *shared], "sse", "squared user distances", made_up=True),
    )  # fmt: skip
