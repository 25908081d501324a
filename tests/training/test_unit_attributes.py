"""Groups of units by what the corpus says of them, and by what the training half held."""

import numpy as np
import pytest

import mx2core as mx
from mx2core.errors import InputError
from tests.training.small import halves
from tests.training.small import tagged as tagged_rows


def tagged(n, seed=1):
    """The same sentences, read from a file, so that their attributes can be counted."""
    sentences = tagged_rows(n, seed).sentences
    blocks = []
    for i in range(n):
        columns = sentences.sentence(i).columns
        blocks.append(
            "\n".join("\t".join(row) for row in zip(columns["word"], columns["label"], strict=True))
        )
    return mx.read_corpus(("\n\n".join(blocks) + "\n").encode(), name="small.bio", columns=["word", "label"])


def words_of(corpus):
    word = corpus.sentences.columns["word"]
    starts = corpus.sentences.starts
    return [set(word.codes[starts[i] : starts[i + 1]].tolist()) for i in range(len(corpus))]


def test_labels_that_units_hold():
    corpus = tagged(80)
    groups = mx.training.unit_groups(corpus, "label", least=10)
    counts = corpus.attribute("label").counts.toarray()
    for name, inside in groups.items():
        column = corpus.attribute("label").labels.index(name)
        assert np.array_equal(inside, counts[:, column] > 0)
    assert sum(inside.sum() for inside in groups.values()) > 80  # sentences hold several


def test_few_units_are_taken_together():
    corpus = tagged(80)
    held = corpus.attribute("word").counts.toarray() > 0
    groups = mx.training.unit_groups(corpus, "word", least=30)
    rare = held.sum(axis=0) < 30
    assert np.array_equal(groups["others"], held[:, rare].any(axis=1))
    assert len(groups) == 1 + (~rare).sum()
    with pytest.raises(InputError, match="frame"):
        mx.training.unit_groups(corpus, "frame")


def test_unseen_words_by_plain_loops():
    corpus, partitions = tagged(6, seed=5), halves(6, m=3)
    words = words_of(corpus)
    groups = mx.training.unit_groups(corpus, "unseen", partitions=partitions)
    for i, mask in enumerate(partitions.masks):
        for unit in range(6):
            seen = set().union(*(words[other] for other in range(6) if mask[other] != mask[unit]))
            assert groups["unseen words"][i, unit] == bool(words[unit] - seen)
    assert np.array_equal(groups["seen words only"], ~groups["unseen words"])
    assert groups["unseen words"].any()
    same = mx.training.unit_groups(corpus, "unseen:word", partitions=partitions)
    assert np.array_equal(same["unseen word"], groups["unseen words"])
    entities = mx.training.unit_groups(corpus, "unseen:label+word", partitions=partitions)
    assert (entities["unseen label+word"] != entities["seen label+word only"]).all()
    with pytest.raises(InputError, match="nothing"):
        mx.training.unit_groups(corpus, "unseen:nothing", partitions=partitions)


def test_clusters_are_a_field_of_the_sentences():
    rows = "".join(
        f"# newdoc id = d{k // 3}\n# sent_id = s{k}\n1\tAnn\tAnn\tPROPN\t_\t_\t0\troot\t_\t_\n\n"
        for k in range(9)
    )
    corpus = mx.read_corpus(rows.encode(), name="small.conllu")
    assert mx.training.unit_clusters(corpus, "document") == ("d0",) * 3 + ("d1",) * 3 + ("d2",) * 3
    with pytest.raises(InputError, match="has no author"):
        mx.training.unit_clusters(corpus, "author")
    whole = mx.read_corpus(rows.encode(), name="small.conllu", unit="document")
    with pytest.raises(InputError, match="unit d0 has both s0 and s1"):
        mx.training.unit_clusters(whole, "sent_id")
