"""The public names: complete, sorted, lazy, and good with every kind of frame."""

import subprocess
import sys

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import semblant as sb

PEOPLE = {
    "name": ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay"],
    "job": ["surgeon", "nurse", "dentist", "painter", "sculptor", "photographer"],
    "age": [31, 35, 33, 61, 64, 69],
    "visits": [1, 2, 3, 4, 5, 6],
}
ROLES = {"name": "identifier", "job": "quasi", "age": {"role": "quasi", "kind": "numeric"}}


def test_all_is_sorted_and_complete() -> None:
    assert sb.__all__ == sorted(sb.__all__)
    for name in sb.__all__:
        assert getattr(sb, name) is not None
    with pytest.raises(AttributeError):
        sb.nothing  # noqa: B018


@pytest.fixture(params=[pd.DataFrame, pl.DataFrame, pa.table], ids=["pandas", "polars", "pyarrow"])
def frame(request: pytest.FixtureRequest) -> object:
    return request.param(PEOPLE)


def test_the_same_kind_of_frame_comes_back(frame: object) -> None:
    release = sb.anonymise(frame, k=3, attributes=ROLES, seed=1)
    assert type(release.data) is type(frame)
    columns = release.data.column_names if isinstance(release.data, pa.Table) else list(release.data.columns)
    assert columns == ["job", "age", "visits"]
    assert list(map(int, pl.DataFrame(release.data)["visits"])) == PEOPLE["visits"]
    assert release.evidence.privacy.k_achieved >= 3
    assert sorted({list(release.groups).count(g) for g in release.groups}) == [3]
    assert "3" in release._repr_html_()
    assert repr(release).startswith("<Release: 6 records, k = 3, verified, ")


def test_assess_agrees_with_the_evidence(frame: object) -> None:
    release = sb.anonymise(frame, k=2, attributes=ROLES, seed=1)
    found = sb.assess(frame, release.data, release.evidence.policy)
    assert found.utility == release.evidence.utility
    assert found.risk == release.evidence.risk
    assert found.privacy == release.evidence.privacy


def test_a_wrong_argument_is_told_as_an_argument() -> None:
    with pytest.raises(sb.PolicyError) as caught:
        sb.anonymise(pl.DataFrame(PEOPLE), k=1, attributes=ROLES)
    assert "at least 2" in caught.value.message
    assert "arguments" in caught.value.where


def test_pandas_is_not_imported_for_others() -> None:
    code = (
        "import sys, polars as pl, semblant as sb\n"
        "letters = pl.DataFrame({'x': ['a', 'a', 'b', 'b']})\n"
        "sb.anonymise(letters, k=2, attributes={'x': {'role': 'quasi', 'kind': 'nominal'}})\n"
        "assert 'pandas' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_importing_costs_nothing() -> None:
    code = "import sys, semblant; assert not {'numpy', 'polars', 'numba', 'pydantic'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_taxonomy_by_its_names() -> None:
    wn = sb.load_taxonomy("wordnet")
    assert wn.distance("surgeon", "doctor", measure="wu-palmer") == pytest.approx(0.0370, abs=5e-5)
    assert wn.distances(["surgeon", "nurse", "painter"], measure="logsc").shape == (3, 3)
    pain = sb.Taxonomy.from_edges([("pain", "symptom"), ("ache", "pain"), ("lumbago", "ache"), ("colic", "pain")])
    found = pain.centroid({"colic": 1, "lumbago": 3}, measure="path")
    assert (found.id, found.label) == ("lumbago", "lumbago")
    assert "symptom" in pain.labels()
    assert pain._repr_html_().startswith("<p>")
