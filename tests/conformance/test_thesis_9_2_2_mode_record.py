"""MDAV with the most frequent record (thesis 6.3.4, 9.2.2): by hand, and against MDAV over whole records."""

from collections import Counter

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from semblant.knowledge.taxonomy import Taxonomy
from semblant.methods.masking import Centroids, Donors, Masking
from semblant.methods.table.mdav import fixed_mdav
from semblant.methods.table.moderecord import mdav_mode_record
from semblant.space.product import Product
from tests.methods.spaces import by, is_whole, job, semantic, spaces

FLAT = Taxonomy.from_edges([(name, "thing") for name in "abcdefgh"])


def pairs(*records: str) -> Product:
    """Records of two columns, each a letter."""
    return Product.of([semantic(f"c{j}", FLAT, [r[j] for r in records], measure="equality") for j in range(2)])


def groups(space: Product, masking: Masking) -> list[tuple[str, str]]:
    """The records of every group, and the record that represents it."""
    names = [
        "".join(FLAT.ids[c.values[v].concept] for c, v in zip(space.columns, t, strict=True)) for t in space.codes.T
    ]
    donors = by(Donors, masking)
    return [
        (" ".join(np.repeat([names[t] for t in masking.tuples[rows]], masking.counts[rows])), names[donors[g]])
        for g in range(masking.size)
        for rows in [masking.groups == g]
    ]


def test_worked_by_hand():
    """Ten records, k = 3, in alphabetical order: ac ×4, bd ×2, ad, bc, be, ce.

    The most frequent record is ac, so the first other is the farthest: ad. It is alone and takes the next two, ac, ac:
    ac is the most frequent of ad, ac, ac. The farthest from ad is the next record, ac, which takes its like, ac, and
    then bc. Of bd ×2, be, ce the last four are one group, for fewer than 2k are left; bd is the most frequent.
    """
    space = pairs("ac", "ac", "ac", "ac", "bd", "bd", "ad", "bc", "be", "ce")
    found = groups(space, mdav_mode_record(space, job(3, method="mdav-mode-record", ties="canonical")))
    assert found == [("ac ac ad", "ac"), ("ac ac bc", "ac"), ("bd bd be ce", "bd")]


def test_the_two_readings_differ():
    """Attribute by attribute ac, ad and bc make the record ac; as whole records they are equally frequent."""
    space = pairs("ad", "bc", "ae")
    by_record = mdav_mode_record(space, job(3, method="mdav-mode-record", ties="canonical"))
    by_attribute = fixed_mdav(space, job(3, method="mdav-mode", ties="canonical"))
    assert groups(space, by_record)[0][1] in ("ad", "bc", "ae")
    chosen = by(Centroids, by_attribute)[0]
    assert FLAT.ids[space.columns[0].candidates[chosen[0]].concept] == "a"


@settings(max_examples=60, deadline=None)
@given(spaces(numbers=False, least=4), st.integers(2, 4), st.booleans(), st.integers(0, 9))
def test_it_is_mdav_over_whole_records(space, k, shuffled, seed):
    """A column whose values are the records themselves gives the same groups by the general algorithm."""
    leaves = [f"t{i:03}" for i in range(len(space.weights))]
    tree = Taxonomy.from_edges([(leaf, "thing") for leaf in leaves])
    ids = np.repeat(leaves, space.weights).tolist()
    whole = Product.of([semantic("record", tree, ids, measure="equality")])
    ties = "random" if shuffled else "canonical"
    found = mdav_mode_record(space, job(k, np.random.default_rng(seed), method="mdav-mode-record", ties=ties))
    expected = fixed_mdav(whole, job(k, np.random.default_rng(seed), method="mdav-mode", ties=ties))
    assert members(found) == members(expected)
    assert is_whole(space, found)
    for g, donor in enumerate(by(Donors, found)):
        counts = {int(t): int(n) for t, n, at in zip(found.tuples, found.counts, found.groups, strict=True) if at == g}
        assert counts[int(donor)] == max(counts.values())


def members(masking: Masking) -> Counter[tuple[tuple[int, int], ...]]:
    rows: dict[int, list[tuple[int, int]]] = {}
    for t, n, g in zip(masking.tuples.tolist(), masking.counts.tolist(), masking.groups.tolist(), strict=True):
        rows.setdefault(g, []).append((t, n))
    return Counter(tuple(sorted(r)) for r in rows.values())
