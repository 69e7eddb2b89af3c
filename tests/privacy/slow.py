"""The privacy models again, slowly and by their definitions alone."""

import math
import unicodedata
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from itertools import combinations

import numpy as np
from scipy.optimize import linear_sum_assignment

Values = Sequence[Hashable]


NOTHING = ("", "*", "na", "n/a", "n.a.", "nan", "null", "-", "--", "?", ".")


def folded(text: str) -> str:
    """A text as a reader takes it in."""
    return unicodedata.normalize("NFC", " ".join(text.split())).casefold()


def told(texts: Sequence[str], read: Callable[[str], Hashable] = folded) -> list[Hashable]:
    """Sensitive texts without the missing ones."""
    return [read(text) for text in texts if text.strip().lower() not in NOTHING]


def diversity(texts: Sequence[str], kind: str, c: float = 3.0, read: Callable[[str], Hashable] = folded) -> float:
    """The l of a class by its texts: missing ones do not count, or count as one value, whichever gives less."""
    spoken = told(texts, read)
    if kind == "distinct":
        return distinct(spoken)
    ways = [spoken, spoken + ["nothing"] * (len(texts) - len(spoken))]
    return min(entropy(way) if kind == "entropy" else recursive(way, c) for way in ways)


def distinct(values: Values) -> int:
    return len(set(values))


def entropy(values: Values) -> float:
    shares = [often / len(values) for often in Counter(values).values()]
    return math.exp(-sum(p * math.log(p) for p in shares))


def recursive(values: Values, c: float) -> int:
    counts = sorted(Counter(values).values(), reverse=True)
    return max((rank for rank in range(1, len(counts) + 1) if counts[0] < c * sum(counts[rank - 1 :])), default=0)


def most_apart(values: Values, apart: Callable[[Hashable, Hashable], bool]) -> int:
    """By trying all choices."""
    different = sorted(set(values), key=repr)
    for size in range(len(different), 0, -1):
        if any(all(apart(a, b) for a, b in combinations(chosen, 2)) for chosen in combinations(different, size)):
            return size
    return 0


def equal(values: Values, everything: Values) -> Fraction:
    p, q = Counter(values), Counter(everything)
    return sum(abs(Fraction(p[v], len(values)) - Fraction(q[v], len(everything))) for v in q) / 2


def ordered(values: Values, everything: Values, place: Callable[[Hashable], object]) -> Fraction:
    """The formula of Li et al.: the differences summed up from the lowest value on."""
    places = sorted({place(v) for v in everything})
    if len(places) < 2:
        return Fraction(0)
    p, q = Counter(map(place, values)), Counter(map(place, everything))
    risen, total = Fraction(0), Fraction(0)
    for here in places:
        risen += Fraction(p[here], len(values)) - Fraction(q[here], len(everything))
        total += abs(risen)
    return total / (len(places) - 1)


def ordered_both(values: Values, everything: Values, place: Callable[[Hashable], float]) -> Fraction:
    """The greater of counting places and exact texts, of which those at one place follow each other."""
    return max(ordered(values, everything, place), ordered(values, everything, lambda text: (place(text), text)))


def earth_movers(values: Values, everything: Values, distance: Callable[[Hashable, Hashable], float]) -> float:
    """Both files blown up to as many equal grains, and the grains assigned one to one."""
    grains = math.lcm(len(values), len(everything))
    left = [v for v in values for _ in range(grains // len(values))]
    right = [v for v in everything for _ in range(grains // len(everything))]
    cost = np.array([[distance(a, b) for b in right] for a in left])
    rows, columns = linear_sum_assignment(cost)
    return float(cost[rows, columns].sum()) / grains
