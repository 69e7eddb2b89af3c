"""What the terminal says of a release: one thing is told as one, several as several."""

import re

import pytest

from semblant.assessment.assessment import Assessment
from semblant.evidence import Privacy, Risk, Utility
from semblant.report.summary import assessment_lines, plan_lines, promise

UTILITY = Utility(
    sse=1.0, sst=2.0, loss_percent=50.0, semantic_loss=0.1, semantic_quality=0.9, kl=0.0, total_variation=0.0,
    discernibility=1.0, per_attribute={},
)  # fmt: skip


def privacy(k: int, **more: object) -> Privacy:
    found = {"k_required": 2, "k_achieved": k, "classes": k, "suppressed_records": k, "verified": k >= 2}
    return Privacy.model_validate({**found, "l_achieved": {"ill": float(k)}, "t_achieved": None, **more})


def risk(uniques: int) -> Risk:
    return Risk(
        record_linkage_percent=0.0, semantic_record_linkage_percent=0.0, uniques=uniques, prosecutor_max=1.0,
        prosecutor_mean=1.0,
    )  # fmt: skip


def found(number: int) -> Assessment:
    return Assessment(privacy(number), UTILITY, risk(number), ())


@pytest.mark.parametrize("one", ["record", "person", "user"])
def test_one_is_no_plural_and_two_is_one(one):
    single = re.sub(" +", " ", "\n".join(assessment_lines(found(1), one)))
    assert f"smallest class 1 {one} (required: 2)" in single
    assert "1 value of ill" in single
    counted = "user" if one == "user" else "record"
    assert f"suppressed 1 {counted} of" in single
    several = re.sub(" +", " ", "\n".join(assessment_lines(found(3), one)))
    assert f"smallest class 3 {one}s (required: 2)" in several
    assert "3 values of ill" in several
    assert f"suppressed 3 {counted}s of" in several


@pytest.mark.parametrize(
    ("one", "others", "told"),
    [
        ("record", 1, "with at least 1 other ("),
        ("record", 4, "with at least 4 others ("),
        ("person", 1, "at least 1 other person ("),
        ("person", 4, "at least 4 other persons ("),
        ("user", 1, "Every user has the same log as at least 1 other ("),
    ],
)
def test_others_are_counted(one, others, told):
    assert told in promise(privacy(others + 1), one)


def test_a_plan_counts_its_records():
    plan = {
        "method": "auto", "measure": "logsc", "records": 1, "distinct": 1, "uniques": 1, "below_k": 1, "mapping": {},
        "decisions": [], "policy": {"k": 2},
    }  # fmt: skip
    told = re.sub(" +", " ", "\n".join(plan_lines(plan)))
    assert "unique records 1 share" in told
    assert "in small classes 1 records" in told
