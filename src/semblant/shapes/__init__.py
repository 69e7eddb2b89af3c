"""Tables, sets and search logs: the one place where the shapes of data differ."""

from dataclasses import replace

from semblant.data.table import Table
from semblant.policy.model import Policy
from semblant.progress import Steps
from semblant.shapes.log import LogShape
from semblant.shapes.sets import SetsShape
from semblant.shapes.shape import Shape
from semblant.shapes.table import TableShape
from semblant.space.reading import Library
from semblant.space.sentinels import pointed_out, possible_codes
from semblant.space.treatments import treat

_SHAPES: dict[str, type[TableShape] | type[SetsShape] | type[LogShape]] = {
    "table": TableShape,
    "sets": SetsShape,
    "log": LogShape,
}


def read_shape(table: Table, policy: Policy, library: Library, steps: Steps | None = None) -> Shape:
    """Read data in the shape that the policy gives, single columns treated as it says."""
    treated = treat(table, policy)
    shape: Shape = _SHAPES[policy.shape].read(treated.table, treated.policy, library, steps)
    if isinstance(shape, TableShape):  # as they are written in the input: missing_values come before other treatments
        codes = possible_codes(treated.emptied, policy)
        shape = replace(shape, codes=codes, decisions=(*shape.decisions, *pointed_out(codes)))
    return replace(shape, treated=treated.changed) if treated.changed else shape  # type: ignore[type-var]
