"""Which of several places of one name is meant: by how many people live where, and where a column's others lie."""

import math
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from semblant.arrays import Floats
from semblant.knowledge.taxonomy import Taxonomy
from semblant.knowledge.texts import unaccented
from semblant.terms.match import Match
from semblant.terms.normalise import clean

_ROUNDS, _SETTLED = 8, 0.01  # how often that is repeated at most, and the change from which it goes on
_SEVERAL = 0.2  # the share of the other values from which a country is one that the column speaks of ...
_SEVERAL_KINDS = 0.1  # ... and that of a kind of place
_ALONE = 0.5  # the share of the values from which one country says all it can; a column of the whole world says less
_ONE = 1.0  # ... and the least number of them
_FLOOR, _MIXED = 0.05, 0.5  # what a country has that no other value names, and how much more where all differ
_OTHER_KINDS = 0.01  # the least share of each kind: a column of towns may have a state or a country too
_LARGE = 100_000  # people from which a city is known abroad
_ABROAD_SHARE, _AT_HOME = 0.05, 0.5  # the share of a country that is elsewhere for a column, and that of its own
_WELL_KNOWN = 50_000  # people of a city that many have heard of
_TOWN, _SMALL = 10_000, 0.8  # people of a town that may be meant anywhere, and the chance that a smaller one is
_UNKNOWN_HERE = 0.75  # the chance that a small town abroad is meant, and no smaller one at home that is not known
_CLEAR = 0.6  # the share of a place from which it is taken rather than what lies above it
_WIDER = 0.89  # a country in place of one of its towns is probable at most
_BY_OTHER_NAME = 0.1
_DIVISIONS = 4  # divisions of a country whose people mean one of them, as the largest are meant most
_BY_TRANSLATION = {"country": 1e6, "division": 2e5}
"""People of a city that is meant before a country or division that has its name only in some language: *Granada*."""
_MAY_BE = 0.03  # the share of the people of a value's likeliest place from which it may well be another one
_TOGETHER = 2  # the power of the share of the values that may well lie in a country
_LESSER = 0.5  # the power of the people that counts where what was left out may say that a lesser place is meant
_NEARLY_ALL, _MANY, _AT_HOME_TOO = 0.9, 10, 0.6
"""From this share of at least so many places on, a name that is not known lies where they lie, with that chance."""
_KNOWN = {
    ("country", False): 1e8, ("country", True): 1e6, ("division", False): 1e6, ("division", True): 3e5,
    ("region", False): 1e9, ("region", True): 1e9,
}  # fmt: skip
"""As many people as a city needs to be meant before a country, division or region of its name; by name, by letters."""

Seats = Sequence[Sequence[tuple[str, str]]]


class Gazetteer:
    """What kind of place each is, what it lies in, and how many people mean it."""

    def __init__(self, taxonomy: Taxonomy) -> None:
        self.taxonomy = taxonomy
        self.above = lru_cache(maxsize=1 << 16)(lambda concept: frozenset(taxonomy.ancestors(concept).tolist()))
        self.seat = lru_cache(maxsize=1 << 16)(self._seat_of)
        self._of_division = lru_cache(maxsize=None)(self._people_of_division)
        self.division = lru_cache(maxsize=1 << 16)(self._division_of)

    def kind(self, concept: int) -> str:
        """Whether a place is a city, division, country or region."""
        return self.seat(concept)[1]

    def country(self, concept: int) -> str:
        """The country of a place; the place itself where it is wider."""
        return self.seat(concept)[0]

    def people(self, match: Match) -> float:
        """How many people mean a place by a name, roughly: those who live there, fewer by another name of a city."""
        kind, counts = self.kind(match.concept), self.taxonomy.arrays.counts
        letters = 1 < len(match.term) < 4
        own = letters or _plain(self.taxonomy.label(match.concept)).startswith(_plain(match.term))
        if kind == "city":
            live = 1.0 if counts is None else float(counts[match.concept])
        else:
            live = _KNOWN[kind, letters] if own else _BY_TRANSLATION.get(kind, _KNOWN[kind, letters])
        if kind == "division":
            live = min(live, self._of_division(self._country_of(match.concept)))
        return max(live, 1.0) * (1.0 if own or kind != "city" else _BY_OTHER_NAME)

    def is_well_known(self, match: Match) -> bool:
        """Whether a place is a country, a division or a city that many have heard of."""
        return self.kind(match.concept) != "city" or self.people(match) >= _WELL_KNOWN

    def _country_of(self, concept: int) -> int:
        """The concept of the country of a place, or -1."""
        return self.taxonomy.ids.find(self.country(concept))

    def _people_of_division(self, country: int) -> float:
        """As many people as mean a division of a country at most: those of several such divisions."""
        if country < 0 or self.taxonomy.arrays.counts is None:
            return math.inf
        below, todo = 0.0, self.taxonomy.children(country).tolist()
        divisions = sum("-" in self.taxonomy.ids[c] for c in todo)
        while todo:
            place = todo.pop()
            below += float(self.taxonomy.arrays.counts[place])
            todo += self.taxonomy.children(place).tolist()
        return _DIVISIONS * below / max(divisions, 1)

    def _seat_of(self, concept: int) -> tuple[str, str]:
        ids = self.taxonomy.ids
        own = ids[concept]
        kind = "division" if "-" in own else "country" if own.isalpha() else "city" if len(own) > 3 else "region"
        above = (ids[c] for c in self.taxonomy.path_to_root(concept))
        return next((name for name in above if name.isalpha()), own), kind

    def _division_of(self, concept: int) -> str:
        """The first-level division of a place; empty where it lies in none."""
        names = (self.taxonomy.ids[c] for c in reversed(self.taxonomy.path_to_root(concept)))
        return next((name for name in names if "-" in name), "")


class Choice:
    """The choice among the readings of a column's values.

    A value that several places could be is shared out among them, by their people and by how many of the other values
    lie in the same country and are of the same kind (countries, divisions or cities); clear values count most. This is
    repeated, as what is settled tells about the rest. A place that is not clear enough gives way to what lies above it
    and its rivals, and the score says how clear that is.
    """

    def __init__(self, gazetteer: Gazetteer, readings: Sequence[Sequence[Match]], weights: Floats) -> None:
        self.gazetteer = gazetteer
        self.readings = readings
        self.weights = np.log1p(weights)

    def settled(self, likely: Sequence[bool]) -> list[Match]:
        """The reading of each value that is taken; ``likely`` says which texts may name places that are not known."""
        asked = [[m for m in found if m.concept >= 0] for found in self.readings]
        seats = [[self.gazetteer.seat(m.concept) for m in found] for found in asked]
        people = [np.array([self._people(m) for m in found]) for found in asked]
        covering = _covering(seats, people)
        shares = [
            _shared(one * np.array([covering[country] ** _TOGETHER for country, _ in told]))
            for one, told in zip(people, seats, strict=True)
        ]
        for _ in range(_ROUNDS):
            countries, kinds = (_Census(seats, shares, self.weights, which) for which in (0, 1))
            before, shares = (
                shares,
                [
                    _shared(one * countries.beside(i) * kinds.beside(i)) if one.size > 1 else shares[i]
                    for i, one in enumerate(people)
                ],
            )
            if all(np.abs(old - new).max(initial=0.0) < _SETTLED for old, new in zip(before, shares, strict=True)):
                break
        taken = [
            self._unless_abroad(self._settled(found, share), found, countries, i) if found else given[0]
            for i, (given, found, share) in enumerate(zip(self.readings, asked, shares, strict=True))
        ]
        home = self._home(taken)
        if home is None:
            return taken
        return [home if m.reason == "unknown" and named else m for m, named in zip(taken, likely, strict=True)]

    def _people(self, match: Match) -> float:
        people = self.gazetteer.people(match)
        return people**_LESSER if match.reason == "trimmed" else people

    def _home(self, taken: Sequence[Match]) -> Match | None:
        """The narrowest place, a country at most, in which nearly all values lie; none in a short or mixed column."""
        placed = [m.concept for m in taken if m.concept >= 0 and m.score >= _CLEAR]
        if len(placed) < _MANY:
            return None
        within: Counter[int] = Counter(
            above for concept in placed for above in {*self.gazetteer.above(concept), concept}
        )
        kinds = ("country", "division")
        all_in = [c for c, n in within.items() if n >= _NEARLY_ALL * len(placed) and self.gazetteer.kind(c) in kinds]
        if not all_in:
            return None
        narrowest = max(all_in, key=lambda c: (self.gazetteer.taxonomy.depth[c], -c))
        return Match(narrowest, 0, _AT_HOME_TOO, "voted", whole=False)

    def _unless_abroad(self, match: Match, found: Sequence[Match], countries: "_Census", i: int) -> Match:
        """A place with its score, which is lower for a small town far from where nearly all others lie."""
        seat, people = self.gazetteer.seat, self.gazetteer.people
        country = seat(match.concept)[0]
        large = any(seat(m.concept) == (country, "city") and people(m) >= _LARGE for m in found)
        towns = all(seat(m.concept)[1] == "city" for m in found if seat(m.concept)[0] == country)
        if large or not towns:
            return match
        if countries.is_abroad(country, i):
            return match._replace(score=min(match.score, _UNKNOWN_HERE))
        if match.reason != "exact" or people(match) >= _TOWN or countries.speaks_of(country, i):
            return match
        return match._replace(score=min(match.score, _SMALL))

    def _settled(self, found: Sequence[Match], shares: Floats) -> Match:
        """The narrowest place that is likely enough, or the likeliest."""
        best = int(np.argmax(shares))
        country, kind = self.gazetteer.seat(found[best].concept)
        seats = [self.gazetteer.seat(match.concept) for match in found]
        # a city and its own district are hardly two places
        same = [i == best or (seat[0] == country and seat[1] != kind) for i, seat in enumerate(seats)]
        same = [one or self._nested(found[best].concept, m.concept) for one, m in zip(same, found, strict=True)]
        share = float(shares[same].sum())
        likely = found[best]._replace(score=found[best].score * share)
        if share >= _CLEAR:
            return likely
        above: Counter[int] = Counter()
        for match, share in zip(found, shares.tolist(), strict=True):
            for place in self.gazetteer.above(match.concept):
                above[place] += share
        depth = self.gazetteer.taxonomy.depth
        wider = [place for place, share in above.items() if share >= _CLEAR and self.gazetteer.kind(place) != "region"]
        if not wider:
            return likely
        place = max(wider, key=lambda place: (depth[place], above[place]))
        return Match(place, 0, min(above[place], _WIDER) * found[best].score, "voted", whole=False)

    def _nested(self, a: int, b: int) -> bool:
        """Whether one of two places lies in the other, such as a district in the division of its name."""
        return a in self.gazetteer.above(b) or b in self.gazetteer.above(a)


def _plain(name: str) -> str:
    return unaccented(clean(name))


def _covering(seats: Seats, people: Sequence[Floats]) -> dict[str, float]:
    """For each country the share of the values that may well lie in it, which tells most where all may be several."""
    found: Counter[str] = Counter()
    for told, one in zip(seats, people, strict=True):
        found.update(
            {country for (country, _), many in zip(told, one.tolist(), strict=True) if many >= _MAY_BE * one.max()}
        )
    whole = max(sum(map(bool, seats)), 1)
    return {country: max(found[country], 0.5) / whole for told in seats for country, _ in told}


def _shared(parts: Floats) -> Floats:
    return parts / parts.sum() if parts.size else parts


class _Census:
    """How many values of a column lie in each country, or are of each kind; ``which`` of their seats is counted."""

    def __init__(self, seats: Seats, shares: Sequence[Floats], many: Floats, which: int) -> None:
        self._things = [[seat[which] for seat in told] for told in seats]
        self._counted: list[Counter[str]] = []
        self._total: Counter[str] = Counter()
        for things, share, weight in zip(self._things, shares, many.tolist(), strict=True):
            own: Counter[str] = Counter()
            for thing, part in zip(things, share.tolist(), strict=True):
                own[thing] += part
            clear = max(2 * max(own.values(), default=0.0) - 1, 0.0) ** 4  # what is not clear itself tells little
            self._counted.append(Counter({thing: weight * clear * part for thing, part in own.items()}))
            self._total.update(self._counted[-1])
        self._all = float(sum(self._total.values()))
        elsewhere = 1 - max(self._total.values(), default=0.0) / self._all if self._all else 0.0
        self._floor = _FLOOR + _MIXED * elsewhere
        self._of_countries = which == 0
        if not self._of_countries:
            self._floor = max(self._floor, _OTHER_KINDS * self._all)

    def is_abroad(self, thing: str, i: int) -> bool:
        """Whether hardly another value than one lies in a country, and most of them in a single other one."""
        rest = self._total - self._counted[i]
        whole = sum(rest.values())
        return rest[thing] < _ABROAD_SHARE * whole and max(rest.values(), default=0.0) >= _AT_HOME * whole

    def speaks_of(self, thing: str, i: int) -> bool:
        """Whether several other values than one lie in a country."""
        rest = self._total - self._counted[i]
        return rest[thing] >= max(_SEVERAL * sum(rest.values()), _ONE)

    def beside(self, i: int) -> Floats:
        """For each reading of a value how much the other values speak for it."""
        rest = self._all - sum(self._counted[i].values())
        parts = np.array([self._total[thing] - self._counted[i][thing] for thing in self._things[i]])
        most = max(self._total.values(), default=0.0)
        several = _SEVERAL if self._of_countries else _SEVERAL_KINDS
        parts = np.where(parts >= max(several * rest, _ONE), most, parts)  # which is commoner then tells nothing
        told = min(1.0, most / max(_ALONE * self._all, 1e-9)) if self._of_countries else 1.0
        return np.asarray((np.maximum(parts, 0.0) + self._floor) ** told, np.float64)
