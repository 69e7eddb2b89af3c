"""Places as people write them: `Springfield, IL`, `Paris (France)`, `Austin TX 78701`, `Co. Cork, Rep. of Ireland`."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np
from rapidfuzz import process
from rapidfuzz.distance import OSA

from semblant.arrays import Floats
from semblant.data.missing import is_nothing
from semblant.knowledge.taxonomy import Taxonomy
from semblant.terms.match import NOTHING, UNKNOWN, Match, Matcher
from semblant.terms.normalise import bare, clean
from semblant.terms.placechoice import Choice, Gazetteer
from semblant.terms.placecodes import is_plain_answer, without_odd_codes
from semblant.terms.placewords import (
    forms,
    is_name,
    is_nowhere,
    is_slight,
    parts_of,
    places_said,
    postcode_place,
    whole_of,
    with_letters,
    without_postcode,
)

_SLIP, _SLIP_OF_TOWN = 0.75, 0.6  # the chance that a name with one slip in it is meant
_LONG = 6  # letters from which slips are mended
_SLIPS, _NEAREST = 2, 8  # letters that may be wrong, and the most names of which one may be meant
_SLIP_LENGTH, _TWO_SLIPS = 5, 10  # letters of a word that may have a slip, and two
_LARGE, _MEDIUM, _TOWN = 100_000, 15_000, 8_000  # people of cities and towns
_SMALL_LONG = 7  # letters from which slips are mended in the names of towns
_SHIRE = 7  # letters of the shortest unknown county: `-shire`
_PREFIX = 3  # letters of what is short for a division
_ENDING = 4  # words at the end of a text that say what a place lies in
_IN_COUNTY, _SAME_DIVISION, _SAME_COUNTRY = 0.75, 0.5, 0.25
"""What speaks for two places beside each other, neither in the other; no town is known to lie in a county."""
_OUTER_ALONE = 0.8  # the chance of what a place lies in, where the place itself is not known
_UNSAID = 0.7  # ... and where no comma tells the two apart


class Part(NamedTuple):
    """A part of a text, with the places that it may name."""

    phrase: str
    places: list[Match]


class PlaceMatcher(Matcher):
    """Matches names of places: alone, or with what they lie in, which tells places of one name apart."""

    def __init__(self, taxonomy: Taxonomy) -> None:
        super().__init__(taxonomy)
        self.gazetteer = Gazetteer(taxonomy)
        self._place = lru_cache(maxsize=1 << 16)(self._place_of)

    def choose(self, texts: Sequence[str], readings: Sequence[Sequence[Match]], weights: Floats) -> list[Match]:
        """What each value means beside the others of its column."""
        phrases = [clean(text) for text in texts]
        meant = without_odd_codes(self.gazetteer, texts, readings)
        likely = [
            is_name(bare(phrase)) and not is_nowhere(phrase) and not is_plain_answer(text) and now is before
            for text, phrase, before, now in zip(texts, phrases, readings, meant, strict=True)
        ]
        return Choice(self.gazetteer, meant, weights).settled(likely)

    def _readings(self, text: str) -> tuple[Match, ...]:
        if is_nothing(text):
            return (NOTHING,)
        phrase = clean(text)
        if is_nowhere(phrase) or is_plain_answer(text):
            return (UNKNOWN,)
        found = self._named(text) or self.phrase(phrase) or (self._place(phrase) if len(parts_of(text)) == 1 else [])
        return tuple(found or self._told(text)) or (UNKNOWN,)

    def _bases(self, form: str) -> Iterator[str]:  # noqa: ARG002
        """Names of places have no plural."""
        return iter(())

    # --- one name ----------------------------------------------------------------------------------

    def _place_of(self, phrase: str) -> list[Match]:
        """The places of a name, also of one that is written otherwise, or with a word before or after it."""
        for form in forms(phrase):
            if found := self.phrase(form):
                return found if form == phrase else [m._replace(reason="spelling") for m in found]
        return []

    def _part_of(self, phrase: str) -> list[Match]:
        """The place that a phrase names a part of: `north london`."""
        whole = whole_of(phrase)
        found = self._place(whole) if whole else []
        return [_trimmed(m) for m in found if self._is_known(m, _MEDIUM)]

    def _is_known(self, match: Match, people: int) -> bool:
        """Whether a place is a country or division, or has as many people."""
        return self.gazetteer.kind(match.concept) != "city" or self.gazetteer.people(match) >= people

    def _contracted(self, phrase: str) -> list[Match]:
        """A name whose middle or end is left out: `b'ham`, `melb.`, `freiburg i. br.`, `united states of amer`."""
        if " " in phrase:
            return self._cut_short(phrase)
        begin, apostrophe, end = bare(phrase).partition("'")
        if not apostrophe and not phrase.endswith("."):
            return []
        if not begin.isalpha() or (len(end) < _PREFIX if apostrophe else len(begin) < _PREFIX):
            return []
        return [
            Match(concept, 0, _SLIP, "abbreviation", name, whole=False)
            for name, concept in self._large
            if name.startswith(begin) and name.endswith(end) and len(name) > len(phrase)
        ]

    def _cut_short(self, phrase: str) -> list[Match]:
        """A name of several words, the first of which is whole, of which others have only their beginning."""
        words = [word.replace(".", "") for word in phrase.replace(".", ". ").split()]
        if len(words[0]) < _PREFIX or not all(words) or not ("." in phrase or len(words[-1]) >= _PREFIX):
            return []
        keys = self.taxonomy.arrays.keys
        first = f"{words[0]} "
        found = []
        for place in range(bisect_left(keys, first), len(keys)):
            if not (name := keys[place]).startswith(first):
                break
            spelt = name.split()
            if len(spelt) == len(words) and all(a.startswith(b) for a, b in zip(spelt, words, strict=True)):
                found += self.phrase(name)
        least = _TOWN if "." in phrase else _LARGE
        return [_trimmed(m)._replace(score=_SLIP) for m in found if self._is_known(m, least)]

    @cached_property
    def _large(self) -> list[tuple[str, int]]:
        """The names of large cities, as they are called first."""
        counts = self.taxonomy.arrays.counts
        large = [] if counts is None else (counts >= _LARGE).nonzero()[0].tolist()
        return [(clean(self.taxonomy.label(c)).partition(",")[0], c) for c in large]

    # --- a place, and what it lies in --------------------------------------------------------------

    def _told(self, text: str) -> list[Match]:
        """The places of a text that is no name of one as a whole."""
        rest = without_postcode(text)
        coded = self.taxonomy.ids.find(postcode_place(text)) if postcode_place(text) else -1
        if coded >= 0 and (not any(map(str.isalpha, rest)) or postcode_place(rest)):
            return [Match(coded, 0, _OUTER_ALONE, "trimmed", whole=False)]
        found = self._said(rest)
        if coded < 0:
            return found
        above = self.gazetteer.above
        within = [m for m in found if coded in above(m.concept) or m.concept in above(coded)]
        if found and not within and (said := with_letters(text)):
            return self._said(said)
        return within or [Match(coded, 0, _OUTER_ALONE, "trimmed", whole=False)]

    def _said(self, text: str) -> list[Match]:
        """The places of a text without postcodes: of its parts, or of what it says to lie in what."""
        found = self._placed([clean(part) for part in parts_of(text)] or [clean(text)])
        if not found and len(said := places_said(text)) > 1:
            found = self._placed([clean(part) for part in said])
        if not found and (said := _letters_apart(text)):
            found = self._placed([clean(part) for part in said])
        return found

    def _placed(self, phrases: Sequence[str]) -> list[Match]:
        if len(phrases) == 1:
            return self._alone(phrases[0])
        parts = [Part(phrase, self._place(phrase)) for phrase in phrases]
        parts = [self._read_apart(part) for part in parts]
        return self._among(parts)

    def _read_apart(self, part: Part) -> Part:
        """A part that is no name, read further: `Co Cork Ireland` in `Youghal, Co Cork Ireland`."""
        phrase = part.phrase
        return part._replace(
            places=part.places or self._part_of(phrase) or self._split(phrase) or self._contracted(phrase)
        )

    def _alone(self, phrase: str) -> list[Match]:
        """The places of a text without signs between its parts."""
        found = self._place(phrase)
        if found:
            return [m._replace(reason="spelling", whole=False) for m in found]
        return (
            self._part_of(phrase)
            or self._split(phrase)
            or self._hyphened(phrase)
            or self._contracted(phrase)
            or self._alike(phrase)
            or self._beside(phrase)
        )

    def _split(self, phrase: str) -> list[Match]:
        """A place followed by what it lies in, or the other way round, without a sign between them: `portland or`."""
        words = phrase.split()
        best: tuple[float, list[Match]] = 0.0, []
        for size in range(1, len(words)):
            if min(size, len(words) - size) > _ENDING:
                continue
            first, last = " ".join(words[:-size]), " ".join(words[-size:])
            parts = [Part(first, self._place(first) or self._contracted(first)), Part(last, self._place(last))]
            speaking, found = self._agreeing(parts)
            if speaking > best[0]:
                best = speaking, found
        return best[1] if best[0] >= _SAME_DIVISION else []

    def _beside(self, phrase: str) -> list[Match]:
        """What an unknown place lies in, where no sign tells the two apart: `somewhere county cork`."""
        words = phrase.split()
        for size in range(min(_ENDING, len(words) - 1), 0, -1):
            last = " ".join(words[-size:])
            if is_slight(" ".join(words[:-size])):
                continue
            if len(last.replace(".", "")) <= _PREFIX:
                continue
            wider = [m for m in self._place(last) if self.gazetteer.kind(m.concept) != "city"]
            if wider:
                return [_trimmed(m)._replace(score=_UNSAID) for m in wider]
        return []

    def _hyphened(self, phrase: str) -> list[Match]:
        """A city with a district of it: `köln-ehrenfeld`."""
        city, hyphen, _ = phrase.partition("-")
        found = self._place(city.strip()) if hyphen and len(city) > _PREFIX else []
        return [_trimmed(m) for m in found if self._is_known(m, _LARGE)]

    def _among(self, parts: Sequence[Part]) -> list[Match]:
        """The places of the parts of a text that agree best, the narrowest of them; what they lie in if none do."""
        known = [part for part in parts if part.places]
        speaking, found = self._agreeing(parts)
        if speaking:
            return found
        outer = next((part for part in reversed(known) if part is not parts[0]), None)
        if outer:
            slipped = [m for m in self._slips(parts[0].phrase) if any(self._related(m, o) == 1 for o in outer.places)]
            if slipped:
                return slipped
            if self._are_odd_letters(outer, parts[0]):
                large = [m for m in parts[0].places if self._is_known(m, _MEDIUM)]
                return [_trimmed(m)._replace(score=_UNSAID) for m in large or parts[0].places]
            return [_trimmed(m)._replace(score=_OUTER_ALONE) for m in self._as_outer(outer)]
        if not known:
            return next(
                (found for part in parts if (found := self._alike(part.phrase) or self._contracted(part.phrase))), []
            )
        inner = parts[0]
        qualifiers = [m for part in parts[1:] for m in self._slips(part.phrase) if self._is_known(m, _LARGE)]
        speaking, found = self._agreeing([inner, Part(parts[1].phrase, qualifiers)])
        if speaking:
            return found
        if any(len(part.phrase) >= _SHIRE and part.phrase.endswith("shire") for part in parts[1:]):
            british = self.taxonomy.ids.find("GBR")
            return [m for m in inner.places if british in self.gazetteer.above(m.concept)] or [
                Match(british, 0, _OUTER_ALONE, "trimmed", whole=False)
            ]
        return [_trimmed(m) for m in inner.places]

    def _are_odd_letters(self, outer: Part, inner: Part) -> bool:
        """Whether letters behind a place that is known stand for something else than what they are known for.

        Those of one of the United States are taken for it where a place of this name is one of theirs too.
        """
        if not inner.places or len(outer.phrase.replace(".", "")) > _PREFIX:
            return False
        is_state = any(self.taxonomy.ids[m.concept].startswith("US-") for m in outer.places)
        return not is_state or all(self.gazetteer.country(m.concept) != "USA" for m in inner.places)

    def _as_outer(self, part: Part) -> list[Match]:
        """What a part may mean where a place stands before it: letters are states rather than countries."""
        letters = [m for m in part.places if len(m.term) == 2 and self.gazetteer.kind(m.concept) == "division"]
        wider = [m for m in part.places if self.gazetteer.kind(m.concept) != "city"]
        return letters or wider or part.places

    def _agreeing(self, parts: Sequence[Part]) -> tuple[float, list[Match]]:
        """The readings that the other parts speak for most, the narrowest of them, and how much these do."""
        depth = self.taxonomy.depth
        best: tuple[float, int] = 0.0, 0
        found: list[Match] = []
        at = -1
        for i, part in enumerate(parts):
            others = [other for j, other in enumerate(parts) if j != i]
            for match in part.places:
                spoken = [self._spoken(match, other) for other in others]
                rank = sum(spoken), int(depth[match.concept])
                if not rank[0] or rank < best or (rank == best and i != at):
                    continue
                whole = min(spoken) > 0
                told = match._replace(reason="spelling" if whole and min(spoken) == 1 else "trimmed", whole=False)
                found = [*found, told] if rank == best else [told]
                best, at = rank, i
        return best[0], found

    def _spoken(self, match: Match, other: Part) -> float:
        """How much another part speaks for a place: 1 where one of the two lies in the other."""
        most = max((self._related(match, m) for m in other.places), default=0.0)
        if most < 1 and self._is_short_for(other.phrase, match.concept):
            return 1.0
        joint = self._joint.get(other.phrase, "")
        return max(most, _SAME_DIVISION if joint and joint == self.gazetteer.division(match.concept) else 0.0)

    @cached_property
    def _joint(self) -> dict[str, str]:
        """The divisions that one of the two places of a district lies in: `cleveland` of Redcar and Cleveland."""
        labels = ((clean(self.taxonomy.label(c)), c) for c, code in enumerate(self.taxonomy.ids) if "-" in code)
        return {
            part: self.gazetteer.division(c) for label, c in labels if " and " in label for part in label.split(" and ")
        }

    def _related(self, a: Match, b: Match) -> float:
        """How much speaks for two places beside each other."""
        above = self.gazetteer.above
        if a.concept in above(b.concept) or b.concept in above(a.concept):
            return 1.0
        if (division := self.gazetteer.division(a.concept)) and division == self.gazetteer.division(b.concept):
            kinds = {self.gazetteer.kind(m.concept) for m in (a, b)}
            return _SAME_DIVISION if len(kinds) == 1 else _IN_COUNTY
        countries = {self.gazetteer.country(m.concept) for m in (a, b)}
        return _SAME_COUNTRY if len(countries) == 1 and min(len(a.term), len(b.term)) > _PREFIX else 0.0

    def _is_short_for(self, phrase: str, concept: int) -> bool:
        """Whether letters stand for a division or country that a place lies in: `SP`, `MI`, `Jal.`."""
        letters = bare(phrase).replace(".", "")
        if not letters.isalnum() or self.gazetteer.kind(concept) != "city":
            return False
        above = [c for c in self.gazetteer.above(concept) if c != concept and self.gazetteer.kind(c) != "region"]
        codes = [self.taxonomy.ids[c] for c in above if "-" in self.taxonomy.ids[c]]
        for code in codes:
            country, _, own = code.partition("-")
            if letters == own.casefold():
                return True
            child = self.taxonomy.ids.find(f"{country}-{letters.upper()}")
            if child >= 0 and self.gazetteer.division(child) == self.gazetteer.division(concept):
                return True
        if len(letters) < _PREFIX or len(letters) > 2 * _PREFIX or not letters.isalpha():
            return False
        return any(clean(name).startswith(letters) for c in above for name in self.taxonomy.terms(c))

    # --- slips -------------------------------------------------------------------------------------

    def _alike(self, phrase: str) -> list[Match]:
        """A long name with one slip in it; a small town is hardly meant, as there are others that are not known."""
        found = self._slips(phrase)
        large = [m for m in found if self._is_known(m, _LARGE)]
        if large:
            return large[:1]
        once = (m for m in found if len(phrase) >= _SMALL_LONG and OSA.distance(phrase, m.term) == 1)
        towns = [m for m in once if self._is_known(m, _TOWN)]
        return [m._replace(score=_SLIP_OF_TOWN) for m in towns]

    def _slips(self, phrase: str) -> list[Match]:
        """The places whose long name a text is with one slip in it."""
        if len(phrase) < _LONG or not phrase[0].isalpha():
            return []
        lengths = range(max(_LONG, len(phrase) - _SLIPS), len(phrase) + _SLIPS + 1)
        buckets = (self._long_names.get((phrase[0], length), ()) for length in lengths)
        near = [
            (distance, term)
            for names in buckets
            for term, distance, _ in process.extract(
                phrase, names, scorer=OSA.distance, score_cutoff=_SLIPS, limit=None, processor=None
            )
            if _slipped(phrase, term)
        ]
        terms = [term for _, term in sorted(near)][:_NEAREST]
        return [Match(c, 0, _SLIP, "voted", term, whole=False) for term in terms for c in self.lexicon.senses(term)[:3]]

    @cached_property
    def _long_names(self) -> dict[tuple[str, int], list[str]]:
        """The names in which slips are mended, by first letter and length: not those of villages."""
        arrays, ids = self.taxonomy.arrays, self.taxonomy.ids
        known = np.array([not code.isdigit() or len(code) <= _PREFIX for code in ids])
        if arrays.counts is not None:
            known |= arrays.counts >= _TOWN
        mended = np.logical_or.reduceat(known[arrays.senses], arrays.key_ptr[:-1])
        found: dict[tuple[str, int], list[str]] = {}
        for name, is_mended in zip(arrays.keys, mended.tolist(), strict=True):
            if is_mended and len(name) >= _LONG:
                found.setdefault((name[0], len(name)), []).append(name)
        return found


def _letters_apart(text: str) -> list[str]:
    """A text, and letters in capitals at its end that may say what it lies in: `Tuscon AZ`."""
    before, _, letters = text.rpartition(" ")
    return (
        [before, letters] if before.strip() and letters.isupper() and len(letters.replace(".", "")) <= _PREFIX else []
    )


def _trimmed(match: Match) -> Match:
    return match._replace(reason="trimmed", whole=False)


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
