from pathlib import Path

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from semblant.knowledge.taxonomy import Taxonomy
from semblant.terms.freetext import MappedTexts, map_texts
from semblant.terms.mapping import read_mapping
from semblant.terms.review import write_review

ODP = Taxonomy.from_paths(
    [
        "Sports/Water/Swimming and Diving",
        "Sports/Water/Windsurfing",
        "Regional/Mediterranean",
        "Arts/crane",
        "Birds/crane",
    ]
)


def spoken(mapped_texts: MappedTexts, i: int) -> list[str]:
    return [ODP.label(int(c)) for c in mapped_texts.concepts(i)]


def test_worked_example_of_the_logs_paper() -> None:
    texts = ["diving in the Mediterranean", "", "Mediterranean", "zzqx", "*"]
    mapped_texts = map_texts(texts, [2, 1, 1, 5, 1], ODP, attribute="query")
    assert spoken(mapped_texts, 0) == ["Swimming and Diving", "Mediterranean"]
    assert spoken(mapped_texts, 2) == ["Mediterranean"]
    assert [mapped_texts.of(i).size for i in (1, 3, 4)] == [0, 1, 0]
    assert mapped_texts.concepts(3).size == 0
    assert mapped_texts.coverage().model_dump() == {
        "values": 3, "mapped": 2, "records_covered": 3, "certain": 3, "probable": 0, "uncertain": 0, "unknown": 5
    }  # fmt: skip
    assert dict(zip(mapped_texts.phrases.values, mapped_texts.phrases.counts.tolist(), strict=True)) == {
        "diving": 2, "mediterranean": 3, "zzqx": 5
    }  # fmt: skip


def test_a_concept_mentioned_twice_is_there_twice() -> None:
    mapped_texts = map_texts(["diving, windsurfing, diving"], [1], ODP, attribute="query")
    assert spoken(mapped_texts, 0) == ["Swimming and Diving", "Windsurfing", "Swimming and Diving"]


def test_the_steward_speaks_for_texts_and_for_phrases(tmp_path: Path) -> None:
    path = tmp_path / "mapping.csv"
    path.write_text("value,concept\nzzqx,Windsurfing\ndiving,crane#2\n", "utf-8")
    mapped_texts = map_texts(["zzqx", "cheap diving"], [1, 1], ODP, attribute="query", explicit=read_mapping(path))
    assert spoken(mapped_texts, 0) == ["Windsurfing"]
    assert mapped_texts.concepts(1).tolist() == [ODP.index("crane#2")]


def test_a_review_of_phrases_goes_back_in(tmp_path: Path) -> None:
    texts = ["diving in the Mediterranean", "zzqx"]
    before = map_texts(texts, [1, 1], ODP, attribute="query")
    write_review(tmp_path / "review.csv", {"query": before.phrases})
    after = map_texts(texts, [1, 1], ODP, attribute="query", explicit=read_mapping(tmp_path / "review.csv"))
    assert [after.concepts(i).tolist() for i in (0, 1)] == [before.concepts(i).tolist() for i in (0, 1)]


texts = st.lists(
    st.lists(st.sampled_from(["diving", "crane", "Mediterranean", "in", "the", ",", "zzqx", "*"]), max_size=4).map(
        " ".join
    ),
    max_size=6,
    unique=True,
)


@given(texts, st.randoms())
@settings(max_examples=100, deadline=None)
def test_row_order_does_not_matter(texts: list[str], random) -> None:
    shuffled = random.sample(texts, len(texts))
    one = map_texts(texts, np.ones(len(texts)), ODP, attribute="query")
    two = map_texts(shuffled, np.ones(len(texts)), ODP, attribute="query")
    assert {t: one.concepts(i).tolist() for i, t in enumerate(texts)} == {
        t: two.concepts(i).tolist() for i, t in enumerate(shuffled)
    }
