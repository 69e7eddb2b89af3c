"""The rules of a release as they may be published: keys of the policy that are named here, and no others.

Files of the steward's own may say who is in the data, so neither their names nor their places are told.
"""

from collections.abc import Mapping
from typing import Any, get_args

from semblant.data.table import Table
from semblant.evidence import KnowledgeFacts
from semblant.policy.model import Accepted

PRIVATE_VOCABULARY = "a private vocabulary"
PRIVATE_MAPPING = "a private mapping"
PRIVATE_ABBREVIATIONS = "a private file of abbreviations"
PRIVATE_HIERARCHY = "a private hierarchy"
PRIVATE_COUNTS = "a private file of counts"
PRIVATE_CORPUS = "a private text"
PRIVATE_REASON = "a private reason"

POLICY_KEYS = (
    "shape", "k", "method", "measure", "loss_measure", "centroid", "weighting", "individual", "refine", "combine",
    "ties", "order", "rare", "suppression_limit", "objective", "budget", "blocks", "missing", "promises", "formulas",
    "others", "title", "author", "purpose", "delimiter", "encoding", "log", "set_distance", "draw",
    "min_term_count", "times", "queries", "m", "d", "K", "b", "kp",
)  # fmt: skip
"""The keys of a policy that are published as they are."""
PUBLIC_KEYS = frozenset({*POLICY_KEYS, "accept", "mapping", "abbreviations", "knowledge", "attributes"})
"""All keys of published rules."""

COLUMN_KEYS = (
    "role", "kind", "sense", "unknown", "min_score", "missing", "weight", "representative", "separator", "l",
    "l_kind", "c", "apart", "t", "ground", "round", "bottom", "top", "bands", "precision", "last_year",
)  # fmt: skip
"""The settings of a column that are published as they are."""

SOURCE_KEYS = ("source", "depth", "counting", "root", "instances", "language", "cuts")
"""The settings of a published vocabulary that are published as they are."""

_COUNTED = ("sanchez", "seco")


def public_rules(policy: Mapping[str, Any], used: Mapping[str, KnowledgeFacts], release: Table) -> dict[str, Any]:
    """The rules of a policy that has every default written out; ``used`` are the vocabularies that served.

    Example:
        >>> import polars as pl
        >>> sizes = Table(pl.DataFrame({"size": ["s", "m"]}))
        >>> size = {"role": "quasi", "kind": "ordinal", "levels": ["s", "m", "xxl"], "hierarchy": "/home/ann/sizes.csv"}
        >>> public_rules({"k": 5, "mapping": "ann.csv", "attributes": {"size": size}}, {}, sizes)["attributes"]
        {'size': {'role': 'quasi', 'kind': 'ordinal', 'levels': ['s', 'm'], 'hierarchy': 'a private hierarchy'}}
    """
    names = {name: name if facts.published else PRIVATE_VOCABULARY for name, facts in used.items()}
    rules = {key: policy[key] for key in POLICY_KEYS if key in policy}
    said = policy.get("accept") or ()
    # what was said to amber checks tells of the original, and no rule depends on it
    if accepted := [key for key in ([said] if isinstance(said, str) else said) if key in get_args(Accepted)]:
        rules["accept"] = dict.fromkeys(accepted, PRIVATE_REASON)
    if policy.get("mapping"):
        rules["mapping"] = PRIVATE_MAPPING
    if policy.get("abbreviations"):
        rules["abbreviations"] = PRIVATE_ABBREVIATIONS
    rules["knowledge"] = {
        names[name]: _source(policy.get("knowledge", {}).get(name, {}), facts) for name, facts in used.items()
    }
    rules["attributes"] = {
        column: _column(column, said, names, release) for column, said in policy.get("attributes", {}).items()
    }
    return rules


def _source(said: Mapping[str, Any], facts: KnowledgeFacts) -> dict[str, Any]:
    if not facts.published:
        return {"source": PRIVATE_VOCABULARY}
    files = {"ic": said["ic"] if said["ic"] in _COUNTED else PRIVATE_COUNTS} if "ic" in said else {}
    files |= {"corpus": PRIVATE_CORPUS} if said.get("corpus") else {}
    return {"source": facts.source} | {key: said[key] for key in SOURCE_KEYS if key in said} | files


def _column(column: str, said: Mapping[str, Any], names: Mapping[str, str], release: Table) -> dict[str, Any]:
    rules = {key: said[key] for key in COLUMN_KEYS if key in said}
    if said.get("knowledge"):
        named = (said["knowledge"],) if isinstance(said["knowledge"], str) else said["knowledge"]
        public = [names.get(name, PRIVATE_VOCABULARY) for name in named]
        rules["knowledge"] = public[0] if len(public) == 1 else list(dict.fromkeys(public))
    if said.get("levels"):
        there = set(release.column(column).values) if column in release.names else set()
        rules["levels"] = [level for level in said["levels"] if level in there]
    if said.get("hierarchy"):
        rules["hierarchy"] = PRIVATE_HIERARCHY
    return rules
