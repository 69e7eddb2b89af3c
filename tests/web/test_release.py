"""A release through the application's forms: a red checklist, a written reason, the same as the command line."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from semblant.policy.file import build_policy, read_policy
from semblant.policy.model import Attribute
from tests.web.conftest import Server

pytestmark = [pytest.mark.slow, pytest.mark.compiled]

JOBS = ("nurse", "surgeon", "baker", "cook", "teacher", "professor")
PEOPLE = "".join(f"anna{i}@example.org,{JOBS[i % 6]},{20 + i % 5},{i % 4}\n" for i in range(60))


def test_a_red_checklist_needs_a_written_reason(server: Server) -> None:
    project = server.begin("people.csv", f"email,job,age,answer\n{PEOPLE}".encode())
    folder = server.folder / Path(project).name
    assert "are not confirmed" in server.post(f"{project}/result/run").body, "an e-mail address must be confirmed"
    warned = server.post(f"{project}/columns/role", column="0", role="keep").body
    assert "It looks as if it identifies people, and is published as it is." in warned
    assert "1 column to confirm." in server.post(f"{project}/columns/confirm", all="1").body, "not by the way"
    assert "are not confirmed" in server.post(f"{project}/result/run").body
    assert "to confirm." not in server.post(f"{project}/columns/confirm", column="0").body
    refused = server.post(f"{project}/result/run").body
    assert "Nothing was published: the checklist is red" in refused
    assert not (folder / "release").exists()
    assert (
        "Accepting a check needs a reason"
        in server.post(f"{project}/result/accept", check="identifier", reason=" ").body
    )
    assert "cannot be accepted" in server.post(f"{project}/result/accept", check="policy", reason="because").body
    server.post(f"{project}/result/accept", check="identifier", reason="the addresses are invented")
    assert "accept:" in (folder / "policy.yaml").read_text()
    done = server.post(f"{project}/result/run").body
    assert "Rows before and after" in done
    assert "Accepted: the addresses are invented" in done
    evidence = json.loads((folder / "release-private" / "evidence.json").read_text())
    assert "the addresses are invented" in [one.get("reason") for one in evidence["checklist"]]
    assert "invented" not in (folder / "release" / "evidence.json").read_text(), "reasons stay private"
    shown = server.settled(f"{project}/export").body
    assert "not green first</a>" in shown
    assert "May be published: the release" not in shown
    late = server.post(f"{project}/result/cancel", what="run").body
    assert late.count("The run was finished before it could be cancelled: the release was made.") == 1
    assert "Cancelled." not in late
    (folder / "release-private" / "evidence.json").write_text("{}")
    unread = server.settled(f"{project}/result").body
    assert "The run has ended, but its release cannot be read" in unread, "never silence"
    server.post(f"{project}/undo", back=f"{project}/result")
    assert "The run has ended" not in server.settled(f"{project}/result").body, "another policy, another run"


def test_the_shown_command_makes_the_same_release(server: Server) -> None:
    (server.folder / "own.csv").write_text(f"email,job,age,answer\n{PEOPLE}")
    home = server.send("GET", "/").body
    key = home.partition("own.csv")[2].partition('name="file" value="')[2].partition('"')[0]
    server.post("/choose", file=key)
    shown = server.post(f"/file/{key}/begin").body
    assert "What is in each column?" in shown
    project, folder = "/p/own-project", server.folder / "own-project"
    server.post(f"{project}/columns/confirm", all="1")
    policy = folder / "policy.yaml"
    policy.write_text(policy.read_text() + "seed: 7\n")  # edited by hand: taken as a version
    assert "edited outside the application" in server.settled(f"{project}/history").body
    assert "Rows before and after" in server.post(f"{project}/result/run").body
    made = (folder / "release" / "release.csv").read_bytes()
    command = server.settled(f"{project}/policy").body.partition('<pre id="command">')[2].partition("</pre>")[0].split()
    assert command[:2] == ["semblant", "anonymise"]
    program = [sys.executable, "-c", "from semblant.cli import main; main()"]
    again = subprocess.run([*program, *command[1:]], capture_output=True, text=True, check=False)
    assert again.returncode == 0, again.stderr
    assert (folder / "release" / "release.csv").read_bytes() == made
    why = server.settled(f"{project}/result/why?row=3").body
    assert "Why row 3?" in why
    assert "It is in a group of" in why


def test_settings_in_the_words_of_the_data(server: Server) -> None:
    rows = "".join(f"P{i % 30};{JOBS[i % 6]};{2000 + 10 * i},50\n" for i in range(60))
    project = server.begin("pay.csv", f"person_id;job;salary\n{rows}P1;nurse;9999,00\nP2;cook;9999,00\n".encode())
    policy = server.folder / Path(project).name / "policy.yaml"
    server.post(f"{project}/columns/role", column="2", role="quasi")
    shown = server.post(f"{project}/column/2", top="2.500,50", missing_values="9999,00, -1").body
    assert "Values that mean there is none" in shown
    assert "top: 2500.5" in policy.read_text()
    assert 'value="2500,5"' in shown, "as it would be typed"
    assert 'value="9999,00, -1"' in shown
    assert "Taken as no value" in server.settled(f"{project}/columns").body
    before = policy.read_text()
    page = {"X-Page": f"{project}/privacy"}
    for individual, most in (
        ("", "62 records, so k can be at most 62"),
        ("person_id", "30 persons, so k can be at most 30"),
    ):
        answer = server.send("POST", f"{project}/privacy", {"k": "63", "individual": individual}, page)
        assert most in server.settled(answer.headers["location"]).body
    assert policy.read_text() == before
    told = server.post(f"{project}/privacy", k="3", individual="person_id").body
    assert "identifies people and repeats: 30 distinct values in 62 records" in told
    assert "persons that look the same" in told


def test_a_value_that_means_none_can_be_said_of_any_column(server: Server) -> None:
    rows = "".join(f"{1 + i % 28}.{1 + i % 12}.{1950 + i};{JOBS[i % 6]}\n" for i in range(60))
    project = server.begin("born.csv", f"born;job\n{rows}in spring;k.A.\nin spring;cook\n".encode())
    policy = server.folder / Path(project).name / "policy.yaml"
    page = {"X-Page": f"{project}/columns"}
    answer = server.send("POST", f"{project}/columns/role", {"column": "0", "role": "quasi", "kind": "date"}, page)
    shown = server.settled(answer.headers["location"].partition("#")[0]).body
    assert "Take these for missing, and compare as dates" in shown
    server.post(f"{project}/column/0", missing_values="in spring")
    server.post(f"{project}/columns/role", column="0", role="quasi", kind="date")
    born = build_policy(read_policy(policy)).attributes["born"]
    assert (born.kind, born.missing_values) == ("date", ("in spring",))
    assert born.precision == "month", "as of any date of birth"
    server.post(f"{project}/columns/role", column="1", role="keep")
    shown = server.post(f"{project}/column/1", missing_values="k.A.").body
    assert "Weight among the columns" not in shown, "nothing is masked in it"
    assert "missing_values: [k.A.]" in policy.read_text()
    assert "Taken as no value" in server.settled(f"{project}/columns").body


def test_the_policy_is_edited_on_its_page(server: Server) -> None:
    project = server.begin("people.csv", f"email,job,age,answer\n{PEOPLE}".encode())
    policy = server.folder / Path(project).name / "policy.yaml"
    text, page = policy.read_text(), {"X-Page": f"{project}/policy"}

    def sent(changed: str, version: int) -> str:
        form = {"text": changed.replace("\n", "\r\n"), "version": str(version)}
        return server.settled(server.send("POST", f"{project}/policy", form, page).headers["location"]).body

    assert "must be an int" in (shown := sent(text.replace("k: 5 ", "k: five "), 1))
    assert "policy.yaml:1" in shown, "the line"
    for path in ("/etc/passwd", "../other.csv", "~/x.csv", "C:x.csv"):
        assert "outside the project" in sent(f"{text}mapping: {path}\n", 1), path
    assert policy.read_text() == text
    assert "Saved." in sent(f"{text}suppression_limit: 0.05  # agreed\n", 1)
    assert policy.read_text() == f"{text}suppression_limit: 0.05  # agreed\n"
    assert "has changed since this page was opened" in sent(text, 1)
    assert "the policy itself was edited" in server.settled(f"{project}/history").body
    server.post(f"{project}/undo", back=f"{project}/policy")
    assert policy.read_text() == text


def test_cells_like_formulas_can_be_escaped(server: Server) -> None:
    rows = "".join(f"{JOBS[i % 6]},{20 + i % 5},{('=1+1', 'ok')[i % 2]}\n" for i in range(60))
    project = server.begin("cells.csv", f"job,age,answer\n{rows}".encode())
    folder = server.folder / Path(project).name
    server.post(f"{project}/columns/role", column="2", role="keep")
    server.post(f"{project}/columns/confirm", all="1")
    shown = server.post(f"{project}/result/run").body
    assert "Let such cells begin with an apostrophe" in shown
    assert f'href="{project}/privacy">Go to Privacy' in shown
    server.post(f"{project}/privacy", k="5", formulas="escape")
    server.post(f"{project}/result/run")
    assert "'=1+1" in (folder / "release" / "release.csv").read_text()


def test_a_column_whose_kind_is_left_open_is_read_by_meaning(server: Server) -> None:
    project = server.begin("open.csv", f"email,job,age,answer\n{PEOPLE}".encode())
    policy = server.folder / Path(project).name / "policy.yaml"
    policy.write_text("k: 3\nattributes: {email: identifier, job: quasi, age: keep, answer: keep}\n")
    assert "Taken to mean" in server.settled(f"{project}/words?column=1").body
    assert '<option value="semantic" selected>' in server.settled(f"{project}/columns").body
    assert "Loss of meaning" in server.settled(f"{project}/hierarchy/1").body


def test_a_release_made_again_with_a_reason_has_the_same_rows(server: Server) -> None:
    rows = "".join(f"{JOBS[i % 6]},{20 + 7 * i % 43},{('=1+1', 'ok')[i % 2]}\n" for i in range(60))
    project = server.begin("twice.csv", f"job,age,answer\n{rows}".encode())
    release = server.folder / Path(project).name / "release" / "release.csv"
    private = release.parent.with_name("release-private") / "evidence.json"
    server.post(f"{project}/columns/role", column="0", role="quasi")
    server.post(f"{project}/columns/role", column="1", role="quasi", kind="numeric")
    server.post(f"{project}/columns/role", column="2", role="keep")
    server.post(f"{project}/columns/confirm", all="1")
    policy = release.parent.with_name("policy.yaml")
    policy.write_text(re.sub("(?m)^order: \\w+", "order: shuffle", policy.read_text()))  # by chance, and no seed
    assert "Rows before and after" in server.post(f"{project}/result/run").body
    made = release.read_bytes()
    shown = server.post(f"{project}/result/accept", check="formulas", reason="looked at by two of us").body
    assert "made again, the release has the same rows" in shown
    assert "looked at by two of us" in server.post(f"{project}/result/run").body
    assert release.read_bytes() == made
    assert "looked at by two of us" in private.read_text()
    server.post(f"{project}/privacy", k="5", title="Twice")
    assert "made again, the release has the same rows" in server.settled(f"{project}/result").body
    server.post(f"{project}/privacy", k="4")
    assert "do not publish the new one too" in server.settled(f"{project}/result").body


def test_numbers_are_typed_with_marks_of_thousands_and_a_currency(server: Server) -> None:
    rows = "".join(f'{JOBS[i % 6]},"£{20 + i},{i % 10}00",{20000 + 100 * i}\n' for i in range(60))
    project = server.begin("pay.csv", f"job,salary,bonus\n{rows}".encode())
    policy = server.folder / Path(project).name / "policy.yaml"
    page = {"X-Page": f"{project}/column/1"}

    def settings(name: str) -> Attribute:
        return build_policy(read_policy(policy)).attributes[name]

    for place in ("1", "2"):
        server.post(f"{project}/columns/role", column=place, role="sensitive", kind="nominal")
    assert server.settled(f"{project}/columns").body.count("“numbers” under “Compared as” reads these") == 1
    for place in ("1", "2"):
        server.post(f"{project}/columns/role", column=place, role="sensitive", kind="numeric")
    for place, name in (("1", "salary"), ("2", "bonus")):
        for typed, bands, written in (
            ("5,000", 5000, "5000"),
            ("£5,000", 5000, "5000"),
            ("5000", 5000, "5000"),
            ("0, £30,000, 40000", (0, 30000, 40000), "0, 30000, 40000"),
        ):
            shown = server.post(f"{project}/column/{place}", bands=typed, top="60,000").body
            assert (settings(name).bands, settings(name).top) == (bands, 60000), typed
            assert f'name="bands" value="{written}"' in shown
            assert 'name="top" value="60000"' in shown
    told = server.settled(f"{project}/columns").body
    assert "Before records are grouped: bands that begin at 0, 30000, 40000, higher numbers become 60000." in told
    before = policy.read_text()
    for form, words in (
        ({"bands": "30,000, 5,000"}, "The beginnings of bands must rise"),
        ({"bands": "$5,000"}, "Bands of this width: this must be a number. Got: $5,000."),
        ({"bands": "-5"}, "Bands of this width: this must be more than 0"),
        ({"bands": "5,000", "round": "100"}, "exclude each other"),
        ({"bottom": "60,000", "top": "£30,000"}, "must be less than"),
    ):
        answer = server.send("POST", f"{project}/column/1", form, page)
        said = server.settled(answer.headers["location"]).body
        assert words in said
        assert "attributes." not in said.partition("data-refused")[2].partition("</div>")[0]
    assert policy.read_text() == before


def test_a_card_says_which_values_are_spellings_of_one_category(server: Server) -> None:
    rows = "".join(f"{JOBS[i % 6]},{('Yes', 'No', 'Y', 'yes', 'Yes')[i % 5]}\n" for i in range(60))
    project = server.begin("spelt.csv", f"job,member\n{rows}".encode())
    server.post(f"{project}/columns/role", column="1", role="quasi", kind="nominal")
    shown = server.settled(f"{project}/columns").body
    assert "4 values are spellings of 2 categories: " in shown
    assert "<bdi>Yes</bdi> = <bdi>Y</bdi> = <bdi>yes</bdi>. They are compared as one" in shown
    server.post(f"{project}/columns/role", column="1", role="keep")
    assert "are spellings of" not in server.settled(f"{project}/columns").body


def test_many_values_for_none_are_named_by_the_first_few(server: Server) -> None:
    odd = [f"{1900 + i}-03-{1 + i % 28:02}" for i in range(109)]
    usual = [f"{1 + i % 28:02}/{1 + i % 12:02}/{1950 + i % 40}" for i in range(240)]
    rows = "".join(f"{one},{JOBS[i % 6]}\n" for i, one in enumerate([*usual, *odd]))
    project = server.begin("wall.csv", f"admitted,job\n{rows}".encode())
    server.post(f"{project}/columns/role", column="0", role="quasi", kind="date", without_unfit="1")
    policy = build_policy(read_policy(server.folder / Path(project).name / "policy.yaml"))
    assert len(policy.attributes["admitted"].missing_values) == 109
    shown = server.settled(f"{project}/columns").body.partition("Taken as no value")[2].partition("</p>")[0]
    assert shown.count("<bdi>") == 5
    assert shown.endswith(" and 104 more.")


def test_pages_speak_without_jargon(server: Server) -> None:
    codes = "".join(f"{JOBS[i % 6]},{('zorp', 'qux', 'blarg')[i % 3]} {'xyz'[i % 3]}v\n" for i in range(60))
    project = server.begin("plain.csv", f"job,thing\n{codes}".encode())
    server.post(f"{project}/columns/role", column="0", role="quasi")
    columns = server.settled(f"{project}/columns").body
    assert "surely" not in columns
    assert "must vary in every group (l, on the screen Privacy)" in columns
    assert "words that the dictionary WordNet has for certain" in columns
    assert "nothing is published by it" in server.settled(f"{project}/result").body
    assert "A hierarchy file is a CSV file as ARX reads and writes it" in server.settled(f"{project}/hierarchy/0").body
    server.post(f"{project}/columns/confirm", all="1")
    server.post(f"{project}/result/run")
    assert "Keep it, and keep it secret" in server.settled(f"{project}/export").body
