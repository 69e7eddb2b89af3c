"""Columns that are published as they are and find a record by themselves are told, wherever a release is shown."""

import json

import polars as pl
import pytest

from semblant.assessment.risk import telling
from semblant.data.table import Table
from semblant.policy.model import Policy

PEOPLE = 40
COLUMNS = {
    "job": ["nurse", "baker", "cook", "smith"] * 10,
    "salary": [str(1000 + 7 * i) for i in range(PEOPLE)],
    "Full name": [f"Ann {i}" if i < 4 else "Bob" for i in range(PEOPLE)],
    "note": ["", "*"] * 20,
    "town": ["Graz", "Linz"] * 20,
}


def judged(**roles):
    found = telling(Table(pl.DataFrame(COLUMNS)), Policy(others="keep", attributes={"job": "quasi", **roles}))
    return {name: (one.once, one.of, one.names_people) for name, one in found.items()}


def test_what_finds_a_record():
    assert judged() == {"salary": (40, 40, False), "Full name": (4, 40, True)}
    assert judged(salary="quasi") == {"Full name": (4, 40, True)}
    names = {"role": "quasi", "kind": "nominal"}
    assert judged(salary="identifier", **{"Full name": names}) == {
        "salary": (40, 40, False),
        "Full name": (4, 40, True),
    }


@pytest.mark.parametrize("shuffled", [False, True])
def test_it_is_said_everywhere_and_found_again(command, desk, shuffled):
    data, out = desk / "data.csv", desk / "out"
    pl.DataFrame(COLUMNS).write_csv(data)
    flags = ["--set", "order=shuffle"] if shuffled else []
    made = command("anonymise", data.name, "--qi", "job", "--k", "5", *flags, "-o", out.name)
    said = " ".join(made.stdout.split())
    assert "salary is published as it is, and most records have a value of their own" in said
    assert "Full name is published as it is, and is called as if it named people" in said
    for page in ("report.html", "report-public.html"):
        assert "most records have a value of their own" in (out / page).read_text("utf-8")
    evidence = json.loads((out / "evidence.json").read_bytes())
    again = command("assess", data.name, "out/release.csv", "--policy", "out/evidence.json", "--json")
    assert json.loads(again.stdout)["risk"]["telling"] == evidence["risk"]["telling"] != {}
