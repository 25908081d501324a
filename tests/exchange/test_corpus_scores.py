"""Scores on several corpora as a table: there and back, and the message for one that cannot be ranked."""

import json

import numpy as np
import pytest

from mx2core.errors import ScoresError
from mx2core.exchange import CorpusScores, read_corpus_scores, write_corpus_scores

TABLE = CorpusScores(("CRF", "=HMM"), ("中文", "de, at"), np.array([[0.1 + 0.2, 0.5], [0.25, 1e-17]]))


def test_a_table_comes_back_to_the_last_digit():
    data = write_corpus_scores(TABLE)
    again = read_corpus_scores(data)
    assert (again.models, again.corpora) == (TABLE.models, TABLE.corpora)
    np.testing.assert_array_equal(again.values, TABLE.values)
    assert b"'=HMM" in data  # which a spreadsheet does not run


def test_json_lines_are_read_too():
    rows = [
        {"corpus": corpus, "model": model, "score": value}
        for model, values in zip(TABLE.models, TABLE.values.tolist(), strict=True)
        for corpus, value in zip(TABLE.corpora, values, strict=True)
    ]
    again = read_corpus_scores("\n".join(map(json.dumps, rows)).encode())
    np.testing.assert_array_equal(again.values, TABLE.values)


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ("x,A,.5\nx,B,.6", "found x"),
        ("x,A,.5\ny,A,.6", "one model only"),
        ("x,A,.5\nx,B,.6\ny,A,.7", "B has no score on y"),
        ("x,A,.5\nx,B,nan\ny,A,.7\ny,B,.7", "line 3: The score is 'nan'"),
        ("x,A,.5\nx,B,\ny,A,.7\ny,B,.7", "line 3: The score is ''"),
        ("x,A,.5\nx,A,.6\ny,A,.7", "line 3: A has two scores on x"),
        ("x,A,.5\nx,,.6", "line 3: The model is ''"),
        ("", "no scores"),
    ],
)
def test_what_cannot_be_ranked_is_told_in_a_sentence(rows, words):
    with pytest.raises(ScoresError, match=r"t\.csv") as caught:
        read_corpus_scores(f"corpus,model,score\n{rows}".encode(), name="t.csv")
    assert words in str(caught.value)


def test_a_table_of_something_else_is_told_which_columns_are_needed():
    with pytest.raises(ScoresError, match="corpus, model, score"):
        read_corpus_scores(b"partition,fold,model,metric,value\n1,1,A,f1,.5\n")
