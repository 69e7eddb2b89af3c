"""Progress: few lines in a log, a bar on a terminal, nothing when quiet, and never in the way of the work."""

import io
from collections.abc import Iterator

import pytest

from semblant.progress import SILENT, Bar, Lines, Progress, watch


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def clock(*times: float) -> Iterator[float]:
    return iter(times)


def test_short_work_is_not_mentioned():
    stream, times = io.StringIO(), clock(0, 0.3, 0.9)
    with Lines(stream, lambda: next(times)).step("masking", total=10) as advance:
        advance(5)
    assert stream.getvalue() == ""


def test_long_work_has_a_line_every_two_seconds_at_most():
    stream, times = io.StringIO(), clock(0, *(i / 10 for i in range(1, 101)), 10.5)
    with Lines(stream, lambda: next(times)).step("masking", total=100) as advance:
        for done in range(100):
            advance(done + 1, note="loss 12.3 %")
    assert stream.getvalue().splitlines() == [
        "masking: 10 % (loss 12.3 %)",
        "masking: 30 % (loss 12.3 %)",
        "masking: 50 % (loss 12.3 %)",
        "masking: 70 % (loss 12.3 %)",
        "masking: 90 % (loss 12.3 %)",
        "masking: done in 10.5 s",
    ]


def test_work_of_unknown_length_counts():
    stream, times = io.StringIO(), clock(0, 5, 6)
    with Lines(stream, lambda: next(times)).step("reading") as advance:
        advance(12345)
    assert stream.getvalue().splitlines() == ["reading: 12,345", "reading: done in 6.0 s"]


def test_work_that_fails_is_not_called_done():
    stream, times = io.StringIO(), clock(0, 5)
    with pytest.raises(ValueError, match="broken"), Lines(stream, lambda: next(times)).step("masking"):
        raise ValueError("broken")
    assert stream.getvalue() == ""


@pytest.mark.parametrize("progress", [SILENT, Lines(io.StringIO()), Bar(Terminal())])
def test_steps_may_stand_within_steps_and_fail(progress: Progress):
    with progress.step("outer", total=2) as outer:
        outer(1)
        with pytest.raises(ZeroDivisionError), progress.step("inner") as inner:
            inner(1 / 0, note="never said")
        outer(2)
    with progress.step("again") as again:
        again(1)


def test_the_bar_shows_names_as_they_are():
    stream = Terminal()
    bar = Bar(stream)
    with bar.step("masking [bold]", total=4) as advance:
        advance(2, note="loss [1] %")
        with bar.step("the next bar draws both"):
            pass
    assert "masking [bold]" in stream.getvalue()
    assert "loss [1] %" in stream.getvalue()


def test_the_right_onlooker_is_chosen():
    assert watch(quiet=True) is SILENT
    assert isinstance(watch(stream=Terminal()), Bar)
    assert isinstance(watch(stream=io.StringIO()), Lines)


class Gone(io.StringIO):
    def write(self, _text: str) -> int:
        raise BrokenPipeError(32, "Broken pipe")


def test_lines_that_nobody_reads_stop_nothing():
    with Lines(Gone(), clock(0.0, 4.0, 9.0).__next__).step("masking", total=2) as advance:
        advance(1)
