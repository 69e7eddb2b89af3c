"""What files write for nothing, and how people spell: the same in every method, promise and proof."""

import polars as pl
import pytest

import semblant as sb
from semblant.policy.model import Policy
from semblant.terms.mapping import map_column
from tests.sets.making import ready_sets

SPELT = [
    "HIV",
    "hiv",
    "HIV ",
    " hiv",
    "Hiv",
    "hIV",
    "HIv",
    "hiV",
    "flu",
    "FLU",
    "Flu",
    "flu ",
    " flu",
    "fLU",
    "flU",
    "FLu",
]


@pytest.mark.parametrize("kind", ["distinct", "entropy", "recursive"])
def test_persons_with_many_spellings_of_few_secrets(kind):
    frame = pl.DataFrame({"p": [f"p{i % 4}" for i in range(16)], "x": [i // 4 for i in range(16)], "ill": SPELT})
    ill = {"role": "sensitive", "l": 2, "l_kind": kind, "c": 5}
    release = sb.anonymise(frame, k=2, individual="p", attributes={"p": "identifier", "x": "quasi", "ill": ill})
    assert release.evidence.privacy.verified
    for group in set(release.groups.tolist()):
        told = [v for v, g in zip(release.data["ill"], release.groups.tolist(), strict=True) if g == group]
        assert {text.strip().lower() for text in told} == {"hiv", "flu"}


def test_records_of_nobody_in_particular_are_those_of_one_person():
    frame = pl.DataFrame({"p": ["", "NA", "-", "n/a"], "x": [1, 1, 2, 2]})
    with pytest.raises(sb.PrivacyError, match="at most 1 person"):
        sb.anonymise(frame, k=2, individual="p", attributes={"p": "identifier", "x": "quasi"})


@pytest.mark.parametrize("method", ["datafly", "incognito", "best-first", "auto"])
@pytest.mark.parametrize("values", [["1", "2", "NA", "8", "9", "9"], ["2020-01-01", "2020-01-02", "n/a", "2021-05-05"]])
def test_missing_numbers_and_dates_are_no_hindrance(method, values):
    kind = "numeric" if len(values) == 6 else "date"
    frame = pl.DataFrame({"x": values * 2})
    release = sb.anonymise(frame, k=2, method=method, attributes={"x": {"role": "quasi", "kind": kind}})
    assert release.evidence.privacy.k_achieved >= 2


@pytest.mark.parametrize("nothing", ["NA", "n/a", "?", "-", ""])
def test_what_init_takes_for_missing_words_is_missing_in_a_run(nothing):
    """R writes NA for a missing word; the suggested policy must hold for the very table it was made from."""
    frame = pl.DataFrame({"job": ["nurse", "baker", "cook", nothing, nothing] * 6})
    release = sb.anonymise(frame, sb.suggest_policy(frame))
    facts = release.evidence.mapping["job"]
    assert (facts.values, facts.unknown, release.evidence.privacy.verified) == (3, 0, True)
    assert nothing == "" or nothing not in set(release.data["job"])
    asked = {"job": {"role": "quasi", "kind": "semantic", "knowledge": "wordnet"}}
    with pytest.raises(sb.InputError, match="12 of 30 records have no value"):
        sb.anonymise(frame, k=2, missing="error", attributes=asked)
    hidden = sb.anonymise(frame, k=2, missing="suppress", attributes=asked)
    assert "*" in set(hidden.data["job"])


@pytest.mark.parametrize("method", ["auto", "mdav-lcs", "recode", "datafly", "incognito", "best-first"])
def test_missing_words_are_no_hindrance(method):
    frame = pl.DataFrame({"job": ["nurse", "baker", "cook", "NA", "NA", "NA"] * 2})
    asked = {"job": {"role": "quasi", "kind": "semantic", "knowledge": "wordnet"}}
    assert sb.anonymise(frame, k=3, method=method, attributes=asked).evidence.privacy.k_achieved >= 3


def test_a_word_that_says_no_value_elsewhere_is_itself_where_the_vocabulary_knows_it():
    states = sb.Taxonomy.from_edges([("NA", "Africa"), ("KE", "Africa"), ("FR", "Europe")])
    meanings = map_column(["NA", "KE", "?"], [1, 1, 1], states, attribute="country")
    assert [meanings.is_missing(text) for text in meanings.values] == [False, False, True]


def test_items_that_say_no_value_are_left_out_of_sets():
    ready = ready_sets(["tea|NA", "tea|milk", "?", "tea"])
    assert sorted(ready.reader.items) == [(), ("tea",), ("tea",), ("tea", "milk")]


@pytest.mark.parametrize("codes", [["FR01", "FR75", "FR13"], ["12a", "14a", "3a"], ["0012", "0770", "4711"]])
def test_codes_are_not_taken_for_numbers_unasked(codes):
    release = sb.anonymise(pl.DataFrame({"x": codes * 2}), k=2, attributes={"x": "quasi"})
    assert release.evidence.policy["attributes"]["x"]["kind"] != "numeric"
    assert set(release.data["x"]) <= set(codes)


def test_a_level_may_be_called_as_what_is_missing_elsewhere():
    frame = pl.DataFrame({"x": [str(i) for i in range(12)], "s": ["no", "na", "yes"] * 4})
    kept = {"role": "sensitive", "t": 0.1, "ground": "ordered", "levels": ["no", "na", "yes"]}
    release = sb.anonymise(frame, k=2, attributes={"x": {"role": "quasi", "kind": "numeric"}, "s": kept})
    assert release.evidence.privacy.verified


def test_missing_levels_are_refused_where_the_policy_says_so():
    level = {"role": "quasi", "kind": "ordinal", "levels": ["low", "high"], "missing": "error"}
    with pytest.raises(sb.InputError, match="1 of 4 records has no value"):
        sb.anonymise(pl.DataFrame({"x": ["low", "high", "NA", "low"]}), Policy(k=2, attributes={"x": level}))


@pytest.mark.parametrize("method", ["datafly", "incognito", "best-first", "auto"])
def test_what_cannot_be_reached_is_refused_with_what_could_be(method):
    frame = pl.DataFrame({"x": ["1", "2", "3", "4"] * 3, "ill": ["HIV", "hiv", "", "NA"] * 3})
    ill = {"role": "sensitive", "l": 2}
    with pytest.raises(sb.PrivacyError, match="has 1 different value in all"):
        sb.anonymise(frame, k=2, method=method, attributes={"x": {"role": "quasi", "kind": "numeric"}, "ill": ill})
