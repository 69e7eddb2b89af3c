"""What a session keeps of a table that was read."""

from pathlib import Path

import polars as pl

from semblant.data.table import Table
from semblant.policy.model import Attribute
from semblant.web.session import Loaded
from semblant.workbench.cards import card_of


def test_a_list_and_a_code_for_no_value_with_one_sign_are_two_cards() -> None:
    table = Table(pl.DataFrame({"likes": ["tea-milk", "tea-milk", "-"]}))
    loaded = Loaded(Path("in.csv"), table, {"likes": card_of(table.column("likes"))}, {})
    items = loaded.card("likes", Attribute(role="quasi", kind="set", separator="-"))
    whole = loaded.card("likes", Attribute(role="quasi", kind="nominal", missing_values=("-",)))
    assert [text for text, _ in items.top] == ["milk", "tea"]
    assert whole.top == (("tea-milk", 2),)
