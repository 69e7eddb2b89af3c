"""Remaining risk: re-identification (prosecutor, journalist, marketer) and attribute disclosure.

Prosecutor, journalist and marketer are the three intruders of the literature: the first looks for a person known to be
in the release, the second for anyone who can be named from a register, the third tries to name everybody. The register
is the original file: everyone with the original values of some member of a class might be that member.

Reference: El Emam & Dankar 2008; Dankar & El Emam 2010.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np

from semblant.arrays import AnyInts, Flags, Floats, Ints
from semblant.assessment.columns import ComparedColumn, ReadColumn, all_suppressed
from semblant.assessment.linkage import (
    class_sizes,
    class_sizes_before,
    intruder_linkage,
    linkage_by_meaning,
    matching_linkage,
)
from semblant.assessment.pairing import Pairing
from semblant.assessment.texts import NO_TEXTS, Texts
from semblant.data.columnnames import words_of
from semblant.data.columnwords import IDENTIFYING_WORDS, names_persons
from semblant.data.forms import form_of
from semblant.data.joint import by_classes
from semblant.data.missing import no_value
from semblant.data.table import Column, Table
from semblant.evidence import Homogeneity, IdentifyingColumn, Risk, RiskBefore, SizeRange
from semblant.policy.model import Policy
from semblant.privacy.histograms import Histograms
from semblant.privacy.packing import near
from semblant.privacy.promises import declared_numeric, meaning_distances
from semblant.privacy.values import counted_values
from semblant.space.product import unique_columns
from semblant.space.reading import Library, read_meaning
from semblant.space.rules import knowledge_of

_STEPS = (1, 2, 5)


def risk(
    pairing: Pairing | None,
    columns: Sequence[ComparedColumn],
    suppressed: int,
    homogeneity_by_column: Mapping[str, Homogeneity] | None = None,
    persons_per_class: Ints | None = None,
    identifying_columns: Mapping[str, IdentifyingColumn] | None = None,
    rising_columns: Sequence[str] = (),
    persons_before: Ints | None = None,
) -> Risk:
    """Compute the risk of a release; linkage needs records matched with their originals.

    ``persons_per_class`` counts the persons in every class where the policy names persons; they, not the rows, are
    then the class size, and ``persons_before`` those of the original's classes.
    """
    sizes = class_sizes(columns, suppressed) if persons_per_class is None else persons_per_class
    there = int(sizes.sum())
    by_meaning, sample = (None, None) if pairing is None else linkage_by_meaning(pairing)
    journalist, marketer = (None, None) if pairing is None else _register(pairing, suppressed)
    return Risk(
        record_linkage_percent=None if pairing is None else matching_linkage(pairing),
        semantic_record_linkage_percent=by_meaning,
        semantic_record_linkage_sample=sample,
        uniques=int(np.count_nonzero(sizes == 1)),
        prosecutor_max=1.0 / int(sizes.min()) if there else 0.0,
        prosecutor_mean=len(sizes) / there if there else 0.0,
        journalist=journalist,
        marketer=marketer,
        intruder_linkage_percent=None if pairing is None else intruder_linkage(pairing),
        before=risk_before(class_sizes_before(columns) if persons_before is None else persons_before),
        class_sizes=size_ranges(sizes),
        homogeneity=dict(homogeneity_by_column or {}),
        identifying_columns=dict(identifying_columns or {}),
        rising_columns=tuple(rising_columns),
    )


def risk_before(sizes: Ints) -> RiskBefore | None:
    """The risk of a file that is published as it is, by the sizes of its classes; None without anybody.

    Whoever knows the quasi-identifiers of a record then picks among its equals, in every one of these figures.

    Example:
        >>> found = risk_before(np.array([1, 4]))
        >>> found.uniques, found.prosecutor_max, found.marketer, found.record_linkage_percent
        (1, 1.0, 0.4, 40.0)
    """
    people = int(sizes.sum())
    if not people:
        return None
    highest, mean = 1.0 / int(sizes.min()), len(sizes) / people
    return RiskBefore(
        uniques=int(np.count_nonzero(sizes == 1)),
        prosecutor_max=highest,
        prosecutor_mean=mean,
        journalist=highest,
        marketer=mean,
        record_linkage_percent=100 * mean,
        semantic_record_linkage_percent=100 * mean,
    )


def persons_of_classes(columns: Sequence[ComparedColumn], persons: Ints, there: Flags, *, original: bool) -> Ints:
    """How many persons are in each class of one file; ``there`` are the records that are in a class."""
    sides = [c.before if original else c.after for c in columns]
    _, class_of, sizes = unique_columns([s.codes[there] for s in sides], [len(s.points) for s in sides])
    pairs, _, _ = unique_columns([class_of, persons[there]], [len(sizes), int(persons.max(initial=0)) + 1])
    return np.bincount(pairs[0], minlength=len(sizes)).astype(np.int64)


def _register(pairing: Pairing, suppressed: int) -> tuple[float, float]:
    """The greatest chance of naming a record of a class by the people who might be it, and that over all records."""
    _, into_before, people = pairing.distinct(original=True)
    after, into_after, records = pairing.distinct(original=False)
    fitting = np.bincount(into_after, people[into_before], after.shape[1]).astype(np.int64)  # pairs are distinct
    there = ~(all_suppressed(pairing.columns, after) & (suppressed > 0))
    return _named_right(records[there], fitting[there])


def register_risk(original: Ints, released: Ints, there: Flags) -> dict[str, float]:
    """Journalist and marketer risk from the class of every record in both files; ``there`` are those in a class.

    Example:
        >>> register_risk(np.array([0, 0, 1, 2]), np.array([5, 5, 5, 6]), np.array([True, True, True, False]))
        {'journalist': 0.3333333333333333, 'marketer': 0.3333333333333333}
    """
    people = np.bincount(original)
    pairs = np.unique(np.stack([released[there], original[there]]), axis=1)
    fitting = np.bincount(pairs[0], people[pairs[1]]).astype(np.int64)
    journalist, marketer = _named_right(np.bincount(released[there])[fitting > 0], fitting[fitting > 0])
    return {"journalist": journalist, "marketer": marketer}


def _named_right(records: Ints, fitting: Ints) -> tuple[float, float]:
    """The highest chance over classes, and the mean over records; ``fitting`` are the people who might be one."""
    if not records.size:
        return 0.0, 0.0
    return 1.0 / int(fitting.min()), float((records / fitting).sum()) / int(records.sum())


def size_ranges(sizes: Ints) -> tuple[SizeRange, ...]:
    """Classes by their size, in ranges that begin at 1, 2, 5, 10, 20, 50 and so on; empty ones are left out.

    Example:
        >>> [(r.at_least, r.at_most, r.classes, r.records) for r in size_ranges(np.array([1, 5, 6, 30]))]
        [(1, 1, 1, 1), (5, 9, 2, 11), (20, 49, 1, 30)]
    """
    starts = [step * 10**power for power in range(len(str(int(sizes.max(initial=1))))) for step in _STEPS]
    starts.append(10 ** len(str(int(sizes.max(initial=1)))))
    ranges = []
    for start, following in pairwise(starts):
        inside = sizes[(sizes >= start) & (sizes < following)]
        if inside.size:
            ranges.append(
                SizeRange(at_least=start, at_most=following - 1, classes=int(inside.size), records=int(inside.sum()))
            )
    return tuple(ranges)


# --- attribute disclosure -----------------------------------------------------------------------


def homogeneity(
    columns: Sequence[ReadColumn],
    original: Table,
    release: Table,
    policy: Policy,
    library: Library,
    there: Flags,
) -> dict[str, Homogeneity]:
    """For every sensitive column: the homogeneous classes, whose records all have one value or one meaning.

    Values are compared, and missing ones left out, as for l (see ``data.same``); a class without any is homogeneous.
    Meanings are compared where the policy names knowledge for the column: values nearer to each other than the
    attribute's ``apart`` mean the same; they are not where the library does not have that knowledge.
    ``there`` are the records that are in a class, which suppressed ones are not.
    """
    names = [name for name in policy.columns("sensitive") if name in release.names]
    if not names:
        return {}
    _, class_of, sizes = unique_columns([c.after.codes for c in columns], [len(c.after.points) for c in columns])
    found = {}
    for name in names:
        apart = _meanings(name, original, release, policy, library)
        same = None if apart is None else near(apart, policy.attributes[name].apart)
        numeric = declared_numeric(policy.attributes[name])
        found[name] = _given_away(release.column(name), class_of, len(sizes), there, same, numeric)
    return found


def _given_away(
    column: Column, class_of: AnyInts, classes: int, there: Flags, same: Flags | None, numeric: bool | None
) -> Homogeneity:
    values, meanings = (counted_values(column.values, numeric=numeric, by_meaning=way) for way in (False, True))
    size = np.zeros(classes, np.int64)
    one, alike, silent = (np.zeros(classes, np.bool_) for _ in range(3))
    commonest = 0.0
    for begin, end, rows in by_classes(class_of, classes):
        rows = rows[there[rows]]
        part, codes = class_of[rows] - begin, column.packed[rows]
        some, here = np.bincount(part, minlength=end - begin), slice(begin, end)
        held = Histograms.of(part, values.name[codes], end - begin).without(values.nothing)
        size[here] = some
        one[here], silent[here] = (held.distinct <= 1) & (some > 0), (held.distinct == 0) & (some > 0)
        commonest = max(commonest, float(held.shares.max(initial=0.0)))
        if same is not None:
            told = Histograms.of(part, meanings.name[codes], end - begin).without(meanings.nothing)
            alike[here] = _all_the_same(told, same) & (some > 0)
    return Homogeneity(
        one_value_classes=int(one.sum()),
        one_value_records=int(size[one].sum()),
        one_meaning_classes=None if same is None else int(alike.sum()),
        one_meaning_records=None if same is None else int(size[alike].sum()),
        commonest_share=max(commonest, float(silent.any())) if there.any() else None,
    )


def _all_the_same(held: Histograms, same: Flags) -> Flags:
    """The classes in which all values have the same meaning."""
    alike = np.asarray(held.distinct <= 1)
    for c in np.flatnonzero(held.distinct > 1):
        values = held.values[held.starts[c] : held.starts[c + 1]]
        alike[c] = bool(same[np.ix_(values, values)].all())
    return alike


def _meanings(name: str, original: Table, release: Table, policy: Policy, library: Library) -> Floats | None:
    """The distances between the values of a sensitive column by meaning, from 0 to 1; None without a vocabulary."""
    attribute = policy.attributes[name]
    if not attribute.knowledge or attribute.kind not in ("semantic", None) or name not in original.names:
        return None
    if not library.has(knowledge_of(attribute, policy)):
        return None
    reader = read_meaning(original.column(name), policy, library)
    return meaning_distances(reader, policy.loss_measure, release.column(name).values)


_FEWEST = 10
"""The fewest records for which a share is meaningful."""
_MOST = 0.5
"""The share of records with a unique value from which a column counts as identifying."""


def identifying_columns(release: Table, policy: Policy, original: Table | None = None) -> dict[str, IdentifyingColumn]:
    """The released columns in which most values are unique, or that identify people by name, form or what texts say.

    Masked columns are covered by the proof. But a direct identifier is better left out than masked, so a masked column
    is reported where its values have the form of one, and a nominal one where its name suggests it. The form is that of
    the original's values where there is an original.

    Example:
        >>> import polars as pl
        >>> table = Table(pl.DataFrame({"job": ["nurse"] * 12, "salary": [str(1000 + i) for i in range(12)]}))
        >>> policy = Policy(attributes={"job": {"role": "quasi"}, "salary": {"role": "sensitive"}})
        >>> {name: (one.once, one.of) for name, one in identifying_columns(table, policy).items()}
        {'salary': (12, 12)}
    """
    found = {}
    there = set() if original is None else set(original.names)
    for name in release.names:
        attribute = policy.attributes.get(name)
        masked = attribute is not None and attribute.role == "quasi"
        names = bool(words_of(name) & IDENTIFYING_WORDS)
        told = original if original is not None and name in there else release
        form = form_of(told.column(name).values, said=names_persons(words_of(name)))
        if masked and form is None and not (names and attribute is not None and attribute.kind == "nominal"):
            continue
        column = release.column(name)
        held = column.counts[[not no_value(value) for value in column.values]]
        filled, once = int(held.sum()), int(np.count_nonzero(held == 1))
        texts = NO_TEXTS if masked or form is not None else Texts.of(release, name, policy)
        unique = filled >= _FEWEST and (names or once >= _MOST * filled)
        if form is not None or unique or texts != NO_TEXTS:
            found[name] = IdentifyingColumn(
                once=once,
                of=filled,
                names_people=names,
                masked=masked,
                form=form and form.words,
                inside=texts.inside,
                suspected=texts.suspected,
                free_text=texts.free,
            )
    return found
