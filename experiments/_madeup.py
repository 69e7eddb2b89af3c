"""Tables made up for the experiments alone: other surveys, discharges with more diagnoses, sets of diagnoses."""

import random
from collections.abc import Iterator
from itertools import zip_longest

import polars as pl

from examples.discharges import make as discharges
from examples.survey import make as survey
from semblant.data.table import Table
from semblant.knowledge.sources import load

TERMS = """relaxation, walking, beach, landscape, picnic, swimming, wildlife, sport, photography, family, holiday,
fishing, hiking, tranquillity, sightseeing, ornithology, bicycling, river, gastronomy, camping, boating, history,
education, horseback riding, museum"""
"""The terms of both answers, the usual ones first: the thesis (8.4.2) has 25."""
RELAXED = (115, 44, 33, 20, 15, 9, 5, 3, 2, 1, 1, 1)
"""How often the pairs occur whose reason is *relaxation*: 249 times together, more than any other, as in the thesis."""


def survey_of_25_terms() -> Table:
    """975 answers in 211 pairs of 25 terms: 118 pairs occur once, the commonest 115 times, *relaxation* 249 times."""
    rng, terms = random.Random(survey.SEED), TERMS.replace("\n", " ").split(", ")
    likely = {(a, b): 1 / ((i + 1) * (j + 1)) for i, a in enumerate(terms) for j, b in enumerate(terms) if a != b}
    drawn = sorted(likely, key=lambda pair: rng.expovariate(likely[pair]))
    times = [often for often, pairs in survey.FREQUENCIES.items() for _ in range(pairs)]
    for often in RELAXED:
        times.remove(often)
    calm = [pair for pair in drawn if pair[0] == terms[0]][: len(RELAXED)]
    others = [pair for pair in drawn if terms[0] not in pair][: len(times)]
    given = [pair for pairs, oftens in ((calm, RELAXED), (others, times))
             for pair, often in zip(sorted(pairs, key=lambda p: (-likely[p], p)), oftens, strict=True)
             for _ in range(often)]  # fmt: skip
    rng.shuffle(given)
    return Table(pl.DataFrame(given, ["reason", "activity"], orient="row"))


def every_pair_once() -> Table:
    """Every pair of answers of the example once, so that none is common."""
    pairs = dict.fromkeys(survey.answers(random.Random(survey.SEED)))
    return Table(pl.DataFrame([*pairs], ["reason", "activity"], orient="row"))


def wider_discharges(principals: int = 819, secondaries: int = 682) -> Table:
    """3,006 discharges whose diagnoses are as many different ones as in the thesis, in the same pairs otherwise.

    Every diagnosis of the example stands for itself and for its neighbours in ICD-10: single stays get one of these.
    """
    rng = random.Random(discharges.SEED)
    stays = [pair for pair, _ in discharges.diagnoses(rng)]
    rng.shuffle(stays)
    columns = []
    for side, wanted in enumerate((principals, secondaries)):
        own = [pair[side] for pair in stays]
        fresh = _neighbours(dict.fromkeys(own), wanted - len(set(own)))
        rare = [i for i, pair in enumerate(stays) if stays.count(pair) == 1]
        rng.shuffle(rare)
        for i in rare:  # the last stay with a diagnosis keeps it
            if fresh.get(own[i]) and own.count(own[i]) > 1:
                own[i] = fresh[own[i]].pop()
        left = [code for codes in fresh.values() for code in codes]
        for i in rare:
            if left and own.count(own[i]) > 1:
                own[i] = left.pop()
        columns.append(own)
    return Table(pl.DataFrame(columns, ["principal", "secondary"]))


def _neighbours(codes: dict[str, None], number: int) -> dict[str, list[str]]:
    """Other diagnoses near each of some, so many in all: of the same category first, then of the same block."""
    icd, taken = load("icd10"), set(codes)

    def near(code: str) -> Iterator[str]:
        (parent,) = icd.parents(icd.index(code)).tolist()[:1]
        above = icd.parents(parent).tolist()[:1]
        for top in (parent, *above):
            for child in icd.children(top).tolist():
                yield from (icd.ids[leaf] for leaf in (icd.children(child).tolist() or [child]))

    found: dict[str, list[str]] = {code: [] for code in codes}
    for turn in zip_longest(*map(near, codes)):
        for code, other in zip(codes, turn, strict=True):
            if number > 0 and other is not None and other not in taken:
                taken.add(other)
                found[code].append(other)
                number -= 1
    return found


def diagnosis_sets(patients: int, seed: int) -> Table:
    """Patients with two to six diagnoses each, as the wards of the example combine them: sets of ICD-10 codes."""
    rng = random.Random(seed)
    likely, ward_of = discharges.likelihoods()
    by_ward: dict[str, list[tuple[str, str]]] = {}
    for pair, ward in ward_of.items():
        by_ward.setdefault(ward.name, []).append(pair)
    shares = {ward.name: ward.share for ward in discharges.WARDS if ward.name in by_ward}
    rows = []
    for name in rng.choices(list(shares), list(shares.values()), k=patients):
        pairs = by_ward[name]
        drawn = rng.choices(pairs, [likely[pair] for pair in pairs], k=rng.choice((1, 1, 2, 2, 3)))
        rows.append("|".join(dict.fromkeys(code for pair in drawn for code in pair)))
    return Table(pl.DataFrame({"items": rows}))
