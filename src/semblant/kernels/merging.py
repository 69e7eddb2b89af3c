"""The cheapest merge of two classes of generalised records."""

from typing import Any, NamedTuple

import numpy as np

from semblant.kernels.compiled import inner, lean

# mypy: disable-error-code="no-untyped-def"


class Classes(NamedTuple):
    """Classes of records that are alike: a node of each column's tree, and what each class loses at every height.

    Nodes of all columns are numbered through; ``depth`` counts the steps down from the top, which is its own parent.
    """

    node: Any  # [class, column]
    lost: Any  # [class, column, depth]: what its records lose at the ancestor so deep
    parent: Any  # [node]
    depth: Any  # [node]
    share: Any  # [column]


@inner
def _common(parent, depth, a, b):
    """The lowest node above both, or one of them."""
    while a != b:
        if depth[a] >= depth[b]:
            a = parent[a]
        else:
            b = parent[b]
    return a


@lean
def cheapest(classes, a, alive, something):
    """The class whose merge with class ``a`` costs the records of both least; ties go to the smaller number.

    With ``something``, one with which it has a label below the top in common, in any column; -1 where there is none.
    """
    best, found = np.inf, -1
    columns = classes.node.shape[1]
    for b in alive:
        if b == a:
            continue
        cost, left = 0.0, not something
        for j in range(columns):
            x, y = classes.node[a, j], classes.node[b, j]
            d = classes.depth[_common(classes.parent, classes.depth, x, y)]
            left = left or d > 0
            if x != y:
                more = classes.lost[a, j, d] - classes.lost[a, j, classes.depth[x]]
                more += classes.lost[b, j, d] - classes.lost[b, j, classes.depth[y]]
                cost += classes.share[j] * more
                if cost > best:
                    break
        if left and (cost < best or (cost == best and b < found)):
            best, found = cost, b
    return found


@lean
def merge(classes, a, b):
    """Merge two classes into class ``a``."""
    for j in range(classes.node.shape[1]):
        classes.node[a, j] = _common(classes.parent, classes.depth, classes.node[a, j], classes.node[b, j])
        for d in range(classes.lost.shape[2]):
            classes.lost[a, j, d] += classes.lost[b, j, d]
