"""Semblant publishes data that means the same, about nobody in particular."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from semblant.api import Assessment as Assessment
    from semblant.api import Release as Release
    from semblant.api import SuggestedPolicy as SuggestedPolicy
    from semblant.api import anonymise as anonymise
    from semblant.api import anonymize as anonymize
    from semblant.api import assess as assess
    from semblant.api import compare as compare
    from semblant.api import suggest_policy as suggest_policy
    from semblant.errors import CapacityError as CapacityError
    from semblant.errors import ChecklistError as ChecklistError
    from semblant.errors import CycleError as CycleError
    from semblant.errors import DanglingParentError as DanglingParentError
    from semblant.errors import DuplicateConceptError as DuplicateConceptError
    from semblant.errors import InputError as InputError
    from semblant.errors import KnowledgeError as KnowledgeError
    from semblant.errors import OutputError as OutputError
    from semblant.errors import PolicyError as PolicyError
    from semblant.errors import PrivacyError as PrivacyError
    from semblant.errors import SemblantError as SemblantError
    from semblant.errors import UnknownConceptError as UnknownConceptError
    from semblant.errors import UnknownTermsError as UnknownTermsError
    from semblant.errors import UnreachableError as UnreachableError
    from semblant.errors import VerificationError as VerificationError
    from semblant.evidence import Evidence as Evidence
    from semblant.explain import Explanation as Explanation
    from semblant.hierarchy.vgh import Hierarchy as Hierarchy
    from semblant.knowledge.taxonomy import Concept as Concept
    from semblant.policy.model import Attribute as Attribute
    from semblant.policy.model import Policy as Policy
    from semblant.release.compare import Comparison as Comparison
    from semblant.vocabulary import Taxonomy as Taxonomy
    from semblant.vocabulary import load_taxonomy as load_taxonomy

_HOMES = {
    "semblant.api": "Assessment Release SuggestedPolicy anonymise anonymize assess compare suggest_policy",
    "semblant.errors": (
        "CapacityError ChecklistError CycleError DanglingParentError DuplicateConceptError InputError KnowledgeError "
        "OutputError PolicyError PrivacyError SemblantError UnknownConceptError UnknownTermsError UnreachableError "
        "VerificationError"
    ),
    "semblant.evidence": "Evidence",
    "semblant.explain": "Explanation",
    "semblant.hierarchy.vgh": "Hierarchy",
    "semblant.knowledge.taxonomy": "Concept",
    "semblant.policy.model": "Attribute Policy",
    "semblant.release.compare": "Comparison",
    "semblant.vocabulary": "Taxonomy load_taxonomy",
}
_HOME = {name: module for module, names in _HOMES.items() for name in names.split()}

__all__ = [
    "Assessment", "Attribute", "CapacityError", "ChecklistError", "Comparison", "Concept", "CycleError",
    "DanglingParentError", "DuplicateConceptError", "Evidence", "Explanation", "Hierarchy", "InputError",
    "KnowledgeError", "OutputError", "Policy", "PolicyError", "PrivacyError", "Release", "SemblantError",
    "SuggestedPolicy", "Taxonomy",
    "UnknownConceptError", "UnknownTermsError", "UnreachableError", "VerificationError", "anonymise", "anonymize",
    "assess", "compare", "load_taxonomy", "suggest_policy",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    """Import a public name when it is first asked for, so that importing semblant costs nothing."""
    if name in _HOME:
        value = getattr(import_module(_HOME[name]), name)
        globals()[name] = value
        return value
    if name == "spark":
        return import_module("semblant.spark")
    raise AttributeError(f"module 'semblant' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
