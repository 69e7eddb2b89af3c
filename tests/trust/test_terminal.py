"""Names and values of the data can neither control the terminal nor turn a page's text around."""

import json
import os
import pty
import subprocess
import sys
import unicodedata
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import semblant as sb
from semblant.cli.guard import show_json
from semblant.errors import InputError
from semblant.visible import escaped_json, visible

HOSTILE = "a\x1b]0;owned\x07\x9b31m\u202eb\u2066c\x7f\rd"
CONTROLS = set("\x1b\x07\x9b\u202e\u2066\x7f\r")


def rows(name: str, jobs: int = 12) -> pl.DataFrame:
    words = ["surgeon", "nurse", "painter", "baker"]
    return pl.DataFrame({name: [words[i % 4] for i in range(jobs)], "n": [str(i % 3) for i in range(jobs)]})


def semblant(folder: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    line = [sys.executable, "-c", "from semblant.cli import main; main()", *words]
    return subprocess.run(line, cwd=folder, capture_output=True, text=True, timeout=120, check=False)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    rows(HOSTILE).write_csv(tmp_path / "data.csv")
    roles = {HOSTILE: {"role": "quasi", "kind": "nominal"}, "n": "keep"}
    (tmp_path / "policy.yaml").write_text(json.dumps({"k": 3, "seed": 1, "attributes": roles}))
    return tmp_path


COMMANDS = [
    ["init", "data.csv"],
    ["init", "data.csv", "-o", "p\x1b[2J.yaml"],
    ["init", "no\x1b[2J\u202e.csv"],
    ["anonymise", "data.csv", "--policy", "policy.yaml", "-o", "out\x1b[2J"],
    ["anonymise", "data.csv", "--policy", "policy.yaml", "--json", "-o", "out"],
    ["anonymise", "data.csv", "--policy", "policy.yaml", "--dry-run"],
    ["anonymise", "data.csv", "--qi", "n"],
    ["anonymise", "data.csv", "--qi", "\x1b[2J"],
    ["anonymise", "data.csv", "extra\x1b[2J"],
    ["anonymise", "data.csv", "--no\x1b[2J"],
    ["assess", "data.csv", "data.csv", "--policy", "policy.yaml"],
    ["map", "data.csv", "--policy", "policy.yaml", "--set", f"attributes.{json.dumps(HOSTILE)}.kind=semantic"],
    ["compare", "data.csv", "--policy", "policy.yaml", "--k", "3", "--methods", "mdav-mode", "-o", "grid\x1b[2J"],
    ["\x1b[2J"],
]


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: ascii(" ".join(words))[:50])
def test_no_command_prints_what_controls_a_terminal(folder, words):
    done = semblant(folder, *words)
    assert CONTROLS.isdisjoint(done.stdout + done.stderr), ascii(done.stdout + done.stderr)
    assert done.stdout + done.stderr
    assert "should not" not in done.stderr


def test_a_json_document_still_says_exactly_what_it_said(capsys):
    show_json({"name": HOSTILE})
    told = capsys.readouterr().out
    assert CONTROLS.isdisjoint(told)
    assert json.loads(told) == {"name": HOSTILE}


def test_pages_and_notebooks_do_not_turn_text_around(folder):
    assert semblant(folder, "anonymise", "data.csv", "--policy", "policy.yaml", "-o", "out").returncode == 0
    for page in ("out-private/report.html", "out/report-public.html"):
        assert CONTROLS.isdisjoint((folder / page).read_text("utf-8"))
    roles = {HOSTILE: {"role": "quasi", "kind": "nominal"}, "n": {"role": "sensitive", "l": 2}}
    release = sb.anonymise(rows(HOSTILE), k=3, attributes=roles)
    shown = [release._repr_html_(), repr(release), release.explain(0)._repr_html_(), release.chart()._repr_html_()]
    assert CONTROLS.isdisjoint("".join(shown))


def test_a_document_is_exact_in_a_file_and_safe_on_a_terminal(tmp_path):
    """A hierarchy printed into a pipe keeps its labels; on a terminal they cannot control it."""
    (tmp_path / "tree.csv").write_text("a\x1b[2Jb,top\nc,top\n")
    words = ["hierarchy", "convert", "tree.csv"]
    assert "a\x1b[2Jb" in semblant(tmp_path, *words).stdout
    main, end = pty.openpty()
    line = [sys.executable, "-c", "from semblant.cli import main; main()", *words]
    done = subprocess.run(line, cwd=tmp_path, stdout=end, stderr=subprocess.PIPE, timeout=120, check=False)
    os.close(end)
    told = os.read(main, 10_000).decode()
    os.close(main)
    assert done.returncode == 0, done.stderr
    assert "a\\x1b[2Jb" in told
    assert "\x1b" not in told


def test_an_error_is_safe_wherever_the_name_stands():
    error = InputError(f"Column {HOSTILE} is odd.", where=f"{HOSTILE}\n.csv", hints=[HOSTILE], values=[HOSTILE])
    told = error.explain(show_values=True)
    assert CONTROLS.isdisjoint(told)
    assert "\\n.csv" in told


@given(st.text())
def test_what_is_visible_has_no_controls_and_stays_so(text):
    shown = visible(text)
    assert visible(shown) == shown
    assert not any(unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp") for c in shown)
    if all(c.isprintable() for c in text):
        assert shown == text


@given(st.text())
def test_escaped_json_reads_back(text):
    assert json.loads(escaped_json(json.dumps([text], ensure_ascii=False, indent=2))) == [text]
