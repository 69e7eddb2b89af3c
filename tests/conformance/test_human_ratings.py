"""How well measures agree with people: Rubenstein & Goodenough's 65 pairs, Miller & Charles' 30 (thesis, Table 4).

The best sense pair counts; correlations are those measured over WordNet 3.0 with the default counting. The stand-ins
are fewer pairs, rated by us.
"""

from itertools import product

import numpy as np
import pytest

from semblant.semantics.measures import similarity

PAIRS = {"published": {"rg65": 65, "mc30": 30}, "stand-in": {"rg65": 28, "mc30": 14}}
MEASURED = {
    ("rg65", "path"): {"published": 0.737, "stand-in": 0.888},
    ("rg65", "leacock-chodorow"): {"published": 0.839, "stand-in": 0.916},
    ("rg65", "wu-palmer"): {"published": 0.785, "stand-in": 0.880},
    ("rg65", "logsc"): {"published": 0.848, "stand-in": 0.927},
    ("mc30", "path"): {"published": 0.638, "stand-in": 0.917},
    ("mc30", "leacock-chodorow"): {"published": 0.779, "stand-in": 0.899},
    ("mc30", "wu-palmer"): {"published": 0.739, "stand-in": 0.885},
    ("mc30", "logsc"): {"published": 0.807, "stand-in": 0.891},
}


@pytest.mark.parametrize(("ratings", "measure"), MEASURED)
def test_correlation_with_people(wordnet, reference, origin, ratings, measure):
    people, ours = [], []
    for line in (reference / "similarity" / f"{ratings}.txt").read_text().splitlines():
        a, b, rating = line.split()
        people.append(float(rating))
        pairs = product(wordnet.senses(a), wordnet.senses(b))
        ours.append(max(similarity(wordnet, x, y, measure) for x, y in pairs))
    assert len(people) == PAIRS[origin][ratings]
    assert round(float(np.corrcoef(people, ours)[0, 1]), 3) == MEASURED[ratings, measure][origin]
