import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from semblant.knowledge.taxonomy import Taxonomy
from semblant.terms.mapping import map_column
from semblant.terms.match import Match, Matcher
from semblant.terms.senses import ancestor_lists, choose

ZOO = Taxonomy.from_edges(
    [
        ("machine", "thing"), ("crane-1", "machine"), ("mouse-1", "machine"), ("drill", "machine"),
        ("lathe", "machine"), ("animal", "thing"), ("bird", "animal"), ("crane-2", "bird"), ("mouse-2", "animal"),
        ("bear", "animal"), ("tiger", "animal"), ("gull", "bird"), ("gull", "swimmer"), ("swimmer", "animal"),
    ],
    terms={"crane-1": ["crane"], "crane-2": ["crane"], "mouse-1": ["mouse"], "mouse-2": ["mouse"]},
)  # fmt: skip


def senses(values: list[str], **options) -> dict[str, str]:
    column = map_column(values, [1] * len(values), ZOO, attribute="what", **options)
    return {v: ZOO.ids[c] for v, c in zip(column.values, column.concepts, strict=True) if c >= 0}


def test_the_column_decides() -> None:
    assert senses(["bear", "crane", "mouse", "tiger"])["crane"] == "crane-2"
    assert senses(["drill", "crane", "mouse", "lathe"])["crane"] == "crane-1"


@pytest.mark.parametrize("sense", ["first", "best-pair"])
def test_without_context_the_first_sense_stands(sense: str) -> None:
    assert senses(["bear", "crane", "mouse", "tiger"], sense=sense)["crane"] == "crane-1"


def test_a_value_alone_keeps_its_first_sense() -> None:
    assert senses(["crane"]) == {"crane": "crane-1"}
    assert senses(["crane", "", "*", "zzqx"]) == {"crane": "crane-1"}


def test_the_steward_pulls_the_others() -> None:
    from semblant.terms.explicit import Entry

    explicit = {("what", value): Entry("crane-2", "m.csv:2") for value in ("A", "B", "C")}
    assert senses(["A", "B", "C", "mouse"], explicit=explicit)["mouse"] == "mouse-2"


@pytest.mark.parametrize(("bears", "sense"), [(1, "crane-1"), (2, "crane-2")])
def test_of_senses_equally_near_the_records_decide(bears: int, sense: str) -> None:
    column = map_column(["bear", "crane", "drill"], [bears, 1, 1], ZOO, attribute="what")
    assert ZOO.ids[column.concepts[1]] == sense


def test_unrelated_values_keep_their_usual_senses(wordnet: Taxonomy) -> None:
    mixed = ["bank", "headache", "Paris", "spring", "opera", "mortgage", "Tuesday", "chess", "photon", "love", "seal"]
    column = map_column(mixed, [1] * len(mixed), wordnet, attribute="what", min_score=0.0)
    usual = {"bank": 2, "headache": 2, "seal": 9}  # the house, the ache, the animal: what WordNet names by the word
    assert [m.sense for m in column.matches] == [usual.get(value, 1) for value in mixed]


def test_the_usual_sense_ranks_before_the_first() -> None:
    readings = [Matcher(ZOO).readings("crane")]
    assert choose(ZOO, readings, [1]).tolist() == [0]
    assert choose(ZOO, readings, [1], [1]).tolist() == [1]
    machines = [Matcher(ZOO).readings(value) for value in ("crane", "drill", "lathe")]
    assert choose(ZOO, machines, [1, 1, 1], [1, 0, 0]).tolist() == [0, 0, 0]


def test_a_kind_of_work_is_no_certain_person(wordnet: Taxonomy) -> None:
    jobs = ["cook", "electrician", "farmer", "hairdresser", "plumber", "waitress"]
    column = map_column(jobs, [1] * len(jobs), wordnet, attribute="job")
    assert [wordnet.written(int(c)) for c in column.concepts] == jobs


def test_a_town_among_towns_is_the_town(wordnet: Taxonomy) -> None:
    column = map_column(["Boston", "Leeds", "Paris", "Reading"], [1] * 4, wordnet, attribute="town")
    assert [wordnet.label(int(wordnet.parents(int(c))[0])) for c in column.concepts] == [
        "state capital", "city", "national capital", "city",
    ]  # fmt: skip


def test_ancestors_of_many_are_the_ancestors_of_each() -> None:
    ptr, nodes = ancestor_lists(ZOO, np.arange(len(ZOO)))
    for i in range(len(ZOO)):
        assert nodes[ptr[i] : ptr[i + 1]].tolist() == ZOO.ancestors(i).tolist()


columns = st.lists(
    st.sampled_from(["bear", "crane", "mouse", "Tigers", "drill", "lathe", "", "gull", "zz"]), max_size=9
)


@given(columns, st.randoms())
@settings(max_examples=150, deadline=None)
def test_row_order_does_not_matter(rows: list[str], random) -> None:
    def mapped(rows: list[str]) -> dict[str, Match]:
        counts = {value: rows.count(value) for value in rows}
        column = map_column(list(counts), list(counts.values()), ZOO, attribute="what")
        return dict(zip(column.values, column.matches, strict=True))

    assert mapped(rows) == mapped(random.sample(rows, len(rows)))


@given(columns)
@settings(max_examples=100, deadline=None)
def test_a_choice_is_a_reading(rows: list[str]) -> None:
    matcher = Matcher(ZOO)
    readings = [matcher.readings(value) for value in sorted(rows)]
    chosen = choose(ZOO, readings, [1] * len(rows))
    assert all(0 <= c < len(found) for c, found in zip(chosen, readings, strict=True))
