"""What a column is about: jobs are persons, diagnoses diseases. Found from its values, with its name as a prior.

A domain is a part of WordNet. Among the senses of a word, those within the domain of its column come first; a *stroke*
among diseases is no movement. Other vocabularies are about one thing already, and have no domains.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from semblant.data.columnnames import words_of
from semblant.knowledge.taxonomy import Taxonomy
from semblant.terms.match import Match

SUPPORT = 0.6
"""The share of the known values that must have a sense within a domain, without help of the name ..."""
NAMED = 0.35
"""... and with it."""
_OTHER = 0.7  # how much a sense that is not the usual one counts
_MANY = 10  # values from which the values alone show that a column is about nothing else
_CLEARLY = 0.85
_MOSTLY = 0.5  # support from which a column is about what its name says, and nothing else


@dataclass(frozen=True)
class Domain:
    """One thing that columns are about."""

    name: str
    roots: tuple[str, ...]
    """The concepts under which it lies."""
    columns: frozenset[str]
    """Words in the names of such columns."""
    preferred: tuple[str, ...] = ()
    """Concepts within it whose senses come first."""
    names: bool = False
    """Whether its values name individuals, as places do, rather than classes."""
    narrow: bool = False
    """Whether a column that is clearly about it is about nothing else, as jobs are about persons."""
    general: frozenset[str] = frozenset()
    """Words that only say what all of it is: an *HIV disease* is HIV, where that is one."""
    whole: bool = False
    """Whether every word tells its values apart: a *White British* person is more than British."""
    goods: bool = False
    """Whether its values are goods, in whose names words joined by `and` share a head."""
    support: float = SUPPORT
    """The share of the values that must lie in it where the name of the column does not say that it is about this."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


DOMAINS = (
    Domain(
        "persons",
        ("person#1", "operator#2"),
        _words(
            "job jobs jobtitle occupation occupations profession professions title position role career employment "
            "worker staff employee designation vocation trade sex gender beruf berufe tätigkeit métier emploi poste "
            "ocupación profesión trabajo"
        ),
        (
            "worker#1", "professional#1", "expert#1", "creator#2", "leader#1", "businessperson#1", "entertainer#1",
            "scientist#1", "engineer#1", "communicator#1", "defender#1", "operator#2", "educator#1", "official#1",
            "athlete#1",
        ),
        narrow=True,
    ),
    Domain(
        "diseases",
        (
            "physical condition#1", "symptom#1", "mental illness#1", "pathology#2", "attack#7", "injury#2",
            "depression#1", "anxiety#1", "abortion#1", "calculus#1", "fleshiness#1", "dementia#1",
            "occlusion#1", "poisoning#1", "susceptibility#1", "fatigue#1", "loss of consciousness#1", "vomiting#1",
        ),
        _words(
            "diagnosis diagnoses dx disease diseases illness illnesses condition conditions symptom symptoms "
            "complaint complaints ailments injury injuries attendance presenting admission disorder "
            "comorbidity comorbidities ailment morbidity diagnose diagnosen krankheit erkrankung maladie diagnostic "
            "diagnóstico enfermedad"
        ),
        ("ill health#1", "symptom#1", "disorder#1", "mental illness#1", "attack#7", "injury#2", "addiction#1"),
        narrow=True,
        general=_words("disease diseases disorder disorders illness condition syndrome infection ailment"),
    ),
    Domain(
        "places",
        ("location#1", "land#4", "body of water#1"),
        _words(
            "country countries city cities town region state province county birthplace nation residence village "
            "district continent destination land stadt ort pays ville país ciudad origin wohnort gemeinde bundesland "
            "kreis kanton geburtsort commune département région municipio provincia localidad comune città regione "
            "paese gemeente plaats woonplaats miasto municipality hometown"
        ),
        names=True,
    ),
    Domain(
        "sites",
        ("structure#1", "location#1", "geological formation#1", "facility#1", "body of water#1", "way#6", "land#4"),
        _words("place places venue venues site workplace location facility premises setting building visited"),
        names=True,
        support=np.inf,
    ),
    Domain(
        "foods",
        ("food#1", "food#2", "dish#2", "beverage#1", "edible nut#1", "leaven#1"),
        _words(
            "food foods meal meals dish diet cuisine drink drinks beverage snack snacks fruit vegetable ingredient "
            "eaten breakfast lunch dinner essen plat"
        ),
        general=_words("dish meal food snack takeaway dinner lunch ready homemade home-made loose punnet"),
        goods=True,
    ),
    Domain("animals", ("animal#1",), _words("animal animals pet pets species bird birds breed tier tiere")),
    Domain("plants", ("plant#2",), _words("plant plants tree trees flower flowers crop crops pflanze")),
    Domain(
        "activities",
        ("act#2", "game#2", "motion#3", "motion#6", "reading#1", "music#1", "broadcasting#2", "movie#1"),
        _words(
            "hobby hobbies leisure activity activities sport sports pastime pastimes interest interests spare "
            "recreation pursuit pursuits clubs relax enjoy fun freizeit loisir loisirs"
        ),
        ("diversion#1", "sport#1", "game#2", "art#2", "creation#1", "exercise#1", "reading#1", "music#1"),
        support=0.8,
        general=_words(
            "class lesson session club group team society league match tournament competition training practice "
            "workshop evening night holiday trip hobby amateur"
        ),
    ),
    Domain(
        "drugs",
        ("drug#1", "medicine#2"),
        _words(
            "drug drugs medication medications meds medicine treatment substance prescription medikament médicament"
        ),
        general=_words(
            "tablet capsule pill cream gel ointment spray syrup inhaler injection drop medication medicine dose"
        ),
    ),
    Domain(
        "peoples",
        ("person of color#1", "inhabitant#1", "ethnic group#1", "white#1", "race#3", "people#1"),
        _words("race ethnicity ethnic nationality ancestry ethnie nationalität nationalité"),
        narrow=True,
        whole=True,
    ),
    Domain("languages", ("natural language#1",), _words("language languages sprache langue idioma tongue")),
    Domain("colours", ("color#1", "chromatic color#1"), _words("color colour colors colours farbe couleur")),
    Domain(
        "subjects",
        ("discipline#1", "natural language#1"),
        _words("subject subjects course major discipline field studies fach"),
        general=_words(
            "studies study course degree level gcse a-level btec hnd hnc nvq diploma certificate ba bsc ma msc beng "
            "phd hons honours advanced applied foundation master bachelor doctorate a as level1 level2 level3"
        ),
    ),
    Domain("body parts", ("body part#1",), _words("organ body site bodypart körperteil")),
    Domain("crimes", ("crime#1", "transgression#1"), _words("crime crimes offence offense charge straftat délit")),
    Domain(
        "organisations",
        ("organization#1",),
        _words("organisation organization company employer institution firm agency firma"),
    ),
    Domain("things", ("artifact#1",), _words("equipment device object furniture instrument tool")),
    Domain(
        "transport",
        ("conveyance#3", "public transport#1", "travel#1", "walk#4", "walking#1"),
        _words("transport transportation commute vehicle vehicles mode"),
        support=np.inf,
    ),
    Domain(
        "products",
        ("artifact#1", "food#1", "food#2", "substance#1", "edible nut#1", "leaven#1", "seed#1"),
        _words(
            "product products item items article goods purchase purchases purchased bought basket groceries grocery "
            "sku merchandise produkt produit producto"
        ),
        (
            "commodity#1", "clothing#1", "jewelry#1", "furnishing#2", "electronic equipment#1", "device#1", "tool#1",
            "food#1", "food#2", "edible nut#1", "leaven#1", "toiletry#1", "footwear#1", "footwear#2", "timepiece#1",
            "vehicle#1", "container#1",
        ),
        general=_words("loose punnet tub roll set pack pair"),
        goods=True,
        support=np.inf,
    ),
)  # fmt: skip

DISEASES = next(domain for domain in DOMAINS if domain.name == "diseases")
ACTIVITIES = next(domain for domain in DOMAINS if domain.name == "activities")
_UNNAMED = np.array([domain.support for domain in DOMAINS])


@dataclass(frozen=True)
class Topic:
    """The domain of one column, and how sure it is."""

    domain: Domain
    strict: bool
    """Whether the column is about nothing else: a value that means something else is hardly right."""
    named: bool = False
    """Whether the name of the column says so."""
    typical: bool = True
    """Whether most of it lies in the preferred part, as jobs do; kin are persons as well, but no workers."""


class Domains:
    """The domains as parts of one taxonomy.

    Example:
        >>> from semblant.knowledge.sources import load
        >>> from semblant.terms.mapping import matcher_of
        >>> wordnet = load("wordnet")
        >>> read = matcher_of(wordnet).readings
        >>> topic = Domains(wordnet).topic("dx", [read(text) for text in ("asthma", "stroke", "cold")], [0, 0, 0])
        >>> topic.domain.name, topic.strict
        ('diseases', True)
    """

    def __init__(self, taxonomy: Taxonomy) -> None:
        self.taxonomy = taxonomy

    def topic(self, column: str, readings: Sequence[Sequence[Match]], usual: Sequence[int]) -> Topic | None:
        """The domain that most values have a sense in; the name of the column counts as evidence, not as proof."""
        known = [(found, place) for found, place in zip(readings, usual, strict=True) if found[0].concept >= 0]
        if not known or not self.masks.any():
            return None
        bits = np.arange(len(DOMAINS))
        support = np.zeros(len(DOMAINS))
        for found, place in known:
            masks = self.masks[[m.concept for m in found]]
            there = (np.bitwise_or.reduce(masks) >> bits) & 1
            support += np.maximum(there * _OTHER, (masks[place] >> bits) & 1)
        support /= len(known)
        named = np.array([bool(words_of(column) & domain.columns) for domain in DOMAINS])
        enough = support >= np.where(named, NAMED, _UNNAMED)
        if not enough.any():
            return None
        best = int(np.argmax(np.where(enough, support + 0.3 * named, -1.0)))
        alone = support[best] >= (_MOSTLY if named[best] else _CLEARLY) and (named[best] or len(known) >= _MANY)
        usually = np.array([found[place].concept for found, place in known])
        inside = usually[(self.masks[usually] >> best & 1) > 0]
        typical = inside.size == 0 or 2 * int(np.sum(self._preferred[inside] >> best & 1)) >= inside.size
        strict = bool(DOMAINS[best].narrow and alone)
        return Topic(DOMAINS[best], strict=strict, named=bool(named[best]), typical=bool(typical))

    def within(self, domain: Domain, concept: int) -> bool:
        """Whether a concept lies in a domain."""
        return bool(self.masks[concept] >> DOMAINS.index(domain) & 1)

    def preferred(self, domain: Domain, concept: int) -> bool:
        """Whether a concept lies in the part of a domain whose senses come first."""
        return bool(self._preferred[concept] >> DOMAINS.index(domain) & 1)

    def is_individual(self, concept: int) -> bool:
        """Whether a concept is an individual, such as a person or place, and not a class."""
        ptr, instance = self.taxonomy.arrays.parent_ptr, self.taxonomy.arrays.instance
        return bool(ptr[concept + 1] > ptr[concept] and instance[ptr[concept]])

    @cached_property
    def masks(self) -> NDArray[np.int64]:
        """For every concept the domains it lies in, a bit each."""
        return self._below([domain.roots for domain in DOMAINS])

    @cached_property
    def _preferred(self) -> NDArray[np.int64]:
        return self._below([domain.preferred or domain.roots for domain in DOMAINS])

    def _below(self, roots: Sequence[tuple[str, ...]]) -> NDArray[np.int64]:
        masks = np.zeros(len(self.taxonomy), np.int64)
        if len(self.taxonomy.arrays.inflected) == 0:  # no dictionary
            return masks
        for bit, names in enumerate(roots):
            for name in names:
                if (root := self.taxonomy.find(name)) is not None:
                    masks[root] |= 1 << bit
        ptr, parents = self.taxonomy.arrays.parent_ptr, self.taxonomy.arrays.parents
        for concept in np.argsort(self.taxonomy.depth, kind="stable").tolist():
            for up in parents[ptr[concept] : ptr[concept + 1]].tolist():
                masks[concept] |= masks[up]
        return masks
