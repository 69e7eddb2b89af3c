"""What a case is given and what it found."""

import random
import re
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

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


def chance(kind: str, seed: int) -> random.Random:
    """The randomness of a case, which is the same on every machine."""
    return random.Random(f"{kind}:{seed}")


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
        outcome.broken.append(f"{type(error).__name__}: {str(error)[:200]} at {_place(error)}")


def _place(error: BaseException) -> str:
    own = [f for f in traceback.extract_tb(error.__traceback__) if "semblant" in f.filename or "campaign" in f.filename]
    return f"{Path(own[-1].filename).name}:{own[-1].lineno}" if own else "?"
