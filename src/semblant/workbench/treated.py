"""Columns as they are grouped: with codes for no value emptied, rounded, in bands, coded, or by coarser dates."""

from collections.abc import Iterable

from semblant.data.table import Column, Table
from semblant.policy.model import Attribute, Policy
from semblant.space.treatments import treat


def treated(table: Table, policy: Policy, names: Iterable[str]) -> Table:
    """The table with some of its columns as they are grouped.

    Example:
        >>> import polars as pl
        >>> ages = Table(pl.DataFrame({"age": ["21", "24", "999"]}))
        >>> policy = Policy(attributes={"age": {"role": "quasi", "bands": 10, "missing_values": ["999"]}})
        >>> treated(ages, policy, ["age"]).frame["age"].to_list()
        ['[20,30)', '[20,30)', '']
    """
    some = {name: policy.attributes[name] for name in names if name in policy.attributes}
    return treat(table, policy.model_copy(update={"attributes": some})).table


def without_codes(table: Table, name: str, attribute: Attribute) -> Column:
    """A column whose codes for no value are emptied, but which is as it came otherwise."""
    return treat(table, Policy(attributes={name: Attribute(role="keep", missing_values=attribute.missing_values)})
                 ).emptied.column(name)  # fmt: skip
