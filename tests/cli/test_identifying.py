"""Columns that are published unchanged and identify records on their own are reported wherever a release is shown."""

import json

import polars as pl
import pytest

from semblant.assessment.risk import identifying_columns
from semblant.data.table import Table
from semblant.policy.model import Policy
from semblant.release.files import private_folder

PEOPLE = 40
COLUMNS = {
    "job": ["nurse", "baker", "cook", "smith"] * 10,
    "salary": [str(1000 + 7 * i) for i in range(PEOPLE)],
    "Full name": [f"Ann {i}" if i < 4 else "Bob" for i in range(PEOPLE)],
    "note": ["", "*"] * 20,
    "town": ["Graz", "Linz"] * 20,
}


def assessed(**roles):
    found = identifying_columns(
        Table(pl.DataFrame(COLUMNS)), Policy(others="keep", attributes={"job": "quasi", **roles})
    )
    return {name: (one.once, one.of, one.names_people) for name, one in found.items()}


def test_what_finds_a_record():
    assert assessed() == {"salary": (40, 40, False), "Full name": (4, 40, True)}
    assert assessed(salary="quasi") == {"Full name": (4, 40, True)}
    names = {"role": "quasi", "kind": "nominal"}
    assert assessed(salary="identifier", **{"Full name": names}) == {
        "salary": (40, 40, False),
        "Full name": (4, 40, True),
    }


@pytest.mark.parametrize("shuffled", [False, True])
def test_it_is_said_everywhere_and_found_again(command, workdir, shuffled):
    data, out = workdir / "data.csv", workdir / "out"
    pl.DataFrame(COLUMNS).write_csv(data)
    flags = ["--set", "order=shuffle"] if shuffled else []
    made = command("anonymise", data.name, "--qi", "job", "--others", "keep", "--k", "5", *flags, "-o", out.name)
    said = " ".join(made.stdout.split())
    assert "Most values are unique in salary, published as it is: anyone who knows one can find the record." in said
    assert "Full name is published as it is, and its name suggests that it identifies people." in said
    private = private_folder(out)
    for page in (private / "report.html", out / "report-public.html"):
        assert "Most values are unique in salary" in page.read_text("utf-8")
    evidence = json.loads((private / "evidence.json").read_bytes())
    again = command("assess", data.name, "out/release.csv", "--policy", "out-private/evidence.json", "--json")
    assert json.loads(again.stdout)["risk"]["identifying_columns"] == evidence["risk"]["identifying_columns"] != {}
