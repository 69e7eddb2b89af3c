"""A real server in a process of its own, a client that sends what it is told, and a real browser if there is one."""

import http.client
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
_PATIENCE = 180.0
_LONG = 240_000  # milliseconds


@dataclass
class Answer:
    """What the server said."""

    status: int
    headers: dict[str, str]
    body: str


@dataclass
class Server:
    """A running application."""

    process: "subprocess.Popen[str]"
    address: str
    folder: Path
    temporary: Path
    cookie: str = ""
    port: int = field(init=False)

    def __post_init__(self) -> None:
        found = re.search(r":(\d+)/", self.address)
        assert found is not None
        self.port = int(found[1])

    @property
    def root(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def token(self) -> str:
        return self.address.partition("token=")[2]

    def start(self) -> None:
        """Exchange the token for the cookie."""
        answer = self.send("GET", f"/start?token={self.token}", cookie="")
        assert answer.status == 303, answer
        self.cookie = answer.headers["set-cookie"].partition(";")[0]

    def send(
        self,
        method: str,
        path: str,
        body: bytes | dict[str, Any] | None = None,
        headers: dict[str, str] | None = None,
        cookie: str | None = None,
    ) -> Answer:
        """Send a request as it is, as no browser would."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        sent = {"Host": f"127.0.0.1:{self.port}", "Cookie": self.cookie if cookie is None else cookie}
        if method != "GET":
            sent["Sec-Fetch-Site"] = "same-origin"
        content = urlencode(body, doseq=True).encode() if isinstance(body, dict) else body
        sent |= headers or {}
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        for name, value in sent.items():
            if value:
                connection.putheader(name, value)
        if content is not None and "Content-Length" not in sent:
            connection.putheader("Content-Length", str(len(content)))
        connection.endheaders(content)
        answer = connection.getresponse()
        found = Answer(
            answer.status,
            {name.lower(): value for name, value in answer.getheaders()},
            answer.read().decode("utf-8", "replace"),
        )
        connection.close()
        return found

    def settled(self, path: str) -> Answer:
        """Follow redirects and wait for work, until a page of its own comes."""
        until = time.monotonic() + _PATIENCE
        while time.monotonic() < until:
            answer = self.send("GET", path)
            if answer.status == 303:
                path = answer.headers["location"].partition("#")[0]
            elif "data-events=" in answer.body:
                time.sleep(0.2)
            else:
                return answer
        raise AssertionError("this never ended")

    def post(self, path: str, **form: Any) -> Answer:
        """Send a form and follow it to its end."""
        answer = self.send("POST", path, form)
        return self.settled(answer.headers["location"].partition("#")[0]) if answer.status == 303 else answer

    def upload(self, name: str, content: bytes, to: str = "/upload") -> Answer:
        return self.send("POST", f"{to}?{urlencode({'name': name})}", content)

    def begin(self, name: str, content: bytes) -> str:
        """Upload a table and start a project; its address."""
        import json

        file = json.loads(self.upload(name, content).body)["go"]
        assert self.settled(file).status == 200
        answer = self.send("POST", f"{file}/begin", {})
        shown = self.settled(answer.headers["location"])
        assert shown.status == 200, shown.body
        found = re.search(r'href="(/p/[^/"]+)/columns"', shown.body)
        assert found is not None
        return found[1]

    def kill(self) -> None:
        """End it as a crash would."""
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        """End it as Ctrl-C would."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(120)


Start = Callable[..., Server]


@contextmanager
def starting(folder: Path) -> Iterator[Start]:
    """Start applications over a folder; all end together."""
    running: list[Server] = []
    temporary, data = folder / "temporary", folder / "data"
    temporary.mkdir()
    data.mkdir()

    def started(*arguments: str, named: bool = True) -> Server:
        environment = os.environ | {"TMPDIR": str(temporary), "SEMBLANT_PROJECTS": str(folder / "projects")}
        program = [sys.executable, "-c", "from semblant.cli import main; main()", "web"]
        command = [*program, *([str(data)] if named else []), "--no-browser"]
        process = subprocess.Popen(
            [*command, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
        )
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.search(r"http://\S+", line)
        assert found is not None, process.stderr and process.stderr.read()
        server = Server(process, found[0], data, temporary)
        running.append(server)
        return server

    yield started
    for server in running:
        server.stop()
        for stream in (server.process.stdout, server.process.stderr):
            if stream is not None:
                stream.close()


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start applications for one test."""
    with starting(tmp_path) as started:
        yield started


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """An application for all tests of a file, whose cookie we have."""
    with starting(tmp_path_factory.mktemp("web")) as started:
        made = started()
        made.start()
        yield made


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """A real browser, or one line that says what to install."""
    if CHROMIUM is None:
        pytest.skip("no browser: install chromium to test the web application in it")
    playwright = pytest.importorskip("playwright.sync_api", reason="pip install playwright")
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture
def page(chromium: Any) -> Iterator[Any]:
    """A fresh window; anything that the browser complains about fails the test."""
    context = chromium.new_context(viewport={"width": 1280, "height": 900}, accept_downloads=True)
    context.set_default_timeout(_LONG)
    made, wrong = context.new_page(), []
    made.on("pageerror", lambda error: wrong.append(str(error)))
    made.on(
        "console", lambda message: wrong.append(message.text) if "Content Security Policy" in message.text else None
    )
    yield made
    context.close()
    assert not wrong


@pytest.fixture
def axe() -> Callable[[Any], None]:
    """Accessibility: no serious finding on a page."""
    module = pytest.importorskip("axe_playwright_python.sync_playwright", reason="pip install axe-playwright-python")

    def check(page: Any) -> None:
        found = module.Axe().run(page).response["violations"]
        serious = [one for one in found if one["impact"] in ("serious", "critical")]
        assert not serious, [(one["id"], [node["html"][:200] for node in one["nodes"][:3]]) for one in serious]

    return check
