"""How well each measure agrees with people: the table of docs/measures.md.

    python scripts/rate_measures.py FOLDER [WORDNET-DICT]

FOLDER holds rg65.txt and mc30.txt (Rubenstein & Goodenough, Miller & Charles: word, word, rating); with a WordNet
``dict`` folder glosses are read too, which rodriguez and x-similarity use. The best sense pair counts; Pearson.
"""

import sys
from itertools import product
from pathlib import Path

import numpy as np

from semblant.knowledge.sources import load
from semblant.knowledge.taxonomy import Taxonomy
from semblant.semantics.measures import REGISTRY, similarity


def correlation(taxonomy: Taxonomy, ratings: Path, measure: str) -> float:
    """Pearson's correlation of a measure with people's ratings."""
    rows = [line.split() for line in ratings.read_text("utf-8").splitlines() if line.strip()]
    ours = [
        max(similarity(taxonomy, x, y, measure) for x, y in product(taxonomy.senses(a), taxonomy.senses(b)))
        for a, b, _ in rows
    ]
    return float(np.corrcoef(ours, [float(rating) for _, _, rating in rows])[0, 1])


def main() -> None:
    """Print one row a measure."""
    taxonomy = load(sys.argv[2] if len(sys.argv) > 2 else "wordnet")
    files = [Path(sys.argv[1]) / name for name in ("rg65.txt", "mc30.txt")]
    print("| measure | Rubenstein & Goodenough 65 | Miller & Charles 30 |\n|---|---|---|")
    for name in (name for name in REGISTRY if name != "context-vector"):  # that one needs a corpus
        print(f"| {name} | " + " | ".join(f"{correlation(taxonomy, file, name):.3f}" for file in files) + " |")


if __name__ == "__main__":
    main()
