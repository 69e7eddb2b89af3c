"""The policy: what the steward decides, as frozen models. Every key and name exists once, here.

The YAML file, the Python arguments, the ``--set`` flags and the reference are all generated from these
definitions. The names of methods come from the catalogue.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import date
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from semblant.catalogue import CATALOGUE, METHODS, Promise, Shape

Role = Literal["identifier", "quasi", "sensitive", "keep"]
Kind = Literal["semantic", "nominal", "numeric", "date", "ordinal", "set"]
Sense = Literal["context", "first", "best-pair"]
Unknown = Literal["error", "suppress", "nominal", "root"]
Formulas = Literal["keep", "escape"]
Accepted = Literal["not-k-anonymous", "determines", "identifier"]
"""The red checks that can be accepted."""
Answered = Literal[
    "k-advice", "column-loss", "categories", "homogeneous", "kept-columns", "unique-values", "identifier-names",
    "mapping", "order", "rare", "missing-codes", "persons", "unchanged", "several-releases", "formulas",
]  # fmt: skip
"""The amber checks, which hold nothing back; what a person says to one goes into the evidence."""
Missing = Literal["category", "suppress", "error"]
Measure = Literal[
    "path", "wu-palmer", "leacock-chodorow", "ratio", "logsc", "tversky", "rodriguez", "x-similarity",
    "resnik", "lin", "jiang-conrath", "context-vector", "equality", "edit",
]  # fmt: skip
Purpose = Literal["open", "contract", "internal"]
Rare = Literal["hide", "publish"]
Precision = Literal["day", "month", "quarter", "year"]
TREATMENTS = ("bottom", "top", "round", "bands", "precision")
"""The settings of a column that change single values before records are grouped."""
Centroid = Literal["semantic", "mode", "lcs", "consensus", "random"]
if TYPE_CHECKING:
    MethodName = str
else:
    MethodName = Literal[METHODS]

SUPPRESSED = "*"
"""How a suppressed value is written."""

MISSING = ""
"""How a missing value is written."""


class Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True, allow_inf_nan=False)


_MOST, _LARGEST_SEED = 2**31, 2**63 - 1
"""The largest number a policy counts with, and the largest seed."""


def _countable(value: Any) -> Any:
    """A number that is not too large to be counted with."""
    if isinstance(value, int) and value > _MOST:
        raise ValueError(f"this number is too large, as at most {_MOST:,} can be counted with")
    return value


def _possible_seed(value: int | None) -> int | None:
    if value is not None and value > _LARGEST_SEED:
        raise ValueError(f"this number is too large, as a seed is at most {_LARGEST_SEED:,}")
    return value


def _nameable(value: Any) -> Any:
    """Names that a file or an encoding can have."""
    if any("\0" in name for name in ((value,) if isinstance(value, str) else value or ())):
        raise ValueError("a name cannot have the character NUL (\\0) in it")
    return value


_Count, _Named = AfterValidator(_countable), AfterValidator(_nameable)


class Source(Model):
    """Where one piece of knowledge comes from, and how it counts."""

    source: Annotated[str, _Named] = Field(
        description="`wordnet`, `occupations`, `esco`, `soc`, `places`, `icd10`, `icd10cm`, `icd9cm`, `icd9to10`, "
        "`prefixes` (codes by structure), a name added before, or a file or folder"
    )
    depth: Literal["longest", "shortest"] = Field("longest", description="which way up gives a concept's depth")
    counting: Literal["nodes", "edges"] = Field("nodes", description="what a depth counts")
    root: bool = Field(True, description="whether the virtual root counts in a depth")
    instances: bool = Field(True, description="whether named individuals (instance links) are followed")
    ic: Annotated[str, _Named] = Field(
        "sanchez", description="information content: `sanchez`, `seco`, or a file of counts"
    )
    corpus: Annotated[str | None, _Named] = Field(
        None, description="text file, a sentence or document a line, for `context-vector`"
    )
    language: str | None = Field(None, description="prefer labels of this language, such as `en`")
    cuts: tuple[int, ...] | None = Field(
        None, description="`prefixes`: after how many signs codes are cut, such as `[2, 3, 5]`; absent: by their form"
    )


def _role_only(value: Any) -> Any:
    return {"role": value} if isinstance(value, str) else value


def _source_only(value: Any) -> Any:
    return {"source": value} if isinstance(value, str) else value


def _accepted(value: Any) -> Any:
    return {value: "accepted by the policy"} if isinstance(value, str) else value or {}


def _written(value: Any) -> Any:
    """Values as text, where YAML takes them for numbers or dates; one may stand alone."""
    given = value if isinstance(value, list | tuple) else [value]
    return tuple(one.isoformat() if isinstance(one, date) else str(one) for one in given)


class Attribute(Model):
    """What one column is, and how it is to be treated."""

    role: Role = Field(description="identifier: dropped; quasi: masked; sensitive: kept and protected; keep: untouched")
    kind: Kind | None = Field(None, description="how its values are compared; absent: judged from the data")
    knowledge: Annotated[str | tuple[str, ...] | None, _Named] = Field(
        None, description="name of the knowledge, or several in order"
    )
    sense: Sense = Field("context", description="how a value with several meanings is understood")
    unknown: Unknown = Field("error", description="what to do with values the knowledge does not have")
    min_score: float | None = Field(
        None,
        ge=0,
        le=1,
        description="a match less likely to be right counts as unknown; absent: WordNet 0.75, free texts 0, others 0.5",
    )
    missing: Missing | None = Field(None, description="as the top-level key, for this column only")
    missing_values: Annotated[tuple[str, ...], BeforeValidator(_written)] = Field(
        (),
        description="values that say there is none, such as `[9999, 1900-01-01, unk]`: they are emptied first of all",
    )
    weight: float = Field(1.0, gt=0, description="how much the column counts in the record distance")
    representative: Literal["mean", "median"] = Field("mean", description="what stands for a group of numbers or dates")
    levels: tuple[str, ...] | None = Field(None, description="the values of an ordinal column, lowest first")
    round: float | None = Field(None, gt=0, description="numbers, before grouping: to multiples of this")
    bottom: float | None = Field(None, description="numbers, before grouping: lower ones are raised to this")
    top: float | None = Field(None, description="numbers, before grouping: higher ones are lowered to this")
    bands: Annotated[float, Field(gt=0)] | Annotated[tuple[float, ...], Field(min_length=1)] | None = Field(
        None,
        description="numbers, before grouping: in ranges of this width, or that begin at these numbers; then ordinal",
    )
    precision: Precision | None = Field(None, description="dates, before grouping and released: no finer than this")
    last_year: int | None = Field(
        None, ge=1000, le=9999, description="dates with years of two digits: the latest year that one can mean"
    )
    separator: str = Field("|", min_length=1, pattern='^[^"]*$', description="what parts the items of a set")
    hierarchy: Annotated[str | tuple[str, ...] | None, _Named] = Field(
        None, description="value generalisation hierarchy, or candidates"
    )
    l: float | None = Field(None, ge=1, description="l-diversity of a sensitive column")  # noqa: E741
    l_kind: Literal["distinct", "entropy", "recursive", "semantic"] = Field("distinct", description="which l-diversity")
    c: float = Field(3.0, gt=0, description="the c of recursive (c, l)-diversity")
    apart: float = Field(0.3, ge=0, description="semantic l: values nearer than this do not count as different")
    t: float | None = Field(None, ge=0, le=1, description="t-closeness of a sensitive column")
    ground: Literal["equal", "ordered", "semantic"] = Field("equal", description="the ground distance of t-closeness")

    @property
    def treatments(self) -> tuple[str, ...]:
        """The keys that change single values before records are grouped."""
        return tuple(key for key in TREATMENTS if getattr(self, key) is not None)

    @model_validator(mode="after")
    def _possible_treatments(self) -> "Attribute":
        """Treatments that go together, and with the column's role and kind."""
        asked = self.treatments
        if asked and self.role == "identifier":
            raise ValueError(f"{asked[0]} treats released values, and an identifier is not released")
        if self.missing_values and self.role == "identifier":
            raise ValueError("missing_values empties released values, and an identifier is not released")
        if self.last_year is not None and self.kind not in (None, "date"):
            raise ValueError("last_year goes with dates: set kind: date")
        if "precision" in asked and (len(asked) > 1 or self.kind not in (None, "date")):
            raise ValueError("precision goes with dates; round, bottom, top and bands go with numbers")
        if set(asked) - {"precision"} and self.kind not in (None, "numeric", "ordinal" if self.bands else "numeric"):
            raise ValueError(f"{asked[0]} goes with numbers: set kind: numeric")
        if self.bands is not None and self.round is not None:
            raise ValueError("round and bands exclude each other")
        if self.bottom is not None and self.top is not None and self.bottom >= self.top:
            raise ValueError("bottom must be below top")
        if isinstance(self.bands, tuple) and any(a >= b for a, b in pairwise(self.bands)):
            raise ValueError("bands must rise")
        return self


class AnalysisTask(Model):
    """A model that analysts will make of the release."""

    target: str = Field(description="the column to be predicted")
    by: tuple[str, ...] = Field(min_length=1, description="the columns it is predicted from")


class Log(Model):
    """Which columns of a search log are which."""

    user: str = Field(description="the column that says who searched")
    text: str = Field(description="the column with the query")
    time: str | None = Field(None, description="the column with the time")
    url: str | None = Field(None, description="the column with the clicked address")
    results: str | None = Field(None, description="the column with the number of results")

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that are named."""
        told = (self.user, self.text, self.time, self.url, self.results)
        return tuple(name for name in told if name)


class Policy(Model):
    """Everything that decides a release; the same table and policy give the same bytes."""

    shape: Shape = Field("table", description="one row a person, sets of items, or a search log")
    k: Annotated[int, _Count] = Field(5, ge=2, description="every record is like at least k-1 others")
    method: MethodName = Field("auto", description="how records are grouped and masked")
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
    ties: Literal["canonical", "random"] | None = Field(
        None,
        description="which of equals a method takes: the first by concept id, or a random one; absent: random for "
        "non-semantic methods and `measure: equality`, because ids follow meaning, canonical otherwise",
    )
    seed: Annotated[int | None, AfterValidator(_possible_seed)] = Field(
        None, ge=0, description="makes chance repeatable; keep it private"
    )
    order: Literal["sorted", "shuffle", "keep"] = Field(
        "sorted",
        description="order of the released rows: by their values, random, or the original's, which may tell who is who",
    )
    rare: Rare = Field(
        "hide", description="values that fewer than k persons have: hide, or publish them as the papers do"
    )
    suppression_limit: float = Field(0.0, ge=0, le=1, description="share of records a method may drop")
    objective: Literal["sse", "semiloss"] = Field(
        "sse", description="what `incognito` makes least: the sum of squared record distances, or of distances"
    )
    budget: Annotated[int, Field(ge=0), _Count] | Annotated[str, Field(pattern=r"^\d+(\.\d+)?s$")] = Field(
        200, description="refinement rounds, or seconds as `60s`, which gives up reproducibility"
    )
    blocks: Annotated[int, Field(ge=1), _Count] | Literal["auto", "none"] = Field(
        "auto",
        description="mask in blocks of at most so many distinct records; none: all at once; auto: all at once, but "
        "large tables in blocks where the method is `auto`",
    )
    missing: Missing = Field("category", description="missing values: a category of their own, suppressed, or an error")
    promises: Literal["merge", "blind"] = Field(
        "merge",
        description="how classes come to keep l and t: groups that break one are merged, which may tell who has the "
        "secret, or blind: merged by quasi-identifiers alone, and further than needed by chance",
    )
    formulas: Formulas = Field(
        "keep",
        description="cells that a spreadsheet would run: kept with a warning, or with an apostrophe before them",
    )
    others: Literal["error", "keep", "drop"] = Field("error", description="columns the policy does not name")
    accept: Annotated[dict[Accepted | Answered, Annotated[str, Field(pattern=r"\w")]], BeforeValidator(_accepted)] = (
        Field(
            default_factory=dict,
            description="checks that may be red, or were looked at where they are amber, each with the reason; "
            "`not-k-anonymous` alone agrees to a method without k",
        )
    )
    title: str | None = Field(None, description="of the release; printed in reports and evidence")
    author: str | None = Field(None, description="who answers for the release; printed in reports and evidence")
    purpose: Purpose | None = Field(
        None, description="who the release is for: everybody, partners under a contract, or one's own house"
    )
    delimiter: str | None = Field(None, min_length=1, max_length=1, description="of a CSV file; absent: found out")
    encoding: Annotated[str, _Named] = Field(
        "auto",
        description="of a text file, or of a SAS or Stata file that does not say; `auto` finds UTF-8, UTF-16, cp1252",
    )
    sheet: str | None = Field(None, description="of a workbook, by name or number; absent: the first one with a table")
    header_row: Annotated[int | None, _Count] = Field(
        None, ge=1, description="line or row of the column names; absent: found out, below any title lines"
    )
    knowledge: dict[str, Annotated[Source, BeforeValidator(_source_only)]] = Field(
        default_factory=dict, description="the knowledge the columns refer to, by name"
    )
    attributes: dict[str, Annotated[Attribute, BeforeValidator(_role_only)]] = Field(
        default_factory=dict, description="what each column is"
    )
    mapping: Annotated[str | None, _Named] = Field(
        None, description="CSV with columns value, concept, and attribute where it matters"
    )
    abbreviations: Annotated[str | None, _Named] = Field(None, description="CSV with columns abbreviation, meaning")
    analyses: tuple[AnalysisTask, ...] = Field(
        (), description="models that analysts will make; each is trained on the release and tested on the original"
    )
    population: Annotated[int | None, _Count] = Field(
        None, ge=1, description="persons of the population the records were drawn from, for population risk"
    )
    weights: str | None = Field(
        None, description="column with sample weights, which say how many of the population a record stands for"
    )
    log: Log | None = Field(None, description="the columns of a search log")
    set_distance: Literal["avg", "min", "max", "minsum", "maxsum"] = Field("avg", description="distance of two sets")
    draw: Literal["group", "record"] = Field("group", description="draw released terms per group or per record")
    min_term_count: Annotated[int | None, _Count] = Field(
        None,
        ge=1,
        description="persons who must have an item or query for it to be published; absent: k, or 1 if `rare: publish`",
    )
    times: Literal["keep", "day", "drop"] = Field("day", description="times of a search log")
    queries: Literal["phrases", "whole"] = Field(
        "phrases", description="what a log is released as: noun phrases, or whole queries, which may say more"
    )
    m: Annotated[int, _Count] = Field(2, ge=1, description="k^m: how many items an intruder may know")
    d: Annotated[int, _Count] = Field(1, ge=1, description="Korolova: queries counted per user")
    K: float = Field(20.0, ge=0, description="Korolova: threshold")
    b: float = Field(1.0, gt=0, description="Korolova: scale of the noise")
    kp: Annotated[int, _Count] = Field(2, ge=1, description="Poblete: sites a query's results come from")

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

    @property
    def promise(self) -> Promise:
        """What a release promises: k-anonymity, unless its method promises something else and the policy accepts that.

        Sets whose words are drawn for every record are alike only by meaning.

        Example:
            >>> accepted = Policy(shape="sets", method="km-apriori", accept="not-k-anonymous")
            >>> accepted.promise, Policy(accept="not-k-anonymous").promise, Policy(shape="sets", draw="record").promise
            ('k^m-anonymity', 'k-anonymity', 'k-anonymity of meanings')
        """
        entry = CATALOGUE[self.shape].get(self.method)
        if entry is None or ("not-k-anonymous" not in self.accept and not entry.k_anonymous):
            return "k-anonymity"
        drawn = entry.k_anonymous and self.draw == "record" and "draw" in entry.options
        return "k-anonymity of meanings" if drawn else entry.promise

    @property
    def least_holders(self) -> int:
        """How many persons must have a value for it to be published: k, or one where rare values are published.

        Example:
            >>> Policy(k=5).least_holders, Policy(k=5, rare="publish").least_holders
            (5, 1)
        """
        return self.k if self.rare == "hide" else 1

    @property
    def least_term_holders(self) -> int:
        """The same for the items of sets and the queries of logs, where `min_term_count` may say otherwise."""
        return self.min_term_count or self.least_holders

    def columns(self, *roles: Role) -> tuple[str, ...]:
        """The columns with one of these roles, in the policy's order.

        Example:
            >>> Policy(attributes={"job": "quasi", "name": "identifier"}).columns("quasi")
            ('job',)
        """
        return tuple(name for name, attribute in self.attributes.items() if attribute.role in roles)

    def names_persons(self, names: Collection[str]) -> bool:
        """Whether a release with these columns tells whose its records are, so that persons can be counted in it.

        Example:
            >>> Policy(individual="id").names_persons(["id"]), Policy(individual="id").names_persons(["job"])
            (True, False)
            >>> Policy(individual="id", attributes={"id": "quasi"}).names_persons(["id"])
            False
        """
        return self.individual is not None and self.individual in names and self.individual not in self.columns("quasi")

    def hidden(self, names: Iterable[str]) -> list[str]:
        """The columns that are left out of a release: identifiers, and those that nobody asked to keep.

        Example:
            >>> Policy(attributes={"job": "quasi", "name": "identifier"}).hidden(["name", "job", "note"])
            ['name', 'note']
        """
        told = self.attributes
        return [n for n in names if (told[n].role == "identifier" if n in told else self.others != "keep")]

    def aside(self, names: Iterable[str]) -> set[str]:
        """The columns of a large table that nothing but the search for identifiers looks at.

        Example:
            >>> Policy(attributes={"job": "quasi", "id": "identifier"}, individual="id").aside(["job", "id", "note"])
            {'note'}
        """
        looked_at = {self.individual, *(self.log.columns if self.log is not None else ())}
        return {*self.hidden(names)} - looked_at

    def needed(self, names: Sequence[str]) -> list[str]:
        """The columns that a run looks at: all, but those that ``others: drop`` leaves out and nothing else names.

        Identifiers are among them, as the release is searched for what they say. All are needed to tell what is there
        where a column that is named is not.

        Example:
            >>> policy = Policy(attributes={"job": "quasi", "name": "identifier"}, others="drop")
            >>> policy.needed(["name", "job", "note"]), policy.needed(["nme", "job", "note"])
            (['name', 'job'], ['nme', 'job', 'note'])
        """
        of_log = () if self.log is None else self.log.model_dump().values()
        named = {*self.attributes, self.individual, self.weights, *of_log} - {None}
        if self.others != "drop" or not named or not named <= set(names):
            return list(names)
        return [name for name in names if name in named]

    def published(self) -> dict[str, Any]:
        """The policy as it may be shown: without the seed and without what is the default."""
        return self.model_dump(mode="json", exclude={"seed"}, exclude_defaults=True) | {"k": self.k}

    def written_out(self) -> dict[str, Any]:
        """The policy with every default, so that later versions mean the same by it; without the seed.

        Where only a setting that is given decides, it is left out if it is not: ``unknown`` of a log's text, and what
        the entry of an added vocabulary says itself.
        """
        every = self.model_dump(mode="json", exclude={"seed"}, exclude_none=True)
        for name, source in self.knowledge.items():
            for key in {"instances", "language"} - source.model_fields_set:
                every["knowledge"][name].pop(key, None)
        for name, attribute in self.attributes.items() if self.shape == "log" else ():
            if "unknown" not in attribute.model_fields_set:
                del every["attributes"][name]["unknown"]
        return every

    def relocated(self, move: Callable[[str], str]) -> "Policy":
        """The same policy with every path in it moved, so that it reads the same from another folder."""

        def moved(paths: str | tuple[str, ...] | None) -> str | tuple[str, ...] | None:
            return tuple(map(move, paths)) if isinstance(paths, tuple) else paths and move(paths)

        knowledge = {
            n: s.model_copy(update={"source": move(s.source), "ic": move(s.ic), "corpus": moved(s.corpus)})
            for n, s in self.knowledge.items()
        }
        attributes = {n: a.model_copy(update={"hierarchy": moved(a.hierarchy)}) for n, a in self.attributes.items()}
        changes = {
            "mapping": moved(self.mapping),
            "abbreviations": moved(self.abbreviations),
            "knowledge": knowledge,
            "attributes": attributes,
        }
        return self.model_copy(update=changes)

    def files(self) -> tuple[str, ...]:
        """The files, folders and vocabularies that it names, each once."""
        named: dict[str, None] = {}

        def noted(path: str) -> str:
            named.setdefault(path)
            return path

        self.relocated(noted)
        return tuple(filter(None, named))


MEASURES: tuple[str, ...] = get_args(Measure)
