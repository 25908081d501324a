"""What models cost: counts against CRFsuite and scikit-learn, and by hand."""

import json

import numpy as np
import pytest

import mx2core as mx
from mx2core.errors import ScoresError
from mx2core.models import CRF, FeatureTemplate, TextClassifier
from mx2core.training import ModelUse, compare, model_uses
from mx2core.training.run.folds import sentences_of

TAGGED = b"cat\tN\nsits\tV\n\ndog\tN\nran\tV\naway\tR\n\nit\tN\n\nsits\tV\nstill\tR\n\n"


def test_a_crf_by_hand_and_by_crfsuite(tmp_path):
    corpus = mx.read_corpus(TAGGED, columns=["word", "pos"])
    template = FeatureTemplate.parse("U0:%x[0,0]\nU1:%x[-1,0]\nB\n")
    model = CRF("words", template, columns=("word",), c2=1e-6)
    halves = mx.partitions.PartitionSet(np.array([[True, True, False, False]]), "imported", None)
    found = compare(corpus, [model, CRF("B", template, columns=("word",))], partitions=halves, n_workers=0)
    use = model_uses([model], found)[0]
    features, best = use.parts
    # Trained on "cat sits" and "dog ran away": 5 tokens, 3 tags; asked about 1 and 2 tokens.
    assert (use.n_train, use.n_predicted) == (2, 2)
    assert features.operations == 1.5 * 2 * 3
    assert best.operations == 0.5 * 9
    assert use.training_operations == (2 * 5 * 2 * 3 + 3 * 3 * 9) * use.iterations
    pycrfsuite = pytest.importorskip("pycrfsuite")
    material = found.scorer.material
    learner = model.prepare(material, tmp_path)
    learner._train(sentences_of(found.folds[0][0], material.units).tolist())
    tagger = pycrfsuite.Tagger()
    tagger.open(str(learner._path))
    info = tagger.info()
    tagger.close()
    assert (features.weights, best.weights) == (len(info.state_features), len(info.transitions))


@pytest.mark.parametrize("kind", ["logistic", "bayes", "svm"])
def test_a_linear_model_by_scikit_learn(kind):
    text = pytest.importorskip("sklearn.feature_extraction.text")
    words = ["red car", "red bus", "blue sky", "blue sea", "red van fast", "blue lake deep", "green tree"]
    words.append("old tree")
    labels = list("aabbabcc")
    lines = [json.dumps({"text": one, "label": label}) for one, label in zip(words, labels, strict=True)]
    corpus = mx.read_corpus("\n".join(lines).encode())
    models = [TextClassifier(kind, kind, ngrams=(1, 1)), TextClassifier("other", "bayes")]
    mask = np.array([[True, False] * 4])
    found = compare(
        corpus, models, partitions=mx.partitions.PartitionSet(mask, "imported", None), n_workers=0
    )
    use = model_uses(models, found)[0]
    train, asked = ([words[i] for i in np.flatnonzero(side)] for side in (mask[0], ~mask[0]))
    vectorizer = text.CountVectorizer(ngram_range=(1, 1)).fit(train)
    z = (vectorizer.transform(asked) > 0).sum() / len(asked)
    weights, scores = use.parts
    assert (weights.weights, weights.outputs) == (len(vectorizer.vocabulary_), z)
    assert scores.weights == len(vectorizer.vocabulary_) * 3
    assert scores.operations == z * 3
    passed = (vectorizer.transform(train) > 0).sum()
    assert use.training_operations == (passed if kind == "bayes" else 2 * passed * 3 * use.iterations)


def test_other_models_are_measured_and_not_counted():
    use = ModelUse("own", 2, 0.1, None, None, None, 2, 2, (), None)
    with pytest.raises(ScoresError, match="not own"):
        use.table  # noqa: B018
