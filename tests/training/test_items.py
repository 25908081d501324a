"""Scores per item from the files that programs write, to an answer in library and command."""

import json
import zipfile

import pandas as pd
import pytest

import mx2core as mx
from mx2core.cli.main import main
from mx2core.errors import ScoresError
from mx2core.exchange.scores.item_archives import pack_item_files
from mx2core.inference import item_t_test
from tests.corpus.some import zipped

N = 60
SCORES = {"A": [float(i % 5 < 4) for i in range(N)], "B": [float(i % 5 < 2) for i in range(N)]}


def table(**more):
    rows = [
        {"item": f"q{i}", "model": model, "score": scores[i]}
        | {name: column[i] for name, column in more.items()}
        for model, scores in SCORES.items()
        for i in range(N)
    ]
    return pd.DataFrame(rows)


def harness(folder, model, *, score="acc", hashes="h", filters=("none",), missing=()):
    path = folder / model / "samples_arc_easy_2026-01-02T03-04-05.678.jsonl"
    path.parent.mkdir(exist_ok=True)
    rows = [
        {"doc_id": i, "doc": {}, "resps": [], "filtered_resps": ["x"], "filter": filter_}
        | {"metrics": [score, "other"], "doc_hash": f"{hashes}{i}", score: SCORES[model][i], "other": 0.5}
        for i in range(N)
        for filter_ in filters
        if i not in missing
    ]
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return path


def inspect_log(model, epochs=2):
    return {
        "version": 2,
        "eval": {"task": "theory", "model": model},
        "samples": [
            {"id": i, "epoch": k, "scores": {"match": {"value": "C" if SCORES[model][i] else "I"}}}
            for i in range(N)
            for k in range(1, epochs + 1)
        ],
    }


def test_a_table_and_its_answer():
    found = mx.compare_items(table())
    plain = item_t_test(SCORES["A"], SCORES["B"])
    (one,) = found.tasks
    assert (found.a, found.b, one.answer) == ("A", "B", "A better")
    assert one.test.pvalue == plain.pvalue == one.holm == one.discovery
    assert (one.mean_a, one.mean_b) == pytest.approx((0.8, 0.4))


def test_forms_of_a_table_give_the_same():
    frame = table()
    lines = frame.to_json(orient="records", lines=True).encode()
    array = frame.to_json(orient="records").encode()
    excel = frame.to_csv(index=False, sep=";").encode("utf-8-sig")
    other = frame.rename(columns={"item": "question_id", "score": "correct"}).to_csv(index=False).encode()
    p = {mx.compare_items(one).tasks[0].test.pvalue for one in (frame, lines, array, excel, other)}
    assert len(p) == 1


def test_clusters_epochs_and_tasks():
    clustered = mx.compare_items(table(cluster=[i // 10 for i in range(N)])).tasks[0].test
    assert clustered.n_clusters == 6
    epochs = pd.concat([table().assign(epoch=1), table().assign(epoch=2)])
    assert mx.compare_items(epochs).tasks[0].test.epochs == (2, 2)
    with pytest.raises(ScoresError, match="has two scores"):
        mx.compare_items(pd.concat([table(), table()]))
    tasks = pd.concat([table().assign(task="one"), table().assign(task="two")])
    found = mx.compare_items(tasks)
    assert [one.task for one in found.tasks] == ["one", "two"]
    assert found.tasks[0].holm == pytest.approx(2 * found.tasks[0].test.pvalue)


def test_which_way_a_score_is_better_is_known_or_told():
    losses = table().rename(columns={"score": "loss"})
    found = mx.compare_items(losses, metric="loss")
    assert (found.tasks[0].answer, found.terms) == ("B better", ("B", "A"))
    assert found.tasks[0].test.mean == pytest.approx(-0.4)
    assert mx.compare_items(table(), smaller_is_better=True).tasks[0].answer == "B better"
    assert mx.compare_items(table(smaller_is_better=["true"] * N)).tasks[0].answer == "B better"
    assert mx.compare_items(table()).tasks[0].answer == "A better"
    with pytest.raises(ScoresError, match="disagree"):
        mx.compare_items(losses, metric="loss", smaller_is_better=False)


def test_the_command_takes_the_direction(printed, tmp_path):
    table().to_csv(path := tmp_path / "items.csv", index=False)
    assert "Intervals are of level 90%." in printed("test", path, "--alternative", "less")
    assert "B is better than A" in printed("test", path, "--smaller-is-better")


def test_an_item_is_in_one_cluster():
    frame = table(cluster=[i // 10 for i in range(N)])
    frame.loc[(frame.model == "B") & (frame.item == "q3"), "cluster"] = 5
    with pytest.raises(ScoresError, match="Item q3 has two clusters"):
        mx.compare_items(frame)


def test_tasks_share_alpha_in_equivalence_and_in_plans():
    frame = table()
    frame.loc[frame.model == "B", "score"] = SCORES["A"]
    frame.loc[(frame.model == "B") & (frame.item == "q3"), "score"] = 0.0
    one = mx.compare_items(frame, margin=0.09)
    ten = mx.compare_items(pd.concat([frame.assign(task=k) for k in range(10)]), margin=0.09)
    assert one.tasks[0].equivalent
    assert not any(task.equivalent for task in ten.tasks)
    assert ten.planned(ten.tasks[0]).detectable() > one.planned(one.tasks[0]).detectable()


def test_equivalent_within_a_margin():
    frame = table()
    frame.loc[frame.model == "B", "score"] = SCORES["A"]
    frame.loc[(frame.model == "B") & (frame.item == "q3"), "score"] = 0.0
    assert mx.compare_items(frame, margin=0.2).tasks[0].answer == "equivalent"
    assert mx.compare_items(frame).tasks[0].answer == "undecided"
    assert mx.compare_items(frame, margin=0.045).tasks[0].answer == "undecided"  # one of 60 differs


def test_models_that_never_differ_are_equivalent_where_items_are_many(run, tmp_path):
    """At 5% a change that changes nothing passes a gate from 3/δ items on."""
    frame = table()
    frame.loc[frame.model == "B", "score"] = SCORES["A"]
    found = mx.compare_items(frame, margin=0.05)
    assert found.tasks[0].answer == "equivalent"
    assert "equivalent within δ = 0.05" in str(found.summary())
    assert "90% interval -0.0499 to +0.0499 within" in str(found.meaning(found.tasks[0])[-1])
    for margin, status in (("0.05", 0), ("0.04", 3)):
        frame.to_csv(path := tmp_path / "items.csv", index=False)
        asked = ("test", path, "--margin", margin, "--require", "equivalent")
        assert run(*asked)[0] == status
        paragraph = json.loads(run(*asked, "--json")[1])["paragraph"]
        assert paragraph.startswith(
            "We compared the score of A and B on the same 60 items by a paired t-test"
        )
        assert ("found equivalence within" in paragraph) == (status == 0)
    pairs = frame.assign(cluster=[i // 2 for _ in "AB" for i in range(N)])
    assert mx.compare_items(pairs, margin=0.09).tasks[0].answer == "undecided"
    assert mx.compare_items(pairs, margin=0.11).tasks[0].answer == "equivalent"
    for scale in (100, -1):  # what has no known limits
        other = frame.assign(score=frame.score * scale)
        assert mx.compare_items(other, margin=0.5).tasks[0].answer == "undecided"
    losses = frame.rename(columns={"score": "loss"})
    assert mx.compare_items(losses, metric="loss", margin=0.5).tasks[0].answer == "undecided"


def test_samples_of_lm_evaluation_harness(tmp_path):
    files = [harness(tmp_path, model, filters=("strict", "flexible")) for model in "AB"]
    found = mx.compare_items(files)
    assert (found.a, found.b) == ("A", "B")
    assert found.tasks[0].task == "arc_easy"
    assert found.tasks[0].test.pvalue == item_t_test(SCORES["A"], SCORES["B"]).pvalue
    lines = [str(notice) for notice in found.notices]
    assert any("acc" in one and "other" in one for one in lines)
    assert any("strict" in one for one in lines)
    other = mx.compare_items(files, metric="other").tasks[0].test
    assert other.pvalue is None


def test_logs_of_inspect_as_json_and_eval(tmp_path):
    logs = [json.dumps(inspect_log(model)).encode() for model in "AB"]
    packed = []
    for model in "AB":
        log = inspect_log(model)
        members = {f"samples/{one['id']}_epoch_{one['epoch']}.json": one for one in log["samples"]}
        members["header.json"] = {"eval": log["eval"]}
        packed.append(zipped({name: json.dumps(shown) for name, shown in members.items()}))
    a, b = mx.compare_items(logs), mx.compare_items(packed)
    assert a.tasks[0].test.pvalue == b.tasks[0].test.pvalue
    assert a.tasks[0].test.epochs == (2, 2)
    assert a.tasks[0].task == "theory"


def test_results_of_promptfoo():
    rows = [
        {
            "provider": {"id": f"openai:{model}"},
            "promptIdx": 0,
            "testIdx": i,
            "score": scores[i],
            "success": True,
        }
        for model, scores in SCORES.items()
        for i in range(N)
    ]
    found = mx.compare_items(json.dumps({"results": {"version": 3, "results": rows}}).encode())
    assert (found.a, found.b) == ("openai:A", "openai:B")
    assert found.tasks[0].answer == "A better"


def test_an_archive_is_read_up_to_a_limit(monkeypatch):
    monkeypatch.setattr("mx2core.exchange.scores.item_scores.MAX_BYTES", 1_000_000)
    with pytest.raises(ScoresError, match="more than 1,000,000 bytes"):
        mx.compare_items(zipped({"samples/1_epoch_1.json": b"0" * 2_000_000}))


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_only_stored_and_deflated_members_are_unpacked(method):
    with pytest.raises(ScoresError, match="Export it as JSON"):
        mx.compare_items(zipped({"samples/1_epoch_1.json": '{"id": 1}'}, method))


def test_what_cannot_be_compared_is_refused_in_a_sentence(tmp_path):
    frame = table()
    with pytest.raises(ScoresError, match=r"Items scored for one model only: 1, e\.g\. q0 for B"):
        mx.compare_items(frame[1:])
    with pytest.raises(ScoresError, match="score of q0 is 'good'"):
        mx.compare_items(frame.astype({"score": object}).assign(score="good"))
    with pytest.raises(ScoresError, match="The row lacks"):
        mx.compare_items(b"item,model,points\nq1,A,1\n")
    with pytest.raises(ScoresError, match="There is no model C"):
        mx.compare_items(frame, "C")
    with pytest.raises(ScoresError, match="two models"):
        mx.compare_items(frame[frame.model == "A"], "A")
    with pytest.raises(ScoresError, match="Name two of the 3 models"):
        mx.compare_items(pd.concat([frame, frame[frame.model == "A"].assign(model="C")]))
    with pytest.raises(ScoresError, match="no task in common"):
        mx.compare_items(frame.assign(task=frame.model))
    files = [harness(tmp_path, "A"), harness(tmp_path, "B", hashes="newer")]
    with pytest.raises(ScoresError, match="Item 0 differs between the logs"):
        mx.compare_items(files)
    with pytest.raises(ScoresError, match="no scores"):
        mx.compare_items(b"item,model,score\n")
    with pytest.raises(ScoresError, match="cannot be unpacked"):
        mx.compare_items(b"PK\x03\x04 no archive")
    with pytest.raises(ScoresError, match="no score acc"):
        mx.compare_items([json.dumps(inspect_log(model)).encode() for model in "AB"], metric="acc")


def test_command(printed, result, tmp_path):
    path = tmp_path / "items.csv"
    table(cluster=[i // 3 for i in range(N)]).to_csv(path, index=False)
    shown = printed("test", path)
    assert "A better" in shown
    assert "is found in 80% of cases" in shown
    document = result("test", path)
    assert document["tasks"][0]["answer"] == "A better"
    assert document["tasks"][0]["test"]["n_clusters"] == 20
    assert main(["test", str(path), "--models", "B", "A", "--require", "better"]) == 3
    files = [str(harness(tmp_path, model)) for model in "AB"]
    assert "arc_easy" in printed("test", *files)
    for wrong in (["--pairs"], ["--mode", "paper"], ["--margin", "proposed"]):
        assert main(["test", str(path), *wrong]) != 0


def test_a_zip_of_logs_is_read_file_by_file(tmp_path):
    files = [harness(tmp_path, model) for model in "AB"]
    results = {f"{path.parent.name}/results_2026.json": '{"results": {}}' for path in files}
    logs = {f"{path.parent.name}/{path.name}": path.read_bytes() for path in files}
    found = mx.compare_items(zipped(results | logs))
    assert (found.a, found.b, found.tasks[0].task) == ("A", "B", "arc_easy")
    assert found.tasks[0].test.pvalue == mx.compare_items(files).tasks[0].test.pvalue
    with pytest.raises(ScoresError, match="holds no log"):
        mx.compare_items(pack_item_files([("readme.md", b"x")]))


def test_files_of_one_name_are_packed_side_by_side(tmp_path):
    packed = pack_item_files([("log.jsonl", harness(tmp_path, model).read_bytes()) for model in "AB"])
    assert mx.io.read_item_scores(packed).models == ("log.jsonl", "log (2).jsonl")
    assert pack_item_files([("a", b"1")]) == pack_item_files([("a", b"1")])


def test_the_model_may_stand_before_samples_in_the_name(tmp_path):
    files = [
        (f"{model}_samples_arc_easy{again}.jsonl", harness(tmp_path, model).read_bytes())
        for model, again in (("A", ""), ("B", " (2)"))
    ]
    found = mx.io.read_item_scores(pack_item_files(files))
    assert (found.models, found.tasks) == (("A", "B"), ("arc_easy",))


def test_runs_have_an_order_where_there_are_five():
    frame = table()
    epochs = pd.concat([frame.assign(epoch=k, score=frame.score * (1 + k / 9)) for k in range(5)])
    found = mx.compare_items(epochs)
    there, back = found.tasks[0].orders
    assert (there.n_runs, there.alpha, there.violation) == ((5, 5), 0.025, 0)
    assert back.violation == 1
    assert "almost stochastically above" in " ".join(map(str, found.meaning(found.tasks[0])))
    assert mx.compare_items(table()).tasks[0].orders is None


def test_versions_of_a_task_in_logs_of_inspect():
    logs = [inspect_log(model) for model in "AB"]
    for version, log in enumerate(logs):
        log["eval"]["task_version"] = version
    with pytest.raises(ScoresError, match="differs between the logs"):
        mx.compare_items([json.dumps(log).encode() for log in logs])


def test_shares_beside_per_cent_are_asked_about():
    rows = "".join(f"q{i},A,{i % 2}\nq{i},B,{50 * (i % 3)}\n" for i in range(12))
    found = mx.io.read_item_scores(f"item,model,score\n{rows}".encode())
    assert [str(notice) for notice in found.notices] == [
        "Scores of A reach 1, of B 100: is it the same scale?"
    ]
    assert not mx.io.read_item_scores(
        f"item,model,score\n{rows.replace('00', '').replace('50', '1')}".encode()
    ).notices
