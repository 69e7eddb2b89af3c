"""Sets and search logs where a release takes either: read, masked, verified and judged, whichever they are."""

from pathlib import Path

import numpy as np

from semblant.assessment.assessment import Assessment
from semblant.assessment.shapes import judge_log, judge_sets
from semblant.data.table import Table
from semblant.evidence import KnowledgeFacts, MappingFacts, Privacy
from semblant.policy.model import Policy
from semblant.progress import Advance, ignore
from semblant.proof.shapes import privacy_of_shape, promised, refuse_columns, refuse_unkept
from semblant.proof.tables import verify
from semblant.release.evidence import knowledge_facts, mapping_facts
from semblant.release.guidance import Shaped
from semblant.release.logs import ReadyLog, mask_log, prepare_log
from semblant.release.sets import ReadySets, mask_sets, prepare_sets
from semblant.release.staging import read_back
from semblant.space.reading import Library

Ready = ReadySets | ReadyLog


def prepare_shape(table: Table, policy: Policy, library: Library) -> Ready:
    """Read a table of sets or a search log, whichever the policy says it is."""
    return prepare_log(table, policy, library) if policy.shape == "log" else prepare_sets(table, policy, library)


def mask_shape(ready: Ready, rng: np.random.Generator, advance: Advance = ignore) -> Shaped:
    """Mask and represent; chance comes from ``rng`` alone."""
    return mask_log(ready, rng, advance) if isinstance(ready, ReadyLog) else mask_sets(ready, rng, advance)


def verify_shape(ready: Ready, written: Path) -> Privacy:
    """Read the written bytes back and refuse them unless they keep what the method promises, and nothing else."""
    policy, release = ready.policy, read_back(written, ready.table)
    if isinstance(ready, ReadyLog):
        refuse_columns(ready.table, release, policy)
        privacy = privacy_of_shape(ready.table, release, policy)
    else:
        counted = {} if promised(policy) == "k-anonymity" else {"accept": "not-k-anonymous"}
        verify(ready.table, written, policy.model_copy(update=counted))
        privacy = privacy_of_shape(ready.table, release, policy, ready.reader)
    refuse_unkept(privacy, policy, written.name)
    return privacy


def facts_of(ready: Ready, library: Library) -> tuple[dict[str, KnowledgeFacts], dict[str, MappingFacts]]:
    """Which knowledge was used, and how much of each column it covers."""
    said = ready.understanding
    if isinstance(ready, ReadyLog):
        knowledge, mapping = {}, {ready.log.name: ready.log.speech.coverage(said.rules.unknown)}
    else:
        knowledge = knowledge_facts(ready.readers)
        mapping = {**mapping_facts(ready.readers), ready.reader.name: ready.reader.coverage()}
    for name in said.sources:
        taxonomy = library.get((name,))
        source = ready.policy.knowledge[name].source if name in ready.policy.knowledge else name
        knowledge[name] = KnowledgeFacts(source=source, sha256=taxonomy.sha256, concepts=len(taxonomy))
    return knowledge, mapping


def judge_shape(ready: Ready, release: Table, privacy: Privacy, *, aligned: bool | None = None) -> Assessment:
    """What masking cost and what risk is left; ``privacy`` is what the bytes were found to promise."""
    if isinstance(ready, ReadyLog):
        return judge_log(ready.log, release, ready.policy, privacy, aligned=aligned)
    return judge_sets(ready.reader, ready.readers, ready.table, release, ready.policy, privacy, aligned=aligned)
