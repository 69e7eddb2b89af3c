"""The command as a process: help at once, exit codes, streams, and ends that come too early."""

import subprocess
import sys
from importlib.metadata import version

import pytest

HEAVY = ("numba", "polars", "scipy", "pandas", "numpy", "pydantic", "rich", "ruamel")


def test_help_shows_the_commands_and_imports_nothing_heavy():
    code = (
        "import sys; sys.argv = ['semblant', '--help']\n"
        "from semblant.cli import main\n"
        "try:\n    main()\n"
        "except SystemExit as end:\n"
        f"    print('heavy:', [m for m in {HEAVY} if m in sys.modules], end.code or 0)"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60).stdout
    for name in ("init", "anonymise", "assess", "knowledge", "--version", "--install-completion"):
        assert name in out
    assert out.endswith("heavy: [] 0\n")
    assert max(map(len, out.splitlines())) <= 80


@pytest.mark.parametrize("name", ["init", "anonymise", "anonymize", "assess"])
def test_every_command_explains_itself_and_takes_the_common_options(run, name):
    result = run(name, "--help")
    assert result.exit_code == 0
    for option in ("--json", "--quiet", "--show-values"):
        assert option in result.stdout


def test_the_version(run):
    assert run("--version").stdout == f"semblant {version('semblant')}\n"


def test_python_runs_it_as_a_module():
    out = subprocess.run([sys.executable, "-m", "semblant", "--version"], capture_output=True, text=True, timeout=60)
    assert out.stdout == f"semblant {version('semblant')}\n", out.stderr


@pytest.mark.parametrize(
    "words",
    [["anonimise"], ["anonymise"], ["anonymise", "a.csv", "b.csv"], ["assess", "a.csv"], ["init", "--colour", "a.csv"],
     ["anonymise", "a.csv", "--k", "many"], ["knowledge", "burn"]],
)  # fmt: skip
def test_bad_usage_is_exit_code_2(run, words):
    result = run(*words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr


def test_a_reader_that_leaves_early_is_no_trouble(workdir):
    line = f"{sys.executable} -c 'from semblant.cli import main; main()' knowledge search guard --limit 500"
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {line} | true"], cwd=workdir, capture_output=True, text=True, timeout=60
    )
    assert done.stderr == ""
    assert done.returncode in (0, 141)
