"""The minimum subsumer hierarchy of some concepts, drawn: as lines, as text and as a picture."""

from collections.abc import Mapping
from dataclasses import dataclass

from semblant.charts.svg import Chart
from semblant.charts.treechart import Node, draw_tree
from semblant.knowledge.taxonomy import VIRTUAL_ROOT, Taxonomy
from semblant.policy.model import Source
from semblant.semantics.measure import DEFAULT
from semblant.semantics.operators import aggregate, costs


@dataclass(frozen=True)
class Row:
    """One concept of the drawing: its level, the row of its parent, and how many records have it."""

    concept: int
    level: int
    above: int | None
    records: int | None


def tree(taxonomy: Taxonomy, counts: Mapping[int, int], *, joints: bool = False) -> list[Row]:
    """The minimum subsumer hierarchy of concepts as lines, widest branch first.

    A concept with several parents is shown below the deepest; one without records that does not branch is left out,
    unless ``joints`` are wanted too.

    Example:
        >>> jobs = Taxonomy.from_paths(["work/health/nurse", "work/health/doctor", "work/food/trade/baker"])
        >>> rows = tree(jobs, {jobs.index("nurse"): 3, jobs.index("doctor"): 2, jobs.index("baker"): 4})
        >>> [(r.level, jobs.label(r.concept), r.records) for r in rows]
        [(0, 'work', None), (1, 'health', None), (2, 'nurse', 3), (2, 'doctor', 2), (1, 'baker', 4)]
    """
    inside = {int(c) for c in taxonomy.hierarchy(counts)} if counts else set()
    below: dict[int, list[int]] = {VIRTUAL_ROOT: []}
    for c in sorted(inside):
        parents = [int(p) for p in taxonomy.parents(c) if int(p) in inside]
        below.setdefault(max(parents, key=lambda p: (taxonomy.depth[p], -p), default=VIRTUAL_ROOT), []).append(c)
    total: dict[int, int] = {}
    for c in sorted(inside, key=lambda c: -int(taxonomy.depth[c])):
        total[c] = counts.get(c, 0) + sum(total[b] for b in below.get(c, ()))
    rows: list[Row] = []
    waiting: list[tuple[int, int, int | None]] = [(c, 0, None) for c in _narrowest(below[VIRTUAL_ROOT], total)]
    while waiting:
        c, level, above = waiting.pop()
        under = _narrowest(below.get(c, []), total)
        if not joints and c not in counts and len(under) == 1:
            waiting.append((under[0], level, above))
            continue
        rows.append(Row(c, level, above, counts.get(c)))
        waiting += [(b, level + 1, len(rows) - 1) for b in under]
    return rows


def _narrowest(concepts: list[int], total: Mapping[int, int]) -> list[int]:
    """The concepts that lead to ones with records; other parents of a concept drawn elsewhere may lead to none."""
    return sorted((c for c in concepts if total[c]), key=lambda c: (total[c], -c))


@dataclass(frozen=True)
class Sketch:
    """A drawing of the centroid of weighted values: every concept between them, its cost, and the best one."""

    taxonomy: Taxonomy
    rows: list[Row]
    sums: Mapping[int, float]
    centroid: int
    measure: str

    @classmethod
    def of(
        cls, taxonomy: Taxonomy, weights: Mapping[int, int], measure: str = "logsc", options: Source = DEFAULT
    ) -> "Sketch":
        """Draw the hierarchy of some values with their frequencies."""
        rows = tree(taxonomy, weights, joints=True)
        sums = costs(taxonomy, weights, measure, options)
        return cls(taxonomy, rows, sums, aggregate(taxonomy, weights, measure, options=options), measure)

    def text(self) -> str:
        """The drawing as lines: values with their counts, the total distance of each concept, the centroid starred.

        Example:
            >>> pain = Taxonomy.from_edges([("pain", "symptom"), ("ache", "pain"), ("colic", "pain")])
            >>> print(Sketch.of(pain, {pain.index("ache"): 2, pain.index("colic"): 1}, "path").text())
            pain           3
            ├─ ache ×2     2  ★ centroid
            └─ colic ×1    4
        """
        left = [self._stem(i) + self._name(row) for i, row in enumerate(self.rows)]
        width = max(map(len, left), default=0) + 4
        figures = [f"{self.sums[row.concept]:.4g}" if row.concept in self.sums else "" for row in self.rows]
        most = max(map(len, figures), default=0)
        stars = ["  ★ centroid" if row.concept == self.centroid else "" for row in self.rows]
        lines = zip(left, figures, stars, strict=True)
        return "\n".join(f"{name:<{width}}{figure:>{most}}{star}".rstrip() for name, figure, star in lines)

    def chart(self) -> Chart:
        """The drawing as a picture."""
        nodes = [
            Node(
                self._name(row),
                row.above,
                f"{self.sums[row.concept]:.4g}" if row.concept in self.sums else "",
                row.records is not None,
                "centre" if row.concept == self.centroid else "",
            )
            for row in self.rows
        ]
        title = f"What stands for these values, by {self.measure}"
        return draw_tree(nodes, title=title, description="Values with their total distance", across=None)

    def _name(self, row: Row) -> str:
        label = self.taxonomy.label(row.concept)
        return label if row.records is None else f"{label} ×{row.records:,}"

    def _stem(self, place: int) -> str:
        """The branches left of a line."""
        row = self.rows[place]
        if row.above is None:
            return ""
        stem = "├─ " if self._goes_on(place) else "└─ "
        above = row.above
        while self.rows[above].above is not None:
            stem = ("│  " if self._goes_on(above) else "   ") + stem
            above = self.rows[above].above or 0
        return stem

    def _goes_on(self, place: int) -> bool:
        """Whether another child of the same concept is drawn further down."""
        above = self.rows[place].above
        return any(row.above == above for row in self.rows[place + 1 :])
