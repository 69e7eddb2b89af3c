"""How well measures agree with people: Rubenstein & Goodenough's 65 pairs, Miller & Charles' 30 (thesis, Table 4).

The best sense pair counts; correlations are those measured over WordNet 3.0 with the default counting.
"""

from itertools import product

import numpy as np
import pytest

from semblant.semantics.measures import similarity

MEASURED = {
    ("rg65", "path"): 0.737,
    ("rg65", "leacock-chodorow"): 0.839,
    ("rg65", "wu-palmer"): 0.785,
    ("rg65", "logsc"): 0.848,
    ("mc30", "path"): 0.638,
    ("mc30", "leacock-chodorow"): 0.779,
    ("mc30", "wu-palmer"): 0.739,
    ("mc30", "logsc"): 0.807,
}


@pytest.mark.parametrize(("ratings", "measure"), MEASURED)
def test_correlation_with_people(wordnet, reference, ratings, measure):
    people, ours = [], []
    for line in (reference / "similarity" / f"{ratings}.txt").read_text().splitlines():
        a, b, rating = line.split()
        people.append(float(rating))
        pairs = product(wordnet.senses(a), wordnet.senses(b))
        ours.append(max(similarity(wordnet, x, y, measure) for x, y in pairs))
    assert len(people) == int(ratings[2:])
    assert round(float(np.corrcoef(people, ours)[0, 1]), 3) == MEASURED[ratings, measure]
