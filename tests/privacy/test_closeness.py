"""t-closeness, by the paper's examples and by slow twins."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from semblant.privacy import closeness
from semblant.privacy.closeness import Equal, Ordered, Semantic, TCloseness
from semblant.privacy.histograms import Histograms
from tests.privacy import slow
from tests.properties.strategies import examples

SALARIES = list(range(3, 12))
"""3K to 11K, one each (Li et al. 2007, table 3)."""

TREE = {
    "flu": ("respiratory", "infection"), "pneumonia": ("respiratory", "infection"),
    "bronchitis": ("respiratory", "infection"), "pulmonary edema": ("respiratory", "vascular"),
    "pulmonary embolism": ("respiratory", "vascular"), "gastric ulcer": ("digestive", "stomach"),
    "stomach cancer": ("digestive", "stomach"), "gastritis": ("digestive", "stomach"),
    "colitis": ("digestive", "colon"), "colon cancer": ("digestive", "colon"),
}  # fmt: skip
"""The diseases of the same paper, figure 1, in a hierarchy of height 3."""

DISEASES = [
    "gastric ulcer", "gastritis", "stomach cancer", "gastritis", "flu", "bronchitis", "bronchitis", "pneumonia",
    "stomach cancer",
]  # fmt: skip


def hierarchical(a: str, b: str) -> float:
    """The height of the lowest common ancestor over that of the hierarchy."""
    if a == b:
        return 0.0
    return (3 - sum(x == y for x, y in zip(TREE[a], TREE[b], strict=True))) / 3


def counted(values: list, everything: list) -> np.ndarray:
    return np.array([values.count(v) for v in everything])


@pytest.mark.parametrize(
    ("salaries", "expected"), [([3, 4, 5], 0.375), ([6, 8, 11], 0.167), ([3, 5, 9], 0.167), ([4, 7, 10], 0.083)]
)
def test_the_salaries_of_the_paper(salaries, expected):
    model = TCloseness("salary", 0.167, Ordered(np.arange(9)))
    assert round(model.value(counted(salaries, SALARIES), np.ones(9, int)), 3) == expected
    assert float(slow.ordered(salaries, SALARIES, float)) == pytest.approx(expected, abs=5e-4)


@pytest.mark.parametrize(
    ("diseases", "expected"),
    [
        (["gastric ulcer", "gastritis", "stomach cancer"], 4 / 9),  # the class that the similarity attack is about
        (["gastric ulcer", "stomach cancer", "pneumonia"], 7 / 27),
        (["gastritis", "flu", "bronchitis"], 8 / 27),
        (["gastritis", "bronchitis", "stomach cancer"], 5 / 27),
    ],
)
def test_the_diseases_of_the_paper(diseases, expected):
    names = list(TREE)
    assert hierarchical("flu", "bronchitis") == 1 / 3
    assert hierarchical("flu", "pulmonary embolism") == 2 / 3
    assert hierarchical("flu", "stomach cancer") == 1
    ground = Semantic(np.array([[hierarchical(a, b) for b in names] for a in names]))
    model = TCloseness("disease", 0.278, ground)
    assert model.value(counted(diseases, names), counted(DISEASES, names)) == pytest.approx(expected)
    assert slow.earth_movers(diseases, DISEASES, hierarchical) == pytest.approx(expected)


values = st.lists(st.integers(0, 5), min_size=1, max_size=6)


@examples(150)
@given(held=values, others=values)
def test_equal_and_ordered_are_what_their_formulas_say(held, others):
    everything = held + others
    counts, total = (np.bincount(v, minlength=6) for v in (held, everything))
    assert TCloseness("s", 0.1, Equal()).value(counts, total) == pytest.approx(float(slow.equal(held, everything)))
    place = np.array([2, 0, 5, 5, 9, 1])
    expected = slow.ordered(held, everything, lambda v: int(place[v]))
    assert TCloseness("s", 0.1, Ordered(place)).value(counts, total) == pytest.approx(float(expected), abs=1e-12)


@st.composite
def metrics(draw: st.DrawFn) -> np.ndarray:
    """Distances of six points: on a line, equal, or anywhere in a plane."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    points = rng.random((6, 2)) if draw(st.booleans()) else rng.integers(0, 3, (6, 2))
    apart = np.abs(points[:, None] - points[None, :]).sum(2)
    return apart / max(apart.max(), 1)


@pytest.mark.parametrize("small", [4000, 0], ids=["all ways at once", "few ways first"])
@examples(60)
@given(held=values, others=values, ground=metrics())
def test_the_semantic_distance_is_the_earth_movers(small, held, others, ground):
    everything = held + others
    counts, total = (np.bincount(v, minlength=6) for v in (held, everything))
    expected = slow.earth_movers(held, everything, lambda a, b: ground[a, b])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(closeness, "_SMALL", small)
        model = TCloseness("s", expected, Semantic(ground))
        assert model.value(counts, total) == pytest.approx(expected, abs=1e-9)
        assert model.holds(counts, total)
        assert expected < 1e-6 or not TCloseness("s", expected - 1e-6, Semantic(ground)).holds(counts, total)
    (greatest,), (least,) = model.bounds(Histograms.of(np.zeros(len(held), int), held, 1), total)
    assert least - 1e-12 <= expected <= greatest + 1e-12
    assert model.ground.guess(Histograms.of(np.zeros(len(held), int), held, 1), total)[0] <= expected + 1e-9


def test_without_a_triangle_inequality_nothing_is_claimed_too_much():
    crooked = np.array([[0, 0.1, 1], [0.1, 0, 0.1], [1, 0.1, 0]])  # 0 to 2 is nearer by way of 1
    held, everything = [0, 1], [0, 1, 2, 1]
    found = TCloseness("s", 0.1, Semantic(crooked)).value([1, 1, 0], [1, 2, 1])
    assert found >= slow.earth_movers(held, everything, lambda a, b: crooked[a, b]) - 1e-12


def test_a_measure_that_is_not_symmetric_counts_the_longer_way():
    lopsided = np.array([[0, 0.2], [0.6, 0]])
    assert TCloseness("s", 0.1, Semantic(lopsided)).value([1, 0], [1, 1]) == pytest.approx(0.3)


def test_the_greatest_is_found_without_computing_all_in_full(monkeypatch):
    rng = np.random.default_rng(3)
    points = rng.random((30, 2))
    ground = np.abs(points[:, None] - points[None, :]).max(2)
    blocks = [[0] * 4] + [rng.integers(0, 30, 40).tolist() for _ in range(20)]
    held = Histograms.of(np.repeat(np.arange(21), [len(b) for b in blocks]), np.concatenate(blocks), 21)
    total = np.bincount(np.concatenate(blocks), minlength=30)
    model = TCloseness("s", 0.1, Semantic(ground))
    everything = model.values(held, total)
    solved = []
    least_work = closeness.least_work
    monkeypatch.setattr(closeness, "least_work", lambda *task: solved.append(1) or least_work(*task))
    assert model.achieved(held, total) == pytest.approx(everything.max())
    assert len(solved) < 5


def test_one_value_everywhere_is_as_close_as_can_be():
    for ground in (Equal(), Ordered(np.zeros(1, int)), Semantic(np.zeros((1, 1)))):
        assert TCloseness("s", 0.0, ground).holds([3], [9])


@pytest.mark.parametrize("ground", [Equal(), Ordered(np.arange(3)), Semantic(np.ones((3, 3)) - np.eye(3))])
def test_a_class_without_records_strays_from_nothing(ground):
    holed = Histograms.of([1, 1, 3], [0, 2, 1], 4)
    far = ground.far(holed, np.array([1, 1, 1]))
    assert far[[0, 2]].tolist() == [0.0, 0.0]
    assert far[[1, 3]].tolist() == ground.far(Histograms.of([0, 0, 1], [0, 2, 1], 2), np.array([1, 1, 1])).tolist()
