import csv
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from semblant.errors import OutputError, PolicyError
from semblant.knowledge.sources import load
from semblant.knowledge.taxonomy import Taxonomy
from semblant.terms.mapping import Meanings, map_column, read_mapping
from semblant.terms.review import COLUMNS, write_review

JOBS = Taxonomy.from_edges(
    [("nurse", "health"), ("doctor", "health"), ("bank-1", "money"), ("bank-2", "river"), ("health", "all")],
    terms={"bank-1": ["bank"], "bank-2": ["bank"]},
)
VALUES = ["nurses", "docter", "bank", "", "*", "zzqx", " nurses", 'a,b\n"c"', "=1+1"]


def mapped(values: list[str], **options) -> Meanings:
    return map_column(values, range(1, len(values) + 1), JOBS, attribute="job", **options)


def lines(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def edited(path: Path, value: str, text: str, column: str = "concept", delimiter: str = ",") -> Path:
    """The review after a steward has changed one cell."""
    rows = lines(path)
    for row in rows:
        if row["value"] == value:
            row[column] = text
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, delimiter=delimiter)
        writer.writeheader()
        writer.writerows(rows)
    return path


def test_says_everything_about_a_value(tmp_path: Path) -> None:
    path = tmp_path / "review.csv"
    write_review(path, {"job": mapped(VALUES)})
    rows = {row["value"]: row for row in lines(path)}
    assert tuple(rows["nurses"]) == COLUMNS
    assert rows["nurses"] == {
        "attribute": "job", "value": "nurses", "count": "8", "concept": "nurse", "id": "nurse", "label": "nurse",
        "path": "all > health > nurse", "sense": "1", "score": "0.99", "reason": "plural", "alternatives": "",
        "meanings": "nurse < health < all", "about": "", "checked": "", "proposed": "nurse",
    }  # fmt: skip
    assert (rows["bank"]["concept"], rows["bank"]["id"], rows["bank"]["alternatives"]) == ("bank", "bank-1", "bank#2")
    assert rows["bank"]["meanings"] == "bank < money; bank#2 < river"
    assert rows["docter"]["meanings"] == "doctor < health < all"
    assert (rows["docter"]["concept"], rows["docter"]["reason"]) == ("", "suggested")
    assert rows["docter"]["alternatives"] == "doctor (0.83)"
    assert rows["zzqx"]["reason"] == "unknown"
    assert "" not in rows
    assert "*" not in rows


def test_what_needs_a_look_comes_first(tmp_path: Path) -> None:
    write_review(tmp_path / "review.csv", {"job": mapped([*VALUES, "doctor", "health"])})
    rows = lines(tmp_path / "review.csv")
    doubts = [int(row["count"]) * (1 - float(row["score"])) for row in rows]
    assert all(a >= b - 0.01 * int(row["count"]) for a, b, row in zip(doubts, doubts[1:], rows[1:], strict=False))
    assert float(rows[0]["score"]) == 0


def test_a_source_with_glosses_says_what_it_means_in_its_own_words(tmp_path: Path) -> None:
    (tmp_path / "jobs.obo").write_text(
        "[Term]\nid: J:1\nname: job\n\n[Term]\nid: J:2\nname: nurse\nis_a: J:1\n"
        'def: "Cares for\\nthe sick; \\"a night nurse\\"" []\n\n'
        f'[Term]\nid: J:3\nname: clerk\nis_a: J:1\ndef: "{"writes " * 100}" []\n',
        "utf-8",
    )
    jobs = load(str(tmp_path / "jobs.obo"))
    write_review(tmp_path / "r.csv", {"job": map_column(["nurse", "clerk", "job"], [1, 1, 1], jobs, attribute="job")})
    told = {row["value"]: row["meanings"] for row in lines(tmp_path / "r.csv")}
    assert (told["nurse"], told["job"]) == ("nurse: Cares for the sick", "job")
    assert len(told["clerk"]) < 200
    assert told["clerk"].endswith("writes …")


@pytest.mark.parametrize("no_values", [False, True])
def test_unchanged_lines_mean_what_they_meant(tmp_path: Path, no_values: bool) -> None:
    before = mapped(VALUES)
    write_review(tmp_path / "review.csv", {"job": before}, no_values=no_values)
    after = mapped(VALUES, explicit=read_mapping(tmp_path / "review.csv"))
    assert after.concepts.tolist() == before.concepts.tolist()
    assert after.coverage() == before.coverage()
    assert after.matches[0].reason == before.matches[0].reason


def test_without_values_none_is_shown(tmp_path: Path) -> None:
    write_review(tmp_path / "review.csv", {"job": mapped(["zzqx", "ad hoc"])}, no_values=True)
    text = (tmp_path / "review.csv").read_text("utf-8")
    assert "zzqx" not in text
    assert "ad hoc" not in text


def test_an_edited_line_wins_and_an_emptied_one_means_none(tmp_path: Path) -> None:
    path = tmp_path / "review.csv"
    write_review(path, {"job": mapped(VALUES)})
    edited(edited(edited(path, "docter", "doctor"), "bank", "bank#2"), "nurses", "")
    after = mapped(VALUES, explicit=read_mapping(path))
    assert [JOBS.ids[c] if c >= 0 else None for c in after.concepts[:3]] == [None, "doctor", "bank-2"]
    assert 0 in after.unknown()


def test_nonsense_is_refused_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "review.csv"
    write_review(path, {"job": mapped(["nurse", "doctor"])})
    edited(path, "nurse", "secret#9")
    line = 2 + [row["value"] for row in lines(path)].index("nurse")
    with pytest.raises(PolicyError, match="not in knowledge") as caught:
        mapped(["nurse", "doctor"], explicit=read_mapping(path))
    assert caught.value.where == f"review.csv:{line}"
    assert "secret" not in caught.value.explain()


@pytest.mark.parametrize("value", ["nurse", "docter"])
def test_an_id_changed_instead_of_the_concept_is_refused_with_its_line(tmp_path: Path, value: str) -> None:
    path = tmp_path / "review.csv"
    write_review(path, {"job": mapped(["nurse", "docter"])})
    edited(path, value, "doctor", column="id")
    line = 2 + [row["value"] for row in lines(path)].index(value)
    with pytest.raises(PolicyError, match="only the column 'concept' counts") as caught:
        mapped(["nurse", "docter"], explicit=read_mapping(path))
    assert caught.value.where == f"review.csv:{line}"
    assert "doctor" not in caught.value.explain()
    assert "doctor" in caught.value.explain(show_values=True)


def test_a_change_to_a_namesake_is_no_change_of_the_id(tmp_path: Path) -> None:
    path = tmp_path / "review.csv"
    write_review(path, {"job": mapped(["bank"])})
    edited(path, "bank", "bank#2")
    assert JOBS.ids[mapped(["bank"], explicit=read_mapping(path)).concepts[0]] == "bank-2"


@pytest.mark.parametrize("delimiter", [";", "\t"])
def test_a_spreadsheet_may_part_the_cells_otherwise(tmp_path: Path, delimiter: str) -> None:
    path = tmp_path / "review.csv"
    write_review(path, {"job": mapped(VALUES)})
    before = read_mapping(path)
    edited(path, "", "", delimiter=delimiter)
    assert read_mapping(path) == before


def test_two_columns_in_one_file_do_not_mix(tmp_path: Path) -> None:
    path = tmp_path / "review.csv"
    one, two = map_column(["bank"], [1], JOBS, attribute="one"), map_column(["bank"], [1], JOBS, attribute="two")
    write_review(path, {"one": one, "two": two})
    rows = path.read_text("utf-8-sig").replace("two,bank,1,bank,", "two,bank,1,bank#2,")
    path.write_text(rows, "utf-8")
    explicit = read_mapping(path)
    found = [map_column(["bank"], [1], JOBS, attribute=a, explicit=explicit).concepts[0] for a in ("one", "two")]
    assert [JOBS.ids[c] for c in found] == ["bank-1", "bank-2"]


def test_written_whole_or_not_at_all(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="cannot be written"):
        write_review(tmp_path / "none" / "review.csv", {"job": mapped(VALUES)})
    (tmp_path / "review.csv").mkdir()
    with pytest.raises(OutputError):
        write_review(tmp_path / "review.csv", {"job": mapped(VALUES)})
    assert [p.name for p in tmp_path.iterdir()] == ["review.csv"]


values = st.lists(
    st.one_of(st.sampled_from(["nurse", "Doctors", "bank", "bank#2", "", "*"]), st.text(max_size=8)),
    max_size=8,
    unique=True,
)


@given(values, st.booleans())
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_there_and_back(tmp_path: Path, values: list[str], no_values: bool) -> None:
    before = mapped(values)
    write_review(tmp_path / "review.csv", {"job": before}, no_values=no_values)
    after = mapped(values, explicit=read_mapping(tmp_path / "review.csv"))
    assert after.concepts.tolist() == before.concepts.tolist()


def test_a_review_that_nobody_read_makes_nothing_more_certain(tmp_path: Path) -> None:
    wordnet = load("wordnet")
    values, counts = ["night nurse", "burly porter", "doctor", "zzqx"], [4, 3, 2, 1]
    before = map_column(values, counts, wordnet, attribute="job")
    path = tmp_path / "review.csv"
    write_review(path, {"job": before})
    unread = map_column(values, counts, wordnet, attribute="job", explicit=read_mapping(path))
    assert unread.concepts.tolist() == before.concepts.tolist()
    assert unread.coverage() == before.coverage()
    assert [m.is_name for m in unread.matches] == [m.is_name for m in before.matches]
    assert "mapping" not in {match.reason for match in unread.matches}


@pytest.mark.parametrize(("column", "text"), [("checked", "x"), ("concept", "doctor")])
def test_a_line_is_the_stewards_where_it_was_checked_or_changed(tmp_path: Path, column: str, text: str) -> None:
    path = tmp_path / "review.csv"
    write_review(path, {"job": mapped(VALUES)})
    said = mapped(VALUES, explicit=read_mapping(edited(path, "nurses", text, column)))
    assert [m.reason for m in said.matches][:3] == ["mapping", "unknown", "exact"]
    write_review(path, {"job": said})  # written again, it stays decided
    assert mapped(VALUES, explicit=read_mapping(path)).matches[0].reason == "mapping"


def test_a_mapping_of_the_stewards_own_is_certain(tmp_path: Path) -> None:
    (tmp_path / "own.csv").write_text("value,concept\nnurses,nurse\n", "utf-8")
    assert mapped(["nurses"], explicit=read_mapping(tmp_path / "own.csv")).matches[0].reason == "mapping"
