"""Graph algorithms on child-to-parents arrays (CSR), a whole level at a time."""

import numpy as np

from semblant.arrays import AnyInts, Ints32, bounds, entries


def gather(ptr: Ints32, items: Ints32, rows: AnyInts) -> Ints32:
    """The concatenated items of these rows."""
    return items[entries(ptr, rows)]


def invert(ptr: Ints32, parents: Ints32) -> tuple[Ints32, Ints32]:
    """From parents of each child to children of each parent, children ascending."""
    n = len(ptr) - 1
    children = np.repeat(np.arange(n, dtype=np.int32), np.diff(ptr))
    order = np.argsort(parents, kind="stable")
    return bounds(np.bincount(parents, minlength=n)).astype(np.int32), children[order]


def levels(ptr: Ints32, below: tuple[Ints32, Ints32], deepest: int | None = None) -> Ints32:
    """Longest path up in edges, at most ``deepest``; -1 below that, and in or below a cycle."""
    waiting = np.diff(ptr).astype(np.int64)
    level = np.full(len(waiting), -1, np.int32)
    frontier = np.flatnonzero(waiting == 0)
    depth = 0
    while frontier.size and depth != (-1 if deepest is None else deepest + 1):
        level[frontier] = depth
        reached, times = np.unique(gather(*below, frontier), return_counts=True)
        waiting[reached] -= times
        frontier = reached[waiting[reached] == 0]
        depth += 1
    return level


def fewest_steps(links: tuple[Ints32, Ints32], nodes: AnyInts) -> Ints32:
    """Per node the fewest steps along links from any of these nodes; -1 where no way leads."""
    steps = np.full(len(links[0]) - 1, -1, np.int32)
    step = 0
    while nodes.size:
        steps[nodes] = step
        reached = np.unique(gather(*links, nodes))
        nodes = reached[steps[reached] < 0]
        step += 1
    return steps


def steps_up(ptr: Ints32, parents: Ints32, node: int) -> dict[int, int]:
    """Every ancestor of one node, itself included, with the fewest steps up to it."""
    steps, frontier, step = {node: 0}, [node], 0
    while frontier:
        step += 1
        frontier = [p for c in frontier for p in parents[ptr[c] : ptr[c + 1]].tolist() if p not in steps]
        steps.update(dict.fromkeys(frontier, step))
    return steps


def ring(ptr: Ints32, parents: Ints32, level: Ints32) -> list[int]:
    """One cycle of nodes, each followed by its parent and the first again at the end; empty where there is none."""
    left = np.flatnonzero(level < 0)
    if not left.size:
        return []
    stuck = set(left.tolist())
    here = int(left[0])
    path: dict[int, int] = {}  # node -> its place on the path
    while here not in path:
        path[here] = len(path)
        here = next(int(p) for p in parents[ptr[here] : ptr[here + 1]] if int(p) in stuck)
    return [*list(path)[path[here] :], here]
