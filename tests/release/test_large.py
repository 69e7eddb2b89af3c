"""A table that fits in memory gives the same bytes when it is read in parts and kept as codes."""

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from semblant.api import anonymise, assess
from semblant.data.encoder import Encoder, FileColumn, encoded
from semblant.data.link import link_parts, read_link
from semblant.data.read import read_by_policy
from semblant.data.table import NO_FRAME, Column, Origin, Table
from semblant.errors import InputError
from semblant.folders import Scratch
from semblant.policy.model import Policy
from semblant.progress import SILENT, Advance, show_on
from semblant.proof.deviations import table_deviations
from semblant.proof.tables import privacy_of_table
from semblant.release.assess import assess_release
from semblant.release.pipeline import anonymise_file
from semblant.release.verify import verify_release

N = 160
NOT_COMPARED = {"created", "timings", "environment"}
LARGE = "SEMBLANT_LARGE"


def people() -> pl.DataFrame:
    """Every kind of column and of missing value; some texts are hard to write."""
    rng = random.Random(3)

    def some(*values: Any) -> list[Any]:
        return [rng.choice(values) for _ in range(N)]

    return pl.DataFrame(
        {
            "id": [f"P{i:05d}" for i in range(N)],
            "who": [f"w{i // 2}" for i in range(N)],
            "job": some("nurse", "surgeon", "baker", "cook", "teacher", "*", ""),
            "town": some("Graz", "Wien", "reus", "Reus", None, "=x"),
            "age": pl.Series(some(None, *range(20, 60)), dtype=pl.Int64),
            "price": some(None, float("nan"), -0.0, 0.0, 1.5, 2.0),
            "day": pl.Series(some(None, *range(18_000, 18_040)), dtype=pl.Int32).cast(pl.Date),
            "when": pl.Series(some(1_600_000_000_000_000, 1_600_000_001_000_001)).cast(pl.Datetime("us")),
            "ill": some("flu", "asthma", "cold", "", "HIV"),
            "ok": some(True, False, None),
            "size": pl.Series(some("s", "m", "l"), dtype=pl.Enum(["s", "m", "l", "xl"])),
            "note": some("", "a", None, "b,c", 'q"x', "two\nlines"),
        }
    )


def policy(**told: Any) -> Policy:
    attributes = {
        "id": "identifier",
        "job": {"role": "quasi", "kind": "semantic", "knowledge": "wordnet", "unknown": "nominal"},
        "town": {"role": "quasi", "kind": "nominal"},
        "age": {"role": "quasi", "kind": "numeric"},
        "day": {"role": "quasi", "kind": "date"},
        "size": {"role": "quasi", "kind": "ordinal", "levels": ["s", "m", "l"]},
        "ill": {"role": "sensitive", **told.pop("ill", {})},
    }
    return Policy.model_validate({"k": 4, "seed": 1, "others": "keep", "attributes": attributes} | told)


def columns(kind: str, *quasi: str, **told: Any) -> Policy:
    """A policy that masks columns of one kind."""
    attributes = {name: {"role": "quasi", "kind": kind} for name in quasi}
    told = {"k": 4, "seed": 1, "others": "keep", "attributes": attributes | {"id": "identifier"}} | told
    return Policy.model_validate(told)


ILL = {"ground": "ordered", "levels": ["cold", "flu", "asthma", "HIV"]}
CASES = {
    "parquet, l": ("parquet", policy(ill={"l": 2})),
    "parquet, persons": ("parquet", policy(individual="who", k=3, missing="suppress")),
    "csv, shuffled": ("csv", policy(order="shuffle", formulas="escape", ill={"t": 0.6})),
    "csv, suppressed": ("csv", policy(method="datafly", suppression_limit=0.6)),
    "parquet, in place": ("parquet", policy(order="keep", method="mdav", measure="equality")),
    "parquet, blocks": ("parquet", policy(blocks=30, ill={"t": 0.7} | ILL, missing="suppress")),
    "csv, blocks of persons": ("csv", policy(blocks=30, individual="who", k=3, ill={"l": 2, "l_kind": "entropy"})),
    "csv, numbers": ("csv", columns("numeric", "age", "price")),
    "parquet, numbers": ("parquet", columns("numeric", "age", "price", k=7, missing="suppress")),
    "parquet, categories": ("parquet", columns("nominal", "job", "town", "ok", rare="publish")),
    "csv, meanings": ("csv", policy(ill={"knowledge": "wordnet", "kind": "semantic", "l": 2, "l_kind": "semantic"})),
}


@pytest.mark.parametrize("case", CASES)
def test_both_ways_give_the_same_bytes(case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kind, rules = CASES[case]
    data = tmp_path / f"people.{kind}"
    people().write_parquet(data) if kind == "parquet" else people().write_csv(data)
    small = all_about(data, rules, tmp_path / "small" / "out")
    assert small["evidence"]["plan"]["blocks"] > 1 or rules.blocks == "auto"
    monkeypatch.setenv(LARGE, "1")
    monkeypatch.setenv(NO_FRAME, "1")
    monkeypatch.setattr("semblant.data.filebacked.LARGE", 1)
    for name in ("data.joint.LONG", "data.table.LONG"):  # as if there were millions of rows
        monkeypatch.setattr(f"semblant.{name}", 1)
    for name in (
        "joint.AT_ONCE",
        "joint._PASSES",
        "filebacked.CHUNK",
        "order.CHUNK",
        "sorting.AT_ONCE",
        "parquet.BATCH",
    ):
        monkeypatch.setattr(f"semblant.data.{name}", 37)
    monkeypatch.setattr("semblant.proof.sensitive.AT_ONCE", 37)
    monkeypatch.setattr("semblant.data.delimited._PART", 5_000)
    assert read_by_policy(data, rules).coded
    assert all_about(data, rules, tmp_path / "large" / "out") == small


def all_about(data: Path, rules: Policy, out: Path) -> dict[str, Any]:
    """All that a run makes, and what is then found out about it."""
    anonymise_file(data, rules, out=out)
    private = Path(f"{out}-private")
    release = next(out.glob("release.*"))
    files = {file.name: file.read_bytes() for folder in (out, private) for file in sorted(folder.iterdir())}
    for name in ("evidence.json", "run.json", "report.html", "internal.html"):
        files.pop(name, None)
    evidence = json.loads((private / "evidence.json").read_text("utf-8"))
    link = private / "link.csv"
    found = assess_release(data, release, rules, link=read_link(link, rules.shape) if link.exists() else None)
    return {
        "files": {name: content for name, content in files.items() if name.startswith(("release", "link"))},
        "evidence": {k: v for k, v in evidence.items() if k not in NOT_COMPARED},
        "assessed": (found.privacy, found.utility, found.risk, found.deviations, found.checklist),
        "verified": verify_release(out).checks,
    }


FRAMES: dict[str, Callable[[pl.DataFrame], Any]] = {
    "polars": lambda frame: frame,
    "lazy polars": pl.DataFrame.lazy,
    "pandas": lambda frame: frame.drop("size").to_pandas(),
    "pyarrow": lambda frame: frame.drop("size").to_arrow(),
}


@pytest.mark.parametrize("kind", FRAMES)
def test_a_large_frame_gives_the_same_release(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Held as codes, in the types it came in, and with the same link and evidence."""
    made = FRAMES[kind]
    rules = policy(ill={"l": 2})
    if kind in ("pandas", "pyarrow"):
        rules = rules.model_copy(update={"attributes": {n: a for n, a in rules.attributes.items() if n != "size"}})
    small = anonymise(made(people()), rules)
    found = assess(made(people()), small.data, rules, link=small.link)
    monkeypatch.setenv(LARGE, "1")
    monkeypatch.setenv(NO_FRAME, "1")
    large = anonymise(made(people()), rules)
    again = assess(made(people()), large.data, rules, link=large.link)
    for part in ("privacy", "utility", "risk", "deviations", "checklist"):
        assert getattr(again, part) == getattr(found, part)
    assert large.evidence.environment.table == "in parts"
    assert large.link is not None
    assert small.link is not None
    assert np.array_equal(large.link, small.link)
    assert large.evidence.model_dump(exclude=NOT_COMPARED) == small.evidence.model_dump(exclude=NOT_COMPARED)
    then, now = (one.data.collect() if kind == "lazy polars" else one.data for one in (small, large))
    if kind == "pandas":
        assert (then.dtypes == now.dtypes).all()
        assert [*then.index] == [*now.index]
    else:
        assert then.schema == now.schema
    if kind == "pyarrow":  # to which no NaN equals another
        then, now = (pl.DataFrame(pl.from_arrow(one)) for one in (then, now))
    assert then.equals(now)


# --- reading in batches --------------------------------------------------------------------------------------


def test_batches_make_the_columns_of_the_whole() -> None:
    frame = people().select("job", "note")
    whole = Table(frame.with_columns(pl.all().fill_null("")))
    made = encoded((frame.slice(start, 37) for start in range(0, N, 37)), Origin(), typed=True)
    for name in whole.names:
        one, other = whole.column(name), made.column(name)
        assert (one.values, one.codes.tolist(), one.counts.tolist()) == (
            other.values, other.codes.tolist(), other.counts.tolist())  # fmt: skip


def test_a_column_that_is_put_aside_reads_the_same() -> None:
    column, texts = FileColumn("id"), [f"P{i}" for i in range(25)]
    for start in range(0, 25, 10):
        column.add(pl.Series(texts[start : start + 10]))
    assert column.texts().to_list() == texts
    assert column.texts(slice(8, 21)).to_list() == texts[8:21]
    assert column.distinct
    again = FileColumn("id")
    again.add(pl.Series([*texts, "P3"]))
    assert not again.distinct


@pytest.mark.parametrize("part", [64, 200, 1 << 20])
def test_lines_are_cut_where_records_end(part: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where quoted cells hold the end of a line, and where blank lines end the file."""
    data = tmp_path / "people.csv"
    data.write_text(people().write_csv() + "\n\n", "utf-8")
    whole = read_by_policy(data, policy())
    monkeypatch.setenv(LARGE, "1")
    monkeypatch.setattr("semblant.data.delimited._PART", part)
    made = read_by_policy(data, policy())
    assert made.frame.equals(whole.frame)
    assert made.coded or part == 64  # the first part must hold the header and a record


def test_what_is_not_plain_is_read_as_any_other_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(LARGE, "1")
    for content in ("größe,ort\nklein,Köln\ngroß,Graz\n".encode("cp1252"), b'a,b\nx,5" pipe\n'):
        data = tmp_path / "small.csv"
        data.write_bytes(content)
        assert not read_by_policy(data, Policy(others="keep")).coded
    data.write_bytes(b"a,b\nx,y\nz\n")
    with pytest.raises(InputError, match="1 cells"):
        read_by_policy(data, Policy(others="keep"))


@pytest.fixture(params=["in parts", "whole"])
def folder(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A table in a folder of Parquet files, for both ways of reading."""
    monkeypatch.setenv(LARGE, "1" if request.param == "in parts" else "1000000")
    folder = tmp_path / "visits"
    for year in (2024, 2025, 2026):
        (folder / f"year={year}").mkdir(parents=True)
        pl.DataFrame({"n": range(5_000), "job": ["nurse"] * 5_000}).write_parquet(folder / f"year={year}" / "a.parquet")
    return folder


def test_files_of_a_folder_are_one_table(folder: Path) -> None:
    table = read_by_policy(folder, Policy(others="keep"))
    assert table.records == 15_000
    assert [table.row(at) for at in (0, 5_001, 14_999)] == [
        ("0", "nurse", "2024"), ("1", "nurse", "2025"), ("4999", "nurse", "2026")]  # fmt: skip


@pytest.mark.parametrize(
    ("frame", "told"),
    [
        ({"n": ["1"], "job": ["nurse"]}, "'n' is Int64 in year=2024/a.parquet and String in year=2026/a.parquet."),
        ({"n": [1]}, "'job' is in year=2024/a.parquet and not in year=2026/a.parquet."),
        ({"n": [1], "job": [""], "x": [1]}, "'x' is in year=2026/a.parquet and not in year=2024/a.parquet."),
        (
            {"job": ["nurse"], "n": [1]},
            "they stand in another order in year=2024/a.parquet than in year=2026/a.parquet",
        ),
    ],
)
def test_files_of_other_columns_are_refused(folder: Path, frame: dict[str, Any], told: str) -> None:
    pl.DataFrame(frame).write_parquet(folder / "year=2026" / "a.parquet")
    with pytest.raises(InputError) as refused:
        read_by_policy(folder, Policy(others="keep"))
    assert refused.value.message.startswith("The files of the folder have different columns: ")
    assert told in refused.value.message


def test_values_of_a_type_are_not_told(folder: Path) -> None:
    for year, levels in ((2024, ["nurse"]), (2025, ["nurse"]), (2026, ["nurse", "Ann Lee"])):
        frame = pl.DataFrame({"job": pl.Series(["nurse"], dtype=pl.Enum(levels))})
        frame.write_parquet(folder / f"year={year}" / "a.parquet")
    with pytest.raises(InputError, match=r"'job' is Enum in .+ and another Enum in") as refused:
        read_by_policy(folder, Policy(others="keep"))
    assert "Ann" not in refused.value.message


@pytest.mark.parametrize("damage", ["begins and ends well", "cut", "pages", "empty"])
def test_a_broken_file_among_many_is_named_and_nothing_published(folder: Path, damage: str, tmp_path: Path) -> None:
    file = folder / "year=2025" / "a.parquet"
    whole = file.read_bytes()
    file.write_bytes(
        {
            "begins and ends well": b"PAR1 and nothing else PAR1",
            "cut": whole[: len(whole) // 2],
            "pages": whole[:40] + bytes(200) + whole[240:],
            "empty": b"",
        }[damage]
    )
    rules = Policy.model_validate(
        {"k": 2, "others": "keep", "attributes": {"job": {"role": "quasi", "kind": "nominal"}}}
    )
    with pytest.raises(InputError, match="The file is not a whole Parquet file") as refused:
        anonymise_file(folder, rules, out=tmp_path / "out")
    assert refused.value.where == str(file)
    assert [one.name for one in tmp_path.iterdir()] == ["visits"]


# --- what is put aside ---------------------------------------------------------------------------------------


def test_identifiers_that_are_put_aside_are_found_when_they_come_back() -> None:
    """In another column, turned, encoded, hashed, as another code or inside a text, just as if all were looked at."""
    people = [f"Ann{i} Lee{i}" for i in range(60)]
    rules = Policy.model_validate(
        {"k": 2, "others": "keep", "order": "keep", "attributes": {"name": "identifier", "job": "quasi"}}
    )
    turned = {
        "same": [name.upper() for name in people],
        "turned": [name[::-1] for name in people],
        "inside": [f"met {name} in town" for name in people],
        "code": [f"{i:03}" for i in range(60)],
        "nothing": ["fine", "ill"] * 30,
    }
    for what, cells in turned.items():
        names = people if what != "code" else [f"P{i:05}" for i in range(60)]
        release = {"job": ["cook"] * 60, "other": cells}
        both = pl.DataFrame({"name": names} | release)
        whole = Table(both)
        aside = FileColumn("name")
        aside.add(both.get_column("name"))
        coded = Table({"name": aside} | {n: whole.column(n) for n in ("job", "other")})
        found = [table_deviations(one, Table(pl.DataFrame(release)), rules) for one in (whole, coded)]
        assert found[0] == found[1]
        assert bool([d for d in found[0] if d.check == "identifier"]) == (cells[0] != "fine")


def test_columns_with_many_texts_go_aside_only_where_they_are_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("semblant.data.encoder._MANY", 10)
    frame = pl.DataFrame({"id": [str(i) for i in range(40)], "n": [str(i) for i in range(40)], "m": ["a", "b"] * 20})
    made = encoded(frame.iter_slices(16), Origin(), hidden={"id", "m"})
    assert [*made.aside] == ["id"]
    assert made.part(slice(10, 30)).equals(frame[10:30])


def test_missing_cells_and_empty_ones_stay_apart() -> None:
    one = Encoder("note", "here", aside=False)
    one.add(pl.Series(["", "a"]))
    assert one.gaps is None
    one.add(pl.Series([None, "a"]))
    assert isinstance(one.finish(), Column)
    assert one.gaps is not None
    assert one.gaps.tolist() == [False, False, True, False]


@pytest.mark.parametrize("part", [16, 1 << 20])
def test_a_long_link_is_read_as_any_other(part: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What Semblant wrote is read quickly; anything else by its meaning, and just as strictly however long it is."""
    link, file = np.random.default_rng(1).permutation(50), tmp_path / "link.csv"
    text = "".join(link_parts(link))
    head, *lines = text.splitlines(keepends=True)
    monkeypatch.setattr("semblant.data.link._PART", part)
    file.write_text(text, "utf-8")
    quick = read_link(file, "table")
    assert isinstance(quick, np.ndarray)
    assert quick.dtype == np.int32
    for same in (
        text,
        text.replace("\n", "\r\n"),
        head + "".join(reversed(lines)),
        text.replace("7", '"7"', 1),
        text[:-1],
    ):
        file.write_bytes(same.encode())
        assert np.array_equal(read_link(file, "table"), link)
    first = lines[0].split(",")[1]
    for other, wrong in (
        (text.replace(f",{first}", ",0\n", 1), "from 1 up"),
        (text.replace(f",{first}", f",+{first}", 1), "from 1 up"),
        (text.replace(f",{first}", f", {first}", 1), "from 1 up"),
        (text.replace(f",{first}", f",{first[:-1]}.0\n", 1), "from 1 up"),
        (text.replace(f",{first}", ",\n", 1), "from 1 up"),
        (text.replace(f",{first}", f",{first[:-1]},\n", 1), "has 3 cells"),
        (text + "1,1\n", "occur more than once"),
        (text + "52,1\n", "does not number the rows"),
        ("".join(lines), "header"),
    ):
        file.write_text(other, "utf-8")
        with pytest.raises(InputError, match=wrong):
            read_link(file, "table")


ORDERED = {"t": 0.9, "ground": "ordered", "levels": ["flu", "cold"]}


@pytest.mark.parametrize("told", [{"l": 2}, {"l": 2, "l_kind": "entropy"}, {"t": 0.9}, ORDERED])
def test_classes_are_counted_some_at_a_time(told: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(people().select("town", "size", "ill").with_columns(pl.all().cast(pl.String).fill_null("")))
    rules = Policy.model_validate(
        {"k": 2, "attributes": {"town": "quasi", "size": "quasi", "ill": {"role": "sensitive", **told}}}
    )
    whole = privacy_of_table(table, rules)
    for module in ("data.joint", "proof.sensitive"):
        monkeypatch.setattr(f"semblant.{module}.AT_ONCE", 20)
    assert privacy_of_table(table, rules) == whole


# --- no room, and no end -------------------------------------------------------------------------------------


def test_what_is_put_aside_has_no_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So nothing of it is left, even if the process is killed."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    column = FileColumn("id")
    column.add(pl.Series(["Ann Lee", "Bo Day"]))
    assert column.texts().to_list() == ["Ann Lee", "Bo Day"]
    assert [*tmp_path.iterdir()] == []


ROOM = """
import resource, sys
import semblant.data.encoder as encoder
from semblant.cli import main
if sys.argv[2] == "aside":
    encoder._MANY = 10
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), resource.RLIM_INFINITY))
del sys.argv[1:3]
main()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no such limits")
@pytest.mark.parametrize("kind", ["parquet", "csv"])
@pytest.mark.parametrize(("room", "where"), [(40_000, "aside"), (110_000, "release"), (200_000, "link")])
def test_without_room_nothing_is_left(kind: str, room: int, where: str, tmp_path: Path) -> None:
    """The temporary file of identifiers, the release, and the link each find the disk full."""
    rng, records = np.random.default_rng(1), 20_000
    people = pl.DataFrame(
        {
            "id": [f"Ann{number:x}" for number in rng.integers(1 << 40, size=records)],
            "job": ["nurse", "cook", "clerk", "baker"] * (records // 4),
            "weight": rng.integers(1 << (40 if where == "release" else 1), size=records),
        }
    )
    data, temporary = tmp_path / f"people.{kind}", tmp_path / "tmp"
    people.write_parquet(data) if kind == "parquet" else people.write_csv(data)
    temporary.mkdir()
    asked = ["anonymise", str(data), "--qi", "job", "--set", "attributes.job.kind=nominal", "--method", "datafly"]
    asked += ["--set", "attributes.id=identifier", "--set", "others=keep", "--seed", "1", "-o", str(tmp_path / "out")]
    run = subprocess.run(
        [sys.executable, "-c", ROOM, str(room), where, *asked],
        env=os.environ | {LARGE: "1", NO_FRAME: "1", "TMPDIR": str(temporary)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert run.returncode == 2, run.stderr
    said = " ".join(run.stderr.split())
    what = "A temporary file" if where == "aside" else "The release"
    assert f"{what} cannot be written: File too large. Nothing was published." in said
    assert "Ann" not in said
    assert [*temporary.iterdir()] == []
    assert sorted(one.name for one in tmp_path.iterdir()) == [data.name, "tmp"]


def test_what_a_killed_process_left_goes_with_the_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Frames are released through a temporary folder, with the link of every row in it."""
    code = (
        "import os, signal\n"
        "from semblant.folders import Scratch\n"
        "scratch = Scratch()\n"
        "(scratch.folder / 'link.csv').write_text('1,2')\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    subprocess.run([sys.executable, "-c", code], env=os.environ | {"TMPDIR": str(tmp_path)}, check=False)
    (left,) = tmp_path.iterdir()
    assert left.stat().st_mode & 0o777 == 0o700
    assert (left / "link.csv").exists()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with Scratch() as one, Scratch() as other:  # those of living processes stay
        assert sorted(tmp_path.iterdir()) == sorted([one.folder, other.folder])
    assert [*tmp_path.iterdir()] == []


class Watched:
    """Notes which steps were shown, and how far those came that count."""

    def __init__(self) -> None:
        self.seen: dict[str, tuple[float, float | None]] = {}

    @contextmanager
    def step(self, name: str, total: float | None = None) -> Iterator[Advance]:
        self.seen[name] = 0, total

        def advance(done: float, note: str = "") -> None:  # noqa: ARG001
            self.seen[name] = done, total

        yield advance


def test_long_steps_of_a_large_table_are_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(LARGE, "1")
    people().write_parquet(tmp_path / "people.parquet")
    made, verified = Watched(), Watched()
    for watched, work in (
        (made, lambda: anonymise_file(tmp_path / "people.parquet", policy(), out=tmp_path / "out", progress=made)),
        (verified, lambda: verify_release(tmp_path / "out", progress=verified)),
    ):
        show_on(watched)
        try:
            work()
        finally:
            show_on(SILENT)
        assert watched.seen["rows"] == (N, N)
    assert {"sorting rows", "writing the release", "linking records by meaning"} <= made.seen.keys()
    assert {"reading the release", "looking for more than cells", "counting classes"} <= verified.seen.keys()
