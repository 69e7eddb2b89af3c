"""Choosing the hierarchy before (APES) against trying all of them (TAS): time by candidates and by k, and by phase."""

import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from experiments._data import INSURANCE, Data, load, there
from experiments._findings import Claim, Findings, Picture, Printed, Row, Trial, number, table, where
from experiments._hierarchies import CANDIDATES, COLUMNS, domain, ranked, ready_with, wordnet
from experiments._runs import Cell, Scale
from semblant.hierarchy.candidates import candidates
from semblant.hierarchy.gsl import scored, set_score
from semblant.hierarchy.meaning import mapped_as
from semblant.hierarchy.vgh import Hierarchy
from semblant.release.staging import write_table

TITLE = "Choosing before against trying all"
PAPER = "gsl, Figs. 10 to 16"
STEPS = (10, 25, 50, 75, 100)
KS = {"one": (2, 10, 50), "all": (2, 5, 10)}


def cells(scale: Scale) -> list[Cell]:
    """One column with a hundred candidates, all columns with three sets, at several k."""
    data = "survey" if scale.tiny else (there(*INSURANCE) or ["survey"])[0]
    return [
        {
            "data": data,
            "records": scale.records,
            "kind": kind,
            "k": k,
            "method": kind,
            "number": scale.size(CANDIDATES, 5),
        }
        for kind, ks in KS.items()
        for k in scale.some(ks)
    ]


def measure(cell: Cell) -> Mapping[str, Any]:
    """The seconds of every phase for every candidate: scoring, anonymising, writing, judging."""
    began = time.process_time()
    data = load(cell["data"], cell["records"])
    reading = time.process_time() - began
    first = COLUMNS[cell["data"]][0]
    names = [first] if cell["kind"] == "one" else list(COLUMNS[cell["data"]])
    sets: list[dict[str, Hierarchy]] = []
    scoring: list[float] = []
    scores: list[float] = []
    if cell["kind"] == "one":
        own = domain(cell["data"], first, cell["records"])
        for made in candidates(own.ideal(), cell["number"], seed=1):
            began = time.process_time()
            scores.append(scored(mapped_as(made, wordnet(), own.meanings), "wu-palmer").score)
            scoring.append(time.process_time() - began)
            sets.append({first: made})
    else:
        lines = [ranked(cell["data"], n, "wu-palmer", 1, cell["number"], cell["records"]) for n in names]
        for place in (0, (cell["number"] - 1) // 2, cell["number"] - 1):
            chosen = [line[place] for line in lines]
            began = time.process_time()
            scores.append(set_score([scored(one.mapped, "wu-palmer").score for one in chosen]))
            scoring.append(time.process_time() - began)
            sets.append(dict(zip(names, (s.hierarchy for s in chosen), strict=True)))
    attributes = {n: data.keys["attributes"][n] for n in names}
    part = Data(data.name, data.table, data.base, {**data.keys, "others": "drop", "attributes": attributes})
    phases = [_anonymised(part, made, cell["k"]) for made in sets]
    return {"reading": reading, "scores": scores, "scoring": scoring, "anonymising": [p[0] for p in phases],
            "writing": [p[1] for p in phases], "judging": [p[2] for p in phases]}  # fmt: skip


def _anonymised(data: Data, made: Mapping[str, Hierarchy], k: int) -> tuple[float, float, float]:
    ready = ready_with(data, made, {"k": k, "method": "incognito", "measure": "wu-palmer", "loss_measure": "wu-palmer"})
    began = time.process_time()
    masking = ready.masking(np.random.default_rng(0))
    masked = time.process_time()
    released = ready.represented(masking).table
    with tempfile.TemporaryDirectory() as folder:
        write_table(released, Path(folder))
    written = time.process_time()
    ready.assess(released, aligned=True)
    return masked - began, written - masked, time.process_time() - written


def findings(rows: Sequence[Row]) -> Findings:
    """Time spared by choosing before, by candidates and by k; by phase; and what scoring costs."""

    def spent(row: Row, n: int) -> tuple[float, float]:
        each = [sum(p) for p in zip(row["anonymising"], row["writing"], row["judging"], strict=True)][:n]
        best = int(np.argmin(row["scores"][:n]))
        return row["reading"] + sum(each), row["reading"] + sum(row["scoring"][:n]) + each[best]

    def alone(row: Row, n: int) -> float:
        scoring, masking = row["scoring"][:n], row["anonymising"][:n]
        return float((sum(scoring) + masking[int(np.argmin(row["scores"][:n]))]) / sum(masking))

    ten = where(rows, kind="one", k=10) or where(rows, kind="one")
    steps = [n for n in STEPS if n <= len(ten[0]["scoring"])] or [len(ten[0]["scoring"])]
    spared = {n: 100 * (1 - spent(ten[0], n)[1] / spent(ten[0], n)[0]) for n in steps}
    masked = {n: 100 * (1 - alone(ten[0], n)) for n in steps}
    by_k = {f"{row['kind']}, k={row['k']}": 100 * (1 - spent(row, 999)[1] / spent(row, 999)[0]) for row in rows}
    lines = [[n, *(f"{1e3 * s:.0f} ms" for s in spent(ten[0], n)), f"{spared[n]:.0f} %"] for n in steps]
    kinds = {"one": "one column, all candidates", "all": "all columns, three sets"}
    more = [[kinds[row["kind"]], row["k"], *(f"{1e3 * s:.0f} ms" for s in spent(row, 999)),
             f"{by_k[row['kind'] + ', k=' + str(row['k'])]:.0f} %"] for row in rows]  # fmt: skip
    drill = [
        [f"{kinds[row['kind']]}, k = {row['k']}", *(f"{1e3 * sum(row[p]):.0f} ms" for p in
         ("scoring", "anonymising", "writing", "judging"))] for row in (ten[0], where(rows, kind="all")[0])
    ]  # fmt: skip
    drawn = [{"method": name, "candidates": n, "seconds": spent(ten[0], n)[i]} for n in steps
             for i, name in enumerate(("TAS", "APES"))]  # fmt: skip
    one = 1e3 * float(np.mean(ten[0]["scoring"]))
    return Findings(
        did="Anonymising with every candidate and taking the best (TAS) against scoring all and anonymising once "
        "(APES): 54 to 93 % of the time is spared with 10 to 100 candidates for one attribute, 45 to 67 % with three "
        "sets for four attributes, about the same at every k; scoring one hierarchy costs 310 ms.",
        does="Insurance where it is there, else the survey; processor time of Incognito, writing and judging, reading "
        "counted once; the candidate ranked first by score is anonymised in APES.",
        claims=[
            Claim("Choosing before spares time at every number of candidates (Figs. 10 and 11)",
                  {f"{n} candidates": v > 0 for n, v in spared.items()}
                  | {p: v > 0 for p, v in by_k.items() if p.startswith("all")},
                  [Printed(f"spared with {n} candidates, %", v, spared[n])
                   for n, v in ((10, 54), (100, 93)) if n in spared],
                  [Trial("what counts as trying: writing and judging every release beside anonymising it",
                         "anonymising alone", {f"{n} candidates": v > 0 for n, v in masked.items()},
                         [Printed(f"spared with {n} candidates, %, of anonymising alone", v, masked[n])
                          for n, v in ((10, 54), (100, 93)) if n in masked])]),
            Claim("It spares about as much at every k (within 15 points; Figs. 12 and 13)",
                  {p: bool(abs(v - np.mean([w for q, w in by_k.items() if q[:3] == p[:3]])) <= 15)
                   for p, v in by_k.items()}),
        ],
        tables=[
            "One column at k = 10, by the number of candidates\n\n"
            + table(["candidates", "TAS", "APES", "spared"], lines),
            "By k\n\n" + table(["what", "k", "TAS", "APES", "spared"], more),
            "By phase, all candidates together (Figs. 14 and 15)\n\n"
            + table(["what", "scoring", "anonymising", "writing", "judging"], drill),
            f"Scoring one hierarchy takes {number(one)} ms (paper: 310 ms on another machine); memory and processor "
            "use were not measured.",
        ],
        pictures=[Picture(drawn, "seconds", "seconds", over="candidates", panel=None)],
    )  # fmt: skip
