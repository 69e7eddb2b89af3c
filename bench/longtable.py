"""A million rows: processor time of the analysis and of both reports: ``python -m bench.longtable [rows]``.

Eight columns of every kind, five of them masked by ``auto`` at k = 5, and a model of the pay; scikit-learn is needed.
"""

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from semblant.assessment.analysis import analyse
from semblant.data.table import Table
from semblant.policy.model import Policy
from semblant.release import pipeline
from semblant.shapes import table as shape

ROWS = 1_000_000
JOBS = ["nurse", "teacher", "baker", "cook", "lawyer", "farmer", "painter", "plumber", "surgeon", "waiter"]


def table(rows: int) -> Table:
    """People whose pay depends on age and job."""
    rng = np.random.default_rng(1)
    age, job = rng.integers(18, 90, rows), rng.integers(0, len(JOBS), rows)
    days = np.datetime64("2020-01-01") + rng.integers(0, 1_500, rows)
    return Table(
        pl.DataFrame(
            {
                "age": age.astype(str),
                "job": np.array(JOBS)[job],
                "town": np.char.add("town ", rng.integers(0, 8, rows).astype(str)),
                "since": days.astype(str),
                "size": rng.choice(["small", "medium", "large"], rows),
                "pay": (1_500 + 20 * age + 100 * job + rng.integers(0, 900, rows)).astype(str),
                "hours": rng.integers(0, 60, rows).astype(str),
                "reason": rng.choice(["a", "b", "c", "d"], rows),
            }
        )
    )


def policy() -> Policy:
    """Five columns masked, one model."""
    number = {"role": "quasi", "kind": "numeric"}
    return Policy.model_validate(
        {
            "k": 5,
            "seed": 1,
            "others": "keep",
            "attributes": {
                "age": number,
                "job": {"role": "quasi", "kind": "semantic", "knowledge": "wordnet"},
                "town": {"role": "quasi", "kind": "nominal"},
                "since": {"role": "quasi", "kind": "date", "precision": "year"},
                "size": {"role": "quasi", "kind": "ordinal", "levels": ["small", "medium", "large"]},
                "pay": "sensitive",
            },
            "analyses": [{"target": "pay", "by": ["age", "job"]}],
        }
    )


def timed(name: str, work: Callable[..., Any]) -> Callable[..., Any]:
    """The same function, which prints the processor's seconds."""

    def run(*given: Any, **named: Any) -> Any:
        began = time.process_time()
        made = work(*given, **named)
        size = f" ({len(made) / 1e3:,.0f} kB)" if isinstance(made, str) else ""
        print(f"| {name}{size} | {time.process_time() - began:.1f} |", flush=True)
        return made

    return run


def main() -> None:
    """Anonymise and print."""
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else ROWS
    shape.analysis_of = timed("analysis", analyse.analysis_of)  # type: ignore[attr-defined]
    shape.quick_losses = timed("loss without each column, quick runs", shape.quick_losses)  # type: ignore[attr-defined]
    pipeline.internal_report = timed("internal report", pipeline.internal_report)  # type: ignore[attr-defined]
    pipeline.public_report = timed("public report", pipeline.public_report)  # type: ignore[attr-defined]
    print(f"| {rows:,} rows | seconds of the processor |\n|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        timed("everything", pipeline.anonymise_file)(table(rows), policy(), out=Path(folder) / "out")


if __name__ == "__main__":
    main()
