"""Columns as numbers for a model: numbers as they are, categories and concepts as flags."""

from collections import Counter

import numpy as np

from semblant.arrays import Floats
from semblant.assessment.analysis.variables import Values, Variable

MOST = 20
"""The most flags of one column."""
_LEAST = 0.01  # share of the records that a flag must tell apart from the others


def features(variable: Variable, values: Values) -> list[Floats]:
    """The features of one column of one file; which there are depends on the original column alone.

    A concept is described by the wider concepts that it is one of, so that a release which says health professional for
    nurse still says most of it.
    """
    return [column for _, column in named_features(variable, values)]


def named_features(variable: Variable, values: Values) -> list[tuple[str, Floats]]:
    """The same with their names."""
    if variable.measured:
        assert values.numbers is not None
        places, often = variable.before.placed
        middle = float(places @ often) / int(often.sum()) if places.size else 0.0
        return [(variable.name, np.where(np.isnan(values.numbers), middle, values.numbers))]
    return [(f"{variable.name}: {label}", _flag(flags, values)) for label, flags in _flags(variable)]


def _flag(of_category: Floats, values: Values) -> Floats:
    return np.append(of_category, 0.0)[values.codes]


def _flags(variable: Variable) -> list[tuple[str, Floats]]:
    """The flags of a column's categories, the most even first."""
    counts = variable.before.counted(len(variable.labels)).astype(np.float64)
    total = max(counts.sum(), 1.0)
    found: list[tuple[str, Floats]] = []
    if variable.sort == "concept" and variable.compared is not None and variable.compared.reader.taxonomy is not None:
        taxonomy = variable.compared.reader.taxonomy
        held: Counter[int] = Counter()
        for above, count in zip(variable.above, counts.tolist(), strict=True):
            held.update(dict.fromkeys(above, count))
        for concept in sorted(c for c, count in held.items() if _LEAST * total <= count <= (1 - _LEAST) * total):
            flag = np.array([float(concept in above) for above in variable.above])
            found.append((taxonomy.written(concept), flag))
    else:
        for i in np.flatnonzero(counts >= _LEAST * total).tolist():  # at most a hundred
            found.append((variable.labels[i], (np.arange(len(counts)) == i).astype(np.float64)))
    by_evenness = sorted(found, key=lambda one: (abs(float(counts @ one[1]) / total - 0.5), one[0]))
    chosen: dict[bytes, tuple[str, Floats]] = {}
    for name, flag in by_evenness:
        if _LEAST <= float(counts @ flag) / total <= 1 - _LEAST:
            chosen.setdefault((flag[counts > 0] > 0).tobytes(), (name, flag))
        if len(chosen) == MOST:
            break
    return list(chosen.values())
