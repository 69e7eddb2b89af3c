"""Attribute disclosure through columns that are published as they are, although they may be secret."""

import re
from collections.abc import Sequence

import numpy as np

from semblant.arrays import AnyInts, Flags
from semblant.assessment.columns import ReadColumn
from semblant.data.columnnames import head_of
from semblant.data.columnwords import KEPT_WORDS, SENSITIVE
from semblant.data.joint import by_classes, counts_of
from semblant.data.table import Column, Table
from semblant.evidence import KeptHomogeneity
from semblant.policy.model import Policy
from semblant.privacy.histograms import Histograms
from semblant.privacy.values import counted_values
from semblant.space.product import unique_columns

_TELLING = ("health", "crime", "politics", "religion", "sex life")  # what values tell by themselves; numbers do not
_MOST_TEXTS = 1_000  # different values whose words are looked at
_SHARE = 0.5
"""The share of records with a telling value from which a column is about it; and from which a value is common."""


def kept_homogeneity(
    columns: Sequence[ReadColumn], release: Table, policy: Policy, there: Flags
) -> dict[str, KeptHomogeneity]:
    """For every kept column that may be secret: the classes that give it away, where there are any.

    Only classes count in which everybody has the same value and fewer than half of all records have it: that a class
    says what nearly everybody has tells little, and happens by chance. ``there`` are the records that are in a class.
    """
    roles = {name: one.role for name, one in policy.attributes.items()}
    kept = [n for n in release.names if roles.get(n, "keep") == "keep" and n != policy.individual]
    seem = {name: about for name in kept if (about := about_what(release.column(name)))}
    if not seem or not columns or not there.any():
        return {}
    codes, widths = [c.after.codes for c in columns], [len(c.after.points) for c in columns]
    _, class_of, sizes = unique_columns(codes, widths)
    found = {
        name: _given_away(release.column(name), class_of, len(sizes), there, about) for name, about in seem.items()
    }
    return {name: one for name, one in found.items() if one.classes}


def about_what(column: Column) -> str | None:
    """What secret a column may be about, by the head of its name or the words of its values; None for nothing.

    Example:
        >>> import polars as pl
        >>> table = Table(pl.DataFrame({"hiv_status": ["yes"], "x7": ["asthma"], "ward": ["3b"]}))
        >>> [about_what(table.column(name)) for name in table.names]
        ['health', 'health', None]
    """
    if (head := head_of(column.name)) in SENSITIVE and head not in KEPT_WORDS:
        return SENSITIVE[head]
    if head or len(column.values) > _MOST_TEXTS:
        return None
    records: dict[str, int] = {}
    for text, count in zip(column.values, column.counts.tolist(), strict=True):
        topics = {SENSITIVE.get(word) for word in re.findall(r"[^\W\d_]+", text.lower())}
        for topic in topics.intersection(_TELLING):
            assert topic is not None
            records[topic] = records.get(topic, 0) + count
    topic = max(records, key=lambda one: records[one], default=None)
    return topic if topic is not None and records[topic] >= _SHARE * int(column.counts.sum()) else None


def _given_away(column: Column, class_of: AnyInts, classes: int, there: Flags, about: str) -> KeptHomogeneity:
    told, nothing = counted_values(column.values)
    often = np.bincount(told, counts_of(column.packed[there], len(told)))
    common = often >= _SHARE * np.count_nonzero(there)
    found = records = 0
    for begin, end, rows in by_classes(class_of, classes):
        rows = rows[there[rows]]
        part = class_of[rows] - begin
        held = Histograms.of(part, told[column.packed[rows]], end - begin).without(nothing)
        one = np.flatnonzero(held.distinct == 1)
        one = one[~common[held.values[held.starts[one]]]]
        found, records = found + len(one), records + int(np.bincount(part, minlength=end - begin)[one].sum())
    return KeptHomogeneity(about=about, classes=found, records=records)
