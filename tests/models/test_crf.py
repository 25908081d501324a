"""Features equal to a plain reading of CRF++'s rules; training equal to sklearn-crfsuite's."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mx2core.errors import TemplateError
from mx2core.models import CRF, FeatureTemplate, presets
from mx2core.models import crf as crf_module
from mx2core.models.columns import column_codes, feature_columns
from mx2core.models.crf import Features
from mx2core.models.model import Material, TrainingError
from tests.models.small import SPOKEN, column, corpus_of, example_corpus
from tests.training.small import noise


def plain_features(template, rows):
    """The slow reference: every macro replaced on its own, as CRF++ does it."""
    result = []
    for i in range(len(rows)):
        token = []
        for feature in template.features:
            string = feature.texts[0]
            for (row, place), text in zip(feature.cells, feature.texts[1:], strict=True):
                j = i + row
                if j < 0:
                    string += f"_B-{-j}"
                elif j >= len(rows):
                    string += f"_B+{j - len(rows) + 1}"
                else:
                    string += rows[j][place]
                string += text
            token.append(string)
        result.append(tuple(token))
    return result


def features_of(template, corpus):
    model = CRF("A", template, ("word", "pos"))
    return Features(model, column_codes(corpus, model.used_columns), corpus.sentences.starts)


def prepared(model, corpus, gold, folder):
    tags = corpus.sentences.columns[gold]
    columns = column_codes(corpus, model.used_columns)
    answers = (tags.codes, tags.values)
    return model.prepare(
        Material("tags", answers, columns, (), corpus.sentences.starts, corpus.units), folder
    )


def test_feature_strings_as_crf_plus_plus_makes_them():
    template = FeatureTemplate.parse("U00:%x[0,0]\nU01:%x[-2,0]/%x[1,1]\nU02\nB")
    corpus = example_corpus()
    features = features_of(template, corpus)
    assert features.strings(1) == [("U00:昨天", "U01:_B-2/v", "U02"), ("U00:宣布", "U01:_B-1/_B+1", "U02")]
    assert features.items(1).items() == [dict.fromkeys(token, 1.0) for token in features.strings(1)]


cell = st.sampled_from(["a", "b", "_B-1", "a/b", ""])
sentences = st.lists(st.lists(st.tuples(cell, cell), min_size=1, max_size=5), min_size=1, max_size=4)
macro = st.tuples(st.integers(-4, 4), st.integers(0, 1)).map(lambda at: f"%x[{at[0]},{at[1]}]")
lines = st.lists(st.lists(macro, max_size=4).map("/".join), min_size=1, max_size=4)


@given(sentences=sentences, lines=lines)
def test_features_equal_the_slow_reference(sentences, lines):
    template = FeatureTemplate.parse("\n".join(f"U{i}:{line}" for i, line in enumerate(lines)))
    rows = [row for sentence in sentences for row in sentence]
    columns = {name: column([row[i] for row in rows]) for i, name in enumerate(("word", "pos"))}
    starts = np.cumsum([0, *map(len, sentences)])
    model = CRF("A", template, ("word", "pos"))
    features = Features(model, {name: (c.codes, c.values) for name, c in columns.items()}, starts)
    for number, sentence in enumerate(sentences):
        assert features.strings(number) == plain_features(template, sentence)


@settings(max_examples=20)
@given(seed=st.integers(0, 2**32 - 1))
def test_wide_combinations_of_many_values_do_not_overflow(seed):
    values = tuple(map(str, range(2000)))
    codes = np.random.default_rng(seed).integers(0, 2000, 300).astype(np.int32)
    template = FeatureTemplate.parse("U0:" + "/".join(f"%x[{row},0]" for row in range(-5, 6)))
    features = Features(CRF("A", template, ("word",)), {"word": (codes, values)}, np.array([0, 300]))
    rows = [(values[code],) for code in codes]
    assert features.strings(0) == plain_features(template, rows)


def test_features_are_kept_only_while_they_are_few(monkeypatch):
    corpus = example_corpus()
    template = FeatureTemplate.parse("U0:%x[0,0]")
    kept = features_of(template, corpus)
    assert kept.items(0) is kept.items(0)
    monkeypatch.setattr(crf_module, "KEPT_FEATURES", 3)
    made_anew = features_of(template, corpus)
    assert made_anew.items(0) is not made_anew.items(0)
    assert made_anew.items(0).items() == kept.items(0).items()


@pytest.mark.parametrize("left", [0, 7, 100, 0.5, -1])
def test_a_model_for_which_the_disk_has_no_room_is_not_used(tmp_path, monkeypatch, left):
    """Of 4 KB that were left CRFsuite made a file whose end it then read, which ended the process."""
    corpus = corpus_of(SPOKEN * 5, ("word", "pos", "target", "role"), schemes={"role": "IOB2"})
    check = crf_module.CRFLearner._check_whole

    def full(learner):
        size = learner._path.stat().st_size
        os.truncate(learner._path, int(size * left) if isinstance(left, float) else left % size)
        check(learner)

    monkeypatch.setattr(crf_module.CRFLearner, "_check_whole", full)
    with pytest.raises(TrainingError, match="disk for temporary files is full"):
        prepared(presets(corpus)[0], corpus, "role", tmp_path).predict(np.arange(8), np.arange(4))


def test_tags_equal_sklearn_crfsuite(tmp_path):
    sklearn_crfsuite = pytest.importorskip("sklearn_crfsuite")
    corpus = corpus_of(SPOKEN * 5, ("word", "pos", "target", "role"), schemes={"role": "IOB2"})
    model = presets(corpus)[0]
    starts, role = corpus.sentences.starts, corpus.sentences.columns["role"]
    features = Features(model, column_codes(corpus, model.used_columns), starts)
    tags = [role[slice(starts[i], starts[i + 1])] for i in range(len(corpus.sentences))]
    half = [0, 1, 2, 5, 7, 9, 12]
    found = prepared(model, corpus, "role", tmp_path).predict(np.array(half), np.arange(len(tags)))
    ours = [[role.values[code] for code in codes] for codes in np.split(found.codes, starts[1:-1])]
    assert found.iterations > 1
    assert found.model_bytes > 1000
    assert not list(tmp_path.iterdir())

    plain = sklearn_crfsuite.CRF(algorithm="lbfgs", c1=0.0, c2=1.0, max_iterations=100)
    strings = [
        [dict.fromkeys(token, 1.0) for token in features.strings(i)] for i in range(len(corpus.sentences))
    ]
    plain.fit([strings[i] for i in half], [tags[i] for i in half])
    assert ours == list(plain.predict(strings))


FRESH = """
import sys
from pathlib import Path
from mx2core.models import CRF, FeatureTemplate
from tests.models.test_crf import codes_after
print(codes_after(sys.argv[1], [], Path(sys.argv[2])).hex())
"""


def codes_after(algorithm, trained_before, folder):
    """Tags as bytes, from a process that trained on these sentences before."""
    corpus = noise(40, n_tags=6)
    template = FeatureTemplate.parse("U0:%x[0,0]\nU1:%x[-1,0]")
    model = CRF("A", template, ("word",), algorithm=algorithm, max_iterations=10)
    learner = prepared(model, corpus, "label", folder)
    for size in trained_before:
        learner.predict(np.arange(size), np.arange(1))
    return learner.predict(np.arange(20), np.arange(20, 40)).codes.astype("u1").tobytes()


@pytest.mark.parametrize("algorithm", crf_module.ALGORITHMS)
def test_no_algorithm_depends_on_what_was_trained_before(algorithm, tmp_path):
    alone = codes_after(algorithm, [], tmp_path)
    assert len(set(alone)) > 2
    assert codes_after(algorithm, [3, 30], tmp_path) == alone


@pytest.mark.parametrize("algorithm", ["l2sgd", "arow"])
def test_a_fresh_process_gives_the_same(algorithm, tmp_path):
    fresh = subprocess.run(
        [sys.executable, "-c", FRESH, algorithm, str(tmp_path)],
        cwd=Path(__file__).resolve().parents[2],
        capture_output=True,
        text=True,
        check=True,
    )
    assert bytes.fromhex(fresh.stdout) == codes_after(algorithm, [3], tmp_path)


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"name": " "}, "needs a name"),
        ({"c1": -1.0}, "`c1` must lie in .*, found -1.0"),
        ({"c2": float("nan")}, "`c2` must lie in .*, found nan"),
        ({"max_iterations": 0}, "`max_iterations` must lie in"),
        ({"algorithm": "sgd"}, "`algorithm` must be one of lbfgs, l2sgd, ap, pa, arow"),
        ({"algorithm": "l2sgd", "c1": 1.0}, "c1 is not a parameter of l2sgd"),
        ({"algorithm": "pa", "c2": 0.5}, "c2 is not a parameter of pa"),
        ({"columns": ()}, r"line 1, column 4: %x\[0,0\] needs column 0"),
    ],
)
def test_settings_that_cannot_be_used(settings, says):
    template = FeatureTemplate.parse("U0:%x[0,0]")
    with pytest.raises(TemplateError, match=says):
        CRF(**({"name": "A", "template": template} | settings))


def test_without_a_b_line_it_says_what_happens():
    assert CRF("A", FeatureTemplate.parse("U0:%x[0,0]\nB")).notices == ()
    (notice,) = CRF("A", FeatureTemplate.parse("U0:%x[0,0]")).notices
    assert "Model A has no B line, but CRFsuite always learns transitions" in str(notice)


def test_columns_that_are_listed_but_not_looked_at_may_be_absent():
    corpus = corpus_of([[("x", "O")]], ("word", "label"))
    model = CRF("A", FeatureTemplate.parse("U0:%x[0,0]"))
    model.check_corpus(corpus, "label")
    assert model.used_columns == ("word",)


@pytest.mark.parametrize(
    ("columns", "says"),
    [
        (("word", "lemma"), r"line 2, column 4: Model A uses column 1, lemma; small has"),
        (("word", "role"), r"line 2, column 4: Model A sees column 1, role, which it predicts"),
    ],
)
def test_a_template_that_looks_at_what_it_must_not(columns, says):
    model = CRF("A", FeatureTemplate.parse("U0:%x[0,0]\nU1:%x[0,1]"), columns)
    with pytest.raises(TemplateError, match=says):
        model.check_corpus(example_corpus(), "role")


# Columns a template can address, those made from the target word among them.
def cells(corpus, name):
    codes, values = column_codes(corpus, (name,))[name]
    return [values[code] for code in codes]


def test_the_usual_columns_come_first_and_answers_are_left_out():
    assert feature_columns(example_corpus()) == ("word", "pos", "position", "target")
    assert feature_columns(example_corpus(), gold="pos") == ("word", "position", "target")


def test_other_columns_follow():
    corpus = corpus_of([[("a", "1", "x", "O")]], ("LEMMA", "HEAD", "word", "label"))
    assert feature_columns(corpus) == ("word", "LEMMA", "HEAD")


def test_position_and_target_word_are_on_every_token():
    assert cells(example_corpus(), "position") == [
        "before",
        "target",
        "after",
        "after",
        "before",
        "target",
        "_",
    ]
    assert cells(example_corpus(), "target") == ["说", "说", "说", "说", "宣布", "宣布", "_"]


def test_a_target_word_in_two_parts():
    rows = [[("a", "_"), ("b", "b"), ("c", "_"), ("d", "d"), ("e", "_")]]
    corpus = corpus_of(rows, ("word", "target"))
    assert cells(corpus, "position") == ["before", "target", "after", "target", "after"]
    assert cells(corpus, "target") == ["b d"] * 5


def test_targets_named_by_the_sentence_alone():
    rows = [[("a",), ("b",), ("b",)], [("b",)], [("c",), ("a",)]]
    corpus = corpus_of(rows, ("word",), fields={"target": ("b", "gone", "")})
    assert cells(corpus, "position") == ["before", "target", "after", "_", "_", "_"]
    assert cells(corpus, "target") == ["b", "b", "b", "gone", "_", "_"]


def test_no_target_word_anywhere():
    corpus = corpus_of([[("a",)], [("b",)]], ("word",), fields={"target": ("x", "y")})
    assert cells(corpus, "position") == ["_", "_"]
