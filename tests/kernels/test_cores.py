"""Parts on several cores give what one gives."""

import numpy as np
import pytest
from hypothesis import given, settings

from semblant.kernels import cores, neighbours
from semblant.methods.grouping import layout_of
from tests.methods.spaces import spaces


@settings(max_examples=40, deadline=None)
@given(space=spaces(least=2))
def test_threads_make_no_difference(space):
    """The neighbours of each tuple; ``tests/assessment/test_linkage.py`` has the nearest released tuples."""
    layout = layout_of(space.points)
    found = []
    for fewest in (1, 10**6):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(neighbours, "ALL_PAIRS", 2)
            patch.setattr(neighbours, "LEAF", 2)
            patch.setattr(cores, "_FEWEST", fewest)
            patch.setattr(cores, "cores", lambda: 3)
            found.append(neighbours.neighbours(layout, 3))
    for one, other in zip(*found, strict=True):
        np.testing.assert_array_equal(one, other)
