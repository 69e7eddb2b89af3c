"""What the values of a column are about by their words and codes, where its name says nothing: parties, jobs, drugs."""

import csv
import re
from collections.abc import Iterable
from functools import cache
from importlib import resources

from semblant.data.scales import is_no_answer

_ENDINGS = {
    "diseases": re.compile(
        r"\w{3,}(?:itis|osis|emia|aemia|oma|pathy|algia|plegia|rrhea|rrhoea|uria|penia|trophy|itide|ite aiguë)"
        r"|\w{4,}(?:ectomy|ostomy|oplasty|oscopy|ektomie|plastik|oskopie|ectomie|ectomía|ectomia)"
    ),
    "streets": re.compile(
        r"\w{3,}(?:stra(?:ß|ss)e|str|weg|gasse|platz|allee|straat|laan|plein|gatan|vägen|katu|gade|vej)"
    ),
    "drugs": re.compile(
        r"\w{3,}(?:statine?|pril|sartane?|olol|[io]nazole?|prazole?|cillina?|mycin|apine?|traline?|opram|dipine?|zepam|zolam|oxetine?|"
        r"triptyline?|formin|gliptin|codone|profen|cycline?|floxacin|parin|methasone|semide?|thiazide?|umab|ximab)e?"
    ),
}
"""Endings of words that tell the same: *appendicitis*, *atorvastatin*."""
_CODES = {
    "diseases": r"[A-TV-Z]\d\d(?:\.\d{1,2})?[ :–-]+\w{3,}.*|[cpyr]{0,2}T(?:[0-4X][a-d]?|is)(?: ?N[0-3X].*)?",
    "drugs": (
        r"[A-DGHJLMNPRSV]\d\d[A-Z]{2}(?:\d\d)?|\d{4,5}-\d{3,4}-\d{1,2}|\d{6,7}[A-Z][A-Z\d]{1,7}|\d{7}[A-Z\d][A-Z]\d"
    ),
    "procedures": r"\d-\d\d[\da-z](?:\.[\da-z]{1,2})?|[A-Z]{4}\d{3}(?:-\d{1,2})?",
    "places": r"[EWSN]0[0-9]\d{6}",
    "bands": r"[Uu]-?(?:[5-9]|1\d|2[0-3])s?",
}
"""Codes of classifications: diseases before their words (*C50.9-Breast, NOS*) and stages, ATC, NDC and BNF, OPS and
CCAM, areas of the United Kingdom, age groups of clubs."""
_GENOTYPE = re.compile(r"[ACGT][/|]?[ACGT]").fullmatch
_ENOUGH = 0.6
"""The share of values with such a word."""
_FEWEST = 3
"""The fewest codes of a list that are there by no chance; of two letters one more."""


def about(values: Iterable[str]) -> str:
    """What most values of a column are about by their words, or all by being codes; or nothing.

    Example:
        >>> about(["Strong Democrat", "Not str republican", "IND,NEAR DEM", "Independent", "democrat", "Republican"])
        'politics'
        >>> about(["043XX S WOOD ST", "BLUE HILL AVE"]), about(["nurse", "baker"])
        ('streets', '')
        >>> about(["C50.9-Breast, NOS", "C61.9-Prostate gland"]), about(["Acute appendicitis", "gastritis", "flu"])
        ('diseases', 'diseases')
        >>> about(["kawaler/panna", "żonaty/mężatka", "wdowiec/wdowa"]), about(["DEU", "POL", "TUR", "unknown"])
        ('marital status', 'codes of countries')
    """
    told = [value.strip() for value in values if value.strip() and not is_no_answer(value)]
    if len(told) < 2:
        return ""
    if all(map(_GENOTYPE, told)) and any(text[0] == text[-1] for text in told):
        return "genotypes"  # one letter twice: CT alone may be Connecticut
    coded = (name for name, form in _CODES.items() if _share(re.compile(form).fullmatch, told) >= _ENOUGH)
    if found := next(coded, _listed(told)):
        return found
    texts = [words for value in told if (words := _words(value))]
    shares = {name: sum(_tells(name, words) for words in texts) for name in _lists("inside")}
    best = max(shares, key=shares.__getitem__)
    return best if len(texts) > 1 and shares[best] >= _ENOUGH * len(texts) else ""


def _share(fits: object, texts: list[str]) -> float:
    assert callable(fits)
    return sum(bool(fits(text)) for text in texts) / len(texts)


def _listed(texts: list[str]) -> str:
    """The list of codes that has all the texts, if they are several."""
    codes = {text.casefold() for text in texts}
    if len(codes) < _FEWEST + (max(map(len, codes)) <= 2 and any(code.isalpha() for code in codes)):
        return ""
    return next((name for name, listed in _lists("alone").items() if codes <= listed), "")


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"[^\W_]+(?:[-.][^\W_]+)*|[^\W_]+", re.sub("_", " ", text.casefold())))


@cache
def _lists(found: str) -> dict[str, frozenset[str]]:
    """The words that tell what values are about that have them inside, or the codes that stand alone."""
    text = (resources.files("semblant.data") / "valuewords.csv").read_text("utf-8")
    rows = (row for row in csv.DictReader(text.splitlines()) if row["found"] == found)
    return {row["about"]: frozenset(row["words"].casefold().split()) for row in rows}


def _tells(name: str, words: frozenset[str]) -> bool:
    listed = _lists("inside")[name]
    if name == "streets" and not any(word.isalpha() and len(word) > 1 for word in words - listed):
        return False  # an abbreviation beside a number may stand for anything
    ending = _ENDINGS.get(name)
    return bool(words & listed) or (ending is not None and any(map(ending.fullmatch, words)))
