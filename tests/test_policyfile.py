"""Reading policies: what fits builds, and what does not fit says where and what would."""

import json
import runpy
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from semblant.errors import PolicyError
from semblant.policy.file import LARGEST_FILE, build_policy, read_policy, split_key
from semblant.policy.model import Policy
from semblant.policy.text import parse

GOOD = """\
k: 3
method: sa-mdav
knowledge:
  jobs: {source: wordnet}
attributes:
  name: identifier
  occupation: {role: quasi, kind: semantic, knowledge: jobs}
  age:
    role: quasi
    kind: numeric
mapping: review.csv
"""


def built(text: str, overrides=None) -> Policy:
    return build_policy(parse(text, "policy.yaml"), overrides)


def refused(text: str, overrides=None) -> PolicyError:
    with pytest.raises(PolicyError) as caught:
        built(text, overrides)
    return caught.value


# --- reading ---------------------------------------------------------------------------------------


def test_a_policy_is_read_with_the_place_of_every_key(tmp_path: Path):
    file = tmp_path / "policy.yaml"
    file.write_text(GOOD)
    raw = read_policy(file)
    policy = build_policy(raw)
    assert (policy.k, policy.method, policy.columns("quasi")) == (3, "sa-mdav", ("occupation", "age"))
    assert raw.base == tmp_path
    assert raw.locate("k") == "policy.yaml:1:1  k"
    assert raw.locate("attributes.age") == "policy.yaml:8:3  attributes.age"
    assert raw.locate("attributes.age.kind") == "policy.yaml:10:5  attributes.age.kind"
    assert raw.locate("attributes.town") == "attributes.town"


def test_the_same_policy_as_json(tmp_path: Path):
    from_yaml = built(GOOD)
    file = tmp_path / "policy.json"
    for indent in (None, 2, "\t"):
        file.write_text(json.dumps(parse(GOOD, "").value, indent=indent))
        assert build_policy(read_policy(file)) == from_yaml


def test_the_evidence_of_a_release_is_a_policy(tmp_path: Path):
    file = tmp_path / "evidence.json"
    file.write_text(
        json.dumps({"semblant": "0.1", "input": {}, "policy": {"k": 1, "attributes": {"job": "quasi"}}}, indent=2)
    )
    raw = read_policy(file)
    assert raw.value["attributes"] == {"job": "quasi"}
    with pytest.raises(PolicyError, match="at least 2") as caught:
        build_policy(raw)
    assert caught.value.where == "evidence.json:5:10"


def test_the_public_evidence_of_a_release_is_none(tmp_path: Path):
    file = tmp_path / "evidence.json"
    file.write_text(json.dumps({"semblant": "0.1", "policy": {"k": 5}}))
    with pytest.raises(PolicyError, match="public evidence") as caught:
        read_policy(file)
    assert "DIR-private" in caught.value.hints[0]


def test_a_policy_nested_very_deeply_is_an_error_and_no_crash(tmp_path: Path):
    file = tmp_path / "policy.json"
    file.write_text('{"k": ' + "[" * 100_000 + "]" * 100_000 + "}")
    with pytest.raises(PolicyError, match="nested deeper"):
        read_policy(file)


@pytest.mark.parametrize("name", ["😀 emoji", "naïve", "日本", 'say "hi"', "back\\slash", "a: b", "# no", "x\ty"])
def test_any_column_name_comes_through_json_escapes(name: str):
    assert built(json.dumps({"attributes": {name: "keep"}})).columns("keep") == (name,)
    assert built(json.dumps({"attributes": {name: "keep"}}, ensure_ascii=False)).columns("keep") == (name,)


def test_keys_and_texts_are_taken_as_they_are_spelt():
    policy = built("attributes:\n  2020-01-01: keep\n  0012: keep\n  true: keep\n  ~: keep\n")
    assert policy.columns("keep") == ("2020-01-01", "0012", "true", "~")
    policy = built("individual: 007\nattributes:\n  grade: {role: quasi, kind: ordinal, levels: [01, 02, 10]}\n")
    assert policy.individual == "007"
    assert policy.attributes["grade"].levels == ("01", "02", "10")


def test_anchors_and_merges_work():
    policy = built("attributes:\n  a: &q {role: quasi, kind: nominal}\n  b: *q\n  c: {<<: *q, kind: numeric}\n")
    assert [policy.attributes[name].kind for name in "abc"] == ["nominal", "nominal", "numeric"]


def test_empty_tables_count_as_not_there():
    assert built("k: 4\nattributes:\nknowledge:\n") == Policy(k=4)


@pytest.mark.parametrize(
    ("content", "where", "message"),
    [
        (b"", "policy.yaml", "empty"),
        (b"# only a comment\n", "policy.yaml", "empty"),
        (b"- k\n- 5\n", "policy.yaml:1:1", "mapping of keys"),
        (b"just text", "policy.yaml:1:1", "mapping of keys"),
        (b"k: 5\nmethod: caf\xe9\n", "policy.yaml:2", "UTF-8"),
        (b"\xff\xfek\x00:\x005\x00", "policy.yaml:1", "UTF-8"),
        (b"k: 5\nk: 6\n", "policy.yaml:2:1", "second time; the first is on line 1"),
        (b"k: 5\n  method: auto\n", "policy.yaml:2:9", "not YAML"),
        (b"k: [1,\n", "policy.yaml:2:1", "not YAML"),
        (b"attributes:\n\tage: quasi\n", "policy.yaml:2:1", "not YAML"),
        (b"k: 5\n---\nk: 6\n", "policy.yaml:2:1", "another document"),
        (b"k: *five\n", "policy.yaml:1:4", "undefined alias"),
        (b"k: \x01\n", "policy.yaml:1:4", "control character"),
        (b"k: !!python/object:os.system ls\n", "policy.yaml:1:4", "no tags"),
        (b"k: !!int five\n", "policy.yaml:1:4", "not a value of the kind int"),
        (b"? [a, b]\n: 5\n", "policy.yaml:1:3", "plain text"),
        (b"[" * 1000, "policy.yaml", "nested"),
        (b"a: &a {<<: *a}\n", "policy.yaml", "nested"),
        (b"a: &a [*a]\n", "policy.yaml:1:4", "far more"),
    ],
)
def test_what_is_no_policy_says_so(tmp_path: Path, content: bytes, where: str, message: str):
    file = tmp_path / "policy.yaml"
    file.write_bytes(content)
    with pytest.raises(PolicyError, match=message) as caught:
        build_policy(read_policy(file))
    assert caught.value.where == where
    assert caught.value.exit_code == 2


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("k:5\nmethod: auto\n", "space after the colon on line 1"),
        ("k: 5\nattributes:\n  a: {role: quasi\n  b: keep\n", "bracket that opens on line 3"),
        ("k: [3\n", "bracket that opens on line 1"),
        ('method: "auto\nk: 5\n', "quotes that open on line 1"),
        ("attributes:\n\tage: quasi\n", "spaces, not with tabs"),
        ("attributes:\n  a: quasi\n   b: keep\n", "in the same column"),
    ],
)
def test_common_slips_are_named(text, hint):
    with pytest.raises(PolicyError) as caught:
        parse(text, "policy.yaml")
    assert hint in caught.value.explain()


def test_a_capital_k_is_not_taken_for_another_methods_key():
    with pytest.raises(PolicyError, match="log-korolova") as caught:
        built("K: 10\n")
    assert "write k: 10" in caught.value.explain()
    assert built("k: 4\nK: 10\n").k == 4


def test_aliases_within_aliases_do_not_fill_the_memory():
    bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    bomb += "".join(f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]\n" for i in range(1, 10))
    with pytest.raises(PolicyError, match="far more than a policy"):
        parse(bomb, "policy.yaml")


def test_a_huge_file_is_not_read(tmp_path: Path):
    file = tmp_path / "policy.yaml"
    file.write_bytes(b"#" * (LARGEST_FILE + 1))
    with pytest.raises(PolicyError, match="at most 8 MB"):
        read_policy(file)


def test_a_missing_file_suggests_the_one_beside_it(tmp_path: Path):
    (tmp_path / "policy.yaml").write_text(GOOD)
    with pytest.raises(PolicyError, match=r"Did you mean 'policy.yaml'\?"):
        read_policy(tmp_path / "polcy.yaml")
    with pytest.raises(PolicyError, match="cannot be read"):
        read_policy(tmp_path)


# --- building --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "where", "message"),
    [
        ("k: 1\n", "policy.yaml:1:4", "The 'k' parameter must be an int of at least 2. Got 1 instead."),
        ("k: 2.5\n", "policy.yaml:1:4", "The 'k' parameter must be an int of at least 2. Got 2.5 instead."),
        ("k:\n", "policy.yaml:2:1", "The 'k' parameter must be an int of at least 2. Got nothing instead."),
        ("k: [5]\n", "policy.yaml:1:4", "The 'k' parameter must be an int of at least 2. Got a list of 1 instead."),
        (
            "refine: maybe",
            "policy.yaml:1:9",
            "The 'refine' parameter must be true, false or 'auto'. Got 'maybe' instead.",
        ),
        (
            "order: random",
            "policy.yaml:1:8",
            "The 'order' parameter must be one of 'sorted', 'shuffle' or 'keep'. Got 'random' instead.",
        ),
        (
            "suppression_limit: 2",
            "policy.yaml:1:20",
            "The 'suppression_limit' parameter must be a float of at least 0 and at most 1. Got 2 instead.",
        ),
        (
            "delimiter: ab",
            "policy.yaml:1:12",
            "The 'delimiter' parameter must be a str of one character. Got 'ab' instead.",
        ),
        (
            "blocks: all",
            "policy.yaml:1:9",
            "The 'blocks' parameter must be an int, 'auto' or 'none'. Got 'all' instead.",
        ),
        ("K: .inf", "policy.yaml:1:4", "The 'K' parameter must be a float of at least 0. Got inf instead."),
        (
            "attributes: [a]",
            "policy.yaml:1:13",
            "The 'attributes' parameter must be a mapping of names to settings. Got a list of 1 instead.",
        ),
        (
            "attributes: {age: 5}",
            "policy.yaml:1:19",
            "The 'attributes.age' parameter must be a mapping of its settings. Got 5 instead.",
        ),
        (
            "attributes:\n  age: {role: quasi, weight: 0}",
            "policy.yaml:2:30",
            "The 'attributes.age.weight' parameter must be a float of more than 0. Got 0 instead.",
        ),
        (
            "attributes:\n  age:\n    kind: numeric",
            "policy.yaml:2:3",
            "The 'attributes.age.role' parameter is missing. "
            "It must be one of 'identifier', 'quasi', 'sensitive' or 'keep'.",
        ),
        (
            "attributes:\n  age: qasi",
            "policy.yaml:2:3",
            "The 'attributes.age.role' parameter must be one of 'identifier', 'quasi', 'sensitive' or 'keep'. "
            "Got 'qasi' instead. Did you mean 'quasi'?",
        ),
        (
            "attributes:\n  age: {role: quasi, knowledge: [{a: b}]}",
            "policy.yaml:2:33",
            "The 'attributes.age.knowledge' parameter must be a str or a list of str. Got a list of 1 instead.",
        ),
        ("log: {user: u}", "policy.yaml:1:1", "The 'log.text' parameter is missing. It must be a str."),
        ("log: u", "policy.yaml:1:6", "The 'log' parameter must be a mapping of its settings. Got 'u' instead."),
    ],
)
def test_wrong_values_are_told_in_one_form(text: str, where: str, message: str):
    error = refused(text)
    assert (error.where, error.message) == (where, message)


@pytest.mark.parametrize("key", ["k", "seed", "blocks", "budget", "m", "header_row", "population", "K"])
def test_numbers_too_large_to_count_with_are_refused(key: str):
    assert refused(f"{key}: 0x{'f' * 6000}").message == "This is not a value of the kind int."
    for value in (16**300, 10**6000):
        with pytest.raises(PolicyError) as caught:
            build_policy({key: value})
        assert key in caught.value.message


def test_the_largest_numbers_are_said():
    assert built(f"k: {2**31}\nseed: {2**63 - 1}").k == 2**31
    assert refused(f"k: {2**31 + 1}").message.startswith("k: this number is too large, as at most 2,147,483,648 can be")
    assert refused(f"seed: {2**63}").message.startswith("seed: this number is too large, as a seed is at most 9,223,")


@pytest.mark.parametrize(
    "text",
    [
        *(f'{key}: "a\\0b"' for key in ("mapping", "abbreviations", "encoding")),
        *(f'knowledge: {{w: {{source: wordnet, {key}: "a\\0b"}}}}' for key in ("ic", "corpus")),
        'knowledge: {w: "a\\0b"}',
        'attributes: {a: {role: quasi, hierarchy: "a\\0b"}}',
        'attributes: {a: {role: quasi, hierarchy: [h.csv, "a\\0b"]}}',
        'attributes: {a: {role: quasi, knowledge: "a\\0b"}}',
    ],
)
def test_names_with_nul_are_refused(text: str):
    error = refused(text)
    assert error.message.endswith(": a name cannot have the character NUL (\\0) in it.")
    assert error.where.startswith("policy.yaml:1:")


@pytest.mark.parametrize(
    ("text", "where", "message"),
    [
        ("k: 5\nmethd: auto\n", "policy.yaml:2:1", "There is no key 'methd'. Did you mean 'method'?"),
        (
            "attributes:\n  age: {role: quasi, knd: numeric}\n",
            "policy.yaml:2:22",
            "There is no key 'knd' in attributes.age. Did you mean 'kind' or 'l_kind'?",
        ),
        (
            "knowledge:\n  jobs: {sorce: wordnet, source: wordnet}\n",
            "policy.yaml:2:10",
            "There is no key 'sorce' in knowledge.jobs. Did you mean 'source'?",
        ),
        (
            "role: quasi\n",
            "policy.yaml:1:1",
            "There is no key 'role'. It is a setting of a column: write it under attributes, below the column's name.",
        ),
        ("age: quasi\n", "policy.yaml:1:1", "There is no key 'age'. If it is a column, write it under attributes."),
        ("zzz: 1\n", "policy.yaml:1:1", "There is no key 'zzz'."),
    ],
)
def test_a_misspelt_key_is_found_and_corrected(text: str, where: str, message: str):
    error = refused(text)
    assert error.where == where
    assert error.message.startswith(message)


def test_a_method_that_does_not_exist_lists_those_that_do():
    error = refused("method: sa-mdva")
    assert "'recode-fusion'" in error.message
    assert error.message.endswith("Did you mean 'sa-mdav', 's-mdav' or 'set-mdav'?")


def test_all_problems_are_told_at_once_in_the_order_of_the_file():
    error = refused("methd: auto\nk: 1\nattributes:\n  b: nobody\n  a: {role: quasi, t: 2}\n")
    assert error.where == "policy.yaml:1:1"
    places = [line.split("  ")[0] for line in error.message.splitlines()[1:]]
    assert places == ["policy.yaml:2:4", "policy.yaml:4:3", "policy.yaml:5:23"]


def test_a_hundred_problems_stay_readable():
    error = refused("".join(f"wrong{i}: 1\n" for i in range(100)))
    assert len(error.message.splitlines()) == 11
    assert error.message.endswith("… and 90 more.")


scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
anything = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
)


def fate(build) -> str:
    """What becomes of an input: nothing, or the message of the one error there may be."""
    try:
        build()
    except PolicyError as error:
        return error.explain()
    return ""


@given(anything, st.sampled_from(sorted(Policy.model_fields)))
@settings(max_examples=150, deadline=None)
def test_whatever_stands_at_a_key_builds_or_is_a_policy_error(value, key):
    told = fate(lambda: build_policy({key: value}))
    assert not told or key in told


@given(st.text(max_size=60))
@settings(max_examples=150, deadline=None)
def test_whatever_is_written_is_read_or_is_a_policy_error(text):
    told = fate(lambda: parse(text, "policy.yaml"))
    assert not told or told.startswith("PolicyError  policy.yaml")


# --- settings on top -------------------------------------------------------------------------------


def test_settings_override_what_is_written_and_keep_what_stands_beside():
    policy = built(
        GOOD, {"k": 7, "attributes.age.weight": 2, "attributes.name.kind": "nominal", "log.user": "u", "log.text": "t"}
    )
    assert policy.k == 7
    assert (policy.attributes["age"].role, policy.attributes["age"].weight) == ("quasi", 2)
    assert (policy.attributes["name"].role, policy.attributes["name"].kind) == ("identifier", "nominal")
    assert policy.log is not None
    assert built(GOOD).k == 3


def test_a_whole_entry_can_be_set():
    policy = built(GOOD, {"attributes.age": parse("{role: keep}", "--set")})
    assert policy.attributes["age"].role == "keep"
    assert policy.attributes["age"].kind is None


def test_a_wrong_setting_points_at_the_command_line():
    error = refused(GOOD, {"k": 1})
    assert error.where == "command line"
    assert refused(GOOD, {"attributes.age.knd": "numeric"}).where == "command line"
    assert refused(GOOD, {"k.x": 1}).message == "The key k.x goes into 'k', which has no keys of its own."


def test_a_wrong_setting_does_not_hide_where_the_file_is_wrong():
    error = refused("k: 5\nmethd: auto\n", {"seed": -1})
    assert error.where == "command line"
    assert "policy.yaml:2:1  There is no key 'methd'" in error.message


@pytest.mark.parametrize(
    ("key", "path"),
    [
        ("k", ("k",)),
        ("log.user", ("log", "user")),
        ("attributes.age.role", ("attributes", "age", "role")),
        ("attributes.a.b.role", ("attributes", "a.b", "role")),
        ("attributes.a.b", ("attributes", "a.b")),
        ("attributes.a.c", ("attributes", "a", "c")),
        ("attributes.new.one.role", ("attributes", "new.one", "role")),
        ("attributes.new.one", ("attributes", "new.one")),
        ("attributes.'x.role'.role", ("attributes", "x.role", "role")),
        ('attributes."x=y"', ("attributes", "x=y")),
        ("knowledge.my.owl.source", ("knowledge", "my.owl", "source")),
    ],
)
def test_dots_in_names_are_understood(key: str, path: tuple[str, ...]):
    assert split_key(key, {"attributes": {"a": "keep", "a.b": "keep", "age": "keep"}}) == path


def test_open_quotes_are_refused():
    with pytest.raises(PolicyError, match="not closed"):
        split_key('attributes."a.role', {})


# --- the reference ---------------------------------------------------------------------------------


def test_the_reference_is_up_to_date():
    root = Path(__file__).parent.parent
    script = runpy.run_path(str(root / "scripts" / "make_reference.py"))
    written = (root / "docs" / "reference" / "policy.md").read_text("utf-8")
    assert written == script["reference"](), "run: python scripts/make_reference.py"


def test_the_reference_names_every_key():
    page = (Path(__file__).parent.parent / "docs" / "reference" / "policy.md").read_text("utf-8")
    assert [name for name in Policy.model_fields if f"| `{name}` |" not in page] == []
