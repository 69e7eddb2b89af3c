"""What a case is given and what it found."""

import os
import random
import re
import shutil
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, TypeVar

from semblant.errors import SemblantError, VerificationError

Rows = list[list[str]]

ACCUSED = re.compile(r"tells the original|holds (values|unkeyed hashes)|so nothing is left to publish")
"""What verification may refuse: what the random table itself gives away, and a release without a record."""


@dataclass
class Outcome:
    """One case: what was tried, how it was refused if it was, and everything that is broken."""

    tried: str = ""
    refused: str = ""
    broken: list[str] = field(default_factory=list)

    def expect(self, holds: bool, otherwise: str) -> None:
        """Note what is broken where something that must hold does not."""
        if not holds:
            self.broken.append(otherwise)


Case = Callable[[int, Path], Outcome]
"""Runs the case of a seed in an empty folder."""

T = TypeVar("T")


class Shared(Generic[T]):
    """What neighbouring cases have in common, such as a release to tamper with: the last one is kept, in a folder."""

    def __init__(self, make: Callable[[int, Path], T]) -> None:
        self._make, self._kept = make, dict[Path, T]()

    def get(self, number: int, beside: Path) -> tuple[T, Path]:
        """The one of a number, and its folder, which no case may change; it lies beside a case's own."""
        folder = beside.parent / f"shared-{self._make.__module__}-{os.getpid()}-{number}"
        if folder not in self._kept or not folder.exists():
            for other in self._kept:
                shutil.rmtree(other, ignore_errors=True)
            folder.mkdir()
            self._kept = {folder: self._make(number, folder)}
        return self._kept[folder], folder


class Chance(random.Random):
    """The randomness of a case, which is the same on every machine, and the vocabularies at hand, by number."""

    vocabularies: Sequence[int] = range(6)


def chance(kind: str, seed: int) -> Chance:
    """The chance of a seed; neighbouring seeds share their vocabularies, so that these are opened once."""
    rnd, stretch = Chance(f"{kind}:{seed}"), seed // 1000
    rnd.vocabularies = range(6 * stretch, 6 * stretch + 6)
    return rnd


@contextmanager
def noted(outcome: Outcome, hidden: set[str] | None = None, *, accused: re.Pattern[str] = ACCUSED) -> Iterator[None]:
    """Note an error of Semblant as a refusal, and any other as broken; refusals must not quote ``hidden`` texts.

    What verification refuses is broken too, unless it says what is ``accused``: the method made what it must not.
    """
    try:
        yield
    except SemblantError as error:
        outcome.refused = type(error).__name__
        said = error.explain()
        leaked = [text for text in hidden or () if text in said]
        outcome.expect(not leaked, f"the error quotes {len(leaked)} values of the data")
        if isinstance(error, VerificationError) and not accused.search(error.message):
            outcome.broken.append(f"verification refused what was made: {error.message}")
    except Exception as error:
        outcome.broken.append(f"{type(error).__name__}: {str(error)[:200]} at {place_of(error)}")


def place_of(error: BaseException) -> str:
    """Where in our own code an error comes from."""
    own = [f for f in traceback.extract_tb(error.__traceback__) if "semblant" in f.filename or "campaign" in f.filename]
    return f"{Path(own[-1].filename).name}:{own[-1].lineno}" if own else "?"
