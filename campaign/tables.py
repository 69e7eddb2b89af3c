"""Random tables by every method, kind, promise and option, counted by the independent counter."""

import csv
import io
import json
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from campaign import columns, counter, vocabularies
from campaign.case import Chance, Outcome, Rows, chance, noted
from semblant.catalogue import CATALOGUE, Entry
from semblant.policy.file import build_policy
from semblant.policy.model import Policy
from semblant.release.pipeline import anonymise_file

ENCODINGS = ("utf-8", "utf-8", "utf-8", "utf-8-sig", "utf-16", "latin-1", "cp1252")
METHODS = tuple(CATALOGUE["table"])


@dataclass
class Made:
    """A random table as a file, its policy, and which columns mean something."""

    names: list[str]
    rows: Rows
    policy: dict[str, Any]
    meant: dict[str, int]
    encoding: str = "utf-8"
    delimiter: str = ","

    @property
    def entry(self) -> Entry:
        return CATALOGUE[self.policy.get("shape", "table")][self.policy["method"]]

    @property
    def sheet(self) -> counter.Sheet:
        return counter.Sheet(self.names, self.rows)

    @property
    def secrets(self) -> set[str]:
        """Cells that no error may quote: those of the identifier."""
        return set(self.sheet.column("name")) if "name" in self.names else set()

    def write(self, folder: Path) -> tuple[Path, Policy]:
        """Write the table and its vocabularies; the file, and the policy as Semblant takes it."""
        text = io.StringIO(newline="")
        csv.writer(text, delimiter=self.delimiter).writerows([self.names, *self.rows])
        file = folder / "in.csv"
        file.write_bytes(text.getvalue().encode(self.encoding))
        for number in self.meant.values():
            vocabularies.write(folder, number)
        return file, build_policy(self.policy)


def make(rnd: Chance, method: str | None = None) -> Made:
    """A random table with its policy."""
    n = rnd.choice([6, 8, 12, 20, 30, 60])
    made: dict[str, columns.Column] = {}
    policy: dict[str, Any] = {"k": rnd.choice([2, 2, 3, 3, 5]), "seed": rnd.randrange(1000)}
    policy["method"] = method or rnd.choice(METHODS)
    if rnd.random() < 0.5:
        made["name"] = columns.Column([f"Zqx{rnd.randrange(10**9):09}" for _ in range(n)], {"role": "identifier"})
    for at in range(rnd.choice([1, 1, 2, 2, 3, 4])):
        made[f"q{at}"] = columns.column(rnd, rnd.choice(columns.KINDS), n)
    for at in range(rnd.choice([0, 0, 1, 1, 2])):
        made[f"s{at}"] = columns.sensitive(rnd, n)
        made[f"s{at}"].told["role"] = "sensitive"
    if rnd.random() < 0.3:
        made["note"] = columns.Column(columns.column(rnd, "nominal", n).cells, {"role": "keep"})
    if rnd.random() < 0.2:
        made["who"] = _persons(rnd, n)
        policy["individual"] = "who"
    policy |= _options(rnd, CATALOGUE["table"][policy["method"]])
    _without_stars(made, policy)
    policy["attributes"] = {name: {"role": "quasi", **one.told} for name, one in made.items()}
    meant = {name: one.vocabulary for name, one in made.items() if one.vocabulary is not None}
    policy["knowledge"] = {f"vocabulary-{v:02}": {"source": f"vocabulary-{v:02}.csv"} for v in set(meant.values())}
    rows = [list(row) for row in zip(*(one.cells for one in made.values()), strict=True)]
    encoding = rnd.choice(ENCODINGS)
    try:
        "".join(cell for row in rows for cell in row).encode(encoding)
    except UnicodeEncodeError:
        encoding = "utf-8"
    delimiter = rnd.choice([",", ",", ";", "\t", "|"])
    policy |= {"encoding": encoding, "delimiter": delimiter}
    return Made(list(made), rows, policy, meant, encoding, delimiter)


def _persons(rnd: Chance, n: int) -> columns.Column:
    number = rnd.choice([n, n // 2 + 1, n // 3 + 2])
    ids = [rnd.choice(["{}", "P{}", "0{}", "{}.0"]).format(rnd.randrange(number)) for _ in range(n)]
    return columns.Column(ids, {"role": rnd.choice(["identifier", "keep"])})


def _without_stars(made: dict[str, columns.Column], policy: dict[str, Any]) -> None:
    """Where records may be suppressed, a star is no value, so that all can tell suppressed records."""
    if policy.get("suppression_limit"):
        for one in made.values():
            one.cells = ["star" if cell == "*" else cell for cell in one.cells]


def _options(rnd: Chance, entry: Entry) -> dict[str, Any]:
    """Options that the method reads, each now and then."""
    asked: dict[str, Any] = {"budget": 5}
    choices: dict[str, list[Any]] = {
        "measure": ["path", "wu-palmer", "leacock-chodorow", "ratio", "logsc", "tversky", "rodriguez", "x-similarity",
                    "resnik", "lin", "jiang-conrath", "equality"],
        "centroid": ["semantic", "mode", "lcs", "consensus", "random"],
        "weighting": ["frequency", "none"],
        "combine": ["mean", "euclidean"],
        "ties": ["canonical", "random"],
        "refine": [True, False],
        "blocks": [3, 10, "none"],
        "objective": ["sse", "semiloss"],
        "suppression_limit": [0.0, 0.1, 0.5, 1.0],
    }  # fmt: skip
    for name, values in choices.items():
        if name in entry.options and rnd.random() < (0.6 if name == "suppression_limit" else 0.25):
            asked[name] = rnd.choice(values)
    everywhere = {
        "rare": "publish", "order": rnd.choice(["keep", "shuffle"]), "promises": "blind", "formulas": "escape",
        "missing": rnd.choice(["suppress", "category"]), "loss_measure": rnd.choice(["path", "wu-palmer", "equality"]),
    }  # fmt: skip
    asked |= {name: value for name, value in everywhere.items() if rnd.random() < 0.2}
    if not entry.groups_records and rnd.random() < 0.9:
        asked.pop("promises", None)  # refused
    if not entry.k_anonymous:
        asked["accept"] = "not-k-anonymous"
    return asked


def released(out: Path) -> tuple[counter.Sheet, list[int], dict[str, Any]]:
    """A release as the counter reads it, its link, and its complete evidence."""
    evidence = json.loads((out.with_name("out-private") / "evidence.json").read_bytes())
    output = evidence["output"]
    sheet = counter.sheet((out / "release.csv").read_bytes(), output["encoding"] or "utf-8", output["delimiter"] or ",")
    lines = (out.with_name("out-private") / "link.csv").read_text().splitlines()[1:]
    return sheet, [int(line.split(",")[1]) - 1 for line in lines], evidence


def case(seed: int, folder: Path) -> Outcome:
    """Anonymise a random table and count what was written."""
    rnd = chance("tables", seed)
    made = make(rnd, METHODS[seed % len(METHODS)])
    outcome = Outcome(tried=made.policy["method"])
    with noted(outcome, made.secrets):
        file, policy = made.write(folder)
        anonymise_file(file, policy, out=folder / "out", base=folder, reports=rnd.random() < 0.05)
    if outcome.refused or outcome.broken:
        outcome.expect(not (folder / "out").exists(), "something was written though it was refused")
    else:
        check(made, folder / "out", outcome)
    left = [one.name for one in folder.iterdir() if one.name.startswith(".semblant")]
    outcome.expect(not left, "a working folder was left behind")
    return outcome


def check(made: Made, out: Path, outcome: Outcome) -> None:
    """Count a release and compare with its evidence."""
    sheet, link, evidence = released(out)
    if made.policy.get("formulas") == "escape":
        sheet = counter.Sheet(sheet.names, [[_plain(cell) for cell in row] for row in sheet.rows])
    suppresses = bool(made.policy.get("suppression_limit"))
    found = counter.count(made.sheet, sheet, link, made.policy, suppresses=suppresses)
    outcome.broken += found.broken
    privacy = evidence["privacy"]
    if made.entry.k_anonymous:
        outcome.expect(found.k >= made.policy["k"], f"k = {found.k}, promised {made.policy['k']}")
    outcome.expect(found.k == privacy["k_achieved"], f"evidence says k = {privacy['k_achieved']}, counted {found.k}")
    outcome.expect(found.classes == privacy["classes"], f"evidence says {privacy['classes']} classes")
    outcome.expect(found.suppressed == privacy["suppressed_records"], "evidence counts other suppressed records")
    for name, counted in (("l", found.l), ("t", found.t)):
        stated = privacy[f"{name}_achieved"] or {}
        same = all(abs(stated.get(column, -1) - value) < 1e-9 for column, value in counted.items())
        outcome.expect(same, f"evidence says {name} = {stated}, counted {counted}")
    _rare(made, sheet, outcome)
    public = b"".join(one.read_bytes() for one in out.iterdir())
    shown = [secret for secret in made.secrets if secret.encode(made.encoding) in public]
    outcome.expect(not shown, "cells of the identifier are public")


def _rare(made: Made, sheet: counter.Sheet, outcome: Outcome) -> None:
    if made.policy.get("rare") == "publish" or made.entry.generalises or made.policy["method"] == "suppress":
        return
    for name in counter.told(made.policy, "quasi"):
        number, rules = made.meant.get(name), made.policy["attributes"][name]
        if rules.get("kind") in ("nominal", "ordinal") or number is not None:
            above = None if number is None else partial(concepts, number)
            few = counter.rare(made.sheet, sheet.column(name), name, made.policy, above)
            outcome.expect(not few, f"{len(few)} values of {name!r} ({rules.get('kind')}) of too few persons are shown")


def concepts(number: int, text: str) -> set[str] | None:
    """The concepts at and above a text in a vocabulary of the pool, or None."""
    known = vocabularies.parents(number)
    return vocabularies.above(number, counter.reader(text)) if counter.reader(text) in known else None


def _plain(cell: str) -> str:
    """A cell without the apostrophe that keeps spreadsheets from running it."""
    return cell[1:] if cell[:1] == "'" and cell[1:2] in set("=+-@\t\r'") else cell
