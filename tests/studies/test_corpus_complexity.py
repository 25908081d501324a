"""Growing complexity on a real corpus: sums, a slow reference, what training error does, and bad input."""

import json

import numpy as np
import pytest

from mx2core.corpus import read_corpus
from mx2core.errors import InputError
from mx2core.studies.calculators.corpus_complexity import corpus_complexity, corpus_tasks, most_to_train
from tests.studies.small import corpus

pytest.importorskip("sklearn")
TEXTS = "sample_data/intents_en.jsonl"


@pytest.fixture(scope="module")
def texts():
    words = {"a": ["buy", "pay", "cost"], "b": ["ride", "train", "bus"], "c": ["sun", "rain", "wind"]}
    random = np.random.default_rng(0)
    rows = []
    for _ in range(120):
        label = str(random.choice(list(words)))
        other = str(random.choice(list(words)))
        chosen = [
            *random.choice(words[label], 2),
            str(random.choice(words[other])),
            f"n{random.integers(30)}",
        ]
        rows.append(json.dumps({"text": " ".join(chosen), "label": label}))
    return read_corpus("\n".join(rows).encode(), name="small.jsonl")


def test_parts_add_up_and_training_error_is_too_small(texts):
    for task in corpus_tasks(texts):
        found = corpus_complexity(texts, task, n_train=40, n_trainings=5)
        assert found.n_asked == 60
        for row in found.rows:
            assert row.bias + row.variance == pytest.approx(row.expected)
            assert row.variance == pytest.approx(row.variance_adds - row.variance_takes)
        first, last = found.rows[0], found.rows[-1]
        assert last.training < first.training
        assert last.training < last.expected
        assert found.rows[found.best].expected == min(row.expected for row in found.rows)
    assert corpus_complexity(texts, "nearest_classes", n_train=40).rows[-1].training == 0  # its own neighbour


def test_more_words_fit_the_training_tags_better():
    found = corpus_complexity(corpus(60), "crf", n_train=20, n_trainings=4)
    assert [row.level for row in found.rows] == [0, 1, 3, 5, 7]
    assert found.rows[-1].training < found.rows[0].training
    again = corpus_complexity(corpus(60), "crf", n_train=20, n_trainings=4)
    assert again.rows == found.rows
    assert corpus_complexity(corpus(60), "crf", n_train=20, n_trainings=4, seed=1).rows != found.rows


def test_a_deep_tree_is_scikit_learns(texts):
    """One training by hand, through scikit-learn's own vectorizer."""
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.tree import DecisionTreeClassifier

    from mx2core.studies.calculators.corpus_complexity import _draw_units

    asked, sets = _draw_units(len(texts), 40, 3, 0)
    words, right = np.array(texts.sentences.fields["text"]), np.array(texts.sentences.fields["label"])
    wrong, own = [], []
    for train in sets:
        assert not set(train) & set(asked)
        known = TfidfVectorizer(ngram_range=(1, 2)).fit(words[train])
        tree = DecisionTreeClassifier(max_depth=3, random_state=0)
        tree.fit(known.transform(words[train]), right[train])
        wrong.append(np.mean(tree.predict(known.transform(words[asked])) != right[asked]))
        own.append(np.mean(tree.predict(known.transform(words[train])) != right[train]))
    row = corpus_complexity(texts, "tree", n_train=40, n_trainings=3).rows[2]
    assert row.level == 3
    assert (row.expected, row.training) == pytest.approx((np.mean(wrong), np.mean(own)))


def test_one_class_in_a_training_set_is_answered_everywhere():
    rows = [json.dumps({"text": f"word{i % 7} and", "label": "b" if i == 0 else "a"}) for i in range(40)]
    rare = read_corpus("\n".join(rows).encode(), name="rare.jsonl")
    found = corpus_complexity(rare, "linear", n_train=10, n_trainings=3)
    assert all(0 <= row.expected <= 0.1 for row in found.rows)


@pytest.mark.parametrize(
    ("task", "options", "says"),
    [
        ("crf", {}, "`task` must be one of"),
        ("tree", {"n_train": 5}, "found 5"),
        ("tree", {"n_train": 40, "n_trainings": 1}, "`n_trainings` must lie in"),
        ("tree", {"n_train": 40, "seed": -1}, "`seed` must lie in"),
        ("tree", {"n_train": 40, "gold": "moon"}, "moon"),
    ],
)
def test_bad_input_is_one_sentence(texts, task, options, says):
    with pytest.raises(InputError, match=says):
        corpus_complexity(texts, task, **options)


def test_too_few_units():
    with pytest.raises(InputError, match="at least 30 units"):
        corpus_complexity(corpus(20), "crf")
    assert most_to_train(30) == 13
