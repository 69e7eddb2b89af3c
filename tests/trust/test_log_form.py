"""A released log: honest ones of every method pass, and recipients see by the bytes what is not as the rules say."""

import hashlib
import json
import random
import shutil
from pathlib import Path

import polars as pl
import pytest

from semblant.data.link import read_link
from semblant.policy.model import Policy
from semblant.release.assess import assess_release
from semblant.release.pipeline import anonymise_file
from semblant.release.verify import verify_release

ASKED = ("cheap flights", "hotel london", "flu symptoms", "asthma inhaler", "pizza recipe", "used cars", "dog food")


def searches(*, unknown: int = 0) -> pl.DataFrame:
    """Searches of 18 users, and of some more whose words nobody knows."""
    chance, rows = random.Random(3), []
    for user in range(18 + unknown):
        for _ in range(chance.randint(1, 5)):
            asked = f"zzqx{user}" if user >= 18 else chance.choice(ASKED)
            rows.append((f"U{user}", asked, f"2024-03-{chance.randint(1, 28):02d} 10:{chance.randint(10, 59)}:11", "x"))
    return pl.DataFrame(rows, schema=["user", "query", "when", "url"], orient="row")


def released(folder: Path, log: pl.DataFrame, file: str = "log.csv", **more: object) -> tuple[Path, Policy]:
    columns = {"user": "user", "text": "query", "time": "when", "url": "url"}
    policy = Policy.model_validate({"shape": "log", "k": 3, "seed": 1, "log": columns, **more})
    path = folder / file
    match path.suffix:
        case ".csv":
            log.write_csv(path)
        case ".parquet":
            log.write_parquet(path)
        case ".jsonl":
            log.write_ndjson(path)
        case _:
            log.write_excel(path)
    anonymise_file(path, policy, out=folder / "out")
    return path, policy


@pytest.mark.parametrize("method", ["auto", "log-mdav", "log-erola", "log-navarro"])
@pytest.mark.parametrize("order", ["sorted", "shuffle"])
def test_users_of_whom_nothing_is_known_are_left_out_of_honest_logs(tmp_path, method, order):
    path, policy = released(tmp_path, searches(unknown=7), method=method, order=order)
    link = read_link(tmp_path / "out-private" / "link.csv", "log")
    for known in (link, None):
        found = assess_release(path, tmp_path / "out" / "release.csv", policy, link=known)
        assert found.deviations == ()
        assert found.privacy.verified
    assert verify_release(tmp_path / "out").holds


@pytest.mark.parametrize("file", ["log.csv", "log.jsonl", "log.parquet", "log.xlsx"])
@pytest.mark.parametrize("times", ["day", "keep", "drop"])
def test_honest_logs_of_any_format_pass(tmp_path, file, times):
    path, policy = released(tmp_path, searches().with_columns(pl.col("when").str.to_datetime()), file, times=times)
    written = next((tmp_path / "out").glob("release.*"))
    assert assess_release(path, written, policy).deviations == ()
    assert verify_release(tmp_path / "out").holds


def sealed(folder: Path, log: pl.DataFrame) -> set[str]:
    """What `verify` finds broken in a folder whose release and checksum were exchanged."""
    log.write_csv(folder / "release.csv")
    evidence = json.loads((folder / "evidence.json").read_text("utf-8"))
    evidence["output"]["sha256"] = hashlib.sha256((folder / "release.csv").read_bytes()).hexdigest()
    (folder / "evidence.json").write_text(json.dumps(evidence), "utf-8")
    (folder / "report-public.html").unlink(missing_ok=True)
    return {one.check for one in verify_release(folder).checks if one.status == "broken"}


def test_verify_sees_columns_users_order_and_times_of_a_log(tmp_path):
    released(tmp_path, searches(), method="log-mdav", times="day")
    log = pl.read_csv(tmp_path / "out" / "release.csv", infer_schema=False)
    users, times = "users are numbers in their order, as the rules say", "times, as the rules say"
    left_out, missing = "no column that the policy leaves out", "no column is missing"
    reverse = log.sort(pl.col("user").cast(pl.Int64), descending=True, maintain_order=True)
    doctored = {
        "honest": (log, set()),
        "called U7": (log.with_columns(user="U" + pl.col("user")), {users}),
        "shuffled": (log.sample(fraction=1.0, shuffle=True, seed=1), {users}),
        "users reversed": (reverse, {users}),
        "a time of day": (log.with_columns(pl.col("when") + " 10:11:12"), {times}),
        "a text": (log.with_columns(when=pl.lit("anna login")), {times}),
        "an address": (log.with_columns(url=pl.lit("http://example.org/bob")), {left_out}),
        "no time": (log.drop("when"), {missing}),
    }
    for name, (table, broken) in doctored.items():
        folder = tmp_path / name
        shutil.copytree(tmp_path / "out", folder)
        assert sealed(folder, table) >= broken, name
        assert bool(broken) or not sealed(folder, table), name
