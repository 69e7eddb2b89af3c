"""Pairs of concepts compared per second, one core: ``python -m bench meaning``.

2,000 WordNet nouns drawn with a fixed seed; the whole call, from concept numbers to distances, best of nine.
"""

import time
from collections.abc import Callable

import numpy as np

from semblant.knowledge.sources import load
from semblant.semantics.matrix import condensed, pairwise
from semblant.semantics.measures import REGISTRY


def best(run: Callable[[], object], times: int = 9) -> float:
    """The shortest of several runs, in seconds; the first one only compiles."""
    run()
    seconds = []
    for _ in range(times):
        began = time.perf_counter()
        run()
        seconds.append(time.perf_counter() - began)
    return min(seconds)


def main() -> None:
    """Print a table of measures."""
    wordnet = load("wordnet")
    nouns = np.sort(np.random.default_rng(1).choice(len(wordnet), 2_000, replace=False))
    print("| measure | half matrix of 2,000 nouns | million pairs a second | full matrix of 10,000 |")
    print("|---|---|---|---|")
    many = np.sort(np.random.default_rng(2).choice(len(wordnet), 10_000, replace=False))
    for name in (name for name in REGISTRY if name != "context-vector"):  # that one needs a corpus
        half = best(lambda name=name: condensed(wordnet, nouns, name))
        full = best(lambda name=name: pairwise(wordnet, many, name), 3) if name in ("logsc", "wu-palmer") else None
        pairs = len(nouns) * (len(nouns) - 1) / 2
        print(f"| {name} | {half * 1e3:.1f} ms | {pairs / half / 1e6:,.0f} | {f'{full:.2f} s' if full else ''} |")


if __name__ == "__main__":
    main()
