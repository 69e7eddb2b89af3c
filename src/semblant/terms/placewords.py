"""How places are written: their parts, postcodes, and words that are shortened, put before a name or after it."""

import re
from collections.abc import Iterator
from itertools import islice, product

from semblant.terms.normalise import NON_ANSWERS, STOP_WORDS, bare

_PARTS = re.compile(r"\s*[,;:()/|\[\]]\s*|\s+-+\s+")
_WITHIN = re.compile(
    r"\s+(?:(?:in|near|nr|outside|by|bei|près de|cerca de|vicino a|an der|ob der|am|im)\s+"
    r"|(?:nr|[ao]\. ?d|[ai])\.\s*)(?=\w)",
    re.I,
)
_BRITISH = r"[A-Z]{1,2}\d[A-Z\d]?"
_FULL = {
    "GBR": re.compile(rf"\b{_BRITISH}\s*\d[A-Z]{{2}}\b", re.I),
    "CAN": re.compile(r"\b[A-Z]\d[A-Z][\s-]?\d[A-Z]\d\b", re.I),
    "IRL": re.compile(r"\b[A-Z]\d[\dW]\s?(?=[A-Z\d]*\d)[A-Z\d]{4}\b", re.I),
    "NLD": re.compile(r"\b[1-9]\d{3}\s?(?-i:[A-Z]{2})(?=\s|$)", re.I),
}
"""Postcodes that only one country has, but for the Dutch ones."""
_SHARED = "NLD"
"""The country whose postcodes look as those of others with letters of a state or canton behind: `Perth 6000 WA`."""
_AREAS = {
    "GB-SCT": "AB DD DG EH FK G HS IV KA KW KY ML PA PH TD ZE",
    "GB-WLS": "CF LD LL NP SA",
    "GB-NIR": "BT",
    "IMN": "IM",
    "JEY": "JE",
    "GGY": "GY",
    "GB-ENG": "AL B BA BB BD BH BL BN BR BS CA CB CH CM CO CR CT CV CW DA DE DH DL DN DT DY E EC EN EX FY GL GU HA HD"
    " HG HP HR HU HX IG IP KT L LA LE LN LS LU M ME MK N NE NG NN NR NW OL OX PE PL PO PR RG RH RM S SE SG SK SL SM SN"
    " SO SP SR SS ST SW SY TA TF TN TQ TR TS TW UB W WA WC WD WF WN WR WS WV YO",
}
"""British postcode areas by what they lie in, mostly."""
_AREA = {area: place for place, areas in _AREAS.items() for area in areas.split()}
_PROVINCES = dict(
    zip("ABCEGHJKLMNPRSTVXY", "NL NS PE NB QC QC QC ON ON ON ON ON MB SK AB BC NT YT".split(), strict=True)  # noqa: SIM905
)
"""Canadian provinces by the first letter of a postcode."""
_POSTCODE = re.compile(
    rf"\b(?:[A-Z]{{1,2}}-)?\d{{3}}\s\d{{2}}\b|\b(?:[A-Z]{{1,3}}-)?\d{{4,6}}(?:-\d{{3,4}})?\b|(?<=[\s,]){_BRITISH}\s*(?=$|,)",
    re.I,
)
_DISTRICT = re.compile(
    r"(?<=[^\W\d])[\s,]+(?:D?\d{1,2}\s?(?:er|e|è?me|th|st|nd|rd|º|°|\.|w)?|[IVX]{1,5}\.?)"
    r"(?:\s*(?:arr\w*|district|bezirk|arrondissement|ker\w*)\.?)?\s*(?=$|,)",
    re.I,
)
"""The number of a district at the end of a town: `Dublin 4`, `Paris 11e`, `Budapest XI.`."""

_DUBLIN = re.compile(r"D(?:UBLIN)? ?\d{1,2}W?")
_DISTRICT_ALONE = re.compile(r"([A-Z]{1,2})\d[A-Z\d]?")
_LETTERS = re.compile("[A-Z]+")

_WORDS = {
    short: tuple(words.split("|"))
    for short, words in (
        pair.strip().split("=")
        for pair in """
    st=saint;ste=sainte;sto=santo;sta=santa;ft=fort;mt=mount;rep=republic;gt=great;grt=great;gtr=greater
    isl=island|islands;is=islands|island;co=county;dist=district;prov=province;terr=territory;spgs=springs
    hts=heights;bch=beach;jct=junction;vly=valley;pt=port|point;upr=upper;lwr=lower;cty=city|county;&=and;+=and
    n=north|northern;s=south|southern|são|san;e=east|eastern;w=west|western;no=north;so=south;nth=north|northern
    sth=south|southern;nthn=northern;sthn=southern;ne=north east;nw=north west;se=south east;sw=south west
    u=upon|under;cent=central
    """.replace("\n", ";").split(";")
        if "=" in pair
    )
}
"""Words that are written out, if the name is not known as it is."""
_MOST = 16  # ways to write a name out that are tried
_KINDS = (
    "city", "town", "county", "parish", "borough", "village", "area", "region", "district", "province", "state",
    "territory", "prefecture", "oblast", "krai", "governorate", "voivodeship", "canton", "department", "division",
    "municipality", "island", "islands", "isle", "isles", "republic", "kingdom", "commonwealth",
)  # fmt: skip
_DIRECTION = r"(?:(?:north|south|east|west|mid|central)(?:[ -]?(?:east|west))?(?:ern)?|upper|lower)"
_BEFORE = re.compile(
    rf"^(?:(?:the )?(?:(?:royal|london|metropolitan|federal|people'?s|islamic|democratic) )*(?:{'|'.join(_KINDS)}) of"
    r"|the|greater|metropolitan|metro|county|near|nr|outside|just outside|close to|born in|from|in|around|formerly"
    r"|former|ex|ex-|now|was|previously|prev|aka|alias|stadt|landkreis|kreis|kanton|land|provincia di|provincia de"
    r"|région|comune di|gemeinde) +"
)
_AFTER = re.compile(
    rf" +(?:(?:metropolitan|metro|greater|rural|urban|local|inner|coastal) +)?(?:{'|'.join(_KINDS)}|metro|suburbs?"
    r"|outskirts|centre|center|city centre|city center|downtown|airport|län|fylke|megye|shi|ken|sheng|as was)$"
)
_PART_OF = re.compile(
    rf"^(?:the )?(?:{_DIRECTION}|downtown|inner|outer|central|rural|suburban|coastal|old)(?: (?:of|part of))?(?: the)? "
    r"|^(?:west|east|north|south|ost|nord|süd|sued)-"
)
_BOROUGH = re.compile(r"(?<=\w\w)(?:borough|burough|brough|boro|burgh|burg)$")
_SLIGHT = frozenset("new old little big great port fort lake mount san santa saint los las la le el nueva".split())  # noqa: SIM905
"""Words that make another place of a name, and are none themselves."""
_ELSEWHERE = frozenset(
    """abroad overseas foreign elsewhere ausland étranger etranger extranjero estero international worldwide global
    travelling traveller homeless remote online""".split()  # noqa: SIM905
)
_NOWHERE = frozenset(
    {
        "no fixed abode",
        "no fixed address",
        "nfa",
        "at sea",
        "not disclosed",
        "in transit",
        "no abode",
        "home",
        "local",
        "same",
        "ditto",
        "n/a",
    }
)
_NOT_A_NAME = STOP_WORDS | {"unknown", "refused", "declined", "various", "other", "see", "none", "stated", "disclosed"}


def is_nowhere(phrase: str) -> bool:
    """Whether a cleaned text says that a place is elsewhere, or none.

    Example:
        >>> is_nowhere("abroad somewhere"), is_nowhere("no fixed abode"), is_nowhere("abroath")
        (True, True, False)
    """
    said = bare(phrase)
    return said in NON_ANSWERS | _NOWHERE or said.partition(" ")[0].rstrip(",;:-") in _ELSEWHERE


def is_name(phrase: str) -> bool:
    """Whether a cleaned text may be the name of a place that is not known."""
    words = phrase.replace("-", " ").split()
    return (
        0 < len(words) <= 4
        and len(phrase) > 2
        and _NOT_A_NAME.isdisjoint(words)
        and not re.search(r"[^\w' .-]|\d", phrase)
    )


def is_slight(phrase: str) -> bool:
    """Whether a text has only words that are no place themselves: the *New* of *New Leeds*."""
    return _SLIGHT.issuperset(phrase.split())


def postcode_place(text: str) -> str:
    """The id of the place that a postcode lies in, or a British or Irish postal district that is all of a text.

    Example:
        >>> postcode_place("Leeds LS9 7TF"), postcode_place("Austin 78701"), postcode_place("D15")
        ('GB-ENG', '', 'IE-D')
    """
    said = text.strip().upper()
    if _DUBLIN.fullmatch(said):
        return "IE-D"
    for country, form in _FULL.items():
        if code := form.search(said):
            first = _LETTERS.match(code[0].upper())
            if country == "CAN":
                return f"CA-{_PROVINCES[code[0][0]]}" if code[0][0] in _PROVINCES else country
            return country if country != "GBR" else _AREA.get(first[0] if first else "", country)
    district = _DISTRICT_ALONE.fullmatch(said)
    return _AREA.get(district[1], "") if district else ""


def without_postcode(text: str) -> str:
    """A text without its postcodes, and without the numbers of districts.

    Example:
        >>> without_postcode("D-80331 München"), without_postcode("Dublin 4"), without_postcode("London SE5")
        ('München', 'Dublin', 'London')
    """
    for code in _FULL.values():
        text = code.sub(" ", text)
    return _DISTRICT.sub("", _POSTCODE.sub(" ", text)).strip(" ,-")


def with_letters(text: str) -> str:
    """A text with a postcode that may be Dutch, without the number alone; empty where it has no such postcode.

    Example:
        >>> with_letters("Perth 6000 WA"), with_letters("Leeds LS9 7TF")
        ('Perth WA', '')
    """
    return " ".join(_POSTCODE.sub(" ", text).split()) if _FULL[_SHARED].search(text) else ""


def parts_of(text: str) -> list[str]:
    """The parts of a text, the first usually the narrowest.

    Example:
        >>> parts_of("Paris (France)"), parts_of("Curitiba - PR")
        (['Paris', 'France'], ['Curitiba', 'PR'])
    """
    return [part for part in _PARTS.split(text) if part]


def places_said(text: str) -> list[str]:
    """What lies in what, where a text says so in words.

    Example:
        >>> places_said("village near Leeds"), places_said("Haren a.d. Ems"), places_said("Port Amherst")
        (['village', 'Leeds'], ['Haren', 'Ems'], ['Port Amherst'])
    """
    return [part for part in _WITHIN.split(text) if part]


def forms(phrase: str) -> Iterator[str]:
    """Other spellings of a name, the likeliest first.

    Example:
        >>> list(forms("st. ives"))
        ['st. ives', 'st ives', 'saint ives']
        >>> "republic of ireland" in forms("rep. of ireland"), "aberdeen" in forms("aberdeen city")
        (True, True)
    """
    plain = re.sub(r"\.(?=\w\w)", " ", phrase).replace(".", "").replace("  ", " ")
    spelt = list(
        dict.fromkeys(
            (phrase, plain, *_spelt_otherwise(plain), *(_written_out(plain) if re.search(r"[ &+-]", plain) else ()))
        )
    )
    cut = (cutting.sub("", form) for form in spelt for cutting in (_BEFORE, _AFTER))
    both = (_AFTER.sub("", _BEFORE.sub("", form)) for form in spelt)
    yield from dict.fromkeys(form for form in (*spelt, *cut, *both) if form)


def _spelt_otherwise(phrase: str) -> Iterator[str]:
    """Other endings of an English town: *Middlesborough*, *Peterboro*, *Edinborough*."""
    if found := _BOROUGH.search(phrase):
        yield from (phrase[: found.start()] + end for end in ("borough", "brough", "burgh") if end != found[0])


def whole_of(phrase: str) -> str:
    """What a phrase names a part of: `north london`, `the south of france`; empty where it names none.

    Example:
        >>> whole_of("north east england"), whole_of("london")
        ('england', '')
    """
    rest = _PART_OF.sub("", re.sub(r"^([nsew])\.?(?= )|^(n|s)\.?(e|w)\.?(?= )", "north", phrase))
    return "" if rest == phrase else rest


def _written_out(phrase: str) -> Iterator[str]:
    words = phrase.replace("&", " & ").replace("+", " + ").replace("-", " ").split()
    ways = ([*_WORDS.get(word, ()), word] if word in _WORDS else [word] for word in words)
    yield from (" ".join(way) for way in islice(product(*ways), _MOST))
