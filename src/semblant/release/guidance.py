"""What sets and logs have in common on their way to a release."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from semblant.data.table import Table
from semblant.space.bags import Bags
from semblant.space.distances import Blocks, by_meaning
from semblant.space.setreader import Understanding


@dataclass(frozen=True, eq=False)
class Shaped:
    """A masked table of sets or a masked log, not yet written, and the group of every record or user.

    ``rows`` says which record or user each row is of. A log with users in another order has its ``own`` beside it,
    under the numbers of the original, which only the run itself knows.
    """

    table: Table
    groups: NDArray[np.int64]
    rows: NDArray[np.int64]
    own: Table | None = None


def blocks_of(understanding: Understanding, bags: Bags, measure: str) -> Blocks | None:
    """The distances among all items or phrases, in parts; None where only equal ones are alike."""
    if measure == "equality":
        return None
    return by_meaning(bags.points, understanding.taxonomy, measure, understanding.options)
