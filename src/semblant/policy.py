"""The policy: what the steward decides, as frozen models. Every key and name exists once, here.

The YAML file, the Python arguments, the ``--set`` flags and the reference are all generated from these
definitions; the fields of ``evidence.json`` are at the end. Nothing of ours is imported.
"""

from collections.abc import Callable
from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

Shape = Literal["table", "sets", "log"]
Role = Literal["identifier", "quasi", "sensitive", "keep"]
Kind = Literal["semantic", "nominal", "numeric", "date", "ordinal", "set"]
Sense = Literal["context", "first", "best-pair"]
Unknown = Literal["error", "suppress", "nominal", "root"]
Missing = Literal["category", "suppress", "error"]
Measure = Literal[
    "path", "wu-palmer", "leacock-chodorow", "ratio", "logsc", "tversky", "rodriguez", "x-similarity",
    "resnik", "lin", "jiang-conrath", "equality", "edit",
]  # fmt: skip
Centroid = Literal["semantic", "mode", "lcs", "consensus", "random"]
Method = Literal[
    "auto", "sa-mdav", "sa-mdav-static", "s-mdav", "mdav-mode", "mdav-lcs", "mdav",
    "recode", "recode-fusion", "recode-h1", "recode-dm", "recode-random",
    "resample", "resample-heer", "datafly", "incognito", "best-first", "suppress",
    "set-mdav", "km-apriori", "top-down",
    "log-mdav", "log-erola", "log-navarro", "log-korolova", "log-poblete",
]  # fmt: skip
Promise = Literal[
    "k-anonymity", "k-anonymity of meanings", "k^m-anonymity", "differential privacy", "no shared address"
]

SUPPRESSED = "*"
"""How a suppressed value is written."""

MISSING = ""
"""How a missing value is written."""


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True, allow_inf_nan=False)


class Source(_Model):
    """Where one piece of knowledge comes from, and how it counts."""

    source: str = Field(
        description="`wordnet`, `icd10`, `icd10cm`, `icd9cm`, `icd9to10`, a name added before, or a file or folder"
    )
    depth: Literal["longest", "shortest"] = Field("longest", description="which way up gives a concept's depth")
    counting: Literal["nodes", "edges"] = Field("nodes", description="what a depth counts")
    root: bool = Field(True, description="whether the virtual root counts in a depth")
    instances: bool = Field(True, description="whether named individuals (instance links) are followed")
    ic: str = Field("sanchez", description="information content: `sanchez`, `seco`, or a file of counts")
    language: str | None = Field(None, description="prefer labels of this language, such as `en`")


def _role_only(value: Any) -> Any:
    return {"role": value} if isinstance(value, str) else value


def _source_only(value: Any) -> Any:
    return {"source": value} if isinstance(value, str) else value


class Attribute(_Model):
    """What one column is, and how it is to be treated."""

    role: Role = Field(description="identifier: dropped; quasi: masked; sensitive: kept and protected; keep: untouched")
    kind: Kind | None = Field(None, description="how its values are compared; absent: judged from the data")
    knowledge: str | tuple[str, ...] | None = Field(None, description="name of the knowledge, or several in order")
    sense: Sense = Field("context", description="how a value with several meanings is understood")
    unknown: Unknown = Field("error", description="what to do with values the knowledge does not have")
    missing: Missing | None = Field(None, description="as the top-level key, for this column only")
    weight: float = Field(1.0, gt=0, description="how much the column counts in the record distance")
    representative: Literal["mean", "median"] = Field("mean", description="what stands for a group of numbers or dates")
    levels: tuple[str, ...] | None = Field(None, description="the values of an ordinal column, lowest first")
    separator: str = Field("|", min_length=1, description="what parts the items of a set")
    hierarchy: str | tuple[str, ...] | None = Field(None, description="value generalisation hierarchy, or candidates")
    l: float | None = Field(None, ge=1, description="l-diversity of a sensitive column")  # noqa: E741
    l_kind: Literal["distinct", "entropy", "recursive", "semantic"] = Field("distinct", description="which l-diversity")
    c: float = Field(3.0, gt=0, description="the c of recursive (c, l)-diversity")
    apart: float = Field(0.3, ge=0, description="semantic l: values nearer than this do not count as different")
    t: float | None = Field(None, ge=0, le=1, description="t-closeness of a sensitive column")
    ground: Literal["equal", "ordered", "semantic"] = Field("equal", description="the ground distance of t-closeness")


class Log(_Model):
    """Which columns of a search log are which."""

    user: str = Field(description="the column that says who searched")
    text: str = Field(description="the column with the query")
    time: str | None = Field(None, description="the column with the time")
    url: str | None = Field(None, description="the column with the clicked address")
    results: str | None = Field(None, description="the column with the number of results")


class Policy(_Model):
    """Everything that decides a release; the same table and policy give the same bytes."""

    shape: Shape = Field("table", description="one row a person, sets of items, or a search log")
    k: int = Field(5, ge=2, description="every record is like at least k-1 others")
    method: Method = Field("auto", description="how records are grouped and masked")
    measure: Measure | None = Field(None, description="guides the method; absent: the method's own")
    loss_measure: Measure = Field("logsc", description="judges every release, so that runs can be compared")
    centroid: Centroid | None = Field(None, description="what stands for a group; absent: the method's own")
    weighting: Literal["frequency", "none"] | None = Field(
        None, description="comparison in the MDAV family: by frequency (as published) or none; absent: the method's own"
    )
    individual: str | None = Field(None, description="the column that names persons, where one has several rows")
    refine: bool | Literal["auto"] = Field("auto", description="improve the groups after the method; auto: only `auto`")
    combine: Literal["mean", "euclidean"] | None = Field(
        None, description="how column distances make a record distance; absent: mean (`mdav`: euclidean)"
    )
    seed: int | None = Field(None, ge=0, description="makes chance repeatable; keep it private")
    order: Literal["keep", "shuffle"] = Field("keep", description="order of the released rows")
    suppression_limit: float = Field(0.0, ge=0, le=1, description="share of records a method may drop")
    objective: Literal["sse", "semiloss"] = Field(
        "sse", description="what `incognito` makes least: the sum of squared record distances, or of distances"
    )
    budget: Annotated[int, Field(ge=0)] | Annotated[str, Field(pattern=r"^\d+(\.\d+)?s$")] = Field(
        200, description="refinement rounds, or seconds as `60s`, which gives up reproducibility"
    )
    blocks: Annotated[int, Field(ge=1)] | Literal["none"] = Field(
        "none", description="mask in blocks of this many distinct records"
    )
    missing: Missing = Field("category", description="missing values: a category of their own, suppressed, or an error")
    others: Literal["error", "keep", "drop"] = Field("error", description="columns the policy does not name")
    accept: Literal["not-k-anonymous"] | None = Field(None, description="agree to a method without k-anonymity")
    delimiter: str | None = Field(None, min_length=1, max_length=1, description="of a CSV file; absent: found out")
    encoding: str = Field("utf-8", description="of a text file")
    knowledge: dict[str, Annotated[Source, BeforeValidator(_source_only)]] = Field(
        default_factory=dict, description="the knowledge the columns refer to, by name"
    )
    attributes: dict[str, Annotated[Attribute, BeforeValidator(_role_only)]] = Field(
        default_factory=dict, description="what each column is"
    )
    mapping: str | None = Field(None, description="CSV with columns value, concept, and attribute where it matters")
    log: Log | None = Field(None, description="the columns of a search log")
    set_distance: Literal["avg", "min", "max", "minsum", "maxsum"] = Field("avg", description="distance of two sets")
    draw: Literal["group", "record"] = Field("group", description="draw released terms per group or per record")
    min_term_count: int = Field(1, ge=1, description="a term drawn for a release occurs at least so often")
    times: Literal["keep", "day", "drop"] = Field("day", description="times of a search log")
    queries: Literal["phrases", "whole"] = Field(
        "phrases", description="what a log is released as: noun phrases, or whole queries, which may say more"
    )
    m: int = Field(2, ge=1, description="k^m: how many items an intruder may know")
    d: int = Field(20, ge=1, description="Korolova: queries kept per user")
    K: float = Field(50.0, ge=0, description="Korolova: threshold")
    b: float = Field(10.0, gt=0, description="Korolova: scale of the noise")
    kp: int = Field(2, ge=1, description="Poblete: sites a query's results come from")

    @model_validator(mode="before")
    @classmethod
    def _inline_knowledge(cls, data: Any) -> Any:
        """A source named directly by an attribute needs no entry of its own."""
        if not isinstance(data, dict):
            return data
        known, attributes = data.get("knowledge") or {}, data.get("attributes") or {}
        if not isinstance(known, dict) or not isinstance(attributes, dict):
            return data
        known = dict(known)
        for attribute in attributes.values():
            named = attribute.get("knowledge") if isinstance(attribute, dict) else getattr(attribute, "knowledge", None)
            for name in (named,) if isinstance(named, str) else named or ():
                known.setdefault(name, {"source": name})
        return {**data, "knowledge": known}

    def columns(self, *roles: Role) -> tuple[str, ...]:
        """The columns with one of these roles, in the policy's order.

        Example:
            >>> Policy(attributes={"job": "quasi", "name": "identifier"}).columns("quasi")
            ('job',)
        """
        return tuple(name for name, attribute in self.attributes.items() if attribute.role in roles)

    def published(self) -> dict[str, Any]:
        """The policy as it may be shown: complete, without the seed."""
        return self.model_dump(mode="json", exclude={"seed"}, exclude_defaults=True) | {"k": self.k}

    def relocated(self, move: Callable[[str], str]) -> "Policy":
        """The same policy with every path in it moved, so that it reads the same from another folder."""

        def moved(paths: str | tuple[str, ...] | None) -> str | tuple[str, ...] | None:
            return tuple(map(move, paths)) if isinstance(paths, tuple) else paths and move(paths)

        knowledge = {
            n: s.model_copy(update={"source": move(s.source), "ic": move(s.ic)}) for n, s in self.knowledge.items()
        }
        attributes = {n: a.model_copy(update={"hierarchy": moved(a.hierarchy)}) for n, a in self.attributes.items()}
        changes = {"mapping": moved(self.mapping), "knowledge": knowledge, "attributes": attributes}
        return self.model_copy(update=changes)


# --- evidence.json ---------------------------------------------------------------------------------


class InputFacts(_Model):
    """The file that came in."""

    sha256: str | None = Field(description="checksum of the input's bytes")
    records: int = Field(description="rows")
    distinct: int = Field(description="distinct combinations of quasi-identifiers, by meaning")


class KnowledgeFacts(_Model):
    """One piece of knowledge that was used."""

    source: str = Field(description="what the policy names")
    sha256: str = Field(description="checksum of the compiled source")
    concepts: int = Field(description="how many it has")


class UnknownFacts(_Model):
    """What became of the values of a column that the knowledge does not have."""

    choice: Unknown = Field(description="what the policy does with them")
    values: int = Field(description="distinct values without a concept")
    records: int = Field(description="records the choice touched")


class MappingFacts(_Model):
    """How much of a column the knowledge covers."""

    values: int = Field(description="distinct values")
    mapped: int = Field(description="distinct values with a concept")
    records_covered: int = Field(description="records whose value has a concept")
    unknown: UnknownFacts | None = Field(None, description="what became of values without a concept")


class HierarchyFacts(_Model):
    """The hierarchy a column was generalised with."""

    name: str = Field(description="its file, or what it was built of")
    levels: int = Field(description="levels above the values")
    level: int | None = Field(description="the level all values are released at; null: each at its own")
    loss_percent: float | None = Field(
        None, description="how far up values went, of all the way: 100 (1 - precision), Sweeney 2002; lower is better"
    )


class PlanFacts(_Model):
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


class Privacy(_Model):
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


class AttributeUtility(_Model):
    """What masking cost one column."""

    sse: float | None = Field(description="squared distances of its values from the original ones")
    sst: float | None = Field(description="squared distances of the original values from their centre")
    loss_percent: float | None = Field(description="100·SSE/SST of the column")
    semantic_loss: float | None = Field(description="mean distance between released and original value")
    changed_records: int | None = Field(description="records whose value means something else now")


class Clustering(_Model):
    """Whether the masked records fall into the groups of the original ones."""

    clusters: int = Field(description="clusters of the original records")
    clusters_after: int = Field(description="clusters of the released records")
    partition_distance: float = Field(description="dPart: 0 the same partition, 1 unrelated ones; lower is better")
    rand: float = Field(description="share of pairs of records on which both partitions agree; higher is better")
    nmi: float = Field(description="normalised mutual information, 0 to 1; higher is better")


class Topic(_Model):
    """One category and its share of all things, before and after."""

    label: str
    before: float
    after: float


class Particulars(_Model):
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


class Utility(_Model):
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


class SizeRange(_Model):
    """Classes of about one size."""

    at_least: int = Field(description="records of the smallest such class")
    at_most: int = Field(description="records of the largest such class")
    classes: int = Field(description="how many classes")
    records: int = Field(description="how many records in them")


class Homogeneity(_Model):
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


class Telling(_Model):
    """A column that finds records by itself."""

    once: int = Field(description="records whose value in it no other record has")
    of: int = Field(description="records that have a value in it")
    names_people: bool = Field(description="whether the column's name says that it names people")
    masked: bool = Field(False, description="whether it is masked, so that one person's name stands for others too")


class Risk(_Model):
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
    telling: dict[str, Telling] = Field(
        default_factory=dict, description="columns in which most values occur once, or whose name says they name people"
    )


class Intruder(_Model):
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


class BeforeShuffle(_Model):
    """What only the run itself could measure, because the released rows are in another order."""

    utility: Utility
    risk: Risk


class OutputFacts(_Model):
    """The file that went out."""

    file: str = Field(description="its name")
    sha256: str = Field(description="checksum of its bytes")


class Environment(_Model):
    """Where it ran."""

    python: str = Field(description="version")
    packages: dict[str, str] = Field(description="versions")
    platform: str = Field(description="system and machine")


class Evidence(_Model):
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


METHODS: tuple[str, ...] = get_args(Method)
MEASURES: tuple[str, ...] = get_args(Measure)
