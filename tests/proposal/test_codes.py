"""Whole numbers as codes: told in a time that grows with how many there are."""

import time

from semblant.proposal.codes import are_codes


def test_a_million_numbers_are_told_from_codes_in_seconds() -> None:
    began = time.process_time()
    assert not are_codes([(str(number), 1) for number in range(1_000_000)])
    assert time.process_time() - began < 60  # each compared with each other would take hours


def test_codes_for_no_answer_are_left_aside() -> None:
    held = [("1", 50), ("2", 40), ("3", 30)]
    assert are_codes([*held, ("9", 4)]) == are_codes([*held, ("99", 4)]) == are_codes(held)
