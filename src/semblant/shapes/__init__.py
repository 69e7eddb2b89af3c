"""Tables, sets and search logs: the one place where the shapes of data differ."""

from semblant.data.table import Table
from semblant.policy.model import Policy
from semblant.progress import Steps
from semblant.shapes.log import LogShape
from semblant.shapes.sets import SetsShape
from semblant.shapes.shape import Shape
from semblant.shapes.table import TableShape
from semblant.space.reading import Library

_SHAPES: dict[str, type[TableShape] | type[SetsShape] | type[LogShape]] = {
    "table": TableShape,
    "sets": SetsShape,
    "log": LogShape,
}


def read_shape(table: Table, policy: Policy, library: Library, steps: Steps | None = None) -> Shape:
    """Read data in the shape that the policy gives."""
    return _SHAPES[policy.shape].read(table, policy, library, steps)
