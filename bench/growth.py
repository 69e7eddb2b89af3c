"""How time grows with distinct tuples: ``python -m bench growth``.

SA-MDAV and `auto` over three semantic columns of 60 WordNet nouns each, one record a tuple drawn at random; the kernel
alone, in seconds of the processor, one core. The exponent is that of the time between two rows.
"""

import math
import time

import numpy as np

from semblant.kernels import mdav as kernel
from semblant.knowledge.sources import load
from semblant.methods.mdav import sa_mdav
from semblant.methods.refine import auto
from semblant.space.column import Point, tabled_column
from semblant.space.product import Product

SIZES = (1_000, 5_000, 20_000, 50_000, 100_000, 200_000)


def space_of(tuples: int, rng: np.random.Generator) -> Product:
    """So many distinct tuples of three columns."""
    wordnet = load("wordnet")
    places = np.sort(rng.choice(60**3, tuples, replace=False))
    columns = []
    for j in range(3):
        nouns = [Point(int(c)) for c in rng.choice(len(wordnet), 60, replace=False)]
        codes = (places // 60**j % 60).astype(np.int64)
        columns.append(tabled_column(f"c{j}", nouns, codes, wordnet, measure="logsc", rule="semantic"))
    return Product.of(columns)


def main() -> None:
    """Print one row per size."""
    rng = np.random.default_rng(7)
    small = space_of(200, rng)
    sa_mdav(small, 5)
    auto(small, 5)
    print("| distinct tuples | sa-mdav | exponent | auto | exponent |\n|---|---|---|---|---|")
    before: tuple[int, float, float] | None = None
    for size in SIZES:
        space = space_of(size, rng)
        began = time.process_time()
        kernel.sa_mdav(space.points, 5, True, False)
        adaptive = time.process_time() - began
        began = time.process_time()
        auto(space, 5)
        ours = time.process_time() - began
        steps = ["", ""]
        if before is not None:
            steps = [
                f"{math.log(t / b) / math.log(size / before[0]):.2f}"
                for t, b in zip((adaptive, ours), before[1:], strict=True)
            ]
        print(f"| {size:,} | {adaptive:.3f} s | {steps[0]} | {ours:.2f} s | {steps[1]} |", flush=True)
        before = (size, adaptive, ours)


if __name__ == "__main__":
    main()
