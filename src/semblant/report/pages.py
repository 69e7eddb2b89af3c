"""The pages: of a release an internal report for those who may see the original and a public one; of comparisons."""

import hashlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from io import StringIO
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemBytecodeCache, PackageLoader, StrictUndefined
from jinja2.bccache import Bucket
from markupsafe import Markup
from ruamel.yaml import YAML

from semblant.assessment.assessment import Assessment
from semblant.charts import style
from semblant.charts.htmltable import table_html
from semblant.charts.riskmap import Mark, draw_map
from semblant.charts.svg import Chart
from semblant.data.table import Table
from semblant.evidence import Evidence, PublicEvidence
from semblant.folders import cache_folder
from semblant.report import internal, public
from semblant.report.checklist import concerns
from semblant.report.figures import HIGHER, LOWER, Figure, loss_figures, risk_figures
from semblant.report.fitness import fitness
from semblant.report.summary import worst_column
from semblant.report.wording import counted, listed, number, percent, shown
from semblant.visible import visible


def internal_report(evidence: Evidence, assessment: Assessment) -> str:
    """The page for those who may see the original: a complete offline document, always the same for a release."""
    return _rendered("report.html", internal.content(evidence, assessment))


def public_report(evidence: PublicEvidence, release: Table) -> str:
    """The page for everybody, which is made from what everybody may have."""
    return _rendered("report-public.html", public.content(evidence, release))


def summary_html(verdict: Evidence | Assessment) -> str:
    """A release or an assessment in a few lines, for a notebook."""
    privacy = verdict.privacy
    asked = f"{number(privacy.k_required)} asked for, {'kept' if privacy.verified else 'not kept'}"
    withheld = f"; {counted(privacy.suppressed_records, 'record')} suppressed" if privacy.suppressed_records else ""
    smallest = f"{number(privacy.k_achieved)} in the smallest of {counted(privacy.classes, 'class', 'classes')}"
    figures = loss_figures(verdict.utility, ()) + risk_figures(verdict.risk, [])
    sensitive = [
        *((f"l of {shown(n, 40)}", number(v), HIGHER) for n, v in (privacy.l_achieved or {}).items()),
        *((f"t of {shown(n, 40)}", number(v), LOWER) for n, v in (privacy.t_achieved or {}).items()),
    ]
    worst = worst_column(verdict.utility)
    figures[1:1] = [] if worst is None else [
        Figure(f"Information loss in the worst column, {shown(worst[0], 40)}", percent(worst[1]), LOWER, "")
    ]  # fmt: skip
    rows = [(one.name, one.value, one.direction) for one in figures] + sensitive
    table = table_html(f"{smallest}; {asked}{withheld}", ("Figure", "Value", "Direction"), rows, right=(1,))
    purpose = verdict.purpose if isinstance(verdict, Evidence) else None
    highest = verdict.risk.prosecutor_max
    fits = fitness(privacy.k_required, highest, verdict.checklist, purpose=purpose, promise=privacy.promise)
    whom = Markup("<p>{}</p>").format(fits) if fits else ""
    warned = (Markup("<p><strong>Warning.</strong> {}</p>").format(visible(one)) for one in concerns(verdict.checklist))
    return "".join([table, whom, *warned])


def _rendered(template: str, content: Mapping[str, Any]) -> str:
    return visible(_pages().get_template(template).render(content).strip(), keep="\n\t") + "\n"


@lru_cache(maxsize=1)
def _pages() -> Environment:
    pages = Environment(
        loader=PackageLoader("semblant.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        bytecode_cache=_Compiled.here(),
    )
    pages.filters |= {f.__name__: f for f in (as_yaml, counted, listed, number, percent, shown)}
    pages.globals |= {
        "chart_rules": Markup(style.RULES),
        "light_colours": style.variables(style.LIGHT),
        "dark_colours": style.variables(style.DARK),
    }
    return pages


class _Compiled(FileSystemBytecodeCache):
    """Where templates are kept once they are compiled, which takes longer than to fill them in."""

    @classmethod
    def here(cls) -> "_Compiled":
        """In a folder named after this file: jinja notices changes of a template, but not of its options."""
        folder = cache_folder() / f"pages-{hashlib.sha256(Path(__file__).read_bytes()).hexdigest()[:16]}"
        with suppress(OSError):
            folder.mkdir(exist_ok=True)
        return cls(str(folder))

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template, if there is room."""
        with suppress(OSError):
            super().dump_bytecode(bucket)


def as_yaml(policy: Mapping[str, Any]) -> str:
    """A policy as YAML, as a steward would write it.

    Example:
        >>> print(as_yaml({"attributes": {"job": {"role": "quasi", "kind": "semantic"}}, "k": 5}), end="")
        k: 5
        attributes:
          job: {role: quasi, kind: semantic}
    """
    yaml = YAML(typ="safe", pure=True)
    yaml.default_flow_style = None
    yaml.sort_base_mapping_type_on_output = False  # type: ignore[assignment]
    yaml.width = 96
    yaml.allow_unicode = True
    out = StringIO()
    yaml.dump(_whole({"k": policy["k"], **policy} if "k" in policy else dict(policy)), out)
    return out.getvalue()


def _whole(value: Any) -> Any:
    """Numbers as people write them: 2, not 2.0."""
    if isinstance(value, Mapping):
        return {name: _whole(inner) for name, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_whole(inner) for inner in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def comparison_page(content: Mapping[str, Any]) -> str:
    """A comparison as one offline document."""
    return _rendered("comparison.html", content)


def risk_map(marks: Sequence[Mark], *, hint: str = "", narrow: bool = False) -> Chart:
    """The map of risk and loss, with a description of every run; a narrow one is for a phone."""
    described = [replace(mark, description=_description(mark)) for mark in marks]
    return draw_map(described, title=f"Risk and loss of {counted(len(marks), 'run')}", hint=hint, narrow=narrow)


def _description(mark: Mark) -> str:
    best = ("; on the Pareto frontier" if mark.frontier else "") + ("; recommended run" if mark.taken else "")
    figures = f"loss {percent(mark.loss)}, semantic record linkage {percent(mark.risk)}"
    return f"{mark.method}, k = {mark.k:,}: {figures}{best}"
