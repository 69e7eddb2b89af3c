"""A policy that accepts less than k-anonymity gets less only from a method that the catalogue says promises less."""

import json
from pathlib import Path

import polars as pl
import pytest
from typer.testing import CliRunner

from semblant.catalogue import CATALOGUE, METHODS
from semblant.cli import app
from semblant.data.table import Table
from semblant.errors import InputError, PolicyError, VerificationError
from semblant.policy.model import Policy
from semblant.proof.logs import privacy_of_log, verify_log
from semblant.proof.sets import privacy_of_sets, verify_sets
from semblant.proof.tables import privacy_of_table, verify_table

ACCEPTED = {"accept": "not-k-anonymous"}
PLAIN = {"attributes": {"q": {"role": "quasi", "kind": "nominal"}}}
SETS = {"shape": "sets", "attributes": {"items": {"role": "quasi", "kind": "set"}}}
LOG = {"shape": "log", "log": {"user": "user", "text": "query", "url": "url"}}


def table(**columns: list[str]) -> Table:
    return Table(pl.DataFrame(columns, schema=dict.fromkeys(columns, pl.String)))


def asked(shape: dict, **more: object) -> Policy:
    return Policy.model_validate({"k": 2, **shape, **more})


def written(folder: Path, release: Table) -> Path:
    path = folder / "release.csv"
    path.write_text(release.frame.write_csv())
    return path


def promising(shape: str) -> list[str]:
    """Methods that promise k-anonymity of data of this shape, and those that are not for it at all."""
    return [name for name in METHODS if name not in CATALOGUE[shape] or CATALOGUE[shape][name].k_anonymous]


@pytest.mark.parametrize("method", promising("table"))
def test_a_table_is_k_anonymous_whatever_the_policy_accepts(tmp_path, method):
    alone = table(q=["a", "b", "b"])
    for more in ({}, ACCEPTED):
        policy = asked(PLAIN, method=method, **more)
        assert policy.promise == "k-anonymity"
        assert not privacy_of_table(alone, policy).verified
        with pytest.raises(VerificationError, match="only 1-anonymous; k = 2 was promised") as refused:
            verify_table(alone, written(tmp_path, alone), policy)
        assert refused.value.exit_code == 1


@pytest.mark.parametrize("method", promising("sets"))
def test_sets_are_k_anonymous_whatever_the_policy_accepts(tmp_path, method):
    alone = table(items=["a", "b", "b"])
    policy = asked(SETS, method=method, **ACCEPTED)
    assert not privacy_of_sets(alone, policy).verified
    with pytest.raises(VerificationError, match="only 1-anonymous; k = 2 was promised"):
        verify_sets(alone, written(tmp_path, alone), policy)


@pytest.mark.parametrize("method", promising("log"))
def test_logs_are_k_anonymous_whatever_the_policy_accepts(tmp_path, method):
    original, release = table(user=["x", "y"], query=["a", "b"], url=["", ""]), table(user=["1", "2"], query=["a", "b"])
    policy = asked(LOG, method=method, **ACCEPTED)
    assert not privacy_of_log(release, policy, original).verified
    with pytest.raises(VerificationError, match="shared by 1 users only"):
        verify_log(original, written(tmp_path, release), policy)


def test_another_promise_must_be_accepted_too(tmp_path):
    alone = table(q=["a", "b", "b"])
    file = written(tmp_path, alone)
    with pytest.raises(VerificationError):
        verify_table(alone, file, asked(PLAIN, method="resample-heer"))
    assert not verify_table(alone, file, asked(PLAIN, method="resample-heer", **ACCEPTED)).verified
    few = table(items=["a|b", "a|c", "b|c"])
    assert not privacy_of_sets(few, asked(SETS, method="km-apriori", m=1)).verified
    assert privacy_of_sets(few, asked(SETS, method="km-apriori", m=1, **ACCEPTED)).verified


def run(*words: object) -> tuple[int, str]:
    made = CliRunner().invoke(app, [*map(str, words)])
    return made.exit_code, made.output


def files(folder: Path, policy: dict, rows: str) -> tuple[Path, Path]:
    data, file = folder / "data.csv", folder / "policy.json"
    data.write_text(rows)
    file.write_text(json.dumps(policy))
    return data, file


@pytest.mark.parametrize(
    ("shape", "rows"),
    [
        (PLAIN, "q\na\nb\nb\n"),
        ({**SETS, "knowledge": {"wordnet": "wordnet"}}, "items\ntea\nmilk\nmilk\n"),
        ({**LOG, "log": {"user": "user", "text": "query"}}, "user,query\n1,tea\n2,milk\n3,milk\n"),
    ],
    ids=["table", "sets", "log"],
)
def test_assess_does_not_take_the_policys_word(tmp_path, shape, rows):
    data, policy = files(tmp_path, {**shape, "k": 2, "method": "auto", **ACCEPTED}, rows)
    code, said = run("assess", data, data, "--policy", policy)
    assert code == 1
    assert "verified)" not in said


@pytest.mark.parametrize("method", ["auto", "datafly", "incognito", "best-first"])
def test_masking_keeps_k_whatever_the_policy_accepts(tmp_path, method):
    columns = {"attributes": {"who": "identifier", **PLAIN["attributes"], "n": "keep"}, "individual": "who"}
    rows = "who,q,n\nx,a,1\nx,a,2\ny,c,3\nz,c,4\nz,c,5\n"  # all of a are one person
    data, policy = files(tmp_path, {**columns, "k": 2, "method": method, **ACCEPTED}, rows)
    code, said = run("anonymise", data, "--policy", policy, "-o", tmp_path / "out", "-q")
    assert code == 0, said
    privacy = json.loads((tmp_path / "out-private" / "evidence.json").read_text())["privacy"]
    assert (privacy["verified"], privacy["k_achieved"] >= 2) == (True, True)


# --- what else a proof must not believe ------------------------------------------------------------


def test_meanings_are_counted_where_words_are_drawn(tmp_path):
    policy = asked(SETS, draw="record")
    original = table(items=["cup", "mug", "saw"])
    same = {"cup": "vessel", "mug": "vessel", "saw": "tool"}.__getitem__
    with pytest.raises(VerificationError, match="only 1-anonymous by meaning; k = 2 was promised"):
        verify_sets(original, written(tmp_path, original), policy, meaning=same)
    alike = table(items=["cup", "mug", "cup|mug"])
    found = verify_sets(original, written(tmp_path, alike), policy, meaning=same)
    assert (found.k_achieved, found.promise) == (3, "k-anonymity of meanings")


def test_few_known_items_do_not_excuse_what_classes_tell_of_the_sensitive(tmp_path):
    columns = {**SETS["attributes"], "ill": {"role": "sensitive", "l": 2}}
    policy = asked({**SETS, "attributes": columns}, method="km-apriori", **ACCEPTED)
    release = table(items=["a", "a"], ill=["flu", "flu"])
    assert not privacy_of_sets(release, policy).verified
    with pytest.raises(VerificationError, match="only l = 1 in 'ill'"):
        verify_sets(release, written(tmp_path, release), policy)


def test_a_list_with_noisy_counts_has_nothing_else_in_it(tmp_path):
    original = table(user=["x"], query=["a"], url=[""])
    policy = asked(LOG, method="log-korolova", d=1, K=20, b=2, **ACCEPTED)
    assert privacy_of_log(table(query=["a"], count=["3"]), policy, original).verified
    more = table(query=["a"], count=["3"], name=["Ann"])
    assert not privacy_of_log(more, policy, original).verified
    with pytest.raises(VerificationError, match="columns"):
        verify_log(original, written(tmp_path, more), policy)


def test_what_cannot_be_counted_is_said():
    original = table(user=["x"], query=["a"])
    with pytest.raises(InputError, match="no column 'user'"):
        privacy_of_log(table(query=["a"]), asked(LOG), original)
    unnamed = asked({"shape": "log", "log": {"user": "user", "text": "query"}}, method="log-poblete", **ACCEPTED)
    with pytest.raises(PolicyError, match="clicked addresses"):
        privacy_of_log(original, unnamed, original)
