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
    "streets": """st street ave avenue rd road blvd boulevard ln lane dr drive ct court pl pkwy parkway hwy highway
        ter terrace str straße strasse gasse weg allee rue place chemin calle avda plaza via viale piazza straat""",
}
"""Words that tell what the values of a column are about, by what it is."""
_WORDS = {about: frozenset(words.split()) for about, words in _TELLING.items()}
_ENOUGH = 0.6
"""The share of values with such a word."""


def about(values: Iterable[str]) -> str:
    """What most values of a column are about by their words, or nothing.

    Example:
        >>> about(["Strong Democrat", "Not str republican", "IND,NEAR DEM", "Independent", "democrat", "Republican"])
        'politics'
        >>> about(["043XX S WOOD ST", "BLUE HILL AVE"]), about(["nurse", "baker"])
        ('streets', '')
    """
    texts = [frozenset(re.findall(r"[^\W_]+(?:-[^\W_]+)*", value.casefold())) for value in values if value.strip()]
    texts = [words for words in texts if words]
    shares = {name: sum(bool(words & telling) for words in texts) for name, telling in _WORDS.items()}
    best = max(shares, key=shares.__getitem__)
    return best if len(texts) > 1 and shares[best] >= _ENOUGH * len(texts) else ""
