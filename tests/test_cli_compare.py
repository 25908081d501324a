"""The command that compares: presets by name, metrics, classes, predictions made elsewhere."""

import json

import numpy as np
import pytest

import mx2core as mx
from mx2core.errors import ScoresError
from mx2core.exchange import read_scores, save_partitions
from mx2core.models import all_presets
from mx2core.models.presets import model_names, titles
from mx2core.partition import PartitionSet, Selection, Thresholds, random_masks
from mx2core.training import compare, read_predictions, write_predictions
from mx2core.training.beside.mean_scores import shift_notices
from tests.training.small import halves, tagged

SENTENCES = [
    "\n".join(
        "\t".join(row)
        for row in zip(
            *(tagged(40).sentences.columns[name][slice(*bounds)] for name in ("word", "pos", "label")),
            strict=True,
        )
    )
    for bounds in zip(tagged(40).sentences.starts[:-1], tagged(40).sentences.starts[1:], strict=True)
]


@pytest.fixture
def tagged_file(tmp_path):
    """A corpus of tags, partitions of it, and where scores go."""
    path, partitions, scores = tmp_path / "c.conll", tmp_path / "p.json", tmp_path / "s.csv"
    path.write_text("\n\n".join(SENTENCES) + "\n", encoding="utf-8")
    save_partitions(halves(40, m=1), partitions, corpus=mx.read_corpus(path))
    return path, "--partitions", partitions, "-o", scores


@pytest.fixture
def classified_file(tmp_path):
    path, partitions, scores = tmp_path / "c.csv", tmp_path / "p.json", tmp_path / "s.csv"
    rows = [
        ("where is it", "place"),
        ("how much is it", "price"),
        ("where to", "place"),
        ("what price", "price"),
    ]
    path.write_text(
        "text,label\n" + "".join(f"{text} {i},{label}\n" for i in range(6) for text, label in rows)
    )
    save_partitions(halves(24, m=1), partitions, corpus=mx.read_corpus(path))
    return path, "--partitions", partitions, "-o", scores


def test_presets_by_name_and_metrics_by_choice(run, tagged_file):
    status, out, err = run(
        "compare", *tagged_file, "--models", "token", "A", "near", "--metric", "f1", "f0.5", "accuracy",
        "recall:PER", "--workers", "0", "--strict",
    )  # fmt: skip
    assert status == 0, err
    assert "Chunks in IOB2, read strictly" in out
    table = read_scores(tagged_file[-1])
    assert table.models == ("CRF: the token alone", "CRF: words + POS", "CRF: neighbours only")
    assert table.metrics == ("f1", "f0.5", "accuracy", "recall:PER")
    corpus = mx.read_corpus(tagged_file[0])
    presets = {preset.titled.name: preset.titled for preset in all_presets(corpus)}
    chosen = [presets[name] for name in table.models]
    directly = compare(corpus, chosen, partitions=halves(40, m=1), strict=True, n_workers=0)
    token, a, _near = table.models
    np.testing.assert_array_equal(table.differences(a, token, "f1"), directly.differences(a, token))


def test_classes(printed, result, refused, classified_file):
    out = printed("compare", *classified_file, "--models", "A", "B", "svm", "--workers", "0")
    assert "Scores of logistic regression, naive Bayes, linear SVM on label, partitions" in out
    table = read_scores(classified_file[-1])
    assert table.metrics == ("accuracy", "macro_precision", "macro_recall", "macro_f1")
    assert table.scores("linear SVM", "accuracy").min() > 0.8
    asked = ("compare", *classified_file, "--metric", "roc_auc", "weighted_f1", "--workers", "0")
    means = {(row["metric"], row["model"]): row["mean"] for row in result(*asked)["scores"]}
    assert means["roc_auc", "logistic regression"] > 0.8
    output = refused("test", classified_file[-1], "--models", "A", "B")
    assert "A may be any of SVM: words + characters, logistic regression" in output


def test_a_result_knows_its_models_by_title_preset_and_place():
    models = ("SVM: words + characters", "logistic regression", "mine")
    assert model_names(["words+characters", "A"], models) == list(
        models[:2]
    )  # as `compare` was asked for them
    assert model_names(["mine", "logistic regression"], models) == ["mine", "logistic regression"]
    assert model_names(["B", "A"], models[1:]) == ["mine", "logistic regression"]
    assert model_names(["A", "B"], ("CRF: a.txt (A)", "CRF: b.txt (B)")) == [
        "CRF: a.txt (A)",
        "CRF: b.txt (B)",
    ]
    assert model_names(["svm", "mine"], models) == ["svm", "mine"]  # which is not there, as the test will say
    with pytest.raises(ScoresError, match=r"A may be any of SVM: words \+ characters, logistic regression\."):
        model_names(["A", "B"], models)


def test_predictions_made_elsewhere(run, tagged_file, tmp_path):
    corpus = mx.read_corpus(tagged_file[0])
    ours = compare(corpus, mx.models.presets(corpus), partitions=halves(40, m=1), n_workers=0)
    file = tmp_path / "predicted.jsonl"
    file.write_bytes(write_predictions(ours, corpus))
    status, _, err = run("compare", *tagged_file, "--predictions", file, "--quiet")
    assert (status, err) == (0, "")  # nothing is trained
    np.testing.assert_array_equal(
        read_scores(tagged_file[-1]).differences("A", "B", "f1"), ours.differences("A", "B")
    )
    assert read_predictions(file, corpus, partitions=halves(40, m=1)).models == ("A", "B")
    file.write_bytes(file.read_bytes().partition(b"\n")[2])
    status, _, err = run("compare", *tagged_file, "--predictions", file)
    assert status == 1
    assert "predicted.jsonl: Predictions of A missing in partition 1, fold 1" in err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (
            ("--models", "A", "svm"),
            "`--models` must be one of A, B, spelling, near, perceptron, perceptron-B, token",
        ),
        (("--models", "A"), "at least two models, found 1"),
        (("--metric", "f1", "bleu"), "`--metric` must be one of precision, recall, f1, accuracy"),
        (("--tags", "frame"), "no frame; it has word, pos, label"),
    ],
)
def test_slips_are_said_before_anything_is_trained(run, tagged_file, arguments, says):
    status, _, err = run("compare", *tagged_file, *arguments)
    assert status == 1
    assert says in err
    assert "fold" not in err.replace("fold_", "")


def test_texts_have_no_templates_and_bare_predictions_no_areas(run, classified_file, tmp_path):
    template = tmp_path / "t.txt"
    template.write_text("U0:%x[0,0]\n")
    status, _, err = run("compare", *classified_file, "--template-a", template)
    assert (status, "Model A classifies texts and has no template" in err) == (1, True)
    corpus = mx.read_corpus(classified_file[0])
    ours = compare(corpus, mx.models.presets(corpus), partitions=halves(24, m=1), n_workers=0)
    rows = [json.loads(line) for line in write_predictions(ours, corpus).splitlines()]
    template.write_text("\n".join(json.dumps(row | {"scores": {}}) for row in rows))
    status, _, err = run("compare", *classified_file, "--predictions", template, "--metric", "roc_auc")
    assert (status, "roc_auc of A needs class scores" in err) == (1, True)


def test_models_that_nobody_named_are_those_the_page_proposes(run, tagged_file):
    status, out, err = run("cost", tagged_file[0])
    assert status == 0
    proposed = mx.models.proposed(mx.read_corpus(tagged_file[0]))
    assert proposed == ("spelling", "perceptron")
    assert "Models: spelling, perceptron. Others: --models" in err
    assert all(title in out for name in proposed for title in titles(name))
    assert "were chosen" not in run("cost", tagged_file[0], "--models", "A", "B")[2]


@pytest.mark.parametrize(("lower", "upper", "warned"), [(0.1, 0.3, 1), (0.9, 1.1, 0)])
def test_a_band_below_the_expected_value_is_warned_of(lower, upper, warned):
    corpus = mx.read_corpus(b"text,label\n" + b"a good film,pos\na bad film,neg\nno film,none\n" * 10)
    bound = Thresholds("label", lower=lower * 2 / 3, upper=upper * 2 / 3)  # of (J - 1)/J
    made = PartitionSet(
        random_masks(len(corpus), range(3), seed=0), "thresholds", 0, Selection((bound,), 0, 0, ())
    )
    assert len(shift_notices(made, corpus)) == warned
