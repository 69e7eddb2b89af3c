"""Releases with reports, checklists, analyses and population risk: what is public tells nothing, and figures add up.

Titles, authors and reasons hold markup and marks; a reason for accepting a check is private.
"""

import json
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from campaign import tables
from campaign.case import Chance, Outcome, chance, noted
from campaign.tables import Made
from semblant.catalogue import CATALOGUE
from semblant.data.link import read_link
from semblant.errors import ChecklistError
from semblant.release.assess import assess_release
from semblant.release.pipeline import anonymise_file

METHODS = tuple(CATALOGUE["table"])
WORDS = ["Survey", "<script>alert(1)</script>", "a & b", '"quoted"', "{{ 7 * 7 }}", "\x1b[2J", "é‮"]
ACCEPTED = ["determines", "identifier"]
REASON = "Zreason"


def make(rnd: Chance, method: str) -> Made:
    """A random table whose policy says who the release is for, what it is called, and what analysts will do."""
    made = tables.make(rnd, method)
    n, names = len(made.rows), [name for name in made.names if name not in ("name", "who")]
    asked: dict[str, Any] = {"title": rnd.choice(WORDS), "author": rnd.choice(WORDS)}
    asked["purpose"] = rnd.choice(["open", "contract", "internal"])
    if len(names) > 1 and rnd.random() < 0.5:
        target, *by = rnd.sample(names, rnd.randint(2, len(names)))
        asked["analyses"] = [{"target": target, "by": by}]
    if rnd.random() < 0.3:
        asked["population"] = rnd.choice([n, 10 * n, 10 * n, 10**6, 10**6, n // 2 + 1])
    elif rnd.random() < 0.3:
        made.names.append("weight")
        made.rows = [
            [*row, rnd.choice(["1", "2.5", "100", "1e3", "", "-1"][: rnd.choice([4, 4, 6])])] for row in made.rows
        ]
        made.policy["attributes"]["weight"] = {"role": rnd.choice(["identifier", "keep"])}
        asked["weights"] = "weight"
    if rnd.random() < 0.5 and made.entry.k_anonymous:
        accepted = rnd.sample(ACCEPTED, rnd.choice([1, 2]))
        asked["accept"] = {check: f"{REASON} {rnd.choice(WORDS)}" for check in accepted}
    kept = rnd.sample(list(asked), rnd.randint(1, len(asked)))
    made.policy |= {name: asked[name] for name in kept}
    return made


def case(seed: int, folder: Path) -> Outcome:
    """Make a release with its reports, and look at what they say."""
    rnd = chance("reports", seed)
    made = make(rnd, METHODS[seed % len(METHODS)])
    outcome, red = Outcome(tried=made.policy["method"]), False
    with noted(outcome, made.secrets):
        file, policy = made.write(folder)
        try:
            anonymise_file(file, policy, out=folder / "out", base=folder)
        except ChecklistError:
            red = True
            raise
    if outcome.refused or outcome.broken:
        outcome.expect(not (folder / "out").exists(), "something was published though it was refused")
        private = folder / "out-private"
        left = {one.name for one in private.iterdir()} if private.exists() else set()
        expected = {"report.html", "checklist.json"} if red else set()
        outcome.expect(left == expected, f"{sorted(left)} is left of a refused release, expected {sorted(expected)}")
        return outcome
    check(made, folder, outcome)
    if rnd.random() < 0.3:
        _assessed_again(file, policy, folder, outcome)
    return outcome


def check(made: Made, folder: Path, outcome: Outcome) -> None:
    """Look at the reports and at figures that must fit together."""
    out, private = folder / "out", folder / "out-private"
    tables.check(made, out, outcome)
    public = {one.name: one.read_text("utf-8") for one in out.iterdir() if one.name != "release.csv"}
    for name, text in public.items():
        outcome.expect(REASON not in text, f"{name} says why a check was accepted")
        outcome.expect(str(folder) not in text and "in.csv" not in text, f"{name} names files of the original")
        outcome.expect("vocabulary-" not in text, f"{name} names a private vocabulary")
    for page in (out / "report-public.html", private / "report.html"):
        _page(page, outcome)
    evidence = json.loads((private / "evidence.json").read_bytes())
    _figures(evidence, len(made.rows), outcome)
    accepted = made.policy.get("accept")
    for one in evidence["checklist"]:
        outcome.expect(one["status"] != "red", f"published though {one['check']} is red")
        told = one["check"] in accepted if isinstance(accepted, dict) else accepted and one["check"] == "promises"
        outcome.expect(one["reason"] is None or told, f"a reason for {one['check']} comes from nowhere")
    names = [one["check"] for one in evidence["checklist"]]
    outcome.expect(len(names) == len(set(names)), "a check is listed twice")


class _Tags(HTMLParser):
    """Counts what is open, and notes what runs."""

    def __init__(self) -> None:
        super().__init__()
        self.scripts, self.texts = 0, list[str]()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.scripts += tag == "script"
        self.scripts += any(name.startswith("on") for name, _ in attrs)

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def _page(page: Path, outcome: Outcome) -> None:
    text, tags = page.read_text("utf-8"), _Tags()
    tags.feed(text)
    outcome.expect(not tags.scripts, f"{page.name} runs something")
    outcome.expect("\x1b" not in text and "\u202e" not in text, f"{page.name} holds what controls a terminal")
    outcome.expect("Undefined" not in text and "None" not in " ".join(tags.texts).split(), f"{page.name} has a gap")


def _figures(evidence: dict[str, Any], records: int, outcome: Outcome) -> None:
    risk = evidence["risk"]
    for name in ("prosecutor_max", "prosecutor_mean", "journalist", "marketer"):
        value = risk[name]
        outcome.expect(value is None or 0 <= value <= 1, f"{name} is {value}")
    for name in ("record_linkage_percent", "semantic_record_linkage_percent", "intruder_linkage_percent"):
        value = risk[name]
        outcome.expect(value is None or 0 <= value <= 100 + 1e-9, f"{name} is {value}")
    if (whole := risk["population"]) is not None:
        uniques = whole["population_uniques"]
        outcome.expect(
            0 <= whole["highest_risk"] <= 1, f"the highest risk in the population is {whole['highest_risk']}"
        )
        outcome.expect(0 <= whole["reidentifications"] <= records, f"{whole['reidentifications']} are named right")
        outcome.expect(uniques is None or -1e-9 <= uniques <= whole["sample_uniques"] + 1e-9, f"{uniques} uniques")
    loss = evidence["utility"]["loss_percent"]
    outcome.expect(loss is None or loss >= 0, f"the loss is {loss}")
    for task in (evidence["analysis"] or {}).get("tasks") or ():
        for name in ("before", "after", "chance"):
            value = task[name]
            outcome.expect(value is None or value <= 1 + 1e-9, f"a score of {value}")


def _assessed_again(file: Path, policy: Any, folder: Path, outcome: Outcome) -> None:
    link = read_link(folder / "out-private" / "link.csv", "table")
    found = assess_release(file, folder / "out" / "release.csv", policy, base=folder, link=link)
    evidence = json.loads((folder / "out-private" / "evidence.json").read_bytes())
    for name in ("privacy", "utility", "risk", "analysis"):
        stated = getattr(found, name).model_dump(mode="json")
        outcome.expect(stated == evidence[name], f"assess finds another {name} than the run")
