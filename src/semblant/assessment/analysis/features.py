"""Columns as numbers for a model: numbers as they are, categories and concepts as flags."""

from collections import Counter
from typing import NamedTuple

import numpy as np

from semblant.arrays import Floats
from semblant.assessment.analysis.variables import Values, Variable

MOST = 20
"""The most flags of one column."""
_LEAST = 0.01  # share of the records that a flag must tell apart from the others


class Feature(NamedTuple):
    """One number that a model sees of a record."""

    name: str
    of_category: Floats | None  # 1 for each category that has it; None: the column's number itself
    middle: float = 0.0  # where the number is missing

    def of(self, values: Values) -> Floats:
        """The feature of every record of one file."""
        if self.of_category is not None:
            return np.append(self.of_category, 0.0)[values.codes]
        assert values.numbers is not None
        return np.where(np.isnan(values.numbers), self.middle, values.numbers)


def features(variable: Variable) -> list[Feature]:
    """The features of one column; which there are depends on the original file alone.

    A concept is described by the wider concepts that it is one of, so that a release which says health professional for
    nurse still says most of it.
    """
    if variable.measured:
        places, often = variable.before.placed
        return [Feature(variable.name, None, float(places @ often) / int(often.sum()) if places.size else 0.0)]
    return [Feature(f"{variable.name}: {label}", flags) for label, flags in _flags(variable)]


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
