"""Queries with noisy counts: whose first queries count, and what is said where the promise protects nobody."""

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from semblant.cli import app
from semblant.methods.logs.korolova import first_queries
from semblant.proof.logs import privacy_of_log, weaknesses
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
    policy.write_text(f"{log}method: log-korolova\naccept: not-k-anonymous\nd: 20\nK: 10\nb: 1\n")
    made = CliRunner().invoke(app, ["anonymise", str(data), "--policy", str(policy), "-o", str(out), "--quiet"])
    assert made.exit_code == 0, made.stderr
    told = " ".join(made.stdout.split())
    assert "Warning: ε = 40 is too large to protect anybody" in told
    assert "Warning: δ = 1 is too large to protect anybody" in told
    assert max(map(len, made.stdout.splitlines()[:8])) <= 80
    evidence = json.loads((out / "evidence.json").read_text())
    assert len(evidence["privacy"]["warnings"]) == 2
    for page in ("report.html", "report-public.html"):
        assert "in name only" in (out / page).read_text()
    words = ["assess", str(data), str(out / "release.csv"), "--policy", str(policy)]
    again = CliRunner().invoke(app, [*words, "--json"])
    assert json.loads(again.stdout)["privacy"] == evidence["privacy"]
    assert "Warning: δ = 1" in CliRunner().invoke(app, words).stdout
