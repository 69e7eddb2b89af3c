"""A hierarchy fitted to a column: which value is called what on which level, and what that loses."""

from pathlib import Path

import numpy as np
import polars as pl
import pytest

from semblant.data.table import Table
from semblant.errors import KnowledgeError
from semblant.hierarchy.choose import built, choose, fit
from semblant.hierarchy.labels import label_points, labelled, place_of_labels
from semblant.hierarchy.ladder import ladder
from semblant.hierarchy.vgh import Hierarchy
from semblant.policy.model import Policy
from semblant.semantics.measures import distance
from semblant.space.reading import Library, Readers, read_columns
from semblant.space.tablespace import build_space

JOBS = ["surgeon", "nurse", "Nurse", "baker", "cook", ""]
VGH = Hierarchy.of(
    [
        ("surgeon", "health professional", "person"),
        ("nurse", "health professional", "person"),
        ("baker", "skilled worker", "person"),
        ("cook", "skilled worker", "person"),
    ],
    name="jobs.csv",
)


def fitted(values, hierarchy, measure="logsc", base: Path = Path(), **attribute):
    table = Table(pl.DataFrame({"x": values}))
    policy = Policy.model_validate({"k": 2, "attributes": {"x": {"role": "quasi", **attribute}}})
    library = Library(policy, base)
    readers = read_columns(table, policy, library)
    if hierarchy is None:
        chosen = choose(readers, base)
        readers, hierarchy = chosen.readers, chosen.hierarchies["x"]
    else:
        readers = Readers(tuple(labelled(r, hierarchy, library.explicit) for r in readers), readers.knowledge)
    space = build_space(readers, measure="logsc", centroid="semantic", combine="mean")
    (reader,), (column,) = readers, space.columns
    return reader, ladder(reader, column, hierarchy, measure)


def texts(made) -> list[list[str]]:
    return [[made.labels[n] for n in level] for level in made.up]


def test_values_by_meaning_and_a_missing_one_that_keeps_to_itself(wordnet):
    reader, made = fitted(JOBS, VGH, kind="semantic", knowledge="wordnet")
    rows = list(zip(*texts(made), strict=True))
    assert ("", "", "", "*") in rows
    assert ("nurse", "health professional", "person", "*") in rows or (
        "Nurse", "health professional", "person", "*",
    ) in rows  # fmt: skip
    assert made.up.shape == (4, 5)
    nurse = next(i for i, row in enumerate(rows) if row[0].lower() == "nurse")
    assert made.loss[1, nurse] == pytest.approx(distance(wordnet, "nurse", "health professional"), abs=1e-6)
    assert made.loss[0].max() == 0.0
    assert made.loss[3].tolist() == [1.0] * 5
    assert label_points(reader, VGH)["person"].concept == wordnet.index("person")


def test_without_meaning_the_share_of_steps_counts():
    _, made = fitted(["surgeon", "nurse", "baker", "cook"], VGH, "equality", kind="semantic", knowledge="wordnet")
    assert made.loss[1].tolist() == [0.5] * 4
    assert made.steps[2].tolist() == [2] * 4


def test_a_nominal_column_is_judged_by_its_hierarchy():
    _, made = fitted(
        ["T1", "T2", "T3"],
        Hierarchy.of([("T1", "north", "all"), ("T2", "north", "all"), ("T3", "south", "all")]),
        kind="nominal",
    )
    assert texts(made)[1] == ["north", "north", "south"]
    assert 0 < made.loss[1, 0] < made.loss[2, 0] < 1
    assert made.gone == 1.0


def test_numbers_and_their_intervals():
    ages = Hierarchy.of([("20", "[20,30)", "*"), ("28", "[20,30)", "*"), ("40", "[40,50)", "*")])
    reader, made = fitted(["20", "28.0", "40", ""], ages, kind="numeric")
    assert made.loss[1].round(3).tolist() == [0.2, 0.2, 0.0, 0.0]
    assert made.loss[2].tolist() == [1.0, 1.0, 1.0, 1.0]
    assert texts(made)[1][3] == ""
    assert place_of_labels(reader, ages) == {"[20,30)": 24.0, "[40,50)": 40.0}
    ranges = Hierarchy.of([("[0,29]", "young"), ("[30,99]", "old")])
    _, made = fitted(["20", "28", "40"], ranges, kind="numeric")
    assert texts(made)[1] == ["[0,29]", "[0,29]", "[30,99]"]
    assert texts(made)[2] == ["young", "young", "old"]
    assert texts(made)[3] == ["*"] * 3


def test_a_value_without_a_leaf_is_an_error_without_the_value():
    with pytest.raises(KnowledgeError, match=r"1 of 3 distinct value has no leaf in jobs\.csv") as raised:
        fitted(["nurse", "cook", "pilot"], VGH, kind="semantic", knowledge="wordnet")
    assert raised.value.where == "attributes.x.hierarchy"
    assert raised.value.values == ("pilot",)
    with pytest.raises(KnowledgeError, match="no leaf"):
        fitted(["20", "21"], Hierarchy.of([("20", "*")]), kind="numeric")


def test_another_spelling_or_another_name_of_a_leaf_will_do():
    reader, made = fitted(["operating_surgeon", "nurse", "baker", "cook"], VGH, kind="semantic", knowledge="wordnet")
    assert "health professional" in texts(made)[1]
    assert reader.name == "x"


def test_a_tangle_is_refused():
    tangled = Hierarchy.of([("nurse", "a", "x", "*"), ("cook", "a", "y", "*")])
    with pytest.raises(KnowledgeError, match="two parents"):
        fitted(["nurse", "cook"], tangled, kind="semantic", knowledge="wordnet")


def test_unknown_values_at_the_root_or_suppressed_need_no_leaf():
    for unknown in ("root", "suppress"):
        _, made = fitted(["nurse", "cook", "xqzw"], VGH, kind="semantic", knowledge="wordnet", unknown=unknown)
        assert len(np.unique(made.up[-1])) == 1


@pytest.mark.parametrize(
    ("values", "attribute", "height"),
    [
        (["surgeon", "nurse", "baker"], {"kind": "semantic", "knowledge": "wordnet"}, 2),
        (["T1", "T2"], {"kind": "nominal"}, 1),
        (["1", "5", "90"], {"kind": "numeric"}, 2),
        (["2024-01-01", "2024-02-01"], {"kind": "date"}, 1),
        (["low", "high"], {"kind": "ordinal", "levels": ["low", "high"]}, 1),
        (["", ""], {"kind": "nominal"}, 1),
    ],
)
def test_a_hierarchy_is_built_where_none_is_given(values, attribute, height):
    reader, made = fitted(values, None, **attribute)
    assert made.height >= height
    assert built(reader).height <= 5
    assert attribute["kind"] != "semantic" or built(reader).cuts is not None  # even levels


def test_the_best_of_several_is_taken_and_told(tmp_path):
    VGH.write(tmp_path / "good.csv")
    odd = Hierarchy.of([(row[0], "astronaut", "person") for row in VGH.rows()])
    odd.write(tmp_path / "odd.csv")
    table = Table(pl.DataFrame({"x": ["surgeon", "nurse", "baker", "cook"]}))
    attribute = {"role": "quasi", "kind": "semantic", "knowledge": "wordnet", "hierarchy": ["odd.csv", "good.csv"]}
    policy = Policy.model_validate({"k": 2, "attributes": {"x": attribute}})
    found = choose(read_columns(table, policy, Library(policy, tmp_path)), tmp_path)
    assert found.hierarchies["x"] == VGH
    assert found.decisions[0].startswith("x: good.csv is taken of 2 hierarchies, with the least loss (0.")


def test_all_columns_at_once_and_what_their_labels_stand_for(wordnet):
    table = Table(
        pl.DataFrame({"job": ["surgeon", "nurse", "cook"], "age": ["20", "30", "61"], "town": ["a", "b", "a"]})
    )
    quasi = {
        "job": {"role": "quasi", "kind": "semantic"},
        "age": {"role": "quasi", "kind": "numeric"},
        "town": {"role": "quasi", "kind": "nominal"},
    }
    policy = Policy.model_validate({"k": 2, "attributes": quasi})
    readers = read_columns(table, policy, Library(policy, Path()))
    chosen = choose(readers, Path())
    space = build_space(chosen.readers, measure="logsc", centroid="semantic", combine="mean")
    made = fit(space, chosen, "logsc")
    assert [one.name for one in made] == ["job", "age", "town"]
    assert [d.partition(":")[0] for d in chosen.decisions] == ["job", "age", "town"]
    job, age, town = chosen.readers
    labels = job.understanding.labels
    assert {label: wordnet.written(p.concept) for label, p in labels.items()}.items() >= {("person", "person")}
    assert age.labels
    assert all(20 <= place <= 61 for place in age.labels.values())
    assert town.understanding is None
