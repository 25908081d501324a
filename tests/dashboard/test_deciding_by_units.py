"""Decide where predictions are known: the out-of-fold test, four answers, where the models differ."""

import json
from pathlib import Path

import numpy as np
import pytest

import mx2core as mx
from dashboard.figures.comparisons import out_of_fold as figures
from dashboard.race.doors import other_tests
from dashboard.ui.answers.measured_shift import shifted_lead
from dashboard.ui.answers.rule_choice import Differences
from mx2core.exchange.partitions.partition_json import partitions_json
from mx2core.inference.benchmark import measured
from mx2core.metrics.margins import POINT
from tests.dashboard.places import plotly_figure
from tests.dashboard.test_deciding import another, door, fine, page_text
from tests.dashboard.test_pages import opened, paragraphs, project_of, visited

CORPUS = mx.read_corpus("sample_data/intents_en.jsonl")
N = len(CORPUS)
GOLD = [CORPUS.sentences.fields["label"][i] for i in range(N)]
LABELS = sorted(set(GOLD))


def predictions(partitions, errors, *, steady=False, seeds=()) -> bytes:
    """Answers of models that err at these rates; `steady` ones err alike in every split."""
    rows = ["partition,fold,model,unit_id,predicted" + (",seed" if seeds else "")]
    for number, (model, rate) in enumerate(errors.items()):
        for split, mask in enumerate(partitions.masks, start=1):
            for seed in seeds or [0]:
                draw = np.random.default_rng((number, 0 if steady else split, seed)).random(N)
                for unit in range(N):
                    answer = next(x for x in LABELS if x != GOLD[unit]) if draw[unit] < rate else GOLD[unit]
                    row = f"{split},{2 if mask[unit] else 1},{model},{CORPUS.unit_ids[unit]},{answer}"
                    rows.append(f"{row},{seed}" if seeds else row)
    return "\n".join(rows).encode()


def deciding(language="en", m=4, rates=(0.2, 0.3), **options):
    app = opened(language, "intents_en.jsonl")
    partitions = mx.block_partitions(N, m, seed=1)
    project_of(app).keep(partitions)
    app.switch_page("../pages/race.py").run()
    data = predictions(partitions, dict(zip("AB", rates, strict=True)), **options)
    app.file_uploader(key="scores").set_value(("predictions.csv", data, "text/csv")).run()
    return fine(app)


@pytest.mark.parametrize("made_on", [True, False], ids=["of splits", "of no split"])
def test_a_file_of_predictions_is_taken_as_such_unasked(made_on):
    app = opened("en", "intents_en.jsonl")
    partitions = mx.block_partitions(N, 4, seed=1)
    if made_on:
        project_of(app).keep(partitions)
    app.switch_page("../pages/race.py").run()
    lines = predictions(partitions if made_on else mx.block_partitions(N, 1), {"A": 0.2, "B": 0.3}).decode()
    if not made_on:
        lines = "\n".join(line.split(",", 2)[2] for line in lines.splitlines())
    app.file_uploader(key="scores").set_value(("predictions.csv", lines.encode(), "text/csv")).run()
    assert (project_of(app).predictions.partitions is None) == (not made_on)
    again = visited(lang="en", p=app.query_params["p"]).switch_page("../pages/race.py").run()
    assert ("Fixed models: paired test" in page_text(fine(app))) == (not made_on)
    assert ("Fixed models: paired test" in page_text(fine(again))) == (not made_on)


@pytest.mark.parametrize("m", [2, 5])
def test_a_test_of_few_splits_says_why_it_stopped_and_how_often_it_errs_and_nothing_against_that(m):
    app, halves, rates = deciding(m=m), mx.block_partitions(N, m, seed=1), {"A": 0.2, "B": 0.21}
    steady, drawn = (predictions(halves, rates, steady=one).splitlines() for one in (True, False))
    lines = [drawn[k] if k % 10 == 1 else steady[k] for k in range(len(steady))]  # splits differ little
    app.file_uploader(key="scores").set_value(("few.csv", b"\n".join(lines), "text/csv")).run()
    [about] = [one.help for one in app.caption if "out of fold" in one.value]
    about = about.replace("\N{NO-BREAK SPACE}", " ")
    assert ("It stopped at m = 3 of 5: more splits could remove at most 10%" in about) == (m == 5)
    assert about.count("The test is calibrated, not proved. ") == 1
    assert "rough" not in page_text(fine(app))


def test_a_file_is_known_by_its_columns_whatever_came_before():
    app = opened("en", "intents_en.jsonl")
    app.switch_page("../pages/race.py").run()
    next(one for one in app.selectbox if one.label == "Splits used").set_value("").run()
    partitions = mx.block_partitions(N, 4, seed=1)
    predicted = ("predictions.csv", predictions(partitions, {"A": 0.2, "B": 0.3}), "text/csv")
    app.file_uploader(key="scores").set_value(predicted).run()
    assert "add their file" in app.error[0].value
    assert project_of(app).predictions is None
    rows = [f"{m},{fold},{model},f1,.{m}{fold}" for m in (1, 2, 3) for fold in (1, 2) for model in "AB"]
    scores = ("scores.csv", "\n".join(["partition,fold,model,metric,value", *rows]).encode(), "text/csv")
    app.file_uploader(key="scores").set_value([predicted, scores]).run()
    assert project_of(fine(app)).table.models == ("A", "B")
    key = project_of(app).keep(partitions)
    app.run()
    assert next(one.value for one in app.selectbox if one.label == "Splits used") == key  # it came last
    app.file_uploader(key="scores").set_value([scores, predicted]).run()
    assert project_of(fine(app)).predictions.partitions.signature == partitions.signature


@pytest.mark.parametrize("form", ["json", "csv"])
def test_the_partitions_of_predictions_come_beside_them_in_any_order(form):
    halves = mx.block_partitions(N, 4, seed=1)
    write = {"json": partitions_json, "csv": mx.io.write_fold_columns}[form]
    splits = (f"p.{form}", write(halves, CORPUS), "text/csv")
    predicted = ("predictions.csv", predictions(halves, {"A": 0.2, "B": 0.3}), "text/csv")
    for order in ([predicted, splits], [splits, predicted]):
        app = opened("en", "intents_en.jsonl", page="race")
        app.file_uploader(key="scores").set_value(order[:1]).run()
        assert bool(app.error) == (order[0] is predicted)
        assert project_of(app).choices["score_import"]  # it stands open, whatever page is shown between
        app.file_uploader(key="scores").set_value(order).run()
        assert "A is better than B" in page_text(fine(app))
        assert project_of(app).predictions.partitions.id == halves.id
        assert "score_import" not in project_of(app).choices


def test_results_that_are_dropped_on_start_are_at_hand_on_race():
    halves = mx.block_partitions(N, 4, seed=1)
    predicted = ("predictions.csv", predictions(halves, {"A": 0.2, "B": 0.3}), "text/csv")
    app = opened("en", "intents_en.jsonl", page="home")
    app.file_uploader(key="upload").set_value(predicted).run()
    app.button(key="results").click().run()
    assert app.error  # of other splits
    splits = ("p.json", partitions_json(halves, CORPUS), "application/json")
    app.file_uploader(key="scores").set_value(splits).run()
    assert "A is better than B" in page_text(fine(app))
    assert "results_handed" not in app.session_state


def test_a_file_a_model_may_come_at_once_or_one_after_the_other():
    app = opened("en", "intents_en.jsonl")
    app.switch_page("../pages/race.py").run()
    rows = [f"{unit},{right}" for unit, right in zip(CORPUS.unit_ids, GOLD, strict=True)]
    wrong = [f"{rows[0].partition(',')[0]},{GOLD[-1]}", *rows[1:]]
    files = [
        (f"{name}.csv", "\n".join(["unit_id,predicted", *some]).encode(), "text/csv")
        for name, some in (("bert", rows), ("crf", wrong))
    ]
    app.file_uploader(key="scores").set_value(files[:1]).run()
    assert "one model" in app.error[0].value
    app.file_uploader(key="scores").set_value(files).run()
    assert project_of(fine(app)).predictions.results.models == ("bert", "crf")
    assert project_of(app).predictions.files == ["bert.csv", "crf.csv"]
    again = opened("en", "intents_en.jsonl").switch_page("../pages/race.py").run()
    again.file_uploader(key="scores").set_value(files).run()
    assert "bert" in page_text(fine(again))
    assert "McNemar's test: only bert got 1 right" in page_text(door(again, "tests"))


@pytest.mark.parametrize("header", ["gold,predicted,predicted_b", "label,pred,pred_b"])
def test_right_answers_beside_the_predicted_ones_need_no_corpus(header, run, tmp_path, monkeypatch):
    """Nor ids: the page reads and decides as `test` does, and so does the program that it shows."""
    rows = [f"{'xy'[k % 2]},{'xy'[k % 2]},{'xy'[k % 3 == 0]}" for k in range(60)]
    data = "\n".join([header, *rows]).encode()
    app = opened("en", "intents_en.jsonl").switch_page("../pages/race.py").run()
    app.file_uploader(key="scores").set_value(("both.csv", data, "text/csv")).run()
    again = visited(lang="en", p=app.query_params["p"]).switch_page("../pages/race.py").run()
    for page in (app, again):
        assert "## predicted is better than predicted_b" in page_text(fine(page))
        assert "60 units" in page_text(page)
    monkeypatch.chdir(tmp_path)
    Path("both.csv").write_bytes(data)
    found = json.loads(run("test", "both.csv", "--json")[1])
    app.switch_page("../pages/share.py").run()
    program, printed = next(one.value for one in app.code if "read_gold_table('both.csv')" in one.value), []
    exec(program, {"print": lambda *words: printed.extend(words)})
    assert (f"{printed[0]}. " in found["sentence"], list(printed[2])) == (
        True,
        pytest.approx(found["interval"]),
    )


def test_page_command_and_library_ask_for_equivalence_unless_told_otherwise(result, tmp_path):
    rows = [f"{'xy'[k % 2]},{'xy'[k % 5 < 2]},{'xy'[k % 5 < 2]}" for k in range(400)]
    data = "\n".join(["gold,predicted,predicted_b", *rows]).encode()
    app = opened("en", "intents_en.jsonl").switch_page("../pages/race.py").run()
    app.file_uploader(key="scores").set_value(("both.csv", data, "text/csv")).run()
    (tmp_path / "both.csv").write_bytes(data)
    command = result("test", tmp_path / "both.csv")
    library = mx.training.decide(mx.io.read_gold_table(data)[1], "predicted", "predicted_b")
    assert "## predicted and predicted_b are equivalent within δ = 0.01" in page_text(fine(app))
    assert (command["answer"], library.answer) == ("equivalent", "equivalent")
    assert command["interval"] == pytest.approx(library.interval)


def test_every_view_opens_in_chinese():
    app = deciding("zh")
    for name, views in (("where", ("groups", "units")), ("scores", ("scores", "labels"))):
        for view in views:
            door(app, name, view)
    door(app, "decide")
    door(app, "tests")
    for rule in ("overall", "paper"):
        app.selectbox(key="decides").set_value(rule)
        fine(app.run())


def test_one_split_names_no_better_model_on_the_page_nor_in_the_paragraph_for_a_paper():
    app = deciding(m=1)
    assert "## B is ahead on this one split" in page_text(deciding(m=1, rates=(0.3, 0.2)))
    words = page_text(app) + "\n".join(paragraphs(app))
    assert "## A is ahead on this one split" in words
    assert words.count("One split cannot show") == 2  # under the headline, and in the paragraph
    assert "95% interval" not in words
    assert "p = " not in words
    assert "was better" not in words
    assert "A is better" not in words


def test_equal_models_are_equivalent_within_a_wide_margin_and_undecided_within_a_narrow_one():
    app = deciding(rates=(0.2, 0.2))
    assert app.number_input(key="margin").value == POINT
    assert "## Undecided between A and B" in page_text(app)
    assert "further units would show equal models equivalent within ±0.01 with probability 80%" in page_text(
        door(app, "decide")
    )
    app.number_input(key="margin").set_value(0.2).run()
    assert "A and B are equivalent within δ = 0.2" in page_text(fine(app))
    app.segmented_control(key="sides").set_value("greater").run()
    fine(app)


def test_groups_and_units_that_one_model_always_wins_are_shown():
    app = deciding(rates=(0.0, 0.5))
    assert "**A** is ahead on units of:" in page_text(door(app, "where", "groups"))
    assert "in every split: " in page_text(door(app, "where", "units"))
    frames = [frame.value for frame in app.dataframe]
    assert any(list(frame.columns) == ["gold", "A", "B"] for frame in frames)
    assert "Clearest: 5 of " in page_text(app)
    assert "Clearest: 5 of " not in page_text(app.toggle(key="where_more").set_value(True).run())
    app = deciding(rates=(0.0, 0.0))
    assert "**A** errs less in every split: 0" in page_text(door(app, "where", "units"))
    assert "Clearest" not in page_text(app)


def test_each_rule_is_named_beside_what_it_holds():
    words = page_text(door(deciding(), "tests"))
    assert "**Overall level**: Each look decides at" in words
    assert "**As published by Wang et al.**: Each look decides at p ≤ 5%, as in the paper" in words


def test_figures_show_what_they_are_given():
    ones, gap = np.ones(2), np.array([0.5, np.nan])
    of_all = {"summary": ("all", 1.0, 0.5, 1.5), "weights": np.array([0.75, 0.25]), "axis": "d"}
    forest = plotly_figure(figures.forest(["<b>", "c"], ones, gap, 2 * ones, **of_all))
    assert forest.layout.yaxis.ticktext == ("&lt;b&gt;", "c", "all")
    assert list(forest.data[0].error_x.arrayminus) == [0.5, 0]
    assert list(forest.data[1].x) == [0.5, 1.0, 1.5, 1.0, 0.5]
    parts = plotly_figure(figures.variance_parts(["units", "splits", "a", "b"], [0.75, 0.25, 0, 0]))
    assert [bar.name for bar in parts.data[:2]] == ["units 75%", "splits 25%"]
    both = figures.intervals(
        ones, (0 * ones, 2 * ones), mx2=(gap, gap), differences=np.ones((2, 2)), level=0.95, margin=0.01,
        inner=(0.2, 0.8, 0.9), stopped=2, metric="F1", terms=("A", "B")
    )  # fmt: skip
    both = plotly_figure(both)
    assert {shape.y0 for shape in both.layout.shapes} >= {0, 0.01, -0.01}
    assert both.layout.yaxis.range[0] < 0 < 2 < both.layout.yaxis.range[1]
    three, at = np.ones(3), {"differences": np.ones((3, 2)), "metric": "F1", "terms": ("A", "B")}
    after = plotly_figure(figures.intervals(three, (0 * three, 2 * three), level=0.95, stopped=2, **at)).data
    firm, faint = ([list(one.x) for one in after if one.opacity == look] for look in (None, figures.FAINT))
    assert firm == [[1, 1, 2, 2], [1, 2], [1, 2], [1, 2], [2, 2]]
    assert faint == [[3, 3], *[[2, 3]] * 3]  # after the split that decides the answer is fixed
    ends = np.array([np.nan, np.nan, 0.5])
    alone = plotly_figure(figures.intervals(three, (ends, ends + 1), level=0.95, **at))
    assert any(note.text.endswith("95% interval") for note in alone.layout.annotations)
    assert not any(trace.showlegend is not False and trace.name for trace in alone.data)


def test_comparisons_may_have_several_seeds():
    app = opened("en", "intents_en.jsonl")
    another(app.switch_page("../pages/race.py").run())
    app.selectbox(key="preset_0_label").set_value("A").run()
    app.selectbox(key="preset_1_label").set_value("B").run()
    assert app.number_input(key="n_seeds").disabled  # logistic regression and naive Bayes draw nothing
    app.selectbox(key="preset_0_label").set_value("svm").run()
    assert "Start 20 trainings" in app.button(key="compare").label  # as many splits as the example has
    app.number_input(key="n_seeds").set_value(3).run()
    assert "5 random splits; 3 seeds" in page_text(fine(app))
    assert "Start 40 trainings" in app.button(key="compare").label


def test_a_lead_far_from_that_on_random_halves_is_said_beside_the_answer():
    generator = np.random.default_rng(1)
    partitions = mx.block_partitions(N, 4, seed=1)
    data = predictions(partitions, {"A": 0.2, "B": 0.3})
    compared = mx.io.read_predictions(data, CORPUS, partitions=partitions)
    values = compared.differences("A", "B", "accuracy")
    differences = Differences(values, "A", "B", "accuracy")

    def shifted(by):
        class Random:
            finished = np.ones((2, 8), bool)

            @staticmethod
            def differences(*_asked):
                return values - by + generator.normal(0, 1e-4, values.shape)

        return shifted_lead(Random(), differences, "accuracy")

    assert shifted(0.0) is None
    notice = shifted(0.09)
    assert notice.values["shift"] == pytest.approx(0.09, abs=1e-3)
    assert str(notice).startswith("On random halves A minus B is")
    assert shifted_lead(None, differences, "accuracy") is None


def test_each_test_stands_beside_its_highest_error_in_the_benchmark():
    app = door(deciding(), "tests")
    table = next(frame.value for frame in app.dataframe if "benchmark" in frame.value)
    names, rates = list(table["test"]), list(table["benchmark"])
    assert names[0].startswith("out-of-fold test")
    stopped = measured("out-of-fold, precision stop").highest_level
    assert rates[0] in (f"{stopped:.1%}", f"{measured('out-of-fold, m = 5').highest_level:.1%}")
    assert rates[names.index("2-fold z, all pairs")] == "–"  # ten folds were measured, not two


@pytest.mark.parametrize(("mode", "needed"), [("paper", "t₀.₀₅(9) = 1.833"), ("overall", "(9) = ")])
def test_the_paper_statistic_stands_beside_the_bound_that_it_has_to_exceed(mode, needed):
    """By hand: T is the mean over C_5 and the spread, C_5 = √(11/9)."""
    scores = np.array([[0.0, 0.03], [-0.02, 0.03], [0.04, -0.03], [0.02, -0.02], [0.03, 0.0]])
    test = mx.sequential_t_test(scores, mode=mode)
    assert (test.m, test.rejected) == (5, False)
    words = other_tests.last_look(test)
    sigma = np.sqrt(((scores - scores.mean()) ** 2).sum() / 10)
    assert needed in words
    assert "C₅ = 1.1055" in words
    assert f"σ̂ = {test.table[-1].sigma:.4g}" in words
    assert f"T = {scores.mean() / np.sqrt(11 / 9) / test.table[-1].sigma:.4g}" in words
    assert sigma == pytest.approx(test.table[-1].sigma, rel=0.1)


# Scores on what was seen in training and on what was not: Decide and Compare.
def test_decide_says_how_much_is_memory():
    app = deciding(m=3)
    door(app, "where", "groups")
    app.segmented_control(key="where_by").set_value("unseen").run()
    words = page_text(fine(app))
    assert "How much of the difference is memory?" in words
    assert "of validated units hold nothing new" in words
    scores = next(frame.value for frame in app.dataframe if list(frame.value.iloc[:, 0]) == ["A", "B"])
    assert scores.shape == (2, 4)
