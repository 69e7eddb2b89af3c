"""The examples with sets and with a search log: made again byte for byte, and of the promised shape."""

import csv
import io
from collections import Counter
from pathlib import Path

import pytest

from semblant.knowledge.taxonomy import Taxonomy
from tests.examples.test_examples import EXAMPLES, maker, rows


def written(head: tuple[str, ...], lines: object) -> bytes:
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(lines)  # type: ignore[arg-type]
    return out.getvalue().encode()


def test_baskets_are_made_again() -> None:
    made = maker("baskets")
    lines = made.rows(made.HOUSEHOLDS, made.SEED)
    assert (
        written(("household", "age", "items", "visits"), lines) == (EXAMPLES / "baskets" / "baskets.csv").read_bytes()
    )


def test_the_search_log_is_made_again() -> None:
    head = ("user_id", "query", "when", "clicked", "results")
    assert written(head, maker("searchlog").rows(50)) == (EXAMPLES / "searchlog" / "searchlog.csv").read_bytes()


def test_the_search_log_is_as_logs_are(wordnet: Taxonomy) -> None:
    made, asked = maker("searchlog"), [row["query"] for row in rows("searchlog")]
    of_user = Counter(row["user_id"] for row in rows("searchlog"))
    assert len(of_user) == 50
    assert 56 * 0.8 < len(asked) / 50 < 56 * 1.3
    names = {f"{a} {b}" for a in made.listed(made.FIRST) for b in made.listed(made.LAST)}
    simple = [q for q in asked if q in names or q.startswith("www.") or wordnet.senses(q)]
    assert len(asked) - len(simple) == pytest.approx(0.61 * len(asked), rel=0.06)
    repeated = sum(n - 1 for n in Counter((row["user_id"], row["query"]) for row in rows("searchlog")).values())
    assert repeated / len(asked) > 0.18
    assert any(q in names for q in asked)
    assert list(rows("searchlog")) == sorted(
        rows("searchlog"), key=lambda r: (list(of_user).index(r["user_id"]), r["when"])
    )


@pytest.mark.parametrize("example", sorted(p.name for p in EXAMPLES.iterdir() if p.is_dir()))
def test_every_example_has_its_row_and_its_own_page(example: str) -> None:
    assert f"| `{example}/` |" in (EXAMPLES / "README.md").read_text("utf-8")
    assert {"README.md", "policy.yaml", "make.py"} <= {p.name for p in Path(EXAMPLES / example).iterdir()}
