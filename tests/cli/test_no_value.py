"""Files that write NA for nothing: numbers stay numbers, and NA is no second secret."""

import json

import pytest

ROWS = [f"{age},{job},{ill}" for age, job, ill in zip(
    ["31", "NA", "35", "n/a", "33", "-", "61", "64", "69", "62", "?", "63"],
    ["surgeon", "nurse", "dentist"] * 4,
    ["gout", "flu", "NA", "gout", "asthma", "n/a", "gout", "flu", "-", "asthma", "gout", ""],
    strict=True,
)]  # fmt: skip


@pytest.mark.parametrize("method", ["auto", "mdav"])
def test_na_is_missing(command, workdir, method):
    (workdir / "data.csv").write_text("\n".join(["age,job,ill", *ROWS]) + "\n")
    assert command("init", "data.csv", "-o", "policy.yaml").returncode == 0
    drafted = (workdir / "policy.yaml").read_text()
    assert "age: {role: quasi, kind: numeric}" in drafted
    flags = ["--qi", "age,job", "--sensitive", "ill", "--k", "3", "--method", method, "--set", "attributes.ill.l=2"]
    done = command("anonymise", "data.csv", *flags, "-o", "out")
    assert done.returncode == 0, done.stderr
    evidence = json.loads((workdir / "out-private/evidence.json").read_bytes())
    assert evidence["policy"]["attributes"]["age"]["kind"] == "numeric"
    groups = {}
    for line in (workdir / "out/release.csv").read_text().splitlines()[1:]:
        age, job, ill = line.split(",")
        assert age == "" or age.isdigit()
        groups.setdefault((age, job), set()).add(ill)
    assert all(len(said - {"", "NA", "n/a", "-"}) >= 2 for said in groups.values())
    files = ["data.csv", "out/release.csv", "--policy", "out-private/evidence.json", "--link", "out-private/link.csv"]
    again = command("assess", *files, "--json")
    found = json.loads(again.stdout)
    assert {part: found[part] for part in ("privacy", "utility", "risk")} == {
        part: evidence[part] for part in ("privacy", "utility", "risk")
    }


def test_missing_numbers_are_refused_where_the_policy_says_so(command, workdir):
    (workdir / "data.csv").write_text("\n".join(["age,job,ill", *ROWS]) + "\n")
    done = command(
        "anonymise", "data.csv", "--qi", "age", "--others", "drop", "--k", "3", "--set", "missing=error", "-o", "out"
    )
    assert done.returncode == 2
    assert "4 of 12 records have no value in column 'age'" in done.stderr
