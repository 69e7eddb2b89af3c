"""Promises kept blindly: what is published depends on sensitive values through one noisy level alone."""

import json
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from semblant.catalogue import CATALOGUE
from semblant.cli import app
from semblant.errors import PolicyError, UnreachableError
from semblant.methods.blind import RATIO, by_sensitive_values, chance, keep_blindly, levels_above, merge_tree
from semblant.methods.mask import mask_space, run
from semblant.policy.model import Policy
from semblant.release.files import EVIDENCE, RUN, private_folder
from semblant.release.pipeline import anonymise_file, read_input
from semblant.runkey import RunKey
from tests.methods.spaces import is_whole, spaces
from tests.methods.spaces import job as job_of
from tests.privacy.test_constrain import simple
from tests.properties.strategies import examples

MERGEABLE = [n for n, entry in CATALOGUE["table"].items() if entry.groups_records and entry.k_anonymous]

ILL = ["HIV", "HIV", "flu", "gout", "cold", "mumps"]


def towns(tmp_path: Path, ill: list[str], name: str = "towns.csv") -> Path:
    """Town A of two people, town B of four, and many others, all larger than k = 2."""
    where = ["A", "A", "B", "B", "B", "B", *(f"C{i // 4}" for i in range(24))]
    others = [("asthma", "burn", "cough", "fever")[i % 4] for i in range(24)]
    path = tmp_path / name
    pl.DataFrame({"town": where, "ill": [*ill, *others]}).write_csv(path)
    return path


def asked(**keys: object) -> Policy:
    return Policy.model_validate(
        {
            "k": 2,
            "seed": 3,
            "method": "s-mdav",
            "measure": "equality",
            "attributes": {"town": {"role": "quasi", "kind": "nominal"}, "ill": {"role": "sensitive", "l": 2}},
            **keys,
        }
    )


def key_of(levels: int) -> RunKey:
    """A run key of a run that goes up so many levels."""
    return replace(RunKey.of(3), levels=levels)


def released_towns(release) -> list[str]:
    """The released towns, in the order of the original."""
    return release.table.frame["town"].gather(np.argsort(release.link)).to_list()


def test_merging_only_what_breaks_l_tells_who_has_the_secret(tmp_path):
    """The fault that `blind` is for: the same people, and only town A's illnesses differ."""
    told = anonymise_file(towns(tmp_path, ILL), asked(), out=tmp_path / "told", reports=False)
    other = ["HIV", "flu", "HIV", "gout", "cold", "mumps"]
    calm = anonymise_file(towns(tmp_path, other), asked(), out=tmp_path / "calm", reports=False)
    assert released_towns(calm)[:2] == ["A", "A"]
    assert released_towns(told)[:2] != ["A", "A"] or Counter(released_towns(told))["A"] > 2


def levels_of(path: Path, tmp_path: Path, most: int = 12) -> dict[tuple[str, ...], float]:
    """The chance of everything that can be published of a file, by going through every N."""
    found: dict[tuple[str, ...], float] = {}
    for above in range(most):
        out = tmp_path / f"{path.stem}-{above}"
        made = anonymise_file(path, asked(promises="blind"), out=out, reports=False, key=key_of(above))
        share = (1 - RATIO) * RATIO**above if above < most - 1 else RATIO**above
        key = tuple(released_towns(made))
        found[key] = found.get(key, 0.0) + share
    assert sum(found.values()) == pytest.approx(1.0)
    return found


def test_what_is_published_blindly_has_bounded_odds(tmp_path):
    """Two files that differ in the illness of two people publish the same things, with odds of at most 1/r a level."""
    shameful = levels_of(towns(tmp_path, ILL, "shameful.csv"), tmp_path)
    other = levels_of(towns(tmp_path, ["HIV", "flu", "HIV", "gout", "cold", "mumps"], "other.csv"), tmp_path)
    assert len(other) > len(shameful) > 1
    assert set(shameful) < set(other)
    ratios = [shameful[seen] / other[seen] for seen in shameful]
    levels = len(other) - len(shameful)
    assert max(ratios) <= (1 / RATIO) ** levels + 1e-12
    assert min(ratios) >= 1.0


@given(first=st.integers(0, 6), top=st.integers(0, 6))
def test_the_level_below_tells_at_most_the_ratio(first, top):
    """P(published | the level below failed) / P(published | it held) is at most 1/r for every level above both."""
    first = min(first, top)
    assert sum(chance(level, first, top) for level in range(top + 1)) == pytest.approx(1.0)
    for level in range(first, top + 1):
        if first > 0:
            odds = chance(level, first, top) / chance(level, first - 1, top)
            assert 1.0 <= odds <= 1 / RATIO + 1e-12


def test_the_number_of_levels_is_geometric():
    drawn = Counter(levels_above(RunKey.of(seed)) for seed in range(4000))
    for j in range(4):
        assert drawn[j] / 4000 == pytest.approx((1 - RATIO) * RATIO**j, abs=0.03)


@examples(60)
@given(space=spaces(least=4), method=st.sampled_from(MERGEABLE), k=st.integers(1, 3))
def test_every_level_merges_groups_of_the_one_below(space, method, k):
    made = run(space, job_of(k, np.random.default_rng(1), method=method))
    levels = list(merge_tree(made, space))
    assert levels[0] is made
    assert levels[-1].size == 1
    for below, above in pairwise(levels):
        assert is_whole(space, above)
        assert above.size <= below.size / 2
        of_record = [level.group_of_records(space).tolist() for level in (below, above)]
        assert len({*zip(*of_record, strict=True)}) == below.size


@examples(60)
@given(data=st.data(), k=st.integers(2, 3), above=st.integers(0, 3))
def test_a_level_keeps_every_promise_and_is_chosen_by_the_first_that_does(data, k, above):
    records = data.draw(st.integers(2 * k, 24))
    towns, ills = (
        data.draw(st.lists(st.sampled_from(of), min_size=records, max_size=records)) for of in ("abcdef", "wxyz")
    )
    made = simple(towns, ills, k, l=2)
    space, promises = made.case.space, by_sensitive_values(made.promises)
    levels = list(merge_tree(made.masked(), space))

    def holds(level) -> bool:
        return all(len(set(ill)) >= 2 for ill in made.classes(made.released(level).table, "s"))

    if not holds(levels[-1]):
        with pytest.raises(UnreachableError):
            keep_blindly(levels[0], space, promises, above)
        return
    first = next(i for i in range(len(levels)) if all(map(holds, levels[i:])))
    kept = keep_blindly(levels[0], space, promises, above)
    wanted = levels[min(first + above, len(levels) - 1)]
    assert kept.group_of_records(space).tolist() == wanted.group_of_records(space).tolist()


def test_the_tree_does_not_look_at_sensitive_values(tmp_path):
    """The same levels whatever people have, also by the method that refines under promises."""
    policy = asked(promises="blind", method="auto", seed=None)
    calm = towns(tmp_path, ["HIV", "flu", "HIV", "gout", "cold", "mumps"], "calm.csv")
    shapes = [read_input(path, policy) for path in (towns(tmp_path, ILL), calm)]
    top = [shape.dealt(key_of(3)).masking(np.random.default_rng()) for shape in shapes]
    assert top[0].groups.tolist() == top[1].groups.tolist()


def test_without_l_and_t_nothing_is_merged(tmp_path):
    kept = {"town": {"role": "quasi", "kind": "nominal"}, "ill": "sensitive"}
    path = towns(tmp_path, ILL)
    plain = read_input(path, asked(attributes=kept)).masking(np.random.default_rng(1))
    blind = (
        read_input(path, asked(attributes=kept, promises="blind")).dealt(key_of(2)).masking(np.random.default_rng(1))
    )
    assert plain.groups.tolist() == blind.groups.tolist()


def test_persons_are_counted_as_ever(tmp_path):
    path = tmp_path / "stays.csv"
    pl.DataFrame(
        {
            "who": [str(i // 2) for i in range(40)],
            "town": [f"T{i // 4}" for i in range(40)],
            "ill": [("flu", "gout", "cold")[i % 3] for i in range(40)],
        }
    ).write_csv(path)
    rules = asked(promises="blind", individual="who", k=3)
    rules = rules.model_copy(
        update={"attributes": {**rules.attributes, **Policy(attributes={"who": "identifier"}).attributes}}
    )
    made = anonymise_file(path, rules, out=tmp_path / "out", reports=False)
    assert made.evidence.privacy.verified
    assert made.evidence.privacy.k_achieved >= 3


@pytest.mark.parametrize("method", ["incognito", "suppress"])
def test_methods_whose_groups_cannot_be_merged_are_refused(tmp_path, method):
    with pytest.raises(PolicyError, match="no groups of records") as refused:
        anonymise_file(towns(tmp_path, ILL), asked(promises="blind", method=method), out=tmp_path / "out")
    assert refused.value.where == "promises"
    assert not (tmp_path / "out").exists()


def run_of(out: Path) -> dict[str, Any]:
    return json.loads((private_folder(out) / RUN).read_bytes())


def test_what_was_drawn_stays_out_of_what_is_published(tmp_path):
    """Two runs that differ in N and publish the same level publish the same bytes."""
    published, private = [], []
    for above in (10, 11):
        out = tmp_path / f"{above}"
        anonymise_file(towns(tmp_path, ILL), asked(promises="blind"), out=out, key=key_of(above))
        assert run_of(out)["levels_above"] == above
        published.append({file.name: file.read_bytes() for file in out.iterdir()})
        complete = json.loads((private_folder(out) / EVIDENCE).read_bytes())
        complete["checklist"] = [one for one in complete["checklist"] if one["check"] != "several-releases"]
        private.append({key: complete[key] for key in complete if key not in ("timings", "created")})
    assert published[0] == published[1]
    assert private[0] == private[1]
    assert json.loads(published[0][EVIDENCE])["policy"]["promises"] == "blind"


def test_a_later_run_takes_what_an_earlier_one_drew(tmp_path):
    path, out, rules = towns(tmp_path, ILL), tmp_path / "out", asked(promises="blind", seed=None)
    anonymise_file(path, rules, out=out, reports=False, key=key_of(7))
    for again in (rules, asked(promises="blind", seed=5), asked(promises="merge"), rules):
        anonymise_file(path, again, out=out, force=True, reports=False)
        assert run_of(out)["levels_above"] == 7
    assert len(set(released_towns(anonymise_file(path, rules, out=out, force=True, reports=False)))) == 1
    other = towns(tmp_path, ILL[::-1], "other.csv")
    anonymise_file(other, asked(promises="blind"), out=out, force=True, reports=False)
    assert run_of(out)["levels_above"] == levels_above(RunKey.of(3)) != 7


def test_a_run_is_repeated_with_the_levels_it_went_up(tmp_path):
    path, out = towns(tmp_path, ILL), tmp_path / "out"
    anonymise_file(path, asked(promises="blind"), out=out, reports=False, key=key_of(1))
    run = CliRunner().invoke(app, ["anonymise", "--replay", f"{out}-private", "-o", str(tmp_path / "again"), "--quiet"])
    assert run.exit_code == 0, run.stderr
    assert levels_above(RunKey.of(3)) != 1
    assert run_of(tmp_path / "again")["levels_above"] == 1
    assert (tmp_path / "again" / "release.csv").read_bytes() == (out / "release.csv").read_bytes()


def test_an_earlier_run_that_cannot_be_read_is_none(tmp_path):
    path, out = towns(tmp_path, ILL), tmp_path / "out"
    anonymise_file(path, asked(promises="blind"), out=out, reports=False, key=key_of(7))
    (private_folder(out) / RUN).write_text("{}")
    anonymise_file(path, asked(promises="blind"), out=out, force=True, reports=False)
    assert run_of(out)["levels_above"] == levels_above(RunKey.of(3))


def test_a_job_may_be_told_how_far_to_go():
    made = simple(list("aabbccdd"), list("xxyyxyxy"), l=2)
    policy = made.case.policy.model_copy(update={"promises": "blind"})
    told = replace(made.case.job(1), policy=policy, promises=made.promises, above=9)
    assert mask_space(made.case.space, told).size == 1
