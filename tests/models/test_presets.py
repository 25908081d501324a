"""Presets fit the columns a corpus has."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mx2core as mx
from mx2core.errors import InputError, TemplateError
from mx2core.models import (
    CRF,
    FeatureTemplate,
    TextClassifier,
    all_presets,
    gold_choices,
    presets,
    preview,
    proposed,
    quick,
)
from mx2core.models.columns import column_codes, gold_codes
from mx2core.models.word_parts import word_part
from tests.models.small import corpus_of, example_corpus
from tests.pace import time_limit


def quoted(model):
    """Names of the columns the template of a model looks at."""
    return {model.columns[place] for feature in model.template.features for _, place in feature.cells}


def test_roles_of_a_target_word():
    a, b = presets(example_corpus())
    assert (a.name, b.name) == ("A", "B")
    assert a.columns == b.columns == ("word", "pos", "position", "target")
    assert quoted(a) == {"word", "pos", "position", "target"}
    assert quoted(b) == {"pos", "position", "target"}
    cells_of_b = {feature.cells for feature in b.template.features}
    assert cells_of_b < {feature.cells for feature in a.template.features}  # B is A with features taken away


def test_parts_of_speech_without_a_target_word():
    a, b = presets(corpus_of([[("x", "N", "O")]], ("word", "pos", "label")))
    assert (quoted(a), quoted(b)) == ({"word", "pos"}, {"pos"})


def test_words_or_characters_alone():
    a, b = presets(corpus_of([[("天", "B"), ("气", "E")]], ("word", "label"), schemes={"label": "BMES"}))
    assert {cell for feature in a.template.features for cell in feature.cells} == {
        (r, 0) for r in range(-2, 3)
    }
    assert [feature.cells for feature in b.template.features] == [((0, 0),)]


def test_target_words_without_parts_of_speech():
    a, b = presets(corpus_of([[("他", "_", "O"), ("说", "说", "O")]], ("word", "target", "role")))
    assert quoted(a) == {"word", "position", "target"}
    assert quoted(b) == {"position", "target"}


def test_parts_of_speech_to_be_predicted_are_no_feature():
    corpus = corpus_of([[("x", "N")]], ("word", "pos"))
    assert [quoted(model) for model in presets(corpus)] == [{"word"}, {"word"}]
    assert [model.gold for model in presets(corpus)] == ["pos", "pos"]


def test_without_anything_to_predict_there_is_no_model():
    with pytest.raises(InputError, match="no role / label / pos; it has word"):
        presets(corpus_of([[("x",)]], ("word",)))


def test_templates_can_be_edited_as_text():
    for model in presets(example_corpus()):
        assert model.template.transitions
        assert "# column 1: pos" in model.template.text
        assert FeatureTemplate.parse(model.template.text) == model.template


def test_classified_texts_have_classifiers():
    corpus = corpus_of(
        [[("a",)], [("b",)]], ("word",), fields={"text": ("a b c", "b d"), "label": ("x", "y")}
    )
    a, b = presets(corpus)
    assert [(type(model), model.gold) for model in (a, b)] == [(TextClassifier, "label")] * 2
    assert (a.kind, b.kind) == ("logistic", "bayes")
    names = [preset.model.name for preset in all_presets(corpus)]
    assert names == ["A", "B", "svm", "characters", "words+characters"]
    assert proposed(corpus) == ("words+characters", "A")
    unspaced = corpus_of(
        [[("a",)], [("b",)]], ("word",), fields={"text": ("天气", "大雨"), "label": ("x", "y")}
    )
    assert all_presets(unspaced)[-1].model.name == "words"
    assert proposed(unspaced) == ("svm", "A")


def test_named_presets_say_what_they_are():
    named = {preset.model.name: preset for preset in all_presets(example_corpus())}
    assert list(named) == ["A", "B", "spelling", "near", "perceptron", "perceptron-B", "token"]
    assert proposed(example_corpus()) == ("A", "B")  # those of the paper, where there are target words
    assert quoted(named["token"].model) == quoted(named["near"].model) == {"word"}
    assert named["perceptron"].model.template == named["A"].model.template
    assert all(str(preset.says).endswith(".") and preset.model.gold == "role" for preset in named.values())
    bare = all_presets(corpus_of([[("天", "B"), ("气", "E")]], ("word", "label")))
    names = [preset.model.name for preset in bare]
    assert names == ["A", "B", "characters", "near", "perceptron", "perceptron-B"]  # B is the token alone


def with_words(*words):
    return corpus_of([[(word, "O") for word in words]] * 2, ("word", "label"), schemes={"label": "IOB2"})


def test_the_proposal_follows_the_script():
    """A learns what A always learnt; what is proposed looks at spelling as well."""
    danish, chinese, characters = (
        with_words("Anna", "bor", "i", "København", "."),
        with_words("中国", "银行", "在", "北京"),
        with_words(*"中国银行"),
    )
    for corpus, name, seen in (
        (danish, "spelling", {"word", "lower", "shape", "prefix1", "suffix4"}),
        (chinese, "spelling", {"word", "shape", "prefix1", "suffix3"}),
        (characters, "characters", {"word", "shape"}),
    ):
        named = {preset.model.name: preset.model for preset in all_presets(corpus)}
        assert proposed(corpus) == (name, "perceptron")
        assert seen <= quoted(named[name])
        assert quoted(named["A"]) == {"word"}
        ours, lines = named[name].template, named["A"].template.text.split("\n")
        assert set(lines[2:]) - {""} <= set(ours.text.split("\n"))
        assert f"# column {len(named[name].columns) - 1}: {named[name].columns[-1]}" in ours.text
        rows = preview(ours, corpus, sentence=0, columns=named[name].columns)
        assert len(rows[0][1]) == len(ours.features)


@given(st.text(min_size=1, max_size=12))
def test_parts_of_any_word(word):
    small = word.lower()
    assert small.startswith(word_part(word, "prefix3"))
    assert small.endswith(word_part(word, "suffix3"))
    assert 0 < len(word_part(word, "shape")) <= len(word)


def test_a_column_of_the_corpus_comes_before_a_made_one():
    corpus = corpus_of([[("Anna", "zz", "O"), ("bor", "yy", "O")]] * 2, ("word", "shape", "label"))
    codes, values = column_codes(corpus, ["shape"])["shape"]
    assert [values[code] for code in codes] == ["zz", "yy"] * 2


def test_role_identification_is_labelling_without_labels():
    corpus = example_corpus()
    assert gold_choices(corpus) == ("role", "role:boundaries", "pos")
    (codes, values), scheme = gold_codes(corpus, "role:boundaries")
    assert ([values[code] for code in codes], scheme) == (["B", "O", "B", "I", "O", "O", "O"], "IOB2")
    a, b = presets(corpus, "role:boundaries")
    assert (a.gold, a.template) == ("role:boundaries", presets(corpus)[0].template)
    assert "role" not in quoted(a) | quoted(b)
    with pytest.raises(TemplateError, match="sees column 0, role, which it predicts"):
        CRF("C", FeatureTemplate.parse("U0:%x[0,0]"), ("role",)).check_corpus(corpus, "role:boundaries")


def test_roles_on_head_tokens_have_boundaries_too():
    corpus = corpus_of([[("a", "A0"), ("b", "_"), ("c", "A1")]], ("word", "role"))
    (codes, values), scheme = gold_codes(corpus, "role:boundaries")
    assert ([values[code] for code in codes], scheme) == (["role", "_", "role"], "token")


def test_where_there_are_no_boundaries():
    corpus = corpus_of([[("x", "N"), ("y", "V")]], ("word", "pos"))
    assert gold_choices(corpus) == ("pos",)
    with pytest.raises(InputError, match="Every token has a label in pos"):
        presets(corpus, "pos:boundaries")
    with pytest.raises(InputError, match="has no role:boundaries; it has word, pos"):
        presets(corpus, "role:boundaries")


def test_a_template_shown_on_a_sentence():
    template = FeatureTemplate.parse("U0:%x[0,0]\nU1:%x[-1,1]/%x[0,2]\nB")
    assert preview(template, example_corpus(), sentence=1) == [
        ("昨天", ("U0:昨天", "U1:_B-1/before")),
        ("宣布", ("U0:宣布", "U1:t/target")),
    ]
    with pytest.raises(TemplateError, match=r"line 1, column 4: %x\[0,9\] needs column 9"):
        preview(FeatureTemplate.parse("U0:%x[0,9]"), example_corpus(), sentence=0)
    with pytest.raises(TemplateError, match="uses column 0, lemma; small has word, pos"):
        preview(FeatureTemplate.parse("U0:%x[0,0]"), example_corpus(), sentence=0, columns=("lemma",))


# What a first comparison begins with trains in seconds, and holds no CRF.
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
    with time_limit(4 * 5):  # four trainings
        mx.compare(corpus, models, partitions=halves, n_workers=0)
