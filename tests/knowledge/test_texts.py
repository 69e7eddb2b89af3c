"""Many short texts in one block of bytes."""

from hypothesis import given, settings
from hypothesis import strategies as st

from semblant.knowledge.texts import Texts, key, keys

PLAIN = st.text(st.sampled_from("aB _-\t\n\r\x0b\x1c#é"), max_size=8)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.one_of(PLAIN, st.text(max_size=8)), max_size=150))
def test_many_keys_are_the_keys_of_each(texts: list[str]) -> None:
    assert keys(texts) == [key(text) for text in texts]


@settings(max_examples=100, deadline=None)
@given(st.lists(st.text(), max_size=30))
def test_texts_come_back_as_they_went_in(texts: list[str]) -> None:
    packed = Texts.of(texts)
    assert list(packed) == texts == packed[:]
    assert [packed[i] for i in range(len(packed))] == texts
    ordered = Texts.of(sorted(set(texts)))
    assert all(ordered[ordered.find(text)] == text for text in texts)
