"""A published release is checked without its original: what bytes show is recomputed, the rest is said to be open."""

import hashlib
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from typer.testing import CliRunner

from semblant.catalogue import CATALOGUE
from semblant.cli import app
from semblant.data.read import read_release
from semblant.errors import InputError
from semblant.policy.file import build_policy, read_policy
from semblant.release.pipeline import anonymise_file
from semblant.release.verify import verify_release

EXAMPLES = Path(__file__).parents[2] / "examples"

LEFT_OUT = "no column that the policy leaves out"

ROWS = {
    "who": [f"p{i // 2}" for i in range(24)],
    "job": ["nurse", "surgeon", "baker", "cook"] * 6,
    "age": [str(20 + i % 7) for i in range(24)],
    "ill": ["flu", "cold", "asthma", "cough", "gout", "fever"] * 4,
}


def made(folder: Path, **changes: Any) -> Path:
    """A published release of a small table, alone in its folder as a recipient has it."""
    policy: dict[str, Any] = {
        "k": 3,
        "seed": 1,
        "attributes": {
            "who": "identifier",
            "job": {"role": "quasi", "kind": "semantic", "knowledge": "wordnet"},
            "age": {"role": "quasi", "kind": "numeric"},
            "ill": {"role": "sensitive", "l": 2, "t": 0.9},
        },
    }
    policy |= changes
    pl.DataFrame(ROWS).write_csv(folder / "in.csv")
    anonymise_file(folder / "in.csv", build_policy(policy), out=folder / "out")
    return Path(shutil.move(folder / "out", folder / "received"))


def wrong(folder: Path) -> dict[str, str]:
    return {one.check: one.status for one in verify_release(folder).checks if one.status != "holds"}


@pytest.mark.parametrize("promise", [{"t": 0.2, "ground": "semantic"}, {"l": 2, "l_kind": "semantic"}])
def test_a_promise_by_private_meanings_is_not_counted_in_another_way(tmp_path: Path, promise: dict[str, Any]) -> None:
    edges = "fever,ill\nflu,fever\ncold,fever\nasthma,fever\ncough,fever\ngout,fever\n"
    (tmp_path / "private.csv").write_text(f"child,parent\n{edges}")
    source = str(tmp_path / "private.csv")
    ill = {"role": "sensitive", "kind": "semantic", "knowledge": "own", **promise}
    attributes = {"who": "identifier", "job": {"role": "quasi", "kind": "nominal"}, "age": "keep", "ill": ill}
    folder = made(tmp_path, attributes=attributes, knowledge={"own": source}, accept="determines", method="mdav")
    found = verify_release(folder)
    (key,) = promise.keys() & {"l", "t"}
    assert f"{key} of 'ill': its meanings are private" in found.not_provable
    assert f"{key} of ill" not in {one.check for one in found.checks}
    assert wrong(folder) == {}
    assert json.loads((folder / "evidence.json").read_text())["privacy"][f"{key}_achieved"] is None


def test_meanings_from_a_private_file_of_abbreviations_are_said_to_be_private(tmp_path: Path) -> None:
    (tmp_path / "ann-short.csv").write_text("abbreviation,meaning\nflu,influenza\n")
    ill = {"role": "sensitive", "kind": "semantic", "knowledge": "wordnet", "unknown": "nominal"}
    attributes = {
        "who": "identifier",
        "job": {"role": "quasi", "kind": "semantic", "knowledge": "wordnet", "min_score": 0.4},
        "age": {"role": "quasi", "kind": "numeric"},
        "ill": {**ill, "l": 2, "l_kind": "semantic"},
    }
    folder = made(tmp_path, abbreviations=str(tmp_path / "ann-short.csv"), attributes=attributes)
    found = verify_release(folder)
    assert found.holds, found.checks
    assert "l of 'ill': its meanings are private" in found.not_provable
    public = "".join(file.read_text() for file in folder.iterdir())
    assert "ann-short" not in public
    assert json.loads((folder / "evidence.json").read_text())["policy"]["attributes"]["job"]["min_score"] == 0.4


def test_a_release_as_it_was_published_holds(tmp_path: Path) -> None:
    folder = made(tmp_path)
    found = verify_release(folder)
    assert found.holds, found.checks
    assert {"checksum", "k", "l of ill", "t of ill", "rows in sorted order"} <= {one.check for one in found.checks}
    assert any("cells are those of the original" in one for one in found.not_provable)


@pytest.mark.parametrize("name", ["survey", "baskets", "searchlog"])
def test_every_shape_holds(tmp_path: Path, name: str) -> None:
    raw = read_policy(EXAMPLES / name / "policy.yaml")
    anonymise_file(EXAMPLES / name / f"{name}.csv", build_policy(raw), out=tmp_path / "out", base=raw.base)
    assert wrong(tmp_path / "out") == {}


@pytest.mark.parametrize("method", [*CATALOGUE["sets"], *CATALOGUE["log"]])
def test_every_method_for_sets_and_logs_holds_or_is_open(tmp_path: Path, method: str) -> None:
    name = "baskets" if method in CATALOGUE["sets"] and method != "auto" else "searchlog"
    keys = {"method": method, "accept": "not-k-anonymous", "others": "drop", "K": 1.97, "b": 0.3, "seed": 5}
    policy = build_policy(read_policy(EXAMPLES / name / "policy.yaml"), keys)
    if name == "baskets":
        kept = {n: a for n, a in policy.attributes.items() if n != "age" or method == "set-mdav"}
        policy = policy.model_copy(update={"attributes": kept})
    anonymise_file(EXAMPLES / name / f"{name}.csv", policy, out=tmp_path / "out")
    found = verify_release(tmp_path / "out")
    assert found.holds, [one for one in found.checks if one.status != "holds"]
    if method == "log-korolova":
        assert any("differential privacy" in one for one in found.not_provable)


def test_persons_whose_column_is_not_released_are_open(tmp_path: Path) -> None:
    folder = made(tmp_path, individual="who")
    found = verify_release(folder)
    assert found.holds
    assert any("persons" in one and "'who'" in one for one in found.not_provable)
    assert json.loads((folder / "evidence.json").read_bytes())["privacy"]["k_achieved"] is None


def semantic_l(tmp_path: Path) -> Path:
    ill = {"role": "sensitive", "l": 2, "l_kind": "semantic", "knowledge": "wordnet", "ground": "semantic", "t": 0.9}
    return made(
        tmp_path,
        attributes={"who": "identifier", "job": "keep", "age": {"role": "quasi", "kind": "numeric"}, "ill": ill},
    )


def test_meanings_are_counted_with_a_published_vocabulary(tmp_path: Path) -> None:
    found = verify_release(semantic_l(tmp_path))
    assert found.holds, found.checks
    assert {"l of ill", "t of ill"} <= {one.check for one in found.checks}


def test_meanings_of_another_version_of_a_vocabulary_are_open(tmp_path: Path) -> None:
    folder = semantic_l(tmp_path)
    change(folder, lambda evidence: evidence["knowledge"]["wordnet"].update(sha256="ab" * 32))
    found = verify_release(folder)
    assert found.holds, found.checks
    assert any("its vocabulary is not here" in one for one in found.not_provable)
    assert "l of ill" not in {one.check for one in found.checks}


def test_a_vocabulary_whose_name_no_source_can_have_is_open(tmp_path: Path) -> None:
    folder = semantic_l(tmp_path)
    change(folder, lambda evidence: evidence["knowledge"].update({"word\0net": evidence["knowledge"]["wordnet"]}))
    assert any("its vocabulary is not here" in one for one in verify_release(folder).not_provable)


def change(folder: Path, how: Callable[[dict[str, Any]], object]) -> None:
    evidence = json.loads((folder / "evidence.json").read_bytes())
    how(evidence)
    (folder / "evidence.json").write_text(json.dumps(evidence))


def edit(folder: Path, before: str, after: str) -> None:
    file = folder / "release.csv"
    text = file.read_text()
    assert before in text
    file.write_text(text.replace(before, after, 1))


def test_a_changed_cell_is_noticed(tmp_path: Path) -> None:
    folder = made(tmp_path)
    edit(folder, "flu", "gout")
    assert wrong(folder)["checksum"] == "differs"


def test_a_record_that_is_like_no_other_breaks_k_even_if_the_evidence_is_forged_to_fit(tmp_path: Path) -> None:
    folder = made(tmp_path)
    rows = (folder / "release.csv").read_text().splitlines()
    cells = rows[1].split(",")
    rows[1] = ",".join([cells[0], "999", *cells[2:]])
    (folder / "release.csv").write_text("\n".join([rows[0], *sorted(rows[1:])]) + "\n")
    found = wrong(folder)
    assert found["k"] == "broken"
    assert found["uniques"] == "differs"


@pytest.mark.parametrize(
    ("how", "what"),
    [
        (lambda e: e["privacy"].update(k_achieved=9), "smallest class"),
        (lambda e: e["privacy"].update(k_achieved=10**400), "smallest class"),
        (lambda e: e["privacy"].update(classes=1), "classes"),
        (lambda e: e["privacy"].update(k_required=9), "k that is asked for"),
        (lambda e: e["privacy"]["l_achieved"].update(ill=9.0), "l in the evidence"),
        (lambda e: e["privacy"]["t_achieved"].update(ill=0.0), "t in the evidence"),
        (lambda e: e["policy"].update(k=20), "k"),
        (lambda e: e["policy"]["attributes"]["ill"].update(l=6), "l of ill"),
        (lambda e: e["policy"]["attributes"]["ill"].update(t=0.0), "t of ill"),
        (
            lambda e: e["policy"]["attributes"].update(ill={"role": "identifier"}),
            "no column that the policy leaves out",
        ),
        (lambda e: e["risk"].update(prosecutor_max=0.01), "prosecutor max"),
        (lambda e: e["output"].update(records=7), "records"),
        (lambda e: [one.update(status="amber") for one in e["checklist"]], "checklist"),
        (lambda e: e["checklist"].pop(), "checklist"),
        (lambda e: e["privacy"].update(verified=False), "promises in the run"),
        (lambda e: e["checklist"][0].update(status="red"), "no red check"),
        (lambda e: e["policy"].update(seed=7), "no private keys in the evidence"),
        (lambda e: e["utility"]["per_attribute"]["age"].update(loss_percent=1.0), "checklist"),
    ],
)
def test_whatever_the_evidence_says_wrongly_is_noticed(tmp_path: Path, how: Any, what: str) -> None:
    folder = made(tmp_path)
    change(folder, how)
    assert what in wrong(folder)


def test_private_files_in_a_published_folder_are_noticed(tmp_path: Path) -> None:
    folder = made(tmp_path)
    link = folder / "link.csv"
    link.write_text("released_row,original_row\n")
    assert wrong(folder) == {"no private files in the folder": "broken"}
    (folder / "out-private").mkdir()
    link.rename(folder / "out-private" / "evidence.json")
    assert wrong(folder) == {"no private files in the folder": "broken"}


@pytest.mark.parametrize("to", ["csv", "jsonl", "xlsx", "parquet"])
def test_what_a_file_carries_beside_its_cells_is_noticed(tmp_path: Path, to: str) -> None:
    """Also where the checksum was forged to fit."""
    folder = made(tmp_path)
    cells = read_release(folder / "release.csv").frame
    (folder / "release.csv").unlink()
    file = folder / f"release.{to}"
    match to:
        case "csv":
            file.write_text("Ann is here\n\n" + cells.write_csv())
        case "jsonl":
            file.write_text(cells.write_ndjson().replace(":", ": "))
        case "xlsx":
            cells.write_excel(file, worksheet="Ann")
        case "parquet":
            cells.write_parquet(file, metadata={"who": "Ann"})
    change(folder, lambda e: e["output"].update(file=file.name, sha256=hashlib.sha256(file.read_bytes()).hexdigest()))
    found = {one.check: one.value for one in verify_release(folder).checks if one.status == "broken"}
    assert found["nothing but cells in the file"]
    assert "Ann" not in str(found)


def test_other_files_in_the_folder_are_named(tmp_path: Path) -> None:
    folder = made(tmp_path)
    (folder / "notes.txt").write_text("released_row,original_row\n")
    found = verify_release(folder)
    assert found.holds
    assert any("notes.txt" in said for said in found.not_provable)


def test_another_public_report_is_noticed(tmp_path: Path) -> None:
    folder = made(tmp_path)
    page = folder / "report-public.html"
    page.write_text(page.read_text("utf-8").replace("Each of", "Nearly each of"), "utf-8")
    assert wrong(folder) == {"report-public.html": "differs"}


@pytest.mark.parametrize("file", ["../in.csv", "/etc/passwd", "evidence.json", "notes.csv"])
def test_evidence_cannot_point_elsewhere(tmp_path: Path, file: str) -> None:
    folder = made(tmp_path)
    change(folder, lambda evidence: evidence["output"].update(file=file))
    with pytest.raises(InputError, match="not called"):
        verify_release(folder)


def test_the_command(tmp_path: Path) -> None:
    folder = made(tmp_path)
    fine = CliRunner().invoke(app, ["verify", str(folder)])
    assert fine.exit_code == 0, fine.stderr
    assert "no signature" in fine.stdout
    assert max(map(len, fine.stdout.splitlines())) <= 80
    document = json.loads(CliRunner().invoke(app, ["verify", str(folder), "--json"]).stdout)
    assert document["holds"] is True
    edit(folder, "flu", "gout")
    broken = CliRunner().invoke(app, ["verify", str(folder)])
    assert broken.exit_code == 1
    assert "DIFFERS" in broken.stdout
    for bad in (tmp_path / "out-private", tmp_path / "nowhere", tmp_path / "in.csv"):
        assert CliRunner().invoke(app, ["verify", str(bad)]).exit_code == 2
    (folder / "evidence.json").write_text("[" * 100_000)
    assert CliRunner().invoke(app, ["verify", str(folder)]).exit_code == 2
