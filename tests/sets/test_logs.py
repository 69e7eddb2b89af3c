"""Search logs: what is released is a log again, shared by k users, and says nothing of one of them."""

from collections import Counter

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from semblant.data.table import Table
from semblant.errors import InputError, PolicyError, UnknownTermsError, UnreachableError, VerificationError
from semblant.methods.job import Job
from semblant.methods.logs.korolova import korolova
from semblant.policy.model import Policy
from semblant.proof.logs import differential, log_classes, privacy_of_log, verify_log
from semblant.release.staging import write_table
from semblant.space.times import coarsened
from tests.sets.making import LEAVES, log_policy, masked_log, ready_log

QUERIES = ["red apples", "tea", "cheap saw", "milk and cheese", "hammer online", "zyxw", "", "*", "port", "🙂 tea"]
TIMED = ("user", "query", "when")
rows = st.lists(st.tuples(st.sampled_from("abcdef"), st.sampled_from(QUERIES)), min_size=1, max_size=40)


@given(rows, st.sampled_from(["auto", "log-mdav", "log-erola", "log-navarro", "equality"]))
@settings(max_examples=60, deadline=None)
def test_every_released_log_is_shared_by_k_users(held, method) -> None:
    users = len({u for u, _ in held})
    more = {"method": "log-mdav", "measure": "equality"} if method == "equality" else {"method": method}
    if users < 2:
        with pytest.raises(UnreachableError):
            masked_log(held, **more)
        return
    try:
        shaped = masked_log(held, rare="publish", **more)
    except UnreachableError:
        understood = {q for _, q in held if q not in ("", "*")} - (
            {"zyxw"} if method in ("auto", "log-mdav") else set()
        )
        assert not understood
        return
    assert privacy_of_log(shaped.table, log_policy()).verified
    of_user = dict(zip(shaped.table.frame["user"], shaped.groups.tolist(), strict=True))
    assert min(Counter(of_user.values()).values()) >= 2
    assert set(shaped.table.names) == {"user", "query"}
    assert set(shaped.table.frame["user"]) <= {str(i + 1) for i in range(users)}


def test_released_texts_are_phrases_of_the_log_or_names_of_concepts() -> None:
    held = [(u, q) for u in "abcd" for q in ("my secret red apples in Reus", "tea")]
    for method in ("auto", "log-mdav"):
        assert set(masked_log(held, method=method).table.frame["query"]) <= {"apples", "tea", "red apples"}


def test_logs_are_as_long_as_those_of_the_group() -> None:
    held = [("a", "apple")] * 4 + [("b", "pear")] * 6
    for method in ("auto", "log-mdav", "log-erola", "log-navarro"):
        assert masked_log(held, method=method).table.frame.group_by("user").len()["len"].to_list() == [5, 5], method


@pytest.mark.parametrize(
    ("times", "columns", "seen"),
    [
        ("keep", ["user", "query", "when"], {"2006-03-01 10:00:00", "2006-03-02 11:00:00"}),
        ("day", ["user", "query", "when"], {"2006-03-01", "2006-03-02"}),
        ("drop", ["user", "query"], set()),
    ],
)
def test_times(times, columns, seen) -> None:
    held = [(u, q, t) for u in "ab" for q, t in (("tea", "2006-03-01 10:00:00"), ("saw", "2006-03-02 11:00:00"))]
    shaped = masked_log(held, TIMED, log={"time": "when"}, times=times)
    assert list(shaped.table.names) == columns
    assert times == "drop" or set(shaped.table.frame["when"]) <= seen
    assert min(log_classes(shaped.table, log_policy(log={"time": "when"}))) == 2


def test_a_time_whose_day_is_unknown_is_not_published() -> None:
    with pytest.raises(InputError, match="The day of 1 of 2"):
        coarsened(["noon", "2006-03-01"], "log.time")


def test_unknown_queries_are_left_out_unless_the_policy_says_otherwise() -> None:
    held = [("a", "zyxw"), ("b", "tea"), ("c", "tea"), ("d", "zyxw")]
    assert set(masked_log(held, method="log-mdav").table.frame["query"]) == {"tea"}
    query = {"role": "quasi", "knowledge": "shop"}
    with pytest.raises(UnknownTermsError):
        masked_log(held, attributes={"query": query | {"unknown": "error"}})
    kept = masked_log(held, method="log-mdav", attributes={"query": query | {"unknown": "nominal"}})
    assert "zyxw" in set(kept.table.frame["query"])


def test_columns_that_cannot_be_kept_must_be_given_up() -> None:
    held = [("a", "tea", "Graz"), ("b", "tea", "Reus")]
    with pytest.raises(PolicyError, match="user, text and time only"):
        masked_log(held, ("user", "query", "town"))
    assert masked_log(held, ("user", "query", "town"), others="drop").table.names == ("user", "query")
    assert masked_log(held, ("user", "query", "town"), attributes={"town": "identifier"}).table.records == 2


def test_sabotage_is_noticed(tmp_path) -> None:
    held = [(u, q) for u in "abcd" for q in ("tea", "apple", "saw")]
    shaped = masked_log(held, k=4)
    original = ready_log(held).table
    policy = log_policy(k=4)
    assert verify_log(original, write_table(shaped.table, tmp_path), policy).k_achieved == 4
    texts = shaped.table.frame["query"].to_list()
    texts[0] = "rose"
    broken = Table(shaped.table.frame.with_columns(pl.Series("query", texts)))
    with pytest.raises(VerificationError, match="shared by 1 users"):
        verify_log(original, write_table(broken, tmp_path), policy)
    more = Table(shaped.table.frame.with_columns(pl.lit("x").alias("ip")))
    with pytest.raises(VerificationError, match="columns"):
        verify_log(original, write_table(more, tmp_path), policy)


def test_logs_that_only_look_alike_when_joined_are_told_apart() -> None:
    frame = pl.DataFrame({"user": ["1", "1", "2", "2"], "query": ["a", "bc", "ab", "c"]})
    assert log_classes(Table(frame), log_policy()) == [1, 1]


def test_duplicated_users_and_one_with_very_many_queries() -> None:
    held = [("big", LEAVES[i % 12]) for i in range(20_000)] + [(u, "tea") for u in "abcde"]
    shaped = masked_log(held, method="log-mdav")
    assert privacy_of_log(shaped.table, log_policy()).verified


@pytest.mark.parametrize("method", ["auto", "log-mdav", "log-erola", "log-navarro"])
def test_a_query_of_a_megabyte(method) -> None:
    held = [("a", "tea " * 250_000), ("b", "tea"), ("c", "apple"), ("d", "🙂" * 1_000)]
    shaped = masked_log(held, method=method)
    assert privacy_of_log(shaped.table, log_policy()).verified


def test_numbers_of_users_by_chance() -> None:
    held = [(u, q) for u, q in zip("abcdefgh", LEAVES, strict=False)]
    first = masked_log(held, order="shuffle")
    assert set(first.table.frame["user"]) == {str(i) for i in range(1, 9)}


def test_korolova_states_what_it_promises() -> None:
    held = [(f"u{i}", q) for i in range(300) for q in ("tea", "saw" if i < 3 else "milk")]
    counts = korolova(ready_log(held).log, Job.of(Policy(d=2, K=50.0, b=10.0), np.random.default_rng(1)))
    assert set(counts) == {"tea", "milk"}
    epsilon, delta = differential(2, 50.0, 5.0)
    assert epsilon == pytest.approx(2 * np.log(max(np.exp(0.2), 1 + 1 / (2 * np.exp(9.8) - 1))) + 0.4)
    assert delta == pytest.approx(np.exp(-9.6))
    ready = ready_log(held, method="log-korolova", accept="not-k-anonymous", d=2, K=50.0, b=5.0)
    shaped = ready.mask(np.random.default_rng(1))
    assert shaped.table.names == ("query", "count")
    privacy = privacy_of_log(shaped.table, ready.policy, ready.table)
    assert (privacy.promise, privacy.epsilon, privacy.delta) == ("differential privacy", epsilon, delta)
    assert privacy.verified
    assert not privacy_of_log(ready.table, ready.policy, ready.table).verified


def test_a_text_column_called_count_keeps_its_name() -> None:
    held = [(f"u{i}", "tea") for i in range(100)]
    more = {"log": {"text": "count"}, "method": "log-korolova", "accept": "not-k-anonymous"}
    assert masked_log(held, ("user", "count"), **more).table.names == ("count", "counts")


def test_poblete_leaves_no_two_queries_that_share_an_address(tmp_path) -> None:
    names = ("user", "query", "url", "n")
    held = [
        *[(u, "tea", f"http://{s}.example/1", "90") for u in "ab" for s in ("cups", "pots")],
        *[(u, "coffee", f"http://{s}.example/1", "90") for u in "ab" for s in ("cups", "beans")],
        *[(u, "hammer", f"http://{s}.example/1", "90") for u in "cd" for s in ("nails", "hammerworld")],
        *[(u, "saw", f"http://{s}.example/2", "1") for u in "cd" for s in ("wood", "timber")],
        *[(u, "milk", "http://cow.example/", "90") for u in "cd"],
        *[(u, "pear", f"http://{s}.example/1", "90") for u in "ef" for s in ("orchard", "market")],
    ]
    log = {"url": "url", "results": "n"}
    shaped = masked_log(held, names, log=log, method="log-poblete", accept="not-k-anonymous")
    assert set(shaped.table.frame["query"]) in ({"tea", "pear", "hammer"}, {"coffee", "pear", "hammer"})
    ready = ready_log(held, names, log=log, method="log-poblete", accept="not-k-anonymous")
    privacy = privacy_of_log(shaped.table, ready.policy, ready.table)
    assert (privacy.promise, privacy.verified) == ("no shared address", True)
    shared = Table(ready.table.frame.select("user", "query"))
    with pytest.raises(VerificationError, match="same address"):
        verify_log(ready.table, write_table(shared, tmp_path), ready.policy)
    with pytest.raises(PolicyError, match="clicked addresses"):
        masked_log([("a", "tea"), ("b", "tea")], method="log-poblete", accept="not-k-anonymous")


def test_poblete_takes_a_query_with_spaces_around_for_the_same_one_and_reads_odd_numbers_of_results() -> None:
    names, log = ("user", "query", "url", "n"), {"url": "url", "results": "n"}
    held = [
        ("a", "tea", "http://cups.example/1", "90"),
        ("a", " tea", "http://pots.example/1", "²"),
        ("b", "coffee", "http://pots.example/1", "90"),
        ("b", "pear", "http://orchard.example/1", "1e999"),
    ]
    ready = ready_log(held, names, log=log, method="log-poblete", accept="not-k-anonymous", kp=1, rare="publish")
    shaped = ready.mask(np.random.default_rng(1))
    assert len(set(shaped.table.frame["query"])) == 1
    assert privacy_of_log(shaped.table, ready.policy, ready.table).verified


def test_the_smallest_noise_of_korolova_has_an_epsilon() -> None:
    assert differential(3, 1.0, 1e-3)[0] == pytest.approx(6_000)


def test_korolova_without_an_epsilon_is_refused_and_never_verified() -> None:
    held = [(f"u{i}", "tea") for i in range(5)]
    with pytest.raises(PolicyError, match="nothing is promised"):
        ready_log(held, method="log-korolova", accept="not-k-anonymous", K=0.0, b=0.5)
    ready = ready_log(held, method="log-korolova", accept="not-k-anonymous", K=2.0, b=0.5)
    listed = ready.mask(np.random.default_rng(3)).table
    assert privacy_of_log(listed, ready.policy, ready.table).verified
    found = privacy_of_log(listed, ready.policy.model_copy(update={"K": 0.0}), ready.table)
    assert (found.epsilon, found.verified) == (None, False)


@pytest.mark.parametrize("log", [{"text": "user"}, {"time": "query"}, {"url": "user"}])
def test_a_column_of_a_log_is_one_thing_only(log) -> None:
    with pytest.raises(PolicyError, match="one thing only"):
        ready_log([("a", "tea"), ("b", "tea")], log=log)


def test_the_persons_of_a_log_are_its_users() -> None:
    held = [("a", "tea"), ("b", "tea")]
    assert len(ready_log(held, individual="user").log.users) == 2
    with pytest.raises(PolicyError, match="are its users"):
        ready_log(held, individual="query")


def test_whole_queries_come_from_the_log_and_say_what_they_are_drawn_for() -> None:
    held = [(u, q) for u in "abcdef" for q in ("red apples and cheap saws", "tea", "milk and cheese")]
    whole = masked_log(held, queries="whole")
    assert set(whole.table.frame["query"]) <= {q for _, q in held}
    assert "red apples and cheap saws" in set(whole.table.frame["query"])
    assert privacy_of_log(whole.table, log_policy()).verified
    phrases = set(masked_log(held).table.frame["query"])
    assert "red apples and cheap saws" not in phrases
    assert {"apples", "saws"} <= {w for text in phrases for w in text.split()}


def test_a_whole_query_of_too_few_users_gives_way_to_the_name_of_its_topic() -> None:
    held = [(u, "tea") for u in "abcd"] + [("a", "tea for ann at 5 elm street"), ("b", "ann's green tea")]
    for rare, allowed in (("hide", {"tea"}), ("publish", {"tea", "tea for ann at 5 elm street", "ann's green tea"})):
        shown = set(masked_log(held, queries="whole", rare=rare).table.frame["query"])
        assert "tea" in shown <= allowed
    alone = [("a", "my rose garden"), ("b", "my rose garden"), ("c", "tea"), ("d", "tea")]
    shown = set(masked_log(alone, queries="whole", k=2, rare="publish", min_term_count=1).table.frame["query"])
    assert "my rose garden" in shown
    with pytest.raises(UnreachableError):  # nothing but the top of the vocabulary is common to three of them
        masked_log(alone, queries="whole", k=2, min_term_count=3)


def test_every_row_knows_its_group_also_where_users_are_shuffled() -> None:
    held = [(u, q) for i, u in enumerate("abcdefgh") for q in LEAVES[i % 4 : i % 4 + 3]]
    for order in ("sorted", "shuffle", "keep"):
        shaped = masked_log(held, order=order)
        logs = shaped.table.frame.with_columns(pl.Series("group", shaped.groups))
        of_user = logs.group_by("user").agg(pl.col("query").sort().str.join("|"), pl.col("group").unique())
        assert of_user["group"].list.len().max() == 1
        assert of_user.group_by("group").agg(pl.col("query").n_unique())["query"].max() == 1
        assert set(shaped.link) == set(logs["user"])
        assert sorted(shaped.link.values()) == list("abcdefgh")


def test_words_of_a_log_are_drawn_once_a_group() -> None:
    with pytest.raises(PolicyError, match="drawn once"):
        masked_log([("a", "tea"), ("b", "tea")], draw="record")


def test_what_was_left_open_is_said() -> None:
    held = [("a", "tea"), ("b", "tea")]
    assert ready_log(held).decisions == (
        "query is read by shop",
        "phrases of query that shop does not know are left out",
    )
    assert ready_log(held, attributes={"query": {"role": "quasi", "knowledge": "shop"}}).decisions == (
        "phrases of query that shop does not know are left out",
    )
    query = {"role": "quasi", "knowledge": "shop", "unknown": "suppress"}
    assert ready_log(held, attributes={"query": query}).decisions == ()


def test_times_that_nobody_can_tell_are_compared_as_unknown() -> None:
    held = [(u, q, t) for u in "abcd" for q, t in (("tea", "once"), ("saw", "2006-03-01"))]
    shaped = masked_log(held, TIMED, log={"time": "when"}, method="log-navarro", times="drop")
    assert privacy_of_log(shaped.table, log_policy()).verified


@pytest.mark.parametrize("more", [{"method": "log-erola"}, {"method": "log-navarro"}, {"measure": "equality"}])
def test_whole_queries_of_too_few_users_are_left_out(more) -> None:
    held = [(u, q) for u in "abcd" for q in ("tea", "milk", f"{u} of elm street")]
    asked = {"method": "log-mdav"} | more
    assert "elm" in "".join(masked_log(held, rare="publish", **asked).table.frame["query"])
    assert set(masked_log(held, **asked).table.frame["query"]) <= {"tea", "milk"}
