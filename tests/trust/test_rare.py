"""What few persons have is not published: the examples that were found, and sabotage."""

import json
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import semblant as sb
from semblant.data.read import read
from semblant.data.table import Table
from semblant.errors import PolicyError, UnreachableError, VerificationError
from semblant.methods.job import check_method
from semblant.policy.model import Policy
from semblant.release import pipeline
from semblant.release.pipeline import anonymise_file
from semblant.release.verify import verify_release
from semblant.shapes import read_shape
from semblant.space.reading import Library
from tests.sets.making import library, log_policy, ready_log, ready_sets, sets_policy

WORDNET = {"role": "quasi", "kind": "semantic", "knowledge": "wordnet", "sense": "first"}


def table(**columns: list[str]) -> Table:
    return Table(pl.DataFrame(columns))


def released(data: Table, policy: Policy, out: Path) -> Table:
    anonymise_file(data, policy, out=out)
    return read(next(out.glob("release.*")))


def test_no_address_of_a_column_of_addresses_is_published(tmp_path):
    mails = [f"visitor.{i}@example.org" for i in range(60)]
    data = table(mail=mails, town=["Graz", "Wien", "Linz"] * 20)
    nominal = {"role": "quasi", "kind": "nominal"}
    release = released(data, Policy(k=5, seed=1, attributes={"mail": nominal, "town": nominal}), tmp_path / "out")
    assert set(release.column("mail").values) == {"*"}
    assert set(release.column("town").values) == {"Graz", "Wien", "Linz"}
    for page in ("report-public.html", "release.csv"):
        written = next((tmp_path / "out").glob(page.replace(".csv", ".*"))).read_text("utf-8")
        assert not any(mail in written for mail in mails)


def test_a_visitors_own_spelling_is_not_published(tmp_path):
    said = ["tennis"] * 3 + ["TENNIS"] + ["Tennis"] * 2 + ["golf"] * 6
    release = released(table(sport=said), Policy(k=5, seed=1, attributes={"sport": WORDNET}), tmp_path / "out")
    # as the vocabulary writes it: no spelling has 5 writers
    assert release.frame["sport"].to_list() == ["golf"] * 6 + ["tennis"] * 6
    loud = [word.upper() for word in said]
    release = released(table(sport=loud), Policy(k=5, seed=1, attributes={"sport": WORDNET}), tmp_path / "loud")
    assert set(release.column("sport").values) == {"TENNIS", "GOLF"}  # that is how they all write it


def test_a_concept_is_not_spelt_by_what_was_trimmed_to_it(tmp_path):
    jobs = ["Ambulance person"] * 6 + ["Corporate treasurer", "nurse", "surgeon", "baker", "sculptor"]
    wordnet = sb.load_taxonomy("wordnet")
    release = released(
        table(job=jobs), Policy(k=5, seed=1, attributes={"job": WORDNET | {"min_score": 0.0}}), tmp_path / "out"
    )
    assert "Ambulance person" not in release.column("job").values
    assert all(wordnet.index(text) >= 0 for text in release.column("job").values)


def test_a_concept_with_the_label_of_another_is_numbered(tmp_path):
    birds = ["crane"] * 3 + ["heron", "stork", "egret", "ibis", "bittern"] * 2
    context = WORDNET | {"sense": "context"}
    data = table(bird=birds)
    policy = Policy(k=3, seed=1, order="keep", attributes={"bird": context})
    evidence = anonymise_file(data, policy, out=tmp_path / "out").evidence
    again = sb.assess(data.frame, read(tmp_path / "out" / "release.csv").frame, policy)
    assert again.utility == evidence.utility


@pytest.mark.parametrize("rare", ["hide", "publish"])
def test_what_is_published_all_the_same_is_counted_and_told(tmp_path, rare):
    data = table(letter=list("aaaabcdefgh"))
    policy = Policy(k=4, rare=rare, method="auto", attributes={"letter": {"role": "quasi", "kind": "nominal"}})
    privacy = anonymise_file(data, policy, out=tmp_path / "out").evidence.privacy
    found = json.loads((tmp_path / "out-private" / "evidence.json").read_text("utf-8"))["privacy"]["rare_values"]
    shown = set(read(tmp_path / "out" / "release.csv").column("letter").values) - {"a", "*"}
    assert privacy.verified
    assert len(shown) == (1 if rare == "publish" else 0)
    assert found == ({"letter": {"values": 1, "single": 1, "invented": 0}} if rare == "publish" else {})
    public = (tmp_path / "out" / "evidence.json").read_text("utf-8")
    assert "rare_values" not in public  # a count of the original
    assert json.loads(public)["policy"]["rare"] == rare
    told = "are published as they are (rare: publish)" in (tmp_path / "out" / "report-public.html").read_text("utf-8")
    assert told == (rare == "publish")
    unproven = [said for said in verify_release(tmp_path / "out").not_provable if "fewer than 4 persons" in said]
    assert len(unproven) == (rare == "hide")


def test_every_reader_counts_persons_where_they_have_several_rows(tmp_path):
    """Ten rows of one person are one holder."""
    data = table(letter=["a"] * 10 + ["b"] * 10, person=["p"] * 10 + [str(i) for i in range(10)])
    policy = Policy(
        k=3, seed=1, individual="person", attributes={"letter": {"role": "quasi", "kind": "nominal"}, "person": "keep"}
    )
    assert set(released(data, policy, tmp_path / "out").column("letter").values) <= {"b", "*"}


# --- sabotage --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attribute", "wrong"),
    [
        ({"role": "quasi", "kind": "nominal"}, "sculptor"),
        (WORDNET | {"min_score": 0.0}, "sculptor"),
        (WORDNET | {"min_score": 0.0}, "night Nurse"),
    ],
)
def test_a_rare_value_in_the_written_file_is_found(tmp_path, monkeypatch, attribute, wrong):
    """Every record gets it, so the release is k-anonymous; but it is one person's value, or one person's spelling."""
    data = table(job=["nurse"] * 6 + ["night Nurse", "sculptor"], n=[str(i) for i in range(8)])
    write = pipeline.write_table

    def sabotaged(made, folder, **how):
        return write(made.with_columns({"job": [wrong] * made.records}), folder, **how)

    monkeypatch.setattr(pipeline, "write_table", sabotaged)
    policy = Policy(k=4, seed=1, attributes={"job": attribute, "n": "keep"})
    with pytest.raises(VerificationError, match="too few persons have") as refused:
        anonymise_file(data, policy, out=tmp_path / "out")
    assert wrong not in refused.value.explain()
    assert not (tmp_path / "out").exists()
    anonymise_file(data, policy.model_copy(update={"rare": "publish"}), out=tmp_path / "out")


@pytest.mark.parametrize("order", ["sorted", "keep"])
@pytest.mark.parametrize("kind", [{"kind": "nominal"}, {"kind": "ordinal", "levels": list("abx")}])
@pytest.mark.parametrize(
    ("a", "b", "true"),
    [("a", "b", True), ("a", "*", True), ("a", "a", True), ("x", "x", False), ("b", "a", False), ("b", "*", False)],
)
def test_a_value_that_nobody_in_the_class_has_is_found(tmp_path, monkeypatch, a, b, true, kind, order):
    """Half of the people have a and half b, so both are common; but those with a must not be said to have b."""
    data = table(letter=list("abababab"), n=[str(i) for i in range(8)])
    write = pipeline.write_table

    def sabotaged(made, folder, **how):
        return write(made.with_columns({"letter": [b if int(n) % 2 else a for n in made.frame["n"]]}), folder, **how)

    monkeypatch.setattr(pipeline, "write_table", sabotaged)
    policy = Policy(k=4, seed=1, order=order, attributes={"letter": {"role": "quasi", **kind}, "n": "keep"})
    if true:
        assert anonymise_file(data, policy, out=tmp_path / "out").evidence.privacy.rare_values == {}
        return
    with pytest.raises(VerificationError, match="'letter' that nobody there has"):
        anonymise_file(data, policy, out=tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_without_a_link_a_value_that_nobody_has_is_found():
    data, nominal = table(letter=list("aaaabbbb")), {"role": "quasi", "kind": "nominal"}
    for letters, invented in (("bbbbaaaa", 0), ("xxxxaaaa", 1)):
        policy = Policy(k=4, attributes={"letter": nominal})
        privacy = sb.assess(data.frame, table(letter=list(letters)).frame, policy).privacy
        assert privacy.verified == (not invented)
        assert [facts.invented for facts in privacy.rare_values.values()] == [1] * invented


def test_a_concept_that_nobody_has_anything_below_is_found():
    data, policy = table(job=["nurse"] * 8), Policy(k=4, attributes={"job": WORDNET})
    for job, invented in (("nurse", []), ("health professional", []), ("sculptor", [1]), ("gibberish", [1])):
        privacy = sb.assess(data.frame, table(job=[job] * 8).frame, policy).privacy
        assert [facts.invented for facts in privacy.rare_values.values()] == invented


# --- classes without a common value ------------------------------------------------------------------


def test_a_class_without_a_common_value_is_a_class(tmp_path):
    data = table(letter=list("aaaabcdefgh"))
    policy = Policy(k=4, seed=1, attributes={"letter": {"role": "quasi", "kind": "nominal"}})
    evidence = anonymise_file(data, policy, out=tmp_path / "out").evidence
    privacy = evidence.privacy
    assert read(tmp_path / "out" / "release.csv").frame["letter"].to_list() == ["*"] * 4 + ["a"] * 7
    assert (privacy.k_achieved, privacy.classes, privacy.suppressed_records) == (4, 2, 0)
    assert privacy.verified
    assert [(size.classes, size.records) for size in evidence.risk.class_sizes] == [(1, 4), (1, 7)]
    assert verify_release(tmp_path / "out").holds
    public = json.loads((tmp_path / "out" / "evidence.json").read_text("utf-8"))["privacy"]
    assert (public["k_achieved"], public["classes"], public["suppressed_records"]) == (4, 2, 0)


@pytest.mark.parametrize("method", ["auto", "mdav-mode", "recode", "resample"])
def test_nothing_but_stars_cannot_be_reached(tmp_path, method):
    nominal = {"role": "quasi", "kind": "nominal"}
    policy = Policy(k=3, seed=1, method=method, attributes={"letter": nominal})
    with pytest.raises(UnreachableError, match="only \\* is left"):
        anonymise_file(table(letter=list("abcdefgh")), policy, out=tmp_path / "out")
    assert not (tmp_path / "out").exists()
    beside = policy.model_copy(update={"others": "keep"})
    kept = table(letter=list("abcdefgh"), n=[str(i % 2) for i in range(8)])
    assert anonymise_file(kept, beside, out=tmp_path / "out").evidence.privacy.verified


# --- sets with persons -----------------------------------------------------------------------------


@pytest.mark.parametrize("order", ["sorted", "keep"])
@pytest.mark.parametrize("method", ["km-apriori", "top-down"])
def test_sets_of_few_persons_are_generalised_however_many_rows_they_have(tmp_path, monkeypatch, method, order):
    """Ann has all four rows with plums, so they are hers alone."""
    rows = [("ann", "plum|tea")] * 4 + [(who, "pear|tea") for who in ("ben", "cid", "dan", "eve")]
    rows += [(who, "apple|bread") for who in ("fay", "gus", "hal", "ida")]
    data = table(items=[items for _, items in rows], who=[who for who, _ in rows])
    policy = sets_policy(
        k=3, seed=1, order=order, method=method, individual="who", attributes={"who": "identifier"},
        accept="not-k-anonymous" if method == "km-apriori" else None,
    )  # fmt: skip
    monkeypatch.setattr(pipeline, "Library", lambda *_: library(policy))
    evidence = anonymise_file(data, policy, out=tmp_path / "out").evidence
    cells = read(tmp_path / "out" / "release.csv").frame["items"].to_list()
    assert not any("plum" in cell for cell in cells)
    assert evidence.privacy.verified
    assert evidence.privacy.k_achieved >= 3
    few = policy.model_copy(update={"k": 10})
    with pytest.raises(UnreachableError, match="9 persons"):
        anonymise_file(data, few, out=tmp_path / "few")


def test_a_rare_item_or_query_in_a_release_is_found():
    sets = ready_sets(["apple|tea"] * 4 + ["plum"], k=3)
    assert _rare(sets, sets.table.with_columns({"items": ["tea|plum"] * 5}), "items") == (1, 1)
    assert _rare(sets, sets.table.with_columns({"items": ["fruit|tea"] * 5}), "items") is None
    log = ready_log([(u, "tea") for u in "abcd"] + [("a", "my own saw")], k=2)
    for text, found in (("tea", None), ("my own saw", (1, 1)), ("saw", (1, 1)), ("drink", None)):
        rows = {"user": ["1", "2", "3", "4"], "query": [text] * 4}
        assert _rare(log, Table(pl.DataFrame(rows)), "query") == found


def _rare(shape, release: Table, name: str) -> tuple[int, int] | None:
    privacy = shape.assess(release).privacy
    facts = privacy.rare_values.get(name)
    assert privacy.verified == (facts is None)
    return facts and (facts.values, facts.single)


# --- sets and logs ---------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["auto", "set-mdav", "top-down"])
@pytest.mark.parametrize("draw", ["group", "record"])
@pytest.mark.parametrize("measure", [None, "equality"])
def test_items_of_few_persons_are_generalised_or_left_out(method, draw, measure):
    rng = np.random.default_rng(4)
    items = ["apple", "Apples", "pear", "plum", "raspberry", "bread", "milk", "tea", "port", "saw", "zyxw", "red apple"]
    cells = ["|".join(rng.choice(items, 3, replace=False)) for _ in range(40)] + ["hammer|rose", "drill|tulip"]
    nominal = {"unknown": "nominal"}
    shape = ready_sets(cells, k=4, method=method, draw=draw, measure=measure, items=nominal)
    privacy = shape.assess(shape.mask(np.random.default_rng(1)).table).privacy
    assert privacy.rare_values == {}


@pytest.mark.parametrize("method", ["auto", "log-mdav", "log-erola", "log-navarro", "equality"])
@pytest.mark.parametrize("queries", ["phrases", "whole"])
def test_queries_of_few_users_are_generalised_or_left_out(method, queries):
    rng = np.random.default_rng(4)
    words = ["red apples", "pear", "plum tree", "raspberry", "bread and milk", "tea", "cheap port", "saw", "zyxw"]
    rows = [(f"u{u}", str(rng.choice(words))) for u in range(16) for _ in range(5)]
    rows += [("u1", "tulip for ann"), ("u2", "my old hammer"), ("u3", "coffee")]
    how = {"method": "log-mdav", "measure": "equality"} if method == "equality" else {"method": method}
    shape = ready_log(rows, k=3, queries=queries, **how)
    release = shape.mask(np.random.default_rng(1)).table
    assert shape.assess(release).privacy.rare_values == {}
    shown = set(release.frame["query"])
    assert not shown & {"tulip for ann", "my old hammer", "hammer", "tulip"}
    assert shown & {"drink", "tea", "saw", "tool", "pear"}
    published = ready_log(rows, k=3, queries=queries, rare="publish", **how)
    told = published.assess(published.mask(np.random.default_rng(1)).table).privacy
    assert told.verified


def test_a_policy_says_how_many_persons_an_item_needs():
    assert (sets_policy(k=4).least_term_holders, log_policy(k=4, rare="publish").least_term_holders) == (4, 1)
    assert sets_policy(k=4, min_term_count=2).least_term_holders == 2
    policy = sets_policy(k=3)
    shape = read_shape(Table(pl.DataFrame({"items": ["tea"] * 3 + ["coffee"] * 2 + ["port"]})), policy, library(policy))
    assert {*shape.mask(np.random.default_rng(0)).table.frame["items"]} == {"tea", "drink"}
    assert isinstance(shape.library, Library)


@pytest.mark.parametrize("policy", [sets_policy, log_policy])
def test_what_a_single_person_has_is_not_asked_for_and_hidden_at_once(policy):
    with pytest.raises(PolicyError, match="a single person") as refused:
        check_method(policy(k=3, min_term_count=1))
    assert refused.value.where == "min_term_count"
    check_method(policy(k=3, min_term_count=1, rare="publish"))
    check_method(policy(k=3, min_term_count=2))
