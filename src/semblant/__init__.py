"""Semblant publishes data that means the same, about nobody in particular."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from semblant.api import Assessment as Assessment
    from semblant.api import Release as Release
    from semblant.api import anonymise as anonymise
    from semblant.api import assess as assess
    from semblant.api import compare as compare
    from semblant.errors import CapacityError as CapacityError
    from semblant.errors import InputError as InputError
    from semblant.errors import KnowledgeError as KnowledgeError
    from semblant.errors import OutputError as OutputError
    from semblant.errors import PolicyError as PolicyError
    from semblant.errors import PrivacyError as PrivacyError
    from semblant.errors import SemblantError as SemblantError
    from semblant.errors import UnknownTermsError as UnknownTermsError
    from semblant.errors import UnreachableError as UnreachableError
    from semblant.errors import VerificationError as VerificationError
    from semblant.evidence import Evidence as Evidence
    from semblant.hierarchy.vgh import Hierarchy as Hierarchy
    from semblant.knowledge.taxonomy import Concept as Concept
    from semblant.policy.model import Attribute as Attribute
    from semblant.policy.model import Policy as Policy
    from semblant.release.compare import Comparison as Comparison
    from semblant.vocabulary import Taxonomy as Taxonomy
    from semblant.vocabulary import load_taxonomy as load_taxonomy

_HOME = {
    "Assessment": "semblant.api",
    "Attribute": "semblant.policy.model",
    "CapacityError": "semblant.errors",
    "Comparison": "semblant.release.compare",
    "Concept": "semblant.knowledge.taxonomy",
    "Evidence": "semblant.evidence",
    "Hierarchy": "semblant.hierarchy.vgh",
    "InputError": "semblant.errors",
    "KnowledgeError": "semblant.errors",
    "OutputError": "semblant.errors",
    "Policy": "semblant.policy.model",
    "PolicyError": "semblant.errors",
    "PrivacyError": "semblant.errors",
    "Release": "semblant.api",
    "SemblantError": "semblant.errors",
    "Taxonomy": "semblant.vocabulary",
    "UnknownTermsError": "semblant.errors",
    "UnreachableError": "semblant.errors",
    "VerificationError": "semblant.errors",
    "anonymise": "semblant.api",
    "assess": "semblant.api",
    "compare": "semblant.api",
    "load_taxonomy": "semblant.vocabulary",
}

__all__ = [
    "Assessment", "Attribute", "CapacityError", "Comparison", "Concept", "Evidence", "Hierarchy", "InputError",
    "KnowledgeError", "OutputError", "Policy", "PolicyError", "PrivacyError", "Release", "SemblantError", "Taxonomy",
    "UnknownTermsError", "UnreachableError", "VerificationError", "anonymise", "assess", "compare", "load_taxonomy",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    """Import a public name when it is first asked for, so that importing semblant costs nothing."""
    if name in _HOME:
        value = getattr(import_module(_HOME[name]), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module 'semblant' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
