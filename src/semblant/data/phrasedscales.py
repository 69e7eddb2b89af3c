"""Scales whose levels are phrases: degrees of one word, rates such as once a week, levels of education.

No list has every phrase of a questionnaire, but phrases are built alike: *not very interested* and *muy satisfecho* say
how much of the same word. The words that build them are listed, in the main European languages.
"""

import re
from collections.abc import Callable, Sequence
from functools import cache

Rank = float | None

_DEGREES = """
    7: totally completely fully absolutely entirely extremely strongly definitely always voll völlig vollkommen
       voll_und_ganz äußerst immer tout_à_fait entièrement totalement complètement extrêmement toujours totalmente
       completamente siempre sempre helemaal volledig sterk całkowicie zdecydowanie
    6: very highly often frequently usually mostly largely great_deal a_lot quite_a_lot sehr meist
       meistens oft weitgehend
       très souvent beaucoup muy mucho a_menudo molto spesso zeer erg vaak bardzo
    4: somewhat fairly rather quite moderately tend_to mainly sometimes partly teilweise eher ziemlich manchmal plutôt
       assez parfois bastante algo más_bien a_veces abbastanza piuttosto eerder tamelijk soms raczej
    3: slightly a_little a_bit mildly little rarely seldom occasionally not_very not_so not_really not_too wenig kaum
       selten nicht_sehr nicht_so un_peu peu rarement pas_très poco un_poco no_muy poco raramente non_molto weinig
       een_beetje mało
    -7: not_at_all in_no_way never gar_nicht überhaupt_nicht keinesfalls nie pas_du_tout jamais absolument_pas
       en_absoluto nada per_niente per_nulla mai helemaal_niet wcale_nie
"""
_NEGATIONS = "not no nicht kein keine pas ne no non niet nie en_desacuerdo".split()  # noqa: SIM905
_FILLERS = frozenset("a an the at all of to it s i am is es ist c est le la un une".split())  # noqa: SIM905
_OPPOSITES = ("dis", "un", "in", "im", "ir", "non", "des", "mé", "on")
_NEUTRAL = re.compile(
    r"(?:neutral|neutre|neutro|neutraal|undecided|unentschieden|indifferent|teils teils|mittel|mixed|weder noch|"
    r"neither nor|neither|in between|half and half|(?:neither|weder|ni|né|noch) .+ (?:nor|noch|ni|né) .+)"
)
_USUAL = 5.0
"""The degree of a word that no other one weakens or strengthens."""


@cache
def _phrases() -> tuple[tuple[str, float], ...]:
    """The words that say how much, the longest first."""
    found = []
    for line in re.split(r"\n\s*(?=-?\d:)", _DEGREES.strip()):
        degree, _, words = line.partition(":")
        found += [(word.replace("_", " "), float(degree)) for word in words.split()]
    return tuple(sorted(found, key=lambda one: (-len(one[0]), one[0])))


def degrees(answers: Sequence[str]) -> list[float] | None:
    """The order of answers that say how much of one and the same word, each in one case and without signs.

    Example:
        >>> degrees(["not at all interested", "very interested", "not very interested"])
        [-7.0, 6.0, -3.0]
        >>> degrees(["trifft eher nicht zu", "trifft zu", "trifft voll zu"]), degrees(["nurse", "head nurse"])
        ([-4.0, 5.0, 7.0], None)
    """
    parsed = [_degree(answer) for answer in answers]
    about = {word for word, _, _ in parsed if word}
    base = min(about, key=lambda word: (len(word), word), default="")
    opposites = {word for word in about if word in {mark + base for mark in _OPPOSITES}}
    if not base or about - opposites - {base} or not any(told for _, _, told in parsed):
        return None
    return [-degree if word in opposites else degree for word, degree, _ in parsed]


def _degree(answer: str) -> tuple[str, float, bool]:
    """What an answer is about, how much of it there is, and whether a word said so; about nothing: the middle."""
    if _NEUTRAL.fullmatch(answer):
        return "", 0.0, False
    rest, degree, told = f" {answer} ", _USUAL, False
    for phrase, value in _phrases():
        if f" {phrase} " in rest:
            rest, degree, told = rest.replace(f" {phrase} ", " ", 1), value, True
            break
    words = rest.split()
    negated = any(word in _NEGATIONS for word in words)
    if answer.startswith(("not ", "no ", "nicht ", "non ")) and degree == 3.0 and told:
        negated = True
    kept = " ".join(word for word in words if word not in _NEGATIONS and word not in _FILLERS)
    return kept, -abs(degree) if negated else degree, told or negated


_PERIODS = {
    "day": 365.0, "days": 365.0, "daily": 365.0, "week": 52.0, "weekly": 52.0, "month": 12.0, "monthly": 12.0,
    "quarter": 4.0, "quarterly": 4.0, "year": 1.0, "yearly": 1.0, "annually": 1.0, "tag": 365.0, "täglich": 365.0,
    "woche": 52.0, "wöchentlich": 52.0, "monat": 12.0, "monatlich": 12.0, "jahr": 1.0, "jährlich": 1.0,
    "jour": 365.0, "semaine": 52.0, "mois": 12.0, "an": 1.0, "día": 365.0, "semana": 52.0, "mes": 12.0, "año": 1.0,
    "giorno": 365.0, "settimana": 52.0, "mese": 12.0, "anno": 1.0, "dag": 365.0, "maand": 12.0, "jaar": 1.0,
    "dia": 365.0, "mês": 12.0, "ano": 1.0, "vecka": 52.0, "månad": 12.0, "år": 1.0, "uge": 52.0, "måned": 12.0,
}  # fmt: skip
_TIMES = {
    "once": 1.0, "twice": 2.0, "several": 4.0, "few": 3.0, "couple": 2.0, "multiple": 4.0, "einmal": 1.0,
    "zweimal": 2.0,
    "mehrmals": 4.0, "une": 1.0, "plusieurs": 4.0, "una": 1.0, "varias": 4.0, "quelques": 3.0, "algunas": 3.0,
    "alcune": 3.0, "qualche": 3.0, "paar": 3.0, "enkele": 3.0, "algumas": 3.0, "eens": 1.0, "några": 3.0, "nogle": 3.0,
}  # fmt: skip
_ZERO = re.compile(r"never|not at all|nie|niemals|jamais|nunca|mai|nooit|nigdy")
_SELDOM = re.compile(
    r"(?:less|less often|less frequently|rarely|seldom|hardly ever|seltener|selten|moins souvent|rara vez)"
)


def rates(answers: Sequence[str]) -> list[float] | None:
    """The order of answers that say how often in a period.

    Example:
        >>> rates(["once a week", "never", "more than once a week", "less often", "2 3 times a month"])
        [52.0, 0.0, 78.0, 0.1, 30.0]
        >>> rates(["last week", "next week"])
    """
    found = [_rate(answer) for answer in answers]
    told = sum(any(word in _PERIODS for word in answer.split()) for answer in answers)
    if 2 * told <= len(answers):
        return None
    ranks = [rank for rank in found if rank is not None]
    return ranks if len(ranks) == len(found) and len(set(ranks)) == len(ranks) else None


def _rate(answer: str) -> Rank:
    if _ZERO.fullmatch(answer):
        return 0.0
    if _SELDOM.fullmatch(answer):
        return 0.1
    words = answer.split()
    period = next((_PERIODS[word] for word in words if word in _PERIODS), None)
    if period is None:
        return None
    numbers = [float(word) for word in words if word.isdecimal()] or [_TIMES[w] for w in words if w in _TIMES]
    often = words[0] in ("every", "each", "jeden", "jede", "chaque", "cada") or words[-1].endswith(("ly", "lich"))
    if not numbers and not often:
        return None
    count = sum(numbers) / len(numbers) if numbers else 1.0
    more = 1.5 if re.match(r"more than|over|mehr als|plus d|más d", answer) else 1.0
    less = 0.5 if re.match(r"less than|under|weniger als|moins d|menos d", answer) else 1.0
    return period * count * more * less


_SCHOOLING = """
    0: none uneducated illiterate ninguno ninguna nessuno
    1: kindergarten nursery preschool pre_school
    2: primary elementary grundschule volksschule primaire primaria elementare école_primaire basisschool basic
       basisonderwijs lager_onderwijs podstawowe grundskola folkeskole grunnskole
    3: vmbo mavo lbo gimnazjum cep dnb mbo_1 middle_school junior_high lower_secondary hauptschule hauptschulabschluss
       mittelschule collège medie eso
    4: nvq_level_1 nvq_level_2 level_1 level_2 cse gcse gcses o_level o_levels realschule realschulabschluss
       mittlere_reife brevet 10th
    4.5: 11th 12th
    4.7: secundaria secondaria secondaire
    5: havo vwo mbo_2 mbo_3 mbo_4 nvq_level_3 level_3 as_level btec gymnasium gymnasieskola studenterhøjskole średnie
       liceum maturité high_school hs secondary upper_secondary a_level a_levels abitur fachabitur hochschulreife matura
       baccalauréat bac lycée bachillerato diploma ged matric superiori
    6: mbo zasadnicze zawodowe yrkesskola vocational apprenticeship trade_school technical lehre berufsausbildung
       ausbildung cap bep formación_profesional
       fp grado_medio grado_superior ciclo_formativo certificate professional_training berufsschule fachschule
    7: some_college some_university college_no_degree
    7.5: hnd hnc hnd_hnc nvq_level_4 level_4 level_5 foundation_course bac_2 associate associates foundation_degree
       college bts dut
    8: hbo first_degree level_6 bac_3 licencjat inżynier kandidat høgskole licenciatura bachelor bachelors ba bsc bs
       licence grado university undergraduate degree fachhochschule hochschule
       universität universidad università universidade uniwersytet universitario universitarios universitaria
       laurea université tertiary higher_education superior
       graduate hochschulabschluss universitätsabschluss studium superiores
    9: postgraduate post_graduate graduate_degree graduate_or_professional professional_degree prof_school
       advanced_degree
    9.5: wo magisterskie bac_5
    10: higher_degree level_7 master masters ma msc mba magister diplom maîtrise máster maestría specialistica
    11: level_8 bac_8 doctorate doctoral doctor phd ph_d doktor promotion doctorat doctorado dottorato md
"""
_PART_OF = re.compile(r"^(?:less than|below|some|incomplete|lower than|unvollständige?) ")


@cache
def _levels() -> tuple[tuple[str, float], ...]:
    found = []
    for line in re.split(r"\n\s*(?=[\d.]+:)", _SCHOOLING.strip()):
        rank, _, words = line.partition(":")
        found += [(word.replace("_", " "), float(rank)) for word in words.split()]
    return tuple(sorted(found, key=lambda one: (-len(one[0]), one[0])))


def schooling(answers: Sequence[str]) -> list[float] | None:
    """The order of levels of education, by the words in them; for columns that are about education.

    Example:
        >>> schooling(["bachelor s degree", "some high school", "high school", "sans diplôme"])
        [8.0, 4.75, 5.0, 0.0]
        >>> schooling(["biology", "law"])
    """
    found = [_schooled(answer) for answer in answers]
    ranks = [rank for rank in found if rank is not None]
    return ranks if len(ranks) == len(found) and len(set(ranks)) > 1 else None


def _schooled(answer: str) -> Rank:
    words = re.sub(r"[^\w\s]", " ", answer).split()
    padded = f" {' '.join(words)} "
    if words and words[0] in ("no", "kein", "keine", "keinen", "ohne", "sans", "sin", "senza", "aucun", "zonder"):
        return 0.0
    found = next((rank for name, rank in _levels() if f" {name} " in padded), None)
    if found is None or not _PART_OF.match(answer) or found in (0.0, 7.0):
        return found
    return found - 0.25


PHRASED: tuple[tuple[str, Callable[[Sequence[str]], list[float] | None]], ...] = (
    ("frequency", rates),
    ("degree", degrees),
)
"""What such scales are called, and what finds their order; education only where a column is about it."""
