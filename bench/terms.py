"""How long it takes to understand free text, and how much memory at most.

    python -m bench terms

Every line is that of a fresh process and counts the seconds of its processor, opening WordNet included. The distinct
texts are of our own making: nouns of WordNet, plurals, function words, one noun in ten misspelt. They are read as
values with one concept each, as texts of several phrases, and as a log whose rows repeat them. Last come the senses
of a thousand ambiguous words.
"""

import random
import subprocess
import sys
import tempfile
from pathlib import Path

FILLERS = (
    "the",
    "in",
    "for",
    "with",
    "my",
    "cheap",
    "best",
    "new",
    "old",
    "of the",
    "near",
    "and",
    "how to",
    "we like",
)

RUN = """
import resource, sys, time
import numpy as np
from pathlib import Path
from bench.terms import ambiguous, log_texts, texts
from semblant.knowledge.sources import load
from semblant.terms.mapping import map_column
from semblant.terms.freetext import map_texts
what, many, rows = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
if what == "senses":
    taxonomy = load("wordnet")
    values = ambiguous(taxonomy, many)
    map_column(values, np.ones(many), taxonomy, attribute="what", sense="first")
elif what == "log":
    values, counts = log_texts(Path(sys.argv[4]))
else:
    values = texts(many)
begin = time.process_time()
if what != "senses":
    taxonomy = load("wordnet")
counts = counts if what == "log" else np.ones(len(values), int)
made = (map_column if what in ("values", "senses") else map_texts)(values, counts, taxonomy, attribute="what")
seconds = time.process_time() - begin
share = made.coverage().mapped / len(values)
print(len(values), seconds, share, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


def texts(many: int, seed: int = 7) -> list[str]:
    """So many distinct texts of two to six words."""
    from semblant.knowledge.sources import load

    rng = random.Random(seed)
    nouns = [term for term in load("wordnet").arrays.keys if term.isascii() and term.isalpha() and len(term) < 12]
    made: dict[str, None] = {}
    while len(made) < many:
        words: list[str] = []
        for _ in range(rng.randint(2, 4)):
            if rng.random() < 0.4:
                words.append(rng.choice(FILLERS))
            words.append(_written(rng.choice(nouns), rng))
        made[" ".join(words)] = None
    return list(made)


def _written(noun: str, rng: random.Random) -> str:
    """A noun as people write it: some in the plural, some with two letters swapped."""
    kind = rng.random()
    if kind < 0.1 and len(noun) > 3:
        at = rng.randrange(len(noun) - 1)
        return noun[:at] + noun[at + 1] + noun[at] + noun[at + 2 :]
    return noun + "s" if kind < 0.4 else noun


def ambiguous(taxonomy, many: int) -> list[str]:  # type: ignore[no-untyped-def]
    """Words with several senses."""
    words = [t for t in taxonomy.arrays.keys if t.isalpha() and len(taxonomy.senses(t)) > 1]
    return random.Random(7).sample(words, many)


def log_texts(path: Path):  # type: ignore[no-untyped-def]
    """The distinct texts of a log and how many rows have each."""
    from semblant.data.read import read

    column = read(path).column("query")
    return column.values, column.counts


def write_log(path: Path, rows: int, distinct: int) -> None:
    """A log whose texts repeat as in the world: few very often, most of them seldom, each at least once."""
    rng = random.Random(7)
    there = texts(distinct)
    asked = there + [there[int(distinct ** rng.random()) - 1] for _ in range(rows - distinct)]
    rng.shuffle(asked)
    path.write_text("user,query\n" + "".join(f"{rng.randrange(50_000)},{text}\n" for text in asked), "utf-8")


def measure(what: str, many: int, rows: int = 0, path: Path | None = None) -> str:
    """One line of the table."""
    done = subprocess.run(
        [sys.executable, "-c", RUN, what, str(many), str(rows), str(path or "")],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    found, seconds, share, megabytes = done.stdout.split()
    return f"{int(found):,} | {float(seconds):.2f} | {float(share):.1%} | {megabytes}"


def main() -> None:
    """Print the table."""
    print("| what | distinct texts | seconds | understood | MB at most |")
    print("|---|---|---|---|---|")
    for many in (10_000, 100_000):
        for what, told in (("values", "one concept each"), ("texts", "several phrases each")):
            print(f"| {told} | {measure(what, many)} |", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for rows, distinct in ((100_000, 20_000), (1_000_000, 20_000)):
            path = Path(folder) / f"log-{rows}.csv"
            write_log(path, rows, distinct)
            print(f"| a log of {rows:,} rows | {measure('log', distinct, rows, path)} |", flush=True)
    print(f"| senses of ambiguous words | {measure('senses', 1_000)} |")


if __name__ == "__main__":
    main()
