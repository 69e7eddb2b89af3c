"""The policy: every key and name once, frozen, and the same after a round trip through the evidence."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, ValidationError

from semblant.catalogue import METHODS
from semblant.evidence import Evidence
from semblant.methods.registry import BOUND
from semblant.policy.file import build_policy
from semblant.policy.model import MEASURES, Attribute, Log, Policy, Source

attributes = st.dictionaries(
    st.text(min_size=1, max_size=8),
    st.fixed_dictionaries(
        {"role": st.sampled_from(["identifier", "quasi", "sensitive", "keep"])},
        optional={
            "kind": st.sampled_from(["semantic", "nominal", "numeric", "date"]),
            "weight": st.floats(0.1, 10),
            "knowledge": st.sampled_from(["wordnet", "jobs"]),
            "l": st.integers(1, 9),
        },
    ),
    max_size=4,
)


@given(st.integers(2, 10**6), st.sampled_from(METHODS), attributes, st.none() | st.integers(0, 99))
@settings(max_examples=60, deadline=None)
def test_the_published_policy_builds_the_same_policy_without_its_seed(k, method, columns, seed):
    policy = Policy.model_validate({"k": k, "method": method, "attributes": columns, "seed": seed})
    published = policy.published()
    assert "seed" not in published
    assert published["k"] == k
    assert build_policy(published) == policy.model_copy(update={"seed": None})


def test_names_are_given_once():
    assert len(set(METHODS)) == len(METHODS)
    assert len(set(MEASURES)) == len(MEASURES)


def test_every_method_is_for_some_shape_of_data():
    assert set(METHODS) == {name for known in BOUND.values() for name in known}


@pytest.mark.parametrize("model", [Policy, Attribute, Source, Log])
def test_every_key_says_what_it_is_for(model: type[BaseModel]):
    assert [name for name, info in model.model_fields.items() if not info.description] == []


def test_a_policy_cannot_be_changed():
    with pytest.raises(ValidationError):
        Policy().k = 2  # type: ignore[misc]


@pytest.mark.parametrize(
    "bad", [{"k": 1}, {"k": "many"}, {"kk": 5}, {"method": "magic"}, {"attributes": {"a": "public"}}]
)
def test_a_policy_takes_only_what_it_knows(bad):
    with pytest.raises(ValidationError):
        Policy.model_validate(bad)


def test_knowledge_named_by_a_column_needs_no_entry():
    policy = Policy.model_validate({"attributes": {"job": {"role": "quasi", "knowledge": ["jobs.csv", "wordnet"]}}})
    assert {name: source.source for name, source in policy.knowledge.items()} == {
        "jobs.csv": "jobs.csv",
        "wordnet": "wordnet",
    }


def test_an_entry_of_its_own_wins_over_the_name():
    policy = Policy.model_validate(
        {"knowledge": {"jobs": "wordnet"}, "attributes": {"job": {"role": "quasi", "knowledge": "jobs"}}}
    )
    assert policy.knowledge["jobs"].source == "wordnet"


def test_columns_come_in_the_order_of_the_policy():
    policy = Policy.model_validate({"attributes": {"b": "quasi", "a": "keep", "c": "quasi"}})
    assert policy.columns("quasi") == ("b", "c")
    assert policy.columns("quasi", "keep") == ("b", "a", "c")


def test_the_evidence_has_the_parts_of_the_contract():
    wanted = "semblant created title author purpose "
    wanted += "seed input policy knowledge mapping plan privacy utility analysis risk checklist output "
    wanted += "timings environment"
    assert list(Evidence.model_fields) == wanted.split()


def test_the_files_that_a_policy_names() -> None:
    policy = Policy.model_validate(
        {
            "mapping": "words.csv",
            "abbreviations": "short.csv",
            "knowledge": {"own": {"source": "terms.obo", "corpus": "texts.txt"}},
            "attributes": {
                "job": {"role": "quasi", "hierarchy": "jobs.csv"},
                "trade": {"role": "quasi", "hierarchy": "jobs.csv"},
            },
        }
    )
    assert sorted(policy.files()) == ["jobs.csv", "sanchez", "short.csv", "terms.obo", "texts.txt", "words.csv"]
    assert Policy().files() == ()
