"""A text means the same everywhere: as a cell of a table, an item of a set, or a phrase of a log."""

from pathlib import Path
from typing import Any

import polars as pl
import pytest

from semblant.data.table import Table
from semblant.errors import UnknownTermsError
from semblant.knowledge.taxonomy import Taxonomy
from semblant.policy.model import Attribute, Policy
from semblant.space.column import SUPPRESSED_POINT, Point
from semblant.space.kinds import resolve
from semblant.space.reading import Library, read_columns, read_meaning
from semblant.space.rules import knowledge_of, rules_of
from semblant.space.searchlog import read_log
from semblant.space.setreader import read_sets
from semblant.space.understanding import Understanding

ZOO = Taxonomy.from_edges(
    [("bird", "animal"), ("crane-1", "bird"), ("eagle", "bird"), ("crane-2", "machine"), ("lorry", "machine")],
    terms={"crane-1": ["crane"], "crane-2": ["crane"]},
)
TEXTS = ["cranes", "eagle", "lorry", "zzyzx"]


def library(policy: Policy, **opened: Taxonomy) -> Library:
    made = Library(policy, Path())
    made.opened |= {"zoo": ZOO} | opened
    return made


def understood(shape: str, texts: list[str] = TEXTS, **said: Any) -> Understanding:
    """What a column of one shape makes of these texts."""
    column: dict[str, Any] = {"role": "quasi", "knowledge": "zoo", "unknown": "nominal", **said}
    if shape == "log":
        policy = Policy.model_validate({"shape": "log", "log": {"user": "u", "text": "x"}, "attributes": {"x": column}})
        table = Table(pl.DataFrame({"u": [str(i) for i in range(len(texts))], "x": texts}))
        return read_log(table, policy, library(policy)).understanding
    kind = "set" if shape == "sets" else "semantic"
    policy = Policy.model_validate({"shape": shape, "attributes": {"x": {**column, "kind": kind}}})
    cells = Table(pl.DataFrame({"x": texts}))
    if shape == "sets":
        return read_sets(cells.column("x"), rules_of("x", policy), library(policy)).understanding
    (reader,) = read_columns(cells, policy, library(policy))
    assert reader.understanding is not None
    return reader.understanding


SHAPES = ("table", "sets", "log")


@pytest.mark.parametrize("sense", ["context", "first"])
@pytest.mark.parametrize("unknown", ["nominal", "suppress", "root"])
def test_a_text_means_the_same_in_every_shape(sense: str, unknown: str) -> None:
    table, sets, log = (understood(shape, sense=sense, unknown=unknown) for shape in SHAPES)
    for text in [*TEXTS, "crane", "crane#2", "bird", "Cranes", "never heard", "*", ""]:
        point = table.point_of(text)
        assert point == sets.point_of(text)
        assert table.masked(text) == sets.masked(text)
        assert table.label(point) == sets.label(point)
    for phrase in log.meanings.values:  # free text is cut into phrases, in lower case
        assert log.point_of(phrase) == table.point_of(phrase)
        assert log.masked(phrase) == table.masked(phrase)
        assert log.label(log.point_of(phrase)) == table.label(table.point_of(phrase))


@pytest.mark.parametrize("shape", SHAPES)
def test_a_label_is_read_back_as_the_same_concept(shape: str) -> None:
    column = understood(shape, ["crane", "lorry", "lorry", "machine"])
    for concept in range(len(ZOO)):
        assert column.point_of(column.label(Point(concept))) == Point(concept)


def test_a_column_of_codes_prefers_codes() -> None:
    column = understood("table")
    crane = Point(ZOO.index("crane-1"))
    assert (column.label(crane), column.label(crane, code=True)) == ("crane", "crane-1")


@pytest.mark.parametrize(
    ("said", "text", "expected"),
    [
        ({"unknown": "nominal"}, "zzyzx", Point(-1, "zzyzx")),
        ({"unknown": "suppress"}, "zzyzx", None),
        ({"unknown": "root"}, "zzyzx", None),  # two roots: neither is the widest concept
        ({"missing": "category"}, " ", Point(-1, "")),
        ({"missing": "suppress"}, " ", None),
        ({}, "*", None),
    ],
)
def test_what_methods_see_of_texts_without_a_concept(said: dict[str, str], text: str, expected: Point | None) -> None:
    assert understood("table", **said).masked(text) == expected
    assert understood("sets", **said).masked(text) == expected


def test_a_cell_that_is_left_out_is_suppressed() -> None:
    policy = Policy.model_validate(
        {"attributes": {"x": {"role": "quasi", "kind": "semantic", "knowledge": "zoo", "unknown": "suppress"}}}
    )
    (reader,) = read_columns(Table(pl.DataFrame({"x": TEXTS})), policy, library(policy))
    assert reader.masked("zzyzx") == SUPPRESSED_POINT


@pytest.mark.parametrize("shape", SHAPES)
def test_unknown_texts_stop_every_shape_that_asks_for_it(shape: str) -> None:
    with pytest.raises(UnknownTermsError) as caught:
        understood(shape, unknown="error")
    assert "1 distinct" in str(caught.value)
    assert "'zoo'" in str(caught.value)
    assert caught.value.values == ("zzyzx",)


# --- which knowledge ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("own", "named", "expected"),
    [
        (None, {}, ("wordnet",)),
        (None, {"zoo": "zoo"}, ("zoo",)),
        (None, {"zoo": "zoo", "mesh": "mesh"}, ("wordnet",)),
        ("mesh", {"zoo": "zoo"}, ("mesh",)),
        (("zoo", "wordnet"), {"mesh": "mesh"}, ("zoo", "wordnet")),
    ],
)
def test_the_knowledge_of_a_column(own: Any, named: dict[str, str], expected: tuple[str, ...]) -> None:
    assert knowledge_of(Attribute(role="quasi", knowledge=own), Policy.model_validate({"knowledge": named})) == expected


def test_every_shape_takes_the_only_knowledge_that_is_named() -> None:
    for shape in SHAPES:
        policy = Policy.model_validate(
            {
                "shape": shape,
                "knowledge": {"zoo": "zoo"},
                "attributes": {"x": {"role": "quasi", "unknown": "nominal"}},
                "log": {"user": "u", "text": "x"},
            }
        )
        here = library(policy)
        table = Table(pl.DataFrame({"u": ["1", "2", "3"], "x": ["crane", "eagle", "lorry"]}))
        if shape == "log":
            found = read_log(table, policy, here).understanding
        elif shape == "sets":
            found = read_sets(table.column("x"), rules_of("x", policy), here).understanding
        else:
            found = read_meaning(table.column("x"), policy, here).understanding
            lone = Table(pl.DataFrame({"x": ["crane", "eagle", "lorry"]}))
            assert "match 'zoo'" in resolve(lone, policy, here).decisions[0]
        assert found.taxonomy is ZOO
        assert found.sources == ("zoo",)
