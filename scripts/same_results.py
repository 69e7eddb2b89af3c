"""Check that two checkouts give the same results: a safety net for changes that should change nothing.

    python scripts/same_results.py OLD NEW [--only SUBSTRING] [--jobs 2] [--keep DIR]

OLD and NEW are folders of checkouts. Every method runs on every example of its shape with ``--seed 1``, and on messy
tables made here; then come variants of the policies and commands that only read. Compared are the bytes of a release
and the numbers, booleans and nulls of its evidence, or of what a command prints; texts may differ. Each checkout has
its own caches, and its own hash seed, so that nothing may hang on the order of a set. ``--keep`` leaves all results in
DIR/old and DIR/new.

Ends with 0 where nothing differs, 1 where something does, 2 where it was called wrongly. A run that fails in both with
the same exit code is no difference, but compares nothing either: such runs are named at the end.
"""

import argparse
import csv
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from pathlib import Path
from typing import Any, NamedTuple

SECTIONS = ("plan", "privacy", "utility", "risk")
SHOWN = 5  # differences of one run
LONGEST = 600  # seconds of one command
START = "from semblant.cli import main; main()"

GENERALISE = "datafly incognito best-first"
TABLE = f"""auto sa-mdav sa-mdav-static s-mdav mdav-mode mdav-lcs mdav recode recode-fusion recode-h1 recode-dm
    recode-random resample {GENERALISE}"""
METHODS = {  # FOLDER:WHICH has the policy policy-WHICH.yaml; `messy` is made by this script
    "survey": f"{TABLE} suppress resample-heer",
    "survey:generalise": GENERALISE,
    "discharges": f"{TABLE} suppress resample-heer",
    "discharges:mixed": f"{TABLE} suppress",
    "discharges:generalise": GENERALISE,
    "messy:table": TABLE,
    "baskets": "auto set-mdav",
    "messy:sets": "auto set-mdav km-apriori top-down",
    "searchlog": "auto log-mdav log-erola log-navarro log-korolova log-poblete",
}
NEEDED = dict.fromkeys(("resample-heer", "km-apriori", "log-poblete"), "accept=not-k-anonymous")
NEEDED |= {"log-korolova": "accept=not-k-anonymous K=5 b=2", "suppress": "suppression_limit=1"}
"""Settings without which a method refuses to run, or releases nothing."""

VARIANTS = """
survey auto: order=shuffle; measure=equality; measure=path blocks=60; k=20 loss_measure=wu-palmer measure=lin
survey auto: reason.sense=context activity.sense=best-pair refine=false
survey auto: satisfaction.role=sensitive satisfaction.l=2 satisfaction.l_kind=entropy
survey sa-mdav: measure=equality; refine=true weighting=none
survey s-mdav: refine=true centroid=mode measure=resnik; centroid=lcs measure=rodriguez
survey s-mdav: centroid=consensus measure=jiang-conrath
survey s-mdav: measure=lin knowledge={"wordnet":{"source":"wordnet","ic":"seco"}}
survey mdav: centroid=random measure=edit
survey recode: measure=equality
survey resample: measure=leacock-chodorow k=3
survey:generalise datafly: measure=equality
survey:generalise incognito: objective=semiloss suppression_limit=0
discharges auto: outcome.t=0.3; blocks=500 others=keep
discharges sa-mdav: outcome.l=2 outcome.l_kind=recursive outcome.c=5
discharges s-mdav: blocks=300 measure=wu-palmer
discharges recode-fusion: refine=true
discharges:mixed auto: order=shuffle; combine=euclidean sex.weight=3 outcome.l=2
discharges:mixed sa-mdav: refine=true length_of_stay.representative=median
discharges:mixed resample-heer: age_group.role=keep length_of_stay.role=keep
discharges:generalise best-first: measure=logsc
messy:table auto: individual=null order=shuffle; missing=suppress; illness.t=0.75 illness.ground=semantic stage.l=2
messy:table mdav: measure=equality
messy:table sa-mdav: job.unknown=suppress centroid=consensus
messy:table s-mdav: job.unknown=root illness.l_kind=distinct refine=true
messy:table recode: blocks=60 income.representative=mean
messy:table incognito: suppression_limit=0.1
messy:table suppress: income.role=keep born.role=keep town.role=keep
messy:table resample-heer: income.role=keep born.role=keep school.role=keep
baskets auto: draw=record min_term_count=1; order=shuffle
baskets set-mdav: set_distance=min; set_distance=max; set_distance=minsum refine=true; set_distance=maxsum blocks=150
baskets set-mdav: measure=equality
baskets km-apriori: age.role=keep
baskets top-down: age.role=keep
messy:sets auto: born.role=quasi paid.role=quasi
messy:sets set-mdav: basket.unknown=suppress draw=record min_term_count=2
messy:sets km-apriori: m=1
searchlog auto: times=keep; times=drop blocks=20 min_term_count=1; order=shuffle
searchlog log-mdav: queries=whole order=shuffle; measure=equality; query.unknown=nominal query.sense=context refine=true
searchlog log-erola: times=keep k=5
searchlog log-poblete: kp=1 times=drop
"""
"""EXAMPLE METHOD: settings of the policy for one run; for the next. COLUMN.KEY is a setting of a column."""

READINGS = """
survey: assess DATA RELEASE --clusters 10 --intruder DATA; compare DATA --methods auto,sa-mdav,datafly --k 3,10
survey: map DATA; knowledge distance dog cat; knowledge centroid surgeon=2 nurse=1 painter=3
survey: hierarchy score hierarchies/reason.csv --data DATA --column reason --weights level
survey: hierarchy score hierarchies/reason-by-hand.csv hierarchies/activity.csv --level maximum
survey: hierarchy rank hierarchies/activity-by-hand.csv hierarchies/activity.csv
survey: hierarchy improve hierarchies/reason-by-hand.csv
discharges: hierarchy score hierarchies/codes-by-letter.csv --knowledge icd10; knowledge distance icd10 J18.9 A04.7
discharges:mixed: assess DATA RELEASE --clusters auto --known sex,principal
messy:table: assess DATA RELEASE --clusters each; map DATA
messy:sets: map DATA
baskets: assess DATA RELEASE; compare DATA --methods set-mdav --k 3,5
searchlog: assess DATA RELEASE; compare DATA --methods log-mdav --k 3,5; map DATA
"""
"""EXAMPLE: a command that only reads; another. `assess` judges a release by `auto`, made just before."""

DEFAULT_ARGUMENTS = {"assess": "-p POLICY", "map": "-p POLICY", "compare": "-p POLICY --seed 1 --jobs 1 -o {out}"}
"""Default arguments of these commands."""

SCHOOLS, STAGES = ["none", "primary", "secondary", "tertiary"], ["I", "II", "III"]
JOBS = ["surgeon", "Nurse", "nurse ", "dentist", "baker", "cook", "painter", "sculptor", "flurbist", "n/a", ""]
TOWNS = ["Ash", "Elm; by the Sea", 'The "Oaks"', "Zürich", ""]
ILLNESSES = ["asthma", "Asthma", "bronchitis", "angina", "migraine", "gout", "", "*"]
GOODS = ["tea", "coffee", "milk", "bread", "cheese", "apple", "soap", "zzyzx", '"salt|pepper"', ' "dog ""food""" ']
WORDS = {"role": "quasi", "kind": "semantic", "knowledge": "wordnet", "unknown": "nominal"}
PEOPLE = {
    "person": "identifier",
    "job": WORDS,
    "town": {"role": "quasi", "kind": "nominal", "weight": 0.5},
    "income": {"role": "quasi", "kind": "numeric", "representative": "median"},
    "born": {"role": "quasi", "kind": "date"},
    "school": {"role": "quasi", "kind": "ordinal", "levels": SCHOOLS},
    "illness": {"role": "sensitive", "knowledge": "wordnet", "l": 2, "l_kind": "semantic"},
    "stage": {"role": "sensitive", "levels": STAGES, "t": 0.4, "ground": "ordered"},
}
BUYERS = {
    "basket": WORDS | {"kind": "set"},
    "born": {"role": "keep", "kind": "date"},
    "paid": {"role": "keep", "kind": "numeric"},
    "card": "sensitive",
}


def make_messy(folder: Path) -> None:
    """Write two tables, always the same, with what the examples lack, and their policies."""
    rng = random.Random(1)
    pick = rng.choice

    def day() -> str:
        return pick([str(date(1950, 1, 1) + timedelta(rng.randrange(15_000)))] * 9 + [""])

    def amount() -> str:  # as 1.234,50
        return pick([f"{rng.lognormvariate(7, 1):,.2f}".translate(str.maketrans(",.", ".,"))] * 9 + ["NA"])

    def person() -> tuple[str, ...]:
        told = f"P{rng.randrange(130)}", pick(JOBS), pick(TOWNS), amount(), day(), pick([*SCHOOLS, ""])
        return *told, pick(ILLNESSES), pick([*STAGES, ""])

    def buyer() -> tuple[str, ...]:
        return "|".join(rng.sample(GOODS, rng.randrange(5))), day(), amount(), pick(["yes", "no"])

    for name, delimiter, columns, row, rows, more in (
        ("table.csv", ";", PEOPLE, person, 240, {"k": 3, "individual": "person"}),
        ("sets.tsv", "\t", BUYERS, buyer, 150, {"k": 3, "shape": "sets"}),
    ):
        with (folder / name).open("w", encoding="utf-8-sig", newline="") as file:
            csv.writer(file, delimiter=delimiter).writerows([tuple(columns), *(row() for _ in range(rows))])
        (folder / name).with_suffix(".json").write_text(json.dumps({**more, "attributes": columns}), "utf-8")


class Case(NamedTuple):
    """Commands to run one after the other in a folder; ``{out}`` in them is where results go."""

    name: str
    folder: str
    commands: list[list[str]]


def cases() -> Iterator[Case]:
    """Everything there is to run."""
    for example, methods in METHODS.items():
        yield from (masking(example, method, "") for method in methods.split())
    for line in VARIANTS.strip().splitlines():
        (example, method), variants = line.partition(": ")[0].split(), line.partition(": ")[2]
        yield from (masking(example, method, variant) for variant in variants.split("; "))
    for line in READINGS.strip().splitlines():
        example, _, commands = line.partition(": ")
        yield from (reading(example, command) for command in commands.split("; "))


def masking(example: str, method: str, settings: str) -> Case:
    """An example masked by a method, with settings laid over its policy."""
    laid = f"{NEEDED.get(method, '')} {settings}".split()
    laid = ["--set=" + re.sub(r"^(?=\w+\.)", "attributes.", setting) for setting in laid]
    command = f"anonymise DATA -p POLICY -o {{out}} --seed 1 --method {method} -q".split()
    return located(f"{example} {method} {settings}".strip(), [[*command, *laid]])


def reading(example: str, command: str) -> Case:
    """A command that reads an example, or a release of it."""
    words = command.split()
    before = masking(example, "auto", "").commands if words[0] == "assess" else []
    return located(
        f"{example} {command}", [*before, [*words, *DEFAULT_ARGUMENTS.get(words[0], "").split(), "--json", "-q"]]
    )


def located(name: str, commands: list[list[str]]) -> Case:
    """A case with the files of its example in the commands."""
    folder, _, which = name.split()[0].partition(":")
    data, policy = f"{folder}.csv", f"policy-{which}.yaml" if which else "policy.yaml"
    if folder == "messy":
        data, policy = "sets.tsv" if which == "sets" else "table.csv", f"{which}.json"
    files = {"DATA": data, "POLICY": policy, "RELEASE": f"{{out}}/release{Path(data).suffix}"}
    return Case(name, folder, [[files.get(word, word) for word in words] for words in commands])


class Outcome(NamedTuple):
    """The outcome of a case in one checkout."""

    code: int
    said: str  # the first line of an error
    release: bytes | None
    numbers: dict[str, Any]
    seconds: float


class Checkout(NamedTuple):
    """One of the two: its folder, and where its inputs, results and caches are."""

    source: Path
    messy: Path
    results: Path
    caches: Path
    hash_seed: int

    def python(self, *words: str, folder: Path | None = None) -> "subprocess.CompletedProcess[str]":
        """Run the interpreter with this checkout's package and caches."""
        own = {name: str(self.caches / name) for name in ("NUMBA_CACHE_DIR", "SEMBLANT_CACHE", "PYTHONPYCACHEPREFIX")}
        own |= {"PYTHONPATH": str(self.source / "src"), "PYTHONHASHSEED": str(self.hash_seed)}
        own |= {"PYTHONDONTWRITEBYTECODE": "", "SEMBLANT_CONFIG": str(self.caches / "knowledge.json")}
        command, env = [sys.executable, "-P", *words], os.environ | own
        try:
            return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, timeout=LONGEST)
        except subprocess.TimeoutExpired:
            return subprocess.CompletedProcess(command, -1, "", f"more than {LONGEST} seconds")

    def run(self, case: Case) -> Outcome:
        """Run a case's commands until one fails, and gather all that is compared."""
        folder = self.messy if case.folder == "messy" else self.source / "examples" / case.folder
        out, begin = self.results / re.sub(r"[^\w.=-]+", "_", case.name), time.perf_counter()
        found: dict[str, Any] = {}
        for words in case.commands:
            done = self.python("-c", START, *(word.replace("{out}", str(out)) for word in words), folder=folder)
            Path(f"{out}.{words[0]}.txt").write_text(done.stdout + done.stderr, "utf-8")
            if "--json" in words and done.stdout:
                found |= numbers(json.loads(done.stdout), words[0])
            if done.returncode:
                break
        said = (done.stderr.splitlines() or [""])[0] if done.returncode else ""
        release = next((path.read_bytes() for path in out.glob("release.*")), None)
        return Outcome(done.returncode, said, release, found | evidence(out), time.perf_counter() - begin)


def evidence(out: Path) -> dict[str, Any]:
    """The numbers of a release's evidence; the complete one may lie in a private folder beside the release."""
    for path in (Path(f"{out}-private") / "evidence.json", out / "evidence.json"):
        if path.is_file():
            told = json.loads(path.read_text("utf-8"))
            return numbers({section: told[section] for section in SECTIONS if section in told}, "evidence")
    return {}


def numbers(value: Any, path: str) -> dict[str, Any]:
    """All numbers, booleans and nulls inside a JSON value by their path; seconds taken are left out."""
    if isinstance(value, dict):
        inside = [(inner, f"{path}.{name}") for name, inner in value.items() if name != "seconds"]
    elif isinstance(value, list):
        inside = [(inner, f"{path}[{i}]") for i, inner in enumerate(value)]
    else:
        return {} if isinstance(value, str) else {path: value}
    return {at: number for inner, below in inside for at, number in numbers(inner, below).items()}


def differences(old: Outcome, new: Outcome) -> list[str]:
    """What is not the same in two outcomes of a case, a line each."""
    if old.code != new.code:
        return [f"exit code: {old.code} {old.said} -> {new.code} {new.said}"]
    found = []
    if old.release != new.release:
        before, after = ((one.release or b"").splitlines(keepends=True) for one in (old, new))
        changed = sum(a != b for a, b in zip(before, after, strict=False))
        found.append(f"release: {len(before)} -> {len(after)} lines, {changed} of them changed")
    for path in dict.fromkeys([*old.numbers, *new.numbers]):
        was, now = (repr(one.numbers[path]) if path in one.numbers else "absent" for one in (old, new))
        if was != now:
            found.append(f"{path}: {was} -> {now}")
    return found


def compare(chosen: list[Case], both: list[Checkout], jobs: int) -> int:
    """Run the cases and report; 1 where something differs."""
    begin, differing, failing = time.perf_counter(), 0, []
    with ThreadPoolExecutor(jobs) as pool:
        runs = [(case, [pool.submit(one.run, case) for one in both]) for case in chosen]
        for case, pair in runs:
            old, new = (run.result() for run in pair)
            found, lacking = differences(old, new), case.commands[0][0] == "anonymise" and old.release is None
            failed = bool(old.code) or lacking or not old.numbers
            word = "DIFFERS" if found else "failed" if failed else "same"
            print(f"{word:7} {old.seconds:5.1f} -> {new.seconds:4.1f} s  {case.name}", flush=True)
            more = [f"… and {len(found) - SHOWN} more"] if len(found) > SHOWN else []
            print("".join(f"        {line}\n" for line in found[:SHOWN] + more), end="")
            differing += bool(found)
            if failed and not found:
                said = old.said if old.said == new.said else f"{old.said} -> {new.said}"
                failing.append(f"  {case.name}: exit code {old.code} {said}")
    taken = time.perf_counter() - begin
    print(f"{len(chosen)} runs in {taken:.0f} s: {differing} differ, {len(failing)} fail in both.", *failing, sep="\n")
    return int(differing > 0)


def main() -> int:
    """Run everything in both checkouts and report differences."""
    parser = argparse.ArgumentParser(description="Check that two checkouts give the same results.")
    parser.add_argument("old", type=Path, metavar="OLD", help="folder of a checkout")
    parser.add_argument("new", type=Path, metavar="NEW", help="folder of another")
    parser.add_argument("--only", default="", metavar="SUBSTRING", help="only runs with this in their name")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="commands at a time (default: 2)")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="leave the results in DIR, a new folder")
    asked = parser.parse_args()
    chosen = [case for case in cases() if asked.only in case.name]
    if not chosen:
        parser.error(f"no run has {asked.only!r} in its name")
    if asked.jobs < 1:
        parser.error("--jobs must be at least 1")
    if asked.keep and asked.keep.exists():
        parser.error(f"{asked.keep} exists already")
    with tempfile.TemporaryDirectory(prefix="same-results-") as name:
        aside, both = Path(name), []
        make_messy(aside)
        for seed, (side, source) in enumerate((("old", asked.old), ("new", asked.new)), 1):
            results = (asked.keep or aside).resolve() / side
            results.mkdir(parents=True)
            both.append(one := Checkout(source.resolve(), aside, results, aside / f"{side}-caches", seed))
            found = one.python("-c", "import semblant; print(semblant.__file__)")
            if not Path(found.stdout).is_relative_to(one.source):
                parser.error(f"{source} is no checkout that works: {(found.stdout + found.stderr).strip()}")
        return compare(chosen, both, asked.jobs)


if __name__ == "__main__":
    sys.exit(main())
