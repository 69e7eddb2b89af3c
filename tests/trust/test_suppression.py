"""Suppression on the written bytes: no more than the policy allows, and a * of the data is a value like any other."""

from pathlib import Path

import numpy as np
import polars as pl
import pytest

from semblant.data.read import read
from semblant.data.table import Table
from semblant.errors import PrivacyError, UnreachableError, VerificationError
from semblant.policy.model import Policy
from semblant.proof.suppression import suppression
from semblant.proof.tables import privacy_of_table, verify_table
from semblant.release.assess import assess_release
from semblant.release.pipeline import anonymise_file

GENERALISING = ["datafly", "incognito", "best-first", "suppress"]
NOMINAL = {"role": "quasi", "kind": "nominal"}


def table(**columns: list[str]) -> Table:
    return Table(pl.DataFrame(columns))


def policy(attributes: dict, **keys: object) -> Policy:
    return Policy.model_validate({"k": 2, "seed": 1, "order": "keep", "attributes": attributes, **keys})


def released(folder: Path, columns: dict[str, list[str]], asked: Policy):
    source = folder / "in.csv"
    pl.DataFrame(columns).write_csv(source)
    made = anonymise_file(source, asked, out=folder / "out")
    file = folder / "out" / "release.csv"
    assert assess_release(source, file, asked, base=folder).privacy == made.evidence.privacy
    assert made.evidence.privacy.verified
    return read(source), file, made.evidence.privacy


TOWNS = {"town": [*"aaaabbbbc"], "note": [*"123456789"]}
ASKED = {"town": NOMINAL, "note": "keep"}


@pytest.mark.parametrize("method", GENERALISING)
def test_as_many_as_the_policy_allows(tmp_path, method):
    _, file, privacy = released(tmp_path, TOWNS, policy(ASKED, method=method, suppression_limit=0.2))
    assert (privacy.suppressed_records, privacy.k_achieved, privacy.classes) == (1, 4, 2)
    assert read(file).frame.rows()[-1] == ("*", "*")


def test_the_limit_is_verified_on_the_bytes(tmp_path):
    asked = policy(ASKED, method="suppress", suppression_limit=0.2)
    original, file, _ = released(tmp_path, TOWNS, asked)
    honest = file.read_text()
    verify_table(original, file, asked)
    file.write_text(honest.replace("b,5", "*,*"))
    with pytest.raises(VerificationError, match="1 more than the policy allows") as refused:
        verify_table(original, file, asked)
    assert refused.value.exit_code == 1
    file.write_text(honest + "*,*\n")  # a row of * that nobody had
    with pytest.raises(VerificationError, match="10 records; the original has 9"):
        verify_table(original, file, asked)


def test_a_method_that_leaves_nobody_out_may_not_leave_one_out():
    original = table(q=[*"aabbc"], s=[*"xyzuv"])
    asked = policy({"q": NOMINAL, "s": "keep"})
    assert privacy_of_table(table(q=[*"aabb*"], s=[*"xyzu*"]), asked, original).suppressed_beyond_limit == 1
    assert not privacy_of_table(table(q=[*"aabb*"], s=[*"xyzu*"]), asked, original).verified


@pytest.mark.parametrize("linked", [True, False])
def test_whole_classes_may_not_be_starred_or_left_out_either(linked):
    """k rows of * would be a class of their own; only where nothing is unmasked can a method have made them."""
    original = table(q=[*"aaaabbbb"], s=[*"12345678"])
    asked, rows = policy({"q": NOMINAL, "s": "keep"}, order="sorted"), np.arange(8)
    starred, short = table(q=[*"aaaa****"], s=[*"1234****"]), table(q=[*"aaaa"], s=[*"1234"])
    for release in (starred, short):
        found = assess_release(original, release, asked, link=rows[: release.records] if linked else None)
        assert (found.privacy.suppressed_records, found.privacy.suppressed_beyond_limit) == (4, 4)
        assert (found.privacy.classes, found.privacy.k_achieved) == (1, 4), "what is missing is no class"
        assert not found.holds
    alike = privacy_of_table(table(q=[*"aaaa****"]), policy({"q": NOMINAL}), table(q=[*"aaaabcde"]))
    assert (alike.suppressed_records, alike.classes, alike.verified) == (0, 2, True)


@pytest.mark.parametrize("shape", [{}, {"method": "km-apriori", "accept": "not-k-anonymous"}])
def test_sets_that_are_left_out_are_suppressed(shape):
    asked = policy(
        {"items": {"role": "quasi", "kind": "set", "unknown": "nominal"}}, shape="sets", order="sorted", **shape
    )
    original, short = table(items=["tea"] * 6), table(items=["tea"] * 3)
    for link in (np.arange(3), None):
        found = assess_release(original, short, asked, link=link)
        assert (found.privacy.suppressed_beyond_limit, found.privacy.verified, found.holds) == (3, False, False)
        assert {d.check for d in found.deviations} == {"suppression"}


@pytest.mark.parametrize("seed", [2, 4, 8, 39])
def test_best_first_leaves_nobody_without_a_label(tmp_path, seed):
    """Merged in one go, between 7 and 13 of these records end with no label in common with others."""
    rng = np.random.default_rng(seed)
    columns = {name: [str(n) for n in rng.integers(0, 4, 24)] for name in ("town", "job")}
    columns["id"] = [str(i) for i in range(24)]
    asked = policy({"town": NOMINAL, "job": NOMINAL, "id": "keep"}, method="best-first", k=3)
    _, file, privacy = released(tmp_path, columns, asked)
    assert not any(row[:2] == ("*", "*") for row in read(file).frame.rows())
    assert (privacy.suppressed_records, privacy.suppressed_beyond_limit) == (0, 0)


def test_best_first_says_when_records_must_be_left_out(tmp_path):
    columns = {"town": [*"aabbz"], "job": [*"mmnny"]}
    attributes = {"town": NOMINAL, "job": NOMINAL}
    with pytest.raises(UnreachableError) as refused:
        released(tmp_path, columns, policy(attributes, method="best-first"))
    assert refused.value.where == "suppression_limit"
    _, file, privacy = released(tmp_path, columns, policy(attributes, method="best-first", suppression_limit=0.2))
    assert (privacy.suppressed_records, privacy.k_achieved, privacy.classes) == (1, 2, 2)
    assert read(file).frame.rows()[-1] == ("*", "*")


@pytest.mark.parametrize("method", GENERALISING)
def test_where_everything_would_be_suppressed_nothing_is_published(tmp_path, method):
    columns = {"town": [*"abcdef"]}
    with pytest.raises(PrivacyError) as refused:
        released(tmp_path, columns, policy({"town": NOMINAL}, method=method, suppression_limit=1.0))
    assert refused.value.exit_code == 1
    assert not (tmp_path / "out").exists()


def test_nothing_released_verifies_nothing():
    found = privacy_of_table(table(q=[*"**"], s=[*"**"]), policy({"q": NOMINAL, "s": "keep"}, suppression_limit=1.0))
    assert (found.classes, found.k_achieved, found.verified) == (0, 0, False)


@pytest.mark.parametrize("method", [*GENERALISING, "auto", "recode", "sa-mdav"])
@pytest.mark.parametrize("limit", [0.0, 0.2])
def test_a_star_in_the_data_is_a_value_like_any_other(tmp_path, method, limit):
    """In a masked column, in kept ones, and in a row of which nothing else is published."""
    columns = {
        "town": [*"aaaa***bbb"], "job": [*"mmmm***mmm"], "note": [*"*2***678*0"], "ill": ["*", *"abc", "*", *"defgh"],
    }  # fmt: skip
    attributes = {"town": NOMINAL, "job": NOMINAL, "note": "keep", "ill": {"role": "sensitive"}}
    asked = policy(attributes, method=method, k=3, suppression_limit=limit)
    original, file, privacy = released(tmp_path, columns, asked)
    assert (privacy.suppressed_records, privacy.suppressed_beyond_limit) == (0, 0)
    kept = ["note", "ill"]
    assert read(file).frame.select(kept).equals(original.frame.select(kept))
    classes = read(file).frame.group_by("town", "job").len().get_column("len")
    assert (privacy.k_achieved, privacy.classes) == (classes.min(), len(classes))


@pytest.mark.parametrize("method", ["datafly", "incognito"])
def test_a_star_in_a_kept_column_beside_columns_at_their_widest(tmp_path, method):
    columns = {"town": [*"abcdef"], "note": [*"*2*4*6"]}
    _, file, privacy = released(tmp_path, columns, policy({"town": NOMINAL, "note": "keep"}, method=method))
    assert read(file).frame.rows() == [("*", note) for note in columns["note"]]
    assert (privacy.k_achieved, privacy.classes, privacy.suppressed_records) == (6, 1, 0)


@pytest.mark.parametrize("method", ["km-apriori", "top-down", "set-mdav"])
def test_a_star_among_items(tmp_path, method):
    columns = {"items": ["*|tea", "*|tea", "*", "*", "tea|milk", "tea|milk"], "note": [*"*1*2*3"]}
    attributes = {"items": {"role": "quasi", "kind": "set"}, "note": "keep"}
    asked = policy(
        attributes, shape="sets", method=method, accept="not-k-anonymous" if method == "km-apriori" else None
    )
    _, file, privacy = released(tmp_path, columns, asked)
    assert privacy.suppressed_records == 0
    assert read(file).frame.get_column("note").to_list() == columns["note"]


def test_missing_values_that_the_policy_suppresses_are_no_suppressed_records(tmp_path):
    columns = {"town": ["a", "a", "b", "b", "", "NA"], "note": [*"123456"]}
    asked = policy({"town": NOMINAL, "note": "keep"}, method="datafly", missing="suppress")
    columns["town"][5] = ""
    _, file, privacy = released(tmp_path, columns, asked)
    assert read(file).frame.get_column("town").to_list() == ["a", "a", "b", "b", "*", "*"]
    assert (privacy.suppressed_records, privacy.suppressed_beyond_limit) == (0, 0)


@pytest.mark.parametrize("limit", [0.0, 0.1])
def test_records_whose_every_value_is_missing_are_a_class_also_where_records_may_be_suppressed(tmp_path, limit):
    columns = {"town": [*"aaaaaabb", "", ""], "age": ["1"] * 8 + ["NA", "-"]}
    attributes = {"town": NOMINAL, "age": {"role": "quasi", "kind": "numeric"}}
    asked = policy(attributes, method="datafly", missing="suppress", suppression_limit=limit)
    _, file, privacy = released(tmp_path, columns, asked)
    assert read(file).frame.rows()[-2:] == [("*", "*")] * 2
    assert (privacy.suppressed_records, privacy.suppressed_beyond_limit, privacy.k_achieved) == (0, 0, 2)


def test_a_word_that_only_numbers_take_for_missing_is_suppressed_with_its_record():
    original = table(town=["a", "a", "-", "-"])
    asked = policy({"town": NOMINAL}, method="datafly", missing="suppress", suppression_limit=0.5)
    assert suppression(table(town=["a", "a", "*", "*"]), asked, original).records == 2


def test_a_star_of_a_method_without_k_is_a_rare_value_that_is_hidden(tmp_path):
    levels = {"role": "quasi", "kind": "ordinal", "levels": ["low", "high"]}
    grades = {"grade": ["low"] * 9 + ["high"], "note": [*"*bcdefghi*"]}
    asked = policy({"grade": levels}, method="resample-heer", accept="not-k-anonymous", others="drop")
    stars = 0
    for seed in range(9):
        folder = tmp_path / str(seed)
        folder.mkdir()
        _, file, privacy = _made(folder, grades, asked.model_copy(update={"seed": seed}))
        stars += file.read_text().count("*")
        assert privacy.suppressed_records == 0
    assert stars


def _made(folder: Path, columns: dict[str, list[str]], asked: Policy):
    source = folder / "in.csv"
    pl.DataFrame(columns).write_csv(source)
    made = anonymise_file(source, asked, out=folder / "out")
    return read(source), folder / "out" / "release.csv", made.evidence.privacy


@pytest.mark.parametrize(("limit", "beyond"), [(0.0, 1), (0.2, 0)])
def test_a_record_that_is_not_there_is_suppressed_too_with_a_link_and_without(tmp_path, limit, beyond):
    asked = policy({"town": NOMINAL, "note": "keep"}, order="sorted", method="suppress", suppression_limit=limit)
    before = table(town=["a"] * 5, note=[*"12345"])
    after = Table(before.frame[:4])
    for link in (np.arange(4), None):
        found = assess_release(before, after, asked, base=tmp_path, link=link)
        assert (found.privacy.suppressed_records, found.privacy.suppressed_beyond_limit) == (1, beyond)
        assert found.holds == (not beyond)


def test_records_left_out_as_stars_are_noticed_however_many_there_are(tmp_path):
    asked = policy({"town": NOMINAL, "note": "keep"}, method="mdav")
    before = table(town=["a"] * 9, note=[*"123456789"])
    for number in (1, 2, 5):
        after = table(town=["a"] * (9 - number) + ["*"] * number, note=[*"123456789"[: 9 - number], *"*" * number])
        found = assess_release(before, after, asked, base=tmp_path)
        assert (found.privacy.suppressed_beyond_limit, found.holds) == (number, False)


def test_generalised_records_without_a_value_left_are_a_class_where_nobody_may_be_left_out(tmp_path):
    attributes = {
        "town": NOMINAL,
        "grade": {"role": "quasi", "kind": "ordinal", "levels": ["low"], "missing": "suppress"},
    }
    columns = {"town": [*"abcdefgh"], "grade": ["low"] * 5 + [""] * 3}
    _, file, privacy = released(tmp_path, columns, policy(attributes, method="incognito"))
    assert file.read_text().count("*,*") == 3
    assert (privacy.suppressed_records, privacy.k_achieved, privacy.classes) == (0, 3, 2)


@pytest.mark.parametrize("linked", [True, False])
def test_sets_that_are_starred_with_all_their_columns_are_suppressed(linked):
    original = table(items=["tea"] * 4 + ["milk"] * 4, age=[*"12345678"])
    items = {"role": "quasi", "kind": "set", "unknown": "nominal"}
    asked = policy({"items": items, "age": "keep"}, shape="sets", order="sorted")
    release = table(items=["*"] * 4 + ["milk"] * 4, age=[*"****5678"])
    found = assess_release(original, release, asked, link=np.arange(8) if linked else None)
    assert (found.privacy.suppressed_records, found.privacy.suppressed_beyond_limit) == (4, 4)
    assert not found.privacy.verified
    assert "suppression" in {one.check for one in found.deviations}
    own = table(items=["*", "*", "tea", "tea"], age=[*"**12"])
    assert not assess_release(own, own, asked).privacy.suppressed_records, "the original says so itself"


@pytest.mark.parametrize(
    ("method", "now", "allowed"),
    [
        ("sa-mdav", ["1970", "1970", "1970", "*", "*", "*", "*"], True),  # two of four are missing: they have no mean
        ("sa-mdav", ["1970", "1970", "*", "*", "*", "*", "*"], False),
        ("recode", ["1970", "1970", "*", "*", "*", "*", "*"], True),  # another record may have nothing to show
    ],
)
def test_records_without_a_mean_are_no_more_than_missing_values_explain(method, now, allowed):
    before = ["1970", "1971", "1980", "1990", "1991", "", ""]
    asked = policy({"born": {"role": "quasi", "kind": "date", "missing": "suppress"}}, method=method)
    assert (suppression(table(born=now), asked, table(born=before)).beyond == 0) == allowed
