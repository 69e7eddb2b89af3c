"""The proof counts l, t and persons on the written bytes for itself, and refuses what breaks a promise."""

from collections import defaultdict
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from semblant.data.read import read
from semblant.data.table import Table
from semblant.errors import VerificationError
from semblant.evidence import Privacy
from semblant.knowledge.taxonomy import Taxonomy
from semblant.policy.model import Policy
from semblant.privacy.promises import promises_of
from semblant.proof.meanings import prove
from semblant.proof.tables import broken, privacy_of_table, refuse_broken, verify_table
from semblant.space.reading import Library
from tests.privacy import slow
from tests.properties.strategies import examples

Rows = list[tuple[str, str]]


def table(**columns: list[str]) -> Table:
    return Table(pl.DataFrame(columns, schema=dict.fromkeys(columns, pl.String)))


def policy(k: int = 2, individual: str | None = None, order: str = "keep", **sensitive: object) -> Policy:
    attributes = {"q": {"role": "quasi", "kind": "nominal"}, "s": {"role": "sensitive", **sensitive}}
    if individual:
        attributes[individual] = {"role": "identifier"}
    return Policy.model_validate({"k": k, "attributes": attributes, "individual": individual, "order": order})


def by_class(rows: Rows) -> list[list[str]]:
    found = defaultdict(list)
    for key, value in rows:
        found[key].append(value)
    return list(found.values())


rows = st.lists(
    st.tuples(st.sampled_from("ab*"), st.sampled_from(["1", "02", "2", " 2", "-3.5", "", " ", "1e1", "1E1"])),
    min_size=1,
    max_size=12,
)


@pytest.mark.parametrize("kind", ["distinct", "entropy", "recursive"])
@pytest.mark.parametrize("ground", ["equal", "ordered"])
@examples(25)
@given(rows=rows, c=st.sampled_from([0.7, 1.0, 3.0]))
def test_l_and_t_are_counted_by_their_definitions(kind, ground, rows, c):
    release = table(q=[q for q, _ in rows], s=[s for _, s in rows])
    found = privacy_of_table(release, policy(l_kind=kind, ground=ground, c=c))
    classes, everything = by_class(rows), [s for _, s in rows]
    assert found.l_achieved == {"s": pytest.approx(min(slow.diversity(held, kind, c, float) for held in classes))}
    if ground == "equal":
        farthest = max(slow.equal(held, everything) for held in classes)
    else:
        place = lambda s: float(s) if s.strip() else -1e9  # noqa: E731
        farthest = max(slow.ordered_both(held, everything, place) for held in classes)
    assert found.t_achieved == {"s": pytest.approx(float(farthest), abs=1e-12)}
    assert (found.k_achieved, found.classes) == (min(map(len, classes)), len(classes))


def test_many_values_are_counted_in_blocks(monkeypatch):
    release = table(q=[*"aaabbbccc"], s=[*"123456789"])
    asked = policy(ground="ordered")
    whole = privacy_of_table(release, asked)
    monkeypatch.setattr("semblant.proof.sensitive._CELLS", 1)
    assert privacy_of_table(release, asked) == whole


@pytest.mark.parametrize(
    ("promise", "holds"),
    [
        ({"l": 2}, True),
        ({"l": 3}, False),
        ({"l": 1.88, "l_kind": "entropy"}, True),
        ({"l": 2, "l_kind": "entropy"}, False),
        ({"l": 2, "l_kind": "recursive", "c": 2.5}, True),
        ({"l": 2, "l_kind": "recursive", "c": 2}, False),
        ({"t": 0.17}, True),
        ({"t": 0.16}, False),
        ({"l": 2, "t": 0.16}, False),
    ],
    ids=str,
)
def test_a_promise_is_kept_or_the_release_refused(promise, holds):
    asked = policy(k=3, **promise)
    found = privacy_of_table(table(q=[*"aaabbb"], s=[*"xxyyyx"]), asked)
    assert found.verified is holds
    if holds:
        refuse_broken(found, asked, "release.csv")
        return
    with pytest.raises(VerificationError, match="was promised") as caught:
        refuse_broken(found, asked, "release.csv")
    assert "Nothing was published" in caught.value.message
    assert caught.value.exit_code == 1


def test_t_is_not_lost_to_rounding():
    assert privacy_of_table(table(q=[*"aaabbbccc"], s=[*"xyzxyzxyz"]), policy(t=0.0)).verified
    assert privacy_of_table(table(q=[*"aaabbbccc"], s=[*"xyzxyzxyz"]), policy(l=3, l_kind="entropy")).verified


def test_columns_without_a_promise_are_counted_too_and_suppressed_records_are_not():
    some = policy().model_copy(update={"suppression_limit": 0.2})
    found = privacy_of_table(table(q=[*"aabb*"], s=[*"xyxx*"]), some)
    assert (found.l_achieved, found.t_achieved) == ({"s": 1.0}, {"s": 0.25})
    assert (found.suppressed_records, found.verified) == (1, True)
    nothing = privacy_of_table(table(q=[*"**"], s=[*"**"]), some.model_copy(update={"suppression_limit": 1.0}))
    assert (nothing.l_achieved, nothing.t_achieved, nothing.verified) == (None, None, False)


def test_what_is_not_released_breaks_no_promise():
    assert privacy_of_table(table(q=[*"aabb"]), policy(l=2)).verified


def test_a_sensitive_value_swapped_in_the_file_is_noticed(tmp_path):
    original = table(q=[*"aabb"], s=[*"xyxy"])
    written = tmp_path / "release.csv"
    written.write_text("q,s\na,x\na,y\nb,x\nb,y\n")
    assert verify_table(original, written, policy(l=2)).l_achieved == {"s": 2.0}
    written.write_text("q,s\na,x\nb,y\na,x\nb,y\n")  # the columns are as they were, the classes are not
    with pytest.raises(VerificationError, match="only l = 1 in 's'; 2 was promised"):
        verify_table(original, written, policy(l=2))
    with pytest.raises(VerificationError, match=r"t = 0\.5 in 's'; 0\.2 was promised"):
        verify_table(original, written, policy(t=0.2))


# --- persons ---------------------------------------------------------------------------------------

PEOPLE = table(q=[*"aaaabb"], s=[*"xxyyxy"], who=[*"112213"])
RELEASE = table(q=[*"aaaabb"], s=[*"xxyyxy"])


def test_persons_are_counted_by_the_original_where_rows_match():
    found = privacy_of_table(RELEASE, policy(individual="who"), PEOPLE)
    assert (found.k_achieved, found.verified) == (2, True)
    assert not privacy_of_table(RELEASE, policy(k=3, individual="who"), PEOPLE).verified


def test_persons_are_counted_by_the_release_where_it_names_them():
    asked = policy(individual="who", order="shuffle")
    asked = asked.model_copy(update={"attributes": {**asked.attributes, "who": asked.attributes["s"]}})
    assert privacy_of_table(PEOPLE, asked).k_achieved == 2


def test_where_rows_do_not_match_only_what_sizes_show_is_claimed():
    asked = policy(individual="who", order="shuffle")
    assert privacy_of_table(RELEASE, asked, PEOPLE).k_achieved == 1  # two records may be of one person
    four = table(q=[*"aaaabbbb"], s=[*"xxyyxyxy"])
    people = table(q=[*"aaaabbbb"], s=[*"xxyyxyxy"], who=[*"11223344"])
    assert privacy_of_table(four, asked, people).k_achieved == 2  # four records are of two persons at least
    assert privacy_of_table(four, asked, people, aligned=True).k_achieved == 2
    assert privacy_of_table(four, asked).k_achieved == 1
    assert privacy_of_table(four, policy(individual="who", order="shuffle", l_kind="entropy"), people).l_achieved == {
        "s": 0.0
    }


@examples(60)
@given(people=st.lists(st.sampled_from("12345"), min_size=2, max_size=12), data=st.data())
def test_the_bound_from_sizes_never_exceeds_the_count(people, data):
    quasi = data.draw(st.lists(st.sampled_from("ab"), min_size=len(people), max_size=len(people)))
    original = table(q=quasi, s=["x"] * len(people), who=people)
    release = table(q=quasi, s=["x"] * len(people))
    exact = privacy_of_table(release, policy(individual="who"), original).k_achieved
    bound = privacy_of_table(release, policy(individual="who", order="shuffle"), original).k_achieved
    assert 1 <= bound <= exact == min(len(set(held)) for held in by_class(list(zip(quasi, people, strict=True))))


@pytest.mark.parametrize(("kind", "expected"), [("distinct", 2.0), ("entropy", 2.0), ("recursive", 2.0)])
def test_a_person_says_each_thing_once(kind, expected):
    people = table(q=[*"aaaaa"], s=[*"xxxxy"], who=[*"11112"])
    release = table(q=[*"aaaaa"], s=[*"xxxxy"])
    found = privacy_of_table(release, policy(individual="who", l=2, l_kind=kind, c=1.5), people)
    assert found.l_achieved == {"s": pytest.approx(expected)}
    assert privacy_of_table(release, policy(l_kind="recursive", c=1.5)).l_achieved == {"s": 1.0}


def test_the_message_speaks_of_persons():
    asked = policy(k=3, individual="who")
    (sentence,) = broken(privacy_of_table(RELEASE, asked, PEOPLE), asked)
    assert sentence == "The written release is only 2 persons a class; k = 3 was promised."


# --- what only meanings can tell -------------------------------------------------------------------

ILLS = Taxonomy.from_paths(
    ["ill/heart/angina", "ill/heart/infarction", "ill/lung/asthma", "ill/lung/bronchitis"], name="ills"
)


def proven(original: Table, release: Table, asked: Policy) -> tuple[Privacy, Privacy]:
    library = Library(asked, Path())
    library.opened["ills"] = ILLS
    found = privacy_of_table(release, asked, original)
    return found, prove(found, release, asked, promises_of(asked, original, library))


NEAR = table(q=[*"aabb"], s=["angina", "infarction", "asthma", "bronchitis"])
FAR = table(q=[*"abab"], s=["angina", "infarction", "asthma", "bronchitis"])


@pytest.mark.parametrize(("release", "l_found"), [(NEAR, 1.0), (FAR, 2.0)])
def test_semantic_diversity_is_open_until_it_is_proven(release, l_found):
    before, after = proven(NEAR, release, policy(l=2, l_kind="semantic", apart=0.7, knowledge="ills"))
    assert (before.l_achieved, before.verified) == (None, False)
    assert (after.l_achieved, after.verified) == ({"s": l_found}, l_found == 2)


def test_semantic_closeness_is_open_until_it_is_proven():
    asked = policy(t=0.5, ground="semantic", knowledge="ills")
    before, after = proven(NEAR, FAR, asked)
    assert (before.t_achieved, before.verified, after.verified) == (None, False, True)
    _, apart = proven(NEAR, NEAR, asked)
    assert apart.t_achieved["s"] > after.t_achieved["s"] > 0


def test_values_of_another_tool_are_read_as_they_stand():
    asked = policy(l=2, l_kind="semantic", apart=0.7, knowledge="ills")
    wider = table(q=[*"aabb"], s=["heart", "lung", "angina", "no such thing"])
    assert proven(NEAR, wider, asked)[1].l_achieved == {"s": 2.0}


def test_dates_of_any_format_have_their_order():
    iso = table(q=[*"aabb"], s=["2023-12-31", "2024-01-01", "2024-02-01", "2025-01-01"])
    german = table(q=[*"aabb"], s=["31.12.2023", "01.01.2024", "01.02.2024", "01.01.2025"])
    asked = policy(t=0.7, ground="ordered", kind="date")
    at_once, same = proven(iso, iso, asked)
    assert at_once == same
    before, after = proven(german, german, asked)
    assert (before.t_achieved, before.verified) == (None, False)
    assert (after.t_achieved, after.verified) == (at_once.t_achieved, True)


def test_levels_have_the_order_they_are_given_in():
    mild = table(q=[*"aabb"], s=["mild", "severe", "", "mild"])
    found = privacy_of_table(mild, policy(ground="ordered", levels=["mild", "severe"]))
    expected = slow.ordered(["mild", "severe"], ["mild", "severe", "", "mild"], ["", "mild", "severe"].index)
    assert found.t_achieved == {"s": pytest.approx(float(expected))}


def test_what_was_read_back_from_a_file_is_what_counts(tmp_path):
    written = tmp_path / "r.csv"
    written.write_text('q,s\na,x\na,\nb,""\nb,x\n')
    assert privacy_of_table(read(written), policy(l=2)).l_achieved == {"s": 1.0}  # an empty cell is no second value
    written.write_text('q,s\na,x\na,y\nb,""\nb,x\nb,y\n')
    assert privacy_of_table(read(written), policy(l=2)).l_achieved == {"s": 2.0}
