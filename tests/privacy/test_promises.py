"""From a policy to its models: what is promised of which column, and how its values are compared."""

from pathlib import Path

import numpy as np
import polars as pl
import pytest

from semblant.data.table import Table
from semblant.errors import InputError, PolicyError
from semblant.knowledge.taxonomy import Taxonomy
from semblant.policy.model import Policy
from semblant.privacy.closeness import Equal, Ordered, Semantic, TCloseness
from semblant.privacy.histograms import Histograms
from semblant.privacy.models import DistinctL, EntropyL, KAnonymity, Persons, RecursiveL, SemanticL
from semblant.privacy.promises import Promise, places, promises_of
from semblant.space.reading import Library

ILLS = Taxonomy.from_paths(
    ["ill/heart/angina", "ill/heart/infarction", "ill/lung/asthma", "ill/lung/bronchitis"], name="ills"
)
TABLE = Table(
    pl.DataFrame(
        {
            "job": ["nurse", "nurse", "baker", "baker"],
            "ill": ["angina", "infarction", "", "no such thing"],
            "pay": ["900", "1000.0", "1000", ""],
            "day": ["03.01.2024", "02.02.2024", "02.02.2024", "01.03.2023"],
            "who": ["a", "a", "b", ""],
        }
    )
)


def promised(attributes: dict, **keys: object) -> tuple[Promise, ...]:
    policy = Policy.model_validate({"k": 2, "others": "drop", "attributes": {"job": "quasi", **attributes}, **keys})
    library = Library(policy, Path())
    library.opened["ills"] = ILLS
    return promises_of(policy, TABLE, library)


def test_k_alone():
    (only,) = promised({"ill": "sensitive"})
    assert only.model == KAnonymity(2)


def test_models_in_the_order_of_the_policy():
    attributes = {
        "ill": {"role": "sensitive", "l": 2, "t": 0.5},
        "pay": {"role": "sensitive", "l": 1.5, "l_kind": "entropy", "t": 0.3, "ground": "ordered"},
        "day": {"role": "sensitive", "l": 2, "l_kind": "recursive", "c": 2},
    }
    found = [p.model for p in promised(attributes)]
    assert found == [
        KAnonymity(2),
        DistinctL("ill", 2),
        TCloseness("ill", 0.5, Equal()),
        EntropyL("pay", 1.5),  # without what is missing
        EntropyL("pay", 1.5),  # and with it
        TCloseness("pay", 0.3, Ordered(np.array([]))),  # by value
        TCloseness("pay", 0.3, Ordered(np.array([]))),  # and by exact text
        RecursiveL("day", 2, c=2),
    ]


def test_a_method_without_k_anonymity_promises_none():
    assert promised({}, method="resample-heer", accept="not-k-anonymous") == ()


def test_meanings_come_from_the_columns_knowledge():
    attributes = {
        "ill": {"role": "sensitive", "knowledge": "ills", "l": 2, "l_kind": "semantic", "t": 0.5, "ground": "semantic"}
    }
    _, l_promise, t_promise = promised(attributes)
    model = l_promise.model
    assert isinstance(model, SemanticL)
    missing, angina, infarction, unknown = (
        TABLE.column("ill").values.index(v) for v in ("", "angina", "infarction", "no such thing")
    )
    assert 0 < model.distance[angina, infarction] < 1
    assert model.distance[angina, unknown] == model.distance[missing, unknown] == model.distance[missing, angina] == 1
    assert (model.distance.diagonal() == 0).all()
    assert isinstance(t_promise.model, TCloseness)
    assert isinstance(t_promise.model.ground, Semantic)
    assert l_promise.reader is not None
    assert l_promise.reader.sources == ("ills",)


def test_the_scale_of_a_measure_is_brought_to_one():
    attributes = {"ill": {"role": "sensitive", "knowledge": "ills", "l": 2, "l_kind": "semantic"}}
    _, promise = promised(attributes, loss_measure="path")
    assert isinstance(promise.model, SemanticL)
    assert promise.model.distance.max() == 1
    angina, infarction = (TABLE.column("ill").values.index(v) for v in ("angina", "infarction"))
    assert promise.model.distance[angina, infarction] == pytest.approx(2 / (2 * ILLS.greatest_depth))


def order(name: str, **attribute: object) -> list[str]:
    policy = Policy.model_validate({"attributes": {name: {"role": "sensitive", **attribute}}})
    column = TABLE.column(name)
    place = places(column, policy.attributes[name])
    return [column.values[i] for i in np.argsort(place, kind="stable")]


def test_orders():
    assert order("pay") == ["", "900", "1000", "1000.0"]
    assert order("day", kind="date") == ["01.03.2023", "03.01.2024", "02.02.2024"]
    assert order("job", levels=["nurse", "baker"]) == ["nurse", "baker"]
    place = places(TABLE.column("pay"), Policy.model_validate({"attributes": {"pay": "sensitive"}}).attributes["pay"])
    assert sorted(place.tolist()) == [0, 1, 2, 2]  # a number is the same however it is written


def test_an_order_must_be_known():
    with pytest.raises(PolicyError, match="needs its levels"):
        promised({"ill": {"role": "sensitive", "t": 0.2, "ground": "ordered"}})
    with pytest.raises(InputError, match="are not one of the levels"):
        promised({"ill": {"role": "sensitive", "t": 0.2, "ground": "ordered", "levels": ["angina"]}})


def test_promises_go_with_sensitive_columns():
    with pytest.raises(PolicyError, match="not sensitive") as caught:
        promised({"ill": {"role": "keep", "l": 2}})
    assert caught.value.where == "attributes.ill"


def test_persons_count_once_for_each_value():
    k, l_promise, with_missing = promised({"ill": {"role": "sensitive", "l": 2, "l_kind": "entropy"}}, individual="who")
    assert k.model == Persons("who", 2)
    one_class = np.zeros(4, int)
    assert k.values(Histograms.of(one_class, k.codes, 1), k.total(one_class == 0)).tolist() == [3]
    again = Histograms.of(np.zeros(8, int), np.tile(l_promise.codes, 2), 1)
    assert l_promise.values(again, l_promise.total(one_class == 0)).tolist() == pytest.approx([3.0])  # one is empty
    assert with_missing.values(again, with_missing.total(one_class == 0)).tolist() == pytest.approx([4.0])


@pytest.mark.parametrize("order", ["sorted", "shuffle", "keep"])
def test_persons_are_counted_in_every_order(order):
    assert promised({"who": "identifier"}, individual="who", order=order)[0].model == Persons("who", 2)
