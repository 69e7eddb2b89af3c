"""Flags make a policy, or change one."""

from pathlib import Path

import pytest

from semblant.cli.flags import Flags, names, setting_of
from semblant.errors import PolicyError


def test_flags_alone_make_a_policy_that_publishes_nothing_unsaid():
    policy, raw = Flags(qi=["job,town"], sensitive=["illness"], identifier=["name"], k=3, seed=9).build()
    assert policy.columns("quasi") == ("job", "town")
    assert policy.columns("sensitive") == ("illness",)
    assert policy.columns("identifier") == ("name",)
    assert (policy.k, policy.seed, policy.others) == (3, 9, "error")
    assert Flags(qi=["job"], others="keep").build()[0].others == "keep"
    assert Flags(qi=["job"], order="shuffle").build()[0].order == "shuffle"
    assert policy.attributes["job"].kind is None
    assert raw.base == Path()


def test_a_setting_has_the_last_word():
    policy, _ = Flags(qi=["job"], k=3, settings=["k=4", "others=drop", "attributes.job.kind=nominal"]).build()
    assert (policy.k, policy.others, policy.attributes["job"].kind) == (4, "drop", "nominal")


def test_flags_override_a_policy_and_leave_the_rest(policy: Path):
    made, raw = Flags(policy, k=2, method="s-mdav", qi=["age"]).build()
    assert (made.k, made.method, made.seed, made.others) == (2, "s-mdav", 7, "error")
    assert raw.base == policy.parent


def test_named_quasi_identifiers_are_these_and_no_others(policy: Path):
    """Those of the policy that are not named lose their role, and fall under `others`."""
    written, _ = Flags(policy).build()
    assert written.columns("quasi") == ("job", "town")
    made, _ = Flags(policy, qi=["age,job"]).build()
    assert set(made.columns("quasi")) == {"age", "job"}
    assert made.attributes["job"] == written.attributes["job"]
    assert "town" not in made.attributes
    assert made.columns("identifier") == written.columns("identifier")
    moved, _ = Flags(policy, qi=["job"], sensitive=["town"]).build()
    assert (moved.columns("quasi"), moved.attributes["town"].role) == (("job",), "sensitive")


def test_knowledge_goes_to_the_columns_that_may_mean_something(policy: Path):
    made, _ = Flags(policy, knowledge=["jobs.csv"]).build()
    assert made.attributes["job"].knowledge == "jobs.csv"
    assert made.attributes["town"].knowledge is None
    made, _ = Flags(qi=["job", "sport"], knowledge=["jobs.csv,wordnet"]).build()
    assert made.attributes["sport"].knowledge == ("jobs.csv", "wordnet")


def test_a_file_named_on_the_command_line_lies_where_the_person_is(workdir: Path):
    (workdir / "deep").mkdir()
    (workdir / "jobs.csv").write_text("nurse,job\n")
    file = workdir / "deep" / "policy.yaml"
    file.write_text("attributes: {job: quasi}\n")
    made, raw = Flags(Path("deep/policy.yaml"), knowledge=["jobs.csv"]).build()
    named = made.attributes["job"].knowledge
    assert isinstance(named, str)
    assert (raw.base / named).resolve() == workdir / "jobs.csv"


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (Flags(), "Nothing says which columns"),
        (Flags(k=3), "Nothing says which columns"),
        (Flags(qi=["job"], sensitive=["job"]), "given two roles"),
        (Flags(qi=["job"], k=1), "must be an int of at least 2. Got 1 instead"),
        (Flags(qi=["job"], method="sa-mdva"), "Did you mean 'sa-mdav'"),
        (Flags(qi=["job"], measure="wu"), "The 'measure' parameter must be one of"),
        (Flags(qi=["job"], seed=-1), "The 'seed' parameter must be an int of at least 0"),
        (Flags(qi=["job"], settings=["k"]), "--set takes key=value"),
        (Flags(qi=["job"], settings=["=5"]), "--set takes key=value"),
        (Flags(qi=["job"], settings=["kk=5"]), "There is no key 'kk'"),
        (Flags(qi=["job"], settings=["k=[1"]), "not YAML"),
        (Flags(qi=["job"], settings=["attributes.job.knd=nominal"]), "Did you mean 'kind'"),
        (Flags(Path("none.yaml")), "There is no policy file 'none.yaml'"),
    ],
)
def test_flags_that_cannot_be_are_refused(flags: Flags, message: str):
    with pytest.raises(PolicyError) as caught:
        flags.build()
    assert message in caught.value.message


def test_names_with_commas_and_spaces():
    assert names(["a, b", '"c, d"', "", " e "]) == ["a", "b", "c, d", "e"]
    assert names(None) == []


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("k=5", "k", 5),
        ("refine=true", "refine", True),
        ("seed=", "seed", None),
        ("mapping=a=b.csv", "mapping", "a=b.csv"),
        ("attributes.'a=b'.role=keep", "attributes.'a=b'.role", "keep"),
        ("attributes.x={role: quasi, levels: [1, 2]}", "attributes.x", {"role": "quasi", "levels": [1, 2]}),
    ],
)
def test_a_setting_is_read_as_yaml_reads_it(text, key, value):
    found, raw = setting_of(text)
    assert (found, raw.value) == (key, value)


def test_a_setting_keeps_its_spelling_where_a_text_is_wanted():
    policy, _ = Flags(qi=["job"], settings=["individual=007"]).build()
    assert policy.individual == "007"
