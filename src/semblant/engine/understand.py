"""The distinct texts of a column, read by the workers: what a text can mean depends on that text alone."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from shutil import rmtree
from typing import Any

import polars as pl

from semblant.engine.failures import full_disk_told
from semblant.engine.parts import TEXT, frame_in
from semblant.engine.pickled import dump, dump_result, load_once, load_result
from semblant.engine.workers import Workers
from semblant.progress import Advance
from semblant.terms.textreader import TextReader, read_here

FEWEST = 20_000
"""Texts that are worth the workers' time to open a vocabulary."""

_AT_ONCE, _WAVES = 50_000, 4
"""Texts of a task at most, and tasks that a core gets at least, so that all are busy until the end."""


def read_by_workers(workers: Workers, reader: TextReader, texts: Sequence[str], advance: Advance) -> list[Any]:
    """What a reader reads in every text."""
    if len(texts) < FEWEST:
        return read_here(reader, texts, advance)
    folder = workers.new_folder("reading")
    dump(reader, folder / "reader")
    with full_disk_told(folder):
        pl.DataFrame({TEXT: texts}).write_ipc(folder / "texts", compression="lz4")
    size = min(_AT_ONCE, -(-len(texts) // (_WAVES * workers.slots)))
    parts = range(0, len(texts), size)
    workers.each(len(parts), partial(_read, folder, size), lambda share: advance(share * len(texts)))
    made = [one for number in range(len(parts)) for one in load_result(folder / f"{number}.made")]
    rmtree(folder, ignore_errors=True)  # all texts are in it
    return made


def _read(folder: Path, size: int, number: int) -> None:
    """On a worker: read some of the texts."""
    reader: TextReader = load_once(folder / "reader")
    texts = frame_in(folder / "texts").to_series()[number * size : (number + 1) * size]
    dump_result(reader(texts.to_list()), folder / f"{number}.made")
