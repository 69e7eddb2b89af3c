"""Tables whose columns are rounded, coded at the ends, put into bands or cut to months, in any role.

What a treatment must do to a cell is told here in decimals and days, by itself; the rest is counted as in any table.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

from campaign import columns, tables
from campaign.case import Chance, Outcome, chance, noted
from campaign.tables import Made, released
from semblant.release.pipeline import anonymise_file

METHODS = tables.METHODS
DATES = {"month": r"\d{4}-\d\d", "quarter": r"\d{4}-Q[1-4]", "year": r"\d{4}", "day": r"\d{4}-\d\d-\d\d"}
"""How dates of a precision are written."""


def make(rnd: Chance, method: str) -> Made:
    """A random table in which one to three columns more are treated."""
    made = tables.make(rnd, method)
    made.encoding, made.delimiter = "utf-8", ","
    made.policy |= {"encoding": "utf-8", "delimiter": ",", "formulas": "keep"}
    for at in range(rnd.choice([1, 1, 2, 3])):
        name, role = f"t{at}", rnd.choice(["quasi", "quasi", "sensitive", "keep"])
        cells, told = (_date if rnd.random() < 0.3 else _number)(rnd, len(made.rows))
        if rnd.random() < 0.2:
            cells = ["" if rnd.random() < 0.2 else cell for cell in cells]
        if role == "sensitive" and rnd.random() < 0.5:
            told["l"] = 2
        made.names.append(name)
        made.rows = [[*row, cell] for row, cell in zip(made.rows, cells, strict=True)]
        made.policy["attributes"][name] = {"role": role, **told}
    return made


def _number(rnd: Chance, n: int) -> tuple[list[str], dict[str, Any]]:
    decimals = rnd.choice([0, 0, 1, 2])
    spread = rnd.choice([10, 100, 10_000])
    cells = [f"{rnd.choice([1, 1, 1, -1]) * rnd.random() * spread:.{decimals}f}" for _ in range(n)]
    told: dict[str, Any] = {"kind": "numeric"} if rnd.random() < 0.7 else {}
    if rnd.random() < 0.4:
        told["bands"] = rnd.choice([spread / 10, spread / 2, [0, spread // 3, spread // 2], [spread * 2]])
    elif rnd.random() < 0.7:
        told["round"] = rnd.choice([1, 5, 10, 7, spread // 4, 0.5, 0.1])
    if rnd.random() < 0.4 or len(told) < 2:
        told["top"] = rnd.choice([spread // 2, spread, 0, 3])
    if rnd.random() < 0.4:
        told["bottom"] = rnd.choice([0, -1, -spread])
    return cells, told


def _date(rnd: Chance, n: int) -> tuple[list[str], dict[str, Any]]:
    plain = columns.column(rnd, "date", n)
    form, last = rnd.choice(["{0:04}-{1:02}-{2:02}", "{2:02}.{1:02}.{0:04}"]), rnd.choice([2020, 2025])
    cells = [form.format(rnd.randint(1999, last), rnd.randint(1, 12), rnd.randint(1, 28)) for _ in plain.cells]
    return cells, {"kind": "date", "precision": rnd.choice(list(DATES))}


def case(seed: int, folder: Path) -> Outcome:
    """Anonymise a table with treated columns, and look at every released cell of theirs."""
    made = make(chance("treatments", seed), METHODS[seed % len(METHODS)])
    outcome = Outcome(tried=made.policy["method"])
    with noted(outcome, made.secrets):
        file, policy = made.write(folder)
        anonymise_file(file, policy, out=folder / "out", base=folder, reports=False)
    if outcome.refused or outcome.broken:
        outcome.expect(not (folder / "out").exists(), "something was written though it was refused")
    else:
        check(made, folder / "out", outcome)
    return outcome


def check(made: Made, out: Path, outcome: Outcome) -> None:
    """Look at treated cells one by one, then count the table as if it had come in treated."""
    sheet, link, _ = released(out)
    rows = [list(row) for row in made.rows]
    for name, told in made.policy["attributes"].items():
        if not name.startswith("t"):
            continue
        at, before, after = made.names.index(name), made.sheet.column(name), sheet.column(name)
        fits = _fits(told)
        if told["role"] == "quasi":
            strange = 0 if made.entry.generalises else sum(not fits(None, cell) for cell in after)
            outcome.expect(not strange, f"{strange} cells of {name!r} are not as {_said(told)} makes them")
            continue
        for row, cell in zip(link, after, strict=True):
            if "*" not in cell:
                outcome.expect(
                    fits(before[row], cell), f"a kept cell of {name!r} is not what {_said(told)} makes of it"
                )
            rows[row][at] = cell
    tables.check(replace(made, rows=rows), out, outcome)


def _said(told: dict[str, Any]) -> str:
    return str({key: told[key] for key in ("round", "top", "bottom", "bands", "precision") if key in told})


def _fits(told: dict[str, Any]) -> Callable[[str | None, str], bool]:
    """Whether a released cell can come from an original one, or, without that, from any."""

    def date_fits(before: str | None, after: str) -> bool:
        pattern = DATES[told["precision"]] if told["precision"] != "day" else r"\d{4}-\d\d-\d\d|\d\d\.\d\d\.\d{4}"
        if re.fullmatch(pattern, after) is None:
            return False
        return before is None or _period(before, told["precision"]) == _period_text(after)

    def number_fits(before: str | None, after: str) -> bool:
        value = None if before is None else _coded(Decimal(before), told)
        if "bands" in told:
            low, high = _band(after)
            return value is None or low <= value < high
        number, step = Decimal(after), Decimal(str(told.get("round", 0)))
        reach = step / 2
        if step and number % step:
            return False
        inside = number <= Decimal(str(told.get("top", "Infinity"))) + reach
        inside = inside and number >= Decimal(str(told.get("bottom", "-Infinity"))) - reach
        return inside and (value is None or abs(number - value) <= reach)

    fits = date_fits if "precision" in told else number_fits

    def either(before: str | None, after: str) -> bool:
        if after in ("", "*"):
            return not before or after == "*"
        try:
            return before != "" and fits(before, after)
        except (ValueError, ArithmeticError):
            return False

    return either


def _coded(value: Decimal, told: dict[str, Any]) -> Decimal:
    value = max(value, Decimal(str(told["bottom"]))) if "bottom" in told else value
    return min(value, Decimal(str(told["top"]))) if "top" in told else value


def _band(label: str) -> tuple[Decimal, Decimal]:
    if label.startswith("<"):
        return Decimal("-Infinity"), Decimal(label[1:])
    if label.startswith(">="):
        return Decimal(label[2:]), Decimal("Infinity")
    found = re.fullmatch(r"\[(.+),(.+)\)", label)
    if found is None:
        raise ValueError(label)
    return Decimal(found[1]), Decimal(found[2])


def _period(before: str, precision: str) -> str:
    year, month, day = before.split("-") if "-" in before else reversed(before.split("."))
    first = date(int(year), int(month), int(day))
    quarter = f"{first.year:04}-Q{(first.month + 2) // 3}"
    return {"day": f"{first}", "month": f"{first}"[:7], "quarter": quarter, "year": f"{first.year:04}"}[precision]


def _period_text(after: str) -> str:
    return "-".join(reversed(after.split("."))) if "." in after else after
