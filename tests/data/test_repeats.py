"""Identifiers that repeat, in tables whose columns lie in files."""

import numpy as np
import polars as pl
import pytest

from semblant.data.repeats import Repeated, repeated
from semblant.data.table import Table


class Kept:
    """A column in a file, which may be asked for numbers and for nothing else."""

    def __init__(self, numbers: list[int]) -> None:
        self.records, self.distinct, self._numbers = len(numbers), len(set(numbers)) == len(numbers), numbers

    def numbers(self) -> np.ndarray:
        return np.array(self._numbers)


@pytest.mark.parametrize(
    ("numbers", "found"),
    [([0, 1, 2, 3, 4, 5], {}), ([0, 0, 0, 1, 2, 3], {"patient": Repeated(values=4, records=6, most=3)})],
)
def test_a_column_in_a_file_is_counted_without_its_texts(numbers: list[int], found: dict[str, Repeated]) -> None:
    table = Table(pl.DataFrame({"patient": ["never read"] * 6}))
    table.aside = {"patient": Kept(numbers)}
    assert repeated(table, ["patient"]) == found


@pytest.mark.parametrize(
    "name",
    ["Postcode", "DOB", "Date of birth", "Start date", "town", "phone", "family_name", "mother_name", "home_address"],
)
def test_what_several_people_have_in_common_is_no_key_of_a_person(name: str) -> None:
    values = [str(i // 2) for i in range(60)]
    assert repeated(Table(pl.DataFrame({name: values})), [name]) == {}
    assert repeated(Table(pl.DataFrame({"patient_id": values})), ["patient_id"]) != {}
    assert repeated(Table(pl.DataFrame({"household": values})), ["household"]) != {}
    assert repeated(Table(pl.DataFrame({"school_id": values})), ["school_id"]) != {}
