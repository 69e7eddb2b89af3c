from pathlib import Path

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from semblant.errors import PolicyError
from semblant.knowledge.sources import load
from semblant.knowledge.taxonomy import Taxonomy
from semblant.terms.mapping import map_column, read_mapping

JOBS = Taxonomy.from_edges(
    [("nurse", "health"), ("doctor", "health"), ("bank-1", "money"), ("bank-2", "river")],
    terms={"bank-1": ["bank"], "bank-2": ["bank"]},
)


def mapping_file(folder: Path, text: str) -> Path:
    path = folder / "mapping.csv"
    path.write_text(text, "utf-8")
    return path


def test_adult_maps_whole(wordnet: Taxonomy, reference: Path) -> None:
    adult = pl.read_csv(reference / "adult" / "adult.csv", infer_schema=False)
    explicit = read_mapping(reference / "adult" / "mapping.csv")
    for attribute in ("occupation", "native-country"):
        counts = adult[attribute].value_counts(sort=True)
        column = map_column(
            counts[attribute].to_list(), counts["count"].to_numpy(), wordnet, attribute=attribute, explicit=explicit
        )
        facts = column.coverage()
        assert (facts.mapped, facts.records_covered) == (facts.values, len(adult))
        for value, concept in zip(column.values, column.concepts, strict=True):
            assert concept == wordnet.index(explicit[attribute, value].concept)


def test_the_steward_is_believed_first(tmp_path: Path) -> None:
    explicit = read_mapping(mapping_file(tmp_path, "value,concept,attribute\nnurse,bank#2,\nnurse,doctor,job\n"))
    assert map_column(["nurse"], [1], JOBS, attribute="job", explicit=explicit).concepts[0] == JOBS.index("doctor")
    other = map_column([" nurse "], [1], JOBS, attribute="other", explicit=explicit)
    assert (other.concepts[0], other.matches[0].reason) == (JOBS.index("bank#2"), "mapping")


def test_missing_and_suppressed_never_get_a_concept(tmp_path: Path) -> None:
    explicit = read_mapping(mapping_file(tmp_path, 'value,concept\n"",nurse\n*,nurse\n'))
    column = map_column(["", "*", "nurse"], [5, 5, 1], JOBS, attribute="job", explicit=explicit)
    assert column.concepts.tolist() == [-1, -1, JOBS.index("nurse")]
    assert column.unknown() == []
    assert column.coverage().model_dump() == {
        "values": 1,
        "mapped": 1,
        "records_covered": 1,
        "certain": 1,
        "probable": 0,
        "uncertain": 0,
        "unknown": 0,
    }


def test_reads_released_values(tmp_path: Path) -> None:
    explicit = read_mapping(mapping_file(tmp_path, "value,concept\nRN,nurse\n"))
    column = map_column(["RN", "", "zzqx"], [1, 1, 1], JOBS, attribute="job", explicit=explicit)
    released = ["RN", "nurse", "bank#2", "bank-2", "", "*", "zzqx", "never seen"]
    assert [column.read(text) for text in released] == [
        *(JOBS.index(c) for c in ("nurse", "nurse", "bank-2", "bank-2")), -1, -1, -1, -1
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("", "", "empty"),
        ("value\nx\n", ":1", "no column 'concept'"),
        ("concept,attribute\nx,y\n", ":1", "no column 'value'"),
        ("value,concept\nsecret,\n", ":2", "gives no concept"),
        ("value,concept\nsecret\n", ":2", "fewer columns"),
        ("value,concept\nsecret,nurse\n\nsecret,doctor\n", ":4", "contradicts line 2"),
        ('value,concept\n"secret,nurse\n', ":2", "not CSV"),
        ('value,concept\n"se\ncret",nurse\nsecret,\n', ":4", "gives no concept"),
    ],
)
def test_a_bad_mapping_file_is_refused_with_its_line(tmp_path: Path, text: str, line: str, says: str) -> None:
    with pytest.raises(PolicyError, match=says) as caught:
        read_mapping(mapping_file(tmp_path, text))
    assert caught.value.where == f"mapping.csv{line}"
    assert "secret" not in caught.value.explain()


def test_no_mapping_file(tmp_path: Path) -> None:
    with pytest.raises(PolicyError, match="no such mapping file"):
        read_mapping(tmp_path / "none.csv")
    (tmp_path / "latin.csv").write_bytes(b"value,concept\n\xe9,nurse\n")
    with pytest.raises(PolicyError, match="not UTF-8"):
        read_mapping(tmp_path / "latin.csv")


def test_a_concept_that_is_not_there_names_the_line(tmp_path: Path) -> None:
    explicit = read_mapping(mapping_file(tmp_path, "value,concept\nok,nurse\nRN,secret#7\n"))
    with pytest.raises(PolicyError, match="not in knowledge") as caught:
        map_column(["RN"], [1], JOBS, attribute="job", explicit=explicit)
    assert caught.value.where == "mapping.csv:3"
    assert "secret" not in caught.value.explain()


def test_saying_the_same_twice_is_no_contradiction(tmp_path: Path) -> None:
    assert len(read_mapping(mapping_file(tmp_path, "\ufeffValue , Concept\na,nurse\na,nurse\n"))) == 1


@pytest.mark.parametrize("sense", ["first", "best-pair"])
def test_without_context_a_value_is_read_by_itself(wordnet: Taxonomy, sense: str) -> None:
    values = ["crane", "bank", "batteries", "exciting water sports", "zzqx", "", "nurse", "Tours"]
    column = map_column(values, [1] * len(values), wordnet, attribute="what", sense=sense)
    for value, match, readings in zip(values, column.matches, column.readings, strict=True):
        alone = map_column([value], [7], wordnet, attribute="what", sense=sense)
        assert (alone.matches, alone.readings) == ((match,), (readings,))


texts = st.one_of(st.sampled_from(["nurse", "Doctors", "bank", "bank#2", "", "*"]), st.text(max_size=8))


@given(st.lists(texts, unique=True, max_size=8), st.randoms())
@settings(max_examples=150, deadline=None)
def test_row_order_does_not_matter(values: list[str], random) -> None:
    shuffled = random.sample(values, len(values))
    counts = {value: i + 1 for i, value in enumerate(values)}
    one = map_column(values, [counts[v] for v in values], JOBS, attribute="job")
    two = map_column(shuffled, [counts[v] for v in shuffled], JOBS, attribute="job")
    assert dict(zip(one.values, one.matches, strict=True)) == dict(zip(two.values, two.matches, strict=True))
    assert one.coverage() == two.coverage()
    assert [one.read(v) for v in values] == [two.read(v) for v in values]
    assert not one.concepts.flags.writeable
    assert np.issubdtype(one.concepts.dtype, np.int32)


def test_a_head_without_its_modifier_is_probable_and_never_certain() -> None:
    places = ["home", "village hospital", "hospital", "nursing home"]
    column = map_column(places, np.ones(4), load("wordnet"), attribute="Discharged to")
    trimmed = column.matches[1]
    assert trimmed.reason == "trimmed"
    assert trimmed.score < 0.9


def test_short_capitals_are_no_words_unless_a_vocabulary_writes_them_so() -> None:
    words = ["home", "RIP", "TV", "hospital", "Ward"]
    column = map_column(words, np.ones(5), load("wordnet"), attribute="Discharged to", min_score=0.5)
    assert (column.concepts >= 0).tolist() == [True, False, True, True, True]
    words = ["home", "RIP", "NURSING HOME", "hospital"]
    habit = map_column(words, np.ones(4), load("wordnet"), attribute="to", min_score=0.0)
    assert (habit.concepts >= 0).all()
    words = ["HOME", "RIP", "HOSPITAL", "WARD"]
    capitals = map_column(words, np.ones(4), load("wordnet"), attribute="Discharged to", min_score=0.5)
    assert (capitals.concepts >= 0).all()


@pytest.mark.parametrize(
    "cell", ["(" * 30_000, "a" * 30_000, "1-" * 15_000, "a; " * 10_000, "aА" * 15_000, "e\u0301" * 15_000]
)
@pytest.mark.parametrize("source", ["wordnet", "occupations"])
def test_a_very_long_text_is_unknown_at_once(cell: str, source: str) -> None:
    found = map_column([cell, "nurse", "painter"], [1, 9, 9], load(source), attribute="job")
    assert found.concepts[0] == -1
    assert found.concepts[1] >= 0
