"""What a first comparison begins with trains in seconds, and holds no CRF."""

import pytest

import mx2core as mx
from mx2core.models import CRF, all_presets, quick
from tests.pace import within

SENTENCE = b"the\tDET\ncat\tNOUN\nsat\tVERB\non\tADP\na\tDET\nmat\tNOUN\n\n"
TAGGERS, CLASSIFIERS = ("perceptron", "perceptron-B"), ("svm", "B")


@pytest.mark.parametrize("name", ["statement_zh", "ner_zh", "intents_en"])
def test_no_first_proposal_trains_a_crf_by_its_slow_algorithms(name):
    corpus = mx.sample(name)
    presets = {preset.model.name: preset.model for preset in all_presets(corpus)}
    models = [presets[one] for one in quick(corpus)]
    assert quick(corpus) == (TAGGERS if isinstance(models[0], CRF) else CLASSIFIERS)
    assert all(model.algorithm == "ap" for model in models if isinstance(model, CRF))
    assert set(quick(corpus)) < set(presets)  # the others are one click further


def test_numbers_begin_with_what_is_proposed():
    rows = "".join(f"a film {k},{k / 7:.3f}\n" for k in range(60))
    corpus = mx.read_corpus(f"text,stars\n{rows}".encode())
    assert quick(corpus, "stars") == mx.models.proposed(corpus, "stars") == ("A", "mean")


def test_the_second_tagger_has_the_features_of_b():
    presets = {preset.model.name: preset.model for preset in all_presets(mx.sample("statement_zh"))}
    assert presets["perceptron-B"].template == presets["B"].template
    assert presets["perceptron"].template == presets["A"].template


@pytest.mark.parametrize(
    ("data", "reading", "names"),
    [
        (SENTENCE * 4000, {"columns": ["word", "pos"]}, TAGGERS),
        (b"text,label\n" + b"a good film,pos\na bad film,neg\n" * 1500, {}, CLASSIFIERS),
    ],
)
def test_a_large_corpus_is_compared_in_seconds(data, reading, names):
    corpus = mx.read_corpus(data, **reading)
    assert quick(corpus) == names
    models = [preset.model for preset in all_presets(corpus, None) if preset.model.name in names]
    halves = mx.random_partitions(len(corpus), 1)
    with within(4 * 5):  # four trainings
        mx.compare(corpus, models, partitions=halves, n_workers=0)
