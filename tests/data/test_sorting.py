"""Rows are sorted and counted part by part as they are all at once."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from semblant.data import filebacked, sorting
from semblant.data.sorting import equal_before, equal_to_next, sorted_rows


@given(data=st.data(), rows=st.integers(1, 60), widths=st.lists(st.integers(1, 5), min_size=1, max_size=3))
def test_any_columns_in_parts_of_any_size(data: st.DataObject, rows: int, widths: list[int]) -> None:
    lines = [np.array(data.draw(st.lists(st.integers(0, w - 1), min_size=rows, max_size=rows))) for w in widths]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(sorting, "AT_ONCE", data.draw(st.integers(1, 20)))
        patched.setattr(filebacked, "CHUNK", data.draw(st.integers(1, 20)))
        found, before = sorted_rows(lines, widths), equal_before(lines, widths)
        equal = equal_to_next(lines, found)
    assert found.tolist() == np.lexsort(lines[::-1]).tolist()
    told = [tuple(row) for row in np.stack(lines, axis=1).tolist()]
    assert before.tolist() == [told[:i].count(row) for i, row in enumerate(told)]
    ordered = [told[i] for i in found.tolist()]
    assert equal.tolist() == [one == other for one, other in pairwise(ordered)]
