"""Facts about every method: shape, paper, promise, the policy keys it reads, and its departures from the paper.

Policy, command line, reference pages and proof read these facts; ``methods.registry`` binds a function to each entry.
This module imports nothing else from the package.
"""

from dataclasses import dataclass
from typing import Literal

Shape = Literal["table", "sets", "log"]
Promise = Literal[
    "k-anonymity", "k-anonymity of meanings", "k^m-anonymity", "differential privacy", "no shared address", "none"
]

SHAPES: tuple[Shape, ...] = ("table", "sets", "log")

LOSS_MEASURE = "loss_measure"
"""Stands in for a measure's name: the policy's ``loss_measure``, by which the release is assessed."""

_GROUPING = ("measure", "centroid", "combine", "ties", "refine", "budget", "blocks", "seed")
_MDAV = ("weighting", *_GROUPING)
_RECODING = ("measure", "combine", "ties", "blocks", "seed")
_HIERARCHY = ("measure", "combine", "attributes.hierarchy", "suppression_limit")
_DRAWN = ("ties", "blocks", "seed")
_QUERIES = ("times", "min_term_count", "seed")
_LOG = ("measure", "queries", "ties", "blocks", *_QUERIES)


@dataclass(frozen=True)
class Entry:
    """What is known about one method for one shape of data.

    ``options`` are the policy keys that it reads beyond `k`, `loss_measure` and the columns' own; ``departures`` say
    where it does not do what its paper says.
    """

    name: str
    shape: Shape
    paper: str
    represents: str  # what is released for a group
    promise: Promise = "k-anonymity"
    measure: str = "logsc"  # as published; or LOSS_MEASURE
    centroid: str = "semantic"
    weighting: str = "none"
    combine: str = "mean"
    options: tuple[str, ...] = ()
    departures: tuple[str, ...] = ()
    generalises: bool = False  # values become wider labels of hierarchies; the method itself keeps every promise
    whole: bool = False  # needs the whole table at once and cannot work in blocks

    @property
    def groups_records(self) -> bool:
        """Whether its groups are of whole records of a table, all of them released, so that groups can be merged."""
        return self.shape == "table" and not self.generalises and "suppression_limit" not in self.options

    @property
    def represents_by_centroids(self) -> bool:
        """Whether a group is released with its centroid, in numbers with the mean, and not with a record or a label."""
        return self.represents == _CENTROID

    @property
    def k_anonymous(self) -> bool:
        """Whether the method promises k-anonymity; otherwise it runs only where the policy accepts that."""
        return self.promise == "k-anonymity"


_CENTROID, _RECORD, _LABEL = "{} centroid", "another record of the data", "a wider label"
_FROM_D = "the closest tuple is sought among those left, and s leaves them too; as printed, tuples would be taken twice"
_SUMMARY = "built from a summary of the paper"
_SUMMARY_OF_LOGS = "built from the summary in Batet et al. 2013"
_RANDOM_ORDER = "sets come in random order, in the paper in alphabetical order; one run, where the paper averages five"

_ENTRIES = (
    # --- tables --------------------------------------------------------------------------------------
    Entry("auto", "table", "ours: microaggregation refined until nothing more is to be gained", _CENTROID,
          measure=LOSS_MEASURE, options=_GROUPING),
    Entry("sa-mdav", "table", "Martínez, Sánchez & Valls 2012; thesis, Algorithm 4", _CENTROID, weighting="frequency",
          options=_MDAV, departures=(_FROM_D,)),
    Entry("sa-mdav-static", "table", "thesis 6.3.3: SA-MDAV around a group's first tuple", _CENTROID,
          weighting="frequency", options=_MDAV, departures=(_FROM_D,)),
    Entry("s-mdav", "table", "thesis 6.3.3: MDAV with the semantic operators", _CENTROID, options=_GROUPING,
          departures=("every record counts once, so that Eq. 4.2 has no weights",)),
    Entry("mdav-mode", "table", "Domingo-Ferrer & Torra 2005; thesis 6.1.2", _CENTROID, measure="equality",
          centroid="mode", options=_GROUPING,
          departures=("compares and represents attribute by attribute, as thesis 6.1.2 has it; thesis 6.3.4 and 9.2.2 "
                      "take whole records: `mdav-mode-record`",)),
    Entry("mdav-mode-record", "table", "Domingo-Ferrer & Torra 2005; thesis 6.3.4 and 9.2.2",
          "its most frequent record", measure="equality", centroid="mode", options=_DRAWN,
          departures=("compares and represents whole records; thesis 6.1.2 takes attributes: `mdav-mode`",)),
    Entry("mdav-lcs", "table", "Abril, Navarro-Arribas & Torra 2010", _CENTROID, measure="wu-palmer", centroid="lcs",
          options=_GROUPING, departures=("built from the summary in thesis 6.3.4",)),
    Entry("mdav", "table", "Domingo-Ferrer & Mateo-Sanz 2002; thesis, Algorithm 3", _CENTROID, combine="euclidean",
          options=_GROUPING),
    Entry("recode", "table", "Martínez, Sánchez, Valls & Batet 2011; thesis, Algorithm 2: recoding by two heuristics",
          _RECORD, measure="wu-palmer", weighting="frequency", options=("weighting", *_RECODING),
          departures=("where no set is larger than another, sets join one at a time; as printed, two would swap for "
                      "ever",)),
    Entry("recode-fusion", "table", "Martínez et al. 2012: recoding by three heuristics", _RECORD, measure="wu-palmer",
          options=_RECODING, departures=("Eq. 7 looks at the best merge; as printed it would never decide",)),
    Entry("recode-h1", "table", "fusion 4.1: the rarest set next, to a random other", _RECORD, measure="equality",
          options=_DRAWN, departures=(_RANDOM_ORDER,)),
    Entry("recode-dm", "table", "fusion 4.2: recoding by the Discernibility Metric", _RECORD, measure="equality",
          options=_DRAWN,
          departures=("the merge by which the metric grows least; the paper does not say how the metric guides",)),
    Entry("recode-random", "table", "fusion 4.1: recoding by chance", _RECORD, measure="equality", options=_DRAWN,
          departures=(_RANDOM_ORDER,)),
    Entry("resample", "table", "thesis, Algorithm 6: SkResampling", _CENTROID, weighting="frequency", options=_MDAV,
          departures=("sorts a sample from its extreme record (thesis 4.4); 7.2.1 names its centroid",
                      "a record weighs as much as there are equal ones in its sample",)),
    Entry("resample-heer", "table", "Heer 1993; thesis, Algorithm 5", _CENTROID, promise="none",
          options=("accept", *_MDAV),
          departures=("k samples; only a single column of numbers is sorted in increasing order, anything else as in "
                      "thesis, Algorithm 1, without weights",)),
    Entry("datafly", "table", "Sweeney 2002; guided by meaning as in Ayala-Rivera et al. 2017", _LABEL,
          options=_HIERARCHY, generalises=True, whole=True,
          departures=("guided by meaning; as Sweeney has it with `measure: equality`", _SUMMARY)),
    Entry("incognito", "table", "LeFevre, DeWitt & Ramakrishnan 2005: the optimal full domain", _LABEL,
          options=("objective", *_HIERARCHY), generalises=True, whole=True,
          departures=("of all k-anonymous generalisations that which loses least meaning; the paper leaves the choice "
                      "open", _SUMMARY)),
    Entry("best-first", "table", "thesis 8.4.2: value by value, few steps first", _LABEL, measure="equality",
          options=_HIERARCHY, generalises=True, whole=True,
          departures=("the smallest class joins the one that costs both the fewest steps; the thesis names the search "
                      "and its cost only",)),
    Entry("suppress", "table", "naive suppression of records below k", "nothing: rare records are dropped",
          options=("suppression_limit",), whole=True),
    # --- sets ----------------------------------------------------------------------------------------
    Entry("auto", "sets", "ours: set-MDAV by the average distance, then refined", "words for a central record",
          measure=LOSS_MEASURE,
          options=("measure", "draw", "min_term_count", "ties", "refine", "budget", "blocks", "seed")),
    Entry("set-mdav", "sets", "Batet et al. 2014", "words for a central record", measure="ratio",
          options=("measure", "set_distance", "draw", "min_term_count", "ties", "refine", "budget", "blocks", "seed"),
          departures=("draws words once for a group, so that its cells are equal; the paper can also be read as "
                      "drawing for every record: `draw: record`",
                      "a term is drawn as often as it occurs, which keeps the distribution")),
    Entry("km-apriori", "sets", "Terrovitis, Mamoulis & Kalnis 2008", _LABEL, promise="k^m-anonymity",
          options=("m", "accept"), departures=(_SUMMARY,)),
    Entry("top-down", "sets", "He & Naughton 2009", _LABEL, departures=(_SUMMARY,)),
    # --- search logs ---------------------------------------------------------------------------------
    Entry("auto", "log", "ours: log-MDAV refined, logs that cover their group", "one log for the group",
          measure=LOSS_MEASURE, options=(*_LOG, "refine", "budget")),
    Entry("log-mdav", "log", "Batet et al. 2013", "one log for the group", measure="ratio",
          options=(*_LOG, "refine", "budget"),
          departures=("publishes noun phrases; whole queries, as published, with `queries: whole`",
                      "quotas are rounded by the largest remainder, to at least 1")),
    Entry("log-erola", "log", "Erola et al. 2010", "queries of the group", options=_QUERIES,
          departures=(_SUMMARY_OF_LOGS,)),
    Entry("log-navarro", "log", "Navarro-Arribas et al. 2012", "queries of the group", options=_QUERIES,
          departures=(_SUMMARY_OF_LOGS,)),
    Entry("log-korolova", "log", "Korolova et al. 2009", "a list of queries with noisy counts",
          promise="differential privacy", options=("d", "K", "b", "accept", "seed"),
          departures=("publishes queries and their counts, no clicks",)),
    Entry("log-poblete", "log", "Poblete et al. 2010", "queries that share no address", promise="no shared address",
          options=("kp", "times", "accept", "seed"), departures=(_SUMMARY_OF_LOGS,)),
)  # fmt: skip

CATALOGUE: dict[Shape, dict[str, Entry]] = {
    shape: {entry.name: entry for entry in _ENTRIES if entry.shape == shape} for shape in SHAPES
}
"""Every method by the shape of data it is for, then by name."""

METHODS: tuple[str, ...] = tuple(dict.fromkeys(entry.name for entry in _ENTRIES))
"""The names of all methods, each once."""


def shapes_of(name: str) -> tuple[Shape, ...]:
    """The shapes of data that a method of this name is for.

    Example:
        >>> shapes_of("auto"), shapes_of("top-down")
        (('table', 'sets', 'log'), ('sets',))
    """
    return tuple(shape for shape in SHAPES if name in CATALOGUE[shape])
