"""One question about one file of predictions has one answer: by page, report, command, study and library."""

import json
import re
from itertools import product
from pathlib import Path

import numpy as np
import pytest

import mx2core as mx
from dashboard.server.project import CorpusSource, Predictions, Project
from dashboard.ui.documents.report import report
from dashboard.words.numbers import pvalue
from mx2core.judge.partition_words import splits_in_brief
from mx2core.studies.methods.catalogue import method_of
from mx2core.studies.methods.decisions import Scores
from mx2core.studies.methods.decisions import decide as concluded
from mx2core.training import (
    Question,
    Rule,
    decide,
    decide_metrics,
    decide_pairs,
    unit_clusters,
    unit_differences,
)
from mx2core.training.decisions.methods_words import decision_words
from tests.dashboard.test_deciding import door, page_text
from tests.dashboard.test_deciding_by_units import CORPUS as INTENTS
from tests.dashboard.test_deciding_by_units import deciding, predictions
from tests.few import few

N, DOCUMENTS = 80, 40
LABELS = ["+" if k % 3 else "-" for k in range(N)]
ROWS = [{"text": f"w{k % 9} v{k % 5}", "label": LABELS[k], "document": f"d{k // 2}"} for k in range(N)]
SOURCE = CorpusSource("made.jsonl", "\n".join(map(json.dumps, ROWS)).encode())
CORPUS = SOURCE.read()
RATES = {"A": 0.2, "B": 0.32, "C": 0.5}
ROOT = Path(__file__).resolve().parents[1]
DECIDERS = re.compile(r"precision_stop\(|out_of_fold_t_test\(|[^_.]verdict\(")


def files(folder, m, method, models="AB"):
    """Halves that keep documents whole, and predictions of models that err at different rates."""
    masks = np.repeat(mx.random_partitions(DOCUMENTS, m=m, seed=5).masks, 2, axis=1)
    halves = mx.partitions.PartitionSet(masks, method, 5)
    (folder / "made.jsonl").write_bytes(SOURCE.data)
    mx.save_partitions(halves, folder / "p.json", corpus=CORPUS)
    rows = ["partition,fold,model,unit_id,predicted"]
    for (number, model), (split, mask) in product(enumerate(models), enumerate(masks, start=1)):
        wrong = np.random.default_rng((number, split)).random(N) < RATES[model]
        for unit, id in enumerate(CORPUS.unit_ids):
            answer = {"+": "-", "-": "+"}[LABELS[unit]] if wrong[unit] else LABELS[unit]
            rows.append(f"{split},{1 + mask[unit]},{model},{id},{answer}")
    (folder / "answers.csv").write_text("\n".join(rows))
    partitions = mx.load_partitions(folder / "p.json", CORPUS)
    return partitions, mx.read_predictions(folder / "answers.csv", CORPUS, partitions=partitions)


def arguments(folder, *more):
    given = ("--corpus", folder / "made.jsonl", "--partitions", folder / "p.json")
    return ("test", folder / "answers.csv", *given, *more)


def numbers(decision):
    return decision.answer, decision.m, decision.pvalue, decision.interval


def close(found):
    return tuple(pytest.approx(value, abs=1e-9) if isinstance(value, float) else value for value in found)


CASES = [
    (4, "balanced"),
    (1, "random"),
    (4, "random"),
    (1, "balanced"),
    *product((2, 12), ("random", "balanced")),
]
ASKED = [
    *product(("precision", "all"), ("two-sided", "greater"), (None, "document"), (False,)),
    ("precision", "two-sided", None, True),
    ("every", "two-sided", None, False),
    ("every", "greater", "document", True),
    ("all", "greater", "document", True),
]


@few(("m", "method"), 2, CASES)
def test_command_report_and_study_say_what_the_library_decides(result, tmp_path, m, method):
    partitions, comparison = files(tmp_path, m, method)
    for stop, alternative, field, conservative in ASKED:
        question = Question(
            alternative=alternative,
            margin=0.01,
            clusters=None if field is None else unit_clusters(CORPUS, field),
        )
        rule = Rule(stop=stop, conservative=conservative)
        made = decide(comparison, "A", "B", partitions=partitions, question=question, rule=rule)
        assert made.metric == "f1" if "f1" in comparison.main_metrics else "accuracy"
        if m == 1:
            assert (made.answer, made.pvalue, made.interval) == ("undecided", None, None)

        options = ["--margin", "0.01", "--stop", stop, "--alternative", alternative]
        options += ["--conservative"] if conservative else []
        found = result(*arguments(tmp_path, *options, *([] if field is None else ["--clusters", field])))
        interval = None if found["interval"] is None else close(found["interval"])
        assert (found["answer"], found["m"], found["pvalue"], made.interval) == (
            *close(numbers(made)[:3]),
            interval,
        )
        assert found["metric"] == made.metric
        splits = splits_in_brief(CORPUS, partitions)
        told = decision_words(made, corpus=CORPUS.full_name, splits=splits)
        assert found["paragraph"] == " ".join(map(str, told))

        usual = alternative == "two-sided" and field is None and not conservative and stop != "every"
        if usual and method == "random" and m > 2:
            units = unit_differences(
                comparison.select("A"), comparison.select("B"), partitions=partitions, metric=made.metric
            )
            key = f"out_of_fold:{m}" if stop == "all" else f"out_of_fold_stopped:{min(m, 10)}"
            from_study = concluded(
                method_of(key), Scores(np.zeros(2 * m), 1.0, 0, 0, units, partitions.masks)
            )
            letter = {"A better": "A", "B better": "B"}.get(made.answer, "none")
            assert (from_study.conclusion, from_study.n_folds) == (letter, 2 * made.m)
            assert from_study.pvalue == pytest.approx(made.pvalue)

        if m == 4:
            choices = {"unit_stop": stop, "sides": alternative, "unit_clusters": field}
            choices["unit_variance"] = "conservative" if conservative else "calibrated"
            words = _reported(comparison, partitions, **choices)
            lower, upper = made.interval
            sides = "two-sided" if alternative == "two-sided" else "one-sided"
            assert f"from {lower:+.4f} to {upper:+.4f} ({sides} p = {made.pvalue:.2g}" in words
            assert ("The test found A better" in words) == (made.answer == "A better")


def _reported(comparison, partitions, **choices):
    project = Project("the-key-of-it", SOURCE, CORPUS)
    project.choices = choices
    project.table = mx.io.read_scores(mx.io.write_scores(comparison))
    key = f"of {len(partitions)} {partitions.method}"
    project.predictions = Predictions(comparison, partitions, key, CORPUS, "predictions.csv")
    return report(project, "en").decode().replace("−", "-").replace("\N{NO-BREAK SPACE}", " ")


def test_the_report_tests_the_metric_that_was_chosen_on_the_page(result, tmp_path):
    partitions, comparison = files(tmp_path, 4, "random")
    made = decide(comparison, "A", "B", partitions=partitions, metric="weighted_f1")
    assert "weighted_f1" not in comparison.main_metrics
    words = _reported(comparison, partitions, tested="weighted_f1")
    assert f"from {made.interval[0]:+.4f} to" in words
    command = result(*arguments(tmp_path, "--metric", "weighted_f1"))["paragraph"]
    assert "mean weighted F1 was" in command
    assert command in words.replace("&lt;", "<")


@few(
    "choices",
    1,
    [{"unit_stop": "all", "sides": "greater"}, {"unit_variance": "conservative"}, {"unit_stop": "every"}, {}],
)
def test_the_page_says_what_the_command_says(result, tmp_path, choices):
    app = deciding(rates=(0.28, 0.31))
    for key, value in choices.items():
        app.segmented_control(key=key).set_value(value)
    if choices:
        app.run()
    partitions = mx.block_partitions(len(INTENTS), 4, seed=1)
    mx.save_partitions(partitions, tmp_path / "p.json", corpus=INTENTS)
    (tmp_path / "answers.csv").write_bytes(predictions(partitions, {"A": 0.28, "B": 0.31}))
    conservative = "unit_variance" in choices
    options = ["--stop", "all", "--alternative", "greater"] if "sides" in choices else []
    options += ["--conservative"] if conservative else []
    every = choices.get("unit_stop") == "every"
    options += ["--stop", "every"] if every else []
    found = result(
        *("test", tmp_path / "answers.csv", "--corpus", ROOT / "sample_data/intents_en.jsonl"),
        *("--partitions", tmp_path / "p.json", *options),
    )
    words, (lower, upper) = page_text(app).replace("−", "-"), found["interval"]
    assert f"interval {lower:+.4f} to {upper:+.4f}" in words
    assert f"p = {found['pvalue']:.2g})" in words
    assert "On predictions.csv" in words
    assert ("By the conservative variance." in words) == conservative
    assert ("looks after every split" in words) == every
    assert found["answer"] == "undecided"
    assert "## Undecided between A and B" in words


def test_pairs_are_decided_as_one_pair_is(result, tmp_path):
    partitions, comparison = files(tmp_path, 4, "random", "ABC")
    found = result(*arguments(tmp_path, "--pairs"))
    answers = decide_pairs(comparison, partitions=partitions, metric=found["metric"])
    for pair, answer in zip(found["pairs"], answers, strict=True):
        one = decide(comparison, pair["a"], pair["b"], partitions=partitions)
        assert (pair["m"], pair["pvalue"]) == close((one.m, one.pvalue))
        assert (pair["lower"], pair["upper"]) == close(one.interval)
        assert (pair["adjusted"], pair["better"]) == close((answer.adjusted, answer.better))


def test_tests_in_use_stand_beside_an_answer_on_all_splits_by_page_and_command(result, tmp_path):
    """The command took those up to the stop for scores, and all of them for units."""
    app = deciding(m=11, rates=(0.2, 0.3))
    partitions = mx.block_partitions(len(INTENTS), 11, seed=1)
    mx.save_partitions(partitions, tmp_path / "p.json", corpus=INTENTS)
    (tmp_path / "answers.csv").write_bytes(predictions(partitions, {"A": 0.2, "B": 0.3}))
    on = ("--corpus", ROOT / "sample_data/intents_en.jsonl", "--partitions", tmp_path / "p.json")
    found = result("test", tmp_path / "answers.csv", *on, "--others")
    assert found["m"] < 11
    door(app, "tests")
    shown = next(frame.value for frame in app.dataframe if "sides" in frame.value)
    assert len(found["mcnemar"]) == 22
    assert [pvalue(one["pvalue"]).removeprefix("= ") for one in found["others"]] == list(
        map(str, shown["p"].iloc[1:])
    )


def test_metrics_share_one_error(result, tmp_path, refused):
    partitions, comparison = files(tmp_path, 4, "random")
    names = ("accuracy", "macro_f1")
    for given, metrics in (("accuracy,macro_f1", names), ("all", None)):
        found = result(*arguments(tmp_path, "--metrics", given, "--alternative", "greater"))
        one_sided = {"partitions": partitions, "question": Question(alternative="greater")}
        answers = decide_metrics(comparison, "A", "B", metrics=metrics, **one_sided)
        assert [one["metric"] for one in found["metrics"]] == [one.decision.metric for one in answers]
        for one, answer in zip(found["metrics"], answers, strict=True):
            assert (one["pvalue"], one["adjusted"], one["better"]) == close(
                (answer.pvalue, answer.adjusted, answer.better)
            )
    found = result(*arguments(tmp_path, "--metrics", "accuracy,macro_f1", "--margin", "0.5"))
    alike = decide_metrics(
        comparison, "A", "B", metrics=names, partitions=partitions, question=Question(margin=0.5)
    )
    assert [one["answer"] for one in found["metrics"]] == [one.answer for one in alike] == ["equivalent"] * 2
    assert "need --margin with a number" in refused(
        *arguments(tmp_path, "--metrics", "all", "--margin", "proposed")
    )
    shown = refused(*arguments(tmp_path, "--metrics", "all", "--metric", "f1", "--pairs"))
    assert "--pairs does not go with --metrics" in shown
    assert "--metric" in refused(*arguments(tmp_path, "--metrics", "all", "--metric", "accuracy"))


def test_scores_without_predictions_go_the_same_road(result, tmp_path):
    _partitions, comparison = files(tmp_path, 4, "random")
    (tmp_path / "scores.csv").write_bytes(mx.io.write_scores(comparison))
    table = mx.io.read_scores(tmp_path / "scores.csv")
    for test in ("overall", "paper", "fixed"):
        made = decide(table, "A", "B", rule=Rule(test))
        found = result("test", tmp_path / "scores.csv", "--mode", test)
        last = found["table"][-1]
        assert (found["metric"], found["m"]) == (made.metric, made.m)
        assert (last["pvalue"], last["lower"], last["upper"]) == close((made.pvalue, *made.interval))
        assert found["better"] == {"A better": "A", "B better": "B"}.get(made.answer)
        trained = decide(comparison, "A", "B", partitions=_partitions, rule=Rule(test))
        assert numbers(trained) == numbers(made)


def test_nothing_else_decides():
    """Only `training.decide` asks a test of units; what is compared with it is asked there, too."""
    rooms = ("mx2core/cli", "mx2core/studies", "dashboard", "pages")
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for room in rooms
        for path in sorted((ROOT / room).rglob("*.py"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if DECIDERS.search(line) and not line.lstrip().startswith("def ")
    ]
    assert found == []
