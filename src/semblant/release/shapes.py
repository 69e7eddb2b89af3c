"""Sets and search logs on the same way as tables: encode, mask, represent; nothing is written here."""

from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from semblant.data.table import Table
from semblant.errors import PolicyError, UnreachableError
from semblant.methods import logs as log_methods
from semblant.methods import sets as set_methods
from semblant.methods.mdav import centred
from semblant.policy import Policy
from semblant.progress import Advance, ignore
from semblant.represent import represent
from semblant.sets.bags import Bags
from semblant.sets.distances import Blocks, by_meaning
from semblant.sets.logs import SearchLog, read_log
from semblant.sets.reading import SetReader, Understanding, read_sets, set_column
from semblant.sets.space import SetSpace, unmerged
from semblant.sets.times import coarsened
from semblant.space.build import build_space
from semblant.space.kinds import resolve
from semblant.space.product import Product
from semblant.space.reading import Library, Readers, read_columns
