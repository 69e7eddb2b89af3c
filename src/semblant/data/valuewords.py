"""What the words in the values of a column are about, where its name says nothing: parties, religions, streets."""

import re
from collections.abc import Iterable

_TELLING = {
    "politics": """democrat democrats democratic republican republicans conservative conservatives liberal liberals
        labour tory tories libdem ukip snp plaid socialist communist cdu csu spd fdp afd grüne linke grünen
        bündnis psoe vox podemos sumar ciudadanos erc fn rn ump lfi eelv renaissance pvda vvd pvv d66 cda groenlinks
        forza lega m5s pis sld leftist rightist centrist centre-left centre-right left-wing right-wing nonvoter
        nichtwähler""",
    "religion": """protestant protestants catholic catholics christian christians jewish jew muslim islam islamic
        hindu hinduism buddhist buddhism sikh orthodox atheist agnostic evangelical methodist baptist lutheran
        anglican presbyterian mormon pentecostal evangelisch katholisch muslimisch jüdisch konfessionslos catholique
        musulman musulmane juif juive católico católica musulmán judío cattolico musulmano ebreo ateo athée""",
    "sex life": """heterosexual homosexual bisexual straight gay lesbian pansexual asexual queer heterosexuell
        homosexuell bisexuell hétérosexuel homosexuel bisexuel""",
    "crimes": """theft larceny burglary robbery assault battery homicide murder manslaughter rape arson narcotics
        kidnapping fraud forgery vandalism stalking trespass trespassing trafficking prostitution extortion weapon
        weapons possession offence offense dui dwi criminal felony misdemeanor diebstahl raub körperverletzung betrug
        vol agression escroquerie robo hurto lesiones furto rapina""",
    "diseases": """acute chronic disease diseases disorder syndrome infection infections fracture injury tumor tumour
        cancer neoplasm carcinoma malignant benign metastatic failure deficiency diabetes hypertension depression
        anxiety asthma stroke pain ulcer sepsis abscess hernia lesion stenosis insufficiency nos bronchus colon
        rectum breast
        prostate lung liver kidney ovary pancreas stomach bladder bilateral differentiated invasive trauma overdose
        suicide poisoning krankheit erkrankung störung infektion insuffizienz akute chronische maladie aiguë chronique
        trouble enfermedad aguda crónica infección malattia acuto cronica infezione doença""",
    "streets": """st street ave avenue rd road blvd boulevard ln lane dr drive ct court pl pkwy parkway hwy highway
        ter terrace str straße strasse gasse weg allee rue place chemin calle avda plaza via viale piazza straat""",
}
"""Words that tell what the values of a column are about, by what it is."""
_WORDS = {about: frozenset(words.split()) for about, words in _TELLING.items()}
_ENDINGS = {
    "diseases": re.compile(
        r"\w{3,}(?:itis|osis|emia|aemia|oma|pathy|algia|ectomy|plegia|rrhea|rrhoea|uria|penia|trophy)"
    )
}
"""Endings of words that tell the same: *appendicitis*."""
_CODED_DISEASE = re.compile(r"[A-TV-Z]\d\d(?:\.\d{1,2})?[ :–-]+\w{3,}.*")
"""A code of ICD before its words: *C50.9-Breast, NOS*."""
_ENOUGH = 0.6
"""The share of values with such a word."""


def about(values: Iterable[str]) -> str:
    """What most values of a column are about by their words, or nothing.

    Example:
        >>> about(["Strong Democrat", "Not str republican", "IND,NEAR DEM", "Independent", "democrat", "Republican"])
        'politics'
        >>> about(["043XX S WOOD ST", "BLUE HILL AVE"]), about(["nurse", "baker"])
        ('streets', '')
        >>> about(["C50.9-Breast, NOS", "C61.9-Prostate gland"]), about(["Acute appendicitis", "gastritis", "flu"])
        ('diseases', 'diseases')
    """
    told = [value for value in values if value.strip()]
    if len(told) > 1 and sum(bool(_CODED_DISEASE.fullmatch(value.strip())) for value in told) >= _ENOUGH * len(told):
        return "diseases"
    texts = [frozenset(re.findall(r"[^\W_]+(?:-[^\W_]+)*", value.casefold())) for value in told]
    texts = [words for words in texts if words]
    shares = {name: sum(_tells(name, words) for words in texts) for name in _WORDS}
    best = max(shares, key=shares.__getitem__)
    return best if len(texts) > 1 and shares[best] >= _ENOUGH * len(texts) else ""


def _tells(name: str, words: frozenset[str]) -> bool:
    if name == "streets" and not any(word.isalpha() and len(word) > 1 for word in words - _WORDS[name]):
        return False  # an abbreviation beside a number may stand for anything
    ending = _ENDINGS.get(name)
    return bool(words & _WORDS[name]) or (ending is not None and any(map(ending.fullmatch, words)))
