"""Hierarchies: what scores foretell, what built ones spare, how long it all takes: ``python -m bench hierarchy``.

Needs insurance/ and adult/ in the folder that DATA names (or ../shared/data). Times are processor time of one core.
Parts can be chosen: ``HIERARCHY=speed,spearman python -m bench hierarchy``. Candidates are made with seeds that nothing
was tuned on; ``SEEDS=1,2,3`` takes others.
"""

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from bench._hierarchies import ADULT, CONTINENTS, OCCUPATIONS, written
from bench._predictions import (
    COLUMNS,
    DATA,
    INSURANCE,
    MEASURES,
    SEEDS,
    insurance,
    rating,
    spearman,
    strengths,
    wordnet,
)
from semblant.data.read import read
from semblant.data.table import Table
from semblant.errors import CapacityError
from semblant.hierarchy.build import Form, build
from semblant.hierarchy.candidates import candidates
from semblant.hierarchy.choose import built, ranked
from semblant.hierarchy.gsl import score, scored, set_score
from semblant.hierarchy.intervals import number_hierarchy
from semblant.hierarchy.labels import labelled
from semblant.hierarchy.ladder import Ladder, ladder
from semblant.hierarchy.meaning import _read, mapped_as
from semblant.hierarchy.vgh import Hierarchy
from semblant.methods.job import Job
from semblant.methods.table import generalise
from semblant.methods.table.lattice import Lattice
from semblant.policy.model import Policy
from semblant.space.column import SpaceColumn
from semblant.space.product import Product
from semblant.space.reader import Reader
from semblant.space.reading import Library, Readers, read_columns
from semblant.space.tablespace import build_space
from semblant.terms.explicit import Explicit


def seconds(run: Callable[[], object], times: int = 1) -> float:
    """The least processor time of some runs."""
    taken = []
    for _ in range(times):
        began = time.process_time()
        run()
        taken.append(time.process_time() - began)
    return min(taken)


# --- several columns -------------------------------------------------------------------------------


def space_of(table: Table, attributes: dict[str, dict[str, object]], base: Path) -> tuple[Product, Readers, Library]:
    """A table's quasi-identifiers in their space."""
    readers, library = readers_of(table, attributes, base)
    return build_space(readers, measure="logsc", centroid="semantic", combine="mean"), readers, library


def readers_of(table: Table, attributes: dict[str, dict[str, object]], base: Path) -> tuple[Readers, Library]:
    """A table's quasi-identifiers, read."""
    raw = {"mapping": "mapping.csv", "others": "drop", "attributes": attributes}
    policy = Policy.model_validate(raw if (base / "mapping.csv").exists() else {**raw, "mapping": None})
    library = Library(policy, base)
    return read_columns(table, policy, library), library


def fitted(
    reader: Reader, column: SpaceColumn, hierarchy: Hierarchy, measure: str, explicit: Explicit | None = None
) -> Ladder:
    """A hierarchy fitted to a semantic column."""
    return ladder(labelled(reader, hierarchy, explicit), column, hierarchy, measure)


def sets() -> None:
    """Print what the best, a medium and the worst set of hierarchies lose on four columns together."""
    print("\nFour columns of Insurance at once: sets of the hierarchies ranked 1, 50 and 100, Incognito, mean over k\n")
    print("| data | measure | set | VghSetGSL | SSE | SemILoss |\n|---|---|---|---|---|---|")
    quasi = {name: {"role": "quasi", "kind": "semantic", "knowledge": "wordnet"} for name in COLUMNS}
    for part in INSURANCE:
        space, readers, _ = space_of(insurance(part), quasi, Path())
        for measure in MEASURES:
            ranks = []
            for reader in readers:
                concepts = {v: reader.point_of(v).concept for v in reader.column.values}
                ideal = mapped_as(
                    build(list(concepts), wordnet(), Form(even=False), concepts=list(concepts.values())),
                    wordnet(),
                    concepts,
                )
                several = candidates(ideal, 100, seed=SEEDS[0])
                made = [scored(mapped_as(c, wordnet(), concepts), measure) for c in several]
                ranks.append(sorted(made, key=lambda s: s.score))
            for name, place in (("best", 0), ("medium", 49), ("worst", 99)):
                chosen = [line[place] for line in ranks]
                made_of = [
                    fitted(r, c, s.hierarchy, measure) for r, c, s in zip(readers, space.columns, chosen, strict=True)
                ]
                lost = []
                for k in (2, 5, 10, 25, 50, 100):
                    lattice = Lattice(space, made_of, k)
                    node = lattice.least(lattice.anonymous())
                    lost.append((lattice.loss_at(node), lattice.loss_at(node, "semiloss") / space.records))
                sse, semiloss = np.mean(lost, axis=0)
                total = set_score([s.score for s in chosen])
                print(f"| {part} | {measure} | {name} | {total:.4f} | {sse:.0f} | {semiloss:.4f} |", flush=True)


def apes() -> None:
    """Print how long it takes to choose before against trying all."""
    print("\nChoosing before (APES) against trying all: 100 candidates, k = 10, Incognito and loss, without reading\n")
    print(
        "| column | score 100 and anonymise once | anonymise with all 100 | saved | loss of the chosen | of the best |"
    )
    print("|---|---|---|---|---|---|")
    quasi = {name: {"role": "quasi", "kind": "semantic", "knowledge": "wordnet"} for name in COLUMNS}
    for name in COLUMNS:
        others = {n: quasi[n] for n in COLUMNS if n != name}
        space, readers, _ = space_of(insurance("Gauss"), {name: quasi[name], **others}, Path())
        fixed = [fitted(r, c, built(r, 4), "wu-palmer") for r, c in list(zip(readers, space.columns, strict=True))[1:]]
        reader, column = readers.columns[0], space.columns[0]
        concepts = {v: reader.point_of(v).concept for v in reader.column.values}
        ideal = mapped_as(
            build(list(concepts), wordnet(), Form(even=False), concepts=list(concepts.values())), wordnet(), concepts
        )
        several = list(candidates(ideal, 100, seed=SEEDS[0]))

        def anonymised(hierarchy: Hierarchy, reader=reader, column=column, space=space, fixed=fixed) -> float:  # type: ignore[no-untyped-def]
            lattice = Lattice(space, [fitted(reader, column, hierarchy, "wu-palmer"), *fixed], 10)
            return lattice.loss_at(lattice.least(lattice.anonymous()))

        began = time.process_time()
        chosen = ranked(several, wordnet())[0].hierarchy
        lost = anonymised(chosen)
        before = time.process_time() - began
        began = time.process_time()
        all_lost = [anonymised(h) for h in several]
        after = time.process_time() - began
        times = f"{before:.2f} s | {after:.1f} s | {100 * (1 - before / after):.0f} %"
        print(f"| {name} (with the other three) | {times} | {lost:.0f} | {min(all_lost):.0f} |", flush=True)


# --- speed -----------------------------------------------------------------------------------------


def speed() -> None:
    """Print how long scoring and ranking take, on ninety-six values as the paper's largest column has."""
    rng = np.random.default_rng(1)
    under = wordnet().index("artifact")
    nouns = [c for c in rng.permutation(len(wordnet())).tolist() if under in wordnet().steps_up(c)][:96]
    values = [wordnet().written(c) for c in nouns]
    made = build(values, wordnet(), Form(even=False), concepts=nouns)
    ideal = mapped_as(made, wordnet(), dict(zip(values, nouns, strict=True)))
    several = list(candidates(ideal, 100, seed=1))
    score(ideal.hierarchy, wordnet())
    once = seconds(lambda: score(ideal.hierarchy, wordnet(), sense="first"), 9)

    def anew() -> None:
        _read.cache_clear()
        score(ideal.hierarchy, wordnet())

    print(f"\nscoring one hierarchy of 96 values, {ideal.hierarchy.height} levels: {1e3 * once:.1f} ms (bar: 10 ms)")
    print(f"the same with the senses of its values found from their context: {1e3 * seconds(anew, 9):.1f} ms")
    print(f"ranking 100 candidates of it: {seconds(lambda: ranked(several, wordnet()), 3):.2f} s (bar: 2 s)")


NUMBERS = ("age", "hours-per-week", "capital-gain", "capital-loss")


def adult(columns: Sequence[str]) -> tuple[Product, list[Ladder]]:
    """Columns of Adult with hierarchies of two to five levels (values included)."""
    kinds = {name: {"role": "quasi", "kind": "numeric" if name in NUMBERS else "nominal"} for name in columns}
    for name in {"occupation", "native-country"} & {*columns}:
        kinds[name] = {"role": "quasi", "kind": "semantic", "knowledge": "wordnet"}
    readers, library = readers_of(read(DATA / "adult" / "adult.csv"), kinds, DATA / "adult")
    hierarchies = [
        written(ADULT[reader.name], reader.name)
        if reader.name in ADULT
        else number_hierarchy(reader.column.values, width=5, levels=4)
        if reader.name == "age"
        else built(reader, 4)
        for reader in readers
    ]
    told = [labelled(r, h, library.explicit) for r, h in zip(readers, hierarchies, strict=True)]
    space = build_space(Readers(tuple(told), readers.knowledge), measure="logsc", centroid="semantic", combine="mean")
    each = zip(told, space.columns, hierarchies, strict=True)
    return space, [ladder(reader, column, hierarchy, "logsc") for reader, column, hierarchy in each]


EIGHT = ["age", "workclass", "education", "marital-status", "occupation", "race", "sex", "native-country"]


def incognito() -> None:
    """Print how long the optimal generalisation of Adult takes."""
    print("\nIncognito on Adult, k = 5\n")
    print("| columns | limit | lattice | anonymous | records dropped | SSE | seconds |\n|---|---|---|---|---|---|---|")
    twelve = [*EIGHT, "relationship", "hours-per-week", "capital-gain", "capital-loss"]
    for columns, limits in ((EIGHT, (0.0, 0.05)), (twelve, (0.0,))):
        space, made = adult(columns)
        levels = " · ".join(str(m.height + 1) for m in made)
        Lattice(
            space, made[:2] + [Ladder(m.name, m.labels, m.up[[-1]], m.loss[[-1]], m.gone) for m in made[2:]], 5
        ).anonymous()
        for limit in limits:
            began = time.process_time()
            try:
                lattice = Lattice(space, made, 5, limit)
                anonymous = lattice.anonymous()
                node = lattice.least(anonymous)
            except CapacityError as error:
                taken = time.process_time() - began
                print(f"| {len(columns)} ({levels}) | {limit:.0%} | refused: {error.message} | | | | {taken:.0f} |")
                continue
            taken = time.process_time() - began
            print(
                f"| {len(columns)} ({levels}) | {limit:.0%} | {lattice.size:,} | {int(anonymous.sum()):,} "
                f"| {lattice.records_dropped(node):,} | {lattice.loss_at(node):.0f} | {taken:.1f} |",
                flush=True,
            )


# --- built against hand-made -----------------------------------------------------------------------


def hand_made() -> None:
    """Print how much less built hierarchies lose than three levels made by hand, measured by WordNet."""
    print("\nAdult, Incognito: SSE by WordNet (logsc) with hand-made three-level hierarchies and with built ones.")
    print(
        "Hand-made labels are read as the words of WordNet (literal), or as the narrowest concept above their values.\n"
    )
    print("| columns | k | limit | hand-made, literal | hand-made, by values | built | built, uneven |")
    print("|---|---|---|---|---|---|---|")
    countries = "|".join(f"{c};{where};*" for where, those in CONTINENTS.items() for c in those.split())
    rows = {"occupation": OCCUPATIONS, "native-country": countries}
    quasi = {name: {"role": "quasi", "kind": "semantic", "knowledge": "wordnet"} for name in rows}
    table = read(DATA / "adult" / "adult.csv")
    for columns in (["occupation"], ["native-country"], ["occupation", "native-country"]):
        space, readers, library = space_of(table, {n: quasi[n] for n in columns}, DATA / "adult")
        kinds: dict[str, list[Ladder]] = {}
        for reader, column in zip(readers, space.columns, strict=True):
            literal = written(rows[reader.name], reader.name)
            covering = Hierarchy.of([(a, f"group {b}#0", c) for a, b, c in literal.rows()], name=reader.name)
            concepts = [reader.point_of(v).concept for v in reader.column.values]
            made = {
                "literal": literal,
                "covering": covering,
                "built": build(reader.column.values, wordnet(), concepts=concepts),
                "uneven": build(reader.column.values, wordnet(), Form(even=False), concepts=concepts),
            }
            for kind, hierarchy in made.items():
                kinds.setdefault(kind, []).append(fitted(reader, column, hierarchy, "logsc", library.explicit))
        for k in (5, 20, 100):
            for limit in (0.0, 0.01):
                cells = []
                for ladders in kinds.values():
                    lattice = Lattice(space, ladders, k, limit)
                    cells.append(f"{lattice.loss_at(lattice.least(lattice.anonymous())):.0f}")
                print(f"| {', '.join(columns)} | {k} | {limit:.0%} | " + " | ".join(cells) + " |", flush=True)


def local() -> None:
    """Print how much less generalising value by value loses than levels for whole columns."""
    print("\nAdult, k = 5: SSE (logsc) of Datafly, Incognito and best-first with the same hierarchies\n")
    print("| columns | Datafly | Incognito | best-first by steps | seconds | best-first by meaning | seconds |")
    print("|---|---|---|---|---|---|---|")
    for columns in (EIGHT[4::3], EIGHT):
        space, made = adult(columns)
        lattice = Lattice(space, made, 5)
        job = replace(Job.of(Policy(method="best-first")), ladders=tuple(made))
        semantic = replace(job, guide=replace(job.guide, measure="logsc"))
        full = [
            lattice.loss_at(run(space, semantic).levels or ()) for run in (generalise.datafly, generalise.incognito)
        ]
        cells = [f"{sse:.0f}" for sse in full]
        for one in (job, semantic):
            began = time.process_time()
            masking = generalise.best_first(space, one)
            taken = time.process_time() - began
            lost = np.zeros(len(masking.tuples))
            labels = masking.represented[0].values
            for j, (rungs, codes) in enumerate(zip(made, space.codes, strict=True)):
                place = {label: n for n, label in enumerate(rungs.labels)}
                label = np.array([place[text] for text in labels[:, j]])[masking.groups]
                level = (rungs.up[:, codes[masking.tuples]] == label).argmax(axis=0)
                lost += rungs.loss[level, codes[masking.tuples]] / len(made)
            cells += [f"{lost**2 @ masking.counts:.1f}", f"{taken:.1f}"]
        print(f"| {', '.join(columns)} | " + " | ".join(cells) + " |", flush=True)


def main() -> None:
    """Print every part, or those that HIERARCHY names."""
    if not (DATA / "insurance").is_dir():
        print("skipped: no insurance/ and adult/; say where they lie with DATA=folder")
        return
    wanted = os.environ.get("HIERARCHY", "speed,spearman,strengths,sets,apes,incognito,hand-made,local").split(",")
    parts: dict[str, Callable[[], object]] = {
        "speed": speed,
        "spearman": lambda: rating(spearman()),
        "strengths": strengths,
        "sets": sets,
        "apes": apes,
        "incognito": incognito,
        "hand-made": hand_made,
        "local": local,
    }
    for name in wanted:
        parts[name]()


if __name__ == "__main__":
    main()
