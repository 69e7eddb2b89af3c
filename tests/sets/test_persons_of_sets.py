"""Sets of persons with several records: groups are merged until each has k persons, and keeps l and t."""

import random

import polars as pl
import pytest

import semblant as sb

ITEMS = ["apple", "bread", "milk", "cheese", "wine", "beer", "onion", "salmon", "coffee", "tea"]
BASKET = {"role": "quasi", "kind": "set", "knowledge": "wordnet", "unknown": "nominal"}


def baskets(seed: int) -> pl.DataFrame:
    chance = random.Random(seed)
    cells = ["|".join(chance.sample(ITEMS, chance.randint(1, 5))) for _ in range(40)]
    return pl.DataFrame({"id": [f"u{i // 2}" for i in range(40)], "basket": cells, "ill": [*"abca"] * 10})


@pytest.mark.parametrize("method", ["auto", "set-mdav"])
@pytest.mark.parametrize("draw", ["group", "record"])
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_classes_have_k_persons(method, draw, seed):
    frame = baskets(seed)
    asked = {"id": "identifier", "basket": BASKET, "ill": "keep"}
    more = {"accept": "not-k-anonymous"} if draw == "record" else {}
    release = sb.anonymise(
        frame, k=3, shape="sets", method=method, draw=draw, individual="id", seed=1, attributes=asked, **more
    )
    whose = [frame["id"][row] for row in release.link.tolist()]
    for group in set(release.groups.tolist()):
        assert len({w for w, g in zip(whose, release.groups.tolist(), strict=True) if g == group}) >= 3


@pytest.mark.parametrize("method", ["auto", "set-mdav"])
def test_classes_keep_l(method):
    asked = {"id": "identifier", "basket": BASKET, "ill": {"role": "sensitive", "l": 3}}
    release = sb.anonymise(baskets(3), k=3, shape="sets", method=method, seed=1, attributes=asked)
    assert release.evidence.privacy.l_achieved["ill"] >= 3
