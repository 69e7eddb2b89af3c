"""What a reader sees of a text: the form in which texts that look the same are equal.

Compatibility forms, case, white space, invisible characters, dashes, quotation marks and letters of one alphabet that
look like those of another make no difference. Nothing else is removed: ``A+`` and ``A-`` differ, ``<5`` and ``5`` too.
"""

import re
import unicodedata

_INVISIBLE = (
    "00-08 0e-1b 7f-84 86-9f ad 34f 61c 115f-1160 17b4-17b5 180b-180f 200b-200f 202a-202e 2060-206f 3164 fe00-fe0f "
    "feff ffa0 fff0-fffb 13430-1343f 1bca0-1bca3 1d173-1d17a e0000-e0fff"
)
"""Control and format characters, fillers, variation selectors and tags; not the white space among them."""

_DASHES = (
    "58a 5be 1400 1806 2010-2015 2043 2212 2796 2e17 2e1a 2e3a-2e3b 2e40 2e5d 301c 3030 30a0 2d7 fe31-fe32 fe58 fe63 "
    "ff0d 10ead"
)
_SINGLE_QUOTES = "60 b4 2b9 2bb-2bd 2c8 2ca-2cb 55a 5f3 2018-201b 2032 2035 2039-203a 275b-275c a78b-a78c ff07 ff40"
_DOUBLE_QUOTES = "ab bb 2ba 2ee 5f4 201c-201f 2033 2036 275d-275e 301d-301f ff02"


def _letters(ranges: str) -> str:
    """The characters of code points and ranges of them.

    Example:
        >>> _letters("41-43 5a")
        'ABCZ'
    """
    ends = ([int(end, 16) for end in part.split("-")] for part in ranges.split())
    return "".join(chr(code) for pair in ends for code in range(pair[0], pair[-1] + 1))


def _pairs(letters: str, alike: str) -> dict[int, str]:
    return dict(zip(map(ord, letters), alike, strict=True))


_HIDDEN: dict[int, str | None] = dict.fromkeys(map(ord, _letters(_INVISIBLE)))
_SIGNS = {
    **_HIDDEN,
    **dict.fromkeys(map(ord, _letters(_DASHES)), "-"),
    **dict.fromkeys(map(ord, _letters(_SINGLE_QUOTES)), "'"),
    **dict.fromkeys(map(ord, _letters(_DOUBLE_QUOTES)), '"'),
    **_pairs("\u2800ıɑɡɩϲϹ", " iagicC"),  # a blank that is no space, and letters that decompose to others
    **_pairs("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnopqrstuvwyz"),
}

_LOOKS = {
    **_pairs("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧͿαγεικνορτυχϳη", "ABEZHIKMNOPTYXJayeikvoptuxjn"),  # Greek
    **_pairs("АВЕКМНОРСТУХІЈЅԌԚԜѴӀЬҮҺаеорсухіјѕһԁԛԝѵӏ", "ABEKMHOPCTYXIJSGQWVIbYHaeopcyxijshdqwvl"),  # Cyrillic
    **_pairs("ՕՍՏօսհոցզյ", "OUSouhngqj"),  # Armenian
    **_pairs("ⲀⲂⲎⲒⲔⲘⲚⲞⲢⲤⲦⲨⲬⲟⲥⲣ", "ABHIKMNOPCTYXocp"),  # Coptic
    **_pairs("ᎠᎢᎥᎪᎫᎬᎳᎷᎻᎽᏀᏃᏏᏒᏙᏚᏞᏟᏢᏦᏴ", "DTiAJEWMHYGZbRVSLCPKB"),  # Cherokee
    **_pairs("ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ", "BPDTGKJCZFNLSRVHWXYAEIOU"),  # Lisu
}
"""Letters that look like a Latin one, each in the case in which it is written."""

_CASED = {
    **_pairs("αβεζηικμνορτυχϳ", "abezhikmnoptyxj"),
    **_pairs("авекмнорстухіјѕԁԛԝѵӏ", "abekmhopctyxijsdqwvl"),
    **_pairs("ᎠᎢᎥᎪᎫᎬᎳᎷᎻᎽᏀᏃᏏᏒᏙᏚᏞᏟᏢᏦ", "dtiajewmhygzbrvslcpk"),
    **_pairs("ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ", "bpdtgkjczfnlsrvhwxyaeiou"),
}
"""Folded letters of which one case looks Latin, for words of these alphabets alone; no two of one become the same."""

_WORD = re.compile(r"(?:[^\W\d_]|[\u0300-\u036f])+")
_ALPHABETS = [
    re.compile(f"[{letters}]") for letters in ("A-Za-z\u00c0-\u024f\u1e00-\u1eff", "\u0370-\u03ff", "\u0400-\u052f")
]
_FOREIGN = re.compile("[\u0370-\u1dff\u2c80-\U0010ffff]")
_ALL_LATIN = re.compile("[a-z\u0300-\u036f]+")
_ACUTE = re.compile(r"(?<=\w) \u0301(?=\w)")  # a lone accent, decomposed
_DOTTED = re.compile("(?<=[ij])\u0307")


def without_invisible(text: str) -> str:
    """A text without its invisible characters."""
    return text if text.isascii() and text.isprintable() else text.translate(_HIDDEN)


def fold(text: str) -> str:
    """The form in which texts are equal that a reader takes for the same.

    Example:
        >>> fold(" Type\u200b  2\u00a0Diabetes"), fold("\u041dI\u03bd"), fold("Crohn’s – mild")
        ('type 2 diabetes', 'hiv', "crohn's - mild")
        >>> fold("A+") == fold("A-"), fold("<5") == fold("5")
        (False, False)
    """
    if text.isascii():
        return " ".join(without_invisible(text).casefold().replace("`", "'").split())
    while (folded := _folded(text)) != text:
        text = folded
    return folded


def _folded(text: str) -> str:
    seen = _ACUTE.sub("'", unicodedata.normalize("NFKD", text.translate(_SIGNS)))
    seen = (_WORD.sub(_as_it_looks, seen) if _FOREIGN.search(seen) else seen).casefold()
    return " ".join(_DOTTED.sub("", unicodedata.normalize("NFKC", seen)).split())


def _as_it_looks(found: re.Match[str]) -> str:
    """A word in Latin letters, where it mixes alphabets or has only letters that look Latin.

    A word of one other alphabet is folded first: its capitals and small letters look like different Latin ones.
    """
    word = found[0]
    if word.isascii():
        return word
    if sum(alphabet.search(word) is not None for alphabet in _ALPHABETS) > 1:
        return word.translate(_LOOKS)
    cased = word.casefold().translate(_CASED)
    return cased if _ALL_LATIN.fullmatch(cased) else word
