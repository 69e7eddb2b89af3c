"""The grid is measured as the releases would be, goes on where it stopped, and writes figures only."""

import json
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest

from semblant.data.table import Table
from semblant.errors import OutputError, PolicyError
from semblant.policy.file import build_policy, read_policy
from semblant.policy.model import AnalysisTask, Policy
from semblant.release import compare as module
from semblant.release import runs as runs_module
from semblant.release.assess import assess_release
from semblant.release.compare import RUNS, Comparison, check_folder, compare
from semblant.release.pipeline import anonymise_file, read_input
from semblant.release.runs import Run, measure

JOBS = ["surgeon", "nurse", "dentist", "baker", "cook", "butcher", "painter", "sculptor"]
POLICY = Policy.model_validate(
    {
        "k": 3,
        "seed": 1,
        "others": "keep",
        "attributes": {
            "id": "identifier",
            "job": {"role": "quasi", "kind": "semantic", "knowledge": "wordnet"},
            "town": {"role": "quasi", "kind": "nominal"},
        },
    }
)


@pytest.fixture
def people(tmp_path: Path) -> Path:
    file = tmp_path / "people.csv"
    rows = [f"p{i},{JOBS[i * 7 % 8]},T{i % 3},{(i * 7 + 3) % 40}" for i in range(40)]
    file.write_text("\n".join(["id,job,town,note", *rows]) + "\n")
    return file


def test_every_figure_is_that_of_the_release_it_stands_for(people: Path, tmp_path: Path) -> None:
    found = compare(people, POLICY, ["s-mdav", "mdav-mode"], [5, 2], jobs=1)
    assert [(r.method, r.k) for r in found.runs] == [("s-mdav", 2), ("s-mdav", 5), ("mdav-mode", 2), ("mdav-mode", 5)]
    for one in found.runs:
        evidence = anonymise_file(people, found.policy_of(one), out=tmp_path / f"{one.method}{one.k}").evidence
        assert one.loss_percent == pytest.approx(evidence.utility.loss_percent)
        assert one.record_linkage_percent == pytest.approx(evidence.risk.record_linkage_percent)
        assert one.semantic_record_linkage_percent == pytest.approx(evidence.risk.semantic_record_linkage_percent)
        assert (one.k_achieved, one.prosecutor_max) == (evidence.privacy.k_achieved, evidence.risk.prosecutor_max)


def test_what_analyses_keep_is_that_of_the_release(tmp_path: Path) -> None:
    pytest.importorskip("sklearn", reason="pip install scikit-learn")
    file = tmp_path / "pay.csv"
    file.write_text("age,town,pay\n" + "".join(f"{i * 7 % 60},T{i % 3},{1000 + 9 * (i * 7 % 60)}\n" for i in range(90)))
    policy = Policy.model_validate(
        {
            "k": 3,
            "seed": 1,
            "attributes": {
                "age": {"role": "quasi", "kind": "numeric"},
                "town": {"role": "quasi", "kind": "nominal"},
                "pay": "sensitive",
            },
            "analyses": [{"target": "pay", "by": ["age"]}],
        }
    )
    found = compare(file, policy, ["auto"], [3, 12], jobs=1)
    for one in found.runs:
        told = anonymise_file(file, found.policy_of(one), out=tmp_path / f"out{one.k}").evidence.analysis
        assert one.query_error_percent == pytest.approx(100 * told.queries.median)
        assert one.propensity_error == pytest.approx(told.propensity_error)
        assert [task.after for task in one.tasks] == [pytest.approx(task.after) for task in told.tasks]
    taken = found.suggest("least loss of pay ~ age").run
    assert taken.tasks[0].after == max(one.tasks[0].after for one in found.runs)
    assert "Model of pay by age" in found.page()


def test_a_model_of_a_column_that_is_not_released_is_refused_before_masking(people: Path) -> None:
    policy = POLICY.model_copy(update={"analyses": (AnalysisTask(target="note", by=("id",)),)})
    for run in (lambda: compare(people, policy, ["auto"], [3], jobs=1), lambda: read_input(people, policy)):
        with pytest.raises(PolicyError, match="'id' cannot be analysed"):
            run()


def test_all_methods_are_judged_alike(tmp_path: Path) -> None:
    """MDAV combines columns in a way of its own, by which its loss could not be set beside the others'."""
    file = tmp_path / "ages.csv"
    file.write_text("age,town\n" + "".join(f"{i * i % 90},T{i % 4}\n" for i in range(30)))
    kinds = {"age": {"role": "quasi", "kind": "numeric"}, "town": {"role": "quasi", "kind": "nominal"}}
    policy = Policy.model_validate({"k": 3, "attributes": kinds})
    (one,) = compare(file, policy, ["mdav"], [3], jobs=1).runs
    release = anonymise_file(file, policy.model_copy(update={"method": "mdav"}), out=tmp_path / "out")
    by_mean = policy.model_copy(update={"combine": "mean"})
    judged = assess_release(file, release.folder / "release.csv", by_mean, base=tmp_path, link=release.link)
    assert one.loss_percent == pytest.approx(judged.utility.loss_percent)
    assert one.loss_percent != pytest.approx(release.evidence.utility.loss_percent)


def test_several_processes_find_the_same(people: Path) -> None:
    def figures(found: Comparison) -> list[dict[str, object]]:
        return [one.model_dump(exclude={"seconds"}) for one in found.runs]

    alone, together = (compare(people, POLICY, ["s-mdav", "mdav-lcs"], [2, 4], jobs=jobs) for jobs in (1, 2))
    assert figures(alone) == figures(together)


def test_a_script_needs_no_guard_to_use_several_processes(people: Path, tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "import polars as pl, semblant as sb\n"
        f"people = pl.read_csv({str(people)!r}, infer_schema=False)\n"
        "roles = {'job': {'role': 'quasi', 'kind': 'nominal'}, 'town': {'role': 'quasi', 'kind': 'nominal'}}\n"
        "keys = {'attributes': roles, 'others': 'drop', 'suppression_limit': 1.0}\n"
        "print(len(sb.compare(people, ['mdav-mode', 'suppress'], [2], **keys).runs))\n"
    )
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=120, check=False)
    assert (done.stdout, done.stderr) == ("2\n", "")


def test_a_frame_is_compared_as_well() -> None:
    table = Table(pl.DataFrame({"job": JOBS * 3, "town": ["a", "b", "c"] * 8, "id": [str(i) for i in range(24)]}))
    found = compare(table, POLICY, ["s-mdav"], [3], jobs=1)
    assert (found.records, found.runs[0].k_achieved) == (24, 3)


def test_what_cannot_be_reached_is_told_beside_what_can(people: Path) -> None:
    fine, beyond = compare(people, POLICY, ["s-mdav"], [3, 41], jobs=1).runs
    assert fine.measured
    assert (beyond.measured, beyond.loss_percent) == (False, None)
    assert "41" in str(beyond.reason)


@pytest.mark.parametrize(
    ("methods", "ks", "told"), [(["no-such"], [2], "no-such"), (["auto"], [1], "at least 2. Got 1")]
)
def test_what_cannot_be_is_refused_before_anything_runs(
    people: Path, tmp_path: Path, methods: list[str], ks: list[int], told: str
) -> None:
    with pytest.raises(PolicyError, match=told):
        compare(people, POLICY, methods, ks, out=tmp_path / "out", jobs=1)
    assert not (tmp_path / "out").exists()


def test_an_interrupted_comparison_goes_on_where_it_stopped(
    people: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, made = tmp_path / "out", []

    def until_the_third(source: Path, policy: Policy, base: Path) -> Run:
        if len(made) == 2:
            raise KeyboardInterrupt
        made.append(policy.k)
        return measure(source, policy, base)

    monkeypatch.setattr(module, "measure", until_the_third)
    with pytest.raises(KeyboardInterrupt):
        compare(people, POLICY, ["s-mdav"], [2, 3, 4], out=out, jobs=1)
    assert len(list((out / RUNS).iterdir())) == 2
    again: list[int] = []
    monkeypatch.setattr(module, "measure", lambda s, p, b: again.append(p.k) or measure(s, p, b))
    found = compare(people, POLICY, ["s-mdav"], [2, 3, 4], out=out, jobs=1)
    assert (made, again) == ([2, 3], [4])
    assert [one.k for one in found.runs] == [2, 3, 4]


def test_other_data_another_policy_or_a_changed_mapping_are_run_anew(people: Path, tmp_path: Path) -> None:
    (tmp_path / "map.csv").write_text("value,concept\nsurgeon,surgeon\n")
    policy = POLICY.model_copy(update={"mapping": "map.csv"})
    out = tmp_path / "out"

    def kept(policy: Policy) -> int:
        compare(people, policy, ["s-mdav"], [3], out=out, base=tmp_path, jobs=1)
        return len(list((out / RUNS).iterdir()))

    assert kept(policy) == 1
    assert kept(policy) == 1
    assert kept(policy.model_copy(update={"loss_measure": "wu-palmer"})) == 2
    (tmp_path / "map.csv").write_text("value,concept\nsurgeon,nurse\n")
    assert kept(policy) == 3
    runs_module._read.cache_clear()
    people.write_text(people.read_text() + "p40,nurse,T0,9\n")
    assert kept(policy) == 4


def test_only_figures_are_written_and_the_seed_is_not_among_them(people: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    secret = POLICY.model_copy(update={"seed": 918_273_645})
    found = compare(people, secret, ["s-mdav"], [3], out=out, jobs=1)
    (kept,) = (out / RUNS).iterdir()
    assert set(json.loads(kept.read_text())) == set(Run.model_fields)
    for text in (kept.read_text(), found.page(), json.dumps(found.rows())):
        assert "918273645" not in text
        assert not any(f"p{i}," in text for i in range(40))
    other = compare(people, POLICY, ["s-mdav"], [3], out=out, jobs=1)
    assert [p.name for p in (out / RUNS).iterdir()] == [kept.name]
    assert other.runs == found.runs


def test_a_broken_state_is_made_again(people: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    first = compare(people, POLICY, ["s-mdav"], [3], out=out, jobs=1)
    (kept,) = (out / RUNS).iterdir()
    kept.write_text('{"method": "s-md')
    again = compare(people, POLICY, ["s-mdav"], [3], out=out, jobs=1)
    assert again.runs[0].loss_percent == first.runs[0].loss_percent
    assert Run.model_validate_json(kept.read_text()) == again.runs[0]


def test_a_folder_of_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("precious")
    with pytest.raises(OutputError, match="no comparison's"):
        check_folder(tmp_path, force=True)
    with pytest.raises(OutputError, match="a file of this name"):
        check_folder(tmp_path / "mine.txt")
    check_folder(tmp_path / "new")
    (tmp_path / "old" / RUNS).mkdir(parents=True)
    (tmp_path / "old" / RUNS / "a.json").write_text("{}")
    check_folder(tmp_path / "old")
    assert (tmp_path / "old" / RUNS / "a.json").exists()
    check_folder(tmp_path / "old", force=True)
    assert not (tmp_path / "old" / RUNS / "a.json").exists()


@pytest.mark.parametrize(
    ("example", "methods", "k"),
    [("baskets", ["set-mdav", "top-down"], 5), ("searchlog", ["log-mdav", "log-korolova", "log-poblete"], 3)],
)
def test_sets_and_logs_are_compared_too(
    examples: Path, tmp_path: Path, example: str, methods: list[str], k: int
) -> None:
    base, file = examples / example, tmp_path / f"{example}.csv"
    file.write_text("".join((base / file.name).read_text("utf-8").splitlines(keepends=True)[:300]), "utf-8")
    more = {"seed": 4, "accept": "not-k-anonymous", "order": "shuffle", "rare": "publish"}
    policy = build_policy(read_policy(base / "policy.yaml"), more)
    found = compare(file, policy, methods, [k], base=base, jobs=1)
    assert [one.method for one in found.runs] == methods
    first = found.runs[0]
    kept = found.policy_of(first).model_copy(update={"order": "keep"})
    evidence = anonymise_file(file, kept, out=tmp_path / "out", base=base).evidence
    assert first.loss_percent == pytest.approx(evidence.utility.loss_percent)
    assert first.semantic_record_linkage_percent == pytest.approx(evidence.risk.semantic_record_linkage_percent)
    assert (first.k_achieved, first.prosecutor_max) == (evidence.privacy.k_achieved, evidence.risk.prosecutor_max)
    for one in found.runs[1:]:
        if one.method == "top-down":
            assert "set column alone" in str(one.reason)  # ages stand beside the baskets
        else:
            assert one.measured
    with pytest.raises(PolicyError, match="is not for shape"):
        compare(file, policy, ["sa-mdav"], [k], base=base, jobs=1)


def runs(*figures: tuple[str, int, float | None, float | None]) -> tuple[Run, ...]:
    return tuple(
        Run(method=m, k=k, loss_percent=loss, semantic_record_linkage_percent=risk, seconds=0.1)
        for m, k, loss, risk in figures
    )


def test_it_shows_itself_in_a_notebook_and_as_a_chart() -> None:
    made = runs(("auto", 2, 1.0, 9.0), ("auto", 5, 4.0, 3.0), ("mdav", 5, 5.0, 4.0), ("mdav", 99, None, None))
    found = Comparison(made, POLICY, 40, "people.csv")
    assert found.frontier == (True, True, False, False)
    table, _, drawn = found._repr_html_().partition("<svg")
    assert table.count("on the Pareto frontier") == 2
    chart = found.chart()
    assert f"<svg{drawn}" == chart.svg
    assert chart.description.count("on the Pareto frontier") == 2
    assert chart.svg.count('class="frontier"') == 1
    assert chart.svg.count("data-run=") == 3
    assert "k = 99" not in chart.svg


def test_a_run_that_loses_everything_is_not_on_the_frontier() -> None:
    runs = [Run(method=m, k=2, loss_percent=loss, semantic_record_linkage_percent=risk)
            for m, loss, risk in (("a", 20.0, 9.0), ("b", 130.0, 1.0))]  # fmt: skip
    assert Comparison(tuple(runs), Policy(), 9, "x").frontier == (True, False)
