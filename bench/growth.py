"""How time grows with distinct tuples: ``python -m bench growth``.

SA-MDAV and `auto` over three semantic columns of 60 WordNet nouns each, one record a tuple drawn at random; masking
alone, in seconds of the processor, and what a record loses. The exponent is that of the time between two rows.
"""

import math
import time

import numpy as np

from semblant.knowledge.sources import load
from semblant.methods.job import Job
from semblant.methods.masking import Masking
from semblant.methods.refine import auto
from semblant.methods.starts import candidates_of
from semblant.methods.table.mdav import sa_mdav
from semblant.policy.model import Policy
from semblant.space.column import Likeness, Point, tabled_column
from semblant.space.order import far_from
from semblant.space.product import Product

SIZES = (1_000, 5_000, 20_000, 50_000, 100_000, 200_000)
NOUNS = 60
MOST = NOUNS**3
"""The most distinct tuples of three columns."""


def space_of(tuples: int, rng: np.random.Generator) -> Product:
    """So many distinct tuples of three columns."""
    wordnet = load("wordnet")
    places = np.sort(rng.choice(MOST, tuples, replace=False))
    columns = []
    for j in range(3):
        nouns = [Point(int(c)) for c in rng.choice(len(wordnet), NOUNS, replace=False)]
        codes = (places // NOUNS**j % NOUNS).astype(np.int64)
        columns.append(tabled_column(f"c{j}", nouns, codes, Likeness(wordnet, "logsc", "semantic")))
    return Product.of(columns)


def lost(space: Product, masking: Masking) -> float:
    """The mean squared distance of a record to its representative."""
    centre = candidates_of(space, masking)[masking.groups]
    far = far_from(space.points, masking.tuples, centre, np.empty((len(masking.groups), 0)))
    return float(far**2 @ masking.counts) / space.records


def main() -> None:
    """Print one row per size."""
    rng = np.random.default_rng(7)
    small = space_of(200, rng)
    methods, job = (sa_mdav, auto), Job.of(Policy(k=5, method="sa-mdav"))
    for method in methods:
        method(small, job)
    print("| distinct tuples | sa-mdav | exponent | SSE a record | auto | exponent | SSE a record |")
    print("|---|---|---|---|---|---|---|")
    before: dict[str, float] = {}
    for size, last in zip(SIZES, (0, *SIZES), strict=False):
        space, cells = space_of(size, rng), [f"{size:,}"]
        for method in methods:
            began = time.process_time()
            masking = method(space, job)
            took = time.process_time() - began
            past = before.get(method.__name__)
            step = "" if past is None else f"{math.log(took / past) / math.log(size / last):.2f}"
            before[method.__name__] = took
            cells += [f"{took:.3g} s", step, f"{lost(space, masking):.4f}"]
        print(f"| {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
