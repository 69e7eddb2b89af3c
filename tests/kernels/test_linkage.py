"""The nearest released tuples: few pairs compared at once and many by the kernel say the same, which is the truth."""

import numpy as np
import pytest
from hypothesis import given, settings

from semblant.kernels import linkage
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
