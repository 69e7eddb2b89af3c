"""Every way a group can be represented goes through represent, verify and assess: later methods need no new path."""

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from semblant.assessment.assessment import Assessment
from semblant.assessment.tables import assess_table
from semblant.data.read import read
from semblant.data.table import Table
from semblant.errors import VerificationError
from semblant.evidence import Privacy
from semblant.methods.masking import Donors, Dropped, Generalised, Masking, Representatives, Synthetic
from semblant.policy.model import Policy
from semblant.proof.tables import privacy_of_table, verify_table
from semblant.release.staging import write_table
from semblant.represent import represent
from semblant.space.product import Product
from semblant.space.reading import Library, Readers, read_columns
from semblant.space.tablespace import build_space

CARE = [("nurse", "health"), ("doctor", "health"), ("baker", "food"), ("health", "work"), ("food", "work")]
ROWS = [
    ("Ann", "nurse", "Graz", "a"),
    ("Bob", "nurse", "Graz", "b"),
    ("Cyd", "doctor", "Graz", "c"),
    ("Dan", "baker", "Linz", "d"),
    ("Eve", "baker", "Linz", "e"),
]


@dataclass(frozen=True)
class Scene:
    """A table of five people, mapped: tuples in canonical order are baker-Linz, doctor-Graz, nurse-Graz."""

    table: Table
    policy: Policy
    readers: Readers
    space: Product
    folder: Path

    def release(self, masking: Masking) -> tuple[list[tuple[str, ...]], Privacy, Assessment]:
        """Represent, write, verify the bytes and assess what is read back."""
        released = represent(self.table, self.space, masking, drop=["name"])
        written = write_table(released.table, self.folder)
        privacy = verify_table(self.table, written, self.policy)
        back = read(written)
        found = assess_table(self.table, back, self.readers, self.policy)
        assert found.privacy == privacy
        return back.frame.rows(), privacy, found


@pytest.fixture
def scene(tmp_path):
    (tmp_path / "care.csv").write_text("\n".join(["child,parent", *(f"{a},{b}" for a, b in CARE)]) + "\n")
    table = Table(pl.DataFrame(ROWS, schema=["name", "job", "town", "note"], orient="row"))
    policy = Policy.model_validate(
        {
            "k": 2,
            "order": "keep",
            "suppression_limit": 1.0,
            "attributes": {
                "name": "identifier",
                "job": {"role": "quasi", "kind": "semantic", "knowledge": "care.csv"},
                "town": {"role": "quasi", "kind": "nominal"},
                "note": "keep",
            },
        }
    )
    readers = read_columns(table, policy, Library(policy, tmp_path))
    space = build_space(readers, measure="logsc", centroid="semantic", combine="mean")
    assert space.weights.tolist() == [2, 1, 2]
    return Scene(table, policy, readers, space, tmp_path)


def texts(*lines: tuple[str, ...]) -> np.ndarray:
    """Texts of groups, a column each."""
    return np.array(lines, object)


def whole(scene: Scene, *groups: int, by: tuple[Representatives, ...]) -> Masking:
    """A masking that takes tuples as they are: the group of each."""
    rows = sorted(zip(groups, range(3), strict=True))
    tuples = np.array([t for _, t in rows])
    return Masking(tuples, scene.space.weights[tuples], np.array([g for g, _ in rows]), by)


def test_a_donor_lends_its_values(scene):
    """One step of recoding: the only doctor takes the values of the nurses."""
    masking = whole(scene, 0, 1, 1, by=(Donors.of(np.array([0, 2])),))
    rows, privacy, found = scene.release(masking)
    assert [row[:2] for row in rows] == [("nurse", "Graz")] * 3 + [("baker", "Linz")] * 2
    assert (privacy.k_achieved, privacy.classes, privacy.suppressed_records) == (2, 2, 0)
    assert found.utility.per_attribute["job"].changed_records == 1
    assert found.utility.sse == pytest.approx((np.log2(1.5) / 2) ** 2)  # two of four ancestors differ, mean of two
    assert found.risk.record_linkage_percent == pytest.approx(100 * (2 * 1 / 2 + 2 * 1 / 2) / 5)


def test_a_dropped_record_says_nothing(scene):
    donors = Donors(np.array([0, 2]), np.array([0, 2]))
    masking = whole(scene, 0, 1, 2, by=(donors, Dropped(np.array([1]), np.empty((1, 0)))))
    rows, privacy, found = scene.release(masking)
    assert rows[2] == ("*", "*", "*")
    assert [row for i, row in enumerate(rows) if i != 2] == [row[1:] for i, row in enumerate(ROWS) if i != 2]
    assert (privacy.k_achieved, privacy.classes, privacy.suppressed_records) == (2, 2, 1)
    assert found.utility.sse == 1.0  # a suppressed record is as far as can be
    assert found.utility.discernibility == 2**2 + 2**2 + 1 * 5
    assert (found.risk.uniques, found.risk.prosecutor_max) == (0, 0.5)


def test_where_everything_is_dropped_nothing_is_left_to_verify(scene):
    with pytest.raises(VerificationError, match="nothing is left to publish"):
        scene.release(whole(scene, 0, 0, 0, by=(Dropped.last(0),)))
    back = read(scene.folder / "release.csv")
    assert back.frame.rows() == [("*", "*", "*")] * 5
    found = assess_table(scene.table, back, scene.readers, scene.policy)
    privacy = found.privacy
    assert (privacy.k_achieved, privacy.classes, privacy.suppressed_records, privacy.verified) == (0, 0, 5, False)
    assert (found.risk.prosecutor_max, found.risk.record_linkage_percent) == (0.0, 0.0)
    assert found.utility.sse == 5.0


def test_more_suppressed_than_allowed_is_refused(scene):
    donors = Donors(np.array([0, 2]), np.array([0, 2]))
    masking = whole(scene, 0, 1, 2, by=(donors, Dropped(np.array([1]), np.empty((1, 0)))))
    strict = replace(scene, policy=scene.policy.model_copy(update={"suppression_limit": 0.19}))
    with pytest.raises(VerificationError, match="1 more than the policy allows"):
        strict.release(masking)


@pytest.mark.parametrize(
    ("label", "sse"), [(("health", "Graz"), 3 * (np.log2(4 / 3) / 2) ** 2), (("*", "Graz"), 3 / 4)]
)
def test_a_generalised_value_is_read_as_what_it_says(scene, label, sse):
    masking = whole(scene, 0, 1, 1, by=(Generalised.of(texts(("baker", "Linz"), label)),))
    rows, privacy, found = scene.release(masking)
    assert [row[:2] for row in rows] == [label] * 3 + [("baker", "Linz")] * 2
    assert (privacy.k_achieved, privacy.suppressed_records) == (2, 0)
    assert found.utility.sse == pytest.approx(sse)
    assert found.utility.per_attribute["job"].changed_records == 3


def test_the_branches_stand_side_by_side(scene):
    """A group of each kind in one release, a tuple's records split over two of them."""
    masking = Masking(
        np.array([0, 1, 2, 2]),
        np.array([2, 1, 1, 1]),
        np.array([0, 1, 1, 2]),
        (
            Synthetic(np.array([0]), texts(("food", "Linz"))),
            Generalised(np.array([1]), texts(("health", "Graz"))),
            Dropped.last(2),
        ),
    )
    rows, privacy, _ = scene.release(masking)
    assert sorted(rows) == [
        ("*", "*", "*"),
        ("food", "Linz", "d"),
        ("food", "Linz", "e"),
        ("health", "Graz", "a"),
        ("health", "Graz", "c"),
    ]
    assert (privacy.k_achieved, privacy.suppressed_records) == (2, 1)


def test_a_group_too_small_is_refused_whatever_stands_for_it(scene):
    masking = whole(scene, 0, 1, 2, by=(Donors.of(np.array([0, 1, 2])),))
    with pytest.raises(VerificationError) as refused:
        scene.release(masking)
    assert refused.value.exit_code == 1


# --- sets ------------------------------------------------------------------------------------------


def sets(*texts: str, kind: str = "set") -> tuple[Table, Policy]:
    table = Table(pl.DataFrame({"queries": texts, "note": [str(i) for i in range(len(texts))]}))
    attribute = {"role": "quasi", "kind": kind}
    return table, Policy.model_validate({"k": 2, "order": "keep", "attributes": {"queries": attribute, "note": "keep"}})


def test_sets_are_alike_if_their_text_is_so_that_no_order_can_mark_a_record():
    found = privacy_of_table(*sets("swimming|golf", "golf|swimming", "golf|swimming|golf"))
    assert (found.k_achieved, found.classes, found.verified) == (1, 3, False)
    found = privacy_of_table(*sets(*["golf|swimming"] * 3))
    assert (found.k_achieved, found.classes, found.verified) == (3, 1, True)


def test_a_set_and_its_part_are_not_alike():
    found = privacy_of_table(*sets("golf|swimming", "golf|swimming", "golf"))
    assert (found.k_achieved, found.classes, found.verified) == (1, 2, False)


def test_an_order_is_a_difference_where_the_column_is_no_set():
    assert privacy_of_table(*sets("swimming|golf", "golf|swimming", kind="nominal")).k_achieved == 1


def test_a_synthetic_set_for_each_group(tmp_path):
    """The texts a set method draws for a group, written by represent and proven by verify."""
    table, policy = sets("swimming|golf", "tennis", "golf", "chess|go", "go")
    texts, _ = sets("swimming|golf", "tennis", "golf", "chess|go", "go", kind="nominal")
    as_texts = policy.model_copy(
        update={
            "attributes": {
                **policy.attributes,
                "queries": policy.attributes["queries"].model_copy(update={"kind": "nominal"}),
            }
        }
    )
    readers = read_columns(texts, as_texts, Library(as_texts, tmp_path))
    space = build_space(readers, measure="equality", centroid="mode", combine="mean")
    words = [point.text for point in space.columns[0].values]
    groups = np.array([int(words[code] in ("chess|go", "go")) for code in space.codes[0]])
    by_group = np.argsort(groups, kind="stable")
    drawn = Synthetic.of(np.array([["golf|tennis"], ["go"]], object))
    masking = Masking(by_group, space.weights[by_group], groups[by_group], (drawn,))
    written = write_table(represent(table, space, masking).table, tmp_path)
    assert read(written).frame.get_column("queries").to_list() == ["golf|tennis"] * 3 + ["go"] * 2
    privacy = verify_table(table, written, policy)
    assert (privacy.k_achieved, privacy.classes) == (2, 2)
    written.write_text(written.read_text().replace("go,3", "go|golf,3"))
    with pytest.raises(VerificationError):
        verify_table(table, written, policy)
