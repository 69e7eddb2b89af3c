"""What the papers say of their methods, looked at on Adult (occupation, native-country): what holds and what does not.

Figures are SSE judged by logsc, in brackets by Wu & Palmer, of an earlier trial of ours with the same senses and the
same order of ties. A claim that does not hold here is tested as it turns out to be; docs/assess.md tells both. Versions
without meaning take random ones of equals: the mean of five seeds. The same claims are looked at on a stand-in, a
made-up census; its figures are our own, from a run.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from semblant.assessment.assessment import Assessment
from semblant.assessment.frontier import score
from semblant.assessment.loss import utility
from semblant.assessment.pairing import compare_columns, pair
from semblant.assessment.tables import assess_table
from semblant.data.read import read
from semblant.data.table import Table
from semblant.methods.job import Job, guide_of
from semblant.methods.mask import mask_space, run
from semblant.methods.masking import Masking
from semblant.methods.table.mdav import centred
from semblant.policy.model import Centroid, Policy
from semblant.represent import represent
from semblant.space.product import Product
from semblant.space.reading import Library, Readers, read_columns
from semblant.space.tablespace import build_space

KS = (2, 5, 20, 100, 800)
MICRO = ("sa-mdav", "s-mdav", "mdav-mode", "mdav-lcs")
TRIAL = {
    "sa-mdav": ("1.1 (0.21)", "7.1 (1.43)", "50.0 (12.0)", "119.0 (26.4)", "275.8 (61.8)"),
    "sa-mdav none": ("1.1 (0.18)", "6.8 (1.16)", "27.4 (5.28)", "82.4 (17.9)", "230.5 (54.1)"),
    "sa-mdav-static": ("1.1", "7.1", "52.3", "133.7", "280.5"),
    "s-mdav": ("3.2 (0.53)", "8.2 (1.49)", "28.7 (5.26)", "105.4 (23.1)", "321.4 (81.5)"),
    "mdav-mode": ("8.5 (2.0)", "18.9 (4.3)", "55.4 (12.6)", "110.0 (28.9)", "286.3 (79.8)"),
    "mdav-lcs": ("2.5 (0.35)", "10.9 (1.64)", "55.6 (9.27)", "192.8 (35.1)", "1197 (252)"),
}
ROUNDED_OTHERWISE = {("sa-mdav none", 20): "27.3 (5.24)", ("sa-mdav none", 100): "82.5 (17.9)"}
"""Where equal distances are rounded differently than in the trial, and ties fall another way: our own figures."""
STAND_IN = {
    "sa-mdav": ("1.8 (0.37)", "6.5 (1.39)", "32.7 (7.77)", "83.0 (20.82)", "283.3 (77.80)"),
    "sa-mdav none": ("1.6 (0.27)", "5.9 (1.10)", "21.3 (4.42)", "76.7 (16.15)", "235.7 (61.09)"),
    "sa-mdav-static": ("1.8 (0.37)", "6.3 (1.34)", "34.0 (8.10)", "85.0 (21.00)", "266.1 (69.55)"),
    "s-mdav": ("2.7 (0.45)", "5.8 (1.02)", "22.9 (4.41)", "59.7 (12.62)", "244.2 (62.91)"),
    "mdav-mode": ("8.7 (2.03)", "18.4 (4.13)", "42.6 (10.30)", "96.0 (24.68)", "312.6 (90.14)"),
    "mdav-lcs": ("1.9 (0.27)", "8.3 (1.24)", "35.3 (5.74)", "155.8 (28.68)", "681.5 (144.23)"),
}


@dataclass(frozen=True)
class Census:
    """The table with its meanings, and what every method makes of it."""

    origin: str
    table: Table
    readers: Readers
    found: Callable[..., Assessment]
    """By method and k, and perhaps other keys of a policy."""


def policy(**keys: object) -> Policy:
    words = {"role": "quasi", "kind": "semantic", "knowledge": "wordnet"}
    columns = {"occupation": words, "native-country": words}
    return Policy.model_validate(
        {"mapping": "mapping.csv", "others": "drop", "rare": "publish", "attributes": columns, **keys}
    )


def masked(census: Census, space: Product, masking: Masking) -> Table:
    hidden = [name for name in census.table.names if name not in ("occupation", "native-country")]
    return represent(census.table, space, masking, hidden).table


@pytest.fixture(scope="module")
def census(reference: Path, origin: str) -> Census:
    table = read(reference / "adult" / "adult.csv")
    readers = read_columns(table, policy(), Library(policy(), reference / "adult"))

    @cache
    def space(measure: str, centroid: Centroid, combine: str) -> Product:
        return build_space(readers, measure=measure, centroid=centroid, combine=combine)

    @cache
    def found(method: str, k: int, seed: int = 0, **keys: object) -> Assessment:
        made = policy(method=method, k=k, **keys)
        guide = guide_of(made)
        here = space(guide.measure, guide.centroid, guide.combine)
        masking = mask_space(here, replace(Job.of(made, np.random.default_rng(seed)), readers=readers))
        return assess_table(table, masked(whole, here, masking), readers, made, combine=guide.combine, aligned=True)

    whole = Census(origin, table, readers, found)
    return whole


def by_wu_palmer(found: Assessment) -> float:
    """The same release, assessed by the other measure."""
    assert found.pairing is not None
    columns = [type(c)(c.reader, c.before, c.after, c.texts, "wu-palmer") for c in found.pairing.columns]  # type: ignore[call-arg, arg-type]
    sse = utility(pair(columns), combine="mean").sse
    assert sse is not None
    return sse


def digits(printed: str) -> int:
    return len(printed.partition(".")[2])


@pytest.mark.parametrize("name", TRIAL)
def test_the_figures_of_the_trial_to_the_printed_digit(census: Census, name: str) -> None:
    method, _, weighting = name.partition(" ")
    published = census.origin == "published"
    for k, printed in zip(KS, (TRIAL if published else STAND_IN)[name], strict=True):
        one = census.found(method, k, ties="canonical", **({"weighting": weighting} if weighting else {}))
        printed = ROUNDED_OTHERWISE.get((name, k), printed) if published else printed
        by_logsc, _, other = printed.rstrip(")").partition(" (")
        assert f"{one.utility.sse:.{digits(by_logsc)}f}" == by_logsc, (k, one.utility.sse)
        if other:
            assert f"{by_wu_palmer(one):.{digits(other)}f}" == other, k
    sst = census.found(method, 2).utility.sst
    assert sst == pytest.approx(1186.8 if published else 302.46, abs=0.05)


def several(census: Census, method: str, k: int, **keys: object) -> list[Assessment]:
    """What a method makes of the table: once, or with five seeds where equals are taken at random."""
    random = guide_of(policy(method=method, **keys)).ties == "random"
    return [census.found(method, k, seed, **keys) for seed in range(5 if random else 1)]


def sse(census: Census, method: str, k: int, **keys: object) -> float:
    return float(np.mean([found.utility.sse for found in several(census, method, k, **keys)]))


def linked(census: Census, method: str, k: int) -> float:
    return float(np.mean([found.risk.record_linkage_percent for found in several(census, method, k)]))


def test_lcs_links_least_and_loses_ever_more(census: Census) -> None:
    for k in KS:
        assert min(MICRO, key=lambda m: linked(census, m, k)) == "mdav-lcs"
    assert sse(census, "mdav-lcs", 2) < sse(census, "s-mdav", 2)
    for k in (100, 800):
        assert max(MICRO, key=lambda m: sse(census, m, k)) == "mdav-lcs"


def test_the_mode_does_not_link_most(census: Census) -> None:
    """The papers find it does; here it is so at k = 2 at most, and SA-MDAV links most at every other k."""
    most = {k: max(MICRO, key=lambda m: linked(census, m, k)) for k in KS}
    assert most == dict.fromkeys(KS, "sa-mdav") | ({2: "mdav-mode"} if census.origin == "published" else {})


def test_semantic_linkage_finds_at_least_what_equal_values_find_for_the_same_intruder(census: Census) -> None:
    """For the intruder who starts from their own records (MRL); matching from the release (RL) may find more."""
    above = set()
    for method in MICRO:
        for k in KS:
            risk = census.found(method, k).risk
            assert risk.semantic_record_linkage_percent >= risk.intruder_linkage_percent
            if risk.record_linkage_percent > risk.semantic_record_linkage_percent:
                above.add(method)
    assert {"sa-mdav", "mdav-mode"} <= above
    assert "mdav-lcs" not in above


def test_the_best_score_changes_hands(census: Census) -> None:
    """The papers give it to SA-MDAV at every k."""

    def scored(method: str, k: int) -> float:
        found = several(census, method, k)
        loss = float(np.mean([one.utility.loss_percent for one in found]))
        return score(loss, linked(census, method, k), alpha=0.5)

    best = {k: min(MICRO, key=lambda m: scored(m, k)) for k in KS}
    last = {"published": "sa-mdav", "stand-in": "s-mdav"}[census.origin]
    assert best == {2: "mdav-lcs", 5: "mdav-lcs", 20: "s-mdav", 100: "s-mdav", 800: last}


def test_meaning_against_equality(census: Census) -> None:
    """Each method below its own version without meaning, whose ties have no meaning either, at every k."""
    wins = {
        "sa-mdav": [k for k in KS if sse(census, "sa-mdav", k) < sse(census, "sa-mdav", k, measure="equality")],
        "s-mdav": [k for k in KS if sse(census, "s-mdav", k) < sse(census, "mdav-mode", k)],
        "recode": [k for k in KS if sse(census, "recode", k) < sse(census, "recode", k, measure="equality")],
    }
    wins["resample"] = [
        k for k in (20, 100) if sse(census, "resample", k) < sse(census, "resample", k, measure="equality")
    ]
    assert wins == {method: [20, 100] if method == "resample" else [2, 5, 20, 100, 800] for method in wins}


def test_groups_without_an_upper_size_lose_less_but_for_the_middle(census: Census) -> None:
    less = [k for k in KS if sse(census, "sa-mdav", k) < sse(census, "s-mdav", k)]
    assert less == {"published": [2, 5, 800], "stand-in": [2]}[census.origin]


@pytest.mark.parametrize("k", KS)
def test_the_semantic_centroid_is_the_best_and_the_lcs_the_worst_of_the_same_groups(census: Census, k: int) -> None:
    rules: tuple[Centroid, ...] = ("semantic", "mode", "lcs")
    spaces = {r: build_space(census.readers, measure="logsc", centroid=r, combine="mean") for r in rules}
    groups = run(spaces["semantic"], Job.of(policy(method="s-mdav", k=k)))
    lost = {}
    for rule, space in spaces.items():
        release = masked(census, space, centred(space, groups.tuples, groups.counts, groups.groups))
        lost[rule] = utility(
            pair(compare_columns(census.readers, census.table, release, "logsc")), combine="mean"
        ).semantic_loss
    assert lost["semantic"] <= lost["mode"] < lost["lcs"]


def test_microaggregation_then_recoding_then_resampling(census: Census) -> None:
    """By SSE, of the thesis' own methods: the better microaggregation first, resampling last, at every k."""
    for k in KS:
        micro = min(sse(census, "sa-mdav", k), sse(census, "s-mdav", k))
        assert micro < sse(census, "recode", k) < sse(census, "resample", k)


def test_recoding_with_three_heuristics_comes_before_microaggregation_as_published(census: Census) -> None:
    micro = {k: min(sse(census, "sa-mdav", k), sse(census, "s-mdav", k)) for k in KS}
    less = [k for k in KS if sse(census, "recode-fusion", k) < micro[k]]
    assert less == {"published": [2, 5, 100, 800], "stand-in": [2, 5, 20, 100, 800]}[census.origin]


def test_recoding_keeps_the_distribution_better_than_resampling_but_not_best(census: Census) -> None:
    """The papers find recoding best by KL divergence; here a microaggregation is nearer at every k."""
    for k in KS:
        kl = {m: census.found(m, k).utility.kl for m in ("recode", "resample", *MICRO)}
        assert kl["recode"] < kl["resample"]
        assert min(kl[m] for m in MICRO) < kl["recode"]
