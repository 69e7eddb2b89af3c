"""Commands that are killed, interrupted, out of space, shut out, without streams, or two at once.

Afterwards there is the earlier release or the whole new one, both folders belong together, files of others are there,
the exit code and the message are true, and after the next run no working folder is left.
"""

import errno
import hashlib
import json
import os
import shutil
import signal
import stat
from collections.abc import Callable
from pathlib import Path

from campaign.case import Chance, Outcome, chance
from campaign.child import Trouble, finish, start

ROWS = [
    f"{town},{20 + at % 7},{ill}"
    for at, (town, ill) in enumerate([(t, i) for t in "abcd" for i in ("flu", "hiv", "gout")])
]
TABLE = "town,age,ill\n" + "\n".join(ROWS) + "\n"
ATTRIBUTES = {
    "town": {"role": "quasi", "kind": "nominal"},
    "age": {"role": "quasi", "kind": "numeric"},
    "ill": "sensitive",
}
OLD, NEW = 2, 3  # the k of the earlier release and of the run that is troubled
PUBLIC = {"release.csv", "evidence.json", "report-public.html"}
PRIVATE = {"evidence.json", "report.html", "link.csv", "run.json"}

UNTOUCHED = ("Nothing was", "cannot be", "No folder", "is not replaced", "There is no file")
"""What a run says that has changed nothing."""

_earlier: list[Path] = []


def words(k: int, *more: str) -> list[str]:
    """The command of a run with a k."""
    return ["anonymise", "in.csv", "--policy", f"policy-{k}.json", "-o", "out", *more]


def prepare(folder: Path, earlier: bool) -> None:
    """Write the input, and an earlier release where one is wanted."""
    (folder / "in.csv").write_text(TABLE)
    for k in (OLD, NEW):
        asked = {"k": k, "method": "mdav", "attributes": ATTRIBUTES, "seed": 1}
        (folder / f"policy-{k}.json").write_text(json.dumps(asked))
    if not earlier:
        return
    if not _earlier or not _earlier[0].exists():
        made = folder / "earlier"
        made.mkdir()
        prepare(made, earlier=False)
        code = finish(start(words(OLD, "-q"), made, Trouble()))
        assert code == 0, (made / "run.err").read_text()
        kept = folder.parent / f"earlier-{os.getpid()}"
        made.rename(kept)
        _earlier[:] = [kept]
    for name in ("out", "out-private"):
        shutil.copytree(_earlier[0] / name, folder / name, copy_function=shutil.copy2)


def state(folder: Path, outcome: Outcome) -> int:
    """The k of the release that is there, 0 for none; whatever is neither whole nor consistent is broken."""
    out, private = folder / "out", folder / "out-private"
    if not out.exists():
        return 0
    for place, names in ((out, PUBLIC), (private, PRIVATE)):
        lacking = names - {one.name for one in place.iterdir()} if place.exists() else names
        if lacking:
            outcome.broken.append(f"{place.name} lacks {sorted(lacking)}")
            return -1
    public, complete = (json.loads((one / "evidence.json").read_bytes()) for one in (out, private))
    sums = {hashlib.sha256((out / "release.csv").read_bytes()).hexdigest()}
    sums |= {public["output"]["sha256"], complete["output"]["sha256"]}
    outcome.expect(len(sums) == 1, "release, public and private evidence do not belong together")
    outcome.expect(public["policy"]["k"] == complete["policy"]["k"], "the two folders are of different runs")
    outcome.expect(stat.S_IMODE(private.stat().st_mode) == 0o700, "the private folder is open to others")
    return int(public["policy"]["k"])


def left(folder: Path) -> list[str]:
    """Working folders that are still there."""
    return [one.name for one in folder.iterdir() if one.name.startswith(".semblant")]


def said(folder: Path, name: str = "run") -> str:
    """What a process said on standard error, and where it stood if it did not end."""
    files = (folder / f"{name}.err", folder / f"{name}.stack")
    return "".join(one.read_text("utf-8", "replace") for one in files if one.exists())


# --- what goes wrong ----------------------------------------------------------------------------------


def killed(rnd: Chance, folder: Path, outcome: Outcome) -> None:
    """SIGKILL before a random step on files."""
    earlier = _begin(rnd, folder)
    trouble = Trouble(moment=rnd.randint(1, 60), number=signal.SIGKILL)
    code = finish(start(words(NEW, "--force", "-q"), folder, trouble))
    outcome.expect(code in (0, -9), f"exit code {code}: {said(folder)[:200]}")
    work = left(folder)
    if not work:  # nothing is half done; while a working folder is there, only the next run can tell
        _one_of(folder, outcome, earlier, NEW if code == 0 else None)
    code = finish(start(words(OLD, "--force", "-q"), folder, Trouble(), "next"))
    outcome.expect(code == 0, f"the next run ends with {code}: {said(folder, 'next')[:200]}")
    outcome.expect(state(folder, outcome) == OLD, "the next run has not published")


def recovered(rnd: Chance, folder: Path, outcome: Outcome) -> None:
    """SIGKILL, then a run that is refused: the earlier release is back, or the new one is whole."""
    earlier = _begin(rnd, folder)
    finish(start(words(NEW, "--force", "-q"), folder, Trouble(moment=rnd.randint(20, 60), number=signal.SIGKILL)))
    code = finish(start(words(OLD, "-q"), folder, Trouble(), "next"))
    there = _one_of(folder, outcome, earlier, None if earlier or code else OLD)
    outcome.expect(code == (0 if there == OLD and not earlier else 2), f"the next run ends with {code} beside {there}")


def interrupted(rnd: Chance, folder: Path, outcome: Outcome) -> None:
    """SIGINT or SIGTERM at a random moment."""
    earlier = _begin(rnd, folder)
    everywhere = rnd.random() < 0.6
    moment = rnd.randint(1, 4000) if everywhere else rnd.randint(1, 60)
    number = rnd.choice([signal.SIGINT, signal.SIGINT, signal.SIGTERM])
    code = finish(start(words(NEW, "--force"), folder, Trouble(moment=moment, number=number, everywhere=everywhere)))
    text, there = said(folder), _one_of(folder, outcome, earlier, None)
    early = (-number, 1) if everywhere and moment < 400 else ()  # before the command has begun
    outcome.expect(code in (0, 130, *early), f"exit code {code}: {text[-200:]}")
    if code == 130 and "written" in text:
        truth = "was written before" if there == NEW else "Nothing was written"
        outcome.expect(truth in text, f"it says {text[-120:]!r}, and k = {there} is there")
    outcome.expect(code != 0 or there == NEW, "exit code 0 without the new release")
    outcome.expect("Traceback" not in text, f"a traceback: {text[-300:]}")


def no_space(rnd: Chance, folder: Path, outcome: Outcome) -> None:
    """A full disk at a random step on files."""
    earlier = _begin(rnd, folder)
    number = rnd.choice([errno.ENOSPC, errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EACCES, errno.EROFS])
    trouble = Trouble(moment=rnd.randint(1, 45), error=number)
    _refused(words(NEW, "--force", "-q"), folder, trouble, earlier, outcome)


def large_file(rnd: Chance, folder: Path, outcome: Outcome) -> None:
    """No file may grow beyond a size."""
    earlier = _begin(rnd, folder)
    trouble = Trouble(file_size=rnd.choice([2000, rnd.randint(2000, 60_000)]))
    _refused(words(NEW, "--force", "-q"), folder, trouble, earlier, outcome)


def shut_out(rnd: Chance, folder: Path, outcome: Outcome) -> None:
    """A folder in which this user may not write, or a cache."""
    earlier = _begin(rnd, folder)
    if rnd.random() < 0.5:
        folder.chmod(0o555)
        _refused(words(NEW, "--force", "-q"), folder, Trouble(humble=True), earlier, outcome, codes=(2,))
        folder.chmod(0o755)
        return
    trouble = Trouble(humble=True, cache="/proc/no-such-place/cache")
    code = finish(start(words(NEW, "--force", "-q"), folder, trouble))
    outcome.expect(code == 0, f"without a cache, exit code {code}: {said(folder)[:200]}")
    outcome.expect(state(folder, outcome) == NEW, "without a cache nothing is released")


def streams(rnd: Chance, folder: Path, outcome: Outcome) -> None:
    """Standard output or error that is closed, full, or read by nobody."""
    earlier = _begin(rnd, folder)
    out, err = rnd.choice(["file", "closed", "full", "gone"]), rnd.choice(["file", "file", "closed", "full", "gone"])
    more = rnd.choice([["-q"], [], ["--json"]])
    code = finish(start(words(NEW, "--force", *more), folder, Trouble(stdout=out, stderr=err)))
    expected = 2 if out == "full" else 0
    outcome.expect(code == expected, f"stdout {out}, stderr {err}, {more}: exit code {code}: {said(folder)[:200]}")
    outcome.expect(_one_of(folder, outcome, earlier, None) == NEW, "nothing was released")
    if out in ("full", "gone") and err == "file":
        outcome.expect("was written" in said(folder), f"it does not say that the release was written: {said(folder)!r}")
    outcome.expect("Traceback" not in said(folder), "a traceback")


def together(rnd: Chance, folder: Path, outcome: Outcome) -> None:
    """Several runs to one folder at once."""
    _begin(rnd, folder)
    number = rnd.choice([2, 2, 3])
    ks = [rnd.choice([OLD, NEW]) for _ in range(number)]
    running = [start(words(k, "--force", "-q"), folder, Trouble(), f"run{at}") for at, k in enumerate(ks)]
    codes = [finish(one) for one in running]
    for at, code in enumerate(codes):
        text = said(folder, f"run{at}")
        told = code == 0 or (code == 2 and "Another run is writing" in text)
        outcome.expect(told, f"exit code {code}: {text[:200]}")
    outcome.expect(0 in codes, "none of the runs came to its end")
    winners = {k for k, code in zip(ks, codes, strict=True) if code == 0}
    outcome.expect(state(folder, outcome) in winners, "what is there was made by none of them")


def foreign(rnd: Chance, folder: Path, outcome: Outcome) -> None:
    """Files of others in the folder, permissions that were set, links in the place of working folders."""
    _begin(rnd, folder, earlier=True)
    what = rnd.choice(["file", "private file", "folder", "permissions", "link", "target"])
    treasure = folder / "treasure"
    treasure.mkdir()
    (treasure / "evidence.json").write_text("mine")
    out = folder / "out"
    match what:
        case "file" | "folder" | "private file":
            mine = (folder / "out-private" if what == "private file" else out) / "notes.txt"
            mine.mkdir() if what == "folder" else mine.write_text("mine")
            code = finish(start(words(NEW, "--force", "-q"), folder, Trouble()))
            outcome.expect(code == 2 and "notes.txt" in said(folder), f"{what}: exit code {code}: {said(folder)[:200]}")
            outcome.expect(mine.exists() and state(folder, outcome) == OLD, "a file of others is lost, or the release")
        case "permissions":
            mode, inner = rnd.choice([(0o750, 0o640), (0o700, 0o600), (0o775, 0o664)])
            out.chmod(mode)
            (out / "release.csv").chmod(inner)
            code = finish(start(words(NEW, "--force", "-q"), folder, Trouble()))
            now = stat.S_IMODE(out.stat().st_mode), stat.S_IMODE((out / "release.csv").stat().st_mode)
            outcome.expect(code == 0 and now == (mode, inner), f"permissions {now} instead of {(mode, inner)}")
        case "link":
            prefix = f".semblant-{hashlib.sha256(b'out').hexdigest()[:12]}-"
            planted = folder / f"{prefix}planted"
            planted.symlink_to(treasure)
            code = finish(start(words(NEW, "--force", "-q"), folder, Trouble()))
            outcome.expect(code == 0 and state(folder, outcome) == NEW, f"exit code {code}")
            planted.unlink()
        case _:
            shutil.rmtree(out)
            out.symlink_to(treasure)
            code = finish(start(words(NEW, "--force", "-q"), folder, Trouble()))
            outcome.expect(code == 2 and out.is_symlink(), f"a link was replaced, exit code {code}")
    outcome.expect((treasure / "evidence.json").read_text() == "mine", "a file elsewhere is lost")


def starved(rnd: Chance, folder: Path, outcome: Outcome) -> None:
    """A limit of memory: far too low, just too low, or enough."""
    earlier = _begin(rnd, folder)
    limit = rnd.choice([rnd.randint(1200, 1900), rnd.randint(1900, 2300), 8000]) << 20
    code = finish(start(words(NEW, "--force", "-q"), folder, Trouble(memory=limit)))
    text, there = said(folder), _one_of(folder, outcome, earlier, None)
    outcome.expect(code in (0, 2), f"{limit >> 20} MB: exit code {code}: {text[-300:]}")
    told = code == 0 or ("CapacityError" in text and "ulimit" in text)
    outcome.expect(told, f"{limit >> 20} MB: {text[-300:]}")
    outcome.expect(code != 0 or there == NEW, "exit code 0 without the new release")


TROUBLES: tuple[Callable[[Chance, Path, Outcome], None], ...] = (
    killed, interrupted, no_space, killed, recovered, interrupted, no_space, large_file, streams, together, foreign,
    shut_out, starved,
)  # fmt: skip


def case(seed: int, folder: Path) -> Outcome:
    """Run a command into trouble and look at what it left."""
    rnd = chance("processes", seed)
    trouble = TROUBLES[seed % len(TROUBLES)]
    outcome = Outcome(tried=trouble.__name__)
    trouble(rnd, folder, outcome)
    work = left(folder)
    if work:
        code = finish(start(words(OLD, "--force", "-q"), folder, Trouble(), "last"))
        outcome.expect(
            not left(folder), f"working folders are left after the next run ({code}): {said(folder, 'last')}"
        )
    outcome.expect((folder / "in.csv").read_text() == TABLE, "the input was changed")
    return outcome


def _begin(rnd: Chance, folder: Path, earlier: bool | None = None) -> bool:
    earlier = rnd.random() < 0.7 if earlier is None else earlier
    prepare(folder, earlier)
    return earlier


def _one_of(folder: Path, outcome: Outcome, earlier: bool, expected: int | None) -> int:
    """The release that is there: the earlier one or the whole new one, or the one that is expected."""
    there = state(folder, outcome)
    allowed = {OLD if earlier else 0, NEW} if expected is None else {expected}
    outcome.expect(there in allowed, f"k = {there} is there, expected one of {sorted(allowed)}")
    return there


def _refused(
    asked: list[str], folder: Path, trouble: Trouble, earlier: bool, outcome: Outcome, codes: tuple[int, ...] = (0, 2)
) -> None:
    """A run that fails with an error of the system, or is not concerned."""
    code = finish(start(asked, folder, trouble))
    text, there = said(folder), _one_of(folder, outcome, earlier, None)
    outcome.expect(code in codes, f"{trouble}: exit code {code}: {text[:300]}")
    if code == 0:
        outcome.expect(there == NEW, f"exit code 0 without the new release: {text[:200]}")
    elif text:
        truth = "was written before" in text if there == NEW else any(words in text for words in UNTOUCHED)
        outcome.expect(truth, f"it says {text[:250]!r}, and k = {there} is there")
    outcome.expect("Traceback" not in text and "should not" not in text, f"{trouble}: {text[-300:]}")
