"""Places as people write them: `Springfield, IL`, `Paris (France)`, `Austin TX 78701`, `the Netherlands`."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache

import numpy as np

from semblant.arrays import Floats, Ints
from semblant.data.missing import is_nothing
from semblant.knowledge.taxonomy import Taxonomy
from semblant.terms.match import NOTHING, UNKNOWN, Match, Matcher
from semblant.terms.normalise import NON_ANSWERS, bare, clean
from semblant.terms.suggest import Suggestions

_PARTS = re.compile(r"\s*[,;()/|]\s*|\s+-+\s+")
_POSTCODE = re.compile(r"\b\d{4,6}(?:-\d{4})?\b")
_BEFORE = re.compile(r"^(?:the|city of|state of|county of|province of|republic of|greater)\s+")
_SHORT = {"st": "saint", "st.": "saint", "ft": "fort", "ft.": "fort", "mt": "mount", "mt.": "mount"}
_SLIP = 0.75  # the chance that a name with one slip in it is meant
_LONG = 6  # letters from which slips are mended
_MOST = 0.6  # the share of the values in one country that makes the rest be read there ...
_NEARLY_ALL = 0.9  # ... and of one kind that makes the rest be read as that kind
_FEW = 3  # values below which they say nothing of the rest
_FOREIGN = 0.1  # a country that more of the values name is not left for another


class PlaceMatcher(Matcher):
    """Matches names of places: alone, or with what they lie in, which tells places of one name apart."""

    def __init__(self, taxonomy: Taxonomy) -> None:
        super().__init__(taxonomy)
        self._above = lru_cache(maxsize=1 << 14)(lambda concept: set(taxonomy.ancestors(concept).tolist()))

    def _readings(self, text: str) -> tuple[Match, ...]:
        if is_nothing(text):
            return (NOTHING,)
        if bare(clean(text)) in NON_ANSWERS:
            return (UNKNOWN,)
        parts = [part for part in _PARTS.split(_POSTCODE.sub(" ", text).strip()) if part] or [text]
        found = self._named(text) or self._place(clean(text)) or self._among(parts) or self._ending(parts[0].split())
        return tuple(found or self._alike(clean(text))) or (UNKNOWN,)

    def _bases(self, form: str) -> Iterator[str]:  # noqa: ARG002
        """Names of places have no plural."""
        return iter(())

    def _place(self, phrase: str) -> list[Match]:
        """The places of a name, also of one with a word before it or a shortened saint."""
        for form in dict.fromkeys((phrase, _BEFORE.sub("", phrase), _written_out(phrase))):
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

    def choose(self, readings: Sequence[Sequence[Match]], weights: Floats) -> Ints:
        """Which reading of each value is meant: the most usual, unless the column's other values say otherwise.

        Where most values lie in one country, the others are read there too if they can be; where nearly all are of one
        kind (countries, divisions or cities), the others are read as that kind.
        """
        seats = [[self._seat(m.concept) for m in found if m.concept >= 0] for found in readings]
        countries, usual = _support([[country for country, _ in told] for told in seats], weights)
        kinds, _ = _support([[kind for _, kind in told] for told in seats], weights)
        total = sum(weight for told, weight in zip(seats, weights.tolist(), strict=True) if told)
        country, kind = _dominating(countries, total, _MOST), _dominating(kinds, total, _NEARLY_ALL)
        chosen = np.zeros(len(readings), np.int64)
        for i, told in enumerate(seats):
            if len(told) > 1 and usual[told[0][0]] - weights[i] < _FOREIGN * total:
                fits = [(its_country == country, its_kind == kind) for its_country, its_kind in told]
                chosen[i] = fits.index(max(fits))
        return chosen

    def _seat(self, concept: int) -> tuple[str, str]:
        """The country of a place, and which kind of place it is."""
        ids = self.taxonomy.ids
        own = ids[concept]
        kind = "division" if "-" in own else "country" if own.isalpha() else "city" if len(own) > 3 else "region"
        above = (ids[c] for c in self.taxonomy.path_to_root(concept))
        return next((name for name in above if name.isalpha()), own), kind

    def _within(self, inner: list[Match], outer: list[Match]) -> list[Match]:
        wider = {m.concept for m in outer}
        return [m for m in inner if wider & (self._above(m.concept) - {m.concept})]

    def _alike(self, phrase: str) -> list[Match]:
        """A long name with one slip in it."""
        if len(phrase) < _LONG or not phrase[0].isalpha():
            return []
        near = [term for term, _ in self._suggestions.terms(phrase, 5)]
        found = [self.lexicon.senses(term)[0] for term in near if len(term) >= _LONG]
        return [Match(found[0], 0, _SLIP, "voted", near[0], whole=False)] if found else []

    @cached_property
    def _suggestions(self) -> Suggestions:
        return Suggestions(self)


def _support(told: Sequence[Sequence[str]], weights: Floats) -> tuple[Counter[str], Counter[str]]:
    """How many values can mean each thing, those that do not usually mean it by half; and how many usually do."""
    support: Counter[str] = Counter()
    usual: Counter[str] = Counter()
    for things, weight in zip(told, weights.tolist(), strict=True):
        for thing in set(things):
            support[thing] += weight if thing == things[0] else weight / 2
            usual[thing] += weight if thing == things[0] else 0
    return support, usual


def _dominating(support: Counter[str], total: float, share: float) -> str:
    """What most values can mean; empty where they differ, or are too few to say."""
    if total < _FEW:
        return ""
    name, count = support.most_common(1)[0]
    return name if count >= share * total else ""


def _written_out(phrase: str) -> str:
    return " ".join(_SHORT.get(word, word) for word in phrase.split())
