"""``semblant knowledge``: the figures of WordNet, and what it says of words."""

import json
from pathlib import Path

import pytest

from semblant.policy.model import MEASURES


def test_info_has_the_figures_of_wordnet(run):
    told = json.loads(run("knowledge", "info", "wordnet", "--json").stdout)
    assert told == {
        "concepts": 82115,
        "terms": 117798,
        "roots": 1,
        "depth": 19,
        "multiple_parents": 2213,
        "languages": ["en"],
    }
    assert "82,115" in run("knowledge", "info").stdout


def test_search_shows_the_senses_and_the_way_up(run):
    found = json.loads(run("knowledge", "search", "wordnet", "guard", "--json").stdout)
    assert len(found["exact"]) == 10
    first = found["exact"][0]
    assert (first["name"], first["path"][0], first["path"][-1]) == ("guard", "guard", "entity")
    shown = run("knowledge", "search", "guard").stdout
    assert "guard#3  [03464467] = safety, safety device" in shown
    assert max(map(len, shown.splitlines())) <= 80


def test_search_finds_what_is_spelt_like_it(run):
    result = run("knowledge", "search", "surgon")
    assert result.exit_code == 0
    assert "has no term 'surgon'" in result.stdout
    assert "surgeon  [10679174] = operating surgeon, sawbones" in result.stdout
    nothing = run("knowledge", "search", "xqzwvkjxqz")
    assert nothing.exit_code == 0
    assert "nothing like" in nothing.stdout


def test_search_offers_what_a_value_is_taken_for_and_nothing_far_fetched(run):
    found = json.loads(run("knowledge", "search", "retired", "--json").stdout)
    names = [sense["name"] for sense in found["similar"]]
    assert names[0] == "retirement"
    assert "retiree" in names
    assert not [sense for sense in found["similar"] if "retarded" in sense["terms"] or "retread" in sense["terms"]]
    begun = [sense["name"] for sense in json.loads(run("knowledge", "search", "diabet", "--json").stdout)["similar"]]
    assert {"diabetes", "diabetic"} <= set(begun)
    assert len(json.loads(run("knowledge", "search", "guard", "--limit", "3", "--json").stdout)["similar"]) == 3


def test_search_shows_what_the_source_says_of_a_concept(run, workdir: Path):
    long = "Cares for the sick, " * 20
    (workdir / "jobs.obo").write_text(f'[Term]\nid: J:1\nname: nurse\ndef: "{long}" []\n', "utf-8")
    shown = run("knowledge", "search", "jobs.obo", "nurse").stdout.splitlines()
    assert shown[1].startswith("    Cares for the sick, Cares")
    assert max(map(len, shown)) <= 80
    assert len(shown) <= 5
    told = json.loads(run("knowledge", "search", "jobs.obo", "nurse", "--json").stdout)["exact"][0]
    assert told["gloss"].strip() == long.strip()
    assert "did you mean jobs.obo?" in run("knowledge", "search", "jobs.oob", "nurse").stderr


def test_distance_shows_all_measures_side_by_side(run):
    told = json.loads(run("knowledge", "distance", "surgeon", "doctor", "--json").stdout)
    assert told["common"] == "doctor"
    assert set(told["measures"]) <= set(MEASURES)
    assert told["measures"]["path"]["distance"] == 1
    assert round(told["measures"]["wu-palmer"]["similarity"], 3) == 0.963
    shown = run("knowledge", "distance", "wordnet", "surgeon#1", "doctor#1").stdout
    for measure in told["measures"]:
        assert measure in shown


def test_centroid_of_the_thesis(run):
    told = json.loads(
        run("knowledge", "centroid", "wordnet", "colic=1", "lumbago=3", "--measure", "path", "--json").stdout
    )
    assert (told["label"], told["measure"]) == ("lumbago", "path")
    assert run("knowledge", "centroid", "colic=1", "lumbago=3").stdout.startswith("lumbago  [14328290]")


def test_a_file_is_knowledge_too(run, workdir: Path):
    (workdir / "jobs.csv").write_text("nurse,health worker\ndoctor,health worker\nhealth worker,worker\n")
    told = json.loads(run("knowledge", "info", "jobs.csv", "--json").stdout)
    assert (told["concepts"], told["roots"], told["depth"]) == (4, 1, 2)
    assert "health worker" in run("knowledge", "distance", "jobs.csv", "nurse", "doctor").stdout


def test_a_file_can_be_given_a_name(run, workdir: Path):
    (workdir / "jobs.csv").write_text("nurse,health worker\ndoctor,health worker\nhealth worker,worker\n")
    bundled = {"name": "wordnet", "source": "wordnet", "added": False, "ready": True}
    assert bundled in json.loads(run("knowledge", "list", "--json").stdout)
    result = run("knowledge", "add", "jobs", "jobs.csv")
    assert result.exit_code == 0, result.stderr
    assert result.stdout == "jobs now stands for jobs.csv: 4 concepts, 4 terms.\n"
    told = json.loads(run("knowledge", "list", "--json").stdout)
    assert {"name": "jobs", "source": str(workdir / "jobs.csv"), "added": True, "ready": True} in told
    assert "jobs" in run("knowledge", "list").stdout
    assert json.loads(run("knowledge", "info", "jobs", "--json").stdout)["concepts"] == 4


def test_what_cannot_be_read_gets_no_name(run, workdir: Path):
    assert run("knowledge", "add", "jobs", "none.csv").exit_code == 2
    (workdir / "broken.owl").write_text("<rdf:RDF")
    assert run("knowledge", "add", "jobs", "broken.owl").exit_code == 2
    assert "jobs" not in run("knowledge", "list").stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["info", "nosuch"], "no knowledge 'nosuch'"),
        (["distance", "surgeon"], "two words"),
        (["distance", "wordnet", "a", "b", "c"], "two words"),
        (["distance", "surgeon", "xqzw"], "'xqzw' is not in knowledge 'wordnet'"),
        (["search", "wordnet", "two", "words"], "one word"),
        (["centroid", "colic=0"], "more than 0"),
        (["centroid", "colic=inf"], "more than 0"),
        (["centroid", "colic=much"], "more than 0"),
        (["centroid", "colic=1", "--measure", "magic"], "The 'measure' parameter must be one of"),
        (["centroid", "colic=1", "--rule", "magic"], "The 'centroid' parameter must be one of"),
        (["centroid", "wordnet"], "nothing to stand for"),
    ],
)
def test_what_cannot_be_is_refused(run, words, message):
    result = run("knowledge", *words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert message in result.stderr


def test_search_says_what_a_column_would_be_taken_for(run):
    told = run("knowledge", "search", "occupations", "rn").stdout
    assert "In a column it is taken for:" in told
    assert "Nursing professionals  [2221]" in told
