"""The engine that works with Apache Spark: workers read, code, understand, draw, mask blocks and count.

The driver holds every cell as a code of one to four bytes, in files, and otherwise what it holds on one machine:
distinct texts, distinct tuples, and one batch of rows at a time. Nothing depends on how many workers there are, nor on
how rows lie in partitions.
"""

import pickle
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from semblant.data.encoder import BATCH
from semblant.data.order import Draws
from semblant.data.parquet import folder_notes, parquet_parts, rows_of
from semblant.data.read import as_released, read_by_policy, recognised
from semblant.data.source import open_source
from semblant.data.table import Origin, Table, refuse_names
from semblant.engine.coded import coded_table
from semblant.engine.count import Written, countable, prove, released_names
from semblant.engine.draws import draws_by_workers
from semblant.engine.failures import full_disk_told
from semblant.engine.parts import Kept, Part, divided, read_slices, told
from semblant.engine.session import check_workers
from semblant.engine.tasks import on_workers
from semblant.engine.understand import read_by_workers
from semblant.engine.workers import Workers, mapped, working_folder
from semblant.errors import InputError
from semblant.evidence import Privacy
from semblant.methods.tasks import Solve, Task, Told
from semblant.policy.model import Policy
from semblant.runkey import RunKey
from semblant.terms.textreader import ReadTexts

_WAVES = 4
"""Parts that a core gets at least, so that all are busy until the end."""


class Spark:
    """A run on a session of Spark."""

    def __init__(self, workers: Workers, *, shared: bool) -> None:
        self._workers, self._shared = workers, shared
        self._parts: list[Part] = []
        self._kept: Table | None = None

    @property
    def solve(self) -> Solve:
        """Masks blocks on the workers."""

        def solve(tasks: Sequence[Task], told: Told) -> list[Any]:
            return on_workers(self._workers, tasks, told)

        return solve

    @property
    def read_texts(self) -> ReadTexts:
        """Reads the distinct texts of a column on the workers, where they are many."""
        return partial(read_by_workers, self._workers)

    def read(self, source: Path, policy: Policy, told: Told) -> Table:
        """Read Parquet files by the workers; a file of another format is read here."""
        opened = open_source(source)
        if recognised(opened).name != "parquet" or opened.path is None:
            return read_by_policy(source, policy)
        parts = parquet_parts(opened)
        names = next(iter(parts.values())).collect_schema().names()
        refuse_names(names, opened.where)
        rows = [rows_of(file, frame) for file, frame in parts.items()]
        if not (records := sum(rows)):
            raise InputError("The file has no records.", where=opened.where)
        files, root = [file.absolute() for file in parts], source.absolute()
        slices = divided(files, root, rows, min(BATCH, -(-records // (_WAVES * self._workers.slots))))
        kept = self._keeping(names, policy, opened.name)
        read = partial(read_slices, kept, slices)
        self._parts = self._workers.each(len(slices), read, lambda share: told(round(share * records)))
        notes = folder_notes(parts) if opened.is_folder else ()
        origin = Origin(opened.name, "parquet", sha256=opened.sha256, path=opened.path, notes=notes)
        return self._table(kept, names, origin)

    def read_frame(self, frame: Any, policy: Policy) -> Table:
        """Keep the rows of a DataFrame, in the order of its partitions."""
        names = frame.columns
        refuse_names(names, "frame")
        kept = self._keeping(names, policy, "frame")
        numbered = frame.toDF(*map(str, range(len(names))))  # any names can be told apart so
        rows = self._workers.act(mapped(numbered, told(kept), "made binary").collect)
        self._parts = sorted((pickle.loads(bytes(row["made"])) for row in rows), key=lambda part: part.place)
        return self._table(kept, names, Origin("frame", "parquet"))

    def draws(self, table: Table, key: RunKey, label: str) -> Draws:
        """Draw the numbers for those rows that are asked for, on the workers."""
        own = self._kept
        kept = {}
        if own is not None and table.coded and own.records == table.records:
            there = {name: j for j, name in enumerate(own.names)}
            held, first = table.held, own.held
            assert isinstance(held, dict), "it is held as codes"
            assert isinstance(first, dict), "it is held as codes"
            kept = {j: there[n] for j, n in enumerate(table.names) if n in there and held[n] is first[n]}
        return draws_by_workers(self._workers, table, key, label, self._parts if kept else [], kept)

    def prove(self, written: Path, original: Table, policy: Policy, privacy: Privacy) -> None:
        """Count the classes of a written table by Spark, in the formats that it can read exactly."""
        origin = as_released(original, written)
        if not countable(written, origin, policy):
            return
        if self._shared:  # workers may not see where the release is written
            there = self._workers.new_folder("written") / written.name
            with full_disk_told(there):
                shutil.copyfile(written, there)
            written = there
        prove(self._workers, Written(written, origin, released_names(original, policy)), policy, privacy)

    def _keeping(self, names: Sequence[str], policy: Policy, where: str) -> Kept:
        aside = policy.aside(names)
        places = frozenset(j for j, name in enumerate(names) if name in aside)
        return Kept(self._workers.new_folder("cells"), self._workers.new_folder("counts"), tuple(names), places, where)

    def _table(self, kept: Kept, names: Sequence[str], origin: Origin) -> Table:
        self._kept = coded_table(self._workers, self._parts, kept.counts, names, origin)
        return self._kept


@contextmanager
def engine(spark: Any, work: Path | None, version: str) -> Iterator[Spark]:
    """The engine of a session, once its workers are checked; its working folder is removed at the end."""
    with working_folder(work) as folder:
        workers = Workers(spark, folder)
        workers.slots = check_workers(workers, version)
        yield Spark(workers, shared=work is not None)
