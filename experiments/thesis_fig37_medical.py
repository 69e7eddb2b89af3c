"""Recoding, microaggregation and resampling of hospital discharges: loss, distribution, linkage, score and time."""

from collections.abc import Sequence
from itertools import product

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
    mean,
    means,
    point,
    where,
)
from experiments._runs import Cell, Scale
from experiments._tables import cell, score, scored
from experiments._tables import measure as measure

TITLE = "Three methods on hospital discharges"
PAPER = "thesis, Figs. 37 to 42"
SEMANTIC = {"recoding": "recode", "microaggregation": "sa-mdav", "resampling": "resample"}
PLAIN = {f"{name}, non-semantic": method for name, method in SEMANTIC.items()}
FUSION = "recoding, fusion"
GENERAL = "microaggregation, generalised"
"""SA-MDAV whose centroids are generalisations: in SNOMED CT, the thesis says, they are often not in the file."""
DATA = ("discharges", "discharges-wide")
KS = range(2, 16)
ALPHAS = [i / 10 for i in range(11)]


def cells(scale: Scale) -> list[Cell]:
    """Three methods with and without meaning, of equals random ones, five seeds; suppression and ours."""
    made = []
    for data, k in product(DATA, scale.some(KS)):
        for name, run in (SEMANTIC | PLAIN | {FUSION: "recode-fusion", GENERAL: "sa-mdav"}).items():
            policy = {"ties": "random"} | ({"measure": "equality"} if name in PLAIN else {})
            policy |= {"centroid": "lcs"} if name == GENERAL else {}
            for seed in scale.seeds:
                made.append(cell(data, name, k, "logsc", records=scale.records, run=run, seed=seed,
                                 policy=policy))  # fmt: skip
        # All records, also on a tiny cut, of which nothing would be left.
        made.append(cell(data, "suppression", k, "logsc", run="suppress", policy={"suppression_limit": 1.0}))
        made.append(cell(data, "auto", k, "logsc", records=scale.records))
    return made


def findings(rows: Sequence[Row]) -> Findings:
    """The order of the three methods by everything that is measured."""
    rows = scored(rows, "SRL")
    changed, rows = where(rows, method=GENERAL), [row for row in rows if row["method"] != GENERAL]
    mine = [row for row in rows if row["method"] in (*SEMANTIC, FUSION, "auto")]
    top = max(row["k"] for row in rows)
    printed, wide = (
        [Printed(f"SSE of {name} at k = 15, {data}", value, means(rows, "sse", name)[data, top])
         for name, value in (("microaggregation", 645), ("suppression", 2875)) if top == 15]
        for data in DATA
    )  # fmt: skip
    worst = compared(rows, "sse", "suppression", "resampling", lambda a, b: a > b)
    several = list(SEMANTIC)
    other = {f"{name}: {p}": kept for name in SEMANTIC
             for p, kept in compared(rows, "sse", name, f"{name}, non-semantic").items()}  # fmt: skip
    gain = {}
    for data, k in product(DATA, sorted({row["k"] for row in rows})):
        here = where(rows, data=data, k=k)
        lost = {n: 1 - mean(where(here, method=n), "sse") / mean(where(here, method=f"{n}, non-semantic"), "sse")
                for n in SEMANTIC}  # fmt: skip
        gain[point(data, k)] = lost["microaggregation"] == max(lost.values()) and lost["resampling"] == min(
            lost.values()
        )
    middle = sorted({row["k"] for row in rows})[len({row["k"] for row in rows}) // 2]
    weighed = [
        {"data": data, "method": m, "alpha": a,
         "score": sum(score(row, "SRL", a) for row in some) / len(some)}
        for data in DATA for m in (*SEMANTIC, "auto") for a in ALPHAS
        if (some := where(rows, data=data, k=middle, method=m))
    ]  # fmt: skip
    others = [FUSION, "microaggregation", "resampling"]

    def trials(own: str) -> list[Trial]:
        return [
            Trial("centroids of ICD-10 are codes that are in the file already; those of SNOMED CT are generalisations "
                  "that are not (thesis 9.2.3)", "the least common subsumer as the centroid of microaggregation",
                  least([*mine, *changed], "kl", own, [own, GENERAL, "resampling"])),
            *(Trial("how an absent record counts, of which eq. 9.2 says nothing", how,
                    least(mine, figure, own, [own, *others[1:]]))
              for figure, how in (("kl_found", "absent records left out"),
                                  ("kl_hard", "an absent record counted as 0.001 records"))),
        ]  # fmt: skip

    claims = [
        Claim("Each semantic method loses less than its non-semantic version (Fig. 37)", other, headline=True),
        Claim("Meaning gains most for microaggregation and least for resampling (Fig. 37)", gain),
        Claim("Suppression loses most of all", worst, printed,
              [Trial("fewer different diagnoses than in the thesis", "819 × 682 diagnoses instead of 288 × 235", worst,
                     wide)]),
        Claim("By SSE microaggregation is the best (Fig. 38)", least(mine, "sse", "microaggregation", several),
              headline=True),
        Claim("By SSE recoding comes before resampling (Fig. 38)", compared(mine, "sse", "recoding", "resampling"),
              headline=True),
        Claim("By KL recoding is the best (Fig. 38)", least(mine, "kl", "recoding", several), headline=True,
              trials=[Trial("recoding as in the thesis gives up every unique record at once, so that more are absent",
                            "recoding as in the fusion paper", least(mine, "kl", FUSION, others)),
                      *trials("recoding")]),
        Claim("By KL recoding is the best (Fig. 38)", least(mine, "kl", FUSION, others), headline=True,
              reading="recoding as in the fusion paper", trials=trials(FUSION)),
        Claim("By KL resampling is the worst", {f"against {m}: {p}": kept for m in ("recoding", "microaggregation")
              for p, kept in compared(mine, "kl", m, "resampling").items()}),
        Claim("From k = 4 on resampling has the lowest SRL (Fig. 39)",
              {p: kept for p, kept in least(mine, "SRL", "resampling", several).items()
               if int(p.rpartition("=")[2]) >= 4}),
        Claim("Recoding has the lowest SRL at k = 2 (Fig. 39)",
              {p: kept for p, kept in least(mine, "SRL", "recoding", several).items() if p.endswith("k=2")}),
        Claim("Microaggregation has the highest SRL (Fig. 39)",
              {f"against {m}: {p}": kept for m in ("recoding", "resampling") for p, kept in
               compared(mine, "SRL", "microaggregation", m, lambda a, b: a >= b).items()}),
    ]  # fmt: skip
    return Findings(
        did="3,006 discharges with two diagnoses each, as SNOMED CT concepts: recoding, SA-MDAV and SkResampling with "
        "semantic and with equality operators, and suppression; SSE by logSC, KL divergence, SRL, the score of loss "
        "and risk, seconds.",
        does="Our discharges (same records, distinct and unique pairs), coded in ICD-10, with 288 × 235 different "
        "diagnoses and, wider, with 819 × 682 as in the thesis, k from 2 to 15; of equals a "
        "random one, five seeds. KL adds half a record to every combination of either file; the thesis has no "
        "smoothing. The score takes L and SRL; Figs. 40 and 41 are lost in our text, so nothing is claimed of them.",
        claims=claims,
        tables=[
            grid(rows, "sse", "SSE by logSC (lower is better)", digits=4),
            grid([*mine, *changed], "kl", "KL divergence (lower is better)"),
            grid(mine, "tv", "Total variation of the distributions (lower is better)"),
            grid(mine, "SRL", "Semantic record linkage SRL in % (lower is better)"),
            grid(mine, "score", "Score at α = 0.5 (lower is better)"),
            grid(weighed, "score", f"Score at k = {middle}, α from risk alone (0) to loss alone (1)", over="alpha"),
            grid(mine, "seconds", "Seconds of masking"),
        ],
        pictures=[
            Picture(rows, "sse", "SSE"),
            Picture(mine, "kl", "KL divergence"),
            Picture(mine, "SRL", "SRL, %"),
            Picture([{**row, "ms": 1e3 * row["seconds"]} for row in mine], "ms", "milliseconds"),
        ],
        contests=contests(rows, "sse", "SSE, logSC"),
        notes=[f"The methods here are {', '.join(f'{n} = `{m}`' for n, m in SEMANTIC.items())}; "
               f"{len(different(rows, 'k'))} values of k."],
    )  # fmt: skip
