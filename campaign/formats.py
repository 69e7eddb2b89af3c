"""Tables as files of every format, written and read by other libraries, with much that must not be released.

Labels, comments, properties, metadata, other sheets and unused categories carry a mark; the release must not.
"""

import csv
import datetime as dt
import gzip
import io
import json
import zipfile
from collections import defaultdict
from collections.abc import Callable
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

import fastexcel
import pandas as pd
import pyarrow as pa
import pyreadstat
import xlsxwriter
from backports import zstd
from pyarrow import feather, ipc, parquet

from campaign.case import ACCUSED, Chance, Outcome, chance, noted
from semblant.catalogue import CATALOGUE
from semblant.data.formats import RELEASED
from semblant.data.link import read_link
from semblant.policy.file import build_policy
from semblant.release.assess import assess_release
from semblant.release.pipeline import anonymise_file
from semblant.release.verify import verify_release

MARK = "Zqx"
METHODS = tuple(name for name, e in CATALOGUE["table"].items() if e.groups_records and e.k_anonymous)
WAYS = ("csv", "tsv", "csv.gz", "csv.zst", "jsonl", "jsonl.gz", "jsonl.zst", "parquet", "folder", "arrow", "arrows",
        "feather", "xlsx", "sav", "zsav", "dta", "xpt")  # fmt: skip
SURVEYS = ("sav", "zsav", "dta", "xpt")

Columns = dict[str, list[Any]]
"""The cells of every column; None where there is none."""


def make(rnd: Chance, way: str) -> tuple[Columns, dict[str, Any]]:
    """Random typed columns, and what the policy says of each."""
    n = rnd.choice([6, 10, 18, 30])
    found: Columns = {"name": [f"{MARK}{rnd.randrange(10**6):06}" for _ in range(n)]}
    told: dict[str, Any] = {"name": "identifier"}
    for at in range(rnd.choice([1, 2, 2, 3])):
        kind = rnd.choice(["int", "float", "text", "date", "level"])
        found[f"q{at}"] = _values(rnd, kind, n, way)
        fitting = {"int": "numeric", "float": "numeric", "date": "date"}.get(kind, "nominal")
        told[f"q{at}"] = {"role": "quasi", "kind": fitting}
    for at in range(rnd.choice([0, 1, 2])):
        found[f"s{at}"] = _values(rnd, rnd.choice(["int", "float", "text", "date", "level", "bool", "code"]), n, way)
        told[f"s{at}"] = {"role": rnd.choice(["sensitive", "keep"])}
    return found, told


def _values(rnd: Chance, kind: str, n: int, way: str) -> list[Any]:
    plain = way in ("csv", "tsv", "csv.gz", "csv.zst")
    awkward = (
        ["a b", "é", "x;y", "Ω"] if way in SURVEYS else ["a,b", 'say "hi"', "é", "=1+1", "x\ty", "two\nlines", "ß"]
    )
    if way == "xpt":
        awkward = ["a b", "x;y"]
    draw: Callable[[], Any] = {
        "int": lambda: rnd.choice([rnd.randint(0, 9), rnd.randint(-999, 9999)]),
        "float": lambda: rnd.choice([round(rnd.uniform(-5, 5), 2), round(rnd.paretovariate(0.5), 3) % 1e9]),
        "text": lambda: rnd.choice(["graz", "wien", "Wien", "linz", *awkward]),
        "code": lambda: f"{rnd.randrange(100):04}",
        "date": lambda: dt.date(2020, rnd.randint(1, 12), rnd.randint(1, 28)),
        "level": lambda: rnd.choice(["low", "middle", "high"]),
        "bool": lambda: rnd.choice(["yes", "no"]) if way in (*SURVEYS, "xlsx") or plain else rnd.random() < 0.5,
    }[kind]
    holes = rnd.choice([0, 0, 0, 0.2])
    return [None if rnd.random() < holes else draw() for _ in range(n)]


# --- written by other libraries -------------------------------------------------------------------------


def write(rnd: Chance, found: Columns, way: str, folder: Path) -> Path:
    """Write a table as a file of a format, with the mark wherever the format has room for it."""
    file = folder / f"in.{way}"
    content = {
        "csv": lambda: _delimited(found, ","), "tsv": lambda: _delimited(found, "\t"), "jsonl": lambda: _lines(found),
    }.get(way.partition(".")[0])  # fmt: skip
    if content is not None:
        pack = {"gz": lambda c: gzip.compress(c), "zst": zstd.compress}.get(way.partition(".")[2], bytes)
        file.write_bytes(pack(content()))
    elif way == "xlsx":
        _workbook(found, file)
    elif way in SURVEYS:
        _survey(rnd, found, way, file)
    else:
        return _columnar(rnd, found, way, file)
    return file


def _text(cell: Any) -> str:
    return "" if cell is None else str(cell).lower() if isinstance(cell, bool) else str(cell)


def _rows(found: Columns) -> list[tuple[Any, ...]]:
    return list(zip(*found.values(), strict=True))


def _delimited(found: Columns, delimiter: str) -> bytes:
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=delimiter).writerows([list(found), *([_text(c) for c in row] for row in _rows(found))])
    return text.getvalue().encode()


def _lines(found: Columns) -> bytes:
    plain = [[str(cell) if isinstance(cell, dt.date) else cell for cell in row] for row in _rows(found)]
    return "".join(json.dumps(dict(zip(found, row, strict=True))) + "\n" for row in plain).encode()


def _columnar(rnd: Chance, found: Columns, way: str, file: Path) -> Path:
    table = pa.table(found).replace_schema_metadata({"owner": MARK})
    for name, cells in found.items():
        if any(isinstance(cell, str) for cell in cells) and rnd.random() < 0.3:
            codes = sorted({cell for cell in cells if cell is not None})
            indices = pa.array([None if c is None else codes.index(c) for c in cells], pa.int32())
            both = pa.DictionaryArray.from_arrays(indices, pa.array([*codes, f"{MARK} unused"]))
            table = table.set_column(table.column_names.index(name), name, both)
    if way == "folder":
        place = file.with_suffix("")
        place.mkdir()
        half = table.num_rows // 2
        parquet.write_table(table[:half], place / "part-0.parquet")
        parquet.write_table(table[half:], place / "part-1.parquet")
        return place
    if way == "parquet":
        parquet.write_table(table, file)
    elif way == "feather":
        feather.write_feather(table, file)
    else:
        opened = ipc.new_file if way == "arrow" else ipc.new_stream
        with opened(str(file), table.schema) as writer:
            writer.write_table(table)
    return file


def _workbook(found: Columns, file: Path) -> None:
    book = xlsxwriter.Workbook(str(file))
    book.set_properties({"author": MARK, "title": MARK, "comments": MARK})
    sheet, day = book.add_worksheet("data"), book.add_format({"num_format": "yyyy-mm-dd"})
    for at, (name, cells) in enumerate(found.items()):
        sheet.write_string(0, at, name)
        for row, cell in enumerate(cells, start=1):
            if isinstance(cell, dt.date):
                sheet.write_datetime(row, at, dt.datetime(cell.year, cell.month, cell.day), day)
            elif isinstance(cell, str):
                sheet.write_string(row, at, cell)
            elif cell is not None:
                sheet.write_number(row, at, cell)
    sheet.write_comment(1, 0, f"{MARK} comment")
    book.add_worksheet("other").write(0, 0, MARK)
    book.define_name("people", "=other!$A$1")
    book.close()


def _survey(rnd: Chance, found: Columns, way: str, file: Path) -> None:
    frame, labels = pd.DataFrame(found), {}
    for name, cells in found.items():
        if {"low", "middle", "high"} & set(cells) and way != "xpt":
            codes = {"low": 1.0, "middle": 2.0, "high": 3.0}
            frame[name] = [None if cell is None else codes[cell] for cell in cells]
            labels[name] = {code: text for text, code in codes.items()} | {9.0: f"{MARK} unused"}
    notes = {
        "file_label": f"{MARK} file",
        "column_labels": [MARK if name == "name" else f"about {name}" for name in found],
    }
    if way == "xpt":
        pyreadstat.write_xport(frame, file, file_label=MARK, table_name="T")
    elif way == "dta":
        whole = {name: {int(c): t for c, t in by.items()} for name, by in labels.items()}
        for name in labels:
            frame[name] = frame[name].astype("Int64")
        pyreadstat.write_dta(frame, file, variable_value_labels=whole, version=rnd.choice([14, 15]), **notes)
    else:
        compress = {"compress": True} if way == "zsav" else {}
        pyreadstat.write_sav(frame, file, variable_value_labels=labels, note=MARK, **notes, **compress)


# --- read by other libraries ----------------------------------------------------------------------------


def read(file: Path) -> tuple[Columns, str]:
    """A released file as plain columns, and everything else that a reader finds in it, as one text."""
    ending = file.name.removeprefix("release.")
    kind, _, packing = ending.partition(".")
    content = file.read_bytes()
    content = {"gz": gzip.decompress, "zst": zstd.decompress}.get(packing, bytes)(content)
    if kind in ("csv", "tsv"):
        rows = list(csv.reader(io.StringIO(content.decode(), newline=""), delimiter="," if kind == "csv" else "\t"))
        rows = [row or [""] for row in rows]
        return dict(zip(rows[0], map(list, zip(*rows[1:], strict=True)), strict=True)), content.decode()
    if kind == "jsonl":
        lines = [json.loads(line) for line in content.decode().splitlines()]
        return {name: [line.get(name) for line in lines] for name in lines[0]}, content.decode()
    if kind in ("parquet", "arrow"):
        table = parquet.read_table(file) if kind == "parquet" else _arrow(content)
        words = [str(c.chunk(0).dictionary.to_pylist()) for c in table.columns if pa.types.is_dictionary(c.type)]
        return table.to_pydict(), f"{table.schema.metadata} {words} {table.to_pydict()}"
    if kind == "xlsx":
        book = fastexcel.read_excel(content)
        frame = book.load_sheet(0, dtypes="string").to_polars()
        inside = zipfile.ZipFile(io.BytesIO(content))
        return frame.to_dict(as_series=False), "".join(
            inside.read(one).decode("utf-8", "replace") for one in inside.namelist()
        )
    readers = {
        "sav": pyreadstat.read_sav,
        "zsav": pyreadstat.read_sav,
        "dta": pyreadstat.read_dta,
        "xpt": pyreadstat.read_xport,
    }
    labelled = {} if kind == "xpt" else {"apply_value_formats": True, "formats_as_category": False}
    frame, meta = readers[kind](file, **labelled)
    told = f"{meta.file_label} {meta.notes} {meta.column_labels} {meta.variable_value_labels} {meta.table_name}"
    plain = {name: [None if pd.isna(cell) else cell for cell in frame[name]] for name in frame}
    return plain, f"{told} {plain} {content.decode('latin-1')}"


def _arrow(content: bytes) -> pa.Table:
    reader = ipc.open_file if content.startswith(b"ARROW1") else ipc.open_stream
    return reader(pa.BufferReader(content)).read_all()


def plain(cell: Any) -> str:
    """A cell as something that can be compared across formats: numbers by value, days as days."""
    if cell is None or cell != cell:
        return ""
    if isinstance(cell, dt.datetime):
        return cell.date().isoformat() if cell.time() == dt.time() else cell.isoformat()
    text = _text(cell)
    try:
        return f"{(Decimal(text) + 0).normalize():f}" if text.strip() == text else text  # -0 is 0
    except InvalidOperation:
        return text.removesuffix(" 00:00:00").removesuffix("T00:00:00")


# --- the case -------------------------------------------------------------------------------------------


def case(seed: int, folder: Path) -> Outcome:
    """Anonymise a file of a format into the same or another one, and read what comes out."""
    rnd, way = chance("formats", seed), WAYS[seed % len(WAYS)]
    found, told = make(rnd, way)
    to = rnd.choice([None, None, None, *RELEASED])
    outcome = Outcome(tried=way)
    order = rnd.choice(["sorted", "sorted", "sorted", "shuffle", "keep"])
    asked = {"k": rnd.choice([2, 3]), "seed": seed, "method": rnd.choice(METHODS), "budget": 3, "order": order}
    policy = build_policy({**asked, "attributes": told})
    with noted(outcome, set(found["name"]), accused=ACCUSED):
        file = write(rnd, found, way, folder)
        anonymise_file(file, policy, out=folder / "out", base=folder, reports=False, to=to)
    if outcome.refused or outcome.broken:
        outcome.expect(not (folder / "out").exists(), "something was written though it was refused")
        return outcome
    check(found, told, policy.k, folder, outcome)
    if rnd.random() < 0.25:
        written = next((folder / "out").glob("release.*"))
        link = read_link(folder / "out-private" / "link.csv", "table")
        held = assess_release(file, written, policy, base=folder, link=link)
        outcome.expect(held.holds, f"assess refuses it: {[d.message for d in held.deviations]}")
        checks = [one.check for one in verify_release(folder / "out").checks if one.status != "holds"]
        outcome.expect(not checks, f"verify refuses it: {checks}")
    return outcome


def check(found: Columns, told: dict[str, Any], k: int, folder: Path, outcome: Outcome) -> None:
    """Count classes in the file that was written, and compare what was not masked."""
    written = next((folder / "out").glob("release.*"))
    back, rest = read(written)
    outcome.expect(MARK not in rest, f"{written.name} carries what is not released")
    expected = [name for name in found if name != "name"]
    outcome.expect(list(back) == expected, f"columns {list(back)} in {written.name} instead of {expected}")
    lines = (folder / "out-private" / "link.csv").read_text().splitlines()[1:]
    link = [int(line.split(",")[1]) - 1 for line in lines]
    if list(back) != expected or len(next(iter(back.values()))) != len(link):
        outcome.broken.append(f"{written.name} has other rows or columns")
        return
    classes: dict[tuple[str, ...], int] = defaultdict(int)
    for row in zip(*(back[name] for name in expected if told[name]["role"] == "quasi"), strict=True):
        classes[tuple(map(str, row))] += 1
    outcome.expect(min(classes.values()) >= k, f"k = {min(classes.values())} in {written.name}, promised {k}")
    for name in expected:
        if told[name]["role"] != "quasi":
            before, after = [plain(found[name][row]) for row in link], list(map(plain, back[name]))
            outcome.expect(before == after, f"cells of the unmasked column {name!r} changed in {written.name}")
