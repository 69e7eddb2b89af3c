"""What masking loses of job titles, and how fast they are coded: ``python -m bench titles``.

The titles of ``examples/staff`` are masked alone, by occupations, by WordNet and as mere categories. Every release is
judged alike: each title and each released word is coded by ISCO-08, and they are compared by Wu & Palmer; what is
suppressed or cannot be coded is as far away as can be. Speed is that of 100,000 different titles, one core, made of
O*NET's own by other case, ranks, words and slips.
"""

import random
import time
from collections import Counter
from pathlib import Path

import numpy as np
import polars as pl

import semblant as sb
from semblant.knowledge.sources import load
from semblant.terms.mapping import map_column
from semblant.terms.titles import TitleMatcher

STAFF = Path(__file__).parents[1] / "examples" / "staff" / "staff.csv"
MASKINGS = {
    "occupations": {"kind": "semantic", "knowledge": "occupations", "unknown": "root"},
    "wordnet": {"kind": "semantic", "knowledge": "wordnet", "unknown": "nominal"},
    "nominal": {"kind": "nominal"},
}
TITLES = 100_000


def codes(texts: list[str]) -> list[int]:
    """The concept of each text in `occupations`; -1 where it has none."""
    distinct = sorted(set(texts))
    jobs = load("occupations")
    found = map_column(distinct, np.ones(len(distinct)), jobs, attribute="job").concepts.tolist()
    known = {text: c if c >= 0 else jobs.find(text) or -1 for text, c in zip(distinct, found, strict=True)}
    return [known[text] for text in texts]


def loss(original: list[str], released: list[str]) -> float:
    """The mean distance between what was said and what is released, in percent."""
    judge = sb.load_taxonomy("occupations")
    ids = load("occupations").ids
    pairs = Counter(zip(codes(original), codes(released), strict=True))
    known = {pair: n for pair, n in pairs.items() if pair[0] >= 0}
    far = {(a, b): judge.distance(ids[a], ids[b], measure="wu-palmer") if b >= 0 else 1.0 for a, b in known}
    return 100 * sum(n * far[pair] for pair, n in known.items()) / sum(known.values())


def dirty(rng: random.Random, title: str) -> str:
    """A title as somebody may type it."""
    title = rng.choice((str.lower, str.upper, str.title, str))(title)
    if rng.random() < 0.3:
        title = rng.choice(("Sr. ", "Jr ", "Lead ", "Asst ", "regional ")) + title
    if rng.random() < 0.3:
        title += rng.choice((" II", " - night shift", " (temp)", " at acme"))
    if rng.random() < 0.3 and len(title) > 6:
        at = rng.randrange(1, len(title) - 1)
        title = title[:at] + title[at + 1 :]
    return title


def main() -> None:
    """Print both tables."""
    table = pl.read_csv(STAFF, infer_schema=False).select("job_title")
    print("| masked by | k = 5 | k = 20 |\n|---|---|---|")
    for name, rules in MASKINGS.items():
        shares = []
        for k in (5, 20):
            release = sb.anonymise(table, k=k, seed=7, attributes={"job_title": {"role": "quasi", **rules}})
            original = [table["job_title"][int(row)] for row in release.link]
            shares.append(f"{loss(original, release.data['job_title'].to_list()):.1f} %")
        print(f"| {name} | {' | '.join(shares)} |")
    rng = random.Random(1)
    labels = list(load("soc").arrays.labels)
    titles: set[str] = set()
    while len(titles) < TITLES:
        titles.add(dirty(rng, rng.choice(labels)))
    jobs = load("occupations")
    began = time.process_time()
    TitleMatcher(jobs).match("a title, so that the index is made")
    indexed = time.process_time()
    map_column(sorted(titles), np.ones(TITLES), jobs, attribute="job")
    ended = time.process_time()
    print(f"\nIndex of {len(jobs.arrays.labels):,} labels: {indexed - began:.1f} s; {TITLES:,} different titles: "
          f"{ended - indexed:.1f} s of one core.")  # fmt: skip


if __name__ == "__main__":
    main()
