"""A criterion selects the least costly of the runs that fulfil it, whatever the runs."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from semblant.errors import PolicyError
from semblant.release.criterion import Bound, Criterion, choose, read_criterion
from semblant.release.runs import Run

FIGURE = st.one_of(st.none(), st.integers(0, 8).map(float))


@st.composite
def some_runs(draw: st.DrawFn) -> list[Run]:
    return [
        Run(
            method=f"m{i}",
            k=draw(st.integers(2, 6)),
            loss_percent=draw(FIGURE),
            semantic_record_linkage_percent=draw(FIGURE),
            prosecutor_max=0.5,
        )
        for i in range(draw(st.integers(0, 8)))
    ]


@settings(max_examples=150, deadline=None, derandomize=True, database=None)
@given(some_runs(), st.integers(0, 8))
def test_no_fulfilling_run_is_less_costly(runs: list[Run], most: int) -> None:
    found = choose(runs, read_criterion(f"risk<={most}"))
    fulfilling = [
        r.loss_percent
        for r in runs
        if r.loss_percent is not None and (risk := r.semantic_record_linkage_percent) is not None and risk <= most
    ]
    if fulfilling:
        assert found.run is not None
        assert found.run.loss_percent == min(fulfilling)
        assert found.run.method in found.why
        assert f"at most {most} %" in found.why
    else:
        assert found.run is None
        assert found.why.startswith("No run has")


RUNS = [
    Run(method="a", k=2, loss_percent=1.0, semantic_record_linkage_percent=20.0, prosecutor_max=0.5),
    Run(method="b", k=5, loss_percent=4.0, semantic_record_linkage_percent=5.0, prosecutor_max=0.2),
    Run(method="c", k=5, loss_percent=4.0, semantic_record_linkage_percent=4.0, prosecutor_max=0.2),
    Run(method="d", k=10, loss_percent=9.0, semantic_record_linkage_percent=2.0, prosecutor_max=0.1),
]


@pytest.mark.parametrize(
    ("criterion", "method"),
    [
        ("risk<=5", "c"),
        ("risk <= 5 %", "c"),
        ("risk≤3", "d"),
        ("loss<=4", "c"),
        ("loss<=10, k>=3", "d"),
        ("k>=2", "a"),
        ("certainty<15", "d"),
        ("Risk<=30 and k=5", "c"),
        ("at most 5 % risk, least loss", "c"),
        ("at most 5 % risk, least risk", "d"),
        ("least loss", "a"),
        ("lowest risk", "d"),
        ("risk<1", None),
        ("linkage<=50", None),
    ],
)
def test_criteria(criterion: str, method: str | None) -> None:
    found = choose(RUNS, read_criterion(criterion))
    assert (found.run and found.run.method) == method


def test_where_nothing_fulfils_the_nearest_is_named() -> None:
    assert (
        "Nearest comes d at k = 10: 9.00 % loss, 2.00 % semantic record linkage"
        in choose(RUNS, read_criterion("risk<1")).why
    )
    assert choose([], read_criterion("risk<1")).why == "No run has figures to choose by."


def test_a_criterion_is_read_in_parts() -> None:
    assert read_criterion("risk<=5.5, k>=3") == Criterion((Bound("risk", "<=", 5.5), Bound("k", ">=", 3.0)))
    said = read_criterion("at most 5.5 % risk and at least 3 k, the least risk")
    assert said == Criterion((Bound("risk", "<=", 5.5), Bound("k", ">=", 3.0)), "risk")


@pytest.mark.parametrize(
    "criterion",
    [
        "",
        "risk",
        "risk<=",
        "risk<=-1",
        "beauty>3",
        "risk<=5,",
        "5>=risk",
        "at most risk",
        "at most 5 beauty",
        "least k",
        "<" * 500,
    ],
)
def test_what_is_no_criterion(criterion: str) -> None:
    with pytest.raises(PolicyError, match="cannot be read"):
        read_criterion(criterion)


@pytest.mark.parametrize(
    ("criterion", "way"),
    [("risk<1", "Try a greater k, or"), ("loss<0.1", "Try a smaller k, or"), ("k>=1000", "Try other k, or"),
     ("risk<1, loss<0.1", "Try a ")],
)  # fmt: skip
def test_advice_fits_what_failed(criterion, way):
    assert way in choose(RUNS, read_criterion(criterion)).why
