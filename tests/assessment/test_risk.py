"""Re-identification and attribute disclosure, counted record by record; and an intruder with a file of their own."""

from collections import Counter
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from semblant.assessment.intruder import intruder, truth_of
from semblant.assessment.risk import size_ranges
from semblant.assessment.tables import assess_table
from semblant.data.table import Table
from semblant.errors import InputError
from semblant.policy.model import Policy
from semblant.release.assess import assess_release
from semblant.space.reading import Library, read_columns
from tests.properties.strategies import Case, cases, examples
from tests.report.making import JOBS, assess_case


def moved(data: st.DataObject, case: Case) -> Table:
    """A release by no particular method: values moved, some records suppressed."""
    n = case.table.records
    gone = data.draw(st.lists(st.booleans(), min_size=n, max_size=n))
    texts = {}
    for name in case.table.names:
        said = case.table.frame.get_column(name).to_list()
        if name != "kept":
            said = data.draw(st.lists(st.sampled_from(said), min_size=n, max_size=n))
        texts[name] = ["*" if g else text for g, text in zip(gone, said, strict=True)]
    return case.table.with_columns(texts)


@examples(40)
@given(data=st.data(), case=cases())
def test_journalist_and_marketer_count_everybody_who_fits(data: st.DataObject, case: Case) -> None:
    release = moved(data, case)
    found = assess_table(case.table, release, case.readers, case.policy, combine=case.guide.combine)

    def told(side: str) -> list[tuple[object, ...]]:
        sides = [getattr(c, side) for c in found.columns]
        return list(zip(*([s.points[i] for i in s.codes] for s in sides), strict=True))

    before, after = told("before"), told("after")
    people = Counter(before)
    stars = [all(p.text == "*" and not p.named for p in record) for record in after]
    classes: dict[tuple[object, ...], list[int]] = {}
    for i, record in enumerate(after):
        if not stars[i]:
            classes.setdefault(record, []).append(i)
    fitting = {c: sum(people[t] for t in {before[i] for i in rows}) for c, rows in classes.items()}
    expected = max((1 / f for f in fitting.values()), default=0.0)
    assert found.risk.journalist == pytest.approx(expected)
    share = sum(len(rows) / fitting[c] for c, rows in classes.items()) / max(1, sum(map(len, classes.values())))
    assert found.risk.marketer == pytest.approx(share)
    if found.privacy.suppressed_records == sum(stars):
        assert found.risk.journalist <= found.risk.prosecutor_max + 1e-12
        assert sum(r.records for r in found.risk.class_sizes) == len(after) - sum(stars)
        assert sum(r.classes for r in found.risk.class_sizes) == len(classes)
    assert found.risk.before.uniques == sum(n == 1 for n in people.values())


@examples(40)
@given(data=st.data(), case=cases(most=16))
def test_an_intruder_who_looks_for_equal_records_finds_no_more_than_one_who_looks_for_near_ones(
    data: st.DataObject, case: Case
) -> None:
    release = moved(data, case)
    found = assess_table(case.table, release, case.readers, case.policy, combine=case.guide.combine)
    sides = [[[s.points[i] for i in s.codes] for s in (c.before, c.after)] for c in found.columns]
    before, after = (list(zip(*(side[i] for side in sides), strict=True)) for i in (0, 1))
    chance = [1 / after.count(b) if a == b else 0.0 for a, b in zip(before, after, strict=True)]
    linked = found.risk.intruder_linkage_percent
    assert linked == pytest.approx(100 * sum(chance) / len(before))
    assert found.risk.semantic_record_linkage_percent is not None
    assert linked <= found.risk.semantic_record_linkage_percent + 1e-9


@examples(30)
@given(st.lists(st.integers(1, 3_000), max_size=20))
def test_every_class_lies_in_one_range_of_sizes(sizes: list[int]) -> None:
    ranges = size_ranges(np.array(sizes, np.int64))
    assert sum(r.classes for r in ranges) == len(sizes)
    assert sum(r.records for r in ranges) == sum(sizes)
    assert all(r.classes * r.at_least <= r.records <= r.classes * r.at_most for r in ranges)


SENSITIVE = {
    "town": {"role": "quasi", "kind": "nominal"},
    "job": {"role": "sensitive", "kind": "semantic", "knowledge": "jobs", "apart": 0.6},
}


def test_a_class_may_give_its_members_away_by_one_value_or_one_meaning() -> None:
    towns = ["a", "a", "b", "b", "c", "c", "*"]
    jobs = ["nurse", "nurse", "nurse", "midwife", "nurse", "baker", "*"]
    original = {"town": [*"aabbcc", "c"], "job": [*jobs[:-1], "cook"]}
    policy = Policy.model_validate({"k": 2, "attributes": SENSITIVE | {"also": meaning("also")}})
    rows = original | {"also": ["nurse"] * 7}
    before = Table(pl.DataFrame(rows))
    library = Library(policy, Path())
    library.opened["jobs"] = JOBS
    readers = read_columns(before, policy, library)
    release = before.with_columns({"town": towns, "job": jobs, "also": [*["nurse"] * 6, "*"]})
    given_away = assess_table(before, release, readers, policy).risk.homogeneity["job"]
    assert (given_away.one_value_classes, given_away.one_value_records) == (1, 2)
    assert (given_away.one_meaning_classes, given_away.one_meaning_records) == (2, 4)


def meaning(_: str) -> dict[str, str]:
    return {"role": "quasi", "kind": "semantic", "knowledge": "jobs"}


def test_without_knowledge_only_values_are_compared() -> None:
    _, found = assess_case(
        {"town": list("aabb"), "job": ["nurse"] * 4},
        {"town": list("aabb"), "job": ["nurse"] * 4},
        attributes={"town": {"role": "quasi", "kind": "nominal"}, "job": "sensitive"},
    )
    one = found.risk.homogeneity["job"]
    assert (one.one_value_classes, one.one_value_records, one.one_meaning_classes) == (2, 4, None)


def test_meaning_is_looked_up_in_knowledge_that_no_masked_column_uses(tmp_path: Path) -> None:
    """Named by the sensitive column alone, several in order, with the steward's own word for a value."""
    (tmp_path / "jobs.paths").write_text("work/health/nursing/nurse\nwork/health/nursing/midwife\nwork/food/baker\n")
    (tmp_path / "more.paths").write_text("life/leisure/hermit\n")
    (tmp_path / "own.csv").write_text("attribute,value,concept\njob,Hebamme,midwife\n")
    policy = Policy.model_validate(
        {
            "k": 2,
            "mapping": "own.csv",
            "knowledge": {"jobs": {"source": "jobs.paths"}, "more": {"source": "more.paths"}},
            "attributes": {
                "town": {"role": "quasi", "kind": "nominal"},
                "job": {"role": "sensitive", "knowledge": ("jobs", "more"), "apart": 0.6},
            },
        }
    )
    rows = table(town=list("aabbcc"), job=["nurse", "Hebamme", "nurse", "baker", "hermit", "nurse"])
    found = assess_release(rows, rows, policy, base=tmp_path).risk.homogeneity["job"]
    assert (found.one_value_classes, found.one_meaning_classes, found.one_meaning_records) == (0, 1, 2)
    readers = read_columns(rows, policy, Library(policy, tmp_path))
    assert assess_table(rows, rows, readers, policy).risk.homogeneity["job"].one_meaning_classes is None


def test_a_person_hides_among_persons_not_among_his_own_rows() -> None:
    policy = Policy.model_validate(
        {
            "k": 2,
            "individual": "who",
            "order": "keep",
            "attributes": {"who": "identifier", "town": {"role": "quasi", "kind": "nominal"}},
        }
    )
    original = table(who=["x", "x", "x", "y", "z", "z", "u"], town=list("aaaabbb"))
    release = table(town=["a", "a", "a", "a", "b", "b", "*"])
    found = assess_release(original, release, policy, base=Path()).risk
    assert (found.prosecutor_max, found.prosecutor_mean, found.uniques) == (1.0, 2 / 3, 1)
    fewer = assess_release(original, table(town=list("aaaabb")), policy, base=Path()).risk
    assert fewer.prosecutor_max == 0.5  # whose the rows are is not known: only rows can be counted


# --- an intruder with a file -----------------------------------------------------------------------


@examples(40)
@given(data=st.data(), case=cases(most=12))
def test_an_intruder_finds_what_a_record_by_record_search_finds(data: st.DataObject, case: Case) -> None:
    release = moved(data, case)
    quasi = list(case.policy.columns("quasi"))
    knows = data.draw(st.lists(st.sampled_from(quasi), min_size=1, unique=True))
    rows = data.draw(st.lists(st.integers(0, case.table.records - 1), min_size=1, max_size=8))
    known = Table(case.table.frame[rows].select(knows))
    truth = np.array(data.draw(st.permutations(rows)), np.int64)  # they may be wrong about who is who
    truth[data.draw(st.integers(0, len(rows) - 1))] = -1
    found = intruder(known, release, case.readers, case.policy.loss_measure, truth)

    whole = assess_table(case.table, release, case.readers, case.policy, combine=case.guide.combine)
    judged = [c for c in whole.columns if c.reader.name in knows]
    weights = [c.reader.rules.weight for c in judged]
    chances, candidates = [], []
    for place, row in enumerate(rows):
        apart = [
            sum(
                w * float(c.apart(c.before.codes[[row]], c.after.codes[[r]])[0])
                for w, c in zip(weights, judged, strict=True)
            )
            / sum(weights)
            for r in range(release.records)
        ]
        near = [r for r, d in enumerate(apart) if d <= min(apart) + 1e-9]
        candidates.append(len(near))
        chances.append(1 / len(near) if truth[place] in near else 0.0)
    assert found.found_percent == pytest.approx(100 * sum(chances) / len(rows))
    assert (found.candidates_least, found.candidates_median) == (min(candidates), np.median(candidates))
    assert found.single_candidate == candidates.count(1)
    assert set(found.columns) == set(knows)
    assert found.people_in_release == len(rows) - 1


@examples(30)
@given(data=st.data(), case=cases(most=16))
def test_an_intruder_with_the_whole_original_is_semantic_record_linkage(data: st.DataObject, case: Case) -> None:
    release = moved(data, case)
    found = assess_table(case.table, release, case.readers, case.policy, combine=case.guide.combine)
    whole = intruder(case.table, release, case.readers, case.policy.loss_measure, np.arange(case.table.records))
    assert whole.found_percent == pytest.approx(found.risk.semantic_record_linkage_percent)


def table(**columns: list[str]) -> Table:
    return Table(pl.DataFrame(columns))


def test_who_is_who_by_a_column_or_by_rows() -> None:
    original = table(id=["x", "y", "z"], job=["nurse", "baker", "cook"])
    by_id = truth_of(table(id=["z", "nobody"], job=["cook", "cook"]), original, "id")
    assert by_id is not None
    assert by_id.tolist() == [2, -1]
    by_row = truth_of(table(row=["3", "1"], job=["cook", "cook"]), original, None)
    assert by_row is not None
    assert by_row.tolist() == [2, 0]
    assert truth_of(table(job=["cook"]), original, "id") is None
    for wrong in ("0", "4", "two", "", "-1"):
        with pytest.raises(InputError, match="from 1 to 3"):
            truth_of(table(row=[wrong]), original, None)


def test_a_file_that_points_at_nobody_is_refused() -> None:
    policy = Policy.model_validate({"k": 2, "attributes": {"job": {"role": "quasi", "kind": "nominal"}}})
    people = table(job=["nurse", "baker"])
    readers = read_columns(people, policy, Library(policy, Path()))
    with pytest.raises(InputError, match="none of the masked columns"):
        intruder(table(town=["a"]), people, readers, "logsc")
    with pytest.raises(InputError, match="nobody to look for"):
        intruder(people.with_columns({}, rows=np.empty(0, np.int64)), people, readers, "logsc")


def test_meanings_of_a_taxonomy_lead_to_the_nearest_release() -> None:
    policy = Policy.model_validate({"k": 2, "attributes": {"job": meaning("job")}})
    original = table(job=["nurse", "midwife", "baker", "cook"])
    library = Library(policy, Path())
    library.opened["jobs"] = JOBS
    readers = read_columns(original, policy, library)
    release = table(job=["nursing", "nursing", "food", "food"])
    found = intruder(table(job=["midwife"]), release, readers, "logsc", np.array([1]))
    assert (found.found_percent, found.candidates_least, found.single_candidate) == (50.0, 2, 0)
    assert 0 < found.distance_mean < 1
