"""One masked table and everything that is measured of it, as most experiments need it."""

from collections.abc import Mapping, Sequence
from time import process_time
from typing import Any

import numpy as np

from experiments._data import load
from experiments._runs import Cell, Scale
from semblant.assessment.assessment import Assessment
from semblant.assessment.pairing import Pairing
from semblant.methods.job import guide_of
from semblant.policy.model import Policy
from semblant.release.pipeline import read_input
from semblant.shapes.table import TableShape

BY_CHANCE = ("recode-random", "recode-h1", "recode-dm", "recode-fusion", "resample", "resample-heer")
"""Methods that draw, whatever is asked of them."""


def cell(data: str, method: str, k: int, judge: str, *, records: int | None = None, **more: Any) -> Cell:
    """What one run depends on. ``method`` is how it is called here; ``run`` its name where that is another.

    ``auto`` is guided by what it is judged by, as somebody would ask who knows how the release will be judged.
    """
    guided = {"measure": judge} if method == "auto" else {}
    keys = {**guided, **more.pop("policy", {})}
    if not by_chance(more.get("run", method), keys):
        more.pop("seed", None)  # so that experiments share the run
    if more.get("run") == method:
        del more["run"]
    return {"data": data, "records": records, "method": method, "k": k, "judge": judge, "policy": keys, **more}


def by_chance(method: str, policy: Mapping[str, Any]) -> bool:
    """Whether a run depends on its seed: the method draws, or takes random ones of equals."""
    return method in BY_CHANCE or guide_of(Policy.model_validate({**policy, "method": method})).ties == "random"


def seeds(scale: Scale, method: str, policy: Mapping[str, Any]) -> Sequence[int]:
    """Five seeds for a run by chance, else one."""
    return scale.seeds if by_chance(method, policy) else scale.seeds[:1]


def recoding(scale: Scale, methods: Sequence[str]) -> list[Cell]:
    """Recoding of the survey, guided and assessed by Wu & Palmer, at every k; five seeds for random methods."""
    return [
        cell("survey", m, k, "wu-palmer", records=scale.records, seed=seed, policy={"measure": "wu-palmer"})
        for k in scale.some(range(2, 16))
        for m in methods
        for seed in seeds(scale, m, {"measure": "wu-palmer"})
    ]


def measure(cell: Cell) -> Mapping[str, Any]:
    """Mask a table and measure what that cost and what risk is left."""
    ready = prepared(cell)
    seconds = []
    for _ in range(cell.get("times", 1)):
        rng = np.random.default_rng(cell.get("seed", 0))
        began = process_time()  # not what else the machine does
        masking = ready.masking(rng)
        seconds.append(process_time() - began)
    found = ready.assess(ready.represented(masking).table, aligned=True)
    return {**figures(found), "seconds": min(seconds)}


def prepared(cell: Cell) -> TableShape:
    """The table of a cell, read and mapped under the cell's policy."""
    data = load(cell["data"], cell["records"])
    asked = {
        "k": cell["k"],
        "method": cell.get("run", cell["method"]),
        "loss_measure": cell["judge"],
        "combine": "mean",
        "rare": "publish",  # as the papers do
        **cell["policy"],
    }
    return read_input(data.table, Policy.model_validate({**data.keys, **asked}), data.base)


def figures(found: Assessment) -> dict[str, Any]:
    """The figures of an assessment, flat; a release that breaks its promise is no result."""
    if not found.holds:
        raise AssertionError(f"k = {found.privacy.k_required} was promised, {found.privacy.k_achieved} found")
    assert found.pairing is not None
    loss, risk = found.utility, found.risk
    return {
        "sse": loss.sse,
        "sst": loss.sst,
        "L": loss.loss_percent,
        "semiloss": loss.semantic_loss,
        "kl": loss.kl,
        "kl_found": kl_of_found(found.pairing),
        "kl_hard": kl_of_found(found.pairing, absent=0.001),
        "tv": loss.total_variation,
        "dm": loss.discernibility,
        "RL": risk.record_linkage_percent,
        "SRL": risk.semantic_record_linkage_percent,
        "MRL": intruders_matches(found.pairing),
        "classes": found.privacy.classes,
        "n": found.pairing.records,
        "dropped": found.privacy.suppressed_records,
    }


def intruders_matches(pairing: Pairing) -> float:
    """MRL: for an original record, the probability of picking its own among the equal masked records, in percent.

    Reference: thesis 8.4.3.
    """
    before, after = pairing.tuples
    masked = np.bincount(after, pairing.counts)
    same = before == after
    return 100.0 * float((pairing.counts[same] / masked[after[same]]).sum()) / pairing.records


def kl_of_found(pairing: Pairing, absent: float | None = None) -> float:
    """KL as printed (thesis, eq. 9.2), without smoothing: absent records are left out, or count so many records."""
    before, after = (np.bincount(codes, pairing.counts, 1 + max(t.max() for t in pairing.tuples))
                     for codes in pairing.tuples)  # fmt: skip
    there = before > 0 if absent is not None else (before > 0) & (after > 0)
    was, now = before[there] / before.sum(), np.maximum(after[there], absent or 0) / before.sum()
    return float((was * np.log(was / now)).sum())


def score(row: Mapping[str, Any], risk: str = "RL", alpha: float = 0.5) -> float:
    """Loss and risk in one figure, weighed by α (thesis, eq. 6.5)."""
    return float(alpha * row["L"] + (1 - alpha) * row[risk])


def scored(rows: Sequence[Mapping[str, Any]], risk: str = "RL") -> list[dict[str, Any]]:
    """Rows with their score at α = 0.5."""
    return [{**row, "score": score(row, risk)} for row in rows]
