"""Constrained groups keep every promise on the released table, whatever the method, the data and the promises."""

from collections import defaultdict
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from semblant.catalogue import CATALOGUE
from semblant.data.table import Table
from semblant.errors import UnreachableError
from semblant.methods.constrain import constrain, merged, same_values
from semblant.methods.job import Budget
from semblant.methods.mask import run
from semblant.methods.masking import Centroids, Donors, Dropped, Generalised, Masking, Synthetic
from semblant.methods.promise_refinement import refine_under_promises
from semblant.methods.refine import improve
from semblant.methods.starts import start_of
from semblant.policy.model import Policy
from semblant.privacy.closeness import TCloseness
from semblant.privacy.models import SemanticL
from semblant.privacy.promises import Promise, promises_of
from semblant.proof.meanings import prove
from semblant.proof.tables import privacy_of_table
from semblant.represent import Released, represent
from semblant.space.reading import Library
from tests.methods.spaces import job
from tests.privacy import slow
from tests.properties.strategies import Case, Graph, cases, examples

METHODS = [name for name, entry in CATALOGUE["table"].items() if entry.k_anonymous and not entry.generalises]


@dataclass(frozen=True)
class Asked:
    """A case with a sensitive column, persons, and what is promised of them."""

    case: Case
    promises: tuple[Promise, ...]

    @classmethod
    def of(cls, case: Case, columns: dict[str, list[str]], attributes: dict, **keys: object) -> "Asked":
        table = Table(case.table.frame.with_columns(pl.Series(n, v, pl.String) for n, v in columns.items()))
        policy = Policy.model_validate(
            {**case.policy.model_dump(), **keys, "attributes": {**case.policy.attributes, **attributes}}
        )
        case = replace(case, table=table, policy=policy.model_copy(update={"suppression_limit": 1.0}))
        library = Library(policy, Path())
        library.opened["graph"] = case.graph.taxonomy
        return cls(case, promises_of(policy, table, library))

    def masked(self) -> Masking:
        """The groups of the method alone; one that may drop records may drop all."""
        return run(self.case.space, self.case.job(1))

    def refined(self, masking: Masking) -> Masking:
        """The groups improved for a few rounds while they keep what is promised."""
        return refine_under_promises(
            self.case.space, masking, replace(self.case.job(1), budget=Budget(6), promises=self.promises)
        )

    def released(self, masking: Masking) -> Released:
        return represent(self.case.table, self.case.space, masking)

    def classes(self, released: Table, name: str) -> list[list[str]]:
        """The values of a column of the original, by class of the release; without the records suppressed in full."""
        found = defaultdict(list)
        alike = released.frame.select(self.case.policy.columns("quasi")).rows()
        rows = zip(alike, released.frame.rows(), self.case.table.frame.get_column(name), strict=True)
        for key, row, value in rows:
            if set(row) != {"*"}:
                found[key].append(value)
        return list(found.values())


PROMISES = [
    {"l": 2},
    {"l": 3},
    {"l": 1.8, "l_kind": "entropy"},
    {"l": 2, "l_kind": "recursive", "c": 2},
    {"l": 2, "l_kind": "semantic", "apart": 0.5},
    {"t": 0.3},
    {"t": 0.25, "ground": "ordered", "levels": ["one", "two", "three", "four"]},
    {"t": 0.3, "ground": "semantic"},
    {"l": 2, "t": 0.35},
]


def kept(asked: Asked, released: Table, name: str) -> None:
    """Each promise, by its definition alone, on the released classes."""
    attribute, texts = asked.case.policy.attributes[name], asked.case.table.column(name).values
    classes = asked.classes(released, name)
    everything = [value for held in classes for value in held]
    models = {type(p.model): p.model for p in asked.promises if getattr(p.model, "attribute", "") == name}
    place = {"": -2, "*": -1, **{level: i for i, level in enumerate(attribute.levels or ())}}

    def diverse(held: list[str]) -> float:
        if attribute.l_kind != "semantic":
            return slow.diversity(held, attribute.l_kind, attribute.c)
        far = models[SemanticL].distance
        spoken = [text for text in held if text.strip() not in ("", "*")]
        return slow.most_apart(spoken, lambda a, b: far[texts.index(a), texts.index(b)] >= attribute.apart)

    def strays(held: list[str]) -> float:
        match attribute.ground:
            case "equal":
                return float(slow.equal(held, everything))
            case "ordered":
                return float(slow.ordered_both(held, everything, lambda text: place[slow.folded(text)]))
        far = models[TCloseness].ground.distance
        return slow.earth_movers(held, everything, lambda a, b: far[texts.index(a), texts.index(b)])

    for held in classes:
        assert attribute.l is None or diverse(held) >= attribute.l - 1e-6
        assert attribute.t is None or strays(held) <= attribute.t + 1e-6


@st.composite
def asked(draw: st.DrawFn, promise: dict) -> Asked:
    case = draw(cases(most=16))
    records = case.table.records
    if "semantic" in promise.values():
        words = [*list(case.graph.parents)[-4:], "", "*", list(case.graph.parents)[-1].upper()]
        promise = promise | {"knowledge": "graph"}
    else:
        words = ["one", "two", "three", "four", "", "*", "ONE", "two "]
    sensitive = draw(st.lists(st.sampled_from(words), min_size=records, max_size=records))
    method = draw(st.sampled_from(METHODS))
    return Asked.of(case.by(method), {"s": sensitive}, {"s": {"role": "sensitive", **promise}})


@pytest.mark.parametrize("promise", PROMISES, ids=str)
@examples(40)
@given(data=st.data())
def test_the_released_classes_keep_the_promise_or_it_cannot_be_kept(promise, data):
    made = data.draw(asked(promise))
    before = made.masked()
    assume(not before.where(Dropped).all())  # then nothing is released, and the run is refused before
    try:
        after = constrain(before, made.case.space, made.promises)
    except UnreachableError:
        of_record = before.group_of_records(made.case.space)
        dropped = before.where(Dropped)[of_record]
        texts = {n: np.where(dropped, "*", "one class").tolist() for n in made.case.policy.columns("quasi")}
        gone = {n: np.where(dropped, "*", made.case.table.frame.get_column(n)).tolist() for n in ("kept", "s")}
        together = made.case.table.with_columns({**texts, **gone})
        with pytest.raises(AssertionError):
            kept(made, together, "s")
        return
    refined = made.refined(after)
    assert cost(made, refined) <= cost(made, after) * (1 + 1e-9)
    for found in (after, refined):
        released = made.released(found)
        kept(made, released.table, "s")
        assert int(found.counts.sum()) == made.case.table.records
        dropped = found.where(Dropped)
        assert (found.group_sizes()[~dropped] >= made.case.policy.k).all()
        assert np.bincount(released.groups, minlength=found.size).tolist() == found.group_sizes().tolist()
        counted = privacy_of_table(released.table, made.case.policy)
        privacy = prove(counted, released.table, made.case.policy, made.promises)
        assert privacy.verified


def cost(made: Asked, masking: Masking) -> float:
    """What a masking costs by the measure that guides it; 0 where its groups have no centres."""
    if not masking.where(Centroids).all():
        return 0.0
    return improve(made.case.space.points, job(2, budget=0), start_of(made.case.space, masking)).cost


@examples(40)
@given(data=st.data())
def test_the_same_again_gives_the_same_groups(data):
    made = data.draw(asked({"l": 2}))
    try:
        first, second = (constrain(made.masked(), made.case.space, made.promises) for _ in range(2))
    except UnreachableError:
        assume(False)
    assert made.released(first).table.frame.equals(made.released(second).table.frame)
    assert [type(part) for part in first.represented] == [type(part) for part in second.represented]
    again = constrain(first, made.case.space, made.promises)
    assert again is first  # nothing left to do


@examples(40)
@given(data=st.data())
def test_k_counts_persons_in_every_method(data):
    case = data.draw(cases(most=16))
    records = case.table.records
    who = data.draw(st.lists(st.sampled_from(["a", "b", "c", "d", "e", ""]), min_size=records, max_size=records))
    ill = data.draw(st.lists(st.sampled_from(["x", "y", "z", "X ", ""]), min_size=records, max_size=records))
    kind = data.draw(st.sampled_from(["distinct", "entropy", "recursive"]))
    made = Asked.of(
        case.by(data.draw(st.sampled_from(METHODS))),
        {"who": who, "ill": ill},
        {"who": "identifier", "ill": {"role": "sensitive", "l": 1.6, "l_kind": kind}},
        individual="who",
    )
    try:
        masking = constrain(made.masked(), made.case.space, made.promises)
    except UnreachableError:
        return
    for one in (masking, made.refined(masking)):
        released = made.released(one).table.with_columns({}, drop=["who"])
        persons = [set(held) for held in made.classes(released, "who")]
        assume(persons)  # a method that may drop records may drop all
        assert min(map(len, persons)) >= made.case.policy.k
        said = zip(made.classes(released, "who"), made.classes(released, "ill"), strict=True)
        for held in ({(person, slow.folded(ill)) for person, ill in zip(*both, strict=True)} for both in said):
            assert slow.diversity([ill for _, ill in held], kind) >= 1.6 - 1e-6
        found = privacy_of_table(released, made.case.policy, made.case.table)
        assert found.verified
        assert found.k_achieved == min(map(len, persons))


def simple(quasi: list[str], sensitive: list[str], k: int = 2, kind: str = "nominal", **promise: object) -> Asked:
    policy = Policy.model_validate({"k": k, "attributes": {"q": {"role": "quasi", "kind": kind}}})
    case = Case(Table(pl.DataFrame({"q": quasi}, schema={"q": pl.String})), policy, Graph.of({"top": ()}))
    return Asked.of(case.by("s-mdav"), {"s": sensitive}, {"s": {"role": "sensitive", **promise}})


def test_records_of_a_parted_tuple_stay_where_they_were_put():
    """Merging the first and the last of three groups of one tuple must not shift records between them."""
    made = simple(["a"] * 7, ["x", "x", "y", "y", "x", "y", "y"], l=2)
    space = made.case.space
    texts = Synthetic.of(np.array([["1"], ["2"], ["1"]], object))
    apart = Masking(np.zeros(3, int), np.array([2, 2, 3]), np.arange(3), (texts,))
    assert apart.group_of_records(space).tolist() == [0, 0, 1, 1, 2, 2, 2]
    joined = merged(apart, space, *same_values(apart, space))
    assert joined.placed is not None
    assert joined.group_of_records(space).tolist() == [0, 0, 1, 1, 0, 0, 0]
    assert joined.group_sizes().tolist() == [5, 2]


@examples(80)
@given(data=st.data(), k=st.integers(2, 4))
def test_promises_hold_where_tuples_are_parted_over_groups(data, k):
    records = data.draw(st.integers(2 * k, 24))
    draw = [data.draw(st.lists(st.sampled_from(of), min_size=records, max_size=records)) for of in ("137", "wxyz")]
    made = simple(draw[0], draw[1], k, kind="numeric", l=2, t=0.45)
    try:
        masking = constrain(made.masked(), made.case.space, made.promises)
    except UnreachableError:
        assume(False)
    kept(made, made.released(masking).table, "s")


def test_groups_released_alike_are_one_class():
    made = simple(["a"] * 4, ["x", "x", "y", "y"], l=2)
    before = made.masked()
    assert before.size == 2  # neither of which has two values
    assert constrain(before, made.case.space, made.promises) is before


def test_the_cheapest_merger_that_mends_is_made():
    quasi = [*"aaabbbcccddd"]
    made = simple(quasi, [*"xyxxxxxyyxyx"], k=3, l=2)
    masking = constrain(made.masked(), made.case.space, made.promises)
    assert sorted(masking.group_sizes().tolist()) == [3, 3, 6]


def test_several_sensitive_columns_all_hold():
    case = simple(["a", "a", "b", "b", "c", "c", "d", "d"], ["x"] * 4 + ["y"] * 4).case
    made = Asked.of(
        case,
        {"u": [*"uvuvuuuv"], "s": [*"xxxxyyyx"]},
        {"s": {"role": "sensitive", "l": 2}, "u": {"role": "sensitive", "l": 2, "t": 0.4}},
    )
    released = made.released(constrain(made.masked(), made.case.space, made.promises)).table
    kept(made, released, "s")
    kept(made, released, "u")


def test_donors_come_from_the_larger_part_and_dropped_records_stay_out():
    made = simple([*"aaabbcc"], [*"xxxyyzz"], l=2)
    space = made.case.space
    donors = Masking(np.arange(3), np.array([3, 2, 2]), np.arange(3), (Donors.of(np.arange(2)), Dropped.last(2)))
    masking = constrain(donors, space, made.promises)
    assert [type(part) for part in masking.represented] == [Donors, Dropped]
    assert [part.groups.tolist() for part in masking.represented] == [[0], [1]]
    assert masking.represented[0].values.tolist() == [0]
    released = made.released(masking).table.frame
    assert released.get_column("q").to_list() == ["a"] * 5 + ["*"] * 2
    assert released.get_column("s").to_list() == ["x"] * 3 + ["y"] * 2 + ["*"] * 2


def test_groups_that_cannot_be_merged_are_refused():
    made = simple([*"aabb"], [*"xxyy"], l=2)
    labels = Generalised.of(np.array([["A"], ["B"]], object))
    wide = Masking(np.arange(2), np.array([2, 2]), np.arange(2), (labels,))
    with pytest.raises(UnreachableError, match="cannot be merged"):
        constrain(wide, made.case.space, made.promises)
    same = replace(wide, represented=(Generalised.of(np.array([["A"], ["A"]], object)),))
    assert constrain(same, made.case.space, made.promises) is same


@pytest.mark.parametrize(
    ("promise", "most"),
    [
        ({"l": 3}, "at most 2 different values of s"),
        ({"l": 2, "l_kind": "entropy"}, "at most values of s as varied as 1.89 equally frequent ones"),
        ({"l": 2, "l_kind": "recursive", "c": 1}, "at most recursive \\(1, 1\\)-diversity of s"),
    ],
)
def test_what_cannot_be_reached_is_said_with_what_can(promise, most):
    made = simple([*"aabbcc"], [*"xxxxyy"], **promise)
    with pytest.raises(UnreachableError, match=most) as caught:
        constrain(made.masked(), made.case.space, made.promises)
    assert caught.value.exit_code == 1
    assert caught.value.where == "attributes.s.l"
    assert "All 6 records" in caught.value.message
    assert str(made.promises[1].model) in caught.value.message


def test_too_few_persons_are_said():
    case = simple([*"aabb"], [*"xyxy"], l=2).case
    made = Asked.of(case, {"who": [*"1111"]}, {"who": "identifier"}, individual="who")
    with pytest.raises(UnreachableError, match="at most 1 person"):
        constrain(made.masked(), made.case.space, made.promises)


@pytest.mark.parametrize("size", [2, 3])
def test_a_table_of_k_records_is_one_class(size):
    made = simple([*"abc"][:size], [*"xyz"][:size], k=2, l=2, t=0.0)
    masking = constrain(made.masked(), made.case.space, made.promises)
    assert masking.size == 1


def test_all_equal_sensitive_values_are_as_close_as_can_be_but_not_diverse():
    assert constrain((made := simple([*"aabb"], [""] * 4, t=0.0)).masked(), made.case.space, made.promises).size == 2
    with pytest.raises(UnreachableError, match="at most 0 different values of s"):
        constrain((made := simple([*"aabb"], [""] * 4, l=2)).masked(), made.case.space, made.promises)
