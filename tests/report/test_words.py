"""The pages use the right words for what was promised, counted, read, decided and withheld."""

from typing import Any

import polars as pl
import pytest

import semblant as sb
from semblant.assessment.assessment import Assessment
from semblant.data.table import Table
from semblant.evidence import Evidence, HierarchyFacts
from semblant.proof.logs import weaknesses
from semblant.report.figures import loss_beside
from semblant.report.pages import internal_report, public_report
from tests.report.making import CASES, JOBS, assess_case, pages, published, semantic
from tests.report.structure import Structure

PAGES = ("report.html", "report-public.html")


def words(evidence: Evidence, assessment: Assessment, page: str = "report.html") -> str:
    """What a page says, once it is sound."""
    read = Structure(pages(evidence, assessment)[page])
    assert read.wrong == []
    return read.words.replace("\u00a0", " ")


def under(case: str, privacy: dict[str, Any] | None = None, **policy: Any) -> tuple[Evidence, Assessment]:
    """A case whose policy says more, and whose bytes were found to promise something else."""
    evidence, assessment = CASES[case]
    changed = evidence.privacy.model_copy(update=privacy or {})
    return evidence.model_copy(update={"policy": {**evidence.policy, **policy}, "privacy": changed}), assessment


@pytest.mark.parametrize("page", PAGES)
def test_persons_are_counted_where_the_policy_names_them(page: str) -> None:
    rows = {"who": list("uuvwx"), "a": list("xxxyy")}
    attributes = {"who": "identifier", "a": {"role": "quasi", "kind": "nominal"}}
    said = words(*assess_case(rows, {"a": list("xxxyy")}, attributes=attributes, individual="who"), page)
    assert "Each of the 5 records shares its quasi-identifiers with records of at least 1 other person." in said
    assert "finds records of at least 2 persons that fit equally well" in said
    shown = "the smallest has 2 persons" if page == "report.html" else "at least 2 persons was counted by the run"
    assert shown in said
    assert "One person, several records" not in said


def public_words(evidence: Evidence, assessment: Assessment, privacy: dict[str, Any], rows: dict[str, Any]) -> str:
    """What the public page says of other rows, whose bytes show something else."""
    public, _ = published(evidence, assessment)
    changed = public.model_copy(update={"privacy": public.privacy.model_copy(update=privacy)})
    read = Structure(public_report(changed, Table(pl.DataFrame(rows))))
    assert read.wrong == []
    return read.words.replace("\u00a0", " ")


LOG = {"u": list("12345"), "a": list("xxxyy"), "b": list("ppppp")}


def test_users_are_counted_in_a_log() -> None:
    log = {"shape": "log", "log": {"user": "u", "text": "a"}}
    internal = Structure(internal_report(*under("ordinary", **log))).words.replace("\u00a0", " ")
    evidence, assessment = CASES["ordinary"]
    public, _ = published(evidence, assessment)
    public = public.model_copy(update={"policy": {**public.policy, **log}})
    page = Structure(public_report(public, Table(pl.DataFrame(LOG)))).words.replace("\u00a0", " ")
    for said in (internal, page):
        assert "Each of the 5 users has the same log as at least 1 other." in said
        assert "Whoever knows what somebody searched for finds at least 2 users" in said


PROMISES = {
    "k^m-anonymity": ({"k_achieved": 9}, "Any 2 items of a set occur together in at least 9 records."),
    "differential privacy": ({"epsilon": 0.7, "delta": 1e-6, "classes": 0}, "(ε = 0.7, δ = 1e-06)"),
    "no shared address": ({}, "No two released queries share a clicked address"),
}


@pytest.mark.parametrize("promise", PROMISES)
def test_another_promise_is_told_as_what_it_is(promise: str) -> None:
    found, told = PROMISES[promise]
    internal = words(*under("ordinary", {"promise": promise, **found}, accept="not-k-anonymous"))
    public = public_words(*CASES["ordinary"], {"promise": promise, **found}, {"a": list("xxyyy"), "b": list("ppqqq")})
    for said in (internal, public):
        assert told in said
        assert "shares its quasi-identifiers with" not in said


def test_a_promise_in_name_only_is_called_one() -> None:
    weak = {"promise": "differential privacy", "epsilon": 40.0, "delta": 1.0, "warnings": weaknesses(40.0, 1.0, 5)}
    public = public_words(*CASES["ordinary"], weak, {"a": list("xxyyy"), "b": list("ppqqq")})
    for said in (words(*under("ordinary", weak)), public):
        assert "in name only. ε = 40 is too large" in said
        assert "δ = 1 is too large" in said
    fair = {"promise": "differential privacy", "epsilon": 1.0, "delta": 1e-6}
    assert "in name only" not in words(*under("ordinary", fair))


def test_a_method_without_k_anonymity_is_no_broken_promise() -> None:
    evidence, assessment = under("not kept", method="resample-heer", accept="not-k-anonymous")
    said = words(evidence, assessment)
    assert "This release is not 3-anonymous, and its policy accepts that." in said
    assert 'class="broken"' not in pages(evidence, assessment)["report.html"]


def test_a_method_with_k_anonymity_breaks_it_whatever_the_policy_accepts() -> None:
    evidence, assessment = under("not kept", accept="not-k-anonymous")
    assert "its policy accepts that" not in words(evidence, assessment)
    assert 'class="broken"' in pages(evidence, assessment)["report.html"]


def test_a_release_with_nobody_in_it_has_a_page() -> None:
    evidence, assessment = under("ordinary", {"promise": "differential privacy", "classes": 0})
    nobody = Assessment(evidence.privacy, evidence.utility, evidence.risk)
    assert "nobody to look for and nothing to link" in Structure(internal_report(evidence, nobody)).words
    public, _ = published(evidence, assessment)
    public = public.model_copy(update={"policy": {**public.policy, "shape": "log", "log": {"user": "u", "text": "a"}}})
    listed = Table(pl.DataFrame({"a": ["x", "y"], "count": ["3", "4"]}))
    assert "nobody to look for and nothing to link" in Structure(public_report(public, listed)).words


def test_what_tells_the_order_of_the_original_is_warned_of() -> None:
    evidence, assessment = CASES["ordinary"]
    told = evidence.risk.model_copy(update={"original_order": True, "rising_columns": ("entry",)})
    public = words(evidence.model_copy(update={"risk": told}), assessment, "report-public.html")
    assert "entry" not in public  # a figure of the original
    kept = {**evidence.policy, "order": "keep"}
    public = words(evidence.model_copy(update={"policy": kept}), assessment, "report-public.html")
    assert "Rows stand in the order of the original" in public
    said = words(evidence.model_copy(update={"risk": told}), assessment)
    assert "Rows stand in the order of the original" in said
    assert "entry rises or falls with the row number of the original" in said


def test_what_classes_give_away_is_told_and_small_counts_are_not_public() -> None:
    rows = {"a": list("xxxyyy"), "ill": ["flu", "flu", "flu", "flu", "cold", "cough"]}
    ill = {"role": "sensitive", "l": 1, "t": 0.5, "l_kind": "entropy", "knowledge": "wordnet"}
    attributes = {"a": {"role": "quasi", "kind": "nominal"}, "ill": ill}
    made = assess_case(rows, rows, k=4, attributes=attributes)
    internal, public = (words(*made, page) for page in PAGES)
    for said in (internal, public):
        assert "entropy l-diversity). At least 1 was asked for." in said
        assert "At most 0.5 was asked for." in said
    assert "whoever knows the class knows it. 3 " in internal
    assert "whoever knows the class knows it. fewer than 4 " in public


def test_how_much_the_knowledge_knows_and_what_became_of_the_rest() -> None:
    jobs = ["nurse", "nurse", "zyx", "", "doctor", "doctor"]
    attributes = {"job": {**semantic("job")["job"], "unknown": "nominal"}}
    evidence, assessment = assess_case({"job": jobs}, {"job": jobs}, attributes=attributes, taxonomy=JOBS)
    said = words(evidence, assessment)
    rest = "1, unrelated categories 1, a value of their own"
    assert f"job jobs 2 of 3 4 (66.7 %) 4 0 0 {rest}" in said
    assert "Mapping and match quality" not in words(evidence, assessment, "report-public.html")
    facts = evidence.mapping["job"].model_copy(update={"unknown": 7})
    policy = {**evidence.policy, "attributes": {"job": {**evidence.policy["attributes"]["job"], "unknown": "suppress"}}}
    told = evidence.model_copy(update={"mapping": {"job": facts}, "policy": policy})
    assert "7, suppressed" in words(told, assessment)


def test_decisions_and_hierarchies_are_told_and_folders_and_counts_of_values_are_not_public() -> None:
    evidence, assessment = CASES["ordinary"]
    plan = evidence.plan.model_copy(
        update={
            "decisions": ("a is taken as nominal: none of its values is in 'wordnet'",),
            "hierarchies": {
                "a": HierarchyFacts(name="/home/ann/a.csv", levels=4, level=2),
                "b": HierarchyFacts(name="b (built)", levels=3, level=None),
            },
        }
    )
    internal, public = (words(evidence.model_copy(update={"plan": plan}), assessment, page) for page in PAGES)
    assert "a is taken as nominal: none of its values is in 'wordnet'" in internal
    assert "is taken as" not in public
    assert "home" not in public
    assert "a.csv" not in public
    assert "a.csv , to level 2 of 4 levels" in internal
    assert "b (built) , each value to a level of its own among 3 levels" in internal


def test_the_items_of_sets_are_counted_one_by_one() -> None:
    sets = {"items": ["milk|tea", "milk|rum", "tea|rum", "tea"]}
    released = {"items": ["milk|tea", "milk|tea", "tea", "tea"]}
    evidence, assessment = assess_case(sets, released, attributes={"items": {"role": "quasi", "kind": "nominal"}})
    evidence = evidence.model_copy(
        update={
            "policy": {**evidence.policy, "shape": "sets", "attributes": {"items": {"role": "quasi", "kind": "set"}}}
        }
    )
    internal, public = (words(evidence, assessment, page) for page in PAGES)
    assert "tea: 3 before, 4 after; milk: 2 before, 2 after; rum: 2 before, 0 after" in internal
    assert "tea: 4 records; milk: 2 records" in public
    assert "rum" not in public


@pytest.mark.parametrize("combine", ["mean", "euclidean"])
def test_why_the_loss_of_the_whole_is_another_than_those_of_the_columns(combine: str) -> None:
    before = pl.DataFrame({"a": ["0", "2", "4", "6"], "b": ["1", "3", "9", "5"]})
    after = pl.DataFrame({"a": ["2", "2", "4", "6"], "b": ["1", "3", "9", "9"]})
    numeric = {"role": "quasi", "kind": "numeric"}
    policy = {"k": 2, "combine": combine, "order": "keep", "attributes": {"a": numeric, "b": numeric}}
    found = sb.assess(before, after, policy).utility
    losses = [one.loss_percent for one in found.per_attribute.values()]
    added = [sum(getattr(one, part) for one in found.per_attribute.values()) for part in ("sse", "sst")]
    evidence, _ = CASES["ordinary"]
    evidence = evidence.model_copy(
        update={"utility": found, "plan": evidence.plan.model_copy(update={"combine": combine})}
    )
    if combine == "mean":
        assert found.loss_percent < min(losses)
        assert "not the average" in loss_beside(evidence)
    else:
        assert found.loss_percent == pytest.approx(100 * added[0] / added[1])
        assert "an average" in loss_beside(evidence)


def test_the_note_on_losses_is_shown_where_there_are_several_columns() -> None:
    for case, (evidence, assessment) in CASES.items():
        for page in PAGES:
            told = loss_beside(evidence)
            assert not told or not assessment.columns or told in words(evidence, assessment, page), case


def test_uncertain_matches_are_warned_of_in_repr_notebook_and_internal_report_only() -> None:
    frame = pl.DataFrame({"thing": ["bank", "court", "pitch", "match", "date", "jam"] * 5})
    thing = {"role": "quasi", "kind": "semantic", "knowledge": "wordnet", "min_score": 0, "unknown": "nominal"}
    release = sb.anonymise(frame, k=2, attributes={"thing": thing}, seed=1)
    facts = release.evidence.mapping["thing"]
    assert facts.uncertain > 0
    said = f"Uncertain matches in thing ({100 * facts.uncertain / 30:.0f} % of its records)."
    internal = Structure(internal_report(release.evidence, release.assessment)).words.replace("\u00a0", " ")
    for shown in (repr(release), release._repr_html_(), internal):
        assert shown.count(said) == 1
    assert "Uncertain" not in public_report(release.public_evidence, release.table)
