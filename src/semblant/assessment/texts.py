"""What texts that are published as they are say about people: direct identifiers inside them, and free text."""

from dataclasses import dataclass
from typing import Self

import numpy as np
import polars as pl

from semblant.data.mentions import UNSURE, mentions
from semblant.data.missing import no_value
from semblant.data.table import Table
from semblant.policy.model import Policy
from semblant.proof.rare import people

_SENTENCE = 5
"""The fewest words of a text that is no term."""
_AT, _ROW, _PERSON, _FORM, _WHAT = "at", "row", "person", "form", "what"


@dataclass(frozen=True)
class Texts:
    """How many records of a column say something about people."""

    inside: dict[str, int]  # with a direct identifier inside their text that fewer than k persons share, by its form
    suspected: dict[str, int]  # with what may be one, or with one that more persons share
    free: int  # whose text is a sentence that fewer than k persons share

    @classmethod
    def of(cls, release: Table, name: str, policy: Policy) -> Self:
        """Look into the texts of a column."""
        column = release.column(name)
        long = _sentences(column.values)
        found = pl.DataFrame(
            [*mentions(column.values)], schema={_AT: pl.Int64, _FORM: pl.String, _WHAT: pl.String}, orient="row"
        )
        looked = np.zeros(len(column.values), np.bool_)
        looked[[*found.get_column(_AT).to_list(), *long]] = True
        at = np.flatnonzero(looked[column.packed])
        persons = people(release, policy).gather(pl.Series(at))
        rows = pl.DataFrame({_AT: column.packed[at].astype(np.int64), _PERSON: persons, _ROW: at})
        held = rows.join(found, on=_AT).with_columns(_few(policy.k).over(_FORM, _WHAT).alias("few"))
        sure = pl.col("few") & ~pl.col(_FORM).is_in(UNSURE)
        return cls(_by_form(held.filter(sure)), _by_form(held.filter(~sure)), _free(rows, long, policy.k))


NO_TEXTS = Texts({}, {}, 0)


def _few(k: int) -> pl.Expr:
    return pl.col(_PERSON).n_unique() < k


def _by_form(held: pl.DataFrame) -> dict[str, int]:
    return dict(sorted(held.group_by(_FORM).agg(pl.col(_ROW).n_unique()).iter_rows()))


def _sentences(values: tuple[str, ...]) -> list[int]:
    """Which values are sentences."""
    words = pl.Series(values, dtype=pl.String).str.count_matches(r"\S*\pL\S*")
    return [at for at in (words >= _SENTENCE).arg_true().to_list() if not no_value(values[at])]


def _free(rows: pl.DataFrame, long: list[int], k: int) -> int:
    """The records with a rare sentence, unless the sentences of the column are answers that most persons share."""
    held = rows.filter(pl.col(_AT).is_in(long)).group_by(_AT).agg(_few(k).alias("few"), pl.len().alias("records"))
    rare = held.filter("few")
    return int(rare.get_column("records").sum()) if 2 * rare.height >= held.height else 0
