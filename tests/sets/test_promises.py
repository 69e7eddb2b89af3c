"""Groups of sets keep what the policy promises on top of k: persons, l and t."""

import random

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import semblant as sb
from semblant.errors import UnreachableError

ITEMS = ["bread", "milk", "tea", "coffee", "beer", "onion", "cheese", "apple"]


def baskets(seed: int, records: int = 40) -> pl.DataFrame:
    rng = random.Random(seed)
    return pl.DataFrame(
        {
            "who": [f"P{i // 2}" for i in range(records)],
            "items": ["|".join(sorted(rng.sample(ITEMS, rng.randint(1, 3)))) for _ in range(records)],
            "ill": [rng.choice(["flu", "flu", "flu", "gout", "asthma"]) for _ in range(records)],
        }
    )


RULES = {"shape": "sets", "k": 3, "seed": 1, "rare": "publish"}
COLUMNS = {"who": "identifier", "items": {"role": "quasi", "kind": "set", "knowledge": "wordnet"}}


@pytest.mark.parametrize("method", ["auto", "set-mdav"])
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_every_class_has_k_persons_and_l_values(method: str, seed: int) -> None:
    frame = baskets(seed)
    ill = {"role": "sensitive", "l": 2}
    rules = {**RULES, "method": method, "individual": "who", "attributes": {**COLUMNS, "ill": ill}}
    release = sb.anonymise(frame, rules)
    told = release.data.with_columns(who=frame["who"].gather(release.link))
    classes = told.group_by("items").agg(pl.col("who").n_unique(), pl.col("ill").n_unique())
    assert classes["who"].min() >= 3
    assert classes["ill"].min() >= 2
    assert release.evidence.privacy.verified


def test_closeness_is_kept_too() -> None:
    ill = {"role": "sensitive", "t": 0.25}
    release = sb.anonymise(baskets(4, 60), {**RULES, "attributes": {**COLUMNS, "ill": ill}})
    assert release.evidence.privacy.t_achieved["ill"] <= 0.25


def test_what_all_records_together_do_not_keep_is_unreachable() -> None:
    few = baskets(1, 6).with_columns(who=pl.lit("P1"))
    with pytest.raises(UnreachableError):
        sb.anonymise(few, {**RULES, "individual": "who", "attributes": {**COLUMNS, "ill": "keep"}})
