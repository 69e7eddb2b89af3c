"""What cannot be done for a file of the user is said; what is our fault is one, with a line in the terminal."""

import http.client
import shutil
import time

from tests.web.conftest import Server, Start

TABLE = b"job,age\n" + b"nurse,31\nbaker,45\nteacher,31\n" * 8


def test_a_file_of_the_project_that_has_gone_is_said(server: Server) -> None:
    project = server.begin("people.csv", TABLE)
    (policy,) = server.folder.glob("people*/policy.yaml")
    policy.rename(policy.with_suffix(".gone"))
    answer = server.send("GET", f"{project}/columns")
    assert answer.status == 400
    assert "policy.yaml cannot be used: No such file or directory." in answer.body
    policy.with_suffix(".gone").rename(policy)
    assert server.settled(f"{project}/columns").status == 200


def test_a_fault_has_a_page_and_a_line_in_the_terminal(start: Start) -> None:
    server = start()
    server.start()
    (scratch,) = server.temporary.iterdir()
    shutil.rmtree(scratch)
    answer = server.send("POST", "/upload?name=Secret.csv", TABLE, {"X-Page": "/"})
    assert answer.status == 500
    assert "This is a fault of Semblant (FileNotFoundError in folders.py:" in answer.body
    assert server.process.stderr is not None
    lines = [server.process.stderr.readline() for _ in range(2)]
    assert lines[1].startswith(
        "semblant web: POST /upload: This is a fault of Semblant (FileNotFoundError in folders.py:"
    )
    assert "Secret" not in lines[1]
    assert server.send("GET", "/").status == 200


def test_an_upload_that_stops_half_way_is_no_fault_and_leaves_nothing(start: Start) -> None:
    server = start()
    server.start()
    project = server.begin("people.csv", TABLE)
    server.post(f"{project}/columns/role", column="0", role="quasi", kind="nominal")

    def wait(there: bool) -> None:
        until = time.monotonic() + 60
        while any(server.temporary.rglob("half.csv")) != there:
            assert time.monotonic() < until
            time.sleep(0.05)

    for path in ("/upload", f"{project}/data", f"{project}/hierarchy/0/upload", f"{project}/check/upload"):
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        connection.putrequest("POST", f"{path}?name=half.csv")
        for name, value in {
            "Cookie": server.cookie, "Sec-Fetch-Site": "same-origin", "Content-Length": "1000000"
        }.items():  # fmt: skip
            connection.putheader(name, value)
        connection.endheaders(TABLE)
        wait(there=True)
        connection.close()
        wait(there=False)
        assert server.send("GET", "/").status == 200
    server.process.terminate()
    assert server.process.stderr is not None
    assert "fault" not in server.process.stderr.read()
