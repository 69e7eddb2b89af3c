"""UCI Adult, occupation and native-country: loss, linkage and time of every table method: ``python -m bench adult``.

Needs adult.csv and mapping.csv in the folder that ADULT names (or ../shared/data/adult). Loss is SSE judged by logsc,
in brackets by Wu & Palmer; "trial" are the figures of an earlier trial of ours with the same senses and canonical ties.
"""

import os
import time
from pathlib import Path

import numpy as np

from semblant.assessment.tables import assess_table
from semblant.data.read import read
from semblant.methods.job import Job, guide_of
from semblant.methods.mask import mask_space
from semblant.policy.model import Policy
from semblant.represent import represent
from semblant.space.reading import Library, read_columns
from semblant.space.tablespace import build_space

FOLDER = Path(os.environ.get("ADULT", "../shared/data/adult"))
TRIAL: dict[str, dict[int, str]] = {
    "sa-mdav": {2: "1.1 (0.21)", 5: "7.1 (1.43)", 20: "50.0 (12.0)", 100: "119.0 (26.4)", 800: "275.8 (61.8)"},
    "auto": {},
    "sa-mdav none": {2: "1.1 (0.18)", 5: "6.8 (1.16)", 20: "27.4 (5.28)", 100: "82.4 (17.9)", 800: "230.5 (54.1)"},
    "sa-mdav-static": {2: "1.1", 5: "7.1", 20: "52.3", 100: "133.7", 800: "280.5"},
    "s-mdav": {2: "3.2 (0.53)", 5: "8.2 (1.49)", 20: "28.7 (5.26)", 100: "105.4 (23.1)", 800: "321.4 (81.5)"},
    "mdav-mode": {},
    "mdav-mode-record": {},
    "mdav-mode canonical": {
        2: "8.5 (2.0)",
        5: "18.9 (4.3)",
        20: "55.4 (12.6)",
        100: "110.0 (28.9)",
        800: "286.3 (79.8)",
    },
    "mdav-lcs": {2: "2.5 (0.35)", 5: "10.9 (1.64)", 20: "55.6 (9.27)", 100: "192.8 (35.1)", 800: "1197 (252)"},
}


def policy(name: str, k: int, loss_measure: str = "logsc") -> Policy:
    """A policy for the two columns; a second word is the weighting (none) or the order of ties (canonical)."""
    method, _, more = name.partition(" ")
    column = {"role": "quasi", "kind": "semantic", "knowledge": "wordnet"}
    return Policy.model_validate(
        {
            "k": k,
            "method": method,
            "weighting": "none" if more == "none" else None,
            "ties": more if more == "canonical" else None,
            "loss_measure": loss_measure,
            "rare": "publish",
            "mapping": "mapping.csv",
            "others": "drop",
            "attributes": {"occupation": column, "native-country": column},
        }
    )


def main() -> None:
    """Print one row per method and k."""
    if not (FOLDER / "adult.csv").is_file():
        print("skipped: no adult.csv; say where it lies with ADULT=folder")
        return
    table = read(FOLDER / "adult.csv")
    print("| method | k | SSE (by Wu & Palmer) | trial | L % | RL % | SRL % | classes | kernel |")
    print("|---|---|---|---|---|---|---|---|---|")
    for name in TRIAL:
        for k in (2, 5, 20, 100, 800, 1800):
            row(table, name, k)


def row(table: object, name: str, k: int) -> None:
    """Mask, assess by both measures and print."""
    made = policy(name, k)
    readers = read_columns(table, made, Library(made, FOLDER))  # type: ignore[arg-type]
    guide = guide_of(made)
    space = build_space(readers, measure=guide.measure, centroid=guide.centroid, combine=guide.combine)
    mask_space(space, Job.of(made, np.random.default_rng(0)))
    began = time.perf_counter()
    masking = mask_space(space, Job.of(made, np.random.default_rng(0)))
    seconds = time.perf_counter() - began
    hidden = [n for n in table.names if n not in made.attributes]  # type: ignore[attr-defined]
    released = represent(table, space, masking, hidden).table  # type: ignore[arg-type]
    by_logsc = assess_table(table, released, readers, made, combine=guide.combine, aligned=True)  # type: ignore[arg-type]
    depth = policy(name, k, "wu-palmer")
    by_depth = assess_table(table, released, readers, depth, combine=guide.combine, aligned=True).utility  # type: ignore[arg-type]
    loss, risk, trial = by_logsc.utility, by_logsc.risk, TRIAL[name].get(k, "")
    print(
        f"| {name} | {k} | {loss.sse:.1f} ({by_depth.sse:.2f}) | {trial} | {loss.loss_percent:.2f} "
        f"| {risk.record_linkage_percent:.2f} | {risk.semantic_record_linkage_percent:.2f} "
        f"| {by_logsc.privacy.classes} | {seconds * 1e3:.1f} ms |",
        flush=True,
    )


if __name__ == "__main__":
    main()
