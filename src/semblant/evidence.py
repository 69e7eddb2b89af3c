"""The models of ``evidence.json``: everything a script needs to check a release. Every field exists once, here."""

from typing import Any, Literal

from pydantic import Field

from semblant.catalogue import Promise
from semblant.policy.model import Model, Unknown


class InputFacts(Model):
    """The file that came in."""

    sha256: str | None = Field(description="checksum of the input's bytes")
    records: int = Field(description="rows")
    distinct: int = Field(description="distinct combinations of quasi-identifiers, by meaning")


class KnowledgeFacts(Model):
    """One piece of knowledge that was used."""

    source: str = Field(description="what the policy names")
    sha256: str = Field(description="checksum of the compiled source")
    concepts: int = Field(description="how many it has")


class UnknownFacts(Model):
    """What became of the values of a column that the knowledge does not have."""

    choice: Unknown = Field(description="what the policy does with them")
    values: int = Field(description="distinct values without a concept")
    records: int = Field(description="records the choice touched")


class MappingFacts(Model):
    """How much of a column the knowledge covers."""

    values: int = Field(description="distinct values")
    mapped: int = Field(description="distinct values with a concept")
    records_covered: int = Field(description="records whose value has a concept")
    unknown: UnknownFacts | None = Field(None, description="what became of values without a concept")


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
    refined: bool = Field(description="whether the groups were improved after the method")
    groups: int = Field(description="groups the method made")
    blocks: int = Field(description="blocks it worked in")
    hierarchies: dict[str, HierarchyFacts] = Field({}, description="of a method that generalises, by column")
    decisions: tuple[str, ...] = Field((), description="what was decided because the policy left it open")


class Privacy(Model):
    """What the written bytes promise."""

    k_required: int = Field(description="the k that was asked for")
    k_achieved: int = Field(description="records of the smallest class")
    classes: int = Field(description="different combinations of quasi-identifiers in the release")
    suppressed_records: int = Field(description="records dropped or suppressed in every masked column")
    l_achieved: dict[str, float] | None = Field(description="least l of any class, per sensitive column")
    t_achieved: dict[str, float] | None = Field(description="greatest t of any class, per sensitive column")
    verified: bool = Field(description="whether the written bytes keep the promise")
    promise: Promise = Field("k-anonymity", description="what is promised, and verified where `verified` says so")
    epsilon: float | None = Field(None, description="ε of a differentially private release")
    delta: float | None = Field(None, description="δ of a differentially private release")
    warnings: tuple[str, ...] = Field((), description="why a promise that is kept may still protect nobody")


class AttributeUtility(Model):
    """What masking cost one column."""

    sse: float | None = Field(description="squared distances of its values from the original ones")
    sst: float | None = Field(description="squared distances of the original values from their centre")
    loss_percent: float | None = Field(description="100·SSE/SST of the column")
    semantic_loss: float | None = Field(description="mean distance between released and original value")
    changed_records: int | None = Field(description="records whose value means something else now")


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
    kl: float | None = Field(description="difference of the distributions of combinations, in nats")
    kl_floored: int | None = Field(description="original tuples absent from the release, floored at 1/(2n)")
    discernibility: float = Field(description="sum of squared class sizes")
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


class Risk(Model):
    """What an intruder who knows every quasi-identifier can do."""

    record_linkage_percent: float | None = Field(description="share of records found by equal values")
    semantic_record_linkage_percent: float | None = Field(description="share of records found by nearest meaning")
    uniques: int = Field(description="released records that are like no other")
    prosecutor_max: float = Field(description="greatest chance of finding somebody known to be in the release")
    prosecutor_mean: float = Field(description="the same on average")
    journalist_max: float | None = Field(
        None, description="greatest chance of naming a class's person from a register, which is the original file"
    )
    marketer: float | None = Field(
        None, description="share of records named right by an intruder who names everybody from the original file"
    )
    uniques_before: int | None = Field(None, description="original records that are like no other")
    intruder_linkage_percent: float | None = Field(
        None, description="MRL: share found by taking the released records equal to the original one; lower is better"
    )
    class_sizes: tuple[SizeRange, ...] = Field((), description="how many classes of which size the release has")
    homogeneity: dict[str, Homogeneity] = Field(
        default_factory=dict, description="per sensitive column: classes that give it away"
    )
    identifying_columns: dict[str, IdentifyingColumn] = Field(
        default_factory=dict, description="columns in which most values occur once, or whose name says they name people"
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


class BeforeShuffle(Model):
    """What only the run itself could measure, because the released rows are in another order."""

    utility: Utility
    risk: Risk


class OutputFacts(Model):
    """The file that went out."""

    file: str = Field(description="its name")
    sha256: str = Field(description="checksum of its bytes")


class Environment(Model):
    """Where it ran."""

    python: str = Field(description="version")
    packages: dict[str, str] = Field(description="versions")
    platform: str = Field(description="system and machine")


class Evidence(Model):
    """Everything a script needs to check a release: the content of ``evidence.json``."""

    semblant: str = Field(description="version")
    seed: Literal["given", "entropy"] = Field(description="whether chance had a seed, which itself is not told")
    input: InputFacts
    policy: dict[str, Any] = Field(description="the policy, complete, without the seed")
    knowledge: dict[str, KnowledgeFacts]
    mapping: dict[str, MappingFacts]
    plan: PlanFacts
    privacy: Privacy
    utility: Utility
    risk: Risk
    output: OutputFacts
    timings: dict[str, float] = Field(description="seconds of each step")
    environment: Environment
    before_shuffle: BeforeShuffle | None = Field(None, description="order: shuffle only; not to be had from the files")
