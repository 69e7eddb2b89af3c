"""Representatives of many groups at once equal those of each group alone."""

from statistics import mean, median_low

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tests.properties.strategies import examples
from tests.space.test_rulers import column


@examples(80)
@given(
    rows=st.lists(
        st.tuples(st.sampled_from(["", "-4", "0", "0.5", "3", "7.25", "8"]), st.integers(1, 3), st.integers(0, 3)),
        min_size=1,
        max_size=20,
    ),
    representative=st.sampled_from(["mean", "median"]),
)
def test_each_of_many_groups(rows, representative):
    values, counts, groups = zip(*rows, strict=True)
    _, made = column(values, kind="numeric", representative=representative)
    found = made.representatives(made.codes, np.array(counts), np.array(groups), 4)
    for g in set(groups):
        every = [v for v, n, h in rows if h == g for _ in range(n)]
        there = [float(v) for v in every if v]
        if 2 * len(there) <= len(every):
            assert found[g] == ""
        else:
            middle = mean(there) if representative == "mean" else median_low(there)
            assert found[g] == made.reader.ruler.text(middle)
