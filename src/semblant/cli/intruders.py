"""Further risks of a release as text: different intruders, homogeneous classes, clusters."""

from typing import TYPE_CHECKING

from semblant.cli.terminal import aligned
from semblant.report.plurals import counted

if TYPE_CHECKING:
    from semblant.assessment.assessment import Assessment
    from semblant.evidence import Clustering, Intruder, Risk


def further_lines(found: "Assessment") -> list[str]:
    """Further lines of an assessment; none where there is nothing to report."""
    rows = [*_register(found.risk), *_given_away(found.risk)]
    if found.utility.clustering is not None:
        rows += _clusters(found.utility.clustering)
    if found.intruder is not None:
        rows += _known(found.intruder)
    return ["", *aligned(rows, right=(1,))] if rows else []


def _register(risk: "Risk") -> list[tuple[str, str, str]]:
    if risk.journalist_max is None or risk.marketer is None:
        return []
    return [
        ("journalist", f"{100 * risk.journalist_max:.2f} %", "at most, naming somebody from the original file"),
        ("marketer", f"{100 * risk.marketer:.2f} %", "of the records, naming everybody so"),
    ]


def _given_away(risk: "Risk") -> list[tuple[str, str, str]]:
    rows = []
    for name, one in risk.homogeneity.items():
        classes = one.one_value_classes
        which = "class has" if classes == 1 else "classes have"
        rows.append(("given away", f"{one.one_value_records:,}", f"records: {classes:,} {which} one {name}"))
        if one.one_meaning_records is not None:
            rows.append(("", f"{one.one_meaning_records:,}", f"records in classes with one meaning of {name}"))
    return rows


def _clusters(clustering: "Clustering") -> list[tuple[str, str, str]]:
    return [
        ("clusters", f"{clustering.clusters:,}", f"before, {clustering.clusters_after:,} after"),
        ("dPart", f"{clustering.partition_distance:.3f}", "0: they are the same, 1: they have nothing in common"),
        ("Rand", f"{clustering.rand:.3f}", "1: all pairs of records are together or apart as before"),
        ("NMI", f"{clustering.nmi:.3f}", "1: each clustering tells the other"),
    ]


def _known(intruder: "Intruder") -> list[tuple[str, str, str]]:
    knows = f"people, known by {', '.join(intruder.columns)}"
    rows = [
        (
            "intruder",
            f"{intruder.people:,}",
            knows if len(knows) <= 50 else f"people, {counted(len(intruder.columns), 'column')}",
        ),
        ("candidates", f"{intruder.candidates_least:,}", f"at least, {intruder.candidates_median:,g} typically"),
        ("sure of", f"{intruder.single_candidate:,}", "people with one nearest record only"),
    ]
    if intruder.found_percent is not None:
        rows.append(("right about", f"{intruder.found_percent:.2f} %", "of his people, picking among the nearest"))
    return rows
