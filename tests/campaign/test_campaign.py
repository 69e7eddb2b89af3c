"""A slice of the campaign: some cases of every kind, and a counter and twins that notice what is wrong."""

import json
import re
from pathlib import Path

import pytest

from campaign import counter, report, twins, vocabularies
from campaign.__main__ import main
from campaign.ledger import Ledger
from campaign.run import KINDS, Bounds, _turns, read, run, run_one

CASES = {"processes": 13, "commands": 12, "reports": 8, "intruder": 4}
"""How many cases of a kind are tried here; 16 where nothing is said. Every trouble of processes comes by."""


@pytest.mark.parametrize("kind", KINDS)
def test_no_case_of_the_first_seeds_is_broken(tmp_path: Path, kind: str) -> None:
    for seed in range(CASES.get(kind, 16)):
        line = run_one(kind, seed, tmp_path)
        assert "broken" not in line, line


def test_a_case_is_a_function_of_its_seed(tmp_path: Path) -> None:
    for kind in ("tables", "tampering"):
        first, again = (run_one(kind, 40, tmp_path) for _ in range(2))
        assert first | {"seconds": 0} == again | {"seconds": 0}


def test_a_run_continues_where_the_last_one_ended(tmp_path: Path) -> None:
    results = tmp_path / "results.jsonl"
    seeds = [[line["seed"] for line in run(["frames"], Bounds(cases=2), results)] for _ in range(2)]
    assert seeds == [[0, 1], [2, 3]]
    assert [line["seed"] for line in run(["frames"], Bounds(seeds=range(7, 8)), results)] == [7]
    assert [line["seed"] for line in read(results)] == [0, 1, 2, 3, 7]
    assert list(run(["frames"], Bounds(seconds=-1), results)) == []


def test_the_command_prints_what_it_tried_and_writes_the_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    results, page, ledger = tmp_path / "results.jsonl", tmp_path / "page.md", tmp_path / "ledger.json"
    where = ["--results", str(results), "--ledger", str(ledger)]
    assert main(["--kind", "logs", "--seeds", "3:5", *where]) == 0
    assert capsys.readouterr().out.splitlines()[1].split()[:2] == ["logs", "2"]
    with results.open("a") as file:
        file.write(json.dumps({"kind": "sets", "seed": 9, "tried": "auto", "seconds": 0.1, "broken": ["k = 1"]}) + "\n")
    assert main(["--report", str(page), *where]) == 0
    assert "| 3:5 | 2 |" in page.read_text()
    assert re.search(r"\| all \| \| \| 3 \| \d \| 1 \|", page.read_text())
    assert "broken" in report.summary(read(results))


def test_workers_run_the_same_cases(tmp_path: Path) -> None:
    bounds = Bounds(seeds=range(60))
    one, two = (list(run(["logs"], bounds, tmp_path / f"{n}.jsonl", workers=n)) for n in (1, 2))
    told = [sorted((line["seed"], line["tried"], line.get("refused")) for line in lines) for lines in (one, two)]
    assert told[0] == told[1]


def line(seed: int, commit: str, **found: object) -> dict[str, object]:
    return {"kind": "sets", "seed": seed, "tried": "auto", "seconds": 0.1, "commit": commit, **found}


def test_the_ledger_counts_every_case_once_and_names_broken_ones_until_they_are_mended(tmp_path: Path) -> None:
    file = tmp_path / "ledger.json"
    ledger = Ledger.read(file)
    ledger.add([line(0, "a"), line(1, "a", broken=["k = 1"]), line(2, "b", refused="PolicyError")])
    ledger.write(file)
    again = Ledger.read(file)
    assert sorted(again.tried()) == [("sets", 0), ("sets", 1), ("sets", 2)]
    assert [one.broken for one in again.entries["sets"]] == [[1], []]
    again.add([line(1, "c"), line(2, "c"), line(3, "a")])
    assert [(one.commit, one.seeds, one.refused, one.broken) for one in again.entries["sets"]] == [
        ("a", "0:2, 3:4", 0, []),
        ("b", "2:3", 1, []),
    ]
    assert next(seeds for _, seeds in _turns(["sets"], Bounds(), again.tried())).start == 4


# --- the counter notices ------------------------------------------------------------------------------

ORIGINAL = counter.Sheet(["town", "ill"], [["a", "flu"], ["b", "hiv"], ["c", "flu"], ["d", "gout"]])
RELEASE = [["a", "flu"], ["a", "hiv"], ["c", "flu"], ["c", "gout"]]
POLICY = {"k": 2, "attributes": {"town": {"role": "quasi"}, "ill": {"role": "sensitive", "l": 2, "t": 0.5}}}


def counted(rows: list[list[str]], link: tuple[int, ...] = (0, 1, 2, 3), **rules: object) -> counter.Counted:
    attributes = {**POLICY["attributes"], "ill": {**POLICY["attributes"]["ill"], **rules}}
    return counter.count(ORIGINAL, counter.Sheet(["town", "ill"], rows), link, {**POLICY, "attributes": attributes})


def test_the_counter_counts_a_proper_release() -> None:
    found = counted(RELEASE)
    assert (found.k, found.classes, found.l, found.t, found.broken) == (2, 2, {"ill": 2}, {"ill": 0.25}, [])


@pytest.mark.parametrize(
    ("rows", "rules", "said"),
    [
        ([["a", "flu"], ["a", "hiv"], ["b", "flu"], ["c", "gout"]], {}, "l = 1"),
        ([["a", "flu"], ["a", "flu"], ["c", "flu"], ["c", "gout"]], {}, "changed"),
        ([["c", "flu"], ["a", "hiv"], ["a", "flu"], ["c", "gout"]], {}, "not sorted"),
        (RELEASE, {"t": 0.2}, "t = 0.25"),
        (RELEASE, {"l": 2.1, "l_kind": "entropy"}, "l = 2.0"),
        (RELEASE, {"l": 3, "l_kind": "recursive", "c": 3.0}, "l = 2"),
        (RELEASE[:3], {}, "not as many rows"),
    ],
)
def test_the_counter_notices(rows: list[list[str]], rules: dict[str, object], said: str) -> None:
    assert said in " ".join(counted(rows, **rules).broken)


def test_the_counter_counts_persons_rare_texts_and_itemsets() -> None:
    policy = {"k": 2, "individual": "who", "attributes": {}}
    people = counter.Sheet(["who", "town"], [["7", "a"], ["07.0", "a"], ["x", "b"], ["X ", "b"], ["y", "b"]])
    assert len(set(counter.persons(people, policy))) == 3
    assert counter.rare(people, ["a", "b", "*"], "town", policy, None) == ["a"]
    assert counter.support([frozenset("ab"), frozenset("ab"), frozenset("a")], 2) == 2
    assert sorted(counter.logs(counter.Sheet(["u", "q"], [["1", "a"], ["2", "a"], ["3", "b"]]), "u")) == [1, 2]


def test_twins_know_distances() -> None:
    places = twins.Places(["0", "10", "1e2"], {"kind": "numeric"}, "mean")
    assert float(places.distance(places.meant("10"), places.meant("100"))) == pytest.approx(0.9)
    name, above = next((name, above) for name, above in vocabularies.parents(0).items() if above)
    words = twins.Words([name, above[0]], {}, 0, "logsc")
    assert 0 < words.distance(name, above[0]) < 1
    assert words.distance(name, name) == 0
