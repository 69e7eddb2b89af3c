import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from semblant.data.items import join, split

TEXTS = st.text(st.sampled_from('ab|";, é🙂'), max_size=8)


@pytest.mark.parametrize(
    ("cell", "items"),
    [
        ("", []),
        ("|||", []),
        ("  ", []),
        ('"a|b"|c', ["a|b", "c"]),
        (' "a|b" | c ', ["a|b", "c"]),
        ('"a ""big"" one|b"|c', ['a "big" one|b', "c"]),
        ('5" pipe|tap', ['5" pipe', "tap"]),
        ('"open|end', ['"open', "end"]),
        ('"a" b|c', ['"a" b', "c"]),
        ("🙂|🙂🙂|🙂", ["🙂", "🙂🙂"]),
        ("a|b|a| a", ["a", "b"]),
    ],
)
def test_split(cell: str, items: list[str]) -> None:
    assert split(cell) == items


@given(st.sets(TEXTS), st.sampled_from(["|", ";", ", "]))
@settings(max_examples=300, deadline=None)
def test_what_is_joined_is_split_again(texts: set[str], separator: str) -> None:
    wanted = sorted({t.strip() for t in texts} - {""})
    assert split(join(texts, separator), separator) == wanted


@given(st.text(max_size=30))
@settings(max_examples=300, deadline=None)
def test_any_cell_is_read_and_settles(cell: str) -> None:
    items = split(cell)
    assert split(join(items)) == sorted(items)


def test_a_cell_of_a_megabyte() -> None:
    assert len(split("|".join(str(i) for i in range(150_000)))) == 150_000
    assert split("x" * 1_000_000) == ["x" * 1_000_000]
