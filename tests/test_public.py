"""The public names: complete, sorted, lazy, and good with every kind of frame."""

import ast
import inspect
import subprocess
import sys
from pathlib import Path

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import semblant as sb
from semblant import errors
from semblant.charts.svg import Chart

PEOPLE = {
    "name": ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay"],
    "job": ["surgeon", "nurse", "dentist", "painter", "sculptor", "photographer"],
    "age": [31, 35, 33, 61, 64, 69],
    "visits": [1, 2, 3, 4, 5, 6],
}
ROLES = {"name": "identifier", "job": "quasi", "age": {"role": "quasi", "kind": "numeric"}, "visits": "keep"}


def test_all_is_sorted_and_complete() -> None:
    """Every name there is, every error that can be raised, and every type that a public function returns."""
    assert sb.__all__ == sorted(sb.__all__)
    for name in sb.__all__:
        assert getattr(sb, name) is not None
    with pytest.raises(AttributeError):
        sb.nothing  # noqa: B018
    raised = {name for name, one in vars(errors).items() if isinstance(one, type) and issubclass(one, Exception)}
    assert raised <= set(sb.__all__)
    functions = [getattr(sb, name) for name in sb.__all__ if inspect.isfunction(getattr(sb, name))]
    functions += [one for name, one in vars(sb.Release).items() if inspect.isfunction(one) and not name.startswith("_")]
    returned = {inspect.signature(one).return_annotation for one in [*functions, sb.Release.explain]}
    assert {one for one in returned if isinstance(one, type) and one.__module__.startswith("semblant")} - {Chart} <= {
        getattr(sb, name) for name in sb.__all__
    }


def test_what_type_checkers_see_is_what_there_is() -> None:
    block = next(node for node in ast.parse(Path(sb.__file__).read_text("utf-8")).body if isinstance(node, ast.If))
    seen = {alias.name: node.module for node in block.body for alias in node.names}  # type: ignore[attr-defined]
    assert seen == sb._HOME
    assert sorted(seen) == sb.__all__


def test_assess_returns_the_public_assessment() -> None:
    people = pl.DataFrame(PEOPLE)
    release = sb.anonymise(people, k=3, attributes=ROLES, seed=1)
    assert type(sb.assess(people, release.data, release.evidence.policy)) is sb.Assessment
    assert type(release.assessment) is sb.Assessment


@pytest.fixture(params=[pd.DataFrame, pl.DataFrame, pa.table], ids=["pandas", "polars", "pyarrow"])
def frame(request: pytest.FixtureRequest) -> object:
    return request.param(PEOPLE)


def test_the_same_kind_of_frame_comes_back(frame: object) -> None:
    release = sb.anonymise(frame, k=3, attributes=ROLES, seed=1)
    assert type(release.data) is type(frame)
    columns = release.data.column_names if isinstance(release.data, pa.Table) else list(release.data.columns)
    assert columns == ["job", "age", "visits"]
    assert [int(n) for n in pl.DataFrame(release.data)["visits"]] == [PEOPLE["visits"][row] for row in release.link]
    assert release.evidence.privacy.k_achieved >= 3
    assert sorted({list(release.groups).count(g) for g in release.groups}) == [3]
    assert "3" in release._repr_html_()
    assert repr(release).startswith("<Release: 6 records, k = 3, verified, ")


def test_assess_agrees_with_the_evidence(frame: object) -> None:
    release = sb.anonymise(frame, k=2, attributes=ROLES, seed=1)
    found = sb.assess(frame, release.data, release.evidence.policy, link=release.link)
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


def test_a_column_that_nobody_named_is_not_published_by_accident() -> None:
    """The same in Python as in a policy file, for everything that takes a policy."""
    people, named = pl.DataFrame(PEOPLE), {name: role for name, role in ROLES.items() if name != "visits"}
    for call in (
        lambda **more: sb.anonymise(people, k=3, attributes=named, seed=1, **more),
        lambda **more: sb.assess(people, people, k=3, attributes=named, **more),
        lambda **more: sb.compare(people, ["mdav-mode"], [3], attributes=named, jobs=1, **more),
    ):
        with pytest.raises(sb.PolicyError, match=r"1 of 4 columns: 'visits'") as refused:
            call()
        assert any("others='drop'" in hint for hint in refused.value.hints)
        call(others="keep")
    assert "visits" in sb.anonymise(people, k=3, attributes=named, others="keep").data.columns
    assert "visits" not in sb.anonymise(people, k=3, attributes=named, others="drop").data.columns
