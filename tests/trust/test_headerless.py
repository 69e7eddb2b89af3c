"""A file without a header: its first person is neither shown as names of columns nor published as such."""

import csv
import io
import random
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from semblant.cli import app
from semblant.data.header import looks_like_record
from semblant.data.read import read
from semblant.errors import InputError
from tests.properties.strategies import examples

FIRST = ["Xaver Quast", "34", "nurse", "Reus", "xaver@quast.example", "1990-02-17"]
JOBS, TOWNS = ["nurse", "baker", "surgeon", "cook"], ["Reus", "Valls", "Falset"]


def person(i: int) -> list[str]:
    return [
        f"Person {chr(97 + i // 26)}{chr(97 + i % 26)}", str(20 + i % 40), JOBS[i % 4], TOWNS[i % 3],
        f"p{chr(97 + i % 26)}@mail.example", f"19{50 + i % 40}-0{1 + i % 9}-1{i % 9}",
    ]  # fmt: skip


def written(path: Path, *lines: list[str], records: int = 30) -> Path:
    with path.open("w", newline="") as file:
        csv.writer(file).writerows([*lines, *map(person, range(records))])
    return path


@pytest.fixture
def headless(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    written(tmp_path / "named.csv", ["name", "age", "job", "town", "mail", "born"])
    Path("policy.yaml").write_text("others: drop\nattributes: {job: quasi, town: quasi}\n")
    return written(tmp_path / "people.csv", FIRST)


@pytest.mark.parametrize(
    "words",
    [
        ["init", "people.csv"],
        ["init", "people.csv", "--json"],
        ["init", "people.csv", "-o", "new.yaml"],
        ["anonymise", "people.csv", "--qi", "job", "--others", "keep"],
        ["anonymise", "people.csv", "--qi", "nurse,34"],
        ["anonymise", "people.csv", "--qi", "nurse", "--others", "keep", "--json"],
        ["anonymise", "people.csv", "--policy", "policy.yaml"],
        ["anonymise", "people.csv", "--policy", "policy.yaml", "--dry-run"],
        ["assess", "people.csv", "people.csv", "--policy", "policy.yaml"],
        ["assess", "named.csv", "people.csv", "--policy", "policy.yaml"],
        ["assess", "named.csv", "people.csv", "--policy", "policy.yaml", "--json"],
        ["map", "people.csv", "--qi", "job"],
        ["compare", "people.csv", "--qi", "job", "--others", "keep", "--k", "3"],
    ],
    ids=" ".join,
)
def test_no_command_shows_or_publishes_the_first_person(headless, words):
    run = CliRunner().invoke(app, words)
    assert run.exit_code == 2
    typed = set(" ".join(words).replace(",", " ").split())
    for cell in set(FIRST) - typed:
        assert cell not in run.stdout + run.stderr
    assert "record" in run.stderr
    assert "add a line with the names of the columns before it" in " ".join(run.stderr.split())
    assert sorted(p.name for p in headless.parent.iterdir()) == ["named.csv", "people.csv", "policy.yaml"]


@pytest.mark.parametrize("command", ["anonymise", "compare", "map"])
def test_a_first_line_that_could_be_a_record_is_not_shown(tmp_path, command):
    path = tmp_path / "names.csv"
    path.write_text("Xaver Quast\nAnn Abel\nBob Baum\n")
    run = CliRunner().invoke(app, [command, str(path), "--qi", "job"])
    assert run.exit_code == 2
    assert "the file has 1 columns" in run.stderr
    assert "Quast" not in run.stderr


def test_names_that_are_the_same_are_not_shown(tmp_path):
    path = tmp_path / "twice.csv"
    path.write_text("Quast,Quast,34\nAbel,Baum,27\n")
    with pytest.raises(InputError) as refused:
        read(path)
    assert "Quast" not in refused.value.explain()


@examples(60)
@given(seed=st.integers(0, 10_000), columns=st.sets(st.integers(0, 5), min_size=1), records=st.integers(12, 40))
def test_files_with_a_header_pass_and_those_without_are_seen(seed, columns, records):
    """Any columns but names alone, which nothing tells from a header; the first record is any of them."""
    people = list(map(person, range(records)))
    random.Random(seed).shuffle(people)
    named = [["name", "age", "job", "town", "mail", "born"], *people]

    def seen(rows: list[list[str]]) -> bool:
        text = io.StringIO()
        csv.writer(text).writerows([[row[i] for i in sorted(columns)] for row in rows])
        return looks_like_record(pl.read_csv(io.StringIO(text.getvalue()), infer_schema=False))

    assert not seen(named)
    if columns != {0}:
        assert seen(people)


@pytest.mark.parametrize(
    "text",
    [
        "country,2019,2020,2021\nSpain,5,6,7\nFrance,6,7,8\n",
        "country,2019\nSpain,5\nFrance,6\n",
        "0,1,2\nnurse,5,1\nbaker,6,0\n",
        "id,1,2,3\na,1,4,3\nb,1,5,3\n",
        "item,2020-01,2020-02\nx,5,6\ny,6,7\n",
        "person,n\nperson,5\nworker,6\n",
        "Q1,Q2\nyes,no\nno,no\n",
        "job,age\nnurse,34\njob,age\nbaker,41\ncook,28\nnurse,30\nnurse,51\n",
        "sex,job,other\nf,nurse,other\nm,cook,none\nf,cook,other\nm,nurse,other\n",
        "v1,v2\nA1,B2\nA2,B3\n",
        "note\nNA\n?\n",
    ],
)
def test_headers_that_only_look_odd_are_headers(tmp_path, text):
    (tmp_path / "table.csv").write_text(text)
    assert read(tmp_path / "table.csv").records


@pytest.mark.parametrize(
    "text",
    [
        "Ann,34,nurse\nBob,41,baker\nCid,28,cook\n",
        "nurse,Reus\nbaker,Reus\nnurse,Valls\n",
        "P0001,x\nP0002,y\nP0003,z\n",
        "34\n41\n28\n",
        "Ann,Smith,nurse\nBob,Jones,cook\nCid,Brown,nurse\nDan,Green,cook\n",
        "Ann,ann@x.org\nBob,bob@y.org\n",
        "Ann,1990-01-02,NA\nBob,1991-03-04,5\n",
        "1.234,50;nurse\n2.000,00;baker\n",
        "Ann,1975\nBob,1980\nCid,1975\n",
    ],
)
def test_records_are_seen_even_in_short_files(tmp_path, text):
    (tmp_path / "table.csv").write_text(text)
    with pytest.raises(InputError, match="looks like a record"):
        read(tmp_path / "table.csv")
