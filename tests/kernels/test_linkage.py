"""The nearest released tuples: few pairs compared at once and many by the kernel say the same, which is the truth."""

import numpy as np
import pytest
from hypothesis import given, settings

from semblant.kernels import cores, linkage, neighbours
from semblant.methods.grouping import layout_of
from tests.methods.spaces import apart, placed, spaces


@settings(max_examples=60, deadline=None)
@given(space=spaces(least=2))
def test_both_ways_find_the_nearest(space):
    """From every tuple to all others, as if each were released as its own candidate."""
    points = space.points
    own = [points.own[start + codes] for start, codes in zip(points.own_start, points.codes, strict=False)]
    before = np.array(own, np.int32).reshape(points.codes.shape)
    quick = linkage.nearest_records(points, before, points.numbers)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(linkage, "_FEW", 0)
        compiled = linkage.nearest_records(points, before, points.numbers)
    for least, records in (quick, compiled):
        for t in range(len(points.weights)):
            far = [apart(points, *placed(points, t), u) for u in range(len(points.weights))]
            if points.euclidean:
                far = [d * d for d in far]
            near = [u for u, d in enumerate(far) if d <= min(far) + 1e-6]
            assert least[t] == pytest.approx(min(far), abs=1e-6)
            assert records[t] == points.weights[near].sum()


@settings(max_examples=40, deadline=None)
@given(space=spaces(least=2))
def test_threads_make_no_difference(space):
    """Parts on several cores give what one gives: the nearest released tuples, and the neighbours of each tuple."""
    points = space.points
    before = np.zeros(points.codes.shape, np.int32)
    layout = layout_of(points)
    found = []
    for fewest in (1, 10**6):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(linkage, "_FEW", 0)
            patch.setattr(neighbours, "ALL_PAIRS", 2)
            patch.setattr(neighbours, "LEAF", 2)
            patch.setattr(cores, "_FEWEST", fewest)
            patch.setattr(cores, "cores", lambda: 3)
            found.append((*linkage.nearest_records(points, before, points.numbers), *neighbours.neighbours(layout, 3)))
    for one, other in zip(*found, strict=True):
        np.testing.assert_array_equal(one, other)
