"""A criterion selects the least costly of the runs that fulfil it, whatever the runs."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from semblant.errors import PolicyError
from semblant.evidence import TaskScore
from semblant.policy.model import Policy
from semblant.release.criterion import Bound, Criterion, Model, choose, read_criterion, with_models
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


# --- models ----------------------------------------------------------------------------------------


def trained(after: float | None, by: tuple[str, ...] = ("job", "age")) -> TaskScore:
    return TaskScore(target="income", by=by, model="linear", score="r2", before=0.6, after=after, chance=0.0)


MODELLED = [
    RUNS[0].model_copy(update={"tasks": (trained(0.59),), "query_error_percent": 9.0, "propensity_error": 0.2}),
    RUNS[1].model_copy(update={"tasks": (trained(0.5),), "query_error_percent": 5.0, "propensity_error": 0.1}),
    RUNS[2].model_copy(update={"tasks": (trained(None),), "query_error_percent": 7.0, "propensity_error": 0.15}),
    RUNS[3].model_copy(update={"tasks": (trained(0.55),), "query_error_percent": 6.0, "propensity_error": 0.05}),
]


@pytest.mark.parametrize(
    ("criterion", "method"),
    [
        ("least loss of income ~ job + age", "a"),
        ("least loss of income ~ age + job with risk <= 5", "d"),
        ("Least loss of income~job+age, risk<=5, k<10", "b"),
        ("loss of income ~ job + age <= 2", "a"),
        ("loss of income ~ job + age <= 20 and least risk", "d"),
        ("loss of income ~ job + age < 0.5", None),
        ("least queries", "b"),
        ("least pmse with k<=5", "b"),
        ("queries <= 6, least loss", "b"),
        ("pmse<=0.05", "d"),
    ],
)
def test_criteria_on_what_analysts_keep(criterion: str, method: str | None) -> None:
    found = choose(MODELLED, read_criterion(criterion))
    assert (found.run and found.run.method) == method


def test_the_reason_shows_the_scores_of_the_model() -> None:
    why = choose(MODELLED, read_criterion("least loss of income ~ job + age with risk<=5")).why
    assert "R² of income ~ job + age 0.550, trained on the original 0.600" in why
    assert "it has the least loss of income ~ job + age" in why


def test_a_model_that_the_runs_did_not_make_is_an_error() -> None:
    with pytest.raises(PolicyError, match="did not make the model income ~ job"):
        choose(MODELLED, read_criterion("least loss of income ~ job"))


@pytest.mark.parametrize(
    "criterion", ["least loss of income", "least loss of ~ job", "loss of a ~ b", "least loss of a ~"]
)
def test_what_is_no_model(criterion: str) -> None:
    with pytest.raises(PolicyError, match="cannot be read"):
        read_criterion(criterion)


def test_names_of_columns_may_be_quoted() -> None:
    found = read_criterion("least loss of 'Research and development, £' ~ \"a+b\" + `x ~ y` + Job Title with k>=3")
    assert found.least == Model("Research and development, £", ("a+b", "x ~ y", "Job Title"))
    assert found.bounds == (Bound("k", ">=", 3.0),)


def test_the_models_of_a_criterion_are_asked_for_once() -> None:
    policy = Policy.model_validate({"analyses": [{"target": "income", "by": ["age", "job"]}]})
    criterion = read_criterion("least loss of income ~ job + age, loss of income ~ job <= 3")
    asked = with_models(policy, criterion)
    assert [(one.target, one.by) for one in asked.analyses] == [("income", ("age", "job")), ("income", ("job",))]
    assert with_models(asked, criterion) == asked
