"""What texts that are published as they are say about people: direct identifiers inside them, and free text."""

from dataclasses import dataclass

import numpy as np
import polars as pl

from semblant.arrays import Flags
from semblant.data.mentions import UNSURE, mentions
from semblant.data.missing import no_value
from semblant.data.table import Column, Table
from semblant.policy.model import Policy
from semblant.proof.rare import people

_SENTENCE = 5
"""The fewest words of a text that is no term."""
_AT, _PERSON, _N, _FORM, _WHAT = "at", "person", "n", "form", "what"


@dataclass(frozen=True)
class Texts:
    """How many records of a column say something about people."""

    inside: dict[str, int]  # with a direct identifier inside their text that fewer than k persons share, by its form
    suspected: dict[str, int]  # with what may be one, or with one that more persons share
    free: int  # whose text is a sentence that fewer than k persons share

    @classmethod
    def of(cls, release: Table, name: str, policy: Policy) -> "Texts":
        """Look into the texts of a column."""
        column = release.column(name)
        long = _sentences(column.values)
        found = pl.DataFrame(
            [*mentions(column.values)], schema={_AT: pl.Int64, _FORM: pl.String, _WHAT: pl.String}, orient="row"
        ).unique()
        looked = np.zeros(len(column.values), np.bool_)
        looked[[*found.get_column(_AT).to_list(), *long]] = True
        if not looked.any():
            return NO_TEXTS
        who = _holders(release, column, looked, policy)
        persons = pl.col(_N).sum() if who.get_column(_PERSON).null_count() else pl.col(_PERSON).n_unique()
        few = (persons < policy.k).alias("few")
        held = who.join(found, on=_AT).with_columns(few.over(_FORM, _WHAT))
        sure = pl.col("few") & ~pl.col(_FORM).is_in(UNSURE)
        return cls(_by_form(held.filter(sure)), _by_form(held.filter(~sure)), _free(who, long, few))


NO_TEXTS = Texts({}, {}, 0)


def _holders(release: Table, column: Column, looked: Flags, policy: Policy) -> pl.DataFrame:
    """Who has each of some texts, and in how many records; where every record is a person, nobody is named."""
    if policy.individual is None or policy.individual not in release.names:
        texts = np.flatnonzero(looked)
        nobody = pl.Series([None] * len(texts), dtype=pl.Int64)
        return pl.DataFrame({_AT: texts, _PERSON: nobody, _N: column.counts[texts]})
    rows = np.flatnonzero(looked[column.packed])
    persons = people(release, policy).gather(pl.Series(rows))
    held = pl.DataFrame({_AT: column.packed[rows].astype(np.int64), _PERSON: persons})
    return held.group_by(_AT, _PERSON).agg(pl.len().alias(_N))


def _by_form(held: pl.DataFrame) -> dict[str, int]:
    """How many records these are, by the form of what they say."""
    once = held.unique([_AT, _PERSON, _FORM])
    return dict(sorted(once.group_by(_FORM).agg(pl.col(_N).sum()).iter_rows()))


def _sentences(values: tuple[str, ...]) -> list[int]:
    """Which values are sentences."""
    words = pl.Series(values, dtype=pl.String).str.count_matches(r"\S*\pL\S*")
    return [at for at in (words >= _SENTENCE).arg_true().to_list() if not no_value(values[at])]


def _free(who: pl.DataFrame, long: list[int], few: pl.Expr) -> int:
    """The records with a rare sentence, unless the sentences of the column are answers that most persons share."""
    held = who.filter(pl.col(_AT).is_in(long)).group_by(_AT).agg(few, pl.col(_N).sum())
    rare = held.filter("few")
    return int(rare.get_column(_N).sum()) if 2 * rare.height >= held.height else 0
