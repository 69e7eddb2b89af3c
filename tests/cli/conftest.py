"""The command as a person runs it: in this process where that is enough, as a process of its own where it is not."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from semblant.cli import app

Run = Callable[..., Result]
Command = Callable[..., "subprocess.CompletedProcess[str]"]


def comparable(evidence: dict[str, Any]) -> dict[str, Any]:
    """What `assess --json` says of a release with its link: all but what lies beside the release."""
    parts = {part: evidence[part] for part in ("privacy", "utility", "risk", "analysis") if evidence.get(part)}
    checks = [one for one in evidence["checklist"] if one["check"] != "several-releases"]
    return {**parts, "checklist": checks, "deviations": []}


@pytest.fixture(autouse=True)
def workdir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in."""
    folder = tmp_path / "workdir"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.delenv("SEMBLANT_DEBUG", raising=False)
    monkeypatch.setenv("SEMBLANT_CONFIG", str(tmp_path / "config"))
    monkeypatch.setenv("SEMBLANT_CACHE", str(tmp_path / "cache"))
    return folder


@pytest.fixture
def run() -> Run:
    """Run the command in this process."""
    return lambda *words: CliRunner().invoke(app, [str(word) for word in words])


@pytest.fixture
def command(workdir: Path) -> Command:
    """Run the command as a process of its own."""

    def start(*words: object, **options: object) -> "subprocess.CompletedProcess[str]":
        line = [sys.executable, "-c", "from semblant.cli import main; main()", *map(str, words)]
        return subprocess.run(line, cwd=workdir, capture_output=True, text=True, timeout=120, **options)  # type: ignore[call-overload,no-any-return]

    return start


@pytest.fixture
def survey(workdir: Path) -> Path:
    """Forty visitors: a name each, a job, a town without meaning, and why they came."""
    jobs = ["surgeon", "nurse", "dentist", "baker", "cook", "butcher", "painter", "sculptor"]
    rows = [f"v{i:03d},{jobs[i * 7 % 8]},T{i % 3},{20 + i % 5},{['walking', 'swimming'][i % 2]}" for i in range(40)]
    file = workdir / "survey.csv"
    file.write_text("\n".join(["visitor,job,town,age,reason", *rows]) + "\n")
    return file


@pytest.fixture
def policy(workdir: Path) -> Path:
    """What is to become of the survey."""
    file = workdir / "policy.yaml"
    file.write_text(
        "k: 4\nseed: 7\nattributes:\n  visitor: identifier\n  job: {role: quasi, kind: semantic, knowledge: wordnet}\n"
        "  town: {role: quasi, kind: nominal}\n  age: keep\n  reason: keep\n"
    )
    return file
