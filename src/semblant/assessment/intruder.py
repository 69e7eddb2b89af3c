"""An intruder with a file of people they know, which has some of the masked columns: whom they link with whom.

For each person they take the released records nearest in meaning. Where the file also tells which row of the original
is which person, the share of correct links can be counted; otherwise only the number of candidates.
"""

import numpy as np

from semblant.arrays import Ints
from semblant.assessment.columns import compared, distinct_tuples
from semblant.assessment.linkage import nearest
from semblant.data.table import Table
from semblant.data.wholes import whole
from semblant.errors import InputError
from semblant.evidence import Intruder
from semblant.space.reading import Readers

ROW = "row"
"""The column of an intruder's file that numbers the rows of the original, from 1."""


def intruder(known: Table, release: Table, readers: Readers, loss_measure: str, truth: Ints | None = None) -> Intruder:
    """Link the people of an intruder's file with the records of a release.

    ``truth`` is the released row of each person; -1 where there is none.
    """
    columns = [
        compared(reader, known.column(reader.name), release.column(reader.name), loss_measure)
        for reader in readers
        if reader.name in known.names
    ]
    if not columns:
        raise InputError(
            f"{known.origin.name} has none of the masked columns, so it points at nobody.",
            hints=[f"name its columns as the original does: {', '.join(r.name for r in readers)}"],
        )
    if not known.records or not release.records:
        raise InputError("There is nobody to look for, or nothing to look in.", where=known.origin.name)
    before, person, _ = distinct_tuples(columns, original=True)
    after, record, counts = distinct_tuples(columns, original=False)
    own = np.full(known.records, -1, np.int64)
    if truth is not None:
        own[truth >= 0] = record[truth[truth >= 0]]
    there = np.flatnonzero(own >= 0)
    near = nearest(columns, before, after, counts, (person[there].astype(np.int64), own[there]))
    candidates = near.records[person]
    right = np.zeros(known.records)
    right[there] = near.linked / candidates[there]
    return Intruder(
        people=known.records,
        columns=tuple(c.reader.name for c in columns),
        people_in_release=None if truth is None else int(np.count_nonzero(own >= 0)),
        found_percent=None if truth is None else 100.0 * float(right.mean()),
        single_candidate=int(np.count_nonzero(candidates == 1)),
        candidates_least=int(candidates.min()),
        candidates_median=float(np.median(candidates)),
        distance_mean=float(near.distance[person].mean()),
    )


def truth_of(known: Table, original: Table, id_column: str | None) -> Ints | None:
    """The original rows of the people in an intruder's file: by the id column, or by their row number."""
    if id_column is not None and id_column in known.names:
        where = {text: row for row, text in enumerate(original.frame.get_column(id_column).to_list())}
        texts = known.frame.get_column(id_column).to_list()
        return np.array([where.get(text, -1) for text in texts], np.int64)
    if ROW in known.names and ROW not in original.names:
        return np.array([_row(text, original.records) for text in known.frame.get_column(ROW).to_list()], np.int64)
    return None


def _row(text: str, records: int) -> int:
    number = whole(text) if text.strip().isdecimal() else 0
    if not 1 <= number <= records:
        raise InputError(
            f"The column {ROW!r} must number rows of the original, from 1 to {records:,}.",
            hints=["rename the column if it means something else"],
            values=[text],
        )
    return number - 1
