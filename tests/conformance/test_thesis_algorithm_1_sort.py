"""The sorting operator (thesis, Algorithm 1): by the weighted distance of Eq. 4.2, worked by hand.

Nurse 12 times, doctor 10 times and vet once are siblings; baker, once, is elsewhere. With logSC, siblings are
log2(1 + 2/4) = 0.585 apart, and a baker is log2(1 + 4/5) = 0.848 from each of them. The centroid is nurse.

| value  | ω·d to nurse | ω·d to doctor |
|--------|--------------|---------------|
| nurse  | 0            | 7.02          |
| doctor | 5.85         | first         |
| vet    | 0.585        | 0.585         |
| baker  | 0.848        | 0.848         |
"""

import numpy as np
import pytest

from semblant.knowledge.taxonomy import Taxonomy
from semblant.methods.job import guide_of
from semblant.policy.model import Policy
from semblant.semantics.operators import aggregate, compare, sort
from semblant.space.order import arranged
from semblant.space.product import Product
from tests.methods.spaces import semantic

JOBS = Taxonomy.from_paths(["work/health/nurse", "work/health/doctor", "work/health/vet", "work/food/baker"])
SEEN = {"nurse": 12, "doctor": 10, "vet": 1, "baker": 1}
WEIGHTS = {JOBS.index(job): times for job, times in SEEN.items()}


def test_the_extreme_is_the_doctor():
    nurse, doctor = JOBS.index("nurse"), JOBS.index("doctor")
    assert JOBS.label(aggregate(JOBS, WEIGHTS)) == "nurse"
    assert compare(JOBS, nurse, doctor, 10) == pytest.approx(5.85, abs=0.005)
    assert [JOBS.label(c) for c in sort(JOBS, WEIGHTS)] == ["doctor", "vet", "baker", "nurse"]


def test_without_weights_it_is_the_baker():
    assert next(JOBS.label(c) for c in sort(JOBS, WEIGHTS, weighting="none")) == "baker"


@pytest.mark.parametrize(
    ("weighted", "expected"),
    [(True, ["doctor"] * 10 + ["vet", "baker"] + ["nurse"] * 12), (False, ["baker"])],
)
def test_the_sort_of_tables_is_the_same(weighted, expected):
    records = [job for job, times in SEEN.items() for _ in range(times)]
    space = Product.of([semantic("job", JOBS, [JOBS.ids[JOBS.index(job)] for job in records])])
    found = arranged(space.points, np.sort(space.record_tuple)[None, :], weighted=weighted)[0]
    labels = [JOBS.label(space.columns[0].values[space.codes[0, t]].concept) for t in found]
    assert labels[: len(expected)] == expected


def test_resampling_sorts_as_published_unless_told():
    assert guide_of(Policy(method="resample")).weighting == "frequency"
    assert guide_of(Policy(method="resample", weighting="none")).weighting == "none"
