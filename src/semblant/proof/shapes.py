"""What a release of sets or of a log promises, and whether its bytes keep it.

Counted on what was written; of the methods nothing is known but what each promises.
"""

import math
from collections import defaultdict

from semblant.catalogue import Promise
from semblant.data.table import Table
from semblant.errors import VerificationError
from semblant.evidence import Privacy
from semblant.policy.model import Policy
from semblant.proof.logs import least_support, privacy_of_log
from semblant.proof.tables import broken, privacy_of
from semblant.space.setreader import SetReader

OTHER_PROMISES: dict[str, Promise] = {
    "km-apriori": "k^m-anonymity",
    "log-korolova": "differential privacy",
    "log-poblete": "no shared address",
}
"""Methods with another promise than k-anonymity; they run only where the policy accepts that."""

_LARGEST_EPSILON = 10
_GIVEN_AWAY = 0.1  # users that δ lets be published whole, on average

COUNT = "count"
"""The column of a list of queries that says how often each was asked."""


def promised(policy: Policy) -> Promise:
    """What a policy's method promises of a release of sets or of a log.

    Example:
        >>> promised(Policy(shape="sets", draw="record")), promised(Policy(shape="log"))
        ('k-anonymity of meanings', 'k-anonymity')
    """
    if policy.shape == "sets" and policy.draw == "record" and policy.method in ("auto", "set-mdav"):
        return "k-anonymity of meanings"
    return OTHER_PROMISES.get(policy.method, "k-anonymity")


def privacy_of_shape(original: Table, release: Table, policy: Policy, reader: SetReader | None = None) -> Privacy:
    """What released sets (read by ``reader``) or a released log keep of what their method promises.

    Differential privacy is a property of how a list was made, which no bytes can show: verified is then only that
    nobody is in it.
    """
    promise = promised(policy)
    match promise:
        case "k-anonymity of meanings":
            assert reader is not None
            found = privacy_of(reader.in_concepts(release), policy, original)
        case "k^m-anonymity":
            assert reader is not None
            held = release.frame.get_column(reader.name).to_list()
            support = least_support(held, reader.rules.separator, policy.m)
            kept = {"k_achieved": support or 0, "verified": support == 0 or (support or 0) >= policy.k}
            found = privacy_of(release, policy, original).model_copy(update=kept)
        case "differential privacy":
            epsilon, delta = differential(policy.d, policy.K, policy.b)
            nobody = policy.log is not None and policy.log.user not in release.names
            bounded = math.isfinite(epsilon)  # else nothing is promised
            users = len(original.column(policy.log.user).values) if policy.log is not None else 0
            said = {
                "epsilon": epsilon if bounded else None,
                "delta": delta,
                "verified": nobody and bounded,
                "warnings": idle(epsilon, delta, users) if bounded else (),
            }
            found = _of_nobody(policy).model_copy(update=said)
        case "no shared address":
            apart = not share_an_address(original, release, policy)
            found = privacy_of_log(release, policy).model_copy(update={"verified": apart})
        case _:
            found = privacy_of_log(release, policy) if reader is None else privacy_of(release, policy, original)
    return found.model_copy(update={"promise": promise})


def _of_nobody(policy: Policy) -> Privacy:
    """A release without people in it: nothing to count."""
    return Privacy(
        k_required=policy.k,
        k_achieved=0,
        classes=0,
        suppressed_records=0,
        l_achieved=None,
        t_achieved=None,
        verified=True,
    )


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


def idle(epsilon: float, delta: float, users: int) -> tuple[str, ...]:
    """Why an (ε, δ) that holds protects nobody.

    What is published may be e^ε times as likely with somebody's log as without it; with ε above 10 that is more than
    20,000 times, which rules nothing out. And with probability δ nothing is promised at all. Who publishes each user's
    whole log with probability δ keeps (0, δ)-differential privacy and gives δ·n users away: so δ must be much smaller
    than one over the number n of users. Here that means a tenth of it.

    Example:
        >>> idle(1.0, 1e-6, 300), len(idle(1.0, 0.5, 300)), len(idle(40.0, 1.0, 300))
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


def share_an_address(original: Table, release: Table, policy: Policy) -> bool:
    """Whether two released queries led to the same address in the original."""
    assert policy.log is not None
    assert policy.log.url is not None
    released = set(release.column(policy.log.text).values)
    query, url = original.column(policy.log.text), original.column(policy.log.url)
    led: dict[str, set[str]] = defaultdict(set)
    for q, u in zip(query.codes.tolist(), url.codes.tolist(), strict=True):
        if url.values[u] and query.values[q].strip() in released:
            led[url.values[u]].add(query.values[q].strip())
    return any(len(queries) > 1 for queries in led.values())


def refuse_columns(original: Table, release: Table, policy: Policy) -> None:
    """Stop at a written log with anything in it but what the policy lets through."""
    log = policy.log
    assert log is not None
    if promised(policy) == "differential privacy":
        allowed = [log.text, count_column(log.text)]
    else:
        kept = {log.user, log.text, log.time if policy.times != "drop" else None}
        allowed = [n for n in original.names if n in kept]
    if list(release.names) != allowed:
        raise VerificationError("The written log does not have the columns the policy lets through.")


def count_column(text: str) -> str:
    """The name of the column with counts beside a column of texts."""
    return COUNT if text != COUNT else f"{COUNT}s"


def refuse_unkept(privacy: Privacy, policy: Policy, where: str) -> None:
    """Stop a release that does not keep what its method promises."""
    if privacy.verified:
        return
    said = {
        "k^m-anonymity": f"Some {policy.m} released items point at {privacy.k_achieved or 'an unknown number of'} "
        f"records; {policy.k}^{policy.m}-anonymity was promised.",
        "differential privacy": "The written list has users in it.",
        "no shared address": "Two written queries led to the same address.",
    }.get(privacy.promise)
    if said is None and policy.shape == "log":
        said = f"A written log is shared by {privacy.k_achieved} users only; k = {policy.k} was promised."
    if said is None:
        said = " ".join(broken(privacy, policy)) or "A promise of the policy could not be counted in the release."
    raise VerificationError(f"{said} Nothing was published.", where=where)
