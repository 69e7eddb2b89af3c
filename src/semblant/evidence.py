"""The models of ``evidence.json`` and ``run.json``. Every field exists once, here.

There are two files ``evidence.json``: the complete one for those who may see the original, and the public one, which
says less of the same things: see :class:`PublicEvidence`.
"""

from typing import Any, Literal

from pydantic import Field

from semblant.catalogue import Promise
from semblant.policy.model import Model, Purpose

Check = Literal[
    "identifier", "column", "look-alike", "determines", "changed", "rows", "link", "order", "suppression", "persons",
    "hidden content",
]  # fmt: skip
"""What a release is checked for beyond its classes."""


class InputFacts(Model):
    """The file that came in."""

    records: int = Field(description="rows")
    distinct: int = Field(description="distinct combinations of quasi-identifiers, by meaning, after treatment")
    treated: dict[str, int] = Field(
        {}, description="records that the treatment of a column changed before grouping (round, bottom, top, bands, …)"
    )


class KnowledgeFacts(Model):
    """One piece of knowledge that was used."""

    source: str = Field(description="what the policy names")
    sha256: str = Field(description="checksum of the compiled source")
    concepts: int = Field(description="how many it has")
    published: bool = Field(False, description="whether everybody has it, as a vocabulary that comes with Semblant")


class MappingFacts(Model):
    """How much of a column the knowledge covers."""

    values: int = Field(description="distinct values")
    mapped: int = Field(description="distinct values with a concept")
    records_covered: int = Field(description="records whose value has a concept")
    certain: int = Field(description="records whose match is right in at least 9 of 10 cases")
    probable: int = Field(description="records whose match is right in at least 8 of 10 cases")
    uncertain: int = Field(description="records whose match was taken, but is less likely to be right")
    unknown: int = Field(description="records whose value has no concept, or none likely enough: `unknown` decides")


class HierarchyFacts(Model):
    """The hierarchy a column was generalised with."""

    name: str = Field(description="its file, or what it was built of")
    levels: int = Field(description="levels above the values")
    level: int | None = Field(description="the level all values are released at; null: each at its own")
    loss_percent: float | None = Field(
        None, description="how far up values went, of all the way: 100 (1 - precision), Sweeney 2002; lower is better"
    )


class PlanFacts(Model):
    """What was run."""

    method: str = Field(description="the method that ran")
    measure: str = Field(description="what guided it")
    centroid: str = Field(description="what stands for a group")
    weighting: str = Field(description="whether frequency weighs in comparisons")
    combine: str = Field(description="how column distances make a record distance")
    ties: str = Field(
        "canonical", description="which of equals was taken: the first in canonical order, or a random one"
    )
    refined: bool = Field(description="whether the groups were improved after the method")
    groups: int = Field(description="groups the method made")
    blocks: int = Field(description="blocks it worked in")
    block_size: int | None = Field(
        None, description="the most distinct records of a block, chosen or given; null: all at once"
    )
    hierarchies: dict[str, HierarchyFacts] = Field({}, description="of a method that generalises, by column")
    decisions: tuple[str, ...] = Field((), description="what was decided because the policy left it open")


class RareFacts(Model):
    """Published values of one column that few persons have."""

    values: int = Field(description="those of fewer than k persons; of sets and logs, of fewer than `min_term_count`")
    single: int = Field(description="those of a single person")
    invented: int = Field(
        0, description="those of nobody: nominal and ordinal ones of nobody in a class, others of nobody at all"
    )


class Privacy(Model):
    """What the written bytes promise."""

    k_required: int = Field(description="the k that was asked for")
    k_achieved: int = Field(description="records of the smallest class")
    classes: int = Field(description="different combinations of quasi-identifiers in the release")
    suppressed_records: int = Field(description="records of which nothing is published: `*` in every column")
    suppressed_beyond_limit: int = Field(0, description="how many of them are more than the policy allows")
    l_achieved: dict[str, float] | None = Field(description="least l of any class, per sensitive column")
    t_achieved: dict[str, float] | None = Field(description="greatest t of any class, per sensitive column")
    verified: bool = Field(description="whether the written bytes keep the promise")
    promise: Promise = Field("k-anonymity", description="what is promised, and verified where `verified` says so")
    epsilon: float | None = Field(None, description="ε of a differentially private release")
    delta: float | None = Field(None, description="δ of a differentially private release")
    rare_values: dict[str, RareFacts] = Field(
        {}, description="per column, published values that few persons have; none under `rare: hide`"
    )
    warnings: tuple[str, ...] = Field((), description="why a promise that is kept may still protect nobody")
    persons_counted: bool = Field(
        True, description="false where k counts persons, but nobody can tell from the files whose records these are"
    )


Status = Literal["green", "amber", "red"]
Light = Literal[
    "promises", "identifier", "determines", "policy", "k-advice", "column-loss", "categories", "homogeneous",
    "unique-values", "identifier-names", "mapping", "order", "rare", "unchanged", "several-releases", "formulas",
]  # fmt: skip
"""The checks of the checklist."""


class CheckResult(Model):
    """One check of the checklist: green, amber (worth a look) or red (nothing is published unless it is accepted)."""

    check: Light = Field(description="which check")
    status: Status = Field(description="its traffic light; a red one that the policy accepts is amber")
    value: Any = Field(None, description="what was found")
    threshold: Any = Field(None, description="up to what the check is green")
    columns: tuple[str, ...] = Field((), description="the columns it is about")
    message: str = Field(description="what was found, in words, without any value of the data")
    advice: str = Field("", description="what to do about it; mostly empty where it is green")
    reason: str | None = Field(None, description="why the policy accepts it")


class Deviation(Model):
    """One way in which a release is not what its policy says."""

    check: Check = Field(description="which check found it")
    column: str | None = Field(None, description="the column it is about")
    message: str = Field(description="what was found, without any value")


class AttributeUtility(Model):
    """What masking cost one column."""

    sse: float | None = Field(description="squared distances of its values from the original ones")
    sst: float | None = Field(description="squared distances of the original values from their centre")
    loss_percent: float | None = Field(description="100·SSE/SST of the column")
    semantic_loss: float | None = Field(description="mean distance between released and original value")
    changed_records: int | None = Field(
        description="records whose released text differs from the original by more than case and spacing"
    )
    vanished: int | None = Field(
        None,
        description="categories that at least k records and 1 % of all had, and that the release does not have at all; "
        "of a semantic column, nor anything wider or narrower",
    )
    halved: int | None = Field(
        None, description="further such categories that have lost more than half their records; not of semantic columns"
    )


class Clustering(Model):
    """Whether the masked records fall into the groups of the original ones."""

    clusters: int = Field(description="clusters of the original records")
    clusters_after: int = Field(description="clusters of the released records")
    partition_distance: float = Field(description="dPart: 0 the same partition, 1 unrelated ones; lower is better")
    rand: float = Field(description="share of pairs of records on which both partitions agree; higher is better")
    nmi: float = Field(description="normalised mutual information, 0 to 1; higher is better")


class Topic(Model):
    """One category and its share of all things, before and after."""

    label: str
    before: float
    after: float


class Particulars(Model):
    """What analysts of sets and logs ask beyond loss and risk."""

    cluster_loss_percent: float | None = Field(
        description="L by clusters: how differently originals and releases cluster; lower is better"
    )
    clusters: int | None = Field(description="how many clusters are compared; null where none are")
    topics: tuple[Topic, ...] = Field(description="the top categories of the original")
    topics_moved: float = Field(description="share of all things that would have to change topic; lower is better")
    vocabulary_before: int = Field(description="distinct texts of the original, phrases and whole queries")
    vocabulary_kept: int = Field(description="those that are in the release; higher is better")
    mean_length_before: float = Field(description="things a record or user has on average")
    mean_length_after: float
    median_length_before: float
    median_length_after: float


class Utility(Model):
    """What masking cost; lower is better except for semantic_quality."""

    sse: float | None = Field(description="squared distances of records from their originals")
    sst: float | None = Field(description="squared distances of the originals from their centre")
    loss_percent: float | None = Field(description="100·SSE/SST: 0 the original, 100 one average record for all")
    semantic_loss: float | None = Field(description="mean distance between released and original values")
    semantic_quality: float | None = Field(description="mean likeness of released and original values; 1 is best")
    kl: float | None = Field(
        description="KL divergence of the distributions of combinations, each smoothed by half a record, in nats"
    )
    total_variation: float | None = Field(
        description="share of records that would have to take another combination for the distributions to be equal"
    )
    discernibility: float = Field(description="sum of squared class sizes")
    changed_cells: int | None = Field(None, description="cells of quasi-identifiers whose text changed")
    changed_records: int | None = Field(None, description="records with such a cell")
    per_attribute: dict[str, AttributeUtility] = Field(description="the same for each masked column")
    clustering: Clustering | None = Field(None, description="only where it was asked for, because it takes time")
    particulars: Particulars | None = Field(None, description="of sets and logs; null for tables")


class SizeRange(Model):
    """Classes of about one size."""

    at_least: int = Field(description="records of the smallest such class")
    at_most: int = Field(description="records of the largest such class")
    classes: int = Field(description="how many classes")
    records: int = Field(description="how many records in them")


class Homogeneity(Model):
    """What a class gives away of a sensitive column, even where nobody in it can be told apart."""

    one_value_classes: int = Field(description="classes in which all who have a value have the same; lower is better")
    one_value_records: int = Field(description="records in those classes")
    one_meaning_classes: int | None = Field(
        description="classes in which no two values are as far `apart` as the policy asks; null without knowledge"
    )
    one_meaning_records: int | None = Field(description="records in those classes; null without knowledge")
    commonest_share: float | None = Field(
        None, description="greatest share of one value in any class, of its records that have one; lower is better"
    )


class IdentifyingColumn(Model):
    """A column that finds records by itself."""

    once: int = Field(description="records whose value in it no other record has")
    of: int = Field(description="records that have a value in it")
    names_people: bool = Field(description="whether the column's name says that it names people")
    masked: bool = Field(False, description="whether it is masked, so that one person's name stands for others too")
    form: str | None = Field(None, description="the form of direct identifiers that its original values have, in words")


class RiskBefore(Model):
    """The risk of the original if it were published as it is, after treatment of single columns."""

    uniques: int = Field(description="unique records, persons or users")
    prosecutor_max: float = Field(description="highest re-identification risk of somebody known to be in the file")
    prosecutor_mean: float = Field(description="the same on average")
    journalist: float = Field(description="the same as prosecutor_max: the file is its own register")
    marketer: float = Field(description="share of records named right by an intruder who names everybody")
    record_linkage_percent: float = Field(description="exact record linkage")
    semantic_record_linkage_percent: float = Field(description="semantic record linkage")


class LeftOut(Model):
    """How unique the original's records are without one quasi-identifier."""

    uniques: int = Field(description="unique records by the other quasi-identifiers")
    below_k: int = Field(description="records in classes smaller than k by the other quasi-identifiers")


class Combination(Model):
    """Quasi-identifiers that make records unique by themselves."""

    columns: tuple[str, ...] = Field(description="the quasi-identifiers")
    uniques: int = Field(description="records that are unique by these alone")


class Drivers(Model):
    """Which quasi-identifiers make the original's records unique, by counts."""

    uniques: int = Field(description="unique records by all quasi-identifiers")
    below_k: int = Field(description="records in classes smaller than k by all quasi-identifiers")
    without: dict[str, LeftOut] = Field(description="the same with one quasi-identifier left out, by its name")
    combinations: tuple[Combination, ...] = Field(
        description="single quasi-identifiers, pairs and triples that make the most records unique; most first"
    )


class PopulationRisk(Model):
    """What the original gives away in the population it was drawn from, before masking."""

    model: str = Field(description="pitman (Hoshino 2001), or weights (Franconi & Polettini 2004)")
    population: float = Field(description="persons of the population, given or estimated by the weights")
    sample_uniques: int = Field(description="original records that are unique among the records")
    population_uniques: float | None = Field(description="those of them expected to be unique in the population")
    reidentifications: float = Field(description="records that an intruder who names everybody would name right")
    highest_risk: float = Field(description="of a single record")


class Risk(Model):
    """What an intruder who knows every quasi-identifier can do."""

    record_linkage_percent: float | None = Field(description="share of records found by equal values")
    semantic_record_linkage_percent: float | None = Field(description="share of records found by nearest meaning")
    uniques: int = Field(description="released records that are like no other")
    prosecutor_max: float = Field(description="greatest chance of finding somebody known to be in the release")
    prosecutor_mean: float = Field(description="the same on average")
    journalist: float | None = Field(
        None, description="greatest chance of naming a class's person from a register, which is the original file"
    )
    marketer: float | None = Field(
        None, description="share of records named right by an intruder who names everybody from the original file"
    )
    before: RiskBefore | None = Field(None, description="the same figures for the original, published as it is")
    drivers: Drivers | None = Field(None, description="which columns of the original make records unique; tables only")
    intruder_linkage_percent: float | None = Field(
        None, description="MRL: share found by taking the released records equal to the original one; lower is better"
    )
    population: PopulationRisk | None = Field(
        None, description="of the original, where the policy gives the population's size or weights"
    )
    class_sizes: tuple[SizeRange, ...] = Field((), description="how many classes of which size the release has")
    homogeneity: dict[str, Homogeneity] = Field(
        default_factory=dict, description="per sensitive column: classes that give it away"
    )
    identifying_columns: dict[str, IdentifyingColumn] = Field(
        default_factory=dict, description="columns in which most values occur once, or whose name says they name people"
    )
    original_order: bool = Field(
        False, description="whether rows stand in the order of the original, so that their number tells who they are"
    )
    rising_columns: tuple[str, ...] = Field(
        (), description="columns that rise or fall with the row number of the original; none where it is not known"
    )


class Intruder(Model):
    """What an intruder with a file of his own finds in a release."""

    people: int = Field(description="people in the intruder's file")
    columns: tuple[str, ...] = Field(description="masked columns that he knows of them")
    people_in_release: int | None = Field(description="those of whom it is known which record is theirs")
    found_percent: float | None = Field(
        description="share of his people for whom a pick among the nearest records is right; null where unknown"
    )
    single_candidate: int = Field(description="people with one nearest record only; lower is better")
    candidates_least: int = Field(description="nearest records of the person with the fewest; higher is better")
    candidates_median: float = Field(description="nearest records of a typical person; higher is better")
    distance_mean: float = Field(description="how far the nearest records are on average; 0 is equal values")


# --- what analysts keep ----------------------------------------------------------------------------


class Shift(Model):
    """One figure of the original and of the release; null where it cannot be computed."""

    before: float | None = Field(description="of the original")
    after: float | None = Field(description="of the release")


class CategoryShift(Model):
    """What became of the categories of a column."""

    before: int = Field(description="categories of the original")
    after: int = Field(description="categories of the release")
    vanished: int = Field(description="those that no released record has; lower is better")
    vanished_records: int = Field(description="original records that had them")
    inflated: int = Field(description="those with more than twice as many records as before; lower is better")
    moved: float | None = Field(description="share of records that would have to change category; lower is better")
    most_changed: dict[str, Shift] = Field(description="records of the categories that changed most")


class ColumnAnalysis(Model):
    """One released column before and after."""

    sort: str = Field(description="number, date, level, category or concept")
    figures: dict[str, Shift] = Field(
        description="mean, sd, q5 … q95, low_tail, high_tail (share beyond the original's q5 and q95); months_moved, "
        "years_moved (share of records that would have to change); variance (mean squared semantic distance from "
        "the mean concept)"
    )
    categories: CategoryShift | None = Field(description="null for numbers and dates")


class Association(Model):
    """How strongly two columns go together."""

    columns: tuple[str, str]
    statistic: str = Field(description="correlation, correlation ratio, Cramér's V, or distance correlation by meaning")
    before: float | None = Field(description="in the original")
    after: float | None = Field(description="in the release")


class QueryErrors(Model):
    """The relative error of random count queries: |after - before| / max(before, 1 % of the records)."""

    queries: int = Field(description="how many were asked, of one to three conditions each")
    mean: float = Field(description="lower is better")
    median: float
    q90: float = Field(description="nine of ten queries have less")
    q99: float


class Coefficient(Model):
    """A coefficient of a model of each file; null where the records do not determine it."""

    before: float | None = Field(description="fitted to the original")
    before_error: float | None = Field(description="half the width of its 95 % interval")
    after: float | None = Field(description="fitted to the release")
    after_error: float | None = Field(description="half the width of its 95 % interval")


class Task(Model):
    """A model that the policy names, by cross-validation, always tested on the original."""

    target: str = Field(description="what is predicted")
    by: tuple[str, ...] = Field(description="from which columns")
    model: str = Field(description="linear or logistic")
    score: str = Field(description="r2 or accuracy; higher is better")
    before: float | None = Field(description="score if trained on the original; null for too few records")
    after: float | None = Field(description="score if trained on the release")
    chance: float = Field(description="score without any of the columns")
    coefficients: dict[str, Coefficient] = Field(
        description="of the linear model, or of a logistic one of two categories"
    )


class HoldingsAnalysis(Model):
    """What analyses of released sets and logs keep."""

    items_moved: float | None = Field(
        description="share of holdings that would have to be of another item for items to be as popular as before"
    )
    popularity: float | None = Field(description="correlation of how many persons hold each common item; 1 is best")
    co_occurrence: float | None = Field(
        description="correlation of how many persons hold both of every two common items; 1 is best"
    )
    neighbours_kept: float | None = Field(
        description="share of a person's ten nearest others who are among the nearest in the release too; 1 is best"
    )
    sessions_before: float | None = Field(None, description="of a log: days on which a user searched, on average")
    sessions_after: float | None = Field(None, description="the same in the release")


class Analysis(Model):
    """What analyses of the release lose against the same analyses of the original."""

    columns: dict[str, ColumnAnalysis]
    associations: tuple[Association, ...] = Field(description="of every two columns")
    queries: QueryErrors | None = Field(description="random count queries")
    propensity_error: float | None = Field(
        description="pMSE (Woo et al. 2009): 0 no model tells released from original records, 0.25 one tells them all"
    )
    tasks: tuple[Task, ...] = Field((), description="models that the policy names in `analyses`")
    holdings: HoldingsAnalysis | None = Field(None, description="of sets and logs")


class OutputFacts(Model):
    """The file that went out."""

    file: str = Field(description="its name")
    sha256: str = Field(description="checksum of its bytes")
    records: int = Field(description="rows")
    delimiter: str | None = Field(None, description="of a text file")
    encoding: str | None = Field(None, description="of a text file")
    formulas: int = Field(0, description="cells and names of columns in it that a spreadsheet would run")


class Environment(Model):
    """Where it ran."""

    python: str = Field(description="version")
    packages: dict[str, str] = Field(description="versions")
    platform: str = Field(description="system and machine")


class Evidence(Model):
    """The complete ``evidence.json``, for those who may see the original: everything about a release but the seed."""

    semblant: str = Field(description="version")
    created: str = Field(description="when, in UTC")
    title: str | None = Field(None, description="of the release, from the policy")
    author: str | None = Field(None, description="who answers for it, from the policy")
    purpose: Purpose | None = Field(None, description="who it is for, from the policy")
    seed: Literal["given", "entropy"] = Field(description="whether chance had a seed, which itself is not told")
    input: InputFacts
    policy: dict[str, Any] = Field(description="the policy with every default written out, without the seed")
    knowledge: dict[str, KnowledgeFacts]
    mapping: dict[str, MappingFacts]
    plan: PlanFacts
    privacy: Privacy
    utility: Utility
    analysis: Analysis | None = Field(None, description="what analyses lose; null where nobody asked for it")
    risk: Risk
    checklist: tuple[CheckResult, ...] = Field((), description="what to look at before publishing")
    output: OutputFacts
    timings: dict[str, float] = Field(description="seconds of each step")
    environment: Environment


# --- what may be published -------------------------------------------------------------------------


class PublicKnowledge(Model):
    """A vocabulary that everybody has."""

    source: str = Field(description="its name")
    sha256: str = Field(description="checksum of the compiled source")
    concepts: int = Field(description="how many it has")


class PublicPlan(Model):
    """The method and its options."""

    method: str = Field(description="the method that ran")
    measure: str = Field(description="what guided it")
    centroid: str = Field(description="what stands for a group")
    weighting: str = Field(description="whether frequency weighs in comparisons")
    combine: str = Field(description="how column distances make a record distance")
    refined: bool = Field(description="whether the groups were improved after the method")


class PublicPrivacy(Model):
    """What the bytes of the release show; null where they cannot show it."""

    k_required: int = Field(description="the k that was asked for")
    k_achieved: int | None = Field(description="records, persons or users of the smallest class")
    classes: int | None = Field(description="different combinations of quasi-identifiers in the release")
    suppressed_records: int = Field(description="released records that are suppressed in every column")
    l_achieved: dict[str, float] | None = Field(description="least l of any class, per sensitive column")
    t_achieved: dict[str, float] | None = Field(description="greatest t of any class, per sensitive column")
    verified: bool = Field(description="whether the run itself found every promise kept on the written bytes")
    promise: Promise = Field(description="what is promised")
    epsilon: float | None = Field(None, description="ε of a differentially private release")
    delta: float | None = Field(None, description="δ of a differentially private release")
    warnings: tuple[str, ...] = Field((), description="why a promise that is kept may still protect nobody")
    not_provable: tuple[str, ...] = Field((), description="promises that the bytes alone cannot show")


class PublicAttributeUtility(Model):
    """What masking cost one column."""

    loss_percent: float | None = Field(description="100·SSE/SST of the column, two significant digits")


class PublicUtility(Model):
    """What masking cost, rounded."""

    loss_percent: float | None = Field(description="100·SSE/SST, two significant digits")
    per_attribute: dict[str, PublicAttributeUtility] = Field(description="the same for each masked column")


class PublicRisk(Model):
    """What an intruder who knows every quasi-identifier can do."""

    record_linkage_percent: float | None = Field(description="found by equal values, two significant digits")
    semantic_record_linkage_percent: float | None = Field(
        description="found by nearest meaning, two significant digits"
    )
    uniques: int | None = Field(description="released records that are like no other; null where persons count")
    prosecutor_max: float | None = Field(description="greatest chance of finding somebody known to be in the release")
    prosecutor_mean: float | None = Field(description="the same on average; null where persons count")


class PublicEvidence(Model):
    """The public ``evidence.json``, which goes with the release.

    It holds what anyone can recompute from the release, the rules, and loss and linkage with two significant digits.
    An exact figure of the original would be a checksum: whoever knows all records but one could try out the last.
    """

    semblant: str = Field(description="version")
    title: str | None = Field(None, description="of the release")
    author: str | None = Field(None, description="who answers for it")
    purpose: Purpose | None = Field(None, description="who it is for")
    seed: Literal["given", "entropy"] = Field(description="whether chance had a seed, which itself is not told")
    policy: dict[str, Any] = Field(description="the rules: the policy without files and values")
    knowledge: dict[str, PublicKnowledge] = Field(description="published vocabularies that were used")
    plan: PublicPlan
    privacy: PublicPrivacy
    utility: PublicUtility
    risk: PublicRisk
    checklist: tuple[CheckResult, ...] = Field((), description="checks whose result everybody may know")
    output: OutputFacts


# --- doing it again --------------------------------------------------------------------------------


class RunInput(Model):
    """The file that came in."""

    path: str = Field(description="where it was")
    sha256: str = Field(description="checksum of its bytes")


class RunFacts(Model):
    """The content of ``run.json``: all that is needed to make the same bytes again. Keep it private."""

    semblant: str = Field(description="version")
    input: RunInput
    seed: int | None = Field(description="as given")
    key: str = Field(description="the run key, from which all randomness follows, in hexadecimal")
    levels_above: int | None = Field(
        None, ge=0, description="levels that `promises: blind` goes up, which later runs on this input keep"
    )
    policy: dict[str, Any] = Field(description="the policy as it was given")
    base: str = Field(description="the folder from which the policy's files are looked for")
    to: str | None = Field(None, description="the format of the release, where it is not that of the input")
    output_sha256: str = Field(description="checksum of the release")
