"""Times with an offset from UTC or with fractions of a second are dates like any other."""

import polars as pl
import pytest

import semblant as sb
from semblant.space.rulers import Dated

ZONED = [f"2020-01-{1 + i % 28:02}T23:30:00{('Z', '+00:00', '+01:00', '-05:00')[i % 4]}" for i in range(60)]
SPLIT = [f"2020-01-{1 + i % 28:02} 10:30:00{('', '.5', '.123456')[i % 3]}" for i in range(60)]


@pytest.mark.parametrize(
    ("texts", "form"), [(ZONED, r"2020-01-\d\dT\d\d:\d\d:\d\d\+00:00"), (SPLIT, r"2020-01-\d\d \d\d:\d\d:\d\d")]
)
@pytest.mark.parametrize("precision", [None, "day", "month"])
def test_a_column_of_moments_is_masked_and_assessed(texts: list[str], form: str, precision: str | None) -> None:
    frame = pl.DataFrame({"when": texts, "visits": ["1", "2"] * 30})
    policy = {
        "k": 3,
        "attributes": {"when": {"role": "quasi", "kind": "date", "precision": precision}, "visits": "keep"},
    }
    release = sb.anonymise(frame, policy, seed=1)
    forms = {None: form, "day": r"2020-0[12]-\d\d", "month": r"2020-0[12]"}
    assert release.data["when"].str.contains(f"^{forms[precision]}$").all()
    found = sb.assess(frame, release.data, policy, link=release.link)
    assert not found.deviations
    assert found.utility.loss_percent == release.evidence.utility.loss_percent


def test_an_offset_is_read_as_the_moment_it_means() -> None:
    ruler = Dated.over(["2024-01-01T00:30:00+01:00", "2023-12-31T18:30:00-05:00"])
    assert ruler is not None
    assert ruler.place("2024-01-01T00:30:00+01:00") == ruler.place("2023-12-31T18:30:00-05:00")


@pytest.mark.parametrize(
    "texts", [["2024-01-01T00:30:00+01:00", "2024-01-01T00:30:00"], ["2024-W01-1T00:30:00.5"], ["20240101T003000.5"]]
)
def test_other_forms_are_no_moments(texts: list[str]) -> None:
    assert Dated.over(texts) is None
