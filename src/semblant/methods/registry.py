"""Every method by its name: where it comes from, what it promises, what guides it unless the policy says otherwise."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from semblant.errors import PolicyError, UnreachableError
from semblant.hierarchy.choose import Chosen, Ladders, fit
from semblant.methods.donors import by_chance, by_consensus
from semblant.methods.masking import Masking, Stands
from semblant.methods.refine import auto, refine
from semblant.methods.table.generalise import best_first, datafly, incognito
from semblant.methods.table.mdav import fixed_mdav, sa_mdav
from semblant.methods.table.recode import recode, recode_dm, recode_fusion, recode_h1, recode_random
from semblant.methods.table.resample import resample, resample_heer
from semblant.methods.table.suppress import suppress
from semblant.policy.model import Policy
from semblant.privacy.models import KAnonymity
from semblant.privacy.promises import Promise
from semblant.progress import Advance, ignore
from semblant.space.product import Product
from semblant.space.reading import Readers

JUDGE = "loss_measure"
"""In the place of a measure: the one that judges the release."""


@dataclass(frozen=True)
class Guide:
    """How a run is guided: the policy's word where it has one, the method's own otherwise."""

    measure: str
    centroid: str
    weighting: str
    combine: str


def budget_of(policy: Policy) -> dict[str, Any]:
    """How long groups are refined: in rounds, or in seconds where the policy asks for that."""
    budget = policy.budget
    return {"rounds": budget} if isinstance(budget, int) else {"seconds": float(budget.rstrip("s"))}


@dataclass(frozen=True)
class Job:
    """One run of a method: what it is asked for, its own chance, and who looks on.

    ``chosen`` are the hierarchies of a method that generalises, which also keeps the ``promises`` on top of k itself.
    """

    policy: Policy
    guide: Guide
    rng: np.random.Generator
    advance: Advance = ignore
    chosen: Chosen | None = None
    promises: Sequence[Promise] = ()

    @property
    def k(self) -> int:
        """How many records must be alike."""
        return self.policy.k

    @property
    def refining(self) -> dict[str, Any]:
        """How groups are refined: for how long, by which chance (its own where the policy has a seed), before whom."""
        chance = self.rng if self.policy.seed is not None else None
        return {"rng": chance, "advance": self.advance, **budget_of(self.policy)}


@dataclass(frozen=True)
class Method:
    """A published method (or ours), and what it takes for granted."""

    name: str
    paper: str
    run: Callable[[Product, Job], Masking]
    measure: str = "logsc"  # JUDGE: whatever the release is judged by
    centroid: str = "semantic"
    weighting: str = "none"
    combine: str = "mean"
    promise: str = "k-anonymity"
    generalises: bool = False  # values become wider labels of hierarchies, and promises beyond k are its own business

    def guide(self, policy: Policy) -> Guide:
        """What guides this method under a policy; a non-semantic run takes the mode as its centroid."""
        measure = policy.measure or (policy.loss_measure if self.measure == JUDGE else self.measure)
        centroid = policy.centroid or ("mode" if measure == "equality" else self.centroid)
        return Guide(measure, centroid, policy.weighting or self.weighting, policy.combine or self.combine)


def _adaptive(space: Product, job: Job, *, static: bool = False) -> Masking:
    return sa_mdav(space, job.k, weighted=job.guide.weighting == "frequency", static=static)


def _fixed(space: Product, job: Job) -> Masking:
    return fixed_mdav(space, job.k)


def _auto(space: Product, job: Job) -> Masking:
    promised = any(not isinstance(promise.model, KAnonymity) for promise in job.promises)
    return auto(space, job.k, promised=promised, **job.refining)


def _recode(space: Product, job: Job) -> Masking:
    return recode(space, job.k, job.rng, weighted=job.guide.weighting == "frequency")


def _by_lot(method: Callable[[Product, int, np.random.Generator], Masking]) -> Callable[[Product, Job], Masking]:
    return lambda space, job: method(space, job.k, job.rng)


def _resample(space: Product, job: Job) -> Masking:
    return resample(space, job.k, job.rng, weighted=job.guide.weighting == "frequency")


def _heer(space: Product, job: Job) -> Masking:
    return resample_heer(space, job.k, job.rng, weighted=job.guide.weighting == "frequency")


def _suppress(space: Product, job: Job) -> Masking:
    return suppress(space, job.k, job.rng, suppression_limit=job.policy.suppression_limit)


def _datafly(space: Product, job: Job) -> Masking:
    semantic = job.guide.measure != "equality"
    return datafly(
        space, _ladders(space, job), job.k, semantic=semantic, promises=job.promises, limit=job.policy.suppression_limit
    )


def _incognito(space: Product, job: Job) -> Masking:
    return incognito(
        space,
        _ladders(space, job),
        job.k,
        limit=job.policy.suppression_limit,
        promises=job.promises,
        objective=job.policy.objective,
        advance=job.advance,
    )


def _best_first(space: Product, job: Job) -> Masking:
    semantic = job.guide.measure != "equality"
    ladders = _ladders(space, job)
    return best_first(space, ladders, job.k, promises=job.promises, semantic=semantic, advance=job.advance)


def _ladders(space: Product, job: Job) -> Ladders:
    assert job.chosen is not None, "whoever runs a method that generalises chooses its hierarchies"
    return fit(space, job.chosen, job.guide.measure)


_METHODS = (
    Method("auto", "ours: microaggregation refined until nothing more is to be gained", _auto, measure=JUDGE),
    Method("sa-mdav", "Martínez, Sánchez & Valls 2012; thesis, Algorithm 4", _adaptive, weighting="frequency"),
    Method(
        "sa-mdav-static",
        "thesis 6.3.3: SA-MDAV around a group's first tuple",
        partial(_adaptive, static=True),
        weighting="frequency",
    ),
    Method("s-mdav", "thesis 6.3.3: MDAV with the semantic operators", _fixed),
    Method("mdav", "Domingo-Ferrer & Mateo-Sanz 2002; thesis, Algorithm 3", _fixed, combine="euclidean"),
    Method("mdav-mode", "Domingo-Ferrer & Torra 2005", _fixed, measure="equality", centroid="mode"),
    Method("mdav-lcs", "Abril, Navarro-Arribas & Torra 2010", _fixed, measure="wu-palmer", centroid="lcs"),
    Method("recode", "thesis, Algorithm 2: recoding by two heuristics", _recode, weighting="frequency"),
    Method("recode-fusion", "Martínez et al. 2012: recoding by three heuristics", _by_lot(recode_fusion)),
    Method("recode-h1", "fusion 4.1: the rarest set next, to a random other", _by_lot(recode_h1)),
    Method("recode-dm", "fusion 4.2: recoding by the Discernibility Metric", _by_lot(recode_dm)),
    Method("recode-random", "fusion 4.1: recoding by chance", _by_lot(recode_random)),
    Method("resample", "thesis, Algorithm 6: SkResampling", _resample),
    Method("resample-heer", "Heer 1993; thesis, Algorithm 5", _heer, promise="not k-anonymous"),
    Method("datafly", "Sweeney 2002; guided by meaning as in Ayala-Rivera et al. 2017", _datafly, generalises=True),
    Method("incognito", "LeFevre, DeWitt & Ramakrishnan 2005: the optimal full domain", _incognito, generalises=True),
    Method(
        "best-first", "thesis 8.4.2: value by value, few steps first", _best_first, measure="equality", generalises=True
    ),
    Method("suppress", "naive suppression of records below k", _suppress),
)

REGISTRY: dict[str, Method] = {m.name: m for m in _METHODS}
"""The methods for tables."""

PAPERS: dict[str, dict[str, str]] = {
    "table": {m.name: m.paper for m in _METHODS},
    "sets": {
        "auto": "ours: set-MDAV by the average distance, then refined",
        "set-mdav": "Batet et al. 2014",
        "km-apriori": "Terrovitis, Mamoulis & Kalnis 2008",
        "top-down": "He & Naughton 2009",
    },
    "log": {
        "auto": "ours: log-MDAV refined, logs that cover their group",
        "log-mdav": "Batet et al. 2013",
        "log-erola": "Erola et al. 2010",
        "log-navarro": "Navarro-Arribas et al. 2012",
        "log-korolova": "Korolova et al. 2009",
        "log-poblete": "Poblete et al. 2010",
    },
}
"""The methods for each shape of data, and where each comes from."""


def method_named(name: str) -> Method:
    """The method of this name, or an error that lists those there are."""
    if name not in REGISTRY:
        shapes = [shape for shape, known in PAPERS.items() if name in known]
        raise PolicyError(
            f"The method {name!r} is not available for tables. There are: {', '.join(REGISTRY)}.",
            where="method",
            hints=[f"set shape: {shape}, if that is what the data are" for shape in shapes],
        )
    return REGISTRY[name]


def refines(policy: Policy) -> bool:
    """Whether groups are improved once they are made: always by `auto`, by any other method where the policy asks."""
    return policy.refine is True or (policy.refine == "auto" and policy.method == "auto")


def run(
    space: Product,
    policy: Policy,
    rng: np.random.Generator,
    readers: Readers | None = None,
    advance: Advance = ignore,
    *,
    chosen: Chosen | None = None,
    promises: Sequence[Promise] = (),
) -> Masking:
    """Mask a space by the policy's method; ``chosen`` and ``promises`` are for methods that generalise."""
    if space.records < policy.k:
        raise UnreachableError(
            f"{space.records:,} record{'s' if space.records != 1 else ''} cannot be made {policy.k}-anonymous: "
            f"fewer than k = {policy.k}.",
            hints=["publish a coarser table instead", "choose a smaller k, if that is enough for your purpose"],
        )
    method = method_named(policy.method)
    if method.promise != "k-anonymity" and policy.accept != method.promise.replace(" ", "-"):
        raise PolicyError(
            f"The method {method.name!r} does not give k-anonymity.",
            where="method",
            hints=["choose another method", "set accept: not-k-anonymous, if that is what you want"],
        )
    job = Job(policy, method.guide(policy), rng, advance, chosen, promises)
    masking = method.run(space, job)
    if method.generalises:
        return masking
    if policy.refine is True and method.name != "auto" and all(s is Stands.CENTRE for s in masking.stands):
        masking = refine(space, masking, job.k, **job.refining)
    if job.guide.centroid == "random":
        return by_chance(masking, rng)
    if job.guide.centroid == "consensus" and readers is not None:
        return by_consensus(space, masking, readers)
    return masking
