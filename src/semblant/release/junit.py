"""Checks as JUnit XML, which continuous integration shows beside its tests."""

import re
from collections.abc import Sequence
from typing import NamedTuple

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Case(NamedTuple):
    """One check: its name, and why it fails, if it does."""

    name: str
    failure: str | None = None


def junit_xml(suite: str, cases: Sequence[Case]) -> str:
    """A test suite of these checks.

    Example:
        >>> print(junit_xml("assess", [Case("k>=5"), Case("risk<=5", "7.1 > 5")]))
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="semblant" tests="2" failures="1" errors="0">
          <testsuite name="assess" tests="2" failures="1" errors="0" skipped="0">
            <testcase classname="semblant.assess" name="k&gt;=5"/>
            <testcase classname="semblant.assess" name="risk&lt;=5"><failure message="7.1 &gt; 5"/></testcase>
          </testsuite>
        </testsuites>
        <BLANKLINE>
    """
    failures = sum(case.failure is not None for case in cases)
    counts = f'tests="{len(cases)}" failures="{failures}" errors="0"'
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f'<testsuites name="semblant" {counts}>']
    lines.append(f'  <testsuite name={_quoted(suite)} {counts} skipped="0">')
    for case in cases:
        start = f"    <testcase classname={_quoted(f'semblant.{suite}')} name={_quoted(case.name)}"
        failed = "/>" if case.failure is None else f"><failure message={_quoted(case.failure)}/></testcase>"
        lines.append(start + failed)
    return "\n".join([*lines, "  </testsuite>", "</testsuites>", ""])


def _quoted(text: str) -> str:
    from xml.sax.saxutils import quoteattr  # slow to import, and every command knows of this module

    return quoteattr(_NOT_XML.sub("\ufffd", text))
