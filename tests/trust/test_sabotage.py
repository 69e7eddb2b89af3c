"""A release that was tampered with, or went wrong on its way to the disk, is found out by its bytes."""

import ast
import csv
import io
import subprocess
import sys
from pathlib import Path

import pytest

from semblant import proof
from semblant.data.link import read_link
from semblant.data.read import read
from semblant.errors import VerificationError
from semblant.proof.tables import verify_table
from semblant.release import pipeline
from tests.trust.releases import Made, make, write_ugly


def tampered(release: Made, tmp_path, change) -> None:
    """Verify a copy of a release in which the rows were changed; the first row is the header."""
    delimiter = release.original.origin.delimiter
    text = release.file.read_bytes().decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
    file = tmp_path / "release.csv"
    with file.open("w", encoding="utf-8", newline="") as out:
        csv.writer(out, delimiter=delimiter).writerows(change(rows))
    verify_table(release.original, file, release.policy, read_link(release.link, "table"))


def test_an_honest_copy_passes(release, tmp_path):
    tampered(release, tmp_path, lambda rows: rows)


def test_one_changed_cell_is_found(release, tmp_path):
    """Any cell at all: in a masked column it makes a class of one, in a kept column it is a lie."""
    width = len(read(release.file).names)
    for column in range(width):

        def change(rows, column=column):
            rows[3][column] = "sabotage"
            return rows

        with pytest.raises(VerificationError) as refused:
            tampered(release, tmp_path, change)
        assert refused.value.exit_code == 1
        assert "sabotage" not in refused.value.explain()


@pytest.mark.parametrize(
    "change",
    {
        "a record more": lambda rows: [*rows, rows[1]],
        "a record less": lambda rows: rows[:-1],
        "a column renamed": lambda rows: [["other", *rows[0][1:]], *rows[1:]],
        "a column less": lambda rows: [row[1:] for row in rows],
        "columns swapped": lambda rows: [[row[1], row[0], *row[2:]] for row in rows],
        "the identifier back": lambda rows: [[*row, "name"] for row in rows],
        "records swapped": lambda rows: [rows[0], *rows[:0:-1]],
    }.items(),
    ids=lambda item: item[0],
)
@pytest.mark.parametrize("method", ["auto"])
@pytest.mark.parametrize("example", ["survey", "ugly"])
def test_other_sabotage(made, tmp_path, example, method, change):
    with pytest.raises(VerificationError):
        tampered(made[example, method], tmp_path, change[1])


@pytest.mark.parametrize("order", ["sorted", "shuffle", "keep"])
def test_nothing_is_published_when_the_disk_lies(tmp_path, monkeypatch, order):
    data, policy = write_ugly(tmp_path)
    before = sorted(tmp_path.iterdir())
    write = pipeline.write_table

    def lie(table, folder, *rest, **keys):
        written = write(table, folder, *rest, **keys)
        written.write_bytes(written.read_bytes().replace(b"Wien", b"Bonn", 1).replace(b"Graz", b"Metz", 1))
        return written

    monkeypatch.setattr(pipeline, "write_table", lie)
    with pytest.raises(VerificationError):
        make(data, policy, tmp_path / "out", order=order)
    assert sorted(tmp_path.iterdir()) == before


BYTES = sorted(path.stem for path in Path(proof.__path__[0]).glob("[!_]*.py") if path.stem != "meanings")
"""The proofs that count on bytes alone."""


@pytest.mark.parametrize("module", BYTES)
def test_a_proof_knows_nothing_of_the_methods(module):
    nodes = list(ast.walk(ast.parse(Path(proof.__path__[0], f"{module}.py").read_text("utf-8"))))
    imported = [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
    imported += [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    ours = {tuple(name.split(".")[:2]) for name in imported if name.split(".")[0] in ("semblant", "")}
    allowed = ("arrays", "catalogue", "data", "errors", "evidence", "policy", "proof")
    assert ours <= {("semblant", name) for name in allowed}


def test_proofs_load_nothing_of_the_methods():
    assert {"deviations", "identifiers", "logdeviations", "logs", "rare", "sensitive", "sets", "tables"} < {*BYTES}
    named = ", ".join(f"semblant.proof.{module}" for module in BYTES)
    program = f"import sys, {named}; print(*sorted(m for m in sys.modules if m.startswith('semblant.')))"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    stations = {name.split(".")[1] for name in loaded.stdout.split()}
    assert stations == {"arrays", "catalogue", "data", "errors", "evidence", "policy", "proof", "visible"}
    assert "semblant.proof.meanings" not in loaded.stdout.split()
