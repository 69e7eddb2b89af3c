"""Broken policies, vocabularies, tables and evidence: a clear refusal, nothing written, nothing quoted."""

import json
import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from typer.testing import CliRunner, Result

from campaign import tables, vocabularies
from campaign.case import Chance, Outcome, Shared, chance
from semblant.cli import app

WEIRD = ["", "null", "-1", "1e999", "[]", "{}", "[[[[", "'", "\t", "&a [*a]", "!!python/object:os.system x", "٣",
         "\u202e", "true", "2001-01-01", "0x10", "1_000", "~", "*", ">", "nan", "9" * 400, "x" * 5000]  # fmt: skip


# --- what is done to bytes --------------------------------------------------------------------------


def flip(rnd: Chance, content: bytes) -> bytes:
    """Some bytes become others."""
    changed = bytearray(content)
    for _ in range(rnd.randint(1, 8)):
        changed[rnd.randrange(len(changed))] = rnd.randrange(256)
    return bytes(changed)


def cut(rnd: Chance, content: bytes) -> bytes:
    """The end is missing."""
    return content[: rnd.randrange(len(content))]


def insert(rnd: Chance, content: bytes) -> bytes:
    """Something that belongs nowhere stands somewhere."""
    at = rnd.randrange(len(content))
    what = rnd.choice(
        [b"\0", b'"', b"\xff\xfe", b"\r", b"\n\n", b",,,,", b"\x1b[2J", b"\xef\xbb\xbf", bytes(64), b"a" * 200_000]
    )
    return content[:at] + what + content[at:]


def shuffle(rnd: Chance, content: bytes) -> bytes:
    """Lines in another order, some twice, some missing."""
    lines = content.splitlines(keepends=True)
    return b"".join(rnd.choices(lines, k=len(lines)))


def weird(rnd: Chance, content: bytes) -> bytes:
    """A word becomes something strange."""
    words = content.split(b" ")
    words[rnd.randrange(len(words))] = rnd.choice(WEIRD).encode()
    return b" ".join(words)


def nested(rnd: Chance, content: bytes) -> bytes:
    """Brackets in brackets in brackets."""
    depth, kind = rnd.choice([50, 1000, 100_000]), rnd.choice([b"[", b"{", b"(", b'{"a":', b"<a>", b"- "])
    return rnd.choice([kind * depth, content + b"\nx: " + kind * depth])


def noise(rnd: Chance, content: bytes) -> bytes:
    """Nothing but random bytes, or almost nothing."""
    return rnd.choice(
        [rnd.randbytes(len(content)), b"", b"\n", b"\0" * 100, b"\x1f\x8b" + rnd.randbytes(50), b"PK\x03\x04"]
    )


CHANGES: tuple[Callable[[Chance, bytes], bytes], ...] = (flip, cut, insert, shuffle, weird, nested, noise)


# --- what they are done to --------------------------------------------------------------------------


@dataclass
class Sound:
    """A table and its policy before they are broken, as files, and a release of it where one could be made."""

    file: Path
    policy: str
    secrets: set[str]
    released: bool


def _sound(number: int, folder: Path) -> Sound:
    made = tables.make(chance("hostile table", number), "auto" if number % 2 else None)
    made.policy |= {"order": "sorted", "formulas": "keep"} if number % 2 else {}
    file, _ = made.write(folder)
    (folder / "policy.json").write_text(json.dumps(made.policy))
    words = ["anonymise", str(file), "--policy", str(folder / "policy.json"), "-o", str(folder / "rel"), "-q"]
    lines = "\n".join(f"{name}: {json.dumps(value)}" for name, value in made.policy.items())
    return Sound(file, lines.replace(", ", ",\n  "), made.secrets, CliRunner().invoke(app, words).exit_code == 0)


TABLES = Shared(_sound)
SHARING = 32
"""So many cases have one table."""

PLANNED = ["--dry-run"]
"""Reads everything and masks nothing, which costs less."""


def policy(rnd: Chance, folder: Path, sound: Sound) -> list[str]:
    """A policy that was changed, for a table that was not."""
    for one in sound.file.parent.glob("vocabulary-*"):
        (folder / one.name).symlink_to(one)
    (folder / "policy.yaml").write_bytes(changed(rnd, sound.policy.encode()))
    words = ["anonymise", str(sound.file), "--policy", str(folder / "policy.yaml"), "-o", str(folder / "out"), "-q"]
    return words + PLANNED * (rnd.random() < 0.7)


def table(rnd: Chance, folder: Path, sound: Sound) -> list[str]:
    """A table that was changed, for a policy that was not."""
    file = folder / "in.csv"
    file.write_bytes(changed(rnd, sound.file.read_bytes()))
    given = str(sound.file.with_name("policy.json"))
    words = ["anonymise", str(file), "--policy", given, "-o", str(folder / "out"), "-q"]
    return words + PLANNED * (rnd.random() < 0.7)


def vocabulary(rnd: Chance, folder: Path, sound: Sound) -> list[str]:  # noqa: ARG001
    """A vocabulary of some format that was changed."""
    parents = vocabularies.parents(rnd.choice(rnd.vocabularies))
    ending = rnd.choice(["csv", "obo", "ttl", "owl", "txt"])
    file = folder / f"source.{ending}"
    text = _FORMATS[ending](parents)
    if rnd.random() < 0.3:  # a cycle
        names = list(parents)
        text = _FORMATS[ending]({**parents, names[0]: [names[-1]], names[-1]: [names[0]]})
    file.write_bytes(changed(rnd, text.encode()) if rnd.random() < 0.8 else text.encode())
    return ["knowledge", "info", str(file), "--json"]


def evidence(rnd: Chance, folder: Path, sound: Sound) -> list[str]:
    """A release of which a file was changed, given to verify, assess or a repeated run."""
    if not sound.released:
        return vocabulary(rnd, folder, sound)
    for name in ("rel", "rel-private"):
        shutil.copytree(sound.file.with_name(name), folder / name)
    private = folder / "rel-private"
    victim = rnd.choice(sorted([*(folder / "rel").iterdir(), *private.iterdir()]))
    victim.write_bytes(changed(rnd, victim.read_bytes()))
    given, out = str(sound.file.with_name("policy.json")), ["-o", str(folder / "out"), "-q"]
    link = ["--link", str(private / "link.csv")]
    return rnd.choice([
        ["verify", str(folder / "rel")],
        ["assess", str(sound.file), str(folder / "rel" / "release.csv"), "--policy", given, *link, "-q"],
        ["anonymise", "--replay", str(private), *out],
        ["anonymise", str(sound.file), "--policy", str(private / "evidence.json"), *out],
    ])  # fmt: skip


def _csv(parents: vocabularies.Parents) -> str:
    return "child,parent\n" + "".join(f"{child},{one}\n" for child, above in parents.items() for one in above)


def _obo(parents: vocabularies.Parents) -> str:
    terms = [
        f"[Term]\nid: X:{child}\nname: {child}\n" + "".join(f"is_a: X:{one} ! {one}\n" for one in above)
        for child, above in parents.items()
    ]
    return "format-version: 1.2\n\n" + "\n".join(terms)


def _turtle(parents: vocabularies.Parents) -> str:
    head = "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n@prefix x: <http://x.example/> .\n"
    lines = [f'x:{child} rdfs:label "{child}" .' for child in parents]
    return head + "\n".join(lines + [f"x:{c} rdfs:subClassOf x:{p} ." for c, above in parents.items() for p in above])


def _owl(parents: vocabularies.Parents) -> str:
    classes = "".join(
        f'<owl:Class rdf:about="http://x.example/{child}"><rdfs:label>{child}</rdfs:label>'
        + "".join(f'<rdfs:subClassOf rdf:resource="http://x.example/{one}"/>' for one in above) + "</owl:Class>\n"
        for child, above in parents.items()
    )  # fmt: skip
    spaces = (
        'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:owl="http://www.w3.org/2002/07/owl#" '
        'xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#"'
    )
    return f'<?xml version="1.0"?>\n<rdf:RDF {spaces}>\n{classes}</rdf:RDF>\n'


def _paths(parents: vocabularies.Parents) -> str:
    def way(name: str, seen: tuple[str, ...] = ()) -> str:
        above = [one for one in parents[name][:1] if one not in seen]
        return f"{way(above[0], (*seen, name))}/{name}" if above else name

    return "\n".join(map(way, parents)) + "\n"


_FORMATS = {"csv": _csv, "obo": _obo, "ttl": _turtle, "owl": _owl, "txt": _paths}
TARGETS = (policy, table, vocabulary, evidence)


def changed(rnd: Chance, content: bytes) -> bytes:
    """Bytes after one or two changes."""
    for change in rnd.sample(CHANGES, rnd.choice([1, 1, 2])):
        content = change(rnd, content) if content else content
    return content


def case(seed: int, folder: Path) -> Outcome:
    """Give something broken to a command and look at how it ends."""
    rnd = chance("hostile", seed)
    target, (sound, _) = TARGETS[seed % len(TARGETS)], TABLES.get(seed // SHARING, folder)
    outcome = Outcome(tried=target.__name__)
    here = Path.cwd()
    os.chdir(folder)
    try:
        words = target(rnd, folder, sound)
        done = CliRunner().invoke(app, words)
    finally:
        os.chdir(here)
    check(done, words, folder, outcome)
    return outcome


def check(done: Result, words: list[str], folder: Path, outcome: Outcome) -> None:
    """A command that was given something broken ends with a message and an exit code, quotes and leaves nothing."""
    said = done.output
    if done.exit_code:
        outcome.refused = f"exit {done.exit_code}"
        outcome.expect(not (folder / "out").exists(), "something was written though it was refused")
    outcome.expect(done.exit_code in (0, 1, 2), f"{words[0]} ends with exit code {done.exit_code}")
    crash = done.exception is not None and not isinstance(done.exception, SystemExit)
    outcome.expect(not crash and "Traceback" not in said, f"{words[0]} ends with {done.exception!r:.200}")
    if "in a way it should not" in said:
        outcome.broken.append(" ".join(said.split())[:200])
    outcome.expect("Zqx" not in said, "the message quotes a cell of the identifier")
    outcome.expect("\x1b[2J" not in said, "the message controls the terminal")
    left = [one.name for one in folder.iterdir() if one.name.startswith(".semblant")]
    outcome.expect(not left, "a working folder was left behind")
