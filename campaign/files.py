"""Files of every format with bytes changed, and the small files beside a policy: a clear refusal, or a plan.

Libraries that read binary files believe lengths that are written there, so memory is limited meanwhile.
"""

import json
import resource
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from campaign import formats, vocabularies
from campaign.case import Chance, Outcome, Shared, chance
from campaign.commands import run
from campaign.hostile import changed, check

SHARING = 16
"""So many cases have one sound file."""

_MEMORY = 6 << 30


@dataclass
class Sound:
    """A file of a format that can be read, and its policy."""

    file: Path
    policy: Path


def _sound(number: int, folder: Path) -> Sound:
    rnd, way = chance("files sound", number), formats.WAYS[number % len(formats.WAYS)]
    found, told = formats.make(rnd, way)
    file, policy = formats.write(rnd, found, way, folder), folder / "policy.json"
    policy.write_text(json.dumps({"k": 2, "seed": 1, "attributes": told}))
    return Sound(file, policy)


FILES = Shared(_sound)


@contextmanager
def limited() -> Iterator[None]:
    """Let this process address no more than some gigabytes for a while."""
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


def table(rnd: Chance, folder: Path, sound: Sound) -> list[str]:
    """A table of some format, of which bytes were changed."""
    if sound.file.is_dir():
        file = folder / "in"
        shutil.copytree(sound.file, file)
        victim = rnd.choice(sorted(file.iterdir()))
    else:
        file = victim = folder / sound.file.name
        shutil.copy(sound.file, file)
    victim.write_bytes(changed(rnd, victim.read_bytes()))
    return ["anonymise", str(file), "--policy", str(sound.policy), "-o", str(folder / "out"), "-q", "--dry-run"]


def hierarchy(rnd: Chance, folder: Path, sound: Sound) -> list[str]:  # noqa: ARG001
    """A hierarchy of which bytes were changed."""
    names = list(vocabularies.parents(rnd.choice(rnd.vocabularies)))[:12]
    text = rnd.choice([
        "\n".join(f"{name};{names[at // 3]}x;*" for at, name in enumerate(names)) + "\n",
        "\n".join(f"{name},{names[at // 2]}" for at, name in enumerate(names, start=1)) + "\n",
        json.dumps({"*": {f"{name}x": {name: None} for name in names}}),
    ])  # fmt: skip
    file = folder / "h.csv"
    file.write_bytes(changed(rnd, text.encode()))
    return ["hierarchy", "score", str(file), "--json", "--unknown", "root"]


def beside(rnd: Chance, folder: Path, sound: Sound) -> list[str]:  # noqa: ARG001
    """A mapping, abbreviations or counts beside a policy, of which bytes were changed."""
    key, text = rnd.choice([
        ("mapping", "value,concept,attribute\ngraz,city,q0\nwien,nurse#1,q0\n"),
        ("abbreviations", "abbreviation,meaning\nrn,nurse\nmd,doctor\n"),
        ("knowledge.w.ic", "nurse 7\nbaker 3\n"),
    ])  # fmt: skip
    file = folder / "side.csv"
    file.write_bytes(changed(rnd, text.encode()))
    table = folder / "in.csv"
    table.write_text("job,ill\n" + "nurse,flu\nbaker,hiv\n" * 4)
    policy = {"k": 2, "knowledge": {"w": {"source": "wordnet"}}, "measure": "lin" if "." in key else "path"}
    policy["attributes"] = {"job": {"role": "quasi", "kind": "semantic", "knowledge": "w"}, "ill": "sensitive"}
    (folder / "policy.json").write_text(json.dumps(policy))
    words = ["anonymise", str(table), "--policy", str(folder / "policy.json"), "--set", f"{key}={file}"]
    return [*words, "-o", str(folder / "out"), "-q", "--dry-run"]


TARGETS = (table, table, table, table, hierarchy, beside)


def case(seed: int, folder: Path) -> Outcome:
    """Give a broken file to a command and look at how it ends."""
    rnd, (sound, _) = chance("files", seed), FILES.get(seed // SHARING, folder)
    target = TARGETS[seed % len(TARGETS)]
    outcome = Outcome(tried=sound.file.name.removeprefix("in.") if target is table else target.__name__)
    words = target(rnd, folder, sound)
    with limited():
        done = run(*words)
    check(done, words, folder, outcome)
    outcome.expect("CapacityError" not in done.output, "a broken file is taken for too large, or a library panicked")
    outcome.expect(not (folder / "out").exists(), "a plan writes something")
    return outcome
