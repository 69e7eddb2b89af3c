"""The evidence can be checked: a fresh process finds the same figures in the files and the link."""

import hashlib
import json
import subprocess
import sys

import pytest

from tests.trust.conftest import AVAILABLE, EVERY

LOSS_MEASURE = """
import json, sys
from pathlib import Path
from semblant.release.assess import assess_release
from semblant.data.link import read_link
from semblant.policy.file import build_policy, read_policy

for data, release, link, policy, overrides in json.load(sys.stdin):
    raw = read_policy(Path(policy))
    rules = build_policy(raw, overrides)
    found = assess_release(Path(data), Path(release), rules, base=raw.base, link=read_link(Path(link), rules.shape))
    parts = {"privacy": found.privacy, "utility": found.utility, "risk": found.risk}
    print(json.dumps({name: part.model_dump(mode="json") for name, part in parts.items()}))
"""


@pytest.fixture(scope="module")
def found(made):
    """What a process that has seen nothing but the files says of every release."""
    releases = [made[wanted] for wanted in AVAILABLE]
    jobs = [
        (str(r.data), str(r.file), str(r.link), str(r.policy_file), {**r.overrides, "seed": None}) for r in releases
    ]
    done = subprocess.run(
        [sys.executable, "-c", LOSS_MEASURE],
        input=json.dumps(jobs),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return dict(zip(AVAILABLE, map(json.loads, done.stdout.splitlines()), strict=True))


@pytest.mark.parametrize("wanted", EVERY)
def test_a_fresh_process_finds_the_same_figures(made, found, wanted):
    evidence = made[wanted].evidence
    assert found[wanted] == {part: evidence[part] for part in ("privacy", "utility", "risk")}


def test_the_promise_is_kept(release):
    evidence, policy = release.evidence, release.policy
    assert evidence["privacy"]["verified"] is True
    assert evidence["privacy"]["k_required"] == policy.k
    if evidence["privacy"]["suppressed_records"] < evidence["input"]["records"]:
        assert evidence["privacy"]["k_achieved"] >= policy.k
    assert evidence["risk"]["uniques"] == 0
    assert evidence["risk"]["prosecutor_max"] <= 1 / policy.k


def test_checksums_and_counts_are_those_of_the_files(release):
    evidence = release.evidence
    run = json.loads((release.private / "run.json").read_text("utf-8"))
    assert run["input"]["sha256"] == hashlib.sha256(release.data.read_bytes()).hexdigest()
    assert run["output_sha256"] == evidence["output"]["sha256"]
    assert evidence["output"]["sha256"] == hashlib.sha256(release.file.read_bytes()).hexdigest()
    assert evidence["input"]["records"] == release.original.records
    assert sorted(path.name for path in release.folder.iterdir()) == [
        "evidence.json",
        "release.csv",
        "report-public.html",
    ]
    private = ["evidence.json", "link.csv", "report.html", "run.json"]
    assert sorted(path.name for path in release.private.iterdir()) == private
