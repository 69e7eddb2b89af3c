"""The questions of ``semblant init`` at a terminal: what each column is, how many must look alike, where to write.

Only counts are shown, and values where the person asks for them. Nothing is written before the last answer.
"""

import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from semblant.cli.guard import say
from semblant.data.profile import profile_column
from semblant.data.table import Column, Table
from semblant.data.wholes import whole
from semblant.policy.model import MISSING, Role
from semblant.proposal.draft import MANY
from semblant.proposal.suggest import ROLES, Suggestion, treated, variety
from semblant.report.plurals import counted
from semblant.report.terminal import wrapped
from semblant.visible import visible

_LETTERS: dict[str, Role] = {role[0]: role for role in ROLES}
_SHOWN = 5
_LONGEST = 40

_WELCOME = """\
Who could find a person in this table? For every column, say what it is:

{roles}

Enter takes the suggestion in brackets. Other answers: v shows its commonest
values, b goes back, a takes all suggestions that are left. Ctrl-C ends, and
nothing is written."""

_K = """\
How many people must look alike? With k = 5, whoever looks for somebody finds
five people who look the same, and is right once in five guesses. A higher k
protects more and costs more detail. Advice: 12 for open data (EMA and Health
Canada: risk at most 0.09), 5 for researchers under contract, 3 for internal
use."""

_L = """\
People who look alike may all share one secret: then it is out, although
nobody was found. How many different values must each sensitive column have in
every group of people who look alike? 1 asks for nothing."""


def at_a_terminal() -> bool:
    """Whether a person can be asked: not in a script, with a pipe or with redirected output."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))


def ask_columns(table: Table, suggestions: Sequence[Suggestion], *, show_values: bool = False) -> list[Suggestion]:
    """Ask for the role of every column; the suggestions are the defaults."""
    size = f"{counted(table.records, 'record')}, {counted(len(suggestions), 'column')}"
    roles = "\n".join(f"  {role[0]}  {role:<12}{meaning}" for role, meaning in ROLES.items())
    say(f"{table.origin.name}: {size}.", "", *_WELCOME.format(roles=roles).split("\n"))
    answers = list(suggestions)
    place = 0
    while place < len(answers):
        column = table.column(answers[place].column)
        say("", f"{place + 1}/{len(answers)}  {_one_line(column.name)}: {_counts(column)}")
        say(*wrapped(_why(answers[place])))
        if show_values:
            say(*_values(column))
        reply = _ask(f"i, q, s or k? [{answers[place].role[0]}] ").lower()
        if reply in ("a", "all"):
            break
        if reply in ("b", "back"):
            place = max(0, place - 1)
        elif reply in ("v", "values"):
            say(*_values(column))
        elif reply in ("", answers[place].role, answers[place].role[0]):
            place += 1
        elif reply in _LETTERS or reply in ROLES:
            answers[place] = treated(column, _LETTERS[reply[0]])
            place += 1
        else:
            say("Please answer i, q, s or k, or v, b or a.")
    return answers


def _why(suggestion: Suggestion) -> str:
    """Why a role is suggested, and whether only guessed."""
    return f"{'Suggested' if suggestion.certain else 'Guessed'}: {suggestion.role}, as {suggestion.reason}."


def ask_k(suggested: int, answers: Sequence[Suggestion], records: int) -> int:
    """Ask for k and explain what it means."""
    masked = sum(answer.role == "quasi" for answer in answers)
    if masked > MANY:
        lost = f"{masked} columns are masked together. The more there are, the more each of them loses."
        say("", *wrapped(lost))
    say("", *_K.split("\n"))
    return _number("k?", suggested, lambda k: "" if 2 <= k <= records else f"k is a number from 2 to {records:,}.")


def ask_l(suggested: int, answers: Sequence[Suggestion], table: Table) -> list[Suggestion]:
    """Ask how varied the sensitive columns must be in every group, if there are any."""
    sensitive = [answer for answer in answers if answer.role == "sensitive"]
    if not sensitive:
        return list(answers)
    fewest = min(variety(table.column(answer.column)) for answer in sensitive)
    if fewest < suggested:
        return list(answers)
    say("", *_L.split("\n"))
    number = _number("l?", suggested, lambda n: "" if 1 <= n <= fewest else f"l is a number from 1 to {fewest:,}.")
    return [answer.promising(number) if answer.role == "sensitive" else answer for answer in answers]


def ask_file(data: Path) -> Path:
    """Ask where to write the policy; an existing file is not taken."""
    usual = Path("policy.yaml")
    suggested = usual if not usual.exists() else Path(f"{data.stem}-policy.yaml")
    while True:
        file = Path(_ask(f"\nWrite the policy to? [{suggested}] ") or suggested)
        if file.suffix not in (".yaml", ".yml"):
            say("A policy is written as YAML: give a name that ends in .yaml.")
        elif file.exists():
            say(f"{file} exists already: give another name.")
        else:
            return file


def _number(prompt: str, suggested: int, objection: Callable[[int], str]) -> int:
    while True:
        reply = _ask(f"{prompt} [{suggested}] ")
        number = whole(reply) if reply.isdecimal() else suggested if not reply else -1
        if not (wrong := objection(number)):
            return number
        say(wrong)


def _ask(prompt: str) -> str:
    # polars installs its own signal handler, with which Ctrl-C is noticed only after the next Enter
    signal.signal(signal.SIGINT, signal.getsignal(signal.SIGINT))
    sys.stderr.write(visible(prompt, keep="\n"))
    sys.stderr.flush()
    try:
        if reply := sys.stdin.readline():
            return reply.strip()
        raise KeyboardInterrupt  # Ctrl-D
    except KeyboardInterrupt:
        say("")
        raise


def _counts(column: Column) -> str:
    counts = profile_column(column)
    filled = counts.records - counts.missing
    if not counts.distinct:
        return "empty"
    kind = "date" if counts.dates == 1 else "number" if counts.numeric == 1 else "value"
    told = counted(counts.distinct, f"different {kind}")
    if counts.distinct == filled > 1:
        told = f"{counted(filled, kind)}, all different"
    if counts.uniques and counts.distinct < filled:
        told += f", {counts.uniques:,} of them once only"
    return told + (f"; missing in {counted(counts.missing, 'record')}" if counts.missing else "")


def _values(column: Column) -> list[str]:
    """The most frequent values, shortened and escaped, so that they fit on the screen and cannot control it."""
    told = [(int(n), value) for value, n in zip(column.values, column.counts, strict=True) if value != MISSING]
    commonest = sorted(told, key=lambda pair: (-pair[0], pair[1]))[:_SHOWN]
    return [f"      {n:>7,}  {_one_line(value)}" for n, value in commonest] or ["      no values"]


def _one_line(text: str) -> str:
    shown = text if text.isprintable() else repr(text)
    return shown if len(shown) <= _LONGEST else shown[: _LONGEST - 1] + "…"
