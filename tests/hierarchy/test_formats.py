"""Hierarchies in and out: the files other tools write, ugly files, and nothing lost on the way."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from semblant.errors import CycleError, KnowledgeError, OutputError, PolicyError
from semblant.hierarchy.formats import WRITERS, text_of
from semblant.hierarchy.vgh import Hierarchy
from tests.hierarchy.shapes import ARX, OCCUPATION, hierarchies

ENDING = {
    "arx": "csv",
    "anjana": "csv",
    "child-parent": "csv",
    "outline": "txt",
    "amnesia": "txt",
    "amnesia-json": "json",
}


def written(folder: Path, name: str, text: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


@pytest.mark.parametrize("form", WRITERS)
def test_the_worked_example_comes_back_from_every_format(tmp_path, form):
    made = Hierarchy.of(OCCUPATION)
    made.write(tmp_path / f"jobs.{ENDING[form]}", form)
    assert Hierarchy.read(tmp_path / f"jobs.{ENDING[form]}") == made


@given(hierarchies())
@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_tables_and_outlines_lose_nothing(tmp_path, made):
    for form in ("arx", "anjana"):
        made.write(tmp_path / "h.csv", form)
        assert Hierarchy.read(tmp_path / "h.csv") == made
    made.write(tmp_path / "h.txt", "outline")
    back = Hierarchy.read(tmp_path / "h.txt")
    assert sorted(back.rows()) == sorted(made.rows())


def test_quotation_marks_come_back(tmp_path):
    made = Hierarchy.of([('the "old" one', "a;b, c", "*"), ('"', ";", "*")])
    for form in ("arx", "anjana"):
        made.write(tmp_path / "h.csv", form)
        assert Hierarchy.read(tmp_path / "h.csv") == made


@given(hierarchies(plain=True))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_trees_lose_nothing(tmp_path, made):
    for form in ("child-parent", "amnesia", "amnesia-json"):
        made.write(tmp_path / f"h.{ENDING[form]}", form)
        assert sorted(Hierarchy.read(tmp_path / f"h.{ENDING[form]}").rows()) == sorted(made.rows())


def test_an_arx_file(tmp_path):
    made = Hierarchy.read(written(tmp_path, "occupation.csv", ARX))
    assert (len(made.leaves), made.height, made.nodes(1)) == (14, 2, ("Technical", "Other", "Nontechnical"))
    assert made.where(2) == "occupation.csv:3"


def test_an_anjana_file_with_intervals(tmp_path):
    rows = '17,"[15, 20[","[0, 20[",*\r\n80,>=80,>=80,*\r\n'
    assert Hierarchy.read(written(tmp_path, "age.csv", rows)).rows() == [
        ("17", "[15, 20[", "[0, 20[", "*"),
        ("80", ">=80", ">=80", "*"),
    ]


def test_amnesia_text_of_names_and_of_ranges(tmp_path):
    names = "distinct\nname jobs\ntype string\nheight 3\n\nhealth has nurse doctor \n\nwork has health baker \n\n"
    made = Hierarchy.read(written(tmp_path, "jobs.txt", names))
    assert made.rows() == [("nurse", "health", "work"), ("doctor", "health", "work"), ("baker", "work", "work")]
    ranges = "range\nname age\ntype int\nheight 2\n\n0,99 has 0,17 18,99 \n\n"
    assert Hierarchy.read(written(tmp_path, "age.txt", ranges)).rows() == [("[0,17]", "[0,99]"), ("[18,99]", "[0,99]")]


def test_json_graphs_and_trees(tmp_path):
    graph = (
        '{"nodeList": [{"id": "1", "label": "work", "level": 0}, {"id": "2", "label": "nurse", "level": 1}],'
        ' "edgeList": [{"from": "1", "to": "2"}]}'
    )
    assert Hierarchy.read(written(tmp_path, "graph.json", graph)).rows() == [("nurse", "work")]
    tree = '{"name": "work", "children": [{"name": "health", "children": ["nurse"]}, "baker"]}'
    assert Hierarchy.read(written(tmp_path, "tree.json", tree)).rows() == [
        ("nurse", "health", "work"),
        ("baker", "work", "work"),
    ]


def test_child_parent_rows_with_and_without_a_heading(tmp_path):
    for text in (
        "child,parent\nnurse,health\nhealth,work\n",
        "nurse;health\nhealth;work\n",
        "parent\tchild\nhealth\tnurse\nwork\thealth\n",
    ):
        assert Hierarchy.read(written(tmp_path, "h.csv", text)).rows() == [("nurse", "health", "work")]


def test_an_outline_by_tabs_spaces_or_dashes(tmp_path):
    for text in ("work\n\thealth\n\t\tnurse\n\tbaker\n", "- work\n  - health\n    - nurse\n  - baker\n"):
        assert Hierarchy.read(written(tmp_path, "h.txt", text)).rows() == [
            ("nurse", "health", "work"),
            ("baker", "work", "work"),
        ]


def test_other_encodings_line_ends_and_blank_lines(tmp_path):
    wanted = [("crème", "dessert", "*")]
    for data in ("crème;dessert;*\r\n\r\n".encode("utf-16"), b"\xef\xbb\xbf" + "crème;dessert;*\r".encode()):
        assert Hierarchy.read(written(tmp_path, "h.csv", data)).rows() == wanted


def test_a_missing_value_may_have_a_leaf(tmp_path):
    assert Hierarchy.read(written(tmp_path, "h.csv", "a;x;*\n;unknown;*\n")).rows()[1] == ("", "unknown", "*")


@pytest.mark.parametrize(
    ("name", "text", "where", "message"),
    [
        ("h.csv", "a;x;*\nb;;*\n", "h.csv:2", "missing between"),
        ("h.csv", "a;x;*\nb;x;*\na;y;*\n", "h.csv:3", "two ways up"),
        ("h.csv", "child,parent\na,x\nx,top\na,y\n", "h.csv:4", "two parents"),
        ("h.csv", "child,parent\na,b\nb\n", "h.csv:3", "too short"),
        ("h.csv", b"a;\xff;*\n", "h.csv:1", "not UTF-8"),
        ("h.csv", "", "h.csv", "empty"),
        ("h.csv", " \n\n", "h.csv", "empty"),
        ("h.txt", "distinct\nname x\n\nwork nurse doctor\n", "h.txt:4", "parent has child"),
        ("h.json", '{"name": "a",\n "children": [}', "h.json:2", "not JSON"),
        ("h.json", '{"children": ["a"]}', "h.json", "needs a name"),
        ("h.json", '{"nodeList": [{"id": 1}], "edgeList": []}', "h.json", "nodeList"),
        ("h.json", "[" * 100_000, "h.json", "nested too deeply"),
        ("h.csv", b"PK\x03\x04rest", "h.csv", "zip archive"),
    ],
)
def test_broken_files_are_refused_where_they_are_broken(tmp_path, name, text, where, message):
    with pytest.raises(KnowledgeError, match=message) as raised:
        Hierarchy.read(written(tmp_path, name, text))
    assert raised.value.where == where


def test_a_ring_is_named(tmp_path):
    with pytest.raises(CycleError) as raised:
        Hierarchy.read(written(tmp_path, "h.csv", "child,parent\na,b\nb,c\nc,a\n"))
    assert raised.value.where.startswith("h.csv:")


def test_what_amnesia_cannot_hold_is_refused():
    both = Hierarchy.of([("doctor", "doctor", "work"), ("surgeon", "doctor", "work")])
    with pytest.raises(OutputError, match="1 of 2 values are labels"):
        text_of(both, "amnesia-json")
    with pytest.raises(OutputError, match="spaces"):
        text_of(Hierarchy.of([("ice cream", "food")]), "amnesia")
    assert "ice_cream has sundae" in text_of(Hierarchy.of([("sundae", "ice cream")]), "amnesia")


def test_the_format_follows_the_ending_or_is_named(tmp_path):
    made = Hierarchy.of([("a", "x")])
    with pytest.raises(PolicyError, match="does not say"):
        made.write(tmp_path / "h.xyz")
    with pytest.raises(PolicyError, match="not available"):
        made.write(tmp_path / "h.csv", "word")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(OutputError):
        made.write(tmp_path / "none" / "h.csv")


def test_no_file_is_an_error(tmp_path):
    with pytest.raises(KnowledgeError, match="cannot be read"):
        Hierarchy.read(tmp_path / "none.csv")


@pytest.mark.parametrize("name", ["h.csv", "h.txt"])
def test_a_hierarchy_of_more_than_a_hundred_levels_is_refused(tmp_path, name):
    def text(levels: int) -> str:
        if name == "h.csv":
            return ";".join(["nurse", *(f"x{i}" for i in range(levels))]) + "\n"
        return "".join(f"{' ' * i}x{i}\n" for i in range(levels)) + f"{' ' * levels}nurse\n"

    assert Hierarchy.read(written(tmp_path, name, text(100))).height == 100
    with pytest.raises(KnowledgeError, match=r"at most 100 levels above its values, and here are 101\."):
        Hierarchy.read(written(tmp_path, name, text(101)))
