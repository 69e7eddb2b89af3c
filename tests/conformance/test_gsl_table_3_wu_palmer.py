"""Gsl, Table 3: the semantic loss of every step up a hierarchy of occupations, by Wu & Palmer over WordNet."""

from statistics import mean

import pytest

from semblant.semantics.matrix import candidates_by_values
from semblant.semantics.measures import distance, similarity

TABLE_3 = {
    "math_teacher": {"teacher": 0.0400, "education#4": 0.8261, "occupation": 0.8095},
    "music_teacher": {"teacher": 0.0400, "education#4": 0.8261, "occupation": 0.8095},
    "surgeon": {"medical_practitioner": 0.0769, "doctor": 0.0370, "occupation": 0.8182},
    "ophthalmologist": {"medical_practitioner": 0.1111, "doctor": 0.0714, "occupation": 0.8261},
    "optician": {"medical_practitioner": 0.3043, "doctor": 0.3333, "occupation": 0.7895},
    "optometrist": {"medical_practitioner": 0.3043, "doctor": 0.3333, "occupation": 0.7895},
    "tamer": {"animal_trainer": 0.0435, "trainer": 0.0909, "occupation": 0.8000},
    "baseball_coach": {"coach": 0.0435, "trainer": 0.0909, "occupation": 0.8000},
}
STEPS = [(leaf, level, up) for leaf, steps in TABLE_3.items() for level, up in enumerate(steps, 1)]


@pytest.mark.parametrize(("leaf", "level", "ancestor"), STEPS)
def test_printed_transitions(wordnet, leaf, level, ancestor):
    printed = list(TABLE_3[leaf].values())[level - 1]
    assert round(distance(wordnet, leaf, ancestor, "wu-palmer"), 4) == printed
    assert round(1 - similarity(wordnet, leaf, ancestor, "wu-palmer"), 4) == printed
    by_matrix = candidates_by_values(wordnet, [wordnet.index(ancestor)], [wordnet.index(leaf)], "wu-palmer")
    assert round(float(by_matrix[0, 0]), 4) == printed


def level_gsl(wordnet, level: int) -> float:
    return mean(distance(wordnet, leaf, up, "wu-palmer") for leaf, at, up in STEPS if at == level)


@pytest.mark.parametrize(("level", "printed"), [(1, 0.1205), (2, 0.3261), (3, 0.8053)])
def test_printed_averages_of_levels(wordnet, level, printed):
    assert round(level_gsl(wordnet, level), 4) == printed


def test_printed_average_of_the_hierarchy(wordnet):
    assert round(mean(level_gsl(wordnet, level) for level in (1, 2, 3)), 4) == 0.4173
