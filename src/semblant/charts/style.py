"""The colours and styles of all charts, light and dark, for pages with charts and for charts as files."""

import re
from collections.abc import Mapping
from functools import cache

LIGHT = {
    "ground": "#fbfaf8", "card": "#ffffff", "ink": "#1d242c", "soft": "#59636e", "line": "#e2dfd9",
    "accent": "#0b6b6b", "tint": "#e7f1f0", "before": "#8f877b", "alarm": "#b3401f", "alarm-tint": "#fbece6",
    "c0": "#0b6b6b", "c1": "#b3401f", "c2": "#5a55a8", "c3": "#8a6d00",
    "c4": "#a0407a", "c5": "#2f6ea8", "c6": "#4d7c2f", "c7": "#7a6a5a",
}  # fmt: skip
DARK = {
    "ground": "#14181c", "card": "#1b2127", "ink": "#e8e6e1", "soft": "#a3adb7", "line": "#323b44",
    "accent": "#5cc4bb", "tint": "#17302f", "before": "#77808a", "alarm": "#f0876a", "alarm-tint": "#3a211a",
    "c0": "#5cc4bb", "c1": "#f0876a", "c2": "#a8a3f0", "c3": "#d8b94a",
    "c4": "#e08cc0", "c5": "#7db6ea", "c6": "#9ccc7a", "c7": "#bdae9d",
}  # fmt: skip

SERIES = 8
"""Colours for things of one sort, such as methods: c0, c1 and so on."""

RULES = """
svg.chart text { fill: var(--ink); font-size: 12px; dominant-baseline: central; unicode-bidi: isolate; font-variant-numeric: tabular-nums lining-nums; }
svg.chart .small { font-size: 11px; }
svg.chart .muted { fill: var(--soft); }
svg.chart .strong { font-weight: 600; }
svg.chart .before { fill: var(--before); }
svg.chart .after { fill: var(--accent); }
svg.chart .centre { fill: var(--c3); }
svg.chart .alarming { fill: var(--alarm); }
svg.chart .faint { opacity: .5; }
svg.chart .nought { stroke: var(--line); stroke-width: 2; }
svg.chart .rule { stroke: var(--soft); stroke-dasharray: 3 3; }
svg.chart .ground { fill: var(--card); }
svg.chart .branch { fill: none; stroke: var(--before); }
svg.chart .joint { fill: var(--card); stroke: var(--soft); stroke-width: 1.5; }
svg.chart .flow { fill: none; stroke: var(--accent); opacity: .55; }
svg.chart .flow.kept { stroke: var(--before); }
svg.chart .tick { stroke: var(--line); }
svg.chart .series { fill: none; stroke: currentColor; stroke-width: 1.4; }
svg.chart .run { fill: none; stroke: currentColor; stroke-width: 1.2; opacity: .45; }
svg.chart .frontier { fill: none; stroke: var(--ink); stroke-width: 2; stroke-dasharray: 6 4; }
svg.chart .sign { fill: var(--card); stroke: currentColor; stroke-width: 2; }
svg.chart .best .sign, svg.chart .sample .sign { fill: currentColor; }
svg.chart .reach { fill: transparent; }
svg.chart .taken .reach { stroke: currentColor; stroke-width: 2; }
svg.chart .c0 { color: var(--c0); } svg.chart .c1 { color: var(--c1); } svg.chart .c2 { color: var(--c2); } svg.chart .c3 { color: var(--c3); }
svg.chart .c4 { color: var(--c4); } svg.chart .c5 { color: var(--c5); } svg.chart .c6 { color: var(--c6); } svg.chart .c7 { color: var(--c7); }
""".strip()  # noqa: E501
"""For a page whose style sets the colours as variables."""


def variables(palette: Mapping[str, str]) -> str:
    """The colours as variables of a page's style."""
    return " ".join(f"--{name}: {colour};" for name, colour in palette.items())


@cache
def standalone() -> str:
    """The styles of a chart as a file, with colours written out: many image viewers do not support variables."""
    return (
        "svg.chart { font-family: system-ui, sans-serif; max-width: 100%; }\n"
        f"{_painted(LIGHT)}\n@media (prefers-color-scheme: dark) {{\n{_painted(DARK)}\n}}"
    )


def _painted(palette: Mapping[str, str]) -> str:
    return re.sub(r"var\(--([\w-]+)\)", lambda found: palette[found[1]], RULES)
