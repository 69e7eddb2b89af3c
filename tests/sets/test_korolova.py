"""Queries with noisy counts: whose first queries count, and what is said where the promise protects nobody."""

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from semblant.cli import app
from semblant.errors import UnreachableError
from semblant.methods.logs.korolova import first_queries
from semblant.policy.model import Policy
from semblant.proof.logs import differential, privacy_of_log, weaknesses
from semblant.release.files import private_folder
from semblant.shapes.log import LogShape
from semblant.space.times import moments
from tests.sets.making import ready_log

TIMED = ("user", "query", "when")
TIMES = {
    "ISO": ["2006-12-01 09:00:00", "2006-03-15", "2006-03-15T10:00:00"],
    "seconds": ["1141216209", "941216209", "1000000000"],
    "day first": ["1/12/2006 09:00", "15/3/2006 08:00", "15/3/2006 10:00"],
    "with dots": ["01.12.2006", "15.03.2005", "15.03.2006"],
    "unpadded": ["2006-12-01 09:00", "2006-3-15 09:00", "2006-03-15 10:00"],
}


@pytest.mark.parametrize("way", TIMES)
def test_the_first_queries_are_the_earliest_however_times_are_written(way) -> None:
    held = list(zip("aaa", ["late", "early", "middle"], TIMES[way], strict=True))
    log = ready_log(held, TIMED, log={"time": "when"}).log
    assert [query for _, query, _ in first_queries(log, 2)] == ["early", "middle"]


def test_times_that_cannot_be_told_come_last_and_as_they_stand() -> None:
    times = ["noon", "", "2006-03-15 10:00:00", "at night"]
    held = list(zip("aaaa", ["first", "second", "third", "fourth"], times, strict=True))
    log = ready_log(held, TIMED, log={"time": "when"}).log
    assert [query for _, query, _ in first_queries(log, 4)] == ["third", "first", "second", "fourth"]
    assert np.isnan(moments(["noon", ""])).all()


@pytest.mark.parametrize(
    ("epsilon", "delta", "users", "signs"),
    [
        (1.0, 1e-6, 300, ""),
        (10.0, 1e-6, 300, ""),
        (10.5, 1e-6, 300, "ε"),
        (1.0, 1 / 300, 300, "δ"),
        (1.0, 0.09 / 300, 300, ""),
        (1.0, 1e-6, 1_000_000, "δ"),
        (40.0, 1.0, 1, "εδ"),
    ],
)
def test_what_protects_nobody_is_told(epsilon, delta, users, signs) -> None:
    assert [warning[0] for warning in weaknesses(epsilon, delta, users)] == list(signs)


def test_the_users_are_those_of_the_original() -> None:
    accepted = {"method": "log-korolova", "accept": "not-k-anonymous", "d": 1, "K": 20, "b": 2}
    for users, warned in ((300, False), (5_000, True)):
        ready = ready_log([(f"u{i}", "tea") for i in range(users)], **accepted)
        release = ready.table.with_columns({}, rows=np.arange(1)).frame.select("query")
        found = privacy_of_log(type(ready.table)(release), ready.policy, ready.table)
        assert found.verified
        assert bool(found.warnings) is warned


def test_it_is_told_at_the_terminal_in_the_evidence_and_on_both_pages(tmp_path: Path) -> None:
    rows = [f"u{i},{query}" for i in range(200) for query in ("tea", "coffee")]
    data, policy, out = tmp_path / "log.csv", tmp_path / "policy.yaml", tmp_path / "out"
    data.write_text("\n".join(["user,query", *rows]) + "\n")
    log = "shape: log\nlog: {user: user, text: query}\nk: 2\nseed: 1\n"
    policy.write_text(f"{log}method: log-korolova\naccept: not-k-anonymous\nd: 6\nK: 12.5\nb: 1\n")
    made = CliRunner().invoke(app, ["anonymise", str(data), "--policy", str(policy), "-o", str(out), "--quiet"])
    assert made.exit_code == 0, made.stderr
    told = " ".join(made.stdout.split())
    assert "AMBER promises" in told
    assert "ε = 12 is too large to protect anybody" in told
    assert "δ = 0.0045 is too large to protect anybody" in told
    assert max(map(len, made.stdout.splitlines()[:8])) <= 80
    private = private_folder(out)
    evidence = json.loads((private / "evidence.json").read_text())
    assert len(evidence["privacy"]["warnings"]) == 2
    for page in (private / "report.html", out / "report-public.html"):
        assert "in name only" in page.read_text()
    words = ["assess", str(data), str(out / "release.csv"), "--policy", str(policy)]
    again = CliRunner().invoke(app, [*words, "--json"])
    assert json.loads(again.stdout)["privacy"] == evidence["privacy"]
    assert "δ = 0.0045 is too large" in " ".join(CliRunner().invoke(app, words).stdout.split())


def asked_for(users: int, **keys: float) -> LogShape:
    """Every user asks for tea first and for something of their own then."""
    rows = [(f"u{i}", query) for i in range(users) for query in ("tea", f"{i} socks")]
    return ready_log(rows, method="log-korolova", accept="not-k-anonymous", **keys)


def test_a_delta_above_one_over_the_users_is_refused_and_never_verified() -> None:
    """d/2·e^((d-K)/b) is 0.5·e^-5 = 0.0034 with d = 1, K = 6, b = 1: too much for 300 users, not for 200."""
    assert asked_for(200, d=1, K=6, b=1).mask(np.random.default_rng(1)).table.frame["query"].to_list() == ["tea"]
    ready = asked_for(300, d=1, K=6, b=1)
    for linkable in (False, True):
        with pytest.raises(UnreachableError, match="above one over the number of users") as refused:
            ready.mask(np.random.default_rng(1), linkable=linkable)
    assert refused.value.hints[0] == "set K to 9 or more"
    listed = asked_for(300).mask(np.random.default_rng(1)).table
    assert privacy_of_log(listed, ready.policy.model_copy(update={"K": 20.0}), ready.table).verified
    assert not privacy_of_log(listed, ready.policy, ready.table).verified


def test_the_default_promises_something_to_many_users() -> None:
    policy = Policy()
    epsilon, delta = differential(policy.d, policy.K, policy.b)
    assert weaknesses(epsilon, delta, 10_000_000) == ()


def test_the_log_to_compare_with_keeps_every_row_of_the_published_queries() -> None:
    """Only the first query of each user is counted; tea is published, and so all who asked for it later keep it."""
    rows = [(f"u{i}", query) for i in range(40) for query in ("tea", f"{i} socks")]
    rows += [(f"v{i}", query) for i in range(40) for query in (f"{i} shoes", "tea", "tea")]
    ready = ready_log(rows, method="log-korolova", accept="not-k-anonymous")
    kept = ready.mask(np.random.default_rng(1), linkable=True).table.frame
    assert set(kept["query"]) == {"tea"}
    assert kept.height == 40 + 80
