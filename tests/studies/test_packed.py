"""The sample's studies as they come with the program are those that it would lay out."""

import numpy as np
import pytest

from benchmarks.sample_results import SAMPLES_OF, laboratories
from dashboard.server import examples, project


@pytest.mark.parametrize("language", SAMPLES_OF)
def test_the_study_of_a_sample_is_the_one_that_would_be_laid_out(language):
    corpus = SAMPLES_OF[language]().corpus
    study = laboratories(corpus)
    found = examples.laid_out(corpus, study.name, study.arguments)
    assert (found.units_sha256, found.n_units, found.left_out) == (corpus.units_sha256, len(corpus), ())
    assert [one.label for one in found.schemes] == [one.label for one in study.schemes]
    for one, other in zip(found.schemes, study.schemes, strict=True):
        np.testing.assert_array_equal(one.places, other.places, strict=True)
    for fold, other in zip(found.folds, study.folds, strict=True):
        for side, units in zip(fold, other, strict=True):
            np.testing.assert_array_equal(side, units, strict=True)
    assert examples.laid_out(corpus, study.name, {**study.arguments, "seed": 2}) is None


def test_a_layout_that_is_missing_or_damaged_is_none(tmp_path, monkeypatch):
    monkeypatch.setattr(project, "SAMPLES", tmp_path)
    (tmp_path / "laid_out_zh.npz").write_bytes(b"PK\x05\x06")
    corpus = SAMPLES_OF["en"]().corpus
    assert examples.laid_out(corpus, "methods", {}) is None
