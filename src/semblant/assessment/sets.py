"""Privacy, utility and risk of released sets, from both tables and the meanings of their items."""

from collections.abc import Sequence
from functools import partial

import numpy as np
import polars as pl

from semblant.arrays import Flags
from semblant.assessment.analysis.holdings import analysis_of_holdings
from semblant.assessment.assessment import Assessment
from semblant.assessment.columns import in_one_case
from semblant.assessment.compared_bags import ComparedBags, as_values, text_linkage, unmatched_bags
from semblant.assessment.pairing import compare_columns
from semblant.assessment.particulars import clusters_of, particulars
from semblant.assessment.rising import rising_columns
from semblant.assessment.risk import identifying_columns, register_risk, risk_before
from semblant.data.items import split
from semblant.data.table import Table
from semblant.evidence import Privacy, RareFacts
from semblant.policy.model import SUPPRESSED, Policy
from semblant.proof.meanings import holders_of, rare_meanings
from semblant.proof.rare import Held, counted, people, rare_texts, with_rare
from semblant.proof.suppression import suppression
from semblant.proof.tables import classes_of
from semblant.space.reading import Readers
from semblant.space.setreader import SetReader


def assess_sets(
    reader: SetReader,
    readers: Readers,
    tables: tuple[Table, Table],
    policy: Policy,
    privacy: Privacy,
    *,
    aligned: bool | None = None,
) -> Assessment:
    """Assess released sets: ``tables`` are the original and the release, ``privacy`` is what its bytes promise.

    Records are matched by position where the policy keeps their order (or ``aligned`` says so); where they are not,
    only what needs no matching is given.
    """
    original, release = tables
    matched = original.records == release.records and policy.order == "keep" if aligned is None else aligned
    privacy = with_rare(privacy, _rare(reader, readers, tables, policy, matched=matched), policy)
    columns = original.column(reader.name), release.column(reader.name)
    before, after = (reader.assessed(column) for column in columns)
    beside = compare_columns(readers, original, release, policy.loss_measure) if readers.columns else ()
    names = [r.name for r in readers]
    there = ~suppression(release, policy, original).outside
    classes = np.bincount(classes_of(release, policy, np.flatnonzero(there))).tolist()
    more = particulars(
        (before, after),
        reader.understanding,
        (_items(original, reader), _items(release, reader)),
        policy,
        counted=False,
        clusters=clusters_of(original.records) if matched else None,
    )
    drawn = as_values(*columns, policy.k)
    open_to_all = {
        "identifying_columns": identifying_columns(release, policy, original),
        "rising_columns": rising_columns(release, policy) if matched else (),
        "before": risk_before(np.bincount(classes_of(original, policy))),
    }
    sides = before, after, reader.understanding, policy.loss_measure
    analysed = partial(analysis_of_holdings, *sides, how="avg", matched=matched)
    if not matched:
        utility, risk = unmatched_bags([reader.name, *names], classes, more)
        return Assessment(privacy, utility, risk.model_copy(update=open_to_all), (drawn, *beside), analysed=analysed)
    compared = ComparedBags.of(*sides, how="avg", beside=beside)
    linkage = text_linkage(*(_texts(table, reader, names) for table in tables))
    then, now = (classes_of(table, policy).astype(np.int64) for table in tables)
    named = register_risk(then, now, there)
    risk = compared.risk(classes, linkage).model_copy(update=open_to_all | named)
    utility = compared.utility(reader.name, _changed(tables, reader), more)
    return Assessment(privacy, utility, risk, (drawn, *beside), analysed=analysed)


def _changed(tables: tuple[Table, Table], reader: SetReader) -> Flags:
    """Which records' items differ by more than case and spacing."""
    before, after = (
        [{in_one_case(i) for i in split(cell, reader.rules.separator)} for cell in table.texts(reader.name)]
        for table in tables
    )
    return np.array([a != b for a, b in zip(before, after, strict=True)], bool)


def _rare(
    reader: SetReader, readers: Readers, tables: tuple[Table, Table], policy: Policy, *, matched: bool
) -> dict[str, RareFacts]:
    """Rare values in the columns beside the set, and rare items in it."""
    original, release = tables
    persons, cells = people(original, policy), original.texts(reader.name).to_list()
    pairs = [(p, i) for p, cell in zip(persons, cells, strict=True) for i in split(cell, reader.rules.separator)]
    held = Held(pl.Series([p for p, _ in pairs], dtype=pl.Int64), pl.Series([i for _, i in pairs], dtype=pl.String))
    least = policy.least_term_holders if policy.rare == "hide" else policy.k
    holders = holders_of(_items(release, reader) - {SUPPRESSED}, held, reader.understanding, least)
    return {
        **rare_texts(original, release, policy, matched=matched),
        **rare_meanings(original, release, policy, readers),
        reader.name: counted(holders.values(), policy, least),
    }


def _items(table: Table, reader: SetReader) -> set[str]:
    return {i for cell in table.column(reader.name).values for i in split(cell, reader.rules.separator)}


def _texts(table: Table, reader: SetReader, names: Sequence[str]) -> list[list[str]]:
    """The texts that an intruder can compare: a record's items, and its values in the other quasi-identifiers."""
    cells = table.texts(reader.name).to_list()
    beside = [[f"{n}\0{v}" for v in table.texts(n).to_list()] for n in names]
    rows = zip(*beside, strict=True) if beside else ([()] * len(cells))
    return [[*split(cell, reader.rules.separator), *row] for cell, row in zip(cells, rows, strict=True)]
