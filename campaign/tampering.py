"""Releases with one thing changed: `assess` and `verify` must notice, or the change must be provably harmless."""

import csv
import hashlib
import io
import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from campaign import counter, tables
from campaign.case import Chance, Outcome, Shared, chance, noted
from campaign.counter import Sheet
from campaign.tables import Made, released
from semblant.catalogue import CATALOGUE
from semblant.errors import SemblantError
from semblant.policy.model import Policy
from semblant.release.assess import assess_release
from semblant.release.pipeline import anonymise_file
from semblant.release.verify import verify_release

METHODS = tuple(name for name, entry in CATALOGUE["table"].items() if entry.k_anonymous)


@dataclass
class Tampered:
    """A changed release and who must notice: `assess` with or without the link, `verify` of a mended evidence."""

    sheet: Sheet
    link: list[int]
    linked: bool = True
    unlinked: bool = False
    verified: bool = False


Mutation = Callable[[Chance, Made, Sheet, list[int]], Tampered | None]
"""Changes a release, or returns nothing where this one has nothing to change so."""


def _copy(sheet: Sheet) -> Sheet:
    return Sheet(list(sheet.names), [list(row) for row in sheet.rows])


def _columns(made: Made, sheet: Sheet, *roles: str) -> list[str]:
    return [name for role in roles for name in counter.told(made.policy, role) if name in sheet.names]


def new_value(rnd: Chance, made: Made, sheet: Sheet, link: list[int]) -> Tampered | None:
    """A masked cell that nobody else has makes a class of one."""
    changed = _copy(sheet)
    at = sheet.names.index(rnd.choice(_columns(made, sheet, "quasi")))
    rnd.choice(changed.rows)[at] = "Zsabotage"
    return Tampered(changed, link, unlinked=True, verified=True)


def other_case(rnd: Chance, made: Made, sheet: Sheet, link: list[int]) -> Tampered | None:
    """So does the same word in capital letters."""
    changed = _copy(sheet)
    at = sheet.names.index(rnd.choice(_columns(made, sheet, "quasi")))
    row = rnd.choice(changed.rows)
    if not any(letter.islower() for letter in row[at]):
        return None
    row[at] = row[at].swapcase()
    if any(other is not row and other[at] == row[at] for other in changed.rows):
        return None
    return Tampered(changed, link, unlinked=True, verified=True)


def falsified(rnd: Chance, made: Made, sheet: Sheet, link: list[int]) -> Tampered | None:
    """A sensitive or kept cell with another value of its column."""
    names, changed = _columns(made, sheet, "sensitive", "keep"), _copy(sheet)
    if not names:
        return None
    at = sheet.names.index(rnd.choice(names))
    row = rnd.choice(changed.rows)
    if set(row) == {"*"}:
        return None
    row[at] = row[at] + "x"
    return Tampered(changed, link, unlinked=True)


def swapped(rnd: Chance, made: Made, sheet: Sheet, link: list[int]) -> Tampered | None:
    """Two sensitive values in each other's place: only who knows whose they are can tell."""
    names, changed = _columns(made, sheet, "sensitive", "keep"), _copy(sheet)
    if not names:
        return None
    at = sheet.names.index(rnd.choice(names))
    there = [row for row in changed.rows if set(row) != {"*"}]
    one, other = rnd.choice(there), rnd.choice(there)
    if one[at] == other[at]:
        return None
    one[at], other[at] = other[at], one[at]
    return Tampered(changed, link)


def added_row(rnd: Chance, made: Made, sheet: Sheet, link: list[int]) -> Tampered | None:  # noqa: ARG001
    """A record more than the original has."""
    changed = _copy(sheet)
    changed.rows.append(list(rnd.choice(changed.rows)))
    return Tampered(changed, link, unlinked=True)


def dropped_row(rnd: Chance, made: Made, sheet: Sheet, link: list[int]) -> Tampered | None:
    """A record less, though the policy lets nobody be left out."""
    if made.policy.get("suppression_limit"):
        return None
    changed, at = _copy(sheet), rnd.randrange(len(link))
    del changed.rows[at]
    return Tampered(changed, [row for i, row in enumerate(link) if i != at], unlinked=True)


def reissued(rnd: Chance, made: Made, sheet: Sheet, link: list[int]) -> Tampered | None:  # noqa: ARG001
    """Every row a person of its own, so that classes seem to have more."""
    if "who" not in sheet.names or len(set(sheet.column("who"))) == len(link):
        return None
    changed, at = _copy(sheet), sheet.names.index("who")
    for number, row in enumerate(changed.rows):
        row[at] = f"R{number}"
    return Tampered(changed, link, unlinked=True)


def _with_column(sheet: Sheet, name: str, cells: list[str]) -> Sheet:
    return Sheet([*sheet.names, name], [[*row, cell] for row, cell in zip(sheet.rows, cells, strict=True)])


def added_column(rnd: Chance, made: Made, sheet: Sheet, link: list[int]) -> Tampered | None:
    """A column that the policy does not name, with the original's values of a masked one."""
    cells = made.sheet.column(rnd.choice(_columns(made, sheet, "quasi")))
    return Tampered(_with_column(sheet, "extra", [cells[row] for row in link]), link, unlinked=True, verified=True)


def look_alike(rnd: Chance, made: Made, sheet: Sheet, link: list[int]) -> Tampered | None:
    """A column whose name looks like one of the original."""
    name = rnd.choice(_columns(made, sheet, "quasi"))
    cells, alike = made.sheet.column(name), rnd.choice([name.upper(), f"{name}\u200b", f" {name}"])
    return Tampered(_with_column(sheet, alike, [cells[row] for row in link]), link, unlinked=True, verified=True)


def identifier(rnd: Chance, made: Made, sheet: Sheet, link: list[int]) -> Tampered | None:
    """The identifier, under its own name or another, plain or hashed."""
    if "name" not in made.names:
        return None
    cells = made.sheet.column("name")
    how = rnd.choice([str, str.upper, *(_hash(kind) for kind in ("md5", "sha1", "sha256"))])
    name = rnd.choice(["name", "code"])
    return Tampered(_with_column(sheet, name, [how(cells[row]) for row in link]), link, unlinked=True, verified=True)


def _hash(kind: str) -> Callable[[str], str]:
    return lambda text: hashlib.new(kind, text.encode()).hexdigest()


def star_row(rnd: Chance, made: Made, sheet: Sheet, link: list[int]) -> Tampered | None:
    """Records written as suppressed, though the policy lets nobody be left out.

    Where every column is masked, k of them could also be a class without a common value.
    """
    stars, kept = sum(set(row) == {"*"} for row in sheet.rows), _columns(made, sheet, "sensitive", "keep")
    number = rnd.choice([1, made.policy["k"], made.policy["k"] + 2]) if kept else 1
    whole = any(all(made.sheet.column(name)[row] == "*" for name in kept) for row in link)
    if made.policy.get("suppression_limit") or stars or (kept and whole):
        return None
    changed = _copy(sheet)
    for row in rnd.sample(changed.rows, min(number, len(link) - 1)):
        row[:] = ["*"] * len(sheet.names)
    return Tampered(changed, link, unlinked=True)


def original_order(rnd: Chance, made: Made, sheet: Sheet, link: list[int]) -> Tampered | None:  # noqa: ARG001
    """The rows where they stood in the original."""
    pairs = sorted(zip(link, sheet.rows, strict=True))
    changed = Sheet(list(sheet.names), [list(row) for _, row in pairs])
    if made.policy.get("order") == "keep" or len(link) < 8 or changed.rows == sorted(changed.rows):
        return None
    return Tampered(changed, list(range(len(link))), verified=made.policy.get("order", "sorted") == "sorted")


def reordered(rnd: Chance, made: Made, sheet: Sheet, link: list[int]) -> Tampered | None:
    """Sorted rows in another order tell nothing by themselves, but are not what was promised."""
    at = rnd.sample(range(len(link)), len(link))
    changed = Sheet(list(sheet.names), [list(sheet.rows[i]) for i in at])
    if made.policy.get("order", "sorted") != "sorted" or changed.rows == sheet.rows:
        return None
    return Tampered(changed, [link[i] for i in at], linked=False, verified=True)


def wrong_link(rnd: Chance, made: Made, sheet: Sheet, link: list[int]) -> Tampered | None:
    """A link that kept cells contradict."""
    kept = [made.sheet.column(name) for name in _columns(made, sheet, "keep", "sensitive")]
    one, other = rnd.randrange(len(link)), rnd.randrange(len(link))
    if "*" in sheet.rows[one] + sheet.rows[other] or all(cells[link[one]] == cells[link[other]] for cells in kept):
        return None
    changed = list(link)
    changed[one], changed[other] = link[other], link[one]
    return Tampered(_copy(sheet), changed)


MUTATIONS: tuple[Mutation, ...] = (
    new_value, other_case, falsified, swapped, added_row, dropped_row, reissued, added_column, look_alike, identifier,
    star_row, original_order, reordered, wrong_link,
)  # fmt: skip


@dataclass
class Honest:
    """A release that nobody has touched, and what it was made of."""

    made: Made
    file: Path
    policy: Policy
    sheet: Sheet
    link: list[int]
    evidence: dict[str, Any]


def _release(number: int, folder: Path) -> Honest | Outcome:
    """Make the first release of a number that is not refused; whatever is broken on the way."""
    for attempt in range(100):
        rnd, outcome = chance("tampering release", 100 * number + attempt), Outcome()
        made = tables.make(rnd, rnd.choice(METHODS))
        made.encoding, made.delimiter = "utf-8", ","
        made.policy |= {"encoding": "utf-8", "delimiter": ",", "formulas": "keep"}
        with noted(outcome):
            file, policy = made.write(folder)
            anonymise_file(file, policy, out=folder / "out", base=folder, reports=False)
        if outcome.broken:
            return outcome
        if not outcome.refused:
            return Honest(made, file, policy, *released(folder / "out"))
    return Outcome(broken=["a hundred tables were refused"])


RELEASES = Shared(_release)
SHARING = 16
"""So many cases have one release; the first of them looks whether it passes untouched."""


def case(seed: int, folder: Path) -> Outcome:
    """Tamper with a release in one way and see who notices."""
    rnd, (honest, kept) = chance("tampering", seed), RELEASES.get(seed // SHARING, folder)
    if isinstance(honest, Outcome):
        return honest
    outcome, out = Outcome(tried="nothing"), folder / "out"
    shutil.copytree(kept / "out", out)
    try:
        if seed % SHARING == 0:
            _untouched(honest, out, kept, outcome)
        elif rnd.random() < 1 / len(MUTATIONS):
            _edited(rnd, honest.made, out, outcome)
        else:
            mutation, tampered = _mutated(rnd, honest)
            outcome.tried = mutation.__name__
            _write(tampered.sheet, out, rnd.random() < 0.5)
            _noticed(rnd, tampered, honest, out, kept, outcome)
    except Exception as error:
        outcome.broken.append(f"{type(error).__name__}: {str(error)[:200]}")
    return outcome


def _mutated(rnd: Chance, honest: Honest) -> tuple[Mutation, Tampered]:
    """A change that this release can have; a new value fits any."""
    for mutation in (*rnd.sample(MUTATIONS, len(MUTATIONS)), new_value):
        if (tampered := mutation(rnd, honest.made, honest.sheet, honest.link)) is not None:
            return mutation, tampered
    raise AssertionError


def _untouched(honest: Honest, out: Path, base: Path, outcome: Outcome) -> None:
    """What nobody touched must pass, with exactly the figures of the evidence."""
    found = assess_release(honest.file, out / "release.csv", honest.policy, base=base, link=np.array(honest.link))
    outcome.expect(found.holds, f"an honest release is refused: {[d.message for d in found.deviations]}")
    for name in ("privacy", "utility", "risk"):
        stated = getattr(found, name).model_dump(mode="json")
        outcome.expect(stated == honest.evidence[name], f"assess finds another {name} than the run")
    held = verify_release(out)
    outcome.expect(
        held.holds, f"verify refuses an honest release: {[c.check for c in held.checks if c.status != 'holds']}"
    )


def _edited(rnd: Chance, made: Made, out: Path, outcome: Outcome) -> None:
    """A figure of the public evidence that bytes can show, changed; whose persons are not released, bytes cannot."""
    document = json.loads((out / "evidence.json").read_bytes())
    counted = [("privacy", "k_achieved")] if "individual" not in made.policy else []
    part, name = rnd.choice([
        *counted, ("privacy", "classes"), ("privacy", "suppressed_records"), ("privacy", "k_required"), ("policy", "k"),
        ("risk", "uniques"), ("output", "records"),
    ])  # fmt: skip
    document[part][name] = (document[part].get(name) or 0) + 1
    (out / "evidence.json").write_text(json.dumps(document))
    outcome.tried = "edited evidence"
    outcome.expect(not _verifies(out), f"verify does not notice that {part}.{name} was edited")


def _write(sheet: Sheet, out: Path, mended: bool) -> None:
    """Write a changed release; ``mended``: with the checksum and the number of records in its evidence."""
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\n").writerows([sheet.names, *sheet.rows])
    content = text.getvalue().encode()
    (out / "release.csv").write_bytes(content)
    if mended:
        document = json.loads((out / "evidence.json").read_bytes())
        document["output"] |= {"sha256": hashlib.sha256(content).hexdigest(), "records": len(sheet.rows)}
        (out / "evidence.json").write_text(json.dumps(document))


def _noticed(rnd: Chance, tampered: Tampered, honest: Honest, out: Path, base: Path, outcome: Outcome) -> None:
    document = json.loads((out / "evidence.json").read_bytes())
    honest_sum = document["output"]["sha256"] == hashlib.sha256((out / "release.csv").read_bytes()).hexdigest()
    witnesses = ["verify"] * (tampered.verified or not honest_sum)
    witnesses += ["assess with the link"] * tampered.linked + ["assess without the link"] * tampered.unlinked
    if not witnesses:
        return
    who = rnd.choice(witnesses)
    link = np.array(tampered.link) if who == "assess with the link" else None
    passes = _verifies(out) if who == "verify" else _holds(honest, out, base, link)
    outcome.expect(not passes, f"{who} does not notice")


def _verifies(out: Path) -> bool:
    try:
        return verify_release(out).holds
    except SemblantError:
        return False


def _holds(honest: Honest, out: Path, base: Path, link: Any) -> bool:
    try:
        return assess_release(honest.file, out / "release.csv", honest.policy, base=base, link=link).holds
    except SemblantError:
        return False
