"""Time and loss of recoding, resampling and suppression: on Adult, and on random spaces up to 20,000 distinct tuples.

    python bench/recode.py              # everything
    python bench/recode.py --quick      # without the largest spaces

The loss is the SSE judged by logSC, whatever guided the method, as a share of SST too; methods with chance: the mean of
three seeds. A row says which measure guided the run. Times are the best of three runs, without compilation. Adult
needs the reference data in ../shared/data.
"""

import csv
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from semblant.knowledge.sources import load
from semblant.knowledge.taxonomy import Taxonomy
from semblant.methods.job import Job
from semblant.methods.mask import mask_space
from semblant.methods.masking import Dropped, Masking
from semblant.methods.starts import candidates_of
from semblant.methods.table.mdav import centred
from semblant.policy.model import Policy
from semblant.space.column import Likeness, Point, point_distances, tabled_column
from semblant.space.product import Product

ADULT = Path(__file__).parents[2] / "shared" / "data" / "adult"
SEEDS = 3

METHODS: dict[str, dict[str, Any]] = {
    "recode": {},
    "recode, unweighted": {"weighting": "none"},
    "recode-fusion": {},
    "recode-h1": {},
    "recode-dm": {},
    "recode-random": {},
    "resample": {},
    "resample, unweighted": {"weighting": "none"},
    "suppress": {"suppression_limit": 1.0},
}


@dataclass(frozen=True)
class Data:
    """Records of concepts: per column a taxonomy, the concepts that occur, and each record's."""

    name: str
    taxonomies: tuple[Taxonomy, ...]
    concepts: tuple[tuple[int, ...], ...]
    codes: tuple[np.ndarray, ...]

    def space(self, measure: str) -> Product:
        rule = "mode" if measure == "equality" else "semantic"
        return Product.of(
            [
                tabled_column(str(j), [Point(c) for c in concepts], codes, Likeness(taxonomy, measure, rule))
                for j, (taxonomy, concepts, codes) in enumerate(
                    zip(self.taxonomies, self.concepts, self.codes, strict=True)
                )
            ]
        )

    def loss(self, space: Product, masking: Masking) -> float:
        """SSE by logSC; a dropped record costs a distance of 1."""
        apart, candidates = np.zeros(len(masking.tuples)), candidates_of(space, masking)
        for j, column in enumerate(space.columns):
            table = point_distances(column.candidates, column.values, self.taxonomies[j], "logsc")
            apart += table[candidates[masking.groups, j], space.codes[j, masking.tuples]]
        apart /= len(space.columns)
        apart[masking.where(Dropped)[masking.groups]] = 1.0
        return float(masking.counts @ apart**2)


def adult() -> Data:
    """Occupation and native country, 30,162 records."""
    frame = pl.read_csv(ADULT / "adult.csv", infer_schema_length=0)
    with (ADULT / "mapping.csv").open(encoding="utf-8") as file:
        meant = {(row["attribute"], row["value"]): row["concept"] for row in csv.DictReader(file)}
    wordnet = load("wordnet")
    concepts, codes = [], []
    for name in ("occupation", "native-country"):
        values = sorted(frame[name].unique().to_list())
        concepts.append(tuple(wordnet.index(meant[name, v]) for v in values))
        codes.append(np.searchsorted(values, frame[name].to_numpy()))
    return Data("adult", (wordnet, wordnet), tuple(concepts), tuple(codes))


def made_up(name: str, distinct: int, columns: int, values: int, *, seed: int = 7) -> Data:
    """So many distinct tuples, most of them unique, over random taxonomies."""
    rng = np.random.default_rng(seed)
    taxonomies = tuple(_tree(rng, 4 * values) for _ in range(columns))
    concepts = tuple(tuple(rng.choice(len(t), values, replace=False).tolist()) for t in taxonomies)
    tuples = np.empty((0, columns), np.int64)
    while len(tuples) < distinct:  # the squares make some values common and most of them rare
        more = (values * rng.random((distinct, columns)) ** 2).astype(np.int64)
        tuples = np.unique(np.concatenate([tuples, more]), axis=0)
    tuples = rng.permutation(tuples)[:distinct]
    records = np.repeat(tuples, np.minimum(rng.zipf(2.5, distinct), 500), axis=0)
    return Data(name, taxonomies, concepts, tuple(records.T.copy()))


def _tree(rng: np.random.Generator, size: int, fan: int = 5) -> Taxonomy:
    return Taxonomy.from_edges(
        (f"c{i:06}", f"c{rng.integers(max(0, i // fan - 9), i // fan + 1) if i > fan else 0:06}")
        for i in range(1, size)
    )


def runs(data: Data, measure: str, ks: Sequence[int]) -> Iterator[tuple[int, str, float, int, float]]:
    """k, method, best seconds, groups and mean SSE."""
    space = data.space(measure)
    for k in ks:
        for name, keys in METHODS.items():
            policy = Policy(method=name.partition(",")[0], k=k, measure=measure, **keys)
            seconds, losses, groups = [], [], 0
            for seed in range(SEEDS):
                begin = time.perf_counter()
                masking = mask_space(space, Job.of(policy, np.random.default_rng(seed)))
                seconds.append(time.perf_counter() - begin)
                losses.append(data.loss(space, masking))
                groups = masking.size
            yield k, name, min(seconds), groups, float(np.mean(losses))


def main() -> None:
    """Print a table per space."""
    larger = [] if "--quick" in sys.argv else [("20,000 by 3", 20_000, 3, 400), ("20,000 by 2", 20_000, 2, 600)]
    spaces = [made_up(*shape) for shape in [("discharges", 2_331, 2, 350), *larger]]
    if ADULT.is_dir():
        spaces.insert(0, adult())
    else:
        print("Adult is left out: it needs the reference data in ../shared/data")
    for data in spaces:
        space = data.space("logsc")
        whole = centred(space, np.arange(len(space.weights)), space.weights, np.zeros(len(space.weights), np.int64))
        sst = data.loss(space, whole)
        print(
            f"\n{data.name}: {space.records:,} records, {len(space.weights):,} distinct, "
            f"{np.count_nonzero(space.weights == 1):,} unique, SST {sst:,.1f}"
        )
        print(f"{'guide':9} {'k':>4}  {'method':20} {'seconds':>8} {'groups':>7} {'SSE':>10} {'% of SST':>9}")
        for measure in ("logsc", "equality"):
            for k, name, seconds, groups, sse in runs(data, measure, (5, 20, 100) if data.name == "adult" else (2, 15)):
                print(
                    f"{measure:9} {k:4}  {name:20} {seconds:8.3f} {groups:7,} {sse:10,.1f} {100 * sse / sst:9.2f}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
