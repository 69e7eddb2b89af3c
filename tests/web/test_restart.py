"""Pages that were open when the application was started again: what they send is taken, or it is said what to do."""

import json
from pathlib import Path
from typing import Any

from tests.web.browsing import known, opened, small_table
from tests.web.conftest import Start

TABLE = "job,age\n" + "nurse,31\nbaker,45\nteacher,31\n" * 8


def test_a_form_waits_for_data_that_are_being_read_again(start: Start) -> None:
    server = start()
    (server.folder / "people.csv").write_text(TABLE)
    server.start()
    key = server.send("GET", "/").body.partition('name="file" value="')[2].partition('"')[0]
    server.post(f"/file/{key}/begin")
    server.stop()
    again = start()
    again.start()
    page = {"X-Page": "/p/people-project/columns"}
    answer = again.send("POST", "/p/people-project/columns/role", {"column": "1", "role": "keep"}, page)
    assert answer.status == 303, answer.body
    assert "decided by the steward" in (server.folder / "people-project" / "policy.yaml").read_text()


def test_no_form_fails_where_the_data_must_be_dropped_again(start: Start) -> None:
    server = start()
    server.start()
    project = server.begin("people.csv", TABLE.encode())
    server.stop()
    again = start()
    again.start()
    forms: dict[str, dict[str, str]] = {
        "columns/role": {"column": "1", "role": "keep"}, "columns/bulk": {"column": "1", "role": "keep"},
        "columns/confirm": {"all": "1"}, "column/1": {"top": "90"}, "column/1/levels": {"level": "31"},
        "hierarchy/1": {"action": "keep"}, "words": {"column": "0", "action": "accept-sure"},
        "privacy": {"k": "3"}, "compare/curve": {}, "compare/variant": {"name": "a"}, "compare/take": {"k": "3"},
        "result/run": {}, "result/cancel": {"what": "run"},
    }  # fmt: skip
    for path, form in forms.items():
        answer = again.send("POST", f"{project}/{path}", form, {"X-Page": f"{project}/columns"})
        assert answer.status == 303, (path, answer.body)
        shown = again.settled(answer.headers["location"]).body
        assert "Open the data again" in shown, path
        assert "fault of Semblant" not in shown, path
    for path in (
        "unique",
        "result/why?row=1",
        "result/pictures",
        "result/analysis",
        "words/search?column=0&text=nurse",
    ):
        answer = again.send("GET", f"{project}/{path}")
        assert answer.status in (200, 400), path
        assert "fault of Semblant" not in answer.body, path


def test_what_was_typed_stays_on_the_page_and_can_be_sent_later(page: Any, start: Start, tmp_path: Path) -> None:
    server = start()
    page.goto(server.address)
    file = small_table(tmp_path)
    opened(page, file)
    page.goto(page.url.replace("/columns", "/column/2"))
    page.get_by_label("Bands of this width").fill("10")
    server.stop()
    page.get_by_role("button", name="Save").click()
    page.get_by_text("The application does not answer.").wait_for()
    again = start("--port", str(server.port))
    page.get_by_role("button", name="Save").click()
    page.get_by_text("This browser is not known.").wait_for()
    again.start()
    known(page.context.new_page(), again)
    page.get_by_role("button", name="Save").click()
    page.get_by_text("The data of this project are not open any more.").wait_for()
    assert page.get_by_label("Bands of this width").input_value() == "10"
    project = page.url.partition("/column/")[0].removeprefix(server.root)
    dropped = again.upload(file.name, file.read_bytes(), f"{project}/data")
    again.settled(json.loads(dropped.body)["go"])
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved.").wait_for()
    (policy,) = server.folder.glob("*/policy.yaml")
    assert "bands: 10" in policy.read_text()
