"""How long a small call takes in a warm process: ``python -m bench small``.

Forty people with a job (WordNet), an age, a sex and an illness go through ``sb.anonymise``, frame in and frame out,
with all that a release takes: masking, writing, verifying, assessing. Median of twenty calls, after two that only warm
up.
"""

import statistics
import time

import numpy as np
import polars as pl

import semblant as sb

JOBS = ["surgeon", "nurse", "painter", "sculptor", "teacher", "lawyer", "cook", "driver"]
ATTRIBUTES = {
    "job": {"role": "quasi", "knowledge": "wordnet"},
    "age": {"role": "quasi", "kind": "numeric"},
    "sex": {"role": "quasi", "kind": "nominal"},
    "illness": "sensitive",
}


def people(ages: list[int]) -> pl.DataFrame:
    """Forty people, always the same."""
    rng = np.random.default_rng(1)
    return pl.DataFrame(
        {
            "job": rng.choice(JOBS, 40).tolist(),
            "age": rng.choice(ages, 40).tolist(),
            "sex": rng.choice(["f", "m"], 40).tolist(),
            "illness": rng.choice(["influenza", "asthma", "gout"], 40).tolist(),
        }
    )


def medians(frame: pl.DataFrame, method: str) -> tuple[float, float]:
    """Milliseconds of one call: by the clock, and of the processor, which a busy machine does not lengthen."""
    taken = []
    for _ in range(22):
        clock, processor = time.perf_counter(), time.process_time()
        sb.anonymise(frame, k=3, method=method, attributes=ATTRIBUTES, seed=1)
        taken.append((1e3 * (time.perf_counter() - clock), 1e3 * (time.process_time() - processor)))
    return statistics.median(c for c, _ in taken[2:]), statistics.median(p for _, p in taken[2:])


def main() -> None:
    """Print milliseconds by method and by how many records differ."""
    print("| records | distinct | method | ms | of the processor |\n|---|---|---|---|---|")
    for ages in ([40], [20, 40], list(range(20, 70))):
        frame = people(ages)
        distinct = frame.select("job", "age", "sex").n_unique()
        for method in ("mdav", "sa-mdav", "auto"):
            clock, processor = medians(frame, method)
            print(f"| {frame.height} | {distinct} | {method} | {clock:.0f} | {processor:.0f} |", flush=True)


if __name__ == "__main__":
    main()
