"""`test` on predictions: what it says, what it requires, and what it refuses."""

import json

import numpy as np
import pytest

import mx2core as mx
from tests.score_tables import E
from tests.test_cli import made_corpus, scores_file


@pytest.fixture
def files(tmp_path):
    """A corpus, halves, and predictions of a model that errs seldom and of one that errs often."""
    corpus_file = tmp_path / "made.conll"
    corpus_file.write_text(made_corpus(), encoding="utf-8")
    corpus = mx.read_corpus(corpus_file)
    partitions = mx.random_partitions(len(corpus), m=3, seed=1)
    mx.save_partitions(partitions, tmp_path / "p.json", corpus=corpus)
    return corpus_file, tmp_path / "p.json", _predictions(tmp_path, corpus, partitions)


def _predictions(folder, corpus, partitions):
    generator = np.random.default_rng(4)
    codes, values = corpus.sentences.columns["label"].codes, corpus.sentences.columns["label"].values
    starts = corpus.sentences.starts
    lines = []
    for model, wrong in (("good", 0.02), ("bad", 0.4)):
        for number, (_, validation) in enumerate(partitions.folds()):
            for unit in validation.tolist():
                gold = [values[code] for code in codes[starts[unit] : starts[unit + 1]]]
                tags = ["O" if generator.random() < wrong else tag for tag in gold]
                row = {"partition": number // 2 + 1, "fold": number % 2 + 1, "model": model}
                lines.append(json.dumps({**row, "unit_id": corpus.unit_ids[unit], "predicted": tags}))
    path = folder / "tags.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def arguments(files, *more):
    corpus, partitions, tags = files
    return ("test", tags, "--corpus", corpus, "--partitions", partitions, "--tags", "label", *more)


def test_it_says_who_is_better_and_why(printed, run, result, files):
    out = printed(*arguments(files))
    assert out.startswith("f1: good is better than bad. The difference was +")
    found = result(*arguments(files))
    assert (found["metric"], found["verdict"]["answer"]) == ("f1", "A better")
    assert (found["test"]["m"], found["test"]["n_units"], found["test"]["alternative"]) == (
        3,
        48,
        "two-sided",
    )
    assert run(*arguments(files))[1].startswith(found["sentence"])
    assert (found["version"], found["rule"]["stop"]) == (mx.__version__, "precision")
    assert found["rule"]["looks"] == list(range(3, 11))
    assert found["means"]["good"] - found["means"]["bad"] == pytest.approx(found["test"]["mean"])
    parts = sum(found["test"][name] for name in ("units", "covariance", "training", "splits"))
    assert parts == pytest.approx(found["test"]["variance"])
    output = run(*arguments(files, "--metric", "f1", "--models", "bad", "good"))[1]
    assert output.startswith("f1: good is better than bad. The difference was -0.")
    turned = result(*arguments(files, "--metric", "f1", "--models", "bad", "good"))
    assert turned["verdict"]["answer"] == "B better"
    assert turned["test"]["mean"] == pytest.approx(-found["test"]["mean"])


@pytest.mark.parametrize("target", ["floor", "centered"])
def test_the_interval_of_one_score_is_short_at_the_floor_only(run, result, files, target):
    corpus = mx.read_corpus(files[0])
    partitions = mx.regularized_partitions([corpus.attribute("label").counts], 3, 1, target)
    mx.save_partitions(partitions, files[1], corpus=corpus)
    of_both = (*files[:2], _predictions(files[0].parent, corpus, partitions))
    lines = of_both[2].read_text(encoding="utf-8").splitlines()
    of_one = files[0].with_name("one.jsonl")
    of_one.write_text("\n".join(line for line in lines if '"good"' in line), encoding="utf-8")
    alone = (*files[:2], of_one)
    assert ("8.4% errors, not 5%" in run(*arguments(alone))[1]) is (target == "floor")
    assert bool(result(*arguments(alone))["notices"]) is (target == "floor")
    assert result(*arguments(alone, "--alternative", "greater"))["test"]["level"] == 0.95
    assert "too short" not in run(*arguments(of_both))[1]


def test_other_tests_are_those_of_the_page(printed, run, result, files):
    corpus_file, partitions_file, tags = files
    asked_for = arguments(files, "--metric", "f1", "--others", "--rope", "0.01")
    found, out = result(*asked_for), run(*asked_for)[1]
    corpus = mx.read_corpus(corpus_file)
    partitions = mx.load_partitions(partitions_file, corpus)
    comparison = mx.read_predictions(tags, corpus, partitions=partitions, gold="label")
    only_good, only_bad = comparison.discordant("good", "bad")[0, 0].tolist()
    tests = comparison.mcnemar("good", "bad")
    assert [test.only_a for test in tests] == comparison.discordant("good", "bad")[..., 0].ravel().tolist()
    assert comparison.mcnemar("good", "bad", m=1)[1].pvalue == tests[1].pvalue
    assert [(test["only_a"], test["only_b"]) for test in found["mcnemar"]] == [
        (test.only_a, test.only_b) for test in tests
    ]
    once = mx.inference.mcnemar_test(only_good, only_bad).pvalue
    assert found["mcnemar"][0]["pvalue"] == pytest.approx(once)
    rejected = sum(test.pvalue < 0.05 for test in tests)
    assert f"it rejects on {rejected} of 6 hold-outs" in out
    assert found["others"][0]["pvalue"] == pytest.approx(
        mx.mx2_t_test(comparison.differences("good", "bad", "f1"), alternative="two-sided").pvalue
    )
    assert found["bayesian"]["rope"] == 0.01
    assert found["looks_by_themselves"] is None
    assert f"only good got {only_good} right, only bad {only_bad}" in out
    assert "Bayesian correlated t-test" in out
    assert "naive paired t of 6 scores" in out
    printed(*arguments(files, "--models", "good", "good", "--others"))


def test_equivalence_and_what_would_decide(run, files):
    wide = run(*arguments(files, "--metric", "f1", "--margin", "0.9"))[1]
    assert "f1: good is better than bad, by less than δ = 0.9." in wide
    same = run(*arguments(files, "--metric", "f1", "--models", "good", "good", "--margin", "0.01"))
    assert same[0] == 0
    assert same[1].startswith("f1: Nothing to test between good and good. The models agree")


def test_pairs_may_be_equivalent(printed, result, files):
    """“Better” and “equivalent” are a family each, at alpha."""
    lines = files[2].read_text(encoding="utf-8").splitlines()
    near = [line.replace('"good"', '"near"') for line in lines if '"good"' in line]
    for at in range(0, len(near), 100):
        near[at] = near[at].replace('"O"', '"B-X"', 1)
    files[2].write_text("\n".join([*lines, *near]), encoding="utf-8")
    found = result(*arguments(files, "--metric", "accuracy", "--pairs", "--margin", "5%"))
    answers = {frozenset((one["a"], one["b"])): one for one in found["pairs"]}
    alike, apart = answers[frozenset(("good", "near"))], answers[frozenset(("good", "bad"))]
    assert (alike["answer"], apart["answer"], found["margin"]) == ("equivalent", "A better", 0.05)
    assert alike["equivalence"] < 0.05 < apart["equivalence"]
    output = printed(*arguments(files, "--metric", "accuracy", "--pairs", "--margin", "0.05"))
    assert "  equivalent  " in output
    assert "The same holds of “equivalent” within δ = 0.05, by Holm." in output


def test_pairs_need_partitions(run, files):
    status, _, err = run("test", files[2], "--corpus", files[0], "--pairs")
    assert (status, "--pairs needs --partitions" in err) == (2, True)


def test_a_gate_has_an_exit_status(run, files):
    status, out, _ = run(*arguments(files, "--require", "better"))
    assert (status, out.count("\n")) == (0, 1)
    assert out.startswith("better: holds. f1: good is better than bad. The difference was +0.")
    status, out, _ = run(
        *arguments(files, "--metric", "f1", "--models", "bad", "good", "--require", "better")
    )
    assert (status, out.startswith("better: does not hold.")) == (3, True)
    status, out, _ = run(*arguments(files, "--require", "equivalent", "--margin", "0.01", "--json"))
    assert (status, json.loads(out)["holds"]) == (3, False)
    assert run(*arguments(files, "--require", "equivalent", "--margin", "0.9"))[0] == 0


def test_options_of_the_other_test_are_refused(run, files, tmp_path):
    for option in ("--comparisons 3", "--mode paper", "--looks 3,5", "--max-rho1 0.4", "--equal-rho"):
        status, _, err = run(*arguments(files, *option.split()))
        assert (status, err.count("\n"), option.split()[0] in err) == (2, 1, True), option
    path = tmp_path / "scores.csv"
    path.write_text("partition,fold,model,metric,value\n", encoding="utf-8")
    for option in (
        "--margin proposed",
        "--margin .01 --metrics all",
        "--margin .01 --pairs",
        "--stop all",
        "--tags label",
        "--by label",
        "--examples 2",
    ):
        status, _, err = run("test", path, *option.split())
        assert (status, " needs predictions" in err, option.split()[0] in err) == (2, True, True), option


def test_scores_with_a_corpus_are_called_scores(run, files, tmp_path):
    path = tmp_path / "scores.csv"
    path.write_text("partition,fold,model,metric,value\n1,1,A,f1,.8\n", encoding="utf-8")
    status, _, err = run(*arguments((*files[:2], path)))
    assert (status, "scores.csv: These are scores, which need no --corpus." in err) == (2, True)


def test_predictions_without_a_corpus_are_told_what_they_need(run, files):
    status, out, err = run("test", files[2])
    assert (status, out) == (2, "")
    assert "tags.jsonl: Predictions need --corpus, or a column gold; trained models also --partitions." in err


def test_a_table_of_scores_may_be_required_to_say_better(run, tmp_path):
    path = scores_file(tmp_path, 0.1 + E)
    status, out, _ = run("test", path, "--require", "better")
    assert (status, out.startswith("better: holds. f1: A is better")) == (0, True)
    assert run("test", path, "--require", "better", "--models", "B", "A")[0] == 3
    assert "needs predictions" in run("test", path, "--require", "equivalent")[2]


def test_what_is_missing_is_one_sentence(run, files):
    corpus, _, tags = files
    status, _, err = run("test", tags, "--corpus", corpus, "--tags", "label")
    assert status == 1
    assert "repeats line 25. Trained models need partitions." in err
    assert "needs --margin" in run(*arguments(files, "--require", "equivalent"))[2]
    assert "no model" in run(*arguments(files, "--models", "good", "nobody"))[2]


def fixed(files, tmp_path, columns):
    """The predictions of the first split, for all splits or without any."""
    rows = [json.loads(line) for line in files[2].read_text().splitlines()]
    first = {(row["model"], row["unit_id"]): row["predicted"] for row in rows if row["partition"] == 1}
    lines = [
        {**{name: row[name] for name in columns}, "predicted": first[row["model"], row["unit_id"]]}
        for row in rows
        if "partition" in columns or row["partition"] == 1
    ]
    path = tmp_path / "fixed.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    return path


def test_models_that_no_split_changes(run, result, files, tmp_path):
    everywhere = fixed(files, tmp_path, ("partition", "fold", "model", "unit_id"))
    options = ("--tags", "label", "--metric", "f1")
    found = result("test", everywhere, "--corpus", files[0], "--partitions", files[1], *options)
    once = fixed(files, tmp_path, ("model", "unit_id"))
    assert result("test", once, "--corpus", files[0], *options) == found
    assert found["verdict"]["answer"] == "A better"
    assert found["means"]["good"] - found["means"]["bad"] == pytest.approx(found["fixed"]["difference"])
    status, out, _ = run("test", once, "--corpus", files[0], *options)
    assert (status, out.startswith("f1: good is better than bad. The difference was +")) == (0, True)
    assert "approximate randomization (Noreen, 1989; 10,000 exchanges" in out
    same = run("test", once, "--corpus", files[0], *options, "--models", "good", "good")
    assert same[1].startswith("f1: Nothing to test between good and good. The models agree on every unit")
    lines = [line for line in once.read_text().splitlines() if json.loads(line)["model"] == "good"]
    alone = tmp_path / "alone.jsonl"
    alone.write_text("\n".join(lines), encoding="utf-8")
    score = result("test", alone, "--corpus", files[0], *options)["score"]
    assert score["lower"] <= score["score"] <= score["upper"]
    assert score["level"] == 0.95
    out = run("test", alone, "--corpus", files[0], *options)[1]
    assert out.startswith(f"good has f1 {score['score']:.4f}, 95% interval")
    assert "need" in run("test", alone, "--corpus", files[0], "--tags", "label",
                                                  "--require", "better")[2]  # fmt: skip
    gate = run("test", once, "--corpus", files[0], *options, "--require", "equivalent", "--margin", "0.01")
    assert (gate[0], gate[1].count("\n")) == (3, 1)


def test_where_they_differ(printed, run, result, files):
    found = result(*arguments(files, "--metric", "f1", "--by", "label,unseen", "--examples", "2"))
    groups = found["where"]["groups"]
    assert {row["group"] for row in groups["unseen"]} <= {"unseen words", "seen words only"}
    assert sum(row["share"] for row in groups["unseen"]) == pytest.approx(1)
    assert all(row["mean"] > 0 for row in groups["label"] if row["n_units"] > 30)
    example = found["where"]["examples"][0]
    assert example["better"] == "A"
    assert example["errors_a"] < example["errors_b"]
    assert len(example["words"]) == len(example["gold"]) == len(example["b"])
    out = printed(*arguments(files, "--metric", "f1", "--by", "label", "--examples", "1"))
    assert "by label" in out
    assert f"{example['unit_id']}: good is better in every split." in out
    assert "intervals of one table hold together" in out
    assert (
        "no label" in run(*arguments(files, "--by", "nonsense"))[2]
        or run(*arguments(files, "--by", "nonsense"))[0] == 1
    )
    assert "no document; it has" in run(*arguments(files, "--clusters", "document"))[2]


def test_seeds_are_said_beside_units_and_splits(run, result, files, tmp_path):
    rows = [json.loads(line) for line in files[2].read_text().splitlines()]
    lines = [{**row, "seed": 1} for row in rows]
    lines += [{**row, "seed": 2, "predicted": ["O"] * len(row["predicted"])} for row in rows]
    path = tmp_path / "seeds.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    asked_of = arguments((*files[:2], path), "--metric", "f1")
    found = result(*asked_of)
    assert found["models"] == ["good", "bad"]
    assert found["seeds"]["n_seeds"] == [2, 2]
    assert 0 < found["seeds"]["share"] <= 1
    assert found["seeds"]["half_length_limit"] < found["verdict"]["half_length"]
    out = run(*asked_of)[1]
    assert "Seeds (2 of good, 2 of bad): sd of the mean" in out
    assert "with ever more" in out
    assert result(*arguments(files))["seeds"] is None


GOLD = [str(k % 7) for k in range(300)]
A = ["x" if k % 29 == 0 else right for k, right in enumerate(GOLD)]
B = ["x" if k % 6 == 0 else right for k, right in enumerate(GOLD)]


def table(path, header, *columns):
    path.write_text("\n".join([header, *map(",".join, zip(*columns, strict=True))]) + "\n")
    return path


def test_right_and_predicted_answers_in_one_table_need_no_corpus(run, tmp_path):
    both = table(tmp_path / "both.csv", "gold,predicted,predicted_b", GOLD, A, B)
    status, out, err = run("test", both, "--others")
    assert (status, err) == (0, "")
    assert "accuracy: predicted is better than predicted_b" in out
    assert "The difference exceeds δ = 0.01." in out
    assert "McNemar's test: only predicted got 48 right, only predicted_b 9; p < 0.001 (two-sided)." in out
    files = [table(tmp_path / f"{name}.csv", "label,pred", GOLD, tags) for name, tags in (("a", A), ("b", B))]
    assert "a is better than b" in run("test", *files)[1]
    (tmp_path / "b.csv").write_text("gold,predicted\nother,0\n")
    assert "b.csv, line 2: Gold of 1: 0, here other." in run("test", *files)[2]
    assert "--partitions needs predictions and --corpus" in run("test", both, "--partitions", "p.json")[2]


def test_a_file_a_model_of_one_part_is_compared_on_that_part(run, tmp_path):
    ids = [f"s{k}" for k in range(300)]
    folder = tmp_path / "corpus"
    folder.mkdir()
    for part, some in (("train", slice(0, 100)), ("test", slice(100, 300))):
        table(folder / f"{part}.csv", "id,text,label", ids[some], ids[some], GOLD[some])
    files = [
        table(tmp_path / f"{name}.csv", "id,predicted", ids[100:], tags[100:])
        for name, tags in (("a", A), ("b", B))
    ]
    status, out, err = run("test", *files, "--corpus", folder)
    assert (status, err) == (0, "")
    assert "200 units" in out
    assert "note: Compared on test alone." in out
    of_parts = [word for part in ("train", "test") for word in ("--corpus", folder / f"{part}.csv")]
    named = out.replace("On corpus, mean", "On train + test.csv, mean")  # as it was given
    assert run("test", *of_parts, *files) == (status, named, err)
    alone = run("test", *files, "--corpus", folder / "test.csv")[1]
    assert alone.splitlines()[0] == out.splitlines()[0]
    table(files[1], "model,id,predicted", ["a"] * 200, ids[100:], B[100:])
    assert (
        "b.csv, line 2: a predicts s100 in a.csv too, line 2. Keep one."
        in (run("test", *files, "--corpus", folder)[2])
    )
    table(files[1], "id,predicted", ids[150:], B[150:])
    assert "Predict all, or one part." in run("test", *files, "--corpus", folder)[2]
