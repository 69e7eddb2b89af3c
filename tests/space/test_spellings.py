"""Nominal columns whose categories are written in several ways: alike in distance, texts of their own in classes."""

import random

import polars as pl
import pytest

import semblant as sb
from semblant.data.codings import category_keys

TOWNS = ["Bristol", "bristol", "Bath", "BATH ", "Leeds"]
SEXES = ["m", "M", "Male", "female", "F"]


@pytest.fixture(scope="module")
def frame() -> pl.DataFrame:
    town = [TOWNS[(i * 7 + i // 9) % 5] for i in range(180)]
    sex = [SEXES[(i * 3 + i // 7) % 5] for i in range(180)]
    return pl.DataFrame({"town": town, "sex": sex, "age": [str(20 + i * 13 % 50) for i in range(180)]})


def released(frame: pl.DataFrame, method: str, **options: object) -> sb.Release:
    nominal = {"role": "quasi", "kind": "nominal"}
    attributes = {"town": nominal, "sex": nominal, "age": {"role": "quasi", "kind": "numeric"}}
    return sb.anonymise(frame, k=4, method=method, attributes=attributes, seed=3, order="keep", **options)


@pytest.mark.parametrize("method", ["auto", "mdav", "sa-mdav", "recode"])
def test_a_class_gets_a_spelling_that_somebody_in_it_wrote(frame: pl.DataFrame, method: str) -> None:
    release = released(frame, method)
    assert release.evidence.privacy.verified
    assert release.evidence.privacy.k_achieved >= 4
    both = pl.DataFrame({"group": release.groups, "before": frame["town"], "after": release.data["town"]})
    for group in both.partition_by("group"):
        assert set(group["after"]) <= {*group["before"], "*"}
        assert group["after"].n_unique() == 1


def test_another_spelling_of_a_category_is_no_loss(frame: pl.DataFrame) -> None:
    release = released(frame, "auto")
    original, masked = (dict(zip(SEXES, category_keys(SEXES), strict=True)) for _ in range(2))
    wrong = sum(original[a] != masked.get(b) for a, b in zip(frame["sex"], release.data["sex"], strict=True))
    assert release.evidence.utility.per_attribute["sex"].sse == pytest.approx(wrong)
    assert "sex: 5 values are spellings of 2 categories" in release.evidence.plan.decisions


@pytest.mark.parametrize("method", ["auto", "mdav", "mdav-mode", "sa-mdav", "recode"])
@pytest.mark.parametrize("seed", range(4))
def test_promises_hold_in_every_class_though_groups_of_one_category_are_spelt_differently(
    method: str, seed: int
) -> None:
    chance = random.Random(seed)
    frame = pl.DataFrame(
        {
            "town": [chance.choice(["Graz", "graz", "GRAZ", "Wien", "wien"]) for _ in range(24)],
            "who": [str(chance.randrange(7)) for _ in range(24)],
            "ill": [chance.choice(["flu", "flu", "flu", "hiv"]) for _ in range(24)],
        }
    )
    attributes = {"town": {"role": "quasi", "kind": "nominal"}, "who": "keep", "ill": {"role": "sensitive", "l": 2}}
    release = sb.anonymise(frame, k=3, method=method, individual="who", attributes=attributes, seed=seed)
    classes = release.data.group_by("town").agg(pl.col("who").n_unique(), pl.col("ill").n_unique())
    assert classes["who"].min() >= 3
    assert classes["ill"].min() >= 2
