"""What the rows of a file are taken for."""

from pathlib import Path

import polars as pl
import pytest

from semblant.data.read import read
from semblant.data.table import Table
from semblant.errors import InputError
from semblant.policy.file import build_policy
from semblant.policy.text import parse
from semblant.proposal.draft import write_policy
from semblant.proposal.shapes import as_shape, find_shape
from semblant.proposal.suggest import suggest

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize(
    ("name", "shape"),
    [("survey", "table"), ("staff", "table"), ("discharges", "table"), ("baskets", "sets"), ("searchlog", "log")],
)
def test_the_examples_are_taken_for_what_they_are(name: str, shape: str) -> None:
    table = read(EXAMPLES / name / f"{name}.csv")
    found = find_shape(table)
    assert found.shape == shape
    policy = build_policy(parse(write_policy(table, suggest(table), k=5, settings={}, found=found), "p").value)
    assert policy.shape == shape
    if found.log is not None:
        assert found.log.model_dump() == {
            "user": "user_id", "text": "query", "time": "when", "url": "clicked", "results": "results",
        }  # fmt: skip
        assert policy.others == "drop"


def table_of(**columns: list[str]) -> Table:
    return Table(pl.DataFrame(columns))


@pytest.mark.parametrize(
    "values",
    [
        ["Doe, Jane", "Doe, John", "Roe, Jane", "Roe, John"] * 5,  # names: two parts always
        ["I liked it, mostly", "Too long, too cold, too wet", "Fine, thanks", "No, never, really"],  # free text
        ["1,5", "2,5", "1,5", "2", "3,25"] * 4,  # decimal commas
        ["a", "b", "c", "a"] * 5,
    ],
)
def test_commas_alone_make_no_lists(values: list[str]) -> None:
    assert find_shape(table_of(x=values)).shape == "table"


def test_lists_with_semicolons_and_a_sensitive_column() -> None:
    table = table_of(who=[f"p{i}" for i in range(40)], diagnosis=["flu", "cold"] * 20,
                     sports=["run; swim", "run", "swim; ski; run", "ski; run"] * 10)  # fmt: skip
    found = find_shape(table)
    assert (found.shape, found.items, found.separator) == ("sets", "sports", ";")
    policy = build_policy(parse(write_policy(table, suggest(table), k=3, settings={}, found=found), "p").value)
    assert policy.attributes["sports"].separator == ";"
    assert policy.attributes["diagnosis"].l is None, "no method for lists works towards l"


def test_what_somebody_chose_wins() -> None:
    assert as_shape(table_of(a=["x y", "y"] * 4, b=["1", "2"] * 4), "log").log is not None
    with pytest.raises(InputError):
        as_shape(table_of(a=["x", "y"]), "log")
    baskets = table_of(items=["tea|milk", "tea", "milk|tea|salt"] * 3)
    assert as_shape(baskets, "table").shape == "table"


def test_names_that_yaml_reads_as_something_else_are_quoted() -> None:
    table = table_of(null=["a", "b"] * 6, true=["c", "d"] * 6)
    policy = build_policy(parse(write_policy(table, suggest(table), k=2, settings={}), "p").value)
    assert set(policy.attributes) == {"null", "true"}
