"""Amounts, sizes, packages, times and prices in a label: they say how much of something there is, not what it is."""

import re

_NUMBER = r"\d+(?:[.,/]\d+)?"
_UNIT = (
    r"(?:ml|cl|l|ltrs?|lit(?:re|er)s?|pints?|pt|fl\.?\ ?oz|oz|g|gms?|grams?|kgs?|kilos?|kilograms?|mgs?|mcg|lbs?|"
    r"pounds?|mm|cms?|met(?:re|er)s?|m|inch(?:es)?|ft|feet|tog|watts?|w|volts?|v|gb|tb|mb|mp|%|pks?|pcs?|pieces?|tabs?|caps?|"
    r"rolls?|sheets?|slices?|counts?|ct|units?|doses?|puffs?|iu|denier|bottles?|cans?|tins?|bags?|boxes|packets?|packs?)"
)
_TIME = r"(?:seconds?|minutes?|mins?|hours?|hrs?|days?|weeks?|wks?|months?|years?|yrs?)"
_PATTERNS = (
    r"\b(?:once|twice|(?:\d|three|four)\ times)\ (?:a\ |per\ )?(?:day|daily|week|weekly|month|year)\b",
    r"\b(?:daily|weekly|monthly)$",
    rf"[£$€]\ ?{_NUMBER}",
    rf"\b{_NUMBER}\ ?[x×]\ ?{_NUMBER}\ ?{_UNIT}?(?!\w)",
    rf"(?<![\w.]){_NUMBER}[\ -]?{_UNIT}(?!\w)(?:\ of\b)?",
    rf"\b[x×]\ ?\d+\ ?{_TIME}\b",
    r"\b[x×]\ ?\d+\b|\b\d+\ ?[x×](?!\w)",
    r"\b(?:(?:multi|twin|triple|family|value|jumbo|single|double|six|four)[\ -]?packs?|multi-?buy)\b(?:\ of\b)?",
    r"\b(?:packs?|packets?|box|boxes|bags?|sets?|bundles?|multipacks?|tins?|cans?|bottles?|cartons?)\ of(?:\ \d+)?\b",
    r"\b(?:half\ a\ |a\ )?dozen\b",
    r"\b(?:size|sz)\ (?:\d+[a-z]?(?:\.\d)?|[xsml]{1,4}|small|medium|large)\b|\b(?:size|sz)\ ?\d+\+?",
    r"(?<=\ )(?:small|medium|large|xl|xxl|king\ size|single|double)$",
    r"\bage[ds]?\ \d+(?:\ ?(?:-|to)\ ?\d+)?(?:\ (?:years?|yrs?|months?))?\b",
    r"\bspf\ ?\d+\+?|\bfactor\ \d+|\b\d+\ ?tog\b",
    rf"\b(?:for\ |past\ |last\ |every\ |over\ )?(?:{_NUMBER}|a|few|several)[\ -]{_TIME}\b(?:\ ago\b|\ old\b)?",
    r"\b(?:in\ |since\ |from\ )?(?:19|20)\d\d(?:s|\ ?-\ ?(?:present|now|(?:19|20)?\d\d))?\b",
    r"\b(?:multipacks?|packs?|packets?|refills?|bundles?|sachets?|assorted|bogof)$",
    r"(?<=[a-z]{3})(?<!grade)(?<!stage)(?<!level)(?<!class)(?<!group)(?<!phase)(?<!band)(?<!year)(?<!type)\ \d+$",
    r"^\d+(?=\ [a-z]{3})(?!\ (?:aside|way)\b)",
)
_MEASURES = re.compile("|".join(f"(?:{pattern})" for pattern in _PATTERNS), re.X)
_EMPTY = re.compile(r"\(\s*\)|\[\s*\]")
_DANGLING = re.compile(r"^(?:\s*(?:of|x|[-,;:.&+])(?=\s|$))+|(?:(?<=\s)(?:of|x|for|at|in|[-,;:&+])\s*)+$")
_TELLING = re.compile(
    r"\d|\b(?:pack|packet|refill|bundle|sachet|dozen|size|sz|age|daily|weekly|monthly)|\bof\b|single|double|l$|m"
)


def unmeasured(phrase: str) -> str:
    """A cleaned label without amounts, sizes and packages; as it is where nothing else is left.

    Example:
        >>> [unmeasured(text) for text in ("nappies size 4", "lager 4 pack", "2 pints of milk", "size 9")]
        ['nappies', 'lager', 'milk', 'size 9']
    """
    if not _TELLING.search(phrase):
        return phrase
    rest = _EMPTY.sub(" ", _MEASURES.sub(" ", phrase))
    rest = " ".join(_DANGLING.sub(" ", " ".join(rest.split())).split()).strip(" ,;:")
    return rest if sum(c.isalpha() for c in rest) > 2 else phrase
