"""Streams, signals, memory and caches that fail: what is said afterwards is true, and so is the exit code."""

import os
import resource
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

SEMBLANT = [sys.executable, "-c", "from semblant.cli import main; main()"]
BUSY = """
import os, signal, sys
from semblant.cli import anonymise, main

def busy(*_, **__):
    os.kill(os.getpid(), signal.SIGINT)

anonymise.show = busy
main()
"""


@pytest.fixture
def start(survey: Path, policy: Path, workdir: Path) -> Callable[..., "subprocess.CompletedProcess[str]"]:
    def started(*words: str, line: list[str] = SEMBLANT, **options: Any) -> "subprocess.CompletedProcess[str]":
        command = [*line, *(words or ("anonymise", survey.name, "-p", policy.name, "-o", "out", "-q"))]
        options.setdefault("stdout", subprocess.PIPE)
        return subprocess.run(
            command, cwd=workdir, stderr=subprocess.PIPE, text=True, timeout=120, check=False, **options
        )

    return started


def test_a_closed_stdout_after_publication_is_no_failure(start, workdir: Path) -> None:
    done = start(stdout=None, preexec_fn=lambda: os.close(1))
    assert done.returncode == 0, done.stderr
    assert (workdir / "out" / "release.csv").is_file()


def test_a_reader_who_has_gone_after_publication_is_no_failure(start, workdir: Path) -> None:
    read, write = os.pipe()
    os.close(read)
    done = start(stdout=write)
    os.close(write)
    assert done.returncode == 0, done.stderr
    assert "The release was written" in done.stderr
    assert "Nothing was" not in done.stderr
    assert (workdir / "out" / "release.csv").is_file()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("how", ["-q", "--json"])
def test_a_full_stdout_after_publication_says_that_the_release_was_written(start, workdir: Path, how: str) -> None:
    with Path("/dev/full").open("w") as full:
        done = start("anonymise", "survey.csv", "-p", "policy.yaml", "-o", "out", how, stdout=full)
    assert done.returncode == 2
    assert "The release was written" in done.stderr
    assert "Nothing was" not in done.stderr
    assert "Traceback" not in done.stderr
    assert (workdir / "out" / "release.csv").is_file()


def test_ctrl_c_after_publication_says_that_the_release_was_written(start, workdir: Path) -> None:
    done = start(line=[sys.executable, "-c", BUSY])
    assert done.returncode == 130
    assert "Interrupted. The release was written" in done.stderr
    assert (workdir / "out" / "release.csv").is_file()


def test_ctrl_c_before_publication_says_that_nothing_was(start, workdir: Path) -> None:
    early = BUSY.replace("anonymise.show = busy", "from semblant.release import pipeline; pipeline.write_table = busy")
    done = start(line=[sys.executable, "-c", early])
    assert done.returncode == 130
    assert "Nothing was written" in done.stderr
    assert sorted(path.name for path in workdir.iterdir()) == ["policy.yaml", "survey.csv"]


def test_help_that_nobody_reads_does_not_exit_as_a_broken_guarantee(start) -> None:
    read, write = os.pipe()
    os.close(read)
    done = start("--help", stdout=write)
    os.close(write)
    assert done.returncode == 141


def test_a_closed_stderr_stops_nothing(start, workdir: Path) -> None:
    done = start(preexec_fn=lambda: os.close(2))
    assert done.returncode == 0
    assert (workdir / "out" / "release.csv").is_file()


def test_a_limit_of_memory_is_a_clear_error(start, workdir: Path) -> None:
    done = start(preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (700 << 20, 700 << 20)))
    assert done.returncode == 2
    assert "CapacityError" in done.stderr
    assert "700 MB" in done.stderr
    assert not (workdir / "out").exists()


ABORTING = """
import os, sys
from semblant.cli import anonymise, main
from semblant.release import pipeline

def lost(*_, **__):
    os.abort()  # as polars and LLVM do where they get no memory

{place} = lost
main()
"""


@pytest.mark.parametrize(
    ("place", "said"),
    [("pipeline.write_table", "Nothing was written"), ("anonymise.show", "The release was written before that")],
)
def test_a_library_that_aborts_for_want_of_memory_is_a_clear_error(start, workdir: Path, place: str, said: str) -> None:
    limit = 6 << 30
    done = start(
        line=[sys.executable, "-c", ABORTING.replace("{place}", place)],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)),
    )
    assert done.returncode == 2, done.stderr
    assert "CapacityError" in done.stderr
    assert said in done.stderr
    assert (workdir / "out").exists() == ("before" in said)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signals_reach_a_command_under_a_limit_of_memory(
    survey: Path, policy: Path, workdir: Path, number: int
) -> None:
    limit = 6 << 30
    waiting = ABORTING.replace("{place}", "pipeline.write_table").replace(
        "os.abort()", "print(1, flush=True); time.sleep(60)"
    )
    line = [
        sys.executable,
        "-c",
        f"import time\n{waiting}",
        "anonymise",
        survey.name,
        "-p",
        policy.name,
        "-o",
        "out",
        "-q",
    ]
    with subprocess.Popen(
        line, cwd=workdir, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)),
    ) as process:  # fmt: skip
        assert process.stdout is not None
        assert process.stdout.readline() == "1\n"
        process.send_signal(number)
        _, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Interrupted. Nothing was written." in err
    assert not any(path.name.startswith(".semblant") for path in workdir.iterdir())


def test_without_a_cache_there_is_a_temporary_one_and_a_word(start, workdir: Path, tmp_path: Path) -> None:
    (tmp_path / "temporary").mkdir()
    places = {"SEMBLANT_CACHE": str(workdir / "survey.csv" / "no-folder"), "TMPDIR": str(tmp_path / "temporary")}
    (workdir / "edges.csv").write_text("child,parent\nnurse,worker\ncook,worker\n")
    done = start("knowledge", "info", "edges.csv", env={**os.environ, **places})
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("Warning: The cache") == 1
    assert list((tmp_path / "temporary").iterdir()) == []


def test_a_release_is_made_again_byte_for_byte(start, workdir: Path) -> None:
    policy = workdir / "policy.yaml"
    policy.write_text(policy.read_text().replace("seed: 7\n", ""))  # chance is fresh, and kept in run.json
    assert start().returncode == 0
    again = start("anonymise", "--replay", "out-private", "-o", "again", "-q")
    assert again.returncode == 0, again.stderr
    assert (workdir / "again" / "release.csv").read_bytes() == (workdir / "out" / "release.csv").read_bytes()
    moved = (workdir / "survey.csv").rename(workdir / "moved.csv")
    assert start("anonymise", "--replay", "out-private", "-o", "third", "-q").returncode == 2
    assert start("anonymise", moved.name, "--replay", "out-private", "-o", "third", "-q").returncode == 0
    assert (workdir / "third" / "release.csv").read_bytes() == (workdir / "out" / "release.csv").read_bytes()
    moved.write_text(moved.read_text().replace("v001", "v999"))
    changed = start("anonymise", moved.name, "--replay", "out-private", "-o", "fourth", "-q")
    assert changed.returncode == 2
    assert "checksum differs" in changed.stderr
    refused = start("anonymise", "--replay", "out-private", "-o", "fifth", "--k", "3")
    assert refused.returncode == 2
    assert not (workdir / "fourth").exists()
    assert not (workdir / "fifth").exists()


def test_sigterm_ends_like_ctrl_c(start) -> None:
    done = start(line=[sys.executable, "-c", BUSY.replace("signal.SIGINT", str(int(signal.SIGTERM)))])
    assert done.returncode == 130
    assert "The release was written" in done.stderr
