"""Presets fit the columns a corpus has."""

import pytest

from mx2core.errors import InputError
from mx2core.models import FeatureTemplate, presets
from tests.models.small import corpus_of, said


def quoted(model):
    """Names of the columns the template of a model looks at."""
    return {model.columns[place] for feature in model.template.features for _, place in feature.cells}


def test_roles_of_a_target_word():
    a, b = presets(said())
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
    assert [model.tags for model in presets(corpus)] == ["pos", "pos"]


def test_without_anything_to_predict_there_is_no_model():
    with pytest.raises(InputError, match="no column role / label / pos to be predicted; it has word"):
        presets(corpus_of([[("x",)]], ("word",)))


def test_templates_can_be_edited_as_text():
    for model in presets(said()):
        assert model.template.transitions
        assert "# column 1: pos" in model.template.text
        assert FeatureTemplate.parse(model.template.text) == model.template
