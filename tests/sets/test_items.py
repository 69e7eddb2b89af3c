"""The items of a set in one cell: written and read by one pair of functions, wherever a set is looked at."""

import csv
import json
import re
from pathlib import Path

import polars as pl
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from semblant.cli import app
from semblant.data.items import join, split
from semblant.data.table import Table
from semblant.errors import PolicyError
from semblant.policy.file import build_policy
from semblant.proof.tables import classes_of
from tests.sets.making import sets_policy

TEXTS = st.text(st.sampled_from('ab|";, é🙂'), max_size=8)
SEPARATORS = st.sampled_from(["|", ";", ", ", "||", "aba", " | ", " ", "| ", "\n", "\t;", "\u3000", "|;|"])
ITEMS = st.lists(
    st.one_of(TEXTS, st.text(st.sampled_from('ab|;" \n\t\u3000\x1c'), max_size=6), st.text(max_size=5)), max_size=6
)


@pytest.mark.parametrize(
    ("cell", "items"),
    [
        ("", []),
        ("|||", []),
        ("  ", []),
        ('"a|b"|c', ["a|b", "c"]),
        (' "a|b" | c ', ["a|b", "c"]),
        ('"a ""big"" one|b"|c', ['a "big" one|b', "c"]),
        ('5" pipe|tap', ['5" pipe', "tap"]),
        ('"open|end', ['"open', "end"]),
        ('"a" b|c', ['"a" b', "c"]),
        ("🙂|🙂🙂|🙂", ["🙂", "🙂🙂"]),
        ("a|b|a| a", ["a", "b"]),
    ],
)
def test_split(cell: str, items: list[str]) -> None:
    assert split(cell) == items


def distinct(texts: list[str]) -> list[str]:
    return sorted({text.strip() for text in texts} - {""})


@given(ITEMS, SEPARATORS)
@example(["a|", "b"], "||")
@example(["xab", "c"], "aba")
@example([' "a', 'b"'], "|")
@settings(max_examples=600, deadline=None)
def test_what_is_joined_is_split_again(texts: list[str], separator: str) -> None:
    assert split(join(texts, separator), separator) == distinct(texts)


def written(texts: list[str], separator: str, quoted: bool) -> str:
    """A set as another tool may write it: in any order, every item in quotes or only those that need them."""
    if not quoted:
        return separator.join(join([text], separator) for text in texts)
    return separator.join('"' + text.replace('"', '""') + '"' for text in texts)


@given(st.lists(st.tuples(ITEMS, st.booleans()), min_size=2, max_size=6), SEPARATORS)
@example([(["a|b|c"], False), (["a|c", "b"], False)], "|")
@example([(["b", "a"], False), (["a", " b", "b"], True)], "|")
@settings(max_examples=300, deadline=None)
def test_records_mean_the_same_if_and_only_if_their_items_do(sets, separator: str) -> None:
    cells = [written(texts, separator, quoted) for texts, quoted in sets]
    asked = sets_policy(items={"separator": separator})
    found = classes_of(Table(pl.DataFrame({"items": cells})), asked, meaning=str).tolist()
    held = [distinct(texts) for texts, _ in sets]
    for a, one in zip(found, held, strict=True):
        for b, other in zip(found, held, strict=True):
            assert (a == b) == (one == other)


@pytest.mark.parametrize("separator", ['"', '|"', '""'])
def test_a_quote_is_no_separator(separator: str) -> None:
    with pytest.raises(PolicyError, match="no double quote"):
        build_policy({"attributes": {"items": {"role": "quasi", "kind": "set", "separator": separator}}})


@given(st.text(max_size=30))
@settings(max_examples=300, deadline=None)
def test_any_cell_is_read_and_settles(cell: str) -> None:
    items = split(cell)
    assert split(join(items)) == sorted(items)


def test_a_cell_of_a_megabyte() -> None:
    assert len(split("|".join(str(i) for i in range(150_000)))) == 150_000
    assert split("x" * 1_000_000) == ["x" * 1_000_000]


# --- every place where a set is looked at ----------------------------------------------------------


def files(folder: Path, cells: list[str]) -> tuple[Path, Path]:
    """A file with one column of sets, and a policy of words that no knowledge has."""
    data, policy = folder / "sets.csv", folder / "policy.json"
    with data.open("w", newline="") as out:
        csv.writer(out).writerows([["items"], *([cell] for cell in cells)])
    items = {"role": "quasi", "kind": "set", "knowledge": "wordnet", "unknown": "nominal"}
    policy.write_text(json.dumps({"shape": "sets", "k": 2, "seed": 1, "attributes": {"items": items}}))
    return data, policy


def test_different_sets_with_the_same_letters_are_not_alike(tmp_path: Path) -> None:
    data, policy = files(tmp_path, ['"a|b|c"', '"a|c"|b'])
    found = CliRunner().invoke(app, ["assess", str(data), str(data), "--policy", str(policy), "--json"])
    assert found.exit_code == 1
    privacy = json.loads(found.stdout)["privacy"]
    assert (privacy["k_achieved"], privacy["classes"], privacy["verified"]) == (1, 2, False)


@pytest.mark.parametrize("page", ["out-private/report.html", "out/report-public.html"])
def test_reports_chart_an_item_in_quotes_as_one(tmp_path: Path, page: str) -> None:
    data, policy = files(tmp_path, ['"xqsalt|xqpepper"|tea'] * 4)
    made = CliRunner().invoke(app, ["anonymise", str(data), "--policy", str(policy), "-o", str(tmp_path / "out"), "-q"])
    assert made.exit_code == 0, made.stderr
    labels = re.findall(r">([^<>]*(?:salt|pepper)[^<>]*)<", (tmp_path / page).read_text("utf-8"))
    assert "xqsalt|xqpepper" in labels
    assert not any(re.search(r"xqsalt(?!\|)|(?<!\|)xqpepper", label) for label in labels)
