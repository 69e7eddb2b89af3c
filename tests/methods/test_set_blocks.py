"""Sets that are masked in blocks."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from semblant.methods.job import Job
from semblant.methods.sets.microaggregation import MedoidGroups, in_blocks
from semblant.policy.model import Policy


@pytest.mark.parametrize(("budget", "each"), [("6s", 2.0), (30, None)])
def test_blocks_share_a_budget_of_seconds(budget: str | int, each: float | None) -> None:
    given = []

    def work(part: Any, job: Job) -> MedoidGroups:
        given.append((job.budget.rounds, job.budget.seconds))
        return MedoidGroups(np.zeros(part, np.int64), np.zeros(1, np.int64))

    space: Any = SimpleNamespace(records=12, order=np.arange(12), part=len)
    job = Job.of(Policy(k=2, blocks=4, budget=budget))
    in_blocks(space, job, work)
    assert given == [(job.budget.rounds, each)] * 3
