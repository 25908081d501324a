"""Scores per item on the Race page: what the command says, and what is refused in a sentence."""

import json

import pandas as pd

import mx2core as mx
from dashboard.ui.documents.report import report
from tests.dashboard.test_deciding import csv as scores_of_splits
from tests.dashboard.test_deciding import fine, page_text
from tests.dashboard.test_pages import copied, opened, project_of

N = 60


def table(tasks=("arc", "gsm"), epochs=5) -> pd.DataFrame:
    """Two models on items of clusters; A is ahead on the first task alone."""

    def score(k: int, task: str, i: int, model: str, epoch: int) -> float:
        share = 8 if model == "A" and task == "arc" else 5
        return float((7 * i + 3 * epoch + k + (model == "B") * (i % 4)) % 10 < share)

    return pd.DataFrame(
        {"task": task, "item": f"q{i}", "model": model, "epoch": epoch, "cluster": i // 6}
        | {"score": score(k, task, i, model, epoch)}
        for k, task in enumerate(tasks)
        for i in range(N)
        for model in "AB"
        for epoch in range(1, epochs + 1)
    )


def harness(model: str, better: int, *, version="h") -> tuple[str, bytes, str]:
    lines = [
        {"doc_id": i, "doc": {}, "filtered_resps": ["x"], "filter": "none", "metrics": ["acc", "acc_norm"]}
        | {"doc_hash": f"{version}{i}", "acc": float(i % 10 < better), "acc_norm": float(i % 10 < 5)}
        for i in range(N)
    ]
    name = f"samples_arc_2026-01-0{better}T00-00-00.0.jsonl"
    return name, "\n".join(map(json.dumps, lines)).encode(), "application/jsonl"


def dropped(language, *files):
    app = opened(language, page="race")
    app.file_uploader(key="scores").set_value(list(files)).run()
    assert not app.exception, app.exception
    return app


def as_file(frame: pd.DataFrame, name="items.csv") -> tuple[str, bytes, str]:
    return name, frame.to_csv(index=False).encode(), "text/csv"


def test_the_page_says_what_the_command_says(printed, result, tmp_path):
    path = tmp_path / "items.csv"
    table().to_csv(path, index=False)
    first, second = result("test", path)["tasks"]
    app = fine(dropped("en", as_file(table())))
    assert not app.slider  # no splits, so no m and no m×2 test
    words, test = page_text(app), first["test"]
    assert (first["answer"], second["answer"]) == ("A better", "undecided")
    for number in (test["mean"], test["lower"], test["upper"]):
        assert f"{number:+.4f}".replace("-", "−") in words.replace("-", "−")
    for number in (test["standard_error"], mx.compare_items(table()).tasks[0].test.error_with(2 * N)):
        assert f"{number:.4f}" in words
    assert f"{first['detectable']:.3g}" in words
    (shown,) = [one.value for one in app.table]
    assert shown.iloc[:, 1].tolist() == ["60", "60"]
    assert shown.iloc[:, 2].tolist() == ["10", "10"]
    assert shown.iloc[:, 3].tolist() == ["5", "5"]
    assert shown.iloc[0, -1] == "A"
    assert len([*app.get("plotly_chart")]) == 1
    out, found = printed("test", path), mx.compare_items(table())
    for notice in (found.summary(), *found.meaning(found.tasks[0])):
        assert str(notice) in out
        assert str(notice) in words
    assert str(found.headline(found.tasks[0])) in words


def test_one_task_has_one_sentence():
    app = fine(dropped("en", as_file(table(("arc",)))))
    assert any(one.value == "## A is better than B" for one in app.markdown)
    assert not [one for one in app.selectbox if one.key == "item_task"]


def test_share_and_the_report_have_the_answer_of_the_page(tmp_path, monkeypatch):
    app = fine(dropped("zh", as_file(table())))
    app.number_input(key="item_margin").set_value(0.9).run()
    shown = next(one.value for one in app.markdown if one.value.startswith("## ")).removeprefix("## ")
    app.switch_page("../pages/share.py").run()
    words, test = page_text(fine(app)), mx.compare_items(table()).tasks[0].test
    others = copied(app)
    paragraph = " ".join(others)
    html = report(project_of(app), "zh").decode()
    sentence = shown.replace("\N{NO-BREAK SPACE}", " ").replace("\\", "")
    assert sentence in words
    assert sentence in html
    for number in (test.mean, test.lower, test.upper):
        assert f"{number:+.4f}" in paragraph.replace("−", "-")
        assert f"{number:+.4f}" in html.replace("−", "-")
    for known in ("mx2core", "Holm", "CR2", "0.9"):
        assert known in paragraph
        assert known in html
    monkeypatch.chdir(tmp_path)
    table().to_csv("items.csv", index=False)
    names = {}
    exec(next(code for code in others if "compare_items" in code), names)
    assert names["found"].tasks[0].test == test
    assert names["found"].margin == 0.9


def test_of_two_columns_of_scores_one_is_taken_and_said(run, result, tmp_path):
    """By the command and on the page, each of which takes the other one when asked."""
    frame = table(("gsm",))
    frame["value"] = 1 - frame["score"]
    frame.to_csv(tmp_path / "items.csv", index=False)
    *_, err = run("test", tmp_path / "items.csv")
    assert "Scores used: score, of score, value; choose by metric." in err
    asked = result("test", tmp_path / "items.csv", "--metric", "value")
    assert asked["metric"] == "value"
    ahead = mx.compare_items(table(("gsm",))).tasks[0].test.mean
    assert abs(asked["tasks"][0]["test"]["mean"] + ahead) < 1e-9
    app = fine(dropped("en", as_file(frame)))
    assert app.selectbox(key="item_metric").options == ["score", "value"]
    assert "Scores used: score, of score, value; choose by metric." in page_text(app)


def test_a_margin_and_the_other_direction_are_asked_for():
    app = fine(dropped("en", as_file(table(("gsm",)))))
    assert "Undecided between A and B" in page_text(app)
    app.number_input(key="item_margin").set_value(0.5).run()
    assert "A and B are equivalent within δ = 0.5" in page_text(fine(app))
    app.segmented_control(key="sides").set_value("greater").run()
    assert "one-sided p" in page_text(fine(app))


def test_logs_one_a_model_and_another_score_of_theirs():
    app = fine(dropped("en", harness("A", 9), harness("B", 5)))
    assert "is better than" in page_text(app)
    assert " in acc: " in page_text(app)
    assert app.selectbox(key="item_a").value == "2026-01-09T00-00-00.0"  # the run, which all its tasks share
    assert "Logs without folders" in page_text(app)
    app.selectbox(key="item_metric").set_value("acc_norm").run()
    assert "Nothing to test" in page_text(fine(app))


def test_a_reload_has_it_again_and_a_table_of_splits_takes_its_place():
    from dashboard.server.running import resources

    app = fine(dropped("en", as_file(table())))
    project = project_of(app)
    again = resources.projects()._load(project.id)
    assert again.items == project.items
    assert again.table_name == "items.csv"
    brought = resources.projects().take_in(resources.projects().file(project))
    assert brought.items == project.items
    differences = [[0.02, 0.03], [0.01, 0.02], [0.04, 0.01], [0.02, 0.03]]
    app.file_uploader(key="scores").set_value(("scores.csv", scores_of_splits(differences), "text/csv")).run()
    assert project_of(app).items is None
    assert "m = " in page_text(fine(app))


def test_what_cannot_be_compared_is_refused_in_a_sentence():
    """Each refusal itself is tested where items are read."""
    frame = table(("arc",))
    files = {
        "scored for one model only: 6": [as_file(frame[~((frame.model == "B") & (frame.cluster == 0))])],
        "differs between the logs": [harness("A", 9), harness("B", 5, version="newer")],
        "cannot be unpacked": [("log.eval", b"PK\x03\x04 no archive", "application/zip")],
    }
    app = opened("en", page="race")
    for says, dropped_files in files.items():
        app.file_uploader(key="scores").set_value(dropped_files).run()
        assert not app.exception, says
        (error,) = app.error
        assert says in error.value.replace("\\", ""), error.value
        assert project_of(app).items is None
