"""Predicates with a column of roles each."""

import pytest

from mx2core.corpus import read_corpus
from mx2core.errors import CorpusFormatError

UP = """\
# sentence-text: a b c
1\ta\tA\tNOUN\tNN\t_\t2\tnsubj\t_\t_\tA0\tA0
2\tb\tB\tVERB\tVV\t_\t0\troot\tY\tb.01\t_\t_
3\tc\tC\tVERB\tVV\t_\t2\txcomp\tY\tc.01\tA1\t_

1\td\tD\tNOUN\tNN\t_\t0\troot\t_\t_

1\te\tE\tVERB\tVV\t_\t0\troot\tY\te.02\t_
2\tf\tF\tNOUN\tNN\t_\t1\tobj\t_\t_\tA1

"""

LATVIAN = """\
# sent_id = s1
1\ta\tA\tNOUN\tn\t_\t2\tnsubj\t_\t_\t_\tSpeaker
2\tb\tteikt\tVERB\tv\t_\t0\troot\t_\tY\tStatement\t_

# sent_id = s2
1\tc\tC\tNOUN\tn\t_\t2\tnsubj\t_\t_\t_\t_
2\td\tiet\tVERB\tv\t_\t0\troot\t_\tY\tArriving\t_

"""


def test_each_predicate_is_an_instance_of_its_sentence():
    corpus = read_corpus(UP.encode())
    sentences = corpus.sentences
    assert corpus.format == "predicates"
    assert len(corpus) == 3
    assert len(sentences) == 4
    assert sentences.repeats.tolist() == [False, True, False, False]
    assert corpus.units.tolist() == [0, 0, 1, 2]
    assert sentences.fields["frame"] == ("b.01", "c.01", "", "e.02")
    assert sentences.fields["target"] == ("B", "C", "", "E")
    assert sentences.fields["text"][:2] == ("a b c", "a b c")
    assert sentences.lines.tolist() == [2, 3, 4, 2, 3, 4, 6, 8, 9]
    assert sentences.columns["target"][slice(0, 6)] == ["_", "B", "_", "_", "_", "C"]


def test_words_count_once_and_roles_for_each_predicate():
    corpus = read_corpus(UP.encode())
    role = corpus.attributes["role"]
    assert role.labels == ("A0", "A1")
    assert role.counts.toarray().tolist() == [[2, 1], [0, 0], [0, 1]]
    assert corpus.attributes["word"].counts.sum() == 6
    assert corpus.attributes["pos"].counts.sum() == 6
    assert corpus.attributes["target"].counts.sum() == 3
    assert corpus.attributes["length"].counts.sum() == 3


def test_one_frame_a_sentence():
    corpus = read_corpus(LATVIAN.encode())
    assert corpus.sentences.fields["frame"] == ("Statement", "Arriving")
    assert corpus.sentences.fields["target"] == ("teikt", "iet")
    assert corpus.unit_ids == ("s1", "s2")
    assert corpus.attributes["role"].labels == ("Speaker",)
    assert corpus.sentences.schemes["role"] == "token"


def test_the_shared_task_of_2009_is_read():
    row = "{}\t{}\t{}\t_\tNN\t_\t_\t_\t0\t0\tROOT\tROOT\t{}\t{}\t{}"
    text = "\n".join(
        [
            row.format(1, "a", "a", "_", "_", "A0"),
            row.format(2, "b", "b", "Y", "b.01", "_"),
            "",
            row.format(1, "c", "c", "Y", "c.01", "_"),
            "",
        ]
    )
    corpus = read_corpus(text.encode())
    assert corpus.format == "predicates"
    assert corpus.sentences.fields["frame"] == ("b.01", "c.01")
    assert corpus.attributes["pos"].labels == ("NN",)


def test_role_columns_must_match_the_predicates():
    with pytest.raises(CorpusFormatError, match=r"line 9: expected 11 columns .* found 10"):
        read_corpus(UP.replace("_\t_\tA1\n\n", "_\t_\n\n").encode(), format="predicates")
    with pytest.raises(CorpusFormatError, match=r"line 2: expected 12 columns .* found 11"):
        read_corpus(UP.replace("A0\tA0", "A0").encode(), format="predicates")


@pytest.mark.parametrize("line", ["2-3\tim" + "\t_" * 13, "3.1\tleft\tleave\t_\t_", "2-3\tim"])
def test_contractions_and_empty_nodes_may_have_another_width(line):
    rows = [
        "1\tAnna\tAnna\tNOUN\t_\t_\t3\tnsubj\t_\t_\tA0",
        "2\tin\tin\tADP\t_\t_\t3\tcase\t_\t_\t_",
        "3\tsings\tsing\tVERB\t_\t_\t0\troot\tY\tsing.01\t_",
    ]
    sentence = "\n".join([rows[0], line, *rows[1:]])
    plain = read_corpus("\n\n".join(["\n".join(rows)] * 6).encode())
    corpus = read_corpus("\n\n".join(["\n".join(rows)] * 5 + [sentence]).encode())
    assert corpus.format == plain.format == "predicates"
    assert corpus.sentences.lengths.tolist() == plain.sentences.lengths.tolist() == [3] * 6


def test_instances_of_a_sentence_are_never_in_two_units():
    corpus = read_corpus((UP + UP.replace("b.01", "e.02")).encode(), unit="frame")
    assert corpus.unit_ids[:1] == ("b.01",)
    assert corpus.units.tolist() == [0, 0, 1, 2, 2, 2, 3, 2]


def test_selecting_a_second_predicate_makes_it_the_first():
    text = UP.replace("e.02", "c.01")
    corpus = read_corpus(text.encode(), where={"frame": "c.01"})
    assert corpus.sentences.repeats.tolist() == [False, False]
    assert corpus.attributes["word"].counts.sum() == 5


def test_a_sentence_with_several_predicates_counts_once():
    corpus = read_corpus((UP + UP.replace("b.01", "e.02")).encode())
    assert len(corpus.sentences) > len(corpus.sentences.lengths)
    assert corpus.sentences.lengths.sum() == corpus.attributes["word"].counts.sum()
