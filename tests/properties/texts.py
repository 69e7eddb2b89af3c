"""Random texts that look alike: invisible characters, letters of other alphabets, numbers in several forms."""

from decimal import MAX_EMAX, Context, Decimal

from hypothesis import strategies as st

_LETTERS = {
    "h": "hHНнһΗｈ", "i": "iIІіΙι\u0131\u0130", "v": "vVνѴѵ", "f": "fFｆ", "l": "lLꓡ", "u": "uUυ", "a": "aAаΑ",
    "o": "oOоΟο",
    "-": "-‐–−", "'": "'’´`", " ": " \u00a0\u2009\t",
}  # fmt: skip
_HIDDEN = ["", "", "", "\u200b", "\u00ad", "\u2060", "\ufe0f", "\u202e", "\U000e0061", "\x00"]

WORDS = ["hiv", "flu", "a-f", "o'al", "hi fi", "foul"]
MISSING = ["", " ", "NA", "n/a", "-", "?", "*", "N\u200bA", "—"]
_EXACT = Context(prec=50, Emax=MAX_EMAX)
NUMBERS = [
    "50000",
    "50000.0",
    "5e4",
    "5E+4",
    " 050000",
    "7",
    "07",
    "7.0",
    "-7",
    "−7",
    "0",
    "-0.0",
    "1e999999999",
    "10e999999998",
]


Dressed = tuple[str, str]
"""A text, and what it is to a reader; the empty text where that is nothing."""


@st.composite
def dressed(draw: st.DrawFn) -> Dressed:
    """A word in letters that look like its own."""
    word = draw(st.sampled_from(WORDS))
    first = [i for i, letter in enumerate(word) if letter.isalpha() and not word[i - 1 : i].isalpha()]
    letters = [  # the first letter of every part stays Latin
        (letter if i in first else draw(st.sampled_from(_LETTERS[letter]))) + draw(st.sampled_from(_HIDDEN))
        for i, letter in enumerate(word)
    ]
    return draw(st.sampled_from(["", " "])) + "".join(letters) + draw(st.sampled_from(["", "\n"])), word


def valued(text: str) -> Dressed:
    """A number, and its value."""
    return text, str(_EXACT.normalize(_EXACT.add(Decimal(text.replace("−", "-").strip()), Decimal(0))))


WORD_OR_NOTHING = dressed() | st.sampled_from(MISSING).map(lambda text: (text, ""))
NUMBER_OR_NOTHING = st.sampled_from(NUMBERS).map(valued) | st.sampled_from(MISSING).map(lambda text: (text, ""))
UGLY = dressed().map(lambda pair: pair[0]) | st.sampled_from([*MISSING, *NUMBERS, *WORDS])
"""Words in many dresses, missing values and numbers."""
