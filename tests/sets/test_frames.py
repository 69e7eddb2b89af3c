"""Sets and logs from Python: frames in, frames out, and a release that shows itself."""

import polars as pl
import pytest

import semblant as sb
from semblant.release.pipeline import plan_file
from tests.sets.making import LEAVES, log_policy, sets_policy, sets_table


@pytest.fixture
def asked() -> pl.DataFrame:
    rows = [(f"u{i}", LEAVES[(i + j) % 12]) for i in range(12) for j in range(4)]
    return pl.DataFrame(rows, schema=["user", "query"], orient="row")


def test_a_log_of_a_frame(asked: pl.DataFrame) -> None:
    release = sb.anonymise(asked, shape="log", k=3, seed=1, log={"user": "user", "text": "query"}, times="drop")
    assert isinstance(release.data, pl.DataFrame)
    assert release.data.columns == ["user", "query"]
    assert len(release.groups) == release.data.height
    assert release.evidence.privacy.k_achieved >= 3
    assert release.evidence.utility.particulars is not None
    assert "<" in release._repr_html_()
    found = sb.assess(asked, release.data, release.evidence.policy, link=release.link)
    assert (found.privacy, found.utility, found.risk) == (
        release.evidence.privacy,
        release.evidence.utility,
        release.evidence.risk,
    )


def test_sets_of_a_frame() -> None:
    bought = pl.DataFrame({"items": ["|".join(LEAVES[i % 9 : i % 9 + 3]) for i in range(18)], "n": range(18)})
    for order in ("keep", "shuffle"):
        release = sb.anonymise(
            bought,
            shape="sets",
            k=3,
            seed=1,
            order=order,
            attributes={"items": {"role": "quasi", "kind": "set"}, "n": "keep"},
        )
        grouped = release.data.with_columns(pl.Series("group", release.groups)).group_by("group")
        assert grouped.agg(pl.col("items").n_unique())["items"].max() == 1
        assert release.evidence.seed == "given"


def test_chance_without_a_seed_is_entropy() -> None:
    bought = pl.DataFrame({"items": ["apple", "apples"] * 40})
    policy = {
        "shape": "sets", "k": 2, "draw": "record", "order": "keep",  # sorted, two runs may draw each word as often
        "attributes": {"items": {"role": "quasi", "kind": "set"}},
    }  # fmt: skip
    made = [sb.anonymise(bought, policy) for _ in range(2)]
    assert {m.evidence.seed for m in made} == {"entropy"}
    assert made[0].data["items"].to_list() != made[1].data["items"].to_list()
    same = [sb.anonymise(bought, policy, seed=4).data["items"].to_list() for _ in range(2)]
    assert same[0] == same[1]


def test_a_plan_says_what_there_is_and_writes_nothing(asked: pl.DataFrame) -> None:
    from semblant.data.frames import from_frame

    policy = log_policy().model_copy(update={"knowledge": {}})
    plan = plan_file(from_frame(asked), policy)
    assert (plan["records"], plan["distinct"], plan["method"]) == (12, 12, "auto")
    assert plan["mapping"]["query"]["values"] == 12
    sets = sets_policy(items={"knowledge": "wordnet"}, method="top-down")
    plan = plan_file(sets_table(["apple", "apple", "tea"]), sets)
    assert (plan["records"], plan["distinct"], plan["uniques"], plan["below_k"]) == (3, 2, 1, 3)
    assert plan["paper"].startswith("He & Naughton")


def test_nothing_of_the_original_log_is_in_a_release(asked: pl.DataFrame) -> None:
    log = {"user": "user", "text": "query"}
    release = sb.anonymise(asked, shape="log", k=3, seed=1, log=log)
    assert set(release.data["user"]) <= {str(i) for i in range(1, 13)}
    often = pl.DataFrame({"user": [f"u{i}" for i in range(50)], "query": ["tea"] * 50})
    listed = sb.anonymise(often, shape="log", log=log, method="log-korolova", accept="not-k-anonymous")
    assert listed.data.columns == ["query", "count"]
    assert listed.evidence.privacy.epsilon is not None


def test_a_pandas_log_with_numbered_users() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"user": [7, 7, 8, 8, 9, 9], "query": ["tea", "milk"] * 3})
    release = sb.anonymise(frame, shape="log", k=3, seed=1, log={"user": "user", "text": "query"})
    assert sorted(set(release.data["user"])) == [1, 2, 3]
