"""What may be shown to everybody tells neither the seed nor any value that few people have."""

import html
import json
import re
import subprocess
import sys

import pytest

from semblant.data.read import read
from tests.trust.releases import RARE, SEED, write_ugly


def test_the_seed_stands_nowhere(release):
    assert release.evidence["seed"] == "given"
    for file in (*release.folder.iterdir(), release.private / "report.html", release.private / "evidence.json"):
        text = file.read_text("utf-8")
        assert str(SEED) not in text
        assert f"{SEED:,}" not in text
        assert f"{SEED:x}" not in text


@pytest.mark.parametrize("page", ["evidence.json", "report-public.html"])
def test_rare_values_stand_nowhere(release, page):
    """Neither those that were masked away nor those of kept columns; only what k records of the release say."""
    text = re.sub(r"<style>.*?</style>", "", (release.folder / page).read_text("utf-8"), flags=re.DOTALL)
    text = re.sub(r'"timings": \{.*?\}', "", text, flags=re.DOTALL)  # the name of a step is a hobby of a visitor
    k, before, after = release.policy.k, release.original, read(release.file)
    shared = {level for attribute in release.policy.attributes.values() for level in attribute.levels or ()}
    for name in after.names:
        column = after.column(name)
        shared |= {value.strip() for value, count in zip(column.values, column.counts, strict=True) if count >= k}
    rare = 0
    for name in before.names:
        for value in before.column(name).values:
            if len(value.strip()) > 4 and value.strip() not in shared:
                rare += 1
                for spelt in {value, value.strip(), html.escape(value), json.dumps(value)[1:-1]}:
                    assert not re.search(rf"(?<![\w-]){re.escape(spelt)}(?![\w-])", text) if spelt in text else True, (
                        value
                    )
    assert rare > 5


def command(*words: object) -> "subprocess.CompletedProcess[str]":
    line = [sys.executable, "-c", "from semblant.cli import main; main()", *map(str, words)]
    return subprocess.run(line, capture_output=True, text=True, check=False, timeout=120)


@pytest.mark.parametrize(
    ("changed", "code"), [(("--set", "method=s-mdav"), 0), (("--set", "attributes.job.unknown=error"), 2)]
)
def test_the_command_tells_neither(tmp_path, changed, code):
    data, policy = write_ugly(tmp_path)
    done = command("anonymise", data, "--policy", policy, "-o", tmp_path / "out", "--seed", SEED, *changed)
    assert done.returncode == code, done.stderr
    assert (tmp_path / "out").exists() == (code == 0)
    for said in (done.stdout, done.stderr):
        assert str(SEED) not in said
        for value in RARE:
            assert value.lower() not in said.lower()
