"""How long knowledge takes to open, cold and from the cache, and how much memory it takes at most.

    python bench/knowledge.py                  # WordNet, ICD-10-CM, and 350,000 concepts as RF2: SNOMED's size
    python bench/knowledge.py 1000000          # with so many concepts instead
    python bench/knowledge.py PATH…            # any sources of your own

Every figure is that of a fresh process: seconds for `load` alone, without starting Python; cold is without a cache.
"""

import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

MODULE, IS_A, FINDING_SITE = "900000000000207008", "116680003", "363698007"
FULL_NAME, SYNONYM = "900000000000003001", "900000000000013009"
US_ENGLISH, PREFERRED, ACCEPTABLE = "900000000000509007", "900000000000548007", "900000000000549004"
WORDS = [stem + end for stem in ("card", "neur", "hepat", "derm", "oste", "gastr", "ren", "pulm")
         for end in ("itis", "oma", "osis", "algia", "ectomy", "opathy", "ogram", "ology")]  # fmt: skip

LOAD = """
import resource, sys, time
from semblant.knowledge.sources import load
start = time.perf_counter()
taxonomy = load(sys.argv[1])
print(len(taxonomy), time.perf_counter() - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


def write_rf2(folder: Path, n: int, seed: int = 7) -> None:
    """Write an RF2 snapshot of ``n`` concepts with 1.6 parents and three names each, and two other links."""
    rng = random.Random(seed)
    heads = {
        "Terminology/sct2_Concept_Snapshot_BENCH.txt": "id effectiveTime active moduleId definitionStatusId",
        "Terminology/sct2_Description_Snapshot-en_BENCH.txt": "id effectiveTime active moduleId conceptId languageCode"
        " typeId term caseSignificanceId",
        "Terminology/sct2_Relationship_Snapshot_BENCH.txt": "id effectiveTime active moduleId sourceId destinationId"
        " relationshipGroup typeId characteristicTypeId modifierId",
        "Refset/Language/der2_cRefset_LanguageSnapshot-en_BENCH.txt": "id effectiveTime active moduleId refsetId"
        " referencedComponentId acceptabilityId",
    }
    files = []
    for name, head in heads.items():
        path = folder / "Snapshot" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        files.append(path.open("w", encoding="utf-8"))
        files[-1].write(head.replace(" ", "\t") + "\n")
    concepts, descriptions, relationships, language = files
    ids = [str(138_875_005 + 7_919 * i) for i in range(n)]
    description = 1_000_000_000
    for i, here in enumerate(ids):
        concepts.write(f"{here}\t20240101\t1\t{MODULE}\t900000000000074008\n")
        label = f"{rng.choice(WORDS)} of {rng.choice(WORDS)} {i}"
        other = f"{rng.choice(WORDS)} {rng.choice(WORDS)} {i}"
        for kind, term in ((FULL_NAME, f"{label} (disorder)"), (SYNONYM, label), (SYNONYM, other)):
            description += 1
            descriptions.write(
                f"{description}\t20240101\t1\t{MODULE}\t{here}\ten\t{kind}\t{term}\t900000000000448009\n"
            )
            choice = ACCEPTABLE if term == other else PREFERRED
            language.write(f"u{description}\t20240101\t1\t{MODULE}\t{US_ENGLISH}\t{description}\t{choice}\n")
        wanted = min(i, 1 + (rng.random() < 0.6))
        above = rng.sample(range(max(0, i // 20 - 40), max(wanted, i // 20 + 1)), wanted)
        sites = [rng.randrange(i) for _ in range(2)] if i else []
        for kind, target in [(IS_A, p) for p in above] + [(FINDING_SITE, s) for s in sites]:
            relationships.write(
                f"{i}\t20240101\t1\t{MODULE}\t{here}\t{ids[target]}\t0\t{kind}\t900000000000011006\t900000000000451002\n"
            )
    for file in files:
        file.close()


def measure(source: str, cache: str) -> tuple[int, float, int]:
    """Concepts, seconds and megabytes of opening a source in a fresh process."""
    done = subprocess.run(
        [sys.executable, "-c", LOAD, source],
        env=os.environ | {"SEMBLANT_CACHE": cache},
        capture_output=True,
        text=True,
        check=True,
    )
    concepts, seconds, megabytes = done.stdout.split()
    return int(concepts), float(seconds), int(megabytes)


def main() -> None:
    """Print one row per source."""
    given = sys.argv[1:]
    with tempfile.TemporaryDirectory() as scratch:
        sources = [argument for argument in given if not argument.isdigit()]
        for size in [int(argument) for argument in given if argument.isdigit()] or [] if given else [350_000]:
            write_rf2(Path(scratch) / f"rf2-{size}", size)
            sources.append(str(Path(scratch) / f"rf2-{size}"))
        print(f"{'source':24}{'concepts':>12}{'cold s':>9}{'MB':>7}{'cached s':>10}{'MB':>7}")
        for source in sources if given else ["wordnet", "icd10cm", *sources]:
            cold, warm = (measure(source, str(Path(scratch) / "cache")) for _ in range(2))
            print(f"{Path(source).name:24}{cold[0]:12,}{cold[1]:9.2f}{cold[2]:7,}{warm[1]:10.2f}{warm[2]:7,}")


if __name__ == "__main__":
    main()
