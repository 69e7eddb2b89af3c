"""The frontier by comparing everything with everything, and the balance of the thesis."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from semblant.assessment.frontier import frontier, score

POINTS = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), max_size=15)


@settings(max_examples=150, deadline=None, derandomize=True, database=None)
@given(POINTS)
def test_nothing_beats_what_is_on_the_frontier(points: list[tuple[int, int]]) -> None:
    found = frontier([r for r, _ in points], [c for _, c in points]).tolist()
    beaten = [any(r <= x and c <= y and (r, c) != (x, y) for r, c in points) for x, y in points]
    assert found == [not b for b in beaten]


def test_the_score_weighs_loss_and_linkage() -> None:
    assert score(40.0, 10.0, 0.25) == pytest.approx(17.5)
    assert score(40.0, 10.0, 0.0) == 10.0
    with pytest.raises(ValueError, match="from 0 to 1"):
        score(1.0, 1.0, 1.5)
