"""The proof for search logs: users per log, queries without shared addresses, differential privacy.

Counted on the written bytes, without knowledge of how they were made.
"""

import math
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

from semblant.data.order import row_text
from semblant.data.read import read_like
from semblant.data.same import person_key
from semblant.data.table import Table
from semblant.errors import InputError, PolicyError, UnreachableError, VerificationError
from semblant.evidence import Privacy
from semblant.policy.model import Policy

COUNT = "count"
"""The column of a list of queries that says how often each was asked."""

_LARGEST_EPSILON = 10
_GIVEN_AWAY = 0.1  # users whose whole log δ allows to be published, on average


def privacy_of_log(
    release: Table, policy: Policy, original: Table | None = None, silent: Collection[str] = ()
) -> Privacy:
    """Check the promises of the policy on a released log; without the original only k, the users of each log.

    ``silent`` are the users of whom nothing can be published. Differential privacy is a property of how a list was
    made, which the bytes cannot show: only that it contains nothing but queries and counts is verified.
    """
    if original is None or policy.promise == "k-anonymity":
        return _shared(log_classes(release, policy), policy, left_out(release, policy, original, silent))
    if policy.promise == "no shared address":
        found = _shared(log_classes(release, policy), policy)
        kept = {"verified": not share_an_address(original, release, policy)}
    else:
        found, kept = _shared([], policy), _noisy(original, release, policy)
    return found.model_copy(update={"promise": policy.promise, **kept})


def verify_log(original: Table, written: Path, policy: Policy, silent: Collection[str] = ()) -> Privacy:
    """Read a written log back and refuse it unless it keeps the policy's promises and contains nothing else."""
    release = read_like(original, written, policy.formulas)
    if list(release.names) != let_through(original, policy):
        raise VerificationError("The written log does not have the columns the policy lets through.")
    privacy = privacy_of_log(release, policy, original, silent)
    if not privacy.verified:
        few = f"A written log is shared by {privacy.k_achieved} users only; k = {policy.k} was promised."
        if privacy.k_achieved >= policy.k:
            few = (
                f"The written log leaves out {privacy.suppressed_beyond_limit:,} users of whom it could tell something."
            )
        said = {
            "differential privacy": "The noise of the written list promises nothing.",
            "no shared address": "Two written queries led to the same address.",
        }.get(privacy.promise, few)
        raise VerificationError(f"{said} Nothing was published.", where=written.name)
    return privacy


def released_columns(policy: Policy) -> list[str]:
    """The columns of a released log."""
    log = policy.log
    assert log is not None
    if policy.promise == "differential privacy":
        return [log.text, count_column(log.text)]
    return [log.user, log.text, *([log.time] if log.time is not None and policy.times != "drop" else [])]


def let_through(original: Table, policy: Policy) -> list[str]:
    """The columns of a released log in the order of its original."""
    kept = released_columns(policy)
    return kept if policy.promise == "differential privacy" else [name for name in original.names if name in kept]


# --- users with the same log -----------------------------------------------------------------------


def log_classes(release: Table, policy: Policy) -> list[int]:
    """How many users share each released log: the same texts (and times) equally often, in any order."""
    assert policy.log is not None
    if policy.log.user not in release.names:
        raise InputError(f"The released log has no column {policy.log.user!r}: nobody can count who shares a log.")
    names = [n for n in release.names if n != policy.log.user]
    texts = release.column(policy.log.user).values
    person = pl.col(policy.log.user).replace_strict(texts, [person_key(t) for t in texts], return_dtype=pl.String)
    logs = release.frame.group_by(person).agg(row_text(names).sort().str.join("").alias("log"))
    return logs.group_by("log").len().get_column("len").to_list()


class LeftOut(NamedTuple):
    """The users of whom nothing is released."""

    users: int
    beyond: int  # how many more of them than allowed


def left_out(
    release: Table,
    policy: Policy,
    original: Table | None,
    silent: Collection[str],
    link: Mapping[str, str] | None = None,
) -> LeftOut:
    """Count the users that a release does not have; those of whom nothing can be published (``silent``) may be gone.

    Only a link tells who they are; without one, as many as there are silent ones are excused.
    """
    assert policy.log is not None
    if original is None or policy.promise != "k-anonymity":
        return LeftOut(0, 0)
    then, now = ({person_key(t) for t in table.column(policy.log.user).values} for table in (original, release))
    quiet = {person_key(text) for text in silent} & then
    if link is not None:
        names = release.column(policy.log.user).values
        gone = then - {person_key(link[name]) for name in names if name in link}
        lost, excused = len(gone), len(gone & quiet)
    else:
        lost = max(0, len(then) - len(now))
        excused = min(lost, len(quiet))
    return LeftOut(lost, max(0, lost - excused - int(policy.suppression_limit * len(then) + 1e-9)))


def _shared(sizes: Sequence[int], policy: Policy, lost: LeftOut = LeftOut(0, 0)) -> Privacy:  # noqa: B008
    """The facts of a log whose classes of users have these sizes."""
    smallest = min(sizes, default=0)
    return Privacy(
        k_required=policy.k,
        k_achieved=smallest,
        classes=len(sizes),
        suppressed_records=lost.users,
        suppressed_beyond_limit=lost.beyond,
        l_achieved=None,
        t_achieved=None,
        verified=smallest >= policy.k and not lost.beyond,
    )


def share_an_address(original: Table, release: Table, policy: Policy) -> bool:
    """Whether two released queries led to the same address in the original."""
    assert policy.log is not None
    if policy.log.url is None:
        raise PolicyError("The policy does not say which column has the clicked addresses.", where="log.url")
    released = set(release.column(policy.log.text).values)
    query, url = original.column(policy.log.text), original.column(policy.log.url)
    led: dict[str, set[str]] = defaultdict(set)
    for q, u in zip(query.codes.tolist(), url.codes.tolist(), strict=True):
        if url.values[u] and query.values[q].strip() in released:
            led[url.values[u]].add(query.values[q].strip())
    return any(len(queries) > 1 for queries in led.values())


# --- queries with noisy counts ---------------------------------------------------------------------


def count_column(text: str) -> str:
    """The name of the column with counts beside a column of texts."""
    return COUNT if text != COUNT else f"{COUNT}s"


def _noisy(original: Table, release: Table, policy: Policy) -> dict[str, Any]:
    """The promise of a list of queries with noisy counts; an infinite ε promises nothing."""
    assert policy.log is not None
    epsilon, delta = differential(policy.d, policy.K, policy.b)
    bounded = math.isfinite(epsilon)
    users = len({person_key(text) for text in original.column(policy.log.user).values})
    return {
        "epsilon": epsilon if bounded else None,
        "delta": delta,
        "verified": bounded and delta * users <= 1 and set(release.names) <= set(let_through(original, policy)),
        "warnings": weaknesses(epsilon, delta, users) if bounded else (),
    }


def differential(d: int, K: float, b: float) -> tuple[float, float]:
    """ε and δ of Korolova et al.: d queries a user, threshold K, noise of scale b for the choice and for the counts.

    ε = d·ln(max(e^(1/b), 1 + 1/(2e^((K-1)/b) - 1))) + d/b, the last for the counts; δ = d/2·e^((d-K)/b), at most 1.

    Example:
        >>> epsilon, delta = differential(1, 20, 2)
        >>> round(epsilon, 3), round(delta, 6)
        (1.0, 3.7e-05)
    """
    passing = 2 * math.exp(min((K - 1) / b, 700.0)) - 1
    grows = 1 + 1 / passing if passing > 0 else math.inf
    return d * max(1 / b, math.log(grows)) + d / b, min(1.0, d / 2 * math.exp(min((d - K) / b, 700.0)))


def refuse_delta(policy: Policy, users: int) -> None:
    """Raise an error where δ is above one over the number of users: publishing somebody's whole log would keep it."""
    _, delta = differential(policy.d, policy.K, policy.b)
    if delta * users > 1:
        enough = policy.d + policy.b * math.log(policy.d * users / 2 / _GIVEN_AWAY)
        raise UnreachableError(
            f"With d = {policy.d}, K = {policy.K:g} and b = {policy.b:g}, δ is {delta:.2g}: above one over the number "
            f"of users ({users:,}), so that nothing is promised to anybody.",
            hints=[f"set K to {math.ceil(enough)} or more", "lower d or b"],
        )


def weaknesses(epsilon: float, delta: float, users: int) -> tuple[str, ...]:
    """Reasons why a valid (ε, δ) protects nobody.

    A published result may be e^ε times as likely with a person's log as without it; with ε above 10 that is more than
    20,000 times, which rules nothing out. With probability δ nothing is promised at all: publishing each user's whole
    log with probability δ is (0, δ)-differentially private and discloses δ·n users. So δ must be much smaller than one
    over the number n of users; here, at most a tenth of it.

    Example:
        >>> weaknesses(1.0, 1e-6, 300), len(weaknesses(1.0, 0.5, 300)), len(weaknesses(40.0, 1.0, 300))
        ((), 1, 2)
    """
    said = []
    if epsilon > _LARGEST_EPSILON:
        said.append(
            f"ε = {epsilon:.3g} is too large to protect anybody: above {_LARGEST_EPSILON}, what is published may "
            "tell nearly for certain who was there. Lower d, or raise b."
        )
    if delta * users >= _GIVEN_AWAY:
        said.append(
            f"δ = {delta:.2g} is too large to protect anybody: it must be far below one over the number of users, or "
            "publishing somebody's whole log would keep the promise as well. Raise K, or lower d."
        )
    return tuple(said)
