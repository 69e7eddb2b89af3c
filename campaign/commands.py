"""Every command on one sound release: pipes, replays, plans, assessments, comparisons, reviews, explanations.

Each ends with 0, 1 or 2, says so in one form, shows no identifier, writes all or nothing, and agrees with the release.
"""

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from typer.testing import CliRunner, Result

from campaign import counter, tables
from campaign.case import Chance, Outcome, Shared, chance
from campaign.tables import Made
from semblant.catalogue import CATALOGUE
from semblant.cli import app
from semblant.data.formats import RELEASED
from semblant.data.source import _stdin

METHODS = tuple(name for name, entry in CATALOGUE["table"].items() if entry.k_anonymous)


@dataclass
class Sound:
    """A release that was made by the command, its policy, and where they lie."""

    made: Made
    folder: Path

    @property
    def policy(self) -> list[str]:
        return ["--policy", str(self.folder / "policy.json")]

    @property
    def file(self) -> str:
        return str(self.folder / "in.csv")

    @property
    def release(self) -> Path:
        return self.folder / "rel" / "release.csv"

    @property
    def link(self) -> list[str]:
        return ["--link", str(self.folder / "rel-private" / "link.csv")]


def _sound(number: int, folder: Path) -> Sound | Outcome:
    for attempt in range(100):
        rnd = chance("commands release", 100 * number + attempt)
        made = tables.make(rnd, rnd.choice(METHODS))
        made.write(folder)
        sound = Sound(made, folder)
        (folder / "policy.json").write_text(json.dumps(made.policy))
        done = run("anonymise", sound.file, *sound.policy, "-o", str(folder / "rel"), "-q")
        if done.exit_code == 0:
            return sound
        if wrong := troubles(done):
            return Outcome("anonymise", broken=wrong)
    return Outcome("anonymise", broken=["a hundred tables were refused"])


RELEASES = Shared(_sound)
SHARING = 12
"""So many cases have one release."""


def run(*words: str, given: bytes | None = None) -> Result:
    """Run a command in this process."""
    _stdin.cache_clear()
    return CliRunner().invoke(app, list(words), input=given)


def troubles(done: Result) -> list[str]:
    """What no command may do, whatever it was asked."""
    wrong = [] if done.exit_code in (0, 1, 2) else [f"exit code {done.exit_code}"]
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        wrong.append(f"ends with {done.exception!r:.200}")
    if "Traceback" in done.output or "in a way it should not" in done.output:
        wrong.append(" ".join(done.output.split())[:250])
    if "Zqx" in done.output:
        wrong.append("shows a cell of the identifier")
    return wrong


Command = Callable[[Chance, Sound, Path, Outcome], Result]


def piped(rnd: Chance, sound: Sound, folder: Path, outcome: Outcome) -> Result:
    """From standard input to standard output: the same bytes as from file to file, and an evidence of them."""
    to = rnd.choice([None, None, *RELEASED])
    words = [
        "anonymise",
        "-",
        *sound.policy,
        "-o",
        "-",
        "--evidence",
        str(folder / "out"),
        *(["--to", to] if to else []),
    ]
    done = run(*words, *rnd.choice([[], ["-q"]]), given=Path(sound.file).read_bytes())
    if done.exit_code:
        return done
    content = done.stdout_bytes
    if to is None:
        outcome.expect(content == sound.release.read_bytes(), "the pipe gives other bytes than the file")
    stated = json.loads((folder / "out" / "evidence.json").read_bytes())["output"]["sha256"]
    outcome.expect(hashlib.sha256(content).hexdigest() == stated, "stdout is not what the evidence is about")
    there = {one.name for one in (folder / "out").iterdir()}
    outcome.expect(there == {"evidence.json", "report-public.html"}, f"{sorted(there)} beside a pipe")
    elsewhere = folder / f"release.{to or 'csv'}"
    elsewhere.write_bytes(content)
    held = run("verify", str(folder / "out"), "--release", str(elsewhere))
    outcome.expect(held.exit_code == 0, f"verify refuses what came through the pipe: {held.output[:200]}")
    return done


def replayed(rnd: Chance, sound: Sound, folder: Path, outcome: Outcome) -> Result:  # noqa: ARG001
    """An earlier run made again gives the same bytes."""
    done = run("anonymise", "--replay", str(sound.folder / "rel-private"), "-o", str(folder / "out"), "-q")
    outcome.expect(done.exit_code == 0, f"a replay is refused: {done.output[:200]}")
    if done.exit_code == 0:
        same = (folder / "out" / "release.csv").read_bytes() == sound.release.read_bytes()
        outcome.expect(same, "a replay gives other bytes")
    return done


def from_evidence(rnd: Chance, sound: Sound, folder: Path, outcome: Outcome) -> Result:  # noqa: ARG001
    """The complete evidence serves as a policy, and promises the same."""
    given = str(sound.folder / "rel-private" / "evidence.json")
    done = run("anonymise", sound.file, "--policy", given, "-o", str(folder / "out"), "-q")
    if done.exit_code == 0:
        before, after = (_rules(one) for one in (sound.folder / "rel", folder / "out"))
        outcome.expect(before == after, "the evidence as a policy makes other rules")
    public = run("anonymise", sound.file, "--policy", str(sound.folder / "rel" / "evidence.json"), "-o", "never")
    outcome.expect(public.exit_code == 2, f"the public evidence as a policy ends with {public.exit_code}")
    return done


def _rules(out: Path) -> dict[str, Any]:
    """The published rules, but for the levels that happen to be released."""
    rules: dict[str, Any] = json.loads((out / "evidence.json").read_bytes())["policy"]
    for one in rules["attributes"].values():
        one.pop("levels", None)
    return rules


def planned(rnd: Chance, sound: Sound, folder: Path, outcome: Outcome) -> Result:
    """A plan writes nothing."""
    more = rnd.choice([[], ["--json"]])
    done = run("anonymise", sound.file, *sound.policy, "-o", str(folder / "out"), "--dry-run", *more)
    outcome.expect(done.exit_code == 0, f"a plan is refused: {done.output[:200]}")
    outcome.expect(not any(folder.iterdir()), "a plan writes something")
    return done if not more else _parsed(done, outcome)


def assessed(rnd: Chance, sound: Sound, folder: Path, outcome: Outcome) -> Result:
    """An assessment agrees with the run, whatever else is asked."""
    quasi = counter.told(sound.made.policy, "quasi")
    bound = rnd.choice([["k>=1", 0], ["k>=100000", 1], ["risk<=100", 0], [f"loss.{quasi[0]}<=100", None], None])
    more = [*(["--require", bound[0]] if bound else [])]
    more += rnd.choice([[], ["--known", rnd.choice(quasi)], ["--clusters", "2"], ["--junit", str(folder / "j.xml")]])
    words = ["assess", sound.file, str(sound.release), *sound.policy, *sound.link, "--json", *more]
    done = run(*words, *rnd.choice([[], ["-q"]]))
    if bound and bound[1] is not None and "--known" not in more:
        outcome.expect(done.exit_code == bound[1], f"{more} ends with {done.exit_code}: {done.output[:200]}")
    if (folder / "j.xml").exists():
        ElementTree.parse(folder / "j.xml")
    if done.exit_code == 2:
        return done
    complete = json.loads((sound.folder / "rel-private" / "evidence.json").read_bytes())
    found = json.loads(done.stdout)
    if "--known" not in more and "--clusters" not in more:
        for name in ("privacy", "utility", "risk"):
            outcome.expect(found[name] == complete[name], f"assess finds another {name} than the run")
    return done


def verified(rnd: Chance, sound: Sound, folder: Path, outcome: Outcome) -> Result:
    """A published release passes, in words, as JSON and as JUnit XML."""
    more = rnd.choice([[], ["--json"], ["--junit", str(folder / "j.xml")]])
    done = run("verify", str(sound.folder / "rel"), *more)
    outcome.expect(done.exit_code == 0, f"an honest release is refused: {done.output[:200]}")
    if more[:1] == ["--junit"]:
        ElementTree.parse(folder / "j.xml")
    return done if more != ["--json"] else _parsed(done, outcome)


def compared(rnd: Chance, sound: Sound, folder: Path, outcome: Outcome) -> Result:
    """Several methods side by side: a row for each, with the figures of single runs."""
    methods = rnd.sample(METHODS, 2)
    more = rnd.choice([[], ["--suggest", "k>=2, least loss"]])
    words = ["compare", sound.file, *sound.policy, "--methods", ",".join(methods), "--k", "2", "--jobs", "1"]
    done = run(*words, "-o", str(folder / "cmp"), "--json", "-q", *more)
    if done.exit_code == 0:
        rows = json.loads(done.stdout)
        rows = rows if isinstance(rows, list) else rows["runs"]
        outcome.expect(len(rows) <= len(methods), "more rows than methods")
    return done


def suggested(rnd: Chance, sound: Sound, folder: Path, outcome: Outcome) -> Result:
    """A suggested policy can be read, and is either fine or refused with a reason."""
    policy = folder / "policy.yaml"
    done = run("init", sound.file, "-o", str(policy), "--yes", "-q", "--delimiter", sound.made.delimiter,
               "--encoding", sound.made.encoding, *rnd.choice([[], ["--k", "3"], ["--json"]]))  # fmt: skip
    if done.exit_code or not policy.exists():
        return done
    outcome.expect("Zqx" not in policy.read_text("utf-8"), "the suggested policy quotes an identifier")
    words = ["anonymise", sound.file, "--policy", str(policy), "-o", str(folder / "out"), "-q", "--dry-run"]
    then = run(*words)
    outcome.broken += troubles(then)
    return done


def explained(rnd: Chance, sound: Sound, folder: Path, outcome: Outcome) -> Result:  # noqa: ARG001
    """Why a row says what it says; a row that is not there is refused."""
    rows = len(sound.made.rows)
    row = rnd.choice([1, rows, rnd.randint(1, rows), 0, rows + 1, -3])
    done = run("explain", str(sound.folder / "rel-private"), "--row", str(row), *rnd.choice([[], ["--json"]]))
    if not 1 <= row <= rows:
        outcome.expect(done.exit_code == 2, f"row {row} of {rows} ends with {done.exit_code}")
    return done


def mapped(rnd: Chance, sound: Sound, folder: Path, outcome: Outcome) -> Result:
    """A review of meanings can go back in; with hashes it shows no value."""
    review = folder / "review.csv"
    more = rnd.choice([[], ["--no-values"]])
    done = run("map", sound.file, *sound.policy, "-o", str(review), "-q", *more)
    if done.exit_code == 0 and review.exists():
        words = ["anonymise", sound.file, *sound.policy, "--set", f"mapping={review}", "--dry-run", "-q"]
        then = run(*words)
        outcome.broken += troubles(then)
        outcome.expect(then.exit_code == 0, f"its own review is refused: {then.output[:250]}")
    return done


def flagged(rnd: Chance, sound: Sound, folder: Path, outcome: Outcome) -> Result:  # noqa: ARG001
    """Flags in place of a policy, or beside it, or that make no sense."""
    quasi = counter.told(sound.made.policy, "quasi")
    how = ["--set", f"delimiter={sound.made.delimiter}", "--set", f"encoding={sound.made.encoding}"]
    words = rnd.choice([
        ["--qi", ",".join(quasi), "--others", rnd.choice(["keep", "drop"]), *how],
        ["--qi", "no such column", "--others", "drop", *how],
        [*sound.policy, "--k", rnd.choice(["2", "4", "1", "-5", "10000", "x"])],
        [*sound.policy, "--method", rnd.choice([*METHODS, "none", ""])],
        [*sound.policy, "--set", rnd.choice(["rare=publish", "k=two", "attributes.q0.weight=3", "a.b=1", "=", "seed"])],
        [*sound.policy, "--order", rnd.choice(["keep", "shuffle", "sorted", "up"])],
        [*sound.policy, "--to", rnd.choice([*RELEASED, "docx"])],
        [*sound.policy, "--measure", rnd.choice(["path", "edit", "lin", "far"])],
    ])  # fmt: skip
    return run("anonymise", sound.file, *words, "-o", str(folder / "out"), "-q", *rnd.choice([[], ["--json"]]))


def built(rnd: Chance, sound: Sound, folder: Path, outcome: Outcome) -> Result:
    """A hierarchy for a column can be scored, and used."""
    name = rnd.choice(counter.told(sound.made.policy, "quasi"))
    file = folder / "h.csv"
    rules = sound.made.policy["attributes"][name]
    kind = ["--kind", rules["kind"]] if rules["kind"] in ("numeric", "date") else []
    source = rules.get("knowledge", "wordnet")
    given = source if source == "wordnet" else str(sound.folder / f"{source}.csv")
    done = run("hierarchy", "build", sound.file, "--column", name, "-o", str(file), "--knowledge", given, *kind,
               *rnd.choice([[], ["--unknown", "root"], ["--levels", "3"]]))  # fmt: skip
    if done.exit_code == 0 and not kind:
        then = run("hierarchy", "score", str(file), "--knowledge", given, "--json")
        outcome.broken += troubles(then)
    return done


COMMANDS: tuple[Command, ...] = (
    piped, replayed, from_evidence, planned, assessed, verified, compared, suggested, explained, mapped, flagged, built,
)  # fmt: skip


def _parsed(done: Result, outcome: Outcome) -> Result:
    """A command that was asked for JSON prints one document."""
    try:
        json.loads(done.stdout)
    except ValueError:
        outcome.broken.append(f"this is no JSON: {done.stdout[:100]!r}")
    return done


def case(seed: int, folder: Path) -> Outcome:
    """Run one command on a release, and see whether it agrees with it."""
    rnd, (sound, kept) = chance("commands", seed), RELEASES.get(seed // SHARING, folder)
    if isinstance(sound, Outcome):
        return sound
    command = COMMANDS[seed % len(COMMANDS)]
    outcome, before = Outcome(tried=command.__name__), _state(kept)
    done = command(rnd, sound, folder, outcome)
    outcome.broken += troubles(done)
    if done.exit_code:
        outcome.refused = f"exit {done.exit_code}"
        outcome.expect(not (folder / "out").exists(), "something was written though it was refused")
    outcome.expect(_state(kept) == before, "the release or the input was changed")
    left = [one.name for one in folder.iterdir() if one.name.startswith(".semblant")]
    outcome.expect(not left, "a working folder was left behind")
    return outcome


def _state(folder: Path) -> dict[str, Any]:
    return {str(one): one.stat().st_mtime_ns for one in folder.rglob("*") if one.is_file()}
