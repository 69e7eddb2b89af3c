"""The models of ``evidence.json`` and ``run.json``. Every field exists once, here.

There are two files ``evidence.json``: the complete one for those who may see the original, and the public one, which
says less of the same things: see :class:`PublicEvidence`.
"""

from semblant.evidence.checks import Check, CheckResult, Deviation, Light, Privacy, RareFacts, Status
from semblant.evidence.complete import Evidence
from semblant.evidence.facts import (
    Environment,
    HierarchyFacts,
    InputFacts,
    KnowledgeFacts,
    MappingFacts,
    OutputFacts,
    PlanFacts,
)
from semblant.evidence.publishable import (
    PublicAttributeUtility,
    PublicEvidence,
    PublicKnowledge,
    PublicPlan,
    PublicPrivacy,
    PublicRisk,
    PublicUtility,
)
from semblant.evidence.risks import (
    Combination,
    Drivers,
    Homogeneity,
    IdentifyingColumn,
    Intruder,
    KeptHomogeneity,
    LeftOut,
    PopulationRisk,
    Risk,
    RiskBefore,
    SizeRange,
)
from semblant.evidence.run import RunFacts, RunInput
from semblant.evidence.statistics import (
    Analysis,
    Association,
    CategoryShift,
    Coefficient,
    ColumnAnalysis,
    HoldingsAnalysis,
    QueryErrors,
    Shift,
    Task,
    TaskScore,
)
from semblant.evidence.utility import AttributeUtility, Clustering, Particulars, Topic, Utility

__all__ = [
    "Analysis",
    "Association",
    "AttributeUtility",
    "CategoryShift",
    "Check",
    "CheckResult",
    "Clustering",
    "Coefficient",
    "ColumnAnalysis",
    "Combination",
    "Deviation",
    "Drivers",
    "Environment",
    "Evidence",
    "HierarchyFacts",
    "HoldingsAnalysis",
    "Homogeneity",
    "IdentifyingColumn",
    "InputFacts",
    "Intruder",
    "KeptHomogeneity",
    "KnowledgeFacts",
    "LeftOut",
    "Light",
    "MappingFacts",
    "OutputFacts",
    "Particulars",
    "PlanFacts",
    "PopulationRisk",
    "Privacy",
    "PublicAttributeUtility",
    "PublicEvidence",
    "PublicKnowledge",
    "PublicPlan",
    "PublicPrivacy",
    "PublicRisk",
    "PublicUtility",
    "QueryErrors",
    "RareFacts",
    "Risk",
    "RiskBefore",
    "RunFacts",
    "RunInput",
    "Shift",
    "SizeRange",
    "Status",
    "Task",
    "TaskScore",
    "Topic",
    "Utility",
]
