"""Every task is done once, wherever it runs; after an error no more of them are begun."""

import operator
from pathlib import Path

import pytest

from semblant.release.workers import results, time_left

TASKS = {name: (number, 10) for number, name in enumerate("abcdef")}
WORK = """
import time
from pathlib import Path

def work(folder, number):
    if number == 0:
        raise ValueError("the first one fails")
    time.sleep(0.1)
    Path(folder, str(number)).touch()
"""


@pytest.mark.parametrize("jobs", [1, 2])
def test_every_result_comes_with_its_key(jobs: int) -> None:
    found = list(results(operator.add, TASKS, jobs))
    assert sorted(found) == [(name, number + 10) for number, name in enumerate("abcdef")]


def test_without_tasks_there_is_nothing_to_do() -> None:
    assert list(results(operator.add, {}, 2)) == []


def test_one_job_begins_a_task_only_when_its_result_is_asked_for() -> None:
    begun: list[int] = []
    going = results(lambda n: begun.append(n) or n, {n: (n,) for n in range(3)}, 1)
    assert next(going) == (0, 0)
    assert begun == [0]


def test_after_an_error_no_more_tasks_are_begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "slow_work.py").write_text(WORK)
    monkeypatch.syspath_prepend(tmp_path)
    from slow_work import work

    done = tmp_path / "done"
    done.mkdir()
    with pytest.raises(ValueError, match="first one fails"):
        list(results(work, {n: (str(done), n) for n in range(40)}, 2))
    assert len(list(done.iterdir())) < 39


@pytest.mark.parametrize(
    ("seconds", "done", "total", "told"),
    [(10.0, 4, 4, "about 1 s"), (89.0, 1, 2, "about 90 s"), (90.0, 1, 2, "about 2 min"), (60.0, 1, 61, "about 60 min")],
)
def test_the_time_left_is_told_roughly(seconds: float, done: int, total: int, told: str) -> None:
    assert time_left(seconds, done, total) == told
