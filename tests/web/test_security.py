"""Attacks on the application, sent to the real server byte by byte."""

import json
import os
import re
import socket
import stat
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.web.conftest import Server, Start

PAGES = ("/", "/static/app.css", "/p/x/columns", "/file/survey", "/job/x")


def test_token_works_once_and_becomes_a_strict_cookie(start: Start) -> None:
    server = start()
    wrong = server.send("GET", "/start?token=" + "x" * 43, cookie="")
    assert wrong.status == 403
    right = server.send("GET", f"/start?token={server.token}", cookie="")
    assert (right.status, right.headers["location"]) == (303, "/")
    cookie = right.headers["set-cookie"]
    assert cookie.startswith(f"semblant-{server.port}=")
    assert "httponly" in cookie.lower()
    assert "samesite=strict" in cookie.lower()
    again = server.send("GET", f"/start?token={server.token}", cookie="")
    assert again.status == 403, "the token was used up"
    known = server.send("GET", "/start?token=", cookie=cookie.partition(";")[0])
    assert known.status == 303, "whoever has the cookie needs no token"


@pytest.mark.parametrize("path", PAGES)
def test_nothing_is_shown_without_the_cookie(server: Server, path: str) -> None:
    assert server.send("GET", path, cookie="").status == 403
    assert server.send("GET", path, cookie=f"semblant-{server.port}=guess").status == 403


@pytest.mark.parametrize(
    "host", [
        "evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "", "localhost.evil:{port}", "127.1:{port}",
        "0.0.0.0:{port}", "localhost.:{port}", "evil@127.0.0.1:{port}", "127.0.0.1:{port}@evil", "127.0.0.1:0{port}",
    ],
)  # fmt: skip
def test_other_hosts_are_refused(server: Server, host: str) -> None:
    named = host.format(port=server.port)
    for method, path in (("GET", "/"), ("GET", f"/start?token={server.token}"), ("POST", "/choose")):
        assert server.send(method, path, {"file": "survey"} if method == "POST" else None, {"Host": named}).status in (
            400,
            421,
        )


def test_an_address_in_the_request_line_changes_nothing(server: Server) -> None:
    own = {"Host": "evil.example"}
    assert server.send("GET", f"{server.root}/", headers=own).status == 421
    assert server.send("GET", "http://evil.example/").status == 404


def test_the_cookie_of_another_port_is_not_ours(server: Server) -> None:
    value = server.cookie.partition("=")[2]
    assert server.send("GET", "/", cookie=f"semblant-{server.port + 1}={value}").status == 403
    assert server.send("GET", "/", cookie=f"semblant-{server.port}=\xe9").status == 403


def test_two_host_headers_are_refused(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as raw:
        own = f"127.0.0.1:{server.port}"
        raw.sendall(f"GET / HTTP/1.1\r\nHost: {own}\r\nHost: evil.example\r\nCookie: {server.cookie}\r\n\r\n".encode())
        assert int(raw.recv(100).split()[1]) in (400, 421)


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "none"},
        {"Sec-Fetch-Site": "", "Origin": "http://evil.example"},
        {"Sec-Fetch-Site": "", "Origin": "http://127.0.0.1:1"},
        {"Sec-Fetch-Site": "", "Origin": "null"},
        {"Sec-Fetch-Site": ""},
    ],
)
def test_changes_from_other_pages_are_refused(server: Server, headers: dict[str, str]) -> None:
    assert server.send("POST", "/choose", {"file": "survey"}, headers).status == 403
    assert server.send("POST", "/upload?name=a.csv", b"a,b\n1,2\n", headers).status == 403


def test_our_own_origin_may_change_things_where_the_browser_says_no_more(server: Server) -> None:
    own = {"Sec-Fetch-Site": "", "Origin": server.root}
    assert server.send("POST", "/choose", {"file": "survey"}, own).status == 303


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_other_pages_cannot_load_ours_as_a_part_of_theirs(server: Server, site: str) -> None:
    for mode, dest in (("no-cors", "script"), ("cors", "empty"), ("navigate", "iframe")):
        headers = {"Sec-Fetch-Site": site, "Sec-Fetch-Mode": mode, "Sec-Fetch-Dest": dest}
        assert server.send("GET", "/", headers=headers).status == 403


def test_every_answer_has_the_headers(server: Server) -> None:
    for path in ("/", "/static/app.js", "/nothing", "/start?token=x"):
        headers = server.send("GET", path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["cache-control"] == "no-store"
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert "access-control-allow-origin" not in headers


def test_pages_have_no_inline_script_or_style(server: Server) -> None:
    project = server.begin("people.csv", b"job,age\n" + b"nurse,31\nbaker,45\nteacher,31\n" * 8)
    for path in ("/", f"{project}/columns", f"{project}/privacy", f"{project}/compare", f"{project}/policy"):
        body = server.settled(path).body
        assert not re.search(r"<script(?![^>]*\bsrc=)", body), path
        assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", body), path


def test_websockets_are_refused(server: Server) -> None:
    headers = {
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Key": "x" * 22 + "==",
        "Sec-WebSocket-Version": "13",
    }
    assert server.send("GET", "/", headers=headers).status != 101


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py", "/static/..%2fapp.py", "/static/%2e%2e/app.py", "/static//etc/passwd",
        "/file/..%2f..%2fetc%2fpasswd",
        "/p/..%2f..%2f/columns", "/p/../columns", "/job/../../x",
    ],
)  # fmt: skip
def test_paths_lead_nowhere(server: Server, path: str) -> None:
    answer = server.send("GET", path)
    assert answer.status in (303, 400, 404), answer.status
    assert "root:" not in answer.body
    assert "import" not in answer.body


@pytest.mark.parametrize(
    "name", ["../../evil.csv", "/etc/evil.csv", "..\\..\\evil.csv", "a\0b.csv", "..", ".", "", "x" * 500]
)
def test_an_uploaded_file_lands_in_the_private_folder_whatever_its_name(server: Server, name: str) -> None:
    (folder,) = server.temporary.iterdir()
    before = set(server.temporary.rglob("*"))
    answer = server.upload(name, b"job,age\nnurse,31\nbaker,45\n")
    assert answer.status == 200, answer.body
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    (written,) = [path for path in set(server.temporary.rglob("*")) - before if path.is_file()]
    assert written.resolve().is_relative_to(folder.resolve())


def test_the_browser_names_no_path(server: Server) -> None:
    secret = server.folder.parent / "secret.csv"
    secret.write_text("a,b\n1,2\n")
    for given in ("../secret.csv", str(secret), "secret.csv", "..%2fsecret.csv"):
        assert server.send("POST", "/choose", {"file": given}).status == 400


def test_what_is_too_large_is_refused_with_a_sentence(server: Server) -> None:
    told = server.send("POST", "/upload?name=a.csv", b"", {"Content-Length": str(3 << 30)})
    assert told.status == 413
    assert "at most 2,048 MB" in told.body
    form = server.send("POST", "/choose", b"file=" + b"x" * (9 << 20))
    assert form.status == 413


def test_a_body_without_a_length_is_counted(server: Server) -> None:
    piece = b"x" * (1 << 20)
    chunks = b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for _ in range(9)) + b"0\r\n\r\n"
    answer = server.send("POST", "/choose", chunks, {"Transfer-Encoding": "chunked", "Content-Length": ""})
    assert answer.status in (400, 413)


def test_lengths_that_are_no_numbers_and_endless_forms_are_refused(server: Server) -> None:
    for length in ("-5", "+5", "0x5"):
        assert server.send("POST", "/upload?name=a.csv", b"a,b\n1", {"Content-Length": length}).status == 400
    many = server.send("POST", "/choose", b"a=1&" * 50_000)
    assert many.status == 400
    assert "too much at once" in many.body


def test_an_upload_that_breaks_off_leaves_nothing_and_keeps_nobody_waiting(server: Server) -> None:
    before = {path for path in server.temporary.rglob("*") if path.is_file()}

    def arrived() -> set[Path]:
        return {path for path in server.temporary.rglob("*") if path.is_file()} - before

    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as raw:
        own = f"Host: 127.0.0.1:{server.port}\r\nCookie: {server.cookie}\r\nSec-Fetch-Site: same-origin\r\n"
        raw.sendall(f"POST /upload?name=slow.csv HTTP/1.1\r\n{own}Content-Length: 1000\r\n\r\nabc".encode())
        eventually(lambda: bool(arrived()))
        assert server.send("GET", "/").status == 200
    eventually(lambda: not arrived())


def eventually(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.02)


def test_the_folder_offers_only_what_lies_in_it_and_can_be_read(start: Start) -> None:
    server = start()
    secret = server.folder.parent / "secret.csv"
    secret.write_text("job,age\nnurse,31\n")
    for name in ("own.csv", "gone.csv"):
        (server.folder / name).write_text("job,age\n" + "nurse,31\nbaker,45\n" * 9)
    (server.folder / "link.csv").symlink_to(secret)
    (server.folder / "inside.csv").symlink_to(server.folder / "own.csv")
    (server.folder / "nowhere.csv").symlink_to(server.folder / "none")
    (server.folder / "folder.csv").mkdir()
    os.mkfifo(server.folder / "pipe.csv")
    server.start()
    home = server.send("GET", "/").body
    assert re.findall(r'aria-label="Open (\w+)\.csv"', home) == ["gone", "inside", "own"]
    key = re.search(r'value="(\w+)"><button class="tiny" aria-label="Open gone.csv"', home)
    assert key is not None
    assert server.settled(f"/file/{key[1]}").status == 200
    server.post(f"/file/{key[1]}/begin")
    server.stop()
    again = start()
    again.start()
    again.send("GET", "/")
    (again.folder / "gone.csv").unlink()
    asked = again.settled("/p/gone-project/columns")
    assert asked.status == 200
    assert "Open the data again" in asked.body


SCRIPT = '<img src=x onerror="alert(1)">'


def test_values_and_names_are_text(server: Server) -> None:
    header = f'"{SCRIPT.replace(chr(34), chr(34) * 2)}",age'
    rows = "\n".join(f'"<script>alert({i % 3})</script>",{30 + i % 5}' for i in range(40))
    project = server.begin("<b>people.csv", f"{header}\n{rows}\n".encode())
    for step in ("columns", "words", "privacy", "compare", "result", "history", "policy", "export", "unique"):
        body = server.settled(f"{project}/{step}").body
        assert "<img src=x" not in body, step
        assert "<script>alert" not in body, step
        assert "<b>people" not in body, step
    assert "&lt;img src=x" in server.settled(f"{project}/columns").body


def test_errors_show_no_cells(server: Server) -> None:
    answer = server.upload("people.csv", b"name,age\nAnna Verylongsecret,31\nBob,x,y,z\n")
    shown = server.settled(json.loads(answer.body)["go"])
    assert "Verylongsecret" not in shown.body.partition("The first rows")[0]
    assert "Traceback" not in shown.body


def test_the_private_folder_is_removed_at_the_end(start: Start) -> None:
    server = start()
    server.start()
    server.upload("people.csv", b"job,age\nnurse,31\nbaker,45\n")
    assert list(server.temporary.iterdir())
    server.stop()
    assert not list(server.temporary.iterdir())


def test_what_a_killed_application_left_is_removed_by_the_next(start: Start) -> None:
    server = start()
    server.start()
    server.upload("people.csv", b"job,age\nnurse,31\nbaker,45\n")
    server.kill()
    (left,) = server.temporary.iterdir()
    other = start()
    assert not left.exists()
    assert len(list(other.temporary.iterdir())) == 1, "only its own"


def test_projects_are_for_their_owner_alone(server: Server) -> None:
    server.begin("people.csv", b"job,age\n" + b"nurse,31\nbaker,45\nteacher,31\n" * 8)
    folder = next(path for path in server.folder.iterdir() if path.name.startswith("people"))
    assert stat.S_IMODE(os.stat(folder).st_mode) == 0o700
