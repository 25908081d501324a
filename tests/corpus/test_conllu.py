"""CoNLL-U against the `conllu` package, and what it does not say."""

import conllu
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mx2core.corpus import read_corpus
from mx2core.errors import CorpusFormatError

TEXT = """\
# newdoc id = first
# sent_id = a
# text = don't go
1-2\tdon't\t_\t_\t_\t_\t_\t_\t_\t_
1\tdo\tdo\tAUX\tVB\tMood=Imp\t3\taux\t_\t_
2\tn't\tnot\tPART\tRB\t_\t3\tadvmod\t_\t_
3\tgo\tgo\tVERB\tVB\t_\t0\troot\t_\t_
3.1\tgo\tgo\tVERB\tVB\t_\t_\t_\t0:root\t_

# sent_id = b
# newpar
1\tYes\tyes\tINTJ\tUH\t_\t0\troot\t_\tSpaceAfter=No

# newdoc
# sent_id = c
1\tNo\tno\tINTJ\tUH\t_\t0\troot\t_\t_

"""


def test_ranges_and_empty_nodes_are_no_words():
    corpus = read_corpus(TEXT.encode(), name="x.conllu")
    assert corpus.format == "conllu"
    assert corpus.sentences.columns["word"][slice(None)] == ["do", "n't", "go", "Yes", "No"]
    assert corpus.sentences.lines.tolist() == [5, 6, 7, 12, 16]
    assert corpus.sentences.fields["text"] == ("don't go", "", "")
    assert corpus.attributes["pos"].labels == ("INTJ", "AUX", "PART", "VERB")
    assert corpus.attributes["FEATS"].labels == ("Mood=Imp",)


def test_documents_as_units():
    corpus = read_corpus(TEXT.encode(), unit="document")
    assert corpus.sentences.fields["document"] == ("first", "first", "#2")
    assert corpus.unit_ids == ("first", "#2")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("1\tYes", "2\tYes", "line 12: expected token number 1, found '2'"),
        ("1\tYes", "x\tYes", "line 12: a line must begin with a token number"),
        ("3\tgo\tgo\tVERB\tVB\t_\t0", "3\tgo\tgo\tVERB\tVB\t0", "line 7: expected 10 columns, found 9"),
        ("\n\n# sent_id = b\n# newpar", "", "line 9: expected token number 4, found '1'"),
    ],
)
def test_broken_lines_are_named(old, new, message):
    with pytest.raises(CorpusFormatError, match=message):
        read_corpus(TEXT.replace(old, new).encode(), format="conllu")


CELL = st.text(st.characters(exclude_categories=("Cc", "Cs", "Z")), min_size=1, max_size=4)


@settings(max_examples=40)
@given(
    st.lists(
        st.lists(st.tuples(CELL, CELL, st.integers(0, 3)), min_size=1, max_size=5), min_size=2, max_size=5
    )
)
def test_agrees_with_the_conllu_package(sentences):
    lines = []
    for i, sentence in enumerate(sentences):
        lines.append(f"# sent_id = {i}")
        for k, (word, lemma, extra) in enumerate(sentence, start=1):
            if extra == 1:
                lines.append(f"{k}-{k + 1}\t{word}" + "\t_" * 8)
            lines.append(f"{k}\t{word}\t{lemma}\tX\t_\t_\t0\troot\t_\t_")
            if extra == 2:
                lines.append(f"{k}.1\t{word}" + "\t_" * 8)
        lines.append("")
    text = "\n".join(lines) + "\n"
    corpus = read_corpus(text.encode(), format="conllu")
    theirs = [[t for t in s if isinstance(t["id"], int)] for s in conllu.parse(text)]
    assert np.diff(corpus.sentences.starts).tolist() == [len(s) for s in theirs]
    assert corpus.sentences.columns["word"][slice(None)] == [t["form"] for s in theirs for t in s]
    assert corpus.sentences.columns["LEMMA"][slice(None)] == [t["lemma"] for s in theirs for t in s]


@pytest.mark.parametrize(
    "name", ["ud-zh-gsdsimp/zh_gsdsimp-ud-dev.conllu", "ud-en-ewt/en_ewt-ud-test.conllu"]
)
def test_agrees_with_the_conllu_package_on_treebanks(real_corpora, name):
    path = real_corpora / name
    corpus = read_corpus(path)
    theirs = [
        (t["form"], t["upos"], t["deprel"])
        for s in conllu.parse(path.read_text("utf-8"))
        for t in s
        if isinstance(t["id"], int)
    ]
    ours = [corpus.sentences.columns[name][slice(None)] for name in ("word", "pos", "DEPREL")]
    assert list(zip(*ours, strict=True)) == theirs
