"""Whatever goes wrong in a command is explained once, has its exit code and shows no data."""

import errno
import json
from types import SimpleNamespace

import pytest
import typer

from semblant.cli.guard import guarded, located
from semblant.errors import InputError, SemblantError, UnreachableError, VerificationError
from semblant.policy.text import parse

SECRET = "Ms Rare Name"


def end_of(error: BaseException, **asked: object) -> int:
    """The exit code of a command that fails in this way."""

    @guarded
    def command(show_values: bool = False, as_json: bool = False) -> None:  # noqa: ARG001
        raise error

    with pytest.raises(typer.Exit) as end:
        command(**asked)  # type: ignore[arg-type]
    return end.value.exit_code


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (InputError("no table"), 2),
        (UnreachableError("too few records"), 1),
        (VerificationError("not as promised"), 1),
        (KeyboardInterrupt(), 130),
        (MemoryError(), 2),
        (OSError(errno.ENOSPC, "No space left on device"), 2),
        (PermissionError(errno.EACCES, "Permission denied", "closed"), 2),
        (ValueError(SECRET), 2),
        (AssertionError(), 2),
        (typer.Exit(1), 1),
    ],
)
def test_every_failure_has_its_exit_code_and_no_data(error, code, capsys):
    assert end_of(error) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert SECRET not in err
    assert "Traceback" not in err


def test_values_are_shown_only_when_asked_for(capsys):
    error = SemblantError("One value is not known.", values=[SECRET])
    end_of(error)
    assert SECRET not in capsys.readouterr().err
    end_of(error, show_values=True)
    assert SECRET in capsys.readouterr().err


def test_a_mistake_of_ours_says_where_but_not_what(capsys):
    end_of(ValueError(SECRET))
    err = capsys.readouterr().err
    assert "ValueError" in err
    assert "test_guard.py:" in err


def test_debug_shows_the_whole_story_and_the_exit_code_stays(capsys, monkeypatch):
    monkeypatch.setenv("SEMBLANT_DEBUG", "1")
    assert end_of(ValueError(SECRET)) == 2
    err = capsys.readouterr().err
    assert "Traceback" in err
    assert SECRET in err


def test_with_json_the_error_is_a_document_too(capsys):
    end_of(InputError("The file is empty.", where="a.csv", hints=["fill it"], values=[SECRET]), as_json=True)
    out, err = capsys.readouterr()
    told = {"type": "InputError", "where": "a.csv", "message": "The file is empty.", "hints": ["fill it"]}
    assert json.loads(out) == {"error": told}
    assert "The file is empty." in err


def test_errors_about_a_key_point_into_the_policy():
    raw = parse("k: 5\nattributes:\n  job: quasi\n", "policy.yaml")
    with pytest.raises(InputError) as caught, located(raw):
        raise InputError("no", where="attributes.job")
    assert caught.value.where == "policy.yaml:3:3  attributes.job"


def test_a_command_that_works_ends_quietly():
    seen = SimpleNamespace(ran=False)

    @guarded
    def command() -> None:
        seen.ran = True

    command()
    assert seen.ran
