"""A counter of promises in plain Python, which knows nothing of Semblant: files, dictionaries and exact fractions.

It reads an original, a release, the link between them and the policy as plain mappings, and returns what it counted
and every promise that is broken.
"""

import csv
import io
import math
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from itertools import combinations
from typing import Any

NOTHING = {"", "*", "na", "n/a", "n.a.", "#n/a", "<na>", "nan", "null", "-", "--", "?", "."}
LOOK_ALIKES = str.maketrans({"с": "c", "е": "e", "о": "o", "а": "a", "р": "p", "\u200b": None, "–": "-", "’": "'"})
_SLACK = 1e-9

Above = Callable[[str], set[str] | None]
"""The concepts at and above a text; None where it is no concept."""


@dataclass(frozen=True)
class Sheet:
    """A table as the csv module reads it."""

    names: list[str]
    rows: list[list[str]]

    def column(self, name: str) -> list[str]:
        at = self.names.index(name)
        return [row[at] for row in self.rows]


@dataclass
class Counted:
    """What was counted in a release, and what is broken."""

    k: int = 0
    classes: int = 0
    suppressed: int = 0
    l: dict[str, float] = field(default_factory=dict)  # noqa: E741
    t: dict[str, float] = field(default_factory=dict)
    broken: list[str] = field(default_factory=list)

    def expect(self, holds: bool, otherwise: str) -> None:
        if not holds:
            self.broken.append(otherwise)


def sheet(content: bytes, encoding: str = "utf-8", delimiter: str = ",") -> Sheet:
    """Read a file of comma-separated values."""
    text = content.decode("utf-8-sig" if encoding == "utf-8" else encoding)
    rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
    rows = [row or [""] for row in rows]  # a line of one empty cell
    return Sheet(rows[0], rows[1:])


def reader(text: str) -> str:
    """What a reader takes a text for, among the texts that the campaign writes."""
    seen = unicodedata.normalize("NFKC", text.translate(LOOK_ALIKES)).casefold()
    return " ".join(seen.split())


def number(text: str) -> Decimal | None:
    """A text as a number, if it is one."""
    try:
        found = Decimal(text.strip())
    except InvalidOperation:
        return None
    return found if found.is_finite() else None


def person(text: str) -> Hashable:
    """Who a text names; all texts for nobody are one person."""
    if reader(text) in NOTHING:
        return ""
    found = number(text)
    return reader(text) if found is None else found


def persons(original: Sheet, policy: Mapping[str, Any]) -> list[Hashable]:
    """The person of every record of the original."""
    if policy.get("individual"):
        return [person(text) for text in original.column(policy["individual"])]
    return list(range(len(original.rows)))


def told(policy: Mapping[str, Any], role: str) -> list[str]:
    """The columns of a role."""
    return [name for name, rules in policy["attributes"].items() if rules["role"] == role]


# --- tables and sets -------------------------------------------------------------------------------


def count(
    original: Sheet,
    release: Sheet,
    link: Sequence[int],
    policy: Mapping[str, Any],
    *,
    suppresses: bool = False,
    key: Callable[[str, str], Hashable] = lambda _, text: text,
) -> Counted:
    """Count every promise of a released table whose rows are linked to the original's.

    ``key`` says what a cell of a quasi-identifier counts as: its text, or the items of a set.
    """
    found = Counted()
    expected = [name for name in original.names if policy["attributes"][name]["role"] != "identifier"]
    found.expect(release.names == expected, f"columns {release.names} instead of {expected}")
    found.expect(len(release.rows) == len(original.rows), "not as many rows as the original")
    found.expect(sorted(link) == list(range(len(original.rows))), "the link is not one-to-one")
    if found.broken:
        return found
    gone = [suppresses and set(row) == {"*"} for row in release.rows]
    empty = [gone[at] and _nothing(original, row, release.names, policy) for at, row in enumerate(link)]
    if sum(empty) >= policy["k"]:  # a class of records that had nothing to publish
        gone = [g and not e for g, e in zip(gone, empty, strict=True)]
    found.suppressed = sum(gone)
    allowed = math.floor(Fraction(repr(policy.get("suppression_limit", 0.0))) * len(gone))
    found.expect(found.suppressed <= allowed, f"{found.suppressed} records are suppressed, {allowed} may be")
    people = persons(original, policy)
    who = [people[row] for row in link]
    quasi = [(name, release.column(name)) for name in told(policy, "quasi")]
    classes: dict[Hashable, list[int]] = defaultdict(list)
    for at in range(len(link)):
        if not gone[at]:
            classes[tuple(key(name, cells[at]) for name, cells in quasi)].append(at)
    found.classes = len(classes)
    found.k = min((len({who[at] for at in rows}) for rows in classes.values()), default=0)
    _untouched(original, release, link, gone, policy, found)
    _order(release, link, policy, found)
    for name in told(policy, "sensitive"):
        _sensitive(name, release.column(name), list(classes.values()), who, policy, found)
    return found


def hidden(text: str, name: str, policy: Mapping[str, Any]) -> bool:
    """Whether a cell of a quasi-identifier is missing, and the policy hides that."""
    rules = policy["attributes"][name]
    on_a_line = rules.get("kind") in ("numeric", "date", "ordinal")
    missing = reader(text) in NOTHING if on_a_line else not text
    return missing and rules.get("missing", policy.get("missing")) == "suppress"


def _nothing(original: Sheet, row: int, names: Sequence[str], policy: Mapping[str, Any]) -> bool:
    """Whether a record of the original has nothing to publish: every column is masked, and its values are missing."""
    quasi, cells = told(policy, "quasi"), dict(zip(original.names, original.rows[row], strict=True))
    return all(name in quasi and hidden(cells[name], name, policy) for name in names)


def _untouched(
    original: Sheet,
    release: Sheet,
    link: Sequence[int],
    gone: Sequence[bool],
    policy: Mapping[str, Any],
    found: Counted,
) -> None:
    for name in told(policy, "sensitive") + told(policy, "keep"):
        before, after = original.column(name), release.column(name)
        same = all(gone[at] or after[at] == before[row] for at, row in enumerate(link))
        found.expect(same, f"cells of the unmasked column {name!r} changed")


def _order(release: Sheet, link: Sequence[int], policy: Mapping[str, Any], found: Counted) -> None:
    order = policy.get("order", "sorted")
    if order == "sorted":
        found.expect(release.rows == sorted(release.rows), "the rows are not sorted")
    elif order == "keep":
        found.expect(list(link) == sorted(link), "the rows are not in the order of the original")


def _sensitive(
    name: str,
    values: Sequence[str],
    classes: Sequence[Sequence[int]],
    who: Sequence[Hashable],
    policy: Mapping[str, Any],
    found: Counted,
) -> None:
    rules = policy["attributes"][name]
    keys = _keys(values, rules)
    if rules.get("l") is not None and classes:
        per_class = [Counter(value for value, _ in {(keys[at], who[at]) for at in rows}) for rows in classes]
        found.l[name] = min(_diversity(counts, rules) for counts in per_class)
        kept = found.l[name] >= rules["l"] * (1 - _SLACK)
        found.expect(kept, f"l = {found.l[name]} in {name!r}, promised {rules['l']}")
    if rules.get("t") is not None and classes:
        there = [at for rows in classes for at in rows]
        orders = [_places(values, rules, exact=exact) for exact in (True, False)]
        measure = _equal if rules.get("ground", "equal") == "equal" else _ordered
        found.t[name] = float(max(measure(places, rows, there) for places in orders for rows in classes))
        found.expect(found.t[name] <= rules["t"] + _SLACK, f"t = {found.t[name]} in {name!r}, promised {rules['t']}")


def _keys(values: Sequence[str], rules: Mapping[str, Any]) -> list[Hashable | None]:
    """Sensitive values as a reader tells them apart; None where there is none."""
    numbers = [number(text) for text in values]
    numeric = all(n is not None or reader(t) in NOTHING for n, t in zip(numbers, values, strict=True))
    keys: list[Hashable | None] = []
    for text, found in zip(values, numbers, strict=True):
        one = found if (numeric or rules.get("kind") == "numeric") and found is not None else reader(text)
        keys.append(None if reader(text) in NOTHING else one)
    return keys


def _diversity(counts: Counter[Hashable | None], rules: Mapping[str, Any]) -> float:
    """The l of a class: the least over counting a missing value as one or as none."""
    said = Counter({value: n for value, n in counts.items() if value is not None})
    kind = rules.get("l_kind", "distinct")
    if kind == "distinct":
        return len(said)
    measure = _entropy if kind == "entropy" else lambda c: _recursive(c, Fraction(repr(rules.get("c", 3.0))))
    return min(measure(counts), measure(said))


def _entropy(counts: Counter[Hashable | None]) -> float:
    whole = sum(counts.values())
    return math.exp(-sum(n / whole * math.log(n / whole) for n in counts.values())) if whole else 1.0


def _recursive(counts: Counter[Hashable | None], c: Fraction) -> int:
    """The largest l for which the commonest value is rarer than c times all from the l-th on."""
    sizes = sorted(counts.values(), reverse=True)
    return sum(sizes[0] < c * sum(sizes[at:]) for at in range(len(sizes)))


def _places(values: Sequence[str], rules: Mapping[str, Any], *, exact: bool) -> list[int]:
    """Every value as its place in the order of the column: by text where ``exact``, else by what a reader sees."""

    def rank(text: str) -> tuple[int, Any]:
        level = [reader(one) for one in rules.get("levels") or ()]
        if reader(text) in level:
            return (1, level.index(reader(text)))
        found = None if level or reader(text) in NOTHING else number(text)
        return (0, reader(text)) if found is None else (1, found)

    order = sorted({(rank(text), text if exact else "") for text in values})
    return [order.index((rank(text), text if exact else "")) for text in values]


def _equal(places: Sequence[int], rows: Sequence[int], there: Sequence[int]) -> Fraction:
    here, whole = Counter(places[at] for at in rows), Counter(places[at] for at in there)
    return sum((abs(Fraction(here[v], len(rows)) - Fraction(whole[v], len(there))) for v in whole), Fraction(0)) / 2


def _ordered(places: Sequence[int], rows: Sequence[int], there: Sequence[int]) -> Fraction:
    """The earth mover's distance over the steps of the order, of the values that are there."""
    rank = {place: at for at, place in enumerate(sorted({places[at] for at in there}))}
    if len(rank) < 2:
        return Fraction(0)
    here, whole = Counter(rank[places[at]] for at in rows), Counter(rank[places[at]] for at in there)
    total, run = Fraction(0), Fraction(0)
    for step in range(len(rank) - 1):
        run += Fraction(here[step], len(rows)) - Fraction(whole[step], len(there))
        total += abs(run)
    return total / (len(rank) - 1)


# --- rare values -----------------------------------------------------------------------------------


def rare(original: Sheet, shown: Iterable[str], name: str, policy: Mapping[str, Any], above: Above | None) -> list[str]:
    """The texts of a masked column that fewer than k persons have; a concept is had by whoever is at or below it."""
    holders: dict[str, set[Hashable]] = defaultdict(set)
    for text, who in zip(original.column(name), persons(original, policy), strict=True):
        holders[f"={text}"].add(who)
        for concept in (above(text) or ()) if above else ():
            holders[concept].add(who)
    k = policy["k"]
    exact = {text for text in set(shown) - {"*"} if len(holders[f"={text}"]) < k}
    return sorted(text for text in exact if not (above and above(text) and len(holders[reader(text)]) >= k))


# --- sets and logs ---------------------------------------------------------------------------------


def items(cell: str, separator: str) -> frozenset[str]:
    """The items of a cell; the campaign writes none with quotes."""
    return frozenset(part.strip() for part in cell.split(separator)) - {""}


def support(sets: Sequence[frozenset[str]], m: int) -> int:
    """How many records hold any up to m items that occur together."""
    counts: Counter[tuple[str, ...]] = Counter()
    for one in sets:
        for size in range(1, m + 1):
            counts.update(combinations(sorted(one), size))
    return min(counts.values(), default=0)


def logs(release: Sheet, user: str) -> list[int]:
    """How many users share each log: the same rows equally often."""
    at = release.names.index(user)
    by_user: dict[str, list[tuple[str, ...]]] = defaultdict(list)
    for row in release.rows:
        by_user[row[at]].append(tuple(cell for i, cell in enumerate(row) if i != at))
    return list(Counter(tuple(sorted(rows)) for rows in by_user.values()).values())
