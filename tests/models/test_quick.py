"""What a large corpus begins with trains in seconds; a small one keeps what is proposed."""

import time

import pytest

import mx2core as mx
from mx2core.models import all_presets, presets, quick

SENTENCE = b"the\tDET\ncat\tNOUN\nsat\tVERB\non\tADP\na\tDET\nmat\tNOUN\n\n"


def test_a_small_corpus_keeps_the_proposals():
    small = mx.read_corpus(SENTENCE * 20, columns=["word", "pos"])
    assert quick(small) == mx.models.proposed(small)
    assert quick(mx.sample("intents_en")) == mx.models.proposed(mx.sample("intents_en"))


@pytest.mark.parametrize(
    ("data", "reading", "names"),
    [
        (SENTENCE * 4000, {"columns": ["word", "pos"]}, ("perceptron", "B")),
        (b"text,label\n" + b"a good film,pos\na bad film,neg\n" * 1500, {}, ("svm", "B")),
    ],
)
def test_a_large_corpus_begins_with_models_that_train_in_seconds(data, reading, names):
    corpus = mx.read_corpus(data, **reading)
    assert quick(corpus) == names
    assert set(names) <= {preset.model.name for preset in all_presets(corpus, None)}
    models = [preset.model for preset in all_presets(corpus, None) if preset.model.name in names]
    halves = mx.random_partitions(len(corpus), 1)
    began = time.process_time()
    mx.compare(corpus, models, partitions=halves, n_workers=0)
    assert time.process_time() - began < 4 * 5  # four trainings
    assert presets(corpus)  # those of the paper are there, too
