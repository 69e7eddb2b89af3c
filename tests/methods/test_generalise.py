"""Generalisation: Incognito against trying everything, Datafly step by step, best-first, promises and refusals."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from semblant.errors import CapacityError, UnreachableError
from semblant.hierarchy.ladder import Ladder
from semblant.methods.job import Job
from semblant.methods.masking import Dropped, Masking
from semblant.methods.table import lattice as module
from semblant.methods.table.generalise import best_first, climbed, datafly, incognito
from semblant.methods.table.lattice import Lattice
from semblant.privacy.closeness import Equal, TCloseness
from semblant.privacy.models import DistinctL, EntropyL
from semblant.privacy.promises import Promise
from semblant.space.column import Likeness, Point, tabled_column
from semblant.space.product import Product
from tests.methods.spaces import job


def run(k: int, ladders: Sequence[Ladder], promises: Sequence[Promise] = (), **keys: object) -> Job:
    return replace(job(k, **keys), ladders=tuple(ladders), promises=promises)


def space_of(records: np.ndarray, euclidean: bool = False) -> Product:
    """Records of small codes, each column nominal."""
    columns = []
    for j, line in enumerate(records):
        points = [Point(-1, f"v{i}") for i in range(10)]
        columns.append(tabled_column(f"c{j}", points, line.astype(np.int64), Likeness(None, "equality", "mode")))
    return Product.of(columns, euclidean=euclidean)


def ladder_of(
    name: str, groups: list[list[int]], losses: list[list[float]] | None = None, weight: float = 1.0
) -> Ladder:
    """A ladder of ten values: per level the group of every value."""
    number: dict[str, int] = {}
    rows = [[number.setdefault(f"v{v}", len(number)) for v in range(10)]]
    for level, line in enumerate(groups, 1):
        rows.append([number.setdefault(f"{name}-{level}-{g}", len(number)) for g in line])
    up = np.array(rows, np.int32)
    height = len(groups)
    loss = np.array([[0.0] * 10] + (losses or [[(i + 1) / (height + 1)] * 10 for i in range(height)]))
    return Ladder(name, tuple(number), up, loss, 1.0, weight)


@st.composite
def ladders(draw: st.DrawFn, name: str) -> Ladder:
    groups, below = [], list(range(10))
    for _ in range(draw(st.integers(0, 2))):
        joined = draw(st.lists(st.integers(0, 3), min_size=10, max_size=10))
        below = [joined[g] for g in below]
        groups.append(below)
    losses = [draw(st.lists(st.floats(0, 1), min_size=10, max_size=10)) for _ in range(len(groups) + 1)]
    return ladder_of(name, [*groups, [0] * 10], losses, draw(st.sampled_from([1.0, 1.0, 2.0])))


@st.composite
def problems(draw: st.DrawFn):
    columns = draw(st.integers(1, 3))
    n = draw(st.integers(3, 25))
    records = np.array([draw(st.lists(st.integers(0, 5), min_size=n, max_size=n)) for _ in range(columns)])
    return (
        space_of(records, draw(st.booleans())),
        [draw(ladders(f"c{j}")) for j in range(columns)],
        draw(st.integers(2, 4)),
        draw(st.sampled_from([0.0, 0.1, 0.34])),
        np.array(draw(st.lists(st.integers(0, 3), min_size=n, max_size=n))),
    )


def brute(space, made, k, limit, objective, kept=lambda _: True):
    """Every node that is anonymous with what it loses, by plain counting."""
    found = {}
    weights = np.array([m.weight for m in made])
    share = weights / weights.sum()
    for node in product(*(range(m.height + 1) for m in made)):
        classes = defaultdict(list)
        for r, t in enumerate(space.record_tuple):
            classes[
                tuple(m.up[level, space.codes[j, t]] for j, (m, level) in enumerate(zip(made, node, strict=True)))
            ].append(r)
        gone = [r for rows in classes.values() if len(rows) < k or not kept(rows) for r in rows]
        if len(gone) > limit * space.records + 1e-9:
            continue
        total = 0.0
        for r, t in enumerate(space.record_tuple):
            far = np.array(
                [
                    m.gone if r in gone else m.loss[level, space.codes[j, t]]
                    for j, (m, level) in enumerate(zip(made, node, strict=True))
                ]
            )
            if objective == "semiloss":
                total += share @ far if not space.euclidean else len(share) * share @ far
            else:
                total += len(share) * share @ far**2 if space.euclidean else (share @ far) ** 2
        found[node] = total
    return found


def classes_of(space: Product, masking: Masking) -> dict[tuple[str, ...], list[int]]:
    """Released texts to records; dropped ones left out."""
    found = defaultdict(list)
    for record, group in enumerate(masking.group_of_records(space)):
        part, at = masking.representative(int(group))
        if not isinstance(part, Dropped):
            found[tuple(part.values[at])].append(record)
    return found


@given(problems(), st.sampled_from(["sse", "semiloss"]))
@settings(max_examples=120, deadline=None)
def test_incognito_finds_what_trying_everything_finds(problem, objective):
    space, made, k, limit, _ = problem
    wanted = brute(space, made, k, limit, objective)
    lattice = Lattice(space, made, k, limit)
    anonymous = lattice.anonymous()
    assert {node for node in np.ndindex(lattice.shape) if anonymous[node]} == {*wanted}
    if not wanted:
        with pytest.raises(UnreachableError):
            incognito(space, run(k, made, suppression_limit=limit, objective=objective))
        return
    node = lattice.least(anonymous, objective)
    assert wanted[node] == pytest.approx(min(wanted.values()), abs=1e-9)
    assert lattice.loss_at(node, objective) == pytest.approx(wanted[node], abs=1e-9)
    masking = incognito(space, run(k, made, suppression_limit=limit, objective=objective))
    sizes = [len(rows) for rows in classes_of(space, masking).values()]
    assert min(sizes, default=k) >= k
    assert space.records - sum(sizes) <= limit * space.records + 1e-9
    assert masking.counts.sum() == space.records
    assert masking.levels == node


@given(problems(), st.sampled_from(["distinct", "entropy", "t"]))
@settings(max_examples=60, deadline=None)
def test_promises_beyond_k_hold_in_every_class(problem, kind):
    space, made, k, limit, sensitive = problem
    model = {"distinct": DistinctL("s", 2), "entropy": EntropyL("s", 1.5), "t": TCloseness("s", 0.5, Equal())}[kind]
    promise = Promise(model, sensitive)
    for method in (incognito, datafly):
        try:
            masking = method(space, run(k, made, [promise], suppression_limit=limit))
        except UnreachableError:
            continue
        released = classes_of(space, masking)
        there = np.zeros(space.records, bool)
        there[[r for rows in released.values() for r in rows]] = True
        total = promise.total(there)
        for rows in released.values():
            counts = np.bincount(sensitive[rows], minlength=len(total))
            assert len(rows) >= k
            assert model.holds(counts, total)
        assert space.records - there.sum() <= limit * space.records + 1e-9


@given(problems())
@settings(max_examples=40, deadline=None)
def test_incognito_with_diversity_finds_what_trying_everything_finds(problem):
    space, made, k, _, sensitive = problem
    wanted = brute(space, made, k, 0.0, "sse", lambda rows: len({*sensitive[rows].tolist()}) >= 2)
    lattice = Lattice(space, made, k, 0.0, [Promise(DistinctL("s", 2), sensitive)])
    anonymous = lattice.anonymous()
    assert {node for node in np.ndindex(lattice.shape) if anonymous[node]} == {*wanted}


@given(problems(), st.booleans())
@settings(max_examples=60, deadline=None)
def test_datafly_and_best_first_keep_k_and_only_generalise(problem, semantic):
    space, made, k, limit, sensitive = problem
    assume(space.records >= k)
    for masking in (
        datafly(space, run(k, made, suppression_limit=limit, measure="logsc" if semantic else "equality")),
        best_first(space, run(k, made, measure="logsc" if semantic else "equality")),
    ):
        released = classes_of(space, masking)
        assert min(map(len, released.values()), default=k) >= k
        for texts, rows in released.items():
            for j, (text, one) in enumerate(zip(texts, made, strict=True)):
                for code in {*space.codes[j, space.record_tuple[rows]].tolist()}:
                    assert text in [one.labels[n] for n in one.up[:, code]]
    promise = Promise(DistinctL("s", 2), sensitive)
    if len({*sensitive.tolist()}) > 1:
        released = classes_of(space, best_first(space, run(k, made, [promise], measure="equality")))
        assert all(len({*sensitive[rows].tolist()}) >= 2 for rows in released.values())


JOBS = ladder_of("job", [[0, 0, 1, 1, 2, 2, 3, 3, 4, 4], [0] * 10], [[0.1] * 10, [0.6] * 10])
TOWN = ladder_of("town", [[0] * 10], [[0.3] * 10])


def test_datafly_goes_by_different_values_or_by_loss():
    space = space_of(np.array([[0, 1, 0, 1], [0, 1, 2, 3]]))
    # as published: four towns are more than two jobs
    classic = datafly(space, run(2, [JOBS, TOWN], measure="equality"))
    assert {*classes_of(space, classic)} == {("v0", "town-1-0"), ("v1", "town-1-0")}
    # by loss: the jobs' first level adds 0.1, the towns' 0.3, the jobs' second 0.5
    aware = datafly(space, run(2, [JOBS, TOWN]))
    assert {*classes_of(space, aware)} == {("job-1-0", "town-1-0")}


def test_what_is_lost_by_the_hierarchy_is_the_share_of_steps_up():
    space = space_of(np.array([[0, 0, 0, 4, 5, 8], [0, 0, 0, 1, 1, 0]]))
    # three records stay, three go up two of two steps in jobs and one of one in towns
    assert climbed(space, [JOBS, TOWN], best_first(space, run(2, [JOBS, TOWN], measure="equality"))) == [0.5, 0.5]
    dropping = space_of(np.array([[0] * 9 + [5], [0] * 10]))
    assert climbed(dropping, [JOBS, TOWN], datafly(dropping, run(2, [JOBS, TOWN], suppression_limit=0.1))) == [0.1, 0.1]


def test_datafly_drops_what_the_limit_allows():
    records = np.array([[0] * 9 + [5], [0] * 10])
    space = space_of(records)
    masking = datafly(space, run(2, [JOBS, TOWN], suppression_limit=0.1))
    assert classes_of(space, masking) == {("v0", "v0"): list(range(9))}
    assert masking.where(Dropped)[-1]
    assert masking.group_sizes().tolist() == [9, 1]


def test_best_first_changes_only_what_it_must():
    space = space_of(np.array([[0, 0, 0, 4, 5, 8], [0, 0, 0, 1, 1, 0]]))
    # 4 and 5 meet after one step each; then 8 takes 2 + 2 steps in jobs and 1 + 2 in towns with those two, but
    # 2 + 6 in jobs with the first three
    assert classes_of(space, best_first(space, run(2, [JOBS, TOWN], measure="equality"))) == {
        ("v0", "v0"): [0, 1, 2],
        ("job-2-0", "town-1-0"): [3, 4, 5],
    }


def test_best_first_can_go_by_steps_or_by_meaning():
    near = ladder_of("a", [[0, 0, 1, 1, 2, 2, 3, 3, 4, 4], [0] * 10], [[0.01] * 10, [0.02] * 10])
    far = ladder_of("b", [[0] * 10], [[0.9] * 10])
    space = space_of(np.array([[0, 1, 4, 1], [0, 1, 0, 1]]))
    by_meaning = classes_of(space, best_first(space, run(2, [near, far])))
    assert by_meaning == {("a-2-0", "v0"): [0, 2], ("v1", "v1"): [1, 3]}


@pytest.mark.parametrize("bound", ["LARGEST", "MOST_COUNTED"])
def test_a_lattice_too_large_is_refused_with_its_size(monkeypatch, bound):
    monkeypatch.setattr(module, bound, 10)
    space = space_of(np.array([[0, 1, 2], [0, 1, 1]]))
    said = "2 columns with 1 to 2 levels make a lattice of 6 generalisations, 12 with"
    with pytest.raises(CapacityError, match=said) as raised:
        incognito(space, run(2, [JOBS, TOWN]))
    assert any("--levels" in hint for hint in raised.value.hints)
    assert any("datafly" in hint for hint in raised.value.hints)


def test_what_no_generalisation_gives_is_unreachable():
    space = space_of(np.array([[0, 1, 2], [0, 1, 1]]))
    promise = Promise(DistinctL("s", 4), np.array([0, 1, 2]))
    for method in (datafly, incognito, best_first):
        with pytest.raises(UnreachableError, match="at most 3 different values"):
            method(space, run(2, [JOBS, TOWN], [promise]))


def test_keys_of_more_than_64_bits_do_not_meet():
    rng = np.random.default_rng(1)
    wide = [ladder_of(f"c{j}", [[0] * 10]) for j in range(20)]
    records = rng.integers(0, 10, (20, 50))
    space = space_of(records)
    assert Lattice(space, wide, 2).classes([0] * 20)[1] == len(np.unique(records, axis=1).T)
    assert Lattice(space, wide, 2).classes([1] * 20)[1] == 1
