"""Masking: run the policy's method, then merge and improve groups until they keep every promise; in blocks if asked."""

from dataclasses import replace
from itertools import pairwise

import numpy as np

from semblant.arrays import Ints
from semblant.errors import PolicyError, UnreachableError
from semblant.methods.blind import by_sensitive_values, keep_blindly
from semblant.methods.blocks import PASSES, Pass, blocks_of, in_blocks, repaired
from semblant.methods.constrain import constrain
from semblant.methods.donors import consensus_donors, random_donors
from semblant.methods.job import Job, Share, check_method, entry_of, refines, refuse_few
from semblant.methods.logs.grouplog import LogParts
from semblant.methods.masking import Centroids, Dropped, LogMasking, Masking, SetMasking
from semblant.methods.promise_refinement import refine_under_promises
from semblant.methods.refine import refine
from semblant.methods.registry import LOGS, SETS, TABLE
from semblant.methods.table.mdav import centred
from semblant.methods.ties import Shuffled
from semblant.space.product import Product
from semblant.space.setreader import SetReader
from semblant.space.sets import SetSpace


def mask_space(space: Product, job: Job) -> Masking:
    """Mask a space as the policy asks, so that every class of the release keeps every promise."""
    if not job.random_ties:
        return _mask_in_order(space, job)
    # for the LCS, the order of candidates is no matter of ties
    shuffled = Shuffled.of(space, job.rng, candidates=job.guide.centroid != "lcs")
    return shuffled.restored(_mask_in_order(shuffled.space, job))


def _mask_in_order(space: Product, job: Job) -> Masking:
    """Mask a space whose order decides ties, in every step: the method's own, merges for promises, improvements."""
    asked = by_sensitive_values(job.promises)
    if job.policy.promises == "merge" or not asked:
        return _mask_space(space, job)
    masking = _mask_space(space, replace(job, promises=[p for p in job.promises if p not in asked]))
    assert job.above is not None, "it is drawn from the run key"
    return keep_blindly(masking, space, asked, job.above)


def _mask_space(space: Product, job: Job) -> Masking:
    entry = entry_of(job.policy)
    if entry.whole and isinstance(job.policy.blocks, int):
        raise PolicyError(
            f"The method {entry.name!r} looks at the whole table at once and cannot work in blocks.",
            where="blocks",
            hints=["leave blocks out", "choose a method that groups records, such as method: auto"],
        )
    masking = _run_in_blocks(space, job)
    if masking.where(Dropped).all():
        raise UnreachableError(
            f"This cannot be reached with method {entry.name!r}: all {space.records:,} records would be suppressed.",
            hints=["ask for less", "choose a method that changes values instead, such as method: auto"],
        )
    if entry.generalises:
        return masking
    kept = constrain(masking, space, job.promises)
    if kept is not masking and refines(job.policy):
        kept = refine_under_promises(space, kept, job)
    return replace(kept, blocks=masking.blocks)


def run(space: Product, job: Job) -> Masking:
    """Run the policy's method alone; it keeps k, and promises beyond k only if it generalises."""
    return _represented(space, _grouped(space, job), job)


def _grouped(space: Product, job: Job) -> Masking:
    """What the method finds, refined where the policy asks for that."""
    refuse_few(space.records, job.k)
    entry = check_method(job.policy)
    masking = TABLE[entry.name](space, job)
    if job.policy.refine is True and entry.name != "auto" and masking.where(Centroids).all():
        masking = refine(space, masking, job)
    return masking


def _represented(space: Product, masking: Masking, job: Job) -> Masking:
    """Groups with the centroid that the policy asks for, where it is one of their records."""
    if job.guide.centroid == "random":
        return random_donors(masking, job.rng)
    if job.guide.centroid == "consensus" and job.readers is not None:
        return consensus_donors(space, masking, job.readers)
    return masking


def _run_in_blocks(space: Product, job: Job) -> Masking:
    """Block by block, with further passes over other blocks where groups are refined."""
    tuples = len(space.weights)
    size = job.block_size(tuples)
    blocks = [] if size is None or space.records < job.k else blocks_of(space, size, job.k)
    if size is None or len(blocks) < 2:
        return run(space, job)
    entropy = job.rng.integers(2**63, size=2).tolist()
    ends = pairwise(PASSES if refines(job.policy) else (0.0, 1.0))
    first, *later = [Pass.of(job, Share(tuples, *between), [*entropy, i]) for i, between in enumerate(ends)]
    masking = in_blocks(space, blocks, _grouped, first)
    if later and masking.where(Centroids).all():
        masking = repaired(space, masking, blocks, size, later)
    return _represented(space, masking, job)


def mask_sets(space: SetSpace, reader: SetReader, job: Job) -> SetMasking:
    """Mask a table of sets by the policy's method."""
    refuse_few(space.records, job.k)
    if job.random_ties:
        space = space.shuffled(job.rng)
    return SETS[check_method(job.policy).name](space, reader, job)


def beside(columns: Product, groups: Ints, job: Job) -> Masking:
    """The masking of the ordinary columns beside a set, every record a tuple of its own, by the groups of the sets."""
    once = np.ones(len(groups), np.int64)
    if not job.random_ties:
        return centred(columns, np.arange(len(groups)), once, groups)
    shuffled = Shuffled.of(columns, job.rng, candidates=job.guide.centroid != "lcs")
    return shuffled.restored(centred(shuffled.space, np.arange(len(groups)), once, groups[shuffled.tuples]))


def mask_log(parts: LogParts, job: Job) -> LogMasking:
    """Mask a search log by the policy's method."""
    refuse_few(len(parts.log.users), job.k, "user")
    if job.random_ties:
        parts = parts.shuffled(job)
    return LOGS[check_method(job.policy).name](parts, job)
