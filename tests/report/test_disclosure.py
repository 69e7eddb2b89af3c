"""Nothing that everybody may see names what few have: sets and logs by every method, and methods without k-anonymity.

Tables by every other method are looked at in tests/trust.
"""

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import polars as pl
import pytest

from semblant.catalogue import CATALOGUE
from semblant.data.read import read
from semblant.policy.file import build_policy, read_policy
from semblant.release.pipeline import anonymise_file
from tests.report.making import CASES, pages
from tests.report.structure import Structure

SHARED = ("evidence.json", "report-public.html")
PROSE = " ".join(Structure(pages(*CASES["ordinary"])["report-public.html"]).words.lower().split())


def words_of(folder: Path, file: str) -> str:
    text = (folder / file).read_text("utf-8")
    if file.endswith(".html"):
        return Structure(text).words
    return re.sub(r'"(timings|environment|policy|plan)": \{.*?\n  \}', "", text, flags=re.DOTALL)


def named(values: Iterable[str], folder: Path) -> list[str]:
    """Those of some values that occur as words of their own in what is public."""
    seen = {file: words_of(folder, file) for file in SHARED}
    return [
        value
        for value in values
        for file, text in seen.items()
        if len(value) > 3 and value.lower() not in PROSE and re.search(rf"(?<![\w-]){re.escape(value)}(?![\w-])", text)
    ]


@pytest.mark.parametrize("method", CATALOGUE["sets"])
def test_items_that_few_have_stand_nowhere(examples: Path, tmp_path: Path, method: str) -> None:
    file = cut(examples / "baskets" / "baskets.csv", tmp_path, 240)
    keys = {"method": method, "accept": "not-k-anonymous", "others": "keep"}
    policy = build_policy(read_policy(examples / "baskets" / "policy.yaml"), keys)
    alone = {name: one for name, one in policy.attributes.items() if name != "age" or method in ("auto", "set-mdav")}
    policy = policy.model_copy(update={"attributes": alone})
    anonymise_file(file, policy, out=tmp_path / "out")

    def held(path: Path) -> Counter[str]:
        cells = read(path).frame.get_column("items").to_list()
        return Counter(item.strip() for cell in cells for item in set(cell.split("|")))

    before, after = held(file), held(tmp_path / "out" / "release.csv")
    rare = [item for item, n in before.items() if n < policy.k and after[item] < policy.k]
    assert len(rare) > 5
    assert named(rare, tmp_path / "out") == []


@pytest.mark.parametrize("method", CATALOGUE["log"])
def test_queries_that_few_asked_stand_nowhere(examples: Path, tmp_path: Path, method: str) -> None:
    whole = examples / "searchlog" / "searchlog.csv"  # too few of a cut log ask the same for a list with noise
    file = whole if method == "log-korolova" else cut(whole, tmp_path, 900)
    keys = {"method": method, "accept": "not-k-anonymous", "d": 1, "K": 1.97, "b": 0.3, "seed": 5}
    policy = build_policy(read_policy(examples / "searchlog" / "policy.yaml"), keys)
    anonymise_file(file, policy, out=tmp_path / "out")

    def asked(path: Path, user: str) -> Counter[str]:
        frame = read(path).frame
        pairs = frame.select(user, "query").unique() if user in frame.columns else frame.select("query")
        return Counter(query.strip() for query in pairs.get_column("query").to_list())

    before, after = asked(file, "user_id"), asked(tmp_path / "out" / "release.csv", "user_id")
    rare = [query for query, n in before.items() if n < policy.k and after[query] < policy.k]
    assert len(rare) > 50
    assert named(rare, tmp_path / "out") == []


def test_resampling_without_k_anonymity_names_nothing_rare_either(examples: Path, tmp_path: Path) -> None:
    file = examples / "survey" / "survey.csv"
    keys = {"method": "resample-heer", "accept": "not-k-anonymous", "seed": 3}
    policy = build_policy(read_policy(examples / "survey" / "policy.yaml"), keys)
    anonymise_file(file, policy, out=tmp_path / "out")
    for name in policy.columns("quasi"):
        before, after = (
            Counter(read(path).frame.get_column(name)) for path in (file, tmp_path / "out" / "release.csv")
        )
        rare = [value for value, n in before.items() if n < policy.k and after[value] < policy.k]
        assert rare
        assert named(rare, tmp_path / "out") == []


def test_the_check_itself_finds_what_it_looks_for(examples: Path, tmp_path: Path) -> None:
    file = cut(examples / "baskets" / "baskets.csv", tmp_path, 60)
    policy = build_policy(read_policy(examples / "baskets" / "policy.yaml"), {"method": "set-mdav"})
    anonymise_file(file, policy, out=tmp_path / "out")
    shared = pl.Series(read(tmp_path / "out" / "release.csv").frame.get_column("items")).str.split("|").explode()
    assert named([item for item, n in Counter(shared).items() if n >= policy.k], tmp_path / "out")


def cut(file: Path, folder: Path, rows: int) -> Path:
    """The first rows of an example, so that much in it is rare."""
    part = folder / file.name
    part.write_text("".join(file.read_text("utf-8").splitlines(keepends=True)[: rows + 1]), "utf-8")
    return part
