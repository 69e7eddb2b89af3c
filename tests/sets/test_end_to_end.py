"""From the examples' files to verified releases: read, mask, write, read back, verify, assess."""

from pathlib import Path

import numpy as np
import polars as pl
import pytest

from semblant.data.link import read_link
from semblant.data.read import read
from semblant.data.table import Table
from semblant.errors import UnreachableError, VerificationError
from semblant.knowledge.taxonomy import Taxonomy
from semblant.policy.file import build_policy, read_policy
from semblant.release.assess import assess_release
from semblant.release.files import private_folder
from semblant.release.pipeline import anonymise_file
from semblant.release.staging import write_table
from semblant.shapes import read_shape
from semblant.shapes.shape import Shape
from semblant.space.reading import Library

EXAMPLES = Path(__file__).parent.parent.parent / "examples"


@pytest.fixture(autouse=True)
def shared(wordnet: Taxonomy, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every library opens the one WordNet of the session, whose index is made once."""
    monkeypatch.setattr(Library, "get", lambda _, __: wordnet)


def prepared(name: str, **more: object) -> Shape:
    policy = build_policy(read_policy(EXAMPLES / name / "policy.yaml"), {"seed": 1, "order": "keep", **more})
    table = read(EXAMPLES / name / f"{name}.csv")
    return read_shape(table, policy, Library(policy, EXAMPLES / name))


def released(ready: Shape, folder: Path) -> tuple[Path, Table]:
    written = write_table(ready.mask(np.random.default_rng(1)).table, folder)
    return written, read(written)


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"method": "set-mdav", "set_distance": "minsum"},
        {"draw": "record"},
        {"measure": "equality"},
    ],
)
def test_baskets(tmp_path: Path, more: dict[str, object]) -> None:
    ready = prepared("baskets", **more)
    written, back = released(ready, tmp_path)
    privacy = ready.verify(written)
    assert privacy.k_achieved >= 5
    assert privacy.verified
    assert back.names == ("age", "items", "visits")
    assessed = ready.assess(back, privacy)
    assert assessed.utility.sse is not None
    assert assessed.risk.record_linkage_percent is not None
    assert assessed.risk.record_linkage_percent <= 100 / 5


def test_auto_loses_less_than_log_mdav_by_distances_and_by_clusters(tmp_path: Path) -> None:
    losses = {}
    for method in ("auto", "log-mdav"):
        ready = prepared("searchlog", method=method, k=2, min_term_count=1, rare="publish")
        written, back = released(ready, tmp_path)
        assessed = ready.assess(back, ready.verify(written))
        assert assessed.risk.record_linkage_percent is not None
        losses[method] = (assessed.utility.sse, assessed.particulars.cluster_loss_percent)
    assert losses["auto"] < losses["log-mdav"]
    assert losses["auto"][1] < losses["log-mdav"][1]


@pytest.mark.parametrize("method", ["km-apriori", "top-down"])
def test_baskets_by_generalisation(tmp_path: Path, method: str) -> None:
    policy = build_policy(read_policy(EXAMPLES / "baskets" / "policy.yaml"))
    alone = {n: a for n, a in policy.attributes.items() if n != "age"}
    ready = prepared("baskets", method=method, attributes=alone, others="drop", accept={"not-k-anonymous": "a test"})
    written, _ = released(ready, tmp_path)
    assert ready.verify(written).k_achieved >= 5


@pytest.mark.parametrize(
    "more", [{}, {"method": "log-mdav"}, {"method": "log-erola", "times": "keep"}, {"queries": "whole"}]
)
def test_search_log(tmp_path: Path, more: dict[str, object]) -> None:
    ready = prepared("searchlog", **more)
    written, back = released(ready, tmp_path)
    privacy = ready.verify(written)
    assert privacy.k_achieved >= 3
    assessed = ready.assess(back, privacy)
    assert assessed.utility.loss_percent is not None
    assert assessed.particulars.topics_moved < 0.5
    again = prepared("searchlog", **more).assess(back, privacy)
    assert (again.utility, again.risk, again.particulars) == (assessed.utility, assessed.risk, assessed.particulars)


def test_a_shuffled_log_is_judged_without_matching(tmp_path: Path) -> None:
    ready = prepared("searchlog", order="shuffle")
    written, back = released(ready, tmp_path)
    assessed = ready.assess(back, ready.verify(written))
    assert assessed.utility.sse is None
    assert assessed.risk.record_linkage_percent is None
    assert assessed.particulars.topics_moved < 0.5


@pytest.mark.parametrize("method", ["log-korolova", "log-poblete"])
def test_logs_by_removal(tmp_path: Path, method: str) -> None:
    ready = prepared("searchlog", method=method, accept={"not-k-anonymous": "a test"}, K=7.5, b=2.0, kp=1, k=2)
    written, back = released(ready, tmp_path)
    assessed = ready.assess(back, ready.verify(written))
    assert assessed.privacy.promise != "k-anonymity"
    assert assessed.particulars.vocabulary_kept <= assessed.particulars.vocabulary_before
    again = assess_release(ready.table, back, ready.policy, base=EXAMPLES)
    assert (again.privacy, again.utility, again.risk) == (assessed.privacy, assessed.utility, assessed.risk)


def test_a_log_of_which_nothing_is_left_is_not_published() -> None:
    ready = prepared("searchlog", method="log-korolova", accept={"not-k-anonymous": "a test"}, K=1e6)
    with pytest.raises(UnreachableError, match="No query is left"):
        ready.mask(np.random.default_rng(1))


@pytest.mark.parametrize(
    ("name", "column", "draw"),
    [("baskets", "items", "group"), ("baskets", "items", "record"), ("searchlog", "query", "group")],
)
def test_one_broken_cell_is_refused(tmp_path: Path, name: str, column: str, draw: str) -> None:
    ready = prepared(name, draw=draw)
    table = ready.mask(np.random.default_rng(1)).table
    cells = table.frame[column].to_list()
    cells[7] = "wheelchair"
    broken = Table(table.frame.with_columns(pl.Series(column, cells)), table.origin)
    with pytest.raises(VerificationError):
        ready.verify(write_table(broken, tmp_path))


@pytest.mark.parametrize(("name", "column"), [("baskets", "items"), ("searchlog", "query")])
def test_facts_about_knowledge_and_coverage(name: str, column: str) -> None:
    ready = prepared(name)
    facts = ready.facts()
    knowledge, mapping = facts.knowledge, facts.mapping
    assert knowledge["wordnet"].concepts > 80_000
    assert 0.9 * mapping[column].values < mapping[column].mapped <= mapping[column].values
    assert mapping[column].records_covered <= ready.table.records


@pytest.mark.parametrize("order", ["sorted", "shuffle", "keep"])
@pytest.mark.parametrize("name", ["baskets", "searchlog"])
def test_published_whole_with_evidence_and_reports(tmp_path: Path, name: str, order: str) -> None:
    folder = EXAMPLES / name
    policy = build_policy(read_policy(folder / "policy.yaml"), {"order": order, "seed": 3})
    release = anonymise_file(folder / f"{name}.csv", policy, out=tmp_path / "out", base=folder)
    files = {p.name for p in release.folder.iterdir()}
    assert files == {"release.csv", "evidence.json", "report-public.html"}
    evidence = release.evidence
    assert evidence.privacy.verified
    assert evidence.seed == "given"
    assert evidence.utility.sse is not None
    assert set(evidence.utility.per_attribute) == ({"items", "age"} if name == "baskets" else {"query"})
    back = read(release.folder / "release.csv")
    link = read_link(private_folder(release.folder) / "link.csv", policy.shape)
    again = assess_release(read(folder / f"{name}.csv"), back, policy, base=folder, link=link)
    assert (again.privacy, again.utility, again.risk) == (evidence.privacy, evidence.utility, evidence.risk)
    assert evidence.utility.particulars is not None
    assert evidence.utility.particulars.cluster_loss_percent is not None
    unmatched = assess_release(read(folder / f"{name}.csv"), back, policy, base=folder)
    assert (unmatched.utility.sse is None) == (order != "keep")
    assert unmatched.privacy == evidence.privacy


def test_a_release_that_fails_leaves_nothing(tmp_path: Path) -> None:
    folder = EXAMPLES / "searchlog"
    policy = build_policy(read_policy(folder / "policy.yaml"), {"k": 60})
    with pytest.raises(UnreachableError, match="50 users"):
        anonymise_file(folder / "searchlog.csv", policy, out=tmp_path / "out", base=folder)
    assert list(tmp_path.iterdir()) == []


def test_the_same_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    for name in ("baskets", "searchlog"):
        files = []
        for turn in ("a", "b"):
            (tmp_path / name / turn).mkdir(parents=True)
            files.append(released(prepared(name), tmp_path / name / turn)[0].read_bytes())
        assert files[0] == files[1]
