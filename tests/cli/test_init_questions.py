"""``semblant init`` at a real terminal: it asks, shows counts, and writes nothing before the last answer."""

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from semblant.cli.questions import at_a_terminal
from semblant.data.read import read
from semblant.policy.file import build_policy, read_policy
from semblant.proposal.suggest import treated

pty = pytest.importorskip("pty", reason="a system with pseudo-terminals")

HEAD = "visitor,job,town,salary,note\n"
ROWS = [f"v{i:03d},{['nurse', 'baker'][i % 2]},T{i % 3},{1 + i % 4}00,fine\n" for i in range(40)]


class Terminal:
    """A person before a screen: reads what is asked, types answers."""

    def __init__(self, screen: int, process: "subprocess.Popen[bytes]") -> None:
        self.screen = screen
        self.process = process
        self.seen = ""

    def until(self, words: str, seconds: float = 60) -> str:
        """Wait for words on the screen; what is shown up to them."""
        limit = time.monotonic() + seconds
        while words not in self.seen:
            ready, _, _ = select.select([self.screen], [], [], max(0, limit - time.monotonic()))
            assert ready, f"{words!r} was not asked; the screen says:\n{self.seen}"
            try:
                self.seen += os.read(self.screen, 4096).decode()
            except OSError:  # Linux: the other side is gone
                break
        assert words in self.seen, self.seen
        shown, self.seen = self.seen.split(words, 1)
        return shown + words

    def answer(self, question: str, reply: str) -> str:
        """Answer a question; what was shown before."""
        shown = self.until(question)
        os.write(self.screen, reply.encode() + b"\n")
        return shown

    def interrupt(self) -> None:
        """Press Ctrl-C; once more where it fell into the moment before the program waits for an answer."""
        for _ in range(2):
            self.process.send_signal(signal.SIGINT)
            if select.select([self.screen], [], [], 5)[0]:
                return

    def end(self) -> int:
        """The exit code."""
        return self.process.wait(30)


@contextmanager
def at_terminal(workdir: Path, *words: str) -> Iterator[Terminal]:
    ours, theirs = pty.openpty()
    # whoever runs the tests in the background has Ctrl-C switched off, which would be handed down
    code = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); from semblant.cli import main; main()"
    )
    line = [sys.executable, "-c", code, *words]
    process = subprocess.Popen(line, cwd=workdir, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True)
    os.close(theirs)
    try:
        yield Terminal(ours, process)
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        os.close(ours)


@pytest.fixture
def visitors(workdir: Path) -> Path:
    file = workdir / "visitors.csv"
    file.write_text(HEAD + "".join(ROWS))
    return file


def test_answers_become_the_policy(workdir: Path, visitors: Path):
    with at_terminal(workdir, "init", visitors.name) as terminal:
        shown = terminal.answer("i, q, s or k? [i] ", "")
        assert "1/5  visitor: 40 values, all different" in shown
        assert "v001" not in shown
        assert "an outsider could know it" in shown
        terminal.answer("i, q, s or k? [q] ", "")  # job
        terminal.answer("i, q, s or k? [q] ", "harmless")  # town
        assert "Please answer" in terminal.answer("i, q, s or k? [q] ", "k")
        assert "4 different numbers" in terminal.answer("i, q, s or k? [s] ", "b")  # salary: back to town
        terminal.answer("i, q, s or k? [k] ", "q")
        terminal.answer("i, q, s or k? [s] ", "")
        terminal.answer("i, q, s or k? [k] ", "i")  # note
        assert "right once in five guesses" in terminal.answer("k? [5] ", "1")
        assert "a number from 2 to 40" in terminal.answer("k? [5] ", "4")
        terminal.answer("l? [2] ", "3")
        terminal.answer("Write the policy to? [policy.yaml] ", "")
        terminal.until("semblant anonymise visitors.csv --policy policy.yaml")
        assert terminal.end() == 0
    policy = build_policy(read_policy(workdir / "policy.yaml"))
    assert policy.k == 4
    assert {name: a.role for name, a in policy.attributes.items()} == {
        "visitor": "identifier",
        "job": "quasi",
        "town": "quasi",
        "salary": "sensitive",
        "note": "identifier",
    }
    assert policy.attributes["town"].kind == "nominal"
    assert policy.attributes["salary"].l == 3
    assert "# as you said" in (workdir / "policy.yaml").read_text()


def test_values_are_shown_to_who_asks(workdir: Path, visitors: Path):
    with at_terminal(workdir, "init", visitors.name, "-o", "p.yaml") as terminal:
        assert "v001" not in terminal.answer("i, q, s or k? [i] ", "")
        assert "baker" not in terminal.answer("i, q, s or k? [q] ", "v")
        assert "20  baker" in terminal.answer("i, q, s or k? [q] ", "a")
        terminal.answer("k? [5] ", "")
        terminal.answer("l? [2] ", "1")
        terminal.until("Wrote p.yaml")
        assert terminal.end() == 0
    assert build_policy(read_policy(workdir / "p.yaml")).attributes["salary"].l is None


@pytest.mark.parametrize("how", ["ctrl-c", "ctrl-d"])
def test_who_ends_in_the_middle_has_written_nothing(workdir: Path, visitors: Path, how: str):
    with at_terminal(workdir, "init", visitors.name, "-o", "p.yaml") as terminal:
        terminal.answer("i, q, s or k? [i] ", "a")
        terminal.until("k? [5] ")
        if how == "ctrl-c":
            terminal.interrupt()
        else:
            os.write(terminal.screen, b"\x04")
        terminal.until("Nothing was written.")
        assert terminal.end() == 130
    assert [file.name for file in workdir.iterdir()] == ["visitors.csv"]


@pytest.mark.parametrize("words", [["--yes"], ["--json"]])
def test_nobody_is_asked_who_does_not_want_to_be(workdir: Path, visitors: Path, words: list[str]):
    with at_terminal(workdir, "init", visitors.name, "-o", "p.yaml", *words) as terminal:
        shown = terminal.until("p.yaml")
        assert "i, q, s or k?" not in shown
        assert terminal.end() == 0
    assert (workdir / "p.yaml").is_file()


def test_a_script_is_never_asked(command, visitors: Path):
    done = command("init", visitors.name, stdin=subprocess.DEVNULL)
    assert done.returncode == 0
    assert done.stderr == ""
    assert done.stdout.startswith("# A first policy for visitors.csv")
    assert not at_a_terminal()  # pytest itself is one


def test_a_role_that_was_not_suggested_comes_with_what_it_needs(visitors: Path):
    table = read(visitors)
    assert treated(table.column("visitor"), "quasi").kind == "nominal"
    assert treated(table.column("job"), "sensitive").settings == {"knowledge": "occupations", "l": 2}
    assert treated(table.column("note"), "sensitive").settings == {}
    assert treated(table.column("job"), "identifier", "as you said").attribute() == {"role": "identifier"}
