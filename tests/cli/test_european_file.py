"""A file as a spreadsheet of Central Europe saves it: semicolons, Latin-1, decimal commas, days before months."""

import csv
import json
import re
from datetime import date, timedelta
from pathlib import Path

import pytest

from semblant.policy.file import build_policy
from semblant.policy.text import parse
from tests.cli.conftest import comparable

WRITTEN = {
    "Größe": r"\d{3},\d",
    "Umsatz": r"-?\d{1,3}(\.\d{3})*,\d\d",
    "Gebühr": r"CHF \d+,\d\d",
    "Rabatt": r"\d+ %",
    "geboren": r"\d\d\.\d\d\.\d{4}",
}
"""How every column is written, before and after."""


@pytest.fixture
def customers(workdir: Path) -> Path:
    """Sixty customers: how tall they are, what they spend and save, and when they were born."""
    rows = [
        [
            ["Wörgl", "Mödling", "Gföhl"][i % 3],
            f"{150 + i * 7 % 45},{i % 10}",
            f"{i * 137.25 - 900:,.2f}".translate(str.maketrans(",.", ".,")),
            f"CHF {i * 3 % 40},50",
            f"{i % 21} %",
            f"{date(1950, 1, 1) + timedelta(days=i * 211):%d.%m.%Y}",
        ]
        for i in range(60)
    ]
    file = workdir / "kunden.csv"
    lines = "\r\n".join(";".join(row) for row in [["Ort", *WRITTEN], *rows])
    file.write_bytes(f"{lines}\r\n".encode("latin-1"))
    return file


def columns(file: Path) -> dict[str, list[str]]:
    with file.open(encoding="latin-1", newline="") as lines:
        rows = list(csv.DictReader(lines, delimiter=";"))
    return {name: [row[name] for row in rows] for name in rows[0]}


@pytest.mark.parametrize("method", ["auto", "mdav"])
def test_it_is_released_as_it_was_written_and_assessed_to_the_same_figures(run, command, customers, workdir, method):
    drafted = run("init", customers, "--encoding", "latin-1", "--k", 3, "-o", "policy.yaml")
    assert drafted.exit_code == 0, drafted.stderr
    masked = (workdir / "policy.yaml").read_text().replace("{role: keep}", "{role: quasi, kind: numeric}")
    (workdir / "policy.yaml").write_text(masked)
    policy = build_policy(parse(masked, "policy.yaml"))
    kinds = {name: attribute.kind for name, attribute in policy.attributes.items()}
    assert kinds == {"Ort": "semantic", **dict.fromkeys(WRITTEN, "numeric"), "geboren": "date"}

    made = run("anonymise", customers, "--policy", "policy.yaml", "--method", method, "-o", "out", "--quiet")
    assert made.exit_code == 0, made.stderr
    before, after = columns(customers), columns(workdir / "out" / "release.csv")
    assert list(after) == list(before)
    for name, pattern in WRITTEN.items():
        assert all(re.fullmatch(pattern, text) for text in before[name]), name
        released = r"\d{4}-\d\d" if name == "geboren" else pattern  # init asks for months of birth
        assert all(re.fullmatch(released, text) for text in after[name]), (name, after[name][:3])
        assert before[name] != after[name]

    evidence = json.loads((workdir / "out-private" / "evidence.json").read_text())
    assert 0 < evidence["utility"]["loss_percent"] < 60
    link = ["--link", "out-private/link.csv"]
    done = command("assess", customers, "out/release.csv", "--policy", "out-private/evidence.json", *link, "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == comparable(evidence)


def test_columns_named_by_flags_alone_are_seen_to_be_numbers(run, customers):
    words = ["--qi", "Umsatz,Rabatt", "--others", "drop", "--k", 3, "--set", "encoding=latin-1", "--dry-run"]
    told = run("anonymise", customers, *words)
    assert told.exit_code == 0, told.stderr
    assert "Umsatz is taken as numeric: all its values are numbers, written as 1.234,00" in " ".join(
        told.stdout.split()
    )


def test_thousands_are_parted_by_commas_in_a_file_of_commas(run, workdir):
    rows = [f'"${i * 997 % 90_000 + 500:,}",{i % 7}' for i in range(40)]
    (workdir / "prices.csv").write_text("\n".join(["price,rooms", *rows]) + "\n")
    words = ["--qi", "price,rooms", "--k", 3, "--method", "mdav"]
    assert run("anonymise", "prices.csv", *words, "-o", "out", "--quiet").exit_code == 0
    with (workdir / "out" / "release.csv").open(newline="") as lines:
        prices = [row["price"] for row in csv.DictReader(lines)]
    assert all(re.fullmatch(r"\$\d{1,3}(,\d{3})*", price) for price in prices)
    link = ["--link", "out-private/link.csv"]
    again = run("assess", "prices.csv", "out/release.csv", "--policy", "out-private/evidence.json", *link, "--json")
    assert (
        json.loads(again.stdout)["utility"]
        == json.loads((workdir / "out-private" / "evidence.json").read_text())["utility"]
    )
