"""Hierarchies for tests: the worked example of the gsl paper, and random ones of all shapes."""

from hypothesis import strategies as st

from semblant.hierarchy.vgh import Hierarchy

OCCUPATION = [
    ("math_teacher", "teacher", "education#4", "occupation"),
    ("music_teacher", "teacher", "education#4", "occupation"),
    ("surgeon", "medical_practitioner", "doctor", "occupation"),
    ("ophthalmologist", "medical_practitioner", "doctor", "occupation"),
    ("optician", "medical_practitioner", "doctor", "occupation"),
    ("optometrist", "medical_practitioner", "doctor", "occupation"),
    ("tamer", "animal_trainer", "trainer", "occupation"),
    ("baseball_coach", "coach", "trainer", "occupation"),
]

ARX = """Tech-support;Technical;*
Craft-repair;Technical;*
Other-service;Other;*
Sales;Nontechnical;*
Exec-managerial;Nontechnical;*
Prof-specialty;Technical;*
Handlers-cleaners;Nontechnical;*
Machine-op-inspct;Technical;*
Adm-clerical;Other;*
Farming-fishing;Other;*
Transport-moving;Other;*
Priv-house-serv;Other;*
Protective-serv;Other;*
Armed-Forces;Other;*
"""
"""A three-level hierarchy of the kind that ARX users make by hand."""


@st.composite
def hierarchies(draw: st.DrawFn, plain: bool = False) -> Hierarchy:
    """Trees of all shapes: flat and tall, even and uneven, values that are labels, names that are hard to write."""
    alphabet = "abcdefgh" if plain else "aé,|# _-[)中"
    names = draw(st.lists(st.text(alphabet, min_size=1, max_size=6), min_size=4, max_size=24, unique_by=str.strip))
    names = [name.strip() for name in names if name.strip() and name.strip() not in ("*", "-")] or ["x", "y"]
    names = list(dict.fromkeys(names))
    inner = draw(st.integers(1, max(1, len(names) // 2)))
    labels, leaves = names[:inner], names[inner:] or [names[0] + "x"]
    above = {i: draw(st.integers(0, i - 1)) for i in range(1, len(labels))}
    rows = []
    for leaf in leaves:
        at: int | None = draw(st.integers(0, len(labels) - 1))
        path = [leaf]
        while at is not None:
            path.append(labels[at])
            at = above.get(at)
        rows.append(path)
    return Hierarchy.of(rows)
