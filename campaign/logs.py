"""Random search logs by every method and option, counted by the independent counter."""

from pathlib import Path
from typing import Any

from campaign import columns, counter, vocabularies
from campaign.case import Chance, Outcome, chance, noted
from campaign.tables import Made
from semblant.catalogue import CATALOGUE
from semblant.release.pipeline import anonymise_file

METHODS = tuple(CATALOGUE["log"])


def make(rnd: Chance, method: str) -> Made:
    """A random search log with its policy."""
    number, users = rnd.choice(rnd.vocabularies), rnd.choice([4, 8, 15])
    words = list(vocabularies.parents(number))
    rnd.shuffle(words)
    words = words[: rnd.randint(2, len(words))] + ["qqxw", "123"][: rnd.choice([0, 0, 2])]
    rows = []
    for _ in range(rnd.choice([8, 20, 50])):
        query = " ".join(columns.skewed(rnd, words, rnd.choice([1, 1, 1, 2, 3])))
        when = f"2006-0{rnd.randint(3, 5)}-{rnd.randint(1, 28):02} 1{rnd.randrange(10)}:{rnd.randrange(60):02}:00"
        url = rnd.choice(["", "http://a.example", "http://b.example", "http://c.example/x"])
        rows.append([f"Zqx{rnd.randrange(users):03}", query, when, url])
    told = {"knowledge": f"vocabulary-{number:02}"}
    if rnd.random() < 0.6:
        told["unknown"] = rnd.choice(["nominal", "suppress"])
    policy: dict[str, Any] = {
        "shape": "log", "k": rnd.choice([2, 2, 3]), "seed": rnd.randrange(1000), "method": method,
        "log": {"user": "user", "text": "query", "time": "when", "url": "url"},
        "knowledge": {f"vocabulary-{number:02}": {"source": f"vocabulary-{number:02}.csv"}},
        "attributes": {"query": {"role": "quasi", "kind": "semantic", **told}}, **_options(rnd, method),
    }  # fmt: skip
    return Made(["user", "query", "when", "url"], rows, policy, {"query": number})


def _options(rnd: Chance, method: str) -> dict[str, Any]:
    entry, asked = CATALOGUE["log"][method], dict[str, Any]({"budget": 5})
    choices: dict[str, list[Any]] = {
        "measure": ["path", "wu-palmer", "ratio", "logsc", "equality"], "queries": ["phrases", "whole"],
        "ties": ["canonical", "random"], "blocks": [3, 6], "times": ["keep", "day", "drop"],
        "min_term_count": [1, 2, 4], "refine": [True, False], "kp": [1, 2],
    }  # fmt: skip
    asked |= {name: rnd.choice(v) for name, v in choices.items() if name in entry.options and rnd.random() < 0.3}
    if method == "log-korolova":
        asked |= {"d": rnd.choice([1, 3]), "K": rnd.choice([5.0, 8.0]), "b": rnd.choice([1.0, 2.0])}
    everywhere = {"rare": "publish", "order": rnd.choice(["keep", "shuffle"])}
    asked |= {name: value for name, value in everywhere.items() if rnd.random() < 0.2}
    return asked | ({} if entry.k_anonymous else {"accept": "not-k-anonymous"})


def case(seed: int, folder: Path) -> Outcome:
    """Anonymise a random log and count what was written."""
    method = METHODS[seed % len(METHODS)]
    made = make(chance("logs", seed), method)
    outcome = Outcome(tried=method)
    with noted(outcome, set(made.sheet.column("user"))):
        file, policy = made.write(folder)
        anonymise_file(file, policy, out=folder / "out", base=folder, reports=False)
    if outcome.refused or outcome.broken:
        outcome.expect(not (folder / "out").exists(), "something was written though it was refused")
        return outcome
    check(made, folder / "out", outcome)
    return outcome


def check(made: Made, out: Path, outcome: Outcome) -> None:
    """Count a released log: users who share each one, its order, and what few users asked."""
    content, policy = (out / "release.csv").read_bytes(), made.policy
    outcome.expect(
        b"Zqx" not in b"".join(one.read_bytes() for one in out.iterdir()), "users of the original are public"
    )
    sheet = counter.sheet(content)
    if policy["method"] == "log-korolova":
        outcome.expect(sheet.names == ["query", "count"], f"columns {sheet.names}")
        return
    kept = ["user", "query"] + ([] if policy.get("times") == "drop" else ["when"])
    outcome.expect(sheet.names == kept, f"columns {sheet.names} instead of {kept}")
    if policy["method"] == "log-poblete":
        _addresses(made, sheet, outcome)
        return
    shared = min(counter.logs(sheet, "user"), default=0)
    outcome.expect(shared >= policy["k"], f"a log is shared by {shared} users, promised {policy['k']}")
    if policy.get("order", "sorted") == "sorted":
        users = {user: [r[1:] for r in sheet.rows if r[0] == user] for user in dict.fromkeys(sheet.column("user"))}
        outcome.expect(all(rows == sorted(rows) for rows in users.values()), "the rows of a user are not sorted")
        outcome.expect(list(users.values()) == sorted(users.values()), "users are not sorted by their logs")
        outcome.expect(list(users) == [str(at + 1) for at in range(len(users))], "users are not numbered in order")
    least = policy.get("min_term_count") or (1 if policy.get("rare") == "publish" else policy["k"])
    few = [text for text in set(sheet.column("query")) if _askers(made, text) < least]
    outcome.expect(not few, f"{len(few)} queries of fewer than {least} users are published")


def _askers(made: Made, text: str) -> int:
    """How many users asked for a text, or for something below the concept that it names."""
    number, sought = made.meant["query"], counter.reader(text)
    below = {name for name in vocabularies.parents(number) if sought in vocabularies.above(number, name)} | {sought}
    pairs = zip(made.sheet.column("user"), made.sheet.column("query"), strict=True)
    return len({user for user, query in pairs if any(f" {one} " in f" {counter.reader(query)} " for one in below)})


def _addresses(made: Made, sheet: counter.Sheet, outcome: Outcome) -> None:
    """No two published queries may have led to one address."""
    led: dict[str, set[str]] = {}
    published = set(sheet.column("query"))
    for query, url in zip(made.sheet.column("query"), made.sheet.column("url"), strict=True):
        if url and query in published:
            led.setdefault(url, set()).add(query)
    outcome.expect(all(len(queries) == 1 for queries in led.values()), "two published queries led to one address")
