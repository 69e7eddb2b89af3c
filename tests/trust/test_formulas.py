"""Cells that a spreadsheet would run: escaped in a review, counted or escaped in a release, and read back exactly."""

import csv
import json
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import semblant as sb
from semblant.data.formulas import escaped, escaped_frame, formulas_in, is_formula, unescaped, unescaped_frame
from semblant.data.link import link_parts, read_link
from semblant.data.read import read, read_release
from semblant.data.table import Table
from semblant.errors import InputError, VerificationError
from semblant.knowledge.taxonomy import Taxonomy
from semblant.policy.model import Policy
from semblant.proof.tables import verify_table
from semblant.release.assess import assess_release
from semblant.release.pipeline import anonymise_file
from semblant.release.staging import write_table
from semblant.release.verify import verify_release
from semblant.terms.mapping import map_column, read_mapping
from semblant.terms.review import write_review
from tests.properties.strategies import examples

CELLS = st.text(st.sampled_from("'=+-@\t\r\n \"a1,.＝\ufeff"), max_size=6) | st.text(max_size=8)
EVIL = "=cmd|' /C calc'!A0"


@given(CELLS)
def test_escaping_can_be_undone(text):
    assert unescaped(escaped(text)) == text
    assert not is_formula(escaped(text))


@given(CELLS, CELLS)
def test_different_cells_stay_different(one, other):
    assert (escaped(one) == escaped(other)) == (one == other)


@pytest.mark.parametrize("text", [EVIL, "@SUM(1)", "+1-555-1234", "-2+3", ' "=1"', "\t=1", "\rx", "＝1+1"])
def test_what_a_spreadsheet_runs(text):
    assert is_formula(text)


@pytest.mark.parametrize(
    "text", ["", "-", "+", "=", "*", "-5", "+3.5", "-1,5 %", "-1e-5", "+34 977 558 270", "a=1", "'=1"]
)
def test_what_it_does_not_run(text):
    assert not is_formula(text)


@examples(60)
@given(st.lists(st.tuples(CELLS, CELLS), min_size=1, max_size=8), CELLS, CELLS)
def test_a_table_is_escaped_cell_by_cell(rows, one, other):
    """The fast way over columns does what the slow way over cells does, for names too."""
    names = [f"a{one}", f"{other}="]
    frame = pl.DataFrame([pl.Series(n, [row[i] for row in rows], pl.String) for i, n in enumerate(names)])
    slow = [[escaped(cell) for cell in row] for row in frame.rows()]
    made = escaped_frame(frame)
    assert [list(row) for row in made.rows()] == slow
    assert made.columns == [escaped(name) for name in names]
    assert unescaped_frame(made).equals(frame)
    assert formulas_in(Table(frame), "keep") == sum(map(is_formula, [*names, *(cell for row in rows for cell in row)]))
    assert formulas_in(Table(made), "keep") == 0


# --- the review ------------------------------------------------------------------------------------


@examples(60)
@given(
    values=st.lists(CELLS.filter(lambda text: text.strip() and "\0" not in text), min_size=1, unique=True, max_size=6)
)
def test_a_review_runs_nothing_and_goes_back_in_exactly(tmp_path_factory, values):
    path = tmp_path_factory.mktemp("review") / "review.csv"
    jobs = Taxonomy.from_edges([("nurse", "health"), ("=1+1", "health")])
    mapped = map_column(values, [1] * len(values), jobs, attribute="=job")
    write_review(path, {"=job": mapped})
    with path.open(encoding="utf-8-sig", newline="") as file:
        assert not any(is_formula(cell) for row in csv.reader(file) for cell in row)
    wanted = {value.strip() for value, match in zip(values, mapped.matches, strict=True) if match.reason != "missing"}
    assert {value for _, value in read_mapping(path)} == wanted
    assert {name for name, _ in read_mapping(path)} <= {"=job"}


def test_a_mapping_written_by_hand_means_what_it_says(tmp_path):
    (tmp_path / "mapping.csv").write_text("value,concept\n'=1+1,nurse\n")
    assert list(read_mapping(tmp_path / "mapping.csv")) == [(None, "'=1+1")]


# --- the release -----------------------------------------------------------------------------------


def people(tmp_path: Path) -> Path:
    path = tmp_path / "people.csv"
    frame = {
        "=town": [f"+town {i // 6}" for i in range(12)],
        "note": [EVIL, "'=1", "'tis", "-5", "-", *["plain"] * 7],
        "ill": ["flu", "@cold"] * 6,
    }
    pl.DataFrame(frame).write_csv(path)
    return path


def policy(**keys: object) -> Policy:
    roles = {"=town": {"role": "quasi", "kind": "nominal"}, "note": "keep", "ill": {"role": "sensitive", "l": 1}}
    return Policy.model_validate({"k": 3, "seed": 1, "attributes": roles, **keys})


COUNT = 1 + 12 + 1 + 6
"""A name, all towns, one note and half of the illnesses."""


def test_formulas_that_are_kept_are_counted_everywhere(tmp_path):
    made = anonymise_file(people(tmp_path), policy(), out=tmp_path / "out")
    assert made.evidence.output.formulas == COUNT
    assert f"{COUNT} cells of the release begin like a formula" in repr(made)
    for page in ("out-private/report.html", "out/report-public.html"):
        assert f"{COUNT} cells of the release begin like a formula" in (tmp_path / page).read_text("utf-8")
    assert EVIL in (tmp_path / "out" / "release.csv").read_text("utf-8")


def test_escaped_formulas_do_not_run_and_count_as_unchanged(tmp_path):
    kept = anonymise_file(people(tmp_path), policy(), out=tmp_path / "kept")
    made = anonymise_file(people(tmp_path), policy(formulas="escape"), out=tmp_path / "out")
    assert made.evidence.output.formulas == 0
    assert "formula" not in repr(made)
    written = read(tmp_path / "out" / "release.csv")
    assert formulas_in(written, "keep") == 0
    assert written.names == ("'=town", "note", "ill")
    assert sorted(written.frame["note"])[:5] == sorted(["'" + EVIL, "''=1", "'tis", "-5", "-"])
    back = read_release(tmp_path / "out" / "release.csv", formulas="escape")
    assert back.frame.sort(pl.all()).equals(kept.table.frame.sort(pl.all()))
    link = read_link(tmp_path / "out-private" / "link.csv", "table")
    found = assess_release(people(tmp_path), tmp_path / "out" / "release.csv", policy(formulas="escape"), link=link)
    assert found.holds
    assert not found.deviations
    assert (found.utility, found.risk) == (made.evidence.utility, made.evidence.risk)


def test_the_proof_knows_an_escaped_cell_from_a_changed_one(tmp_path):
    original = read(people(tmp_path))
    alike = original.with_columns({"=town": ["+town 0"] * 12})
    rules = policy(formulas="escape")
    assert verify_table(original, write_table(alike, tmp_path, formulas="escape"), rules).verified
    changed = alike.with_columns({"note": ["'" + text for text in original.frame["note"]]})
    with pytest.raises(VerificationError, match="changed"):
        verify_table(original, write_table(changed, tmp_path, formulas="escape"), rules)
    with pytest.raises(VerificationError):
        verify_table(original, write_table(alike, tmp_path, formulas="escape"), policy())


def test_a_published_release_is_read_by_its_rules(tmp_path):
    """Anybody can verify a release with escaped formulas, and notices what was taken away or put in."""
    for choice in ("keep", "escape"):
        anonymise_file(people(tmp_path), policy(formulas=choice), out=tmp_path / choice)
        assert verify_release(tmp_path / choice).holds
    evidence = tmp_path / "keep" / "evidence.json"
    told = json.loads(evidence.read_bytes())
    assert told["output"]["formulas"] == COUNT
    evidence.write_text(json.dumps(told | {"output": told["output"] | {"formulas": 0}}))
    wrong = [one.check for one in verify_release(tmp_path / "keep").checks if one.status != "holds"]
    assert "cells that a spreadsheet would run" in wrong


def test_falsified_cells_deviate_and_escaped_ones_do_not(tmp_path):
    made = anonymise_file(people(tmp_path), policy(formulas="escape"), out=tmp_path / "out")
    file = tmp_path / "out" / "release.csv"
    file.write_text(file.read_text("utf-8").replace("''=1", "'=1"), "utf-8")
    found = assess_release(people(tmp_path), file, policy(formulas="escape"), link=made.link)
    assert {(d.check, d.column) for d in found.deviations} == {("changed", "note")}


def test_names_that_become_one_are_refused(tmp_path):
    (tmp_path / "release.csv").write_text("=a,'=a\n1,2\n")
    assert read_release(tmp_path / "release.csv").names == ("=a", "'=a")
    with pytest.raises(InputError, match="have the same name"):
        read_release(tmp_path / "release.csv", formulas="escape")


def test_other_formats_are_not_escaped(tmp_path):
    pl.DataFrame({"a": ["=1+1"]}).write_parquet(tmp_path / "in.parquet")
    path = write_table(read(tmp_path / "in.parquet"), tmp_path, formulas="escape")
    assert read_release(path, formulas="escape").frame["a"].to_list() == ["=1+1"]


def test_a_frame_comes_back_as_it_was_and_says_what_is_in_it():
    frame = pl.DataFrame({"job": ["nurse", "baker"] * 3, "note": [EVIL] * 6})
    roles = {"job": {"role": "quasi", "kind": "nominal"}, "note": "keep"}
    for choice in ("keep", "escape"):
        release = sb.anonymise(frame, k=3, attributes=roles, formulas=choice)
        assert release.data["note"].to_list() == [EVIL] * 6
    release = sb.anonymise(frame, k=3, attributes=roles)
    assert "6 cells" in repr(release)
    assert "6 cells" in release._repr_html_()


def test_every_warning_reaches_a_notebook():
    names = [f"Person {i}" for i in range(40)]
    frame = pl.DataFrame({"job": ["nurse", "baker"] * 20, "full name": names})
    release = sb.anonymise(frame, k=3, attributes={"job": "quasi", "full name": "keep"})
    for shown in (repr(release), release._repr_html_(), release.assessment._repr_html_()):
        assert "full name is published as it is" in shown


def test_a_review_is_written_safely_by_the_command(tmp_path):
    from typer.testing import CliRunner

    from semblant.cli import app

    path = tmp_path / "jobs.csv"
    pl.DataFrame({"job": ["nurse", "=1+1", "'=1+1", "nurse"]}).write_csv(path)
    review = tmp_path / "review.csv"
    run = CliRunner().invoke(app, ["map", str(path), "--qi", "job", "-o", str(review)])
    assert run.exit_code == 0, run.stderr
    text = review.read_text("utf-8-sig")
    assert "job,'=1+1," in text
    assert "job,''=1+1," in text
    words = ["map", str(path), "--qi", "job", "--set", f"mapping={review}", "--json"]
    again = CliRunner().invoke(app, words)
    assert json.loads(again.stdout)["attributes"]["job"]["mapped"] == 1


@given(st.dictionaries(CELLS, CELLS, min_size=1))
def test_a_link_of_users_runs_nothing_and_is_read_back(tmp_path_factory, link):
    file = tmp_path_factory.mktemp("link") / "link.csv"
    file.write_text("".join(link_parts(link)), "utf-8", newline="")
    with file.open(encoding="utf-8", newline="") as rows:
        assert not any(is_formula(cell) for row in csv.reader(rows) for cell in row)
    assert read_link(file, "log") == link
