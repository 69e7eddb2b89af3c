"""The whole of masking: a method's groups, merged and improved until they keep every promise; in blocks if asked."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from semblant.errors import PolicyError
from semblant.hierarchy.choose import Chosen
from semblant.methods.blocks import blocks_of, in_blocks
from semblant.methods.constrain import constrain
from semblant.methods.keeping import refine_kept
from semblant.methods.masking import Masking
from semblant.methods.registry import Job, method_named, refines, run
from semblant.policy.model import Policy
from semblant.privacy.promises import Promise
from semblant.progress import Advance, ignore
from semblant.space.product import Product
from semblant.space.reading import Readers


def mask_space(
    space: Product,
    policy: Policy,
    rng: np.random.Generator,
    readers: Readers | None = None,
    advance: Advance = ignore,
    *,
    chosen: Chosen | None = None,
    promises: Sequence[Promise] = (),
) -> Masking:
    """Mask a space as a policy asks, so that every class of the release keeps every promise."""
    method = method_named(policy.method)
    if isinstance(policy.blocks, int):
        if method.generalises or method.name == "suppress":
            raise PolicyError(
                f"The method {method.name!r} looks at the whole table at once and cannot work in blocks.",
                where="blocks",
                hints=["leave blocks out", "choose a method that groups records, such as method: auto"],
            )
        masking = _masked_apart(space, policy, policy.blocks, rng, readers, advance)
    else:
        masking = run(space, policy, rng, readers, advance, chosen=chosen, promises=promises)
    if method.generalises:
        return masking
    kept = constrain(masking, space, promises)
    if kept is not masking and refines(policy):
        job = Job(policy, method.guide(policy), rng, advance)
        kept = refine_kept(space, kept, promises, policy.k, **job.refining)
    return replace(kept, blocks=masking.blocks)


def _masked_apart(
    space: Product, policy: Policy, most: int, rng: np.random.Generator, readers: Readers | None, advance: Advance
) -> Masking:
    """Block by block, each with its own chance and its share of the seconds, if those are the budget."""
    blocks = blocks_of(space, most, policy.k)
    if len(blocks) == 1:
        return run(space, policy, rng, readers, advance)
    lots, budget = rng.spawn(len(blocks)), policy.budget
    if isinstance(budget, str):
        policy = policy.model_copy(update={"budget": f"{float(budget.rstrip('s')) / len(blocks):.3f}s"})

    def masked(part: Product, number: int) -> Masking:
        def onwards(done: float, note: str = "") -> None:
            advance((number + done) / len(blocks), f"block {number + 1} of {len(blocks)}, {note}")

        return run(part, policy, lots[number], readers, onwards)

    return in_blocks(space, blocks, masked)
