"""Answers of yes and no, which a column may write in several ways: `Y`, `yes`, `1` and `true` say the same."""

from collections.abc import Sequence

from semblant.data.looks import fold
from semblant.data.missing import NO_VALUE
from semblant.data.scales import is_no_answer

__all__ = ["answers"]

_WAYS = {
    "yes": "yes y 1 true t ja j wahr oui o vrai si sí s sì vero verdadero verdadeiro sim tak",
    "no": "no n 0 false f nein falsch non faux falso nao não nee nie fałsz nej",
}
_ANSWER = {fold(way): answer for answer, ways in _WAYS.items() for way in ways.split()}
_MOST = 60  # ways to write yes, no and that there is no answer


def answers(words: Sequence[str]) -> list[str] | None:
    """The folded texts of a column with every yes and every no written in one way; None where it asks something else.

    One of them has to be a whole word: a column of single letters and digits may be one of codes.

    Example:
        >>> answers(["y", "yes", "no", "unknown"]), answers(["n", "s", "o"]), answers(["yes", "sometimes"])
        (['yes', 'yes', 'no', 'unknown'], None, None)
    """
    if len(words) > _MOST:
        return None
    told = {word for word in words if word not in NO_VALUE and not is_no_answer(word)}
    if not told <= _ANSWER.keys() or all(len(word) == 1 for word in told):
        return None
    return [_ANSWER.get(word, word) for word in words]
