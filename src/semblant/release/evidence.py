"""The evidence that goes with a release: what a script needs to check it."""

import platform
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version

from semblant.evidence import Environment, Evidence, KnowledgeFacts, MappingFacts
from semblant.privacy.promises import Promise
from semblant.progress import SILENT, Advance, Progress
from semblant.space.reading import Readers

_PACKAGES = ("numpy", "numba", "polars", "pydantic")


class Steps:
    """The stations of a run: each is shown while it lasts and timed."""

    def __init__(self, progress: Progress = SILENT) -> None:
        self.progress = progress
        self.timings: dict[str, float] = {}

    @contextmanager
    def step(self, name: str, total: float | None = None) -> Iterator[Advance]:
        """Run one station; with a total, it says how far it is."""
        began = time.perf_counter()
        with self.progress.step(name, total) as advance:
            yield advance
        self.timings[name] = round(time.perf_counter() - began, 4)


def in_brief(evidence: Evidence) -> str:
    """A release in a few words: how many records, what is promised, what it cost."""
    privacy, loss = evidence.privacy, evidence.utility.loss_percent
    told = [f"{evidence.input.records:,} records", f"k = {privacy.k_achieved:,}"]
    told.append("verified" if privacy.verified else "NOT as promised")
    return ", ".join(told + ([] if loss is None else [f"{loss:.2f} % loss"]))


def knowledge_facts(readers: Readers, promises: Sequence[Promise] = ()) -> dict[str, KnowledgeFacts]:
    """Which knowledge was used, by checksum."""
    protecting = [promise.reader for promise in promises if promise.reader is not None]
    used = {name: reader.options.source for reader in (*readers, *protecting) for name in reader.sources}
    return {
        name: KnowledgeFacts(source=used[name] or name, sha256=taxonomy.sha256, concepts=len(taxonomy))
        for name, taxonomy in readers.knowledge.items()
        if name in used
    }


def mapping_facts(readers: Readers) -> dict[str, MappingFacts]:
    """How much of each semantic column its knowledge covers, and what the choice for unknown values touched."""
    return {r.name: r.understanding.coverage() for r in readers if r.understanding is not None}


def environment() -> Environment:
    """Where this runs."""
    return Environment(
        python=platform.python_version(),
        packages={name: version(name) for name in _PACKAGES},
        platform=f"{platform.system()} {platform.machine()}",
    )


def semblant_version() -> str:
    """The version of this package."""
    try:
        return version("semblant")
    except PackageNotFoundError:
        return "unknown"
