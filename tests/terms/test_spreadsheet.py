"""A review that went through a spreadsheet says the same as before, or is refused with its line."""

import csv
import io
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from semblant.errors import PolicyError
from semblant.knowledge.taxonomy import Taxonomy
from semblant.terms.mapping import Meanings, map_column, read_mapping
from semblant.terms.review import COLUMNS, write_review
from semblant.terms.spreadsheet import as_number

CODES = Taxonomy.from_edges(
    [(code, "group" + code[0]) for code in ("00012", "120", "250.00", "E11.9", "1E10", "1-2", "0077", "77", "900", "0")]
    + [(f"group{first}", "all") for first in "0129E17"],
    terms={"00012": ["nurse"], "120": ["nurse", "night nurse"], "900": ["true"], "0": ["crane"]},
)
VALUES = [
    "00012", "120", "0120", "250.00", "250", "E11.9", "1E10", "1-2", "0077", "77", "077", "true", "TRUE", "nurse",
    "night nurses", "0", "-5", "nothing known", "crane; or not", 'a "b", c', "two\nlines", "Straße",
]  # fmt: skip


def mapped(values: list[str], **options) -> Meanings:
    return map_column(values, [1] * len(values), CODES, attribute="07", **options)


def retyped(cell: str, comma: bool) -> str:
    """What a spreadsheet makes of a cell it takes for a number, a truth or a date."""
    if cell in ("true", "false"):
        return cell.upper()
    if re.fullmatch(r"-?\d+([.]\d+)?", cell):
        return f"{float(cell):.15g}".replace(".", "," if comma else ".")
    if re.fullmatch(r"\d+E\d+", cell):
        return f"{float(cell):.2E}".replace(".", "," if comma else ".")
    if re.fullmatch(r"\d{1,2}-\d{1,2}", cell):
        return "02.01.2026"
    return cell


@st.composite
def spreadsheets(draw):
    """A program that opens a review, may move its columns about, and saves it in the ways of its country."""
    order = draw(st.permutations(range(len(COLUMNS) + 1)))
    delimiter, comma = draw(st.sampled_from([",", ";", "\t"])), draw(st.booleans())
    quoting = draw(st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]))
    wide, long, cut = draw(st.integers(0, 3)), draw(st.integers(0, 3)), draw(st.booleans())
    encoding, ends = draw(st.sampled_from(["utf-8", "utf-8-sig"])), draw(st.sampled_from(["\n", "\r\n"]))

    def save(path: Path, *, retype: bool = True) -> None:
        with path.open(encoding="utf-8-sig", newline="") as file:
            head, *rows = list(csv.reader(file))
        table = [[*head, "my notes"], *([*row, "a note"] for row in rows)]
        kept = order if not cut else [i for i in order if i != len(COLUMNS)]
        table = [[row[i] for i in kept] + [""] * wide for row in table] + [[""] * (len(kept) + wide)] * long
        text = io.StringIO(newline="")
        writer = csv.writer(text, delimiter=delimiter, quoting=quoting, lineterminator=ends)
        for row in table:
            cells = [retyped(cell, comma) for cell in row] if retype else row
            while cut and cells and not cells[-1]:
                cells.pop()
            writer.writerow(cells)
        path.write_bytes(text.getvalue().encode(encoding))

    return save


def there_and_back(values: list[str], wrong: set[str], path: Path, save, **options) -> tuple[list[int], list[int]]:
    """What a corrected review says, and what it says once it has been saved by a spreadsheet."""
    write_review(path, {"07": mapped(values)})
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        writer.writerows(row | {"concept": "crane"} if row["value"] in wrong else row for row in rows)
    before = mapped(values, explicit=read_mapping(path))
    save(path, **options)
    return before.concepts.tolist(), mapped(values, explicit=read_mapping(path)).concepts.tolist()


@given(st.lists(st.sampled_from(VALUES), unique=True), st.sets(st.sampled_from(VALUES)), spreadsheets())
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_another_layout_changes_nothing(tmp_path: Path, values: list[str], wrong: set[str], save) -> None:
    before, after = there_and_back(values, wrong, tmp_path / "review.csv", save, retype=False)
    assert after == before


def alike(values: list[str]) -> bool:
    """Whether a spreadsheet makes one of two values, or one of two concepts."""
    seen = [as_number(v) or v.lower() for v in values]
    return len(set(seen)) < len(seen) or bool({"0077", "77", "077"} & set(values))


@given(st.lists(st.sampled_from(VALUES), unique=True), st.sets(st.sampled_from(VALUES)), spreadsheets())
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_other_numbers_and_dates_change_nothing_or_are_refused_with_their_line(
    tmp_path: Path, values: list[str], wrong: set[str], save
) -> None:
    refused: PolicyError | None = None
    try:
        before, after = there_and_back(values, wrong, tmp_path / "review.csv", save)
        assert after == before
    except PolicyError as error:
        refused = error
    if refused is not None:
        assert re.fullmatch(r"review\.csv:\d+", refused.where)
        assert "spreadsheet" in refused.explain() or "contradicts" in refused.message
        assert "1-2" in values or alike(values)


def test_a_date_cannot_be_undone_and_is_named_with_line_and_column(tmp_path: Path) -> None:
    path = tmp_path / "review.csv"
    write_review(path, {"07": mapped(["E11.9", "1-2"])})
    text = path.read_text("utf-8-sig")
    line = 1 + next(i for i, row in enumerate(text.splitlines()) if ",1-2," in row)
    path.write_text(text.replace("07,1-2,", "07,02.Jan,"), "utf-8")
    with pytest.raises(PolicyError, match=r"made a date .* \(column 'value'\)") as caught:
        mapped(["E11.9", "1-2"], explicit=read_mapping(path))
    assert caught.value.where == f"review.csv:{line}"
    assert "Jan" not in caught.value.explain()
    path.write_text("value,concept\nE11.9,02.01.2026\n", "utf-8")
    with pytest.raises(PolicyError, match="looks like a date") as caught:
        mapped(["E11.9"], explicit=read_mapping(path))
    assert caught.value.where == "review.csv:2"


def test_a_date_that_the_data_has_is_nobodys_mistake(tmp_path: Path) -> None:
    path = tmp_path / "review.csv"
    write_review(path, {"07": mapped(["02.01.2026", "nurse"])})
    assert mapped(["nurse", "E11.9"], explicit=read_mapping(path)).coverage().mapped == 2
    assert mapped(["02.01.2026", "1-2"], explicit=read_mapping(path)).coverage().values == 2


def test_an_id_without_its_zeros_can_be_written_as_the_concept(tmp_path: Path) -> None:
    path = tmp_path / "mapping.csv"
    path.write_text("value,concept\nx,12\n", "utf-8")
    assert CODES.ids[mapped(["x"], explicit=read_mapping(path)).concepts[0]] == "00012"
    path.write_text("value,concept\nx,077\n", "utf-8")
    with pytest.raises(PolicyError, match="names 2 concepts"):
        mapped(["x"], explicit=read_mapping(path))


def test_only_a_review_speaks_of_numbers_written_otherwise(tmp_path: Path) -> None:
    path = tmp_path / "mapping.csv"
    path.write_text("value,concept\n12,E11.9\n", "utf-8")
    assert CODES.ids[mapped(["00012"], explicit=read_mapping(path)).concepts[0]] == "00012"


@given(st.integers(0, 10**12), st.integers(0, 5), st.integers(0, 5))
@example(0, 3, 2)
@settings(max_examples=100, deadline=None)
def test_numbers_are_one_however_written(number: int, before: int, after: int) -> None:
    assert as_number("0" * before + f"{number}.{'0' * (after + 1)}") == as_number(str(number))
    assert as_number(f"{number}e{after}") == as_number(str(number * 10**after))
    assert as_number(str(number)) != as_number(str(number + 1))


def test_a_number_with_a_dot_is_not_taken_for_a_date(tmp_path: Path) -> None:
    """A release may have codes that the review does not list, and lack some that it does."""
    path = tmp_path / "review.csv"
    write_review(path, {"07": mapped(["3.4", "nurse"])})
    assert mapped(["1.2", "nurse"], explicit=read_mapping(path)).coverage().mapped == 1
