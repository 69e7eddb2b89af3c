"""Masking: run the policy's method, then merge and improve groups until they keep every promise; in blocks if asked."""

from dataclasses import replace

from semblant.errors import PolicyError
from semblant.methods.blocks import blocks_of, in_blocks
from semblant.methods.constrain import constrain
from semblant.methods.donors import consensus_donors, random_donors
from semblant.methods.job import Job, check_method, entry_of, refines, refuse_few
from semblant.methods.logs.grouplog import LogParts
from semblant.methods.masking import Centroids, LogMasking, Masking, SetMasking
from semblant.methods.promise_refinement import refine_under_promises
from semblant.methods.refine import refine
from semblant.methods.registry import LOGS, SETS, TABLE
from semblant.space.product import Product
from semblant.space.setreader import SetReader
from semblant.space.sets import SetSpace


def mask_space(space: Product, job: Job) -> Masking:
    """Mask a space as the policy asks, so that every class of the release keeps every promise."""
    entry, size = entry_of(job.policy), job.block_size
    if size is None:
        masking = run(space, job)
    elif entry.whole:
        raise PolicyError(
            f"The method {entry.name!r} looks at the whole table at once and cannot work in blocks.",
            where="blocks",
            hints=["leave blocks out", "choose a method that groups records, such as method: auto"],
        )
    else:
        masking = _run_in_blocks(space, job, size)
    if entry.generalises:
        return masking
    kept = constrain(masking, space, job.promises)
    if kept is not masking and refines(job.policy):
        kept = refine_under_promises(space, kept, job)
    return replace(kept, blocks=masking.blocks)


def run(space: Product, job: Job) -> Masking:
    """Run the policy's method alone; it keeps k, and promises beyond k only if it generalises."""
    refuse_few(space.records, job.k)
    entry = check_method(job.policy)
    masking = TABLE[entry.name](space, job)
    if entry.generalises:
        return masking
    if job.policy.refine is True and entry.name != "auto" and masking.where(Centroids).all():
        masking = refine(space, masking, job)
    if job.guide.centroid == "random":
        return random_donors(masking, job.rng)
    if job.guide.centroid == "consensus" and job.readers is not None:
        return consensus_donors(space, masking, job.readers)
    return masking


def _run_in_blocks(space: Product, job: Job, size: int) -> Masking:
    """Block by block, each with its own randomness and its share of the seconds, if those are the budget."""
    blocks = blocks_of(space, size, job.k)
    if len(blocks) == 1:
        return run(space, job)
    streams, budget = job.rng.spawn(len(blocks)), job.budget.shared(len(blocks))

    def masked(part: Product, number: int) -> Masking:
        def advance(done: float, note: str = "") -> None:
            job.advance((number + done) / len(blocks), f"block {number + 1} of {len(blocks)}, {note}")

        return run(part, replace(job, rng=streams[number], budget=budget, advance=advance))

    return in_blocks(space, blocks, masked)


def mask_sets(space: SetSpace, reader: SetReader, job: Job) -> SetMasking:
    """Mask a table of sets by the policy's method."""
    refuse_few(space.records, job.k)
    return SETS[check_method(job.policy).name](space, reader, job)


def mask_log(parts: LogParts, job: Job) -> LogMasking:
    """Mask a search log by the policy's method."""
    refuse_few(len(parts.log.users), job.k, "user")
    return LOGS[check_method(job.policy).name](parts, job)
