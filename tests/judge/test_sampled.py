"""A sample of a corpus has its labels, and is a corpus again."""

import numpy as np
import pytest

import mx2core as mx
from mx2core.cli.main import main
from mx2core.corpus.samples import FOLDER
from mx2core.errors import DesignError
from mx2core.judge import sampled_units


def test_a_sample_is_as_near_to_the_rest_as_random_ones_are_on_average():
    corpus = mx.sample("intents_en")
    label = corpus.attribute("label")
    found = sampled_units(corpus, 300, attributes=[label], seed=4)
    assert found.sizes == (300, 917)
    assert found.divergence[0] <= found.expected[0]
    assert np.array_equal(found.of_unit, sampled_units(corpus, 300, attributes=[label], seed=4).of_unit)


@pytest.mark.parametrize("n", [1217, 5000])
def test_a_sample_larger_than_the_corpus_is_a_sentence(n):
    corpus = mx.sample("intents_en")
    with pytest.raises(DesignError, match=f"{n} units needs more than 1217"):
        sampled_units(corpus, n, attributes=[corpus.attribute("label")])


def test_the_command_writes_a_corpus(tmp_path, capsys):
    out = tmp_path / "sample.conll"
    assert main(["build", str(FOLDER / "statement_zh.conll"), "--sample", "200", "-o", str(out)]) == 0
    assert len(mx.read_corpus(out)) == 200
    assert "200 of the 1,603" in capsys.readouterr().out


def test_the_paper_procedure_on_the_command_line(tmp_path, capsys):
    words = ["build", str(FOLDER / "ner_zh.bio"), "--method", "screened", "--candidates", "100"]
    assert main([*words, "-o", str(tmp_path / "p.json")]) == 0
    said = capsys.readouterr().out
    assert "of 100 sets of 3 meet all conditions" in said
    assert "Built to the same conditions" in said
    assert main([*words, "--thresholds", "0.000001,1", "-o", str(tmp_path / "p.json")]) == 1
    assert "the floor is" in capsys.readouterr().err
