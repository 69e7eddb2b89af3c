"""Places as people write them: `Springfield, IL`, `Paris (France)`, `Austin TX 78701`, `the Netherlands`."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache

import numpy as np
from rapidfuzz.distance import OSA

from semblant.arrays import Floats
from semblant.data.missing import is_nothing
from semblant.knowledge.taxonomy import Taxonomy
from semblant.terms.match import NOTHING, UNKNOWN, Match, Matcher
from semblant.terms.normalise import NON_ANSWERS, bare, clean
from semblant.terms.suggest import Suggestions

_PARTS = re.compile(r"\s*[,;()/|]\s*|\s+-+\s+")
_POSTCODE = re.compile(
    r"\b\d{4,6}(?:-\d{4})?\b"
    r"|(?<=[\s,])(?:[A-Z]{1,2}\d[A-Z\d]?(?:\s*\d[A-Z]{2})?|[A-Z]\d[A-Z]\s*\d[A-Z]\d)\s*(?=$|,)",
    re.I,
)
"""Postcodes of digits anywhere, British and Canadian ones at the end of a part."""
_BEFORE = re.compile(r"^(?:the|city of|state of|county of|province of|republic of|greater|county|co\.?)\s+")
_SHORT = {"st": "saint", "st.": "saint", "ft": "fort", "ft.": "fort", "mt": "mount", "mt.": "mount"}
_SLIP = 0.75  # the chance that a name with one slip in it is meant
_LONG = 6  # letters from which slips are mended
_SLIP_LENGTH, _TWO_SLIPS = 5, 10  # letters of a word that may have a slip, and two
_ROUNDS, _SETTLED = 8, 0.01  # how often that is repeated at most, and the change from which it goes on
_SEVERAL = 0.2  # the share of the other values from which a country is one that the column speaks of ...
_ALONE = 0.5  # the share of the values from which one country says all it can; a column of the whole world says less
_ONE = 1.0  # ... and the least number of them
_FLOOR, _MIXED = 0.05, 0.5  # what a country has that no other value names, and how much more where all differ
_OTHER_KINDS = 0.01  # the least share of each kind: a column of towns may have a state or a country too
_LARGE = 100_000  # people from which a city is known abroad
_ABROAD_SHARE, _AT_HOME = 0.05, 0.5  # the share of a country that is elsewhere for a column, and that of its own
_UNKNOWN_HERE = 0.75  # the chance that a small town abroad is meant, and no smaller one at home that is not known
_CLEAR = 0.6  # the share of a place from which it is taken rather than what lies above it
_WIDER = 0.89  # a country in place of one of its towns is probable at most
_BY_OTHER_NAME = 0.1
_KNOWN = {
    ("country", False): 1e8, ("country", True): 1e6, ("division", False): 1e6, ("division", True): 3e5,
    ("region", False): 1e9, ("region", True): 1e9,
}  # fmt: skip
"""As many people as a city needs to be meant before a country, division or region of its name; by name, by letters."""
_COMPASS = {
    "n": ("north", "northern"), "s": ("south", "southern"), "e": ("east", "eastern"), "w": ("west", "western"),
}  # fmt: skip
_ABROAD = frozenset({"abroad", "overseas", "foreign", "ausland", "étranger", "etranger", "extranjero", "estero"})
"""Answers that say that a place is elsewhere."""

Seats = Sequence[Sequence[tuple[str, str]]]


class PlaceMatcher(Matcher):
    """Matches names of places: alone, or with what they lie in, which tells places of one name apart."""

    def __init__(self, taxonomy: Taxonomy) -> None:
        super().__init__(taxonomy)
        self._seats = lru_cache(maxsize=1 << 16)(self._seat_of)
        self._above = lru_cache(maxsize=1 << 14)(lambda concept: set(taxonomy.ancestors(concept).tolist()))

    def _readings(self, text: str) -> tuple[Match, ...]:
        if is_nothing(text):
            return (NOTHING,)
        if bare(clean(text)) in NON_ANSWERS | _ABROAD:
            return (UNKNOWN,)
        parts = [part for part in _PARTS.split(_POSTCODE.sub(" ", text).strip()) if part] or [text]
        found = self._named(text) or self._place(clean(text)) or self._among(parts) or self._ending(parts[0].split())
        if not found and len(parts) == 1 and parts[0] != text:
            found = [m._replace(reason="spelling", whole=False) for m in self._place(clean(parts[0]))]
        return tuple(found or self._alike(clean(text))) or (UNKNOWN,)

    def _bases(self, form: str) -> Iterator[str]:  # noqa: ARG002
        """Names of places have no plural."""
        return iter(())

    def _place(self, phrase: str) -> list[Match]:
        """The places of a name, also of one with a word before it or a shortened saint."""
        for form in dict.fromkeys((phrase, _BEFORE.sub("", phrase), _written_out(phrase), *_compass(phrase))):
            if found := self.phrase(form):
                return found if form == phrase else [m._replace(reason="spelling") for m in found]
        return []

    def _among(self, parts: list[str]) -> list[Match]:
        """The places of the first part that lie in those of the others; the others alone where it is unknown."""
        if len(parts) < 2:
            return []
        places = [self._place(clean(part)) for part in parts]
        known = [found for found in places if found]
        if not known:
            return []
        inner = known[0]
        for outer in known[1:]:
            inner = self._within(inner, outer) or inner
        whole = len(known) == len(parts) and inner is not known[0]
        return [m._replace(reason="spelling" if whole else "trimmed", whole=False) for m in inner]

    def _ending(self, words: list[str]) -> list[Match]:
        """A place followed by what it lies in, without a comma: `Portland OR`."""
        for size in range(1, min(3, len(words) - 1) + 1):
            inner = self._place(clean(" ".join(words[:-size])))
            outer = self._place(clean(" ".join(words[-size:])))
            if within := self._within(inner, outer):
                return [m._replace(reason="spelling", whole=False) for m in within]
        return []

    def choose(self, readings: Sequence[Sequence[Match]], weights: Floats) -> list[Match]:
        """What each value means: by how many people live where, and where the column's other values lie.

        A value that several places could be is shared out among them, by their people and by how many of the other
        values lie in the same country and are of the same kind (countries, divisions or cities); clear values count
        most. This is repeated, as what is settled tells about the rest. A place that is not clear enough gives way to
        what lies above it and its rivals, and the score says how clear that is.
        """
        asked = [[m for m in found if m.concept >= 0] for found in readings]
        seats = [[self._seat(m.concept) for m in found] for found in asked]
        people = [np.array([self._people(m) for m in found]) for found in asked]
        many = np.log1p(weights)
        shares = [_shared(one) for one in people]
        for _ in range(_ROUNDS):
            countries, kinds = (_Census(seats, shares, many, which) for which in (0, 1))
            before, shares = (
                shares,
                [
                    _shared(one * countries.beside(i) * kinds.beside(i)) if one.size > 1 else shares[i]
                    for i, one in enumerate(people)
                ],
            )
            if all(np.abs(old - new).max(initial=0.0) < _SETTLED for old, new in zip(before, shares, strict=True)):
                break
        return [
            self._unless_abroad(self._settled(found, share), found, countries, i) if found else given[0]
            for i, (given, found, share) in enumerate(zip(readings, asked, shares, strict=True))
        ]

    def _unless_abroad(self, match: Match, found: Sequence[Match], countries: "_Census", i: int) -> Match:
        """A place with its score, which is lower for a small town far from where nearly all others lie."""
        country = self._seat(match.concept)[0]
        large = any(self._seat(m.concept) == (country, "city") and self._people(m) >= _LARGE for m in found)
        towns = all(self._seat(m.concept)[1] == "city" for m in found if self._seat(m.concept)[0] == country)
        if large or not towns or not countries.is_abroad(country, i):
            return match
        return match._replace(score=min(match.score, _UNKNOWN_HERE))

    def _settled(self, found: Sequence[Match], shares: Floats) -> Match:
        """The narrowest place that is likely enough, or the likeliest."""
        best = int(np.argmax(shares))
        country, kind = self._seat(found[best].concept)
        seats = [self._seat(match.concept) for match in found]  # a city and its own district are hardly two places
        same = [i == best or (seat[0] == country and seat[1] != kind) for i, seat in enumerate(seats)]
        same = [one or self._nested(found[best].concept, m.concept) for one, m in zip(same, found, strict=True)]
        likely = found[best]._replace(score=found[best].score * float(shares[same].sum()))
        if likely.score >= _CLEAR or likely.reason == "voted":
            return likely
        above: Counter[int] = Counter()
        for match, share in zip(found, shares.tolist(), strict=True):
            for place in self._above(match.concept):
                above[place] += share
        depth = self.taxonomy.depth
        wider = [place for place, share in above.items() if share >= _CLEAR and self._is_country_or_within(place)]
        if not wider:
            return likely
        place = max(wider, key=lambda place: (depth[place], above[place]))
        return Match(place, 0, min(above[place], _WIDER), "voted", whole=False)

    def _nested(self, a: int, b: int) -> bool:
        """Whether one of two places lies in the other, such as a district in the division of its name."""
        return a in self._above(b) or b in self._above(a)

    def _is_country_or_within(self, place: int) -> bool:
        return self._seat(place)[1] != "region"

    def _people(self, match: Match) -> float:
        """How many people mean a place by a name, roughly: those who live there, fewer by another name of a city."""
        kind, counts = self._seat(match.concept)[1], self.taxonomy.arrays.counts
        letters = 1 < len(match.term) < 4
        own = letters or clean(self.taxonomy.label(match.concept)).startswith(match.term)
        live = _KNOWN[kind, letters] if kind != "city" else 1.0 if counts is None else float(counts[match.concept])
        return max(live, 1.0) * (1.0 if own or kind != "city" else _BY_OTHER_NAME)

    def _seat(self, concept: int) -> tuple[str, str]:
        """The country of a place, and which kind of place it is."""
        return self._seats(concept)

    def _seat_of(self, concept: int) -> tuple[str, str]:
        ids = self.taxonomy.ids
        own = ids[concept]
        kind = "division" if "-" in own else "country" if own.isalpha() else "city" if len(own) > 3 else "region"
        above = (ids[c] for c in self.taxonomy.path_to_root(concept))
        return next((name for name in above if name.isalpha()), own), kind

    def _within(self, inner: list[Match], outer: list[Match]) -> list[Match]:
        wider = {m.concept for m in outer}
        return [m for m in inner if wider & (self._above(m.concept) - {m.concept})]

    def _alike(self, phrase: str) -> list[Match]:
        """A long name with one slip in it; a small town is hardly meant, as there are others that are not known."""
        if len(phrase) < _LONG or not phrase[0].isalpha():
            return []
        near = (term for term, _ in self._suggestions.terms(phrase, 5) if len(term) >= _LONG and _slipped(phrase, term))
        found = (Match(self.lexicon.senses(term)[0], 0, _SLIP, "voted", term, whole=False) for term in near)
        return [m for m in found if self._seat(m.concept)[1] != "city" or self._people(m) >= _LARGE][:1]

    @cached_property
    def _suggestions(self) -> Suggestions:
        return Suggestions(self)


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
        seen = sum(count > _FLOOR for count in self._total.values())
        self._floor = _FLOOR + _MIXED * max(seen - 1, 0) / max(sum(map(bool, self._things)), 1)
        self._of_countries = which == 0
        if not self._of_countries:
            self._floor = max(self._floor, _OTHER_KINDS * self._all)

    def is_abroad(self, thing: str, i: int) -> bool:
        """Whether hardly another value than one lies in a country, and most of them in a single other one."""
        rest = self._total - self._counted[i]
        whole = sum(rest.values())
        return rest[thing] < _ABROAD_SHARE * whole and max(rest.values(), default=0.0) >= _AT_HOME * whole

    def beside(self, i: int) -> Floats:
        """For each reading of a value how much the other values speak for it."""
        rest = self._all - sum(self._counted[i].values())
        parts = np.array([self._total[thing] - self._counted[i][thing] for thing in self._things[i]])
        most = max(self._total.values(), default=0.0)
        parts = np.where(parts >= max(_SEVERAL * rest, _ONE), most, parts)  # which is commoner then tells nothing
        told = min(1.0, most / max(_ALONE * self._all, 1e-9)) if self._of_countries else 1.0
        return np.asarray((np.maximum(parts, 0.0) + self._floor) ** told, np.float64)


def _written_out(phrase: str) -> str:
    return " ".join(_SHORT.get(word, word) for word in phrase.split())


def _compass(phrase: str) -> Iterator[str]:
    """A name whose direction is written out: `n. ireland`."""
    first, _, rest = re.sub(r"^([nsew])\.(?=\w)", r"\1. ", phrase).partition(" ")
    if rest:
        yield from (f"{word} {rest}" for word in _COMPASS.get(first.rstrip("."), ()))


def _slipped(text: str, name: str) -> bool:
    """Whether a text is a name with a slip in it, in one of its words: another word is another place.

    Example:
        >>> _slipped("phillipines", "philippines"), _slipped("west yorkshire", "west berkshire")
        (True, False)
    """
    ours, theirs = text.split(), name.split()
    differing = [(a, b) for a, b in zip(ours, theirs, strict=False) if a != b]
    if len(ours) != len(theirs) or len(differing) != 1:
        return False
    ((a, b),) = differing
    return a[0] == b[0] and len(a) >= _SLIP_LENGTH and OSA.distance(a, b) <= (2 if len(a) >= _TWO_SLIPS else 1)
