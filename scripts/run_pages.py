"""Run what the pages show: commands, Python, policies; and compare what they print with what the page says.

python scripts/run_pages.py [PAGE ...]          says what is not as it is written
python scripts/run_pages.py --write [PAGE ...]  puts in what the commands print now

A page is run from top to bottom in a folder of its own, which holds a copy of examples/. A block is

    console   lines after `$ ` are commands; what follows one is its output, and `...` stands for anything. A command
              must end well unless `$ echo $?` comes next. `$ cd FOLDER` stays in force.
    python    a doctest where it has `>>>`, a script otherwise; one namespace for the page
    yaml      a policy, or a part of one; it is written to a file where its first line is `# name.yaml`
    json      a JSON document
    sh        how to install: `make TARGET` must exist; nothing is run
    text      not run
"""

import contextlib
import doctest
import io
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from semblant.cli import app
from semblant.errors import SemblantError
from semblant.policy.file import build_policy
from semblant.policy.text import parse

PROJECT = Path(__file__).parents[1]
LANGUAGES = ("console", "python", "yaml", "json", "sh", "text")
_FENCE = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```[ ]*$", re.MULTILINE | re.DOTALL)
_PROGRESS = re.compile(r"^[a-z][a-z ,]*: (?:done in )?\d.*(?:\n|$)", re.MULTILINE)
_LIKE = doctest.ELLIPSIS


@dataclass(frozen=True)
class Block:
    """One fenced block of a page."""

    language: str
    text: str
    line: int
    start: int  # of its text in the page


@dataclass
class Run:
    """A page being run: where it is, what it has defined, what was not as it says."""

    page: str
    folder: Path
    names: dict[str, Any] = field(default_factory=dict)
    code: int = 0
    problems: list[str] = field(default_factory=list)

    def complain(self, line: int, what: str) -> None:
        self.problems.append(f"{self.page}:{line}: {what}")


def blocks_of(text: str) -> list[Block]:
    """The fenced blocks of a page."""
    found = _FENCE.finditer(text)
    return [Block(m[1], m[2], text.count("\n", 0, m.start()) + 1, m.start(2)) for m in found]


def run_page(page: Path, folder: Path) -> tuple[list[str], str]:
    """Run a page in a folder: what is wrong, and the page with the outputs as they are now."""
    text = page.read_text("utf-8")
    shutil.copytree(PROJECT / "examples", folder / "examples", ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    run = Run(page.name, folder)
    refreshed, end = "", 0
    for block in blocks_of(text):
        with _at(run.folder):
            now = _run(block, run)
        refreshed += text[end : block.start] + now
        end = block.start + len(block.text)
    return run.problems, refreshed + text[end:]


def _run(block: Block, run: Run) -> str:
    """Run a block; its text as it should be."""
    match block.language:
        case "console":
            return "".join(_console(block, run))
        case "python":
            _python(block, run)
        case "yaml":
            _policy(block, run)
        case "json":
            json.loads(block.text)
        case "sh":
            _set_up(block, run)
        case "text":
            pass
        case other:
            run.complain(block.line, f"a block is one of {', '.join(LANGUAGES)}, and not {other!r}")
    return block.text


def _console(block: Block, run: Run) -> Iterator[str]:
    parts = re.split(r"^(\$ (?:.*\\\n)*.*\n)", block.text, flags=re.MULTILINE)
    if parts[0]:
        run.complain(block.line, "a console block starts with $")
    commands = [part[2:].replace("\\\n", " ").strip() for part in parts[1::2]]
    yield parts[0]
    for place, (shown, command, output) in enumerate(zip(parts[1::2], commands, parts[2::2], strict=True)):
        printed = _execute(command, run)
        asks = place + 1 < len(commands) and commands[place + 1] == "echo $?"
        if run.code and not asks and command != "echo $?":
            run.complain(block.line, f"{command} ends with {run.code}:\n{printed}")
        alike = doctest.OutputChecker().check_output(_tidy(output), _tidy(printed), _LIKE)
        if output.strip() and not alike:
            run.complain(block.line, f"{command} prints\n{printed}")
        yield shown + (output if alike or not output.strip() else _refreshed(output, printed))


def _refreshed(output: str, printed: str) -> str:
    """What is printed now, up to where the page leaves off; other gaps in an output are for a person to mend."""
    shown, gap, rest = output.partition("...\n")
    if gap and rest.strip():
        return output
    return "".join(_tidy(printed).splitlines(keepends=True)[: shown.count("\n")]) + gap if gap else _tidy(printed)


def _execute(command: str, run: Run) -> str:
    words = shlex.split(command)
    if command == "echo $?":
        return f"{run.code}\n"
    if words[0] == "cd":
        run.folder = (run.folder / words[1]).resolve()
        run.code = int(not run.folder.is_dir())
        return ""
    if words[0] == "semblant" and not set(words) & {"|", ">", "&&"}:
        alone = ["--jobs", "1"] if words[1:2] == ["compare"] else []  # starting helpers takes longer than these runs
        with _at(run.folder):
            result = CliRunner().invoke(app, [*words[1:], *alone])
        run.code = result.exit_code
        return _PROGRESS.sub("", result.output)
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])  # where semblant is
    environ = {**os.environ, "PATH": path}
    done = subprocess.run(command, shell=True, cwd=run.folder, capture_output=True, text=True, env=environ)
    run.code = done.returncode
    return done.stdout + _PROGRESS.sub("", done.stderr)


def _python(block: Block, run: Run) -> None:
    if ">>>" not in block.text:
        exec(compile(block.text, run.page, "exec"), run.names)
        return
    test = doctest.DocTestParser().get_doctest(block.text, run.names, run.page, run.page, block.line)
    told = io.StringIO()
    doctest.DocTestRunner(optionflags=_LIKE, verbose=False).run(test, out=told.write, clear_globs=False)
    run.names.update(test.globs)
    if told.getvalue():
        run.complain(block.line, told.getvalue())


def _policy(block: Block, run: Run) -> None:
    try:
        build_policy(parse(block.text, run.page))
    except SemblantError as error:
        run.complain(block.line, error.explain())
    if named := re.match(r"# (\S+\.yaml)\n", block.text):
        Path(named[1]).write_text(block.text, "utf-8")


def _set_up(block: Block, run: Run) -> None:
    targets = set(re.findall(r"^([a-z]+):", (PROJECT / "Makefile").read_text("utf-8"), re.MULTILINE))
    for line in block.text.splitlines():
        words = line.partition("#")[0].split()
        if words[:1] == ["make"]:
            if words[1] not in targets:
                run.complain(block.line, f"there is no make {words[1]}")
        elif words and words[:2] not in (["pip", "install"], ["git", "clone"], ["cd", "semblant"]):
            run.complain(block.line, f"show this as console: {line}")


def _tidy(text: str) -> str:
    return "".join(f"{line.rstrip()}\n" for line in text.strip("\n").splitlines())


@contextlib.contextmanager
def _at(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def main() -> int:
    """Run pages, and write or tell."""
    named = [Path(word) for word in sys.argv[1:] if not word.startswith("-")]
    wrong = 0
    for page in named or sorted([PROJECT / "README.md", *PROJECT.glob("docs/**/*.md")]):
        with tempfile.TemporaryDirectory() as folder:
            problems, refreshed = run_page(page, Path(folder))
        print("\n".join(problems) or f"{page.name}: as written")
        if "--write" in sys.argv[1:]:
            page.write_text(refreshed, "utf-8")
        wrong += len(problems)
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
