"""The order of a release tells nothing: neither where rows stood in the original, nor who among equals went where."""

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

import semblant as sb
from semblant.data.link import in_original_order, link_parts, read_link
from semblant.data.order import arranged
from semblant.data.read import read
from semblant.data.table import Table
from semblant.errors import InputError, VerificationError
from semblant.policy.model import Policy
from semblant.proof.tables import privacy_of_table, verify_table
from semblant.release.assess import assess_release
from semblant.release.pipeline import anonymise_file
from semblant.release.staging import write_table
from semblant.runkey import RunKey
from semblant.shapes import read_shape
from semblant.shapes.shape import Shape
from semblant.space.reading import Library
from tests.properties.strategies import examples
from tests.sets.making import LEAVES, ready_log, ready_sets

ORDERS = ("sorted", "shuffle", "keep")
JOBS = ["nurse", "surgeon", "dentist", "baker", "cook", "butcher", "painter", "sculptor"]
JOB = {"role": "quasi", "kind": "semantic", "knowledge": "wordnet"}


# --- whoever knows the order of the original --------------------------------------------------------


def staff() -> pl.DataFrame:
    """Seventy people by name, as every intranet lists them; each with an illness of their own."""
    chance = np.random.default_rng(16)
    return pl.DataFrame(
        {
            "name": [f"Person {i:03d}" for i in range(70)],
            "job": [JOBS[i] for i in chance.integers(8, size=70)],
            "age": [str(20 + i) for i in chance.integers(40, size=70)],
            "ill": [f"illness {i:03d}" for i in chance.permutation(70)],
        }
    )


STAFF: dict[str, Any] = {
    "k": 5,
    "attributes": {"name": "identifier", "job": JOB, "age": {"role": "quasi", "kind": "numeric"}, "ill": "sensitive"},
}


def read_off(order: str, seed: int) -> int:
    """Of how many people the illness stands in the row that they have in the list of names."""
    people = staff()
    released = sb.anonymise(people, STAFF, seed=seed, order=order).data
    return int((released["ill"] == people["ill"]).sum())


def test_by_row_number_no_more_is_read_off_than_by_chance() -> None:
    assert read_off("keep", 1) == 70
    for order in ("sorted", "shuffle"):
        found = [read_off(order, seed) for seed in range(8)]
        assert sum(found) <= 8 + 4 * np.sqrt(8)  # one hit a release is what a random order gives


def test_a_kept_order_is_warned_of_and_so_is_a_column_that_rises(tmp_path: Path) -> None:
    frame = staff().with_columns(
        pl.Series("entry", [f"2024-01-{1 + i // 3:02d} {i % 3 + 8:02d}:00" for i in range(70)])
    )
    frame.write_csv(tmp_path / "staff.csv")
    for order in ORDERS:
        policy = Policy.model_validate({**STAFF, "others": "keep", "order": order})
        release = anonymise_file(tmp_path / "staff.csv", policy, out=tmp_path / order)
        assert release.evidence.risk.original_order is (order == "keep")
        assert release.evidence.risk.rising_columns == ("entry",)
        internal = (tmp_path / f"{order}-private" / "report.html").read_text("utf-8")
        published = (tmp_path / order / "report-public.html").read_text("utf-8")
        assert "entry rises or falls with the row number" in internal  # to the public it would be a hint
        for page in (internal, published):
            assert ("Rows stand in the order of the original" in page) == (order == "keep")


@pytest.mark.parametrize(
    ("values", "rises"),
    [
        ([str(i) for i in range(40)], True),
        ([str(-i) for i in range(40)], True),
        ([f"P{i}" for i in range(40)], True),
        ([f"{1 + i % 28}.{1 + i // 28}.2024" for i in range(40)], True),
        ([str(i // 2) for i in range(40)], True),
        ([str(i) if i % 7 else "" for i in range(40)], True),
        ([str(i + 4 * (i % 3)) for i in range(100)], True),  # nearly
        ([str(i // 10) for i in range(40)], False),  # four values find nobody
        ([str(i) for i in range(19)], False),
        ([str(i * 17 % 41) for i in range(40)], False),
        (["", "*"] * 20, False),
    ],
)
def test_what_rises(values: list[str], rises: bool) -> None:
    original = pl.DataFrame({"q": ["a"] * len(values), "n": values})
    attributes = {"q": {"role": "quasi", "kind": "nominal"}, "n": "keep"}
    found = sb.anonymise(original, k=2, attributes=attributes, seed=1).evidence.risk.rising_columns
    assert found == (("n",) if rises else ())


# --- sorted -----------------------------------------------------------------------------------------

TEXTS = st.sampled_from(["", "*", "a", "B", "b", "é", "e\u0301", "Z", "10", "9", "\U0001f98a", "\uffff"])


@examples(100)
@given(rows=st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=12), data=st.data())
def test_sorted_rows_are_a_function_of_the_multiset_of_rows(rows: list[tuple[str, str]], data: st.DataObject) -> None:
    other = data.draw(st.permutations(rows))
    found = []
    for one in (rows, other):
        table = Table(pl.DataFrame(one, schema={"a": pl.String, "b": pl.String}, orient="row"))
        draws = np.array(data.draw(st.permutations(range(len(one)))), np.uint64)
        order = arranged(table, "sorted", draws.__getitem__)
        assert sorted(order.tolist()) == list(range(len(one)))
        found.append(table.frame[order].rows())
    assert found[0] == found[1] == sorted(rows)  # Python sorts texts by code point


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_files_are_a_function_of_the_released_rows(tmp_path: Path, kind: str) -> None:
    """Dictionaries and categories too: the same rows in another order give the same bytes."""
    levels = pl.Enum(["zebra", "mole", "bee", "ant"])
    words = [levels.categories[i * 7 % 4] for i in range(40)]
    frame = pl.DataFrame(
        {"q": ["a"] * 40, "c": pl.Series(words, dtype=pl.Categorical()), "e": pl.Series(words, dtype=levels)}
    )
    policy = Policy.model_validate(
        {"k": 2, "others": "keep", "attributes": {"q": {"role": "quasi", "kind": "nominal"}}}
    )
    files = []
    for name, one in (("one", frame), ("other", frame.reverse())):
        source = tmp_path / f"{name}.{kind}"
        one.write_csv(source) if kind == "csv" else one.write_parquet(source)
        anonymise_file(source, policy, out=tmp_path / name)
        files.append(tmp_path / name / f"release.{kind}")
    assert files[0].read_bytes() == files[1].read_bytes()
    if kind == "parquet":
        table = pq.read_table(files[0], read_dictionary=["c", "e"])
        assert table.column("c").chunk(0).dictionary.to_pylist() == sorted(set(words))
        assert table.column("e").to_pylist() == table.column("c").to_pylist() == sorted(words)
        assert pl.read_parquet(files[0]).schema["e"] == levels


def log_rows(users: int) -> list[tuple[str, str]]:
    return [(f"u{(u * 7) % users}", LEAVES[(u + j) % 12]) for u in range(users) for j in range(1 + u % 3)]


def test_a_sorted_log_is_by_content_and_numbered_from_1() -> None:
    ready = ready_log(log_rows(14), order="sorted")
    found = ready.dealt(RunKey.of(4)).mask(np.random.default_rng(4)).table.frame
    logs: dict[str, list[str]] = {}
    for user, query in found.rows():
        logs.setdefault(user, []).append(query)
    assert list(logs) == [str(i + 1) for i in range(len(logs))]
    assert list(logs.values()) == sorted(sorted(log) for log in logs.values())


def test_the_number_of_a_user_says_nothing() -> None:
    """Who among those with one log gets which number is random: every user gets every number of the class."""
    held = [(u, "tea") for u in "abcd"]
    first = Counter()
    for seed in range(200):
        ready = ready_log(held, order="sorted", k=4)
        first[ready.dealt(RunKey.of(seed)).mask(RunKey.of(seed).stream("masking")).link["1"]] += 1
    assert set(first) == set("abcd")
    assert max(first.values()) < 50 + 4 * np.sqrt(200 * 3 / 16)


# --- dealing ----------------------------------------------------------------------------------------


def clinic(share: list[float], order: str) -> Table:
    """Eight jobs whose sizes are no multiples of k; ``share`` of each have the flu."""
    chance = np.random.default_rng(3)
    sizes = [130, 70, 60, 110, 40, 90, 65, 75]
    job = np.repeat(JOBS, sizes)
    ill = np.where(chance.random(len(job)) < np.repeat(share, sizes), "flu", "gout")
    rows = np.argsort(ill, kind="stable") if order == "by illness" else chance.permutation(len(job))
    return Table(pl.DataFrame({"job": job[rows], "ill": ill[rows]}))


def shaped(table: Table, **keys: Any) -> Shape:
    attributes = {"job": JOB, "ill": {"role": "sensitive", "t": keys.pop("t")}}
    policy = Policy.model_validate({"seed": 1, "order": "keep", "attributes": attributes, **keys})
    return read_shape(table, policy, Library(policy, Path()))


def closeness(shape: Shape) -> float:
    found = privacy_of_table(shape.mask(np.random.default_rng(1)).table, shape.policy)
    return found.t_achieved["ill"]


@pytest.mark.parametrize("method", ["s-mdav", "mdav-mode"])
def test_a_file_by_illness_gives_classes_like_any_other(method: str) -> None:
    """Dividing a job's rows as they arrive would put one illness into one class."""
    shape = shaped(clinic([0.5] * 8, "by illness"), k=50, t=1.0, method=method)
    mixed = shaped(clinic([0.5] * 8, "mixed"), k=50, t=1.0, method=method)
    dealt = [closeness(shape.dealt(RunKey.of(seed))) for seed in range(6)]
    usual = [closeness(mixed.dealt(RunKey.of(seed))) for seed in range(6)]
    assert closeness(shape) > 1.5 * max(usual)  # as they arrive
    assert np.mean(dealt) < 1.4 * np.mean(usual)


@pytest.mark.parametrize("t", [0.3, 0.25, 0.2])
def test_who_of_a_job_goes_where_does_not_depend_on_the_illness(t: float) -> None:
    """Improving groups under a promise may decide how many of a job go where, but not which."""
    table = clinic([0.85, 0.3, 0.3, 0.3, 0.3, 0.85, 0.85, 0.3], "mixed")
    job, flu = table.frame["job"].to_numpy(), (table.frame["ill"] == "flu").to_numpy()
    shape, divided = shaped(table, k=20, t=t), 0
    for seed in range(4):
        groups = shape.dealt(RunKey.of(seed)).mask(np.random.default_rng(1)).groups
        for name in JOBS:
            here = job == name
            n, ill = int(here.sum()), int(flu[here].sum())
            parts = np.unique(groups[here])
            divided += len(parts) > 1
            for part in parts:
                size = int((groups[here] == part).sum())
                expected = size * ill / n
                spread = np.sqrt(expected * (1 - ill / n) * (n - size) / (n - 1))
                assert abs(flu[here & (groups == part)].sum() - expected) <= 4 * spread + 1e-9
    assert divided or t != 0.3


def test_equal_sets_and_users_are_dealt_too() -> None:
    """Seven equal sets beside others: which of them share a class with the odd ones is up to the key, not the place."""
    ready = ready_sets(["tea|milk"] * 7 + ["saw", "hammer"], k=3, method="set-mdav")
    alone = Counter()
    for seed in range(60):
        groups = ready.dealt(RunKey.of(seed)).mask(np.random.default_rng(1)).groups
        alone.update(np.flatnonzero(groups[:7] == groups[7]).tolist())
    assert set(alone) == set(range(7))
    users = ready_log([(f"u{i}", "tea") for i in range(7)] + [("x", "saw"), ("y", "hammer")], k=3, method="log-mdav")
    beside = Counter()
    for seed in range(60):
        dealt = users.dealt(RunKey.of(seed))
        groups = dict(zip(dealt.log.users, dealt.masking(np.random.default_rng(1)).groups.tolist(), strict=True))
        beside.update(u for u in groups if u.startswith("u") and groups[u] == groups["x"])
    assert set(beside) == {f"u{i}" for i in range(7)}


# --- the run key ------------------------------------------------------------------------------------


def test_the_same_key_makes_the_same_bytes_and_another_does_not(tmp_path: Path) -> None:
    staff().write_csv(tmp_path / "staff.csv")
    policy = Policy.model_validate({**STAFF, "order": "shuffle", "method": "resample"})
    made = [
        anonymise_file(tmp_path / "staff.csv", policy, out=tmp_path / name, key=key)
        for name, key in (("a", RunKey.of(1)), ("b", RunKey.of(1)), ("c", RunKey.of(2)), ("d", None), ("e", None))
    ]
    hashes = [one.evidence.output.sha256 for one in made]
    assert hashes[0] == hashes[1]
    assert len(set(hashes)) == 4
    again = anonymise_file(tmp_path / "staff.csv", policy, out=tmp_path / "f", key=RunKey.from_hex(made[3].key.hex()))
    assert again.evidence.output.sha256 == hashes[3]
    assert again.link.tolist() == made[3].link.tolist()


def test_a_key_does_not_show_itself() -> None:
    key = RunKey.of(7)
    assert key.hex() not in repr(key)
    assert str(key.secret) not in repr(key)
    with pytest.raises(ValueError, match="32 bytes"):
        RunKey(b"short")


def test_turns_are_independent_of_each_other() -> None:
    key, n = RunKey.of(5), 2_000
    texts = [str(i) for i in range(n)]
    deal, order = key.turns("deal", texts), key.turns("order", texts)
    assert sorted(deal.tolist()) == list(range(n))
    for one, other in ((deal, order), (deal, np.arange(n)), (deal, RunKey.of(6).turns("deal", texts))):
        assert abs(np.corrcoef(one, other)[0, 1]) < 4 / np.sqrt(n)


# --- the link ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("method", ["auto", "s-mdav", "recode", "resample", "datafly", "suppress"])
def test_the_link_gives_the_figures_of_the_evidence(tmp_path: Path, method: str, order: str) -> None:
    staff().write_csv(tmp_path / "staff.csv")
    limit = {"suppress": 1.0, "datafly": 0.3}.get(method, 0.0)
    policy = Policy.model_validate({**STAFF, "k": 2, "method": method, "order": order, "suppression_limit": limit})
    release = anonymise_file(tmp_path / "staff.csv", policy, out=tmp_path / "out")
    link = read_link(tmp_path / "out-private" / "link.csv", "table")
    assert link.tolist() == release.link.tolist()
    found = assess_release(tmp_path / "staff.csv", tmp_path / "out" / "release.csv", policy, link=link)
    evidence = release.evidence
    assert (found.privacy, found.utility, found.risk) == (evidence.privacy, evidence.utility, evidence.risk)
    assert found.utility.loss_percent is not None
    written, before = read(tmp_path / "out" / "release.csv").frame["ill"], staff()["ill"].gather(release.link)
    there = written != "*"
    assert written.filter(there).to_list() == before.filter(there).to_list()


def test_a_link_of_users_survives_its_file(tmp_path: Path) -> None:
    link = {"1": 'ann, "the first"', "2": "two\nlines", "10": ""}
    (tmp_path / "link.csv").write_text("".join(link_parts(link)), encoding="utf-8", newline="")
    assert read_link(tmp_path / "link.csv", "log") == link


def test_a_link_of_the_wrong_kind_is_refused() -> None:
    log = ready_log([("a", "tea"), ("b", "tea")])
    table = log.mask(np.random.default_rng(1)).table
    with pytest.raises(InputError, match="a log has one of users"):
        log.assess(table, link=np.arange(2))
    with pytest.raises(InputError, match="does not fit"):
        log.assess(table, link={"1": "a", "2": "nobody"})
    with pytest.raises(InputError, match="does not fit"):
        log.assess(table, link={"1": "a"})
    with pytest.raises(InputError, match="only a log has those"):
        in_original_order(table, table, {"1": "a"})


def test_kept_cells_contradict_a_wrong_link(tmp_path: Path) -> None:
    staff().write_csv(tmp_path / "staff.csv")
    policy = Policy.model_validate({**STAFF, "seed": 1})
    release = anonymise_file(tmp_path / "staff.csv", policy, out=tmp_path / "out")
    original, written = read(tmp_path / "staff.csv"), tmp_path / "out" / "release.csv"
    verify_table(original, written, policy, release.link)
    verify_table(original, written, policy)  # without the link: the same texts together
    wrong = release.link.copy()
    wrong[[0, 1]] = wrong[[1, 0]]
    with pytest.raises(VerificationError, match="untouched column 'ill'"):
        verify_table(original, written, policy, wrong)


# --- persons ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("order", ORDERS)
def test_persons_are_counted_through_the_link(tmp_path: Path, order: str) -> None:
    visits = staff().with_columns(pl.Series("name", [f"P{i // 2}" for i in range(70)]))
    visits.write_csv(tmp_path / "visits.csv")
    policy = Policy.model_validate({**STAFF, "k": 3, "individual": "name", "order": order, "seed": 1})
    release = anonymise_file(tmp_path / "visits.csv", policy, out=tmp_path / "out")
    assert release.evidence.privacy.verified
    classes: dict[int, set[str]] = {}
    for group, row in zip(release.groups.tolist(), release.link.tolist(), strict=True):
        classes.setdefault(group, set()).add(visits["name"][row])
    assert release.evidence.privacy.k_achieved == min(map(len, classes.values())) >= 3
    files = tmp_path / "visits.csv", tmp_path / "out" / "release.csv"
    assert assess_release(*files, policy, link=release.link).privacy == release.evidence.privacy
    unmatched = assess_release(*files, policy.model_copy(update={"order": "sorted"})).privacy
    assert (unmatched.verified, unmatched.persons_counted) == (False, False)


def test_a_broken_promise_of_persons_is_found_through_the_link(tmp_path: Path) -> None:
    table = Table(pl.DataFrame({"who": ["x", "x", "y", "z"], "q": ["a", "a", "b", "b"]}))
    attributes = {"who": "identifier", "q": {"role": "quasi", "kind": "nominal"}}
    policy = Policy.model_validate({"k": 2, "individual": "who", "attributes": attributes})
    written = write_table(table.with_columns({}, drop=["who"], rows=np.array([3, 0, 2, 1])), tmp_path)
    with pytest.raises(VerificationError, match="only 1 persons a class"):
        verify_table(table, written, policy, np.array([3, 0, 2, 1]))


def test_a_release_in_python_says_whose_its_rows_are() -> None:
    people = staff()
    release = sb.anonymise(people, STAFF, seed=3)
    assert release.data["ill"].to_list() == people["ill"].gather(release.link).to_list()
    for row in range(0, 70, 7):
        told = release.explain(row)
        assert told.row == row
        assert told.values[0].original == people["job"][int(release.link[row])]
        assert told.records == int((release.groups == release.groups[row]).sum())
    assert len(set(release.groups.tolist())) == release.evidence.plan.groups


def test_the_public_checklist_is_not_green_where_a_counter_tells_the_order():
    frame = pl.DataFrame({"job": ["cook", "nurse"] * 30, "no": [str(i) for i in range(60)]})
    job = {"role": "quasi", "kind": "nominal"}
    release = sb.anonymise(frame, k=5, attributes={"job": job, "no": "keep"}, seed=1)
    for evidence in (release.evidence, release.public_evidence):
        assert {one.status for one in evidence.checklist if one.check == "order"} == {"amber"}


# --- rows that came in another order ----------------------------------------------------------------


@pytest.mark.parametrize("order", ["sorted", "shuffle"])
@pytest.mark.parametrize("method", ["auto", "mdav", "mdav-mode", "sa-mdav", "recode", "resample", "incognito"])
def test_rows_in_another_order_give_the_same_release_and_name_the_same_records(method: str, order: str) -> None:
    people = staff().sample(200, with_replacement=True, seed=1)  # some records are equal, some differ in illness alone
    there = np.random.default_rng(3).permutation(200)
    policy = STAFF | {"method": method, "seed": 5, "order": order, "rare": "publish", "others": "keep"}
    first, second = (
        sb.anonymise(rows, policy, accept={"identifier": "a test", "determines": "a test"})
        for rows in (people, people[there])
    )
    assert first.data.equals(second.data)
    named = [rows[np.asarray(one.link)].rows() for rows, one in ((people, first), (people[there], second))]
    assert named[0] == named[1]
