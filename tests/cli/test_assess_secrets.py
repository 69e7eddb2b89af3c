"""Errors never show the data: no error shows a value that few people have, unless asked."""

from pathlib import Path

import pytest

RARE = "Zyxglorpian"
JOBS = ["surgeon", "nurse", "dentist", "baker"]
SEMANTIC = "{role: quasi, kind: semantic, knowledge: wordnet}"


def write(job: str = SEMANTIC, more: str = "", k: int = 3) -> None:
    """Nine people, one of them with a unique job; their policy; and a release of them."""
    rows = [f"{i},{JOBS[i % 4]},4{i},2020-01-0{i + 1}" for i in range(8)] + [f"8,{RARE},{RARE},{RARE}"]
    Path("people.csv").write_text("\n".join(["id,job,age,since", *rows]) + "\n")
    Path("policy.yaml").write_text(f"k: {k}\nothers: drop\n{more}attributes:\n  id: identifier\n  job: {job}\n")
    Path("released.csv").write_text("\n".join(["id,job", *(f"{i},nurse" for i in range(9))]) + "\n")


def column(name: str, how: str) -> str:
    return f"{{role: quasi, kind: nominal}}\n  {name}: {how}"


PATHS = {
    "unknown word": (["anonymise"], {}, 2),
    "unknown word when comparing": (["compare", "--jobs", 1], {}, 2),
    "unknown word when assessing": (["assess"], {}, 2),
    "no number": (["anonymise"], {"job": column("age", "{role: quasi, kind: numeric}")}, 2),
    "no date": (["anonymise"], {"job": column("since", "{role: quasi, kind: date}")}, 2),
    "no level": (["anonymise"], {"job": "{role: quasi, kind: ordinal, levels: [surgeon, nurse, dentist, baker]}"}, 2),
    "no place in an order": (
        ["anonymise"],
        {"job": column("age", "{role: sensitive, t: 0.3, ground: ordered, levels: ['40', '41']}")},
        2,
    ),
    "too few": (["anonymise"], {"job": "{role: quasi, kind: nominal}", "k": 10}, 1),
    "too few to compare": (["compare", "--jobs", 1], {"job": "{role: quasi, kind: nominal}", "k": 10}, 1),
    "not diverse": (["anonymise"], {"job": column("since", "{role: sensitive, l: 10}")}, 1),
    "not in the hierarchy": (
        ["anonymise", "--method", "datafly"],
        {"job": "{role: quasi, kind: nominal, hierarchy: jobs.csv}"},
        2,
    ),
    "rows not told apart": (["assess", "--id", "job"], {"job": "{role: quasi, kind: nominal}"}, 2),
    "no row of the original": (
        ["assess", "--intruder", "known.csv"],
        {"job": "{role: quasi, kind: nominal}"},
        2,
    ),
    "a mapping to nothing": (["anonymise"], {"more": "mapping: own.csv\n"}, 2),
}


def words(start: list[object]) -> list[object]:
    files = ["people.csv", "released.csv"] if start[0] == "assess" else ["people.csv"]
    matched = ["--order", "keep"] if start[0] == "assess" else []
    return [start[0], *files, "--policy", "policy.yaml", *matched, *start[1:]]


@pytest.mark.parametrize("path", PATHS)
def test_an_error_shows_no_value(run, workdir: Path, path: str) -> None:
    start, keys, code = PATHS[path]
    write(**keys)
    (workdir / "known.csv").write_text(f"row,job\n{RARE},nurse\n")
    (workdir / "jobs.csv").write_text("surgeon;health\nnurse;health\ndentist;health\nbaker;food\n")
    (workdir / "own.csv").write_text(f"value,concept\nsurgeon,{RARE}\n")
    result = run(*words(start))
    assert result.exit_code == code, result.stderr
    said = result.stdout + result.stderr
    assert said.strip()
    assert RARE.lower() not in said.lower()


def test_values_are_shown_where_they_are_asked_for(run) -> None:
    write()
    assert RARE in run(*words(["anonymise"]), "--show-values").stderr


@pytest.mark.parametrize("how", ["encoding", "ragged"])
def test_a_file_that_cannot_be_read_is_not_quoted(run, how: str) -> None:
    write(job="{role: quasi, kind: nominal}")
    spoilt = f"9,{RARE}\udcff,3,2\n".encode("utf-8", "surrogateescape") if how == "encoding" else f"9,{RARE}\n".encode()
    Path("people.csv").write_bytes(Path("people.csv").read_bytes() + spoilt)
    result = run(*words(["anonymise"]), "--set", "encoding=utf-8")
    assert result.exit_code == 2
    assert RARE not in result.stdout + result.stderr


def test_what_is_assessed_is_told_in_figures_only(run) -> None:
    """Also where the release breaks its policy, and to a script."""
    write(job="{role: quasi, kind: nominal}")
    Path("released.csv").write_text(Path("people.csv").read_text())
    for more in ([], ["--json"], ["--clusters", "auto"]):
        result = run(*words(["assess"]), *more)
        assert result.exit_code == 1
        assert RARE not in result.stdout + result.stderr
