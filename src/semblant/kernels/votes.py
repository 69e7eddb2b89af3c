"""How alike a text is to every label of a vocabulary."""

from semblant.arrays import Floats32, Ints, Ints32
from semblant.kernels.compiled import lean


@lean
def add_similarities(
    begin: Ints, labels: Ints32, weights: Floats32, features: Ints, asked: Floats32, similarities: Floats32
) -> None:
    """Set ``similarities`` to the product of a text's features with those of every label.

    Feature f occurs in ``labels[begin[f]:begin[f+1]]`` with those ``weights``; the text has ``features``, weighted by
    ``asked``.
    """
    for i in range(similarities.shape[0]):
        similarities[i] = 0
    for i in range(features.shape[0]):
        weight = asked[i]
        for place in range(begin[features[i]], begin[features[i] + 1]):
            similarities[labels[place]] += weight * weights[place]
