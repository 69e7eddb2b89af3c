"""What an experiment found: tables, a picture, claims of the paper with a verdict that the numbers decide."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

Row = Mapping[str, Any]

REPRODUCED = "Reproduced"
MOSTLY = "Mostly reproduced"
IN_ORDER = "Order only"
NOT = "Not reproduced"
UNJUDGED = "Not judged"

MOST = 0.8
"""The share of points at which a claim must hold to be called mostly reproduced."""

GROWN = 0.1
"""By how much the share of points must grow, or the distance from printed figures fall, to be explained in part."""

NEAR = 0.1
"""How far a figure may be from the printed one, as a share of it, to be called the same size."""
EQUAL = 1e-6
"""Losses that differ by less, as a share, are the same."""


@dataclass(frozen=True)
class Printed:
    """A figure that a paper prints, beside ours."""

    what: str
    paper: float
    ours: float

    @property
    def near(self) -> bool:
        """Whether ours is about the same."""
        return abs(self.ours - self.paper) <= NEAR * abs(self.paper)


@dataclass(frozen=True)
class Trial:
    """A supposed cause put to the test: one thing is changed, and the same claim is looked at again."""

    cause: str
    """Why the claim might fail."""
    changed: str
    """The one thing that was changed."""
    points: Mapping[str, bool]
    printed: Sequence[Printed] = ()
    unlike_paper: bool = False
    """Whether the paper does not do so either: it shows what the claim hangs on, not why the paper found otherwise."""

    def explains(self, claim: "Claim") -> str:
        """``yes`` where the claim is reproduced with the change, mostly at least; ``in part`` where it comes nearer."""
        after = replace(claim, points=self.points, printed=self.printed or claim.printed)
        if after.verdict in (REPRODUCED, MOSTLY):
            return "in part" if self.unlike_paper else "yes"
        if claim.verdict == NOT:
            return "in part" if after.held >= claim.held + GROWN else "no"
        return "in part" if after.verdict != NOT and after.off <= claim.off - GROWN else "no"


@dataclass(frozen=True)
class Claim:
    """Something a paper says, the points at which it was looked at, and whether it holds at each."""

    text: str
    points: Mapping[str, bool]
    printed: Sequence[Printed] = ()
    trials: Sequence[Trial] = ()
    """Causes that were tested, for a claim that is not reproduced."""
    headline: bool = False
    """Whether this is one of the papers' main findings."""
    reading: str = ""
    """How the paper is read here, where that is not its letter; the claim read to the letter stands beside it."""
    ours: bool = False
    """Whether it is a check of our own that no paper makes: it is shown and counts for no verdict."""

    @property
    def holds(self) -> bool:
        """Whether it holds wherever it was looked at."""
        return all(self.points.values())

    @property
    def held(self) -> float:
        """The share of points at which it holds."""
        return sum(self.points.values()) / len(self.points) if self.points else 1.0

    @property
    def off(self) -> float:
        """How far our figures are from the printed ones: the mean distance, as a share of the printed one."""
        return float(np.mean([abs(p.ours / p.paper - 1) for p in self.printed])) if self.printed else 0.0

    @property
    def verdict(self) -> str:
        """One of four words: the share of points decides, then the sizes where the paper prints any."""
        if self.held < MOST:
            return NOT
        if not all(p.near for p in self.printed):
            return IN_ORDER
        return REPRODUCED if self.holds else MOSTLY

    @property
    def title(self) -> str:
        """What is claimed, and how it is read."""
        return f"{self.text} (read as: {self.reading})" if self.reading else self.text

    @property
    def share(self) -> str:
        """At how many points it holds, with the share where it does not hold at all."""
        held, number = sum(self.points.values()), len(self.points)
        told = f"{held} of {number} point{'s' if number > 1 else ''}"
        return told if held in (0, number) else f"{told} ({min(round(100 * held / number), 99)} %)"

    @property
    def reason(self) -> str:
        """How often it holds, where it does not, and why."""
        said = []
        if self.points:
            said.append(f"holds at {self.share}")
            if missed := [where for where, kept in self.points.items() if not kept]:
                said[-1] += f", not at {shortened(missed)}"
        if self.printed:
            said.append(self.nearness)
        elif self.holds and not self.ours:
            said.append("the text prints no sizes to set beside")
        if self.verdict in (NOT, IN_ORDER) and not self.ours:
            said += self.causes
        return "; ".join(said)

    @property
    def causes(self) -> list[str]:
        """What was tested to find out why it is not reproduced, in words: the causes that explain it first."""
        found = {kind: [t for t in self.trials if t.explains(self) == kind] for kind in ("yes", "in part", "no")}
        told = [f"the cause, tested: {t.cause} ({t.changed}: {self.after(t)})" for t in found["yes"]]
        told += [f"in part, tested: {t.cause} ({t.changed}: {self.after(t)})" for t in found["in part"]]
        idle = ", ".join(f"{t.changed} ({self.after(t)})" for t in found["no"])
        if idle:
            told.append(f"{'without effect' if told else 'cause unknown'}; tested: {idle}")
        return told

    def after(self, trial: Trial) -> str:
        """What became of the claim with something changed."""
        then = replace(self, points=trial.points, printed=trial.printed or self.printed)
        if self.verdict == IN_ORDER and trial.printed:
            return f"{then.nearness}, {100 * then.off:.0f} % off on average instead of {100 * self.off:.0f} %"
        return then.share

    def before(self, trial: Trial) -> str:
        """What stands against it without the change."""
        if self.verdict == IN_ORDER and trial.printed:
            return f"{self.nearness}, {100 * self.off:.0f} % off on average"
        return self.share

    @property
    def nearness(self) -> str:
        """How many of the printed figures are met."""
        return f"{sum(p.near for p in self.printed)} of {len(self.printed)} printed figures within 10 %"


@dataclass(frozen=True)
class Contest:
    """Ours against every published method on one data set at one k, all judged alike."""

    data: str
    k: int
    figure: str
    ours: float
    theirs: Mapping[str, float]
    seed: int | None = None
    """Which of several data sets made up alike, where there are several."""

    @property
    def best(self) -> str:
        """The published method that loses least."""
        return min(self.theirs, key=lambda method: self.theirs[method])

    @property
    def outcome(self) -> str:
        """``less``, ``equal`` or ``more``: what ours loses against the best published method."""
        least = self.theirs[self.best]
        if abs(self.ours - least) <= EQUAL * max(abs(least), EQUAL):
            return "equal"
        return "less" if self.ours < least else "more"

    @property
    def unchanged(self) -> bool:
        """Whether nothing is lost at all, so that nobody can lose less."""
        return self.ours <= EQUAL


@dataclass(frozen=True)
class Picture:
    """Lines over k, one for every method, a panel for every data set."""

    rows: Sequence[Row]
    figure: str
    title: str
    line: str = "method"
    over: str = "k"
    panel: str | None = "data"
    even: bool = False
    """Whether the steps of the axis are even, whatever the numbers."""


@dataclass(frozen=True)
class Findings:
    """All that goes into an experiment's part of the results."""

    did: str
    does: str
    claims: Sequence[Claim]
    tables: Sequence[str] = ()
    pictures: Sequence[Picture] = ()
    contests: Sequence[Contest] = ()
    notes: Sequence[str] = ()

    def __post_init__(self) -> None:
        """What could not be looked at is no claim here."""
        object.__setattr__(self, "claims", [c for c in self.claims if c.points or c.printed])

    @property
    def judged(self) -> "list[Claim]":
        """The paper's own claims."""
        return [claim for claim in self.claims if not claim.ours]

    @property
    def verdict(self) -> str:
        """The experiment in a word: the worst of its main claims read to the letter, or of all where none is main."""
        own = [claim for claim in self.judged if not claim.reading]
        found = {claim.verdict for claim in [c for c in own if c.headline] or own}
        return next((word for word in (NOT, IN_ORDER, MOSTLY, REPRODUCED) if word in found), UNJUDGED)

    @property
    def line(self) -> str:
        """The verdict with its reason, in one line."""
        claims = self.judged if self.did else self.claims  # no paper says so
        held = [c for c in claims if c.verdict != NOT]
        verdict = f"**{self.verdict}**"
        if not self.did:
            verdict = "**Holds**" if len(held) == len(claims) else "**Does not hold**"
        elif not claims:
            return f"{verdict}: run times of other machines do not compare."
        elif self.verdict != NOT and len(held) < len(claims):
            verdict += " in what matters most"
        if len(claims) == 1:
            return f"{verdict}: {claims[0].reason}."
        told = f"{len(held)} of {len(claims)} claims hold at 80 % of their points or more"
        if len(held) == len(claims):
            told = f"all {len(held)} claims hold" + (
                "" if all(c.holds for c in held) else " at 80 % of their points or more"
            )
        elif missed := [c for c in claims if c.verdict == NOT]:
            told += "; not: " + "; ".join(f"“{c.title}” ({c.share})" for c in missed)
        if sizes := [p for c in claims for p in c.printed]:
            told += f"; {sum(p.near for p in sizes)} of {len(sizes)} printed figures within 10 %"
        return f"{verdict}: {told}."


# --- rows ------------------------------------------------------------------------------------------


def where(rows: Iterable[Row], **wanted: Any) -> list[Row]:
    """The rows with these values."""
    return [row for row in rows if all(row.get(key) == value for key, value in wanted.items())]


def different(rows: Iterable[Row], key: str) -> list[Any]:
    """The values of a key as they first appear."""
    return list(dict.fromkeys(row[key] for row in rows))


def mean(rows: Iterable[Row], figure: str) -> float:
    """The mean of a figure over rows that differ in their seed only."""
    return float(np.mean([row[figure] for row in rows]))


def means(rows: Sequence[Row], figure: str, method: str, *, line: str = "method") -> dict[tuple[str, int], float]:
    """A method's figure by data set and k, the mean over seeds."""
    own = where(rows, **{line: method})
    return {
        (data, k): mean(found, figure)
        for data in different(own, "data")
        for k in different(own, "k")
        if (found := where(own, data=data, k=k))
    }


def compared(
    rows: Sequence[Row],
    figure: str,
    one: str,
    other: str,
    holds: Callable[[float, float], bool] = lambda a, b: a < b,
    only: Callable[[str, int], bool] = lambda *_: True,
) -> dict[str, bool]:
    """At every data set and k whether one method's figure is below another's, or whatever else is asked."""
    ours, theirs = means(rows, figure, one), means(rows, figure, other)
    return {point(data, k): bool(holds(ours[data, k], theirs[data, k])) for data, k in ours if only(data, k)}


def least(rows: Sequence[Row], figure: str, method: str, of: Sequence[str], slack: float = EQUAL) -> dict[str, bool]:
    """At every data set and k whether a method has the least figure of several; equal ones count."""
    several = {other: means(rows, figure, other) for other in {*of, method}}
    own = several[method]
    return {point(*at): own[at] <= min(values[at] for values in several.values()) * (1 + slack) + EQUAL for at in own}


def point(data: str, k: int) -> str:
    """How a point is named in a reason."""
    return f"{data} k={k}"


def shortened(points: Sequence[str], most: int = 6) -> str:
    """Points in few words.

    Example:
        >>> shortened(["survey k=2", "survey k=3", "adult k=5"])
        'survey k=2, 3; adult k=5'
    """
    by_data: dict[str, list[str]] = {}
    for text in points:
        data, _, k = text.rpartition(" k=")
        by_data.setdefault(data, []).append(k)
    parts = []
    for data, ks in by_data.items():
        shown = ", ".join(ks[:most]) + (f" and {len(ks) - most} more" if len(ks) > most else "")
        parts.append(f"{data} k={shown}" if data else shown)
    return "; ".join(parts)


def contests(rows: Sequence[Row], figure: str, name: str, *, made_up: bool = False) -> list[Contest]:
    """Ours against every other method at every data set and k.

    A seed is a method's own luck, of which the best counts; or, where data are ``made_up``, it is other data.
    """
    found = []
    for seed in different(rows, "seed") if made_up else [None]:
        some = where(rows, seed=seed) if made_up else rows
        for data in different(some, "data"):
            for k in different(some, "k"):
                here = where(some, data=data, k=k)
                least = {m: min(row[figure] for row in where(here, method=m)) for m in different(here, "method")}
                ours = least.pop("auto", None)
                if ours is not None and least:
                    found.append(Contest(data, k, name, ours, least, seed))
    return found


# --- tables ----------------------------------------------------------------------------------------


def number(value: float, digits: int = 3) -> str:
    """A figure to so many digits that count, and never as a power of ten.

    Example:
        >>> number(1234.567), number(0.012345), number(0), number(12.345, 2)
        ('1,235', '0.0123', '0', '12')
    """
    if value == 0 or not np.isfinite(value):
        return "0" if value == 0 else "–"
    places = max(0, digits - 1 - int(np.floor(np.log10(abs(value)))))
    return f"{value:,.{min(places, 6)}f}"


def spread(values: Sequence[float], digits: int = 3) -> str:
    """A mean, with the least and greatest value where there are several.

    Example:
        >>> spread([1.0]), spread([1.0, 2.0])
        ('1.00', '1.50 (1.00–2.00)')
    """
    told = number(float(np.mean(values)), digits)
    if len(values) == 1 or max(values) - min(values) <= EQUAL:
        return told
    return f"{told} ({number(min(values), digits)}–{number(max(values), digits)})"


def table(head: Sequence[str], lines: Iterable[Sequence[object]]) -> str:
    """A table in Markdown.

    Example:
        >>> print(table(["k", "SSE"], [[2, "1.1"]]))
        | k | SSE |
        |---|---|
        | 2 | 1.1 |
    """
    rows = [f"| {' | '.join(str(cell) for cell in line)} |" for line in lines]
    return "\n".join([f"| {' | '.join(head)} |", "|" + "---|" * len(head), *rows])


def grid(
    rows: Sequence[Row], figure: str, title: str, *, line: str = "method", over: str = "k", digits: int = 3
) -> str:
    """A table of one figure: a line for every data set and method, a column for every k."""
    columns = different(rows, over)
    several = len(different(rows, "data")) > 1
    lines = []
    for data in different(rows, "data"):
        for name in different(where(rows, data=data), line):
            cells = [
                spread([row[figure] for row in found], digits)
                if (found := where(rows, **{"data": data, line: name, over: at}))
                else ""
                for at in columns
            ]
            lines.append([*([data] if several else []), name, *cells])
    there = [i for i in range(len(columns)) if any(entry[i + 1 + several] for entry in lines)]
    head = [*(["data"] if several else []), line, *(f"{over}={columns[i]}" for i in there)]
    kept = [[*entry[: 1 + several], *(entry[i + 1 + several] for i in there)] for entry in lines]
    return f"{title}\n\n{table(head, kept)}"


def beside(printed: Iterable[Printed]) -> str | None:
    """What the paper prints, beside ours; None where it prints nothing."""
    lines = [[p.what, number(p.paper, 4), number(p.ours, 4), "yes" if p.near else "no"] for p in printed]
    return table(["printed figure", "paper", "ours", "within 10 %"], lines) if lines else None
