"""Files that would fill the memory or the disk, or that a spreadsheet would run: refused, or nothing but text."""

import gzip
import io
import json
import resource
import zipfile
from pathlib import Path

import pytest

from tests.web.conftest import Server, Start

PIECE = bytes(1 << 26)
"""Zeros: 17 such pieces are more than a table may unpack to from next to nothing."""


def swollen_workbook() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("xl/workbook.xml", "<workbook><sheets/></workbook>")
        for number in range(17):
            archive.writestr(f"xl/worksheets/sheet{number}.xml", PIECE)
    return out.getvalue()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "make"),
    [("bomb.csv.gz", lambda: gzip.compress(PIECE, 9) * 17), ("bomb.xlsx", swollen_workbook)],
)
def test_what_would_fill_the_memory_is_refused(server: Server, name: str, make: object) -> None:
    file = json.loads(server.upload(name, make()).body)["go"]  # type: ignore[operator]
    shown = server.settled(file).body
    assert "The file unpacks to more than 200 times its size" in shown
    memory = Path(f"/proc/{server.process.pid}/status").read_text().partition("VmHWM:")[2].split()[0]
    assert int(memory) < 6 << 20, "kilobytes: it was not read to its end"


def test_a_full_disk_is_said_and_leaves_nothing(start: Start) -> None:
    server = start()
    server.start()
    before = [path for path in server.temporary.rglob("*") if path.is_file()]
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))
    answer = server.upload("people.csv", b"job,age\n" + b"nurse,31\nbaker,45\n" * 100_000)
    assert answer.status == 507
    assert "There is no room left on the disk." in answer.body
    assert [path for path in server.temporary.rglob("*") if path.is_file()] == before
    assert server.upload("few.csv", b"job,age\nnurse,31\nbaker,45\n").status == 200, "the application goes on"


def test_a_project_that_could_not_be_written_leaves_nothing(start: Start) -> None:
    server = start()
    server.start()
    table = b"job,age\n" + b"nurse,31\nbaker,45\nteacher,31\n" * 8
    file = json.loads(server.upload("people.csv", table).body)["go"]
    assert server.settled(file).status == 200
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (10, resource.RLIM_INFINITY))
    told = server.post(f"{file}/begin").body
    assert "cannot be written" in told
    assert not list(server.folder.iterdir())
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    assert "What is in each column?" in server.post(f"{file}/begin").body


def test_formulas_are_text(server: Server) -> None:
    names = "=1+1,age,@SUM(A1)"
    rows = "\n".join(f'=HYPERLINK(""x""),{20 + i % 5},{("+1", "-2", "=A1")[i % 3]}' for i in range(40))
    project = server.begin(
        "=cmd.csv", f"{names}\n{rows}\n".replace('=HYPERLINK(""x"")', '"=HYPERLINK(""x"")"').encode()
    )
    shown = server.settled(f"{project}/columns").body
    assert "<bdi>=1+1</bdi>" in shown
    assert "=HYPERLINK(&#34;x&#34;)" in shown
