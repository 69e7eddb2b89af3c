"""Roles by what columns do together."""

import polars as pl

from semblant.data.table import Table
from semblant.proposal.combinations import _without_doubles
from semblant.proposal.rolefound import RoleFound


def test_a_column_that_says_the_same_in_other_words_is_left_out() -> None:
    columns = {
        "city": ["b", "a", "c", "a", "b", "c"],
        "code": ["1", "2", "0", "2", "1", "0"],  # in another order, as texts are
        "finer": ["1", "2", "0", "2", "1", "3"],
        "other": ["1", "2", "0", "0", "1", "2"],
        "sex": ["m", "f", "f", "f", "m", "f"],
        "flag": ["0", "1", "1", "1", "0", "1"],  # two values agree by chance
    }
    table = Table(pl.DataFrame(columns))
    found = [RoleFound("quasi", "by its name")] * len(columns)
    settled = _without_doubles([table.column(name) for name in table.names], found)
    assert [one.role for one in settled] == ["quasi", "identifier", *["quasi"] * 4]
    assert "the same as city" in settled[1].reason
