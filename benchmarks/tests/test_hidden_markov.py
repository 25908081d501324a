"""A hidden Markov model does what its plain form does."""

from math import log

import numpy as np
import pytest

import mx2core as mx
from benchmarks.trials.hidden_markov import chunk_counts, chunk_f1, hidden_markov
from mx2core.simulation.sentences import GeneratedSentences, SimulatedSentences

SMALL = GeneratedSentences(n_labels=3, n_words=30, length=(2, 6), views=2)


def tagged_by_hand(sentences, train, view, memory):
    """The sentences that were not trained on, each with its best tags, found word by word."""
    n_tags, parts = sentences.n_tags, []
    words = sentences.words[view]
    emitted, followed, known = {}, {}, set()
    for u in np.flatnonzero(train):
        before = 0
        for i in range(sentences.first[u], sentences.first[u + 1]):
            tag = sentences.tags[i]
            emitted[words[i], tag] = emitted.get((words[i], tag), 0) + 1
            followed[before, tag] = followed.get((before, tag), 0) + 1
            known.add(words[i])
            before = tag
    size = [sum(n for (_, tag), n in emitted.items() if tag == t) + 0.1 * len(known) for t in range(n_tags)]

    def emission(word, tag):
        return log((emitted.get((word, tag), 0) + 0.1) / size[tag]) if word in known else 0.0

    def transition(before, tag):
        rows = [before] if memory else range(n_tags)
        counts = [sum(followed.get((row, t), 0) + 0.1 for row in rows) for t in range(n_tags)]
        return log(counts[tag] / sum(counts))

    for u in np.flatnonzero(~train):
        paths = {0: (0.0, [])}
        for i in range(sentences.first[u], sentences.first[u + 1]):
            paths = {
                tag: max(
                    (value + transition(before, tag) + emission(words[i], tag), [*path, tag])
                    for before, (value, path) in paths.items()
                )
                for tag in range(n_tags)
            }
        parts.append((u, max(paths.values())[1]))
    return parts


def spans(tags):
    """Runs of one label: (begin, end, label)."""
    found, begin = set(), 0
    for end in range(1, len(tags) + 1):
        if end == len(tags) or tags[end] != tags[begin]:
            if tags[begin]:
                found.add((begin, end, int(tags[begin])))
            begin = end
    return found


@pytest.mark.parametrize(("view", "memory"), [(0, True), (1, True), (0, False)])
def test_the_tagger_is_its_plain_form(view, memory):
    sentences = SMALL.draw(30, (0, 2))
    masks = mx.random_partitions(30, 3, 1).masks
    train = np.concatenate([masks, ~masks])
    found = hidden_markov(sentences, train, view, memory)
    for row, f1 in zip(train, found, strict=True):
        hit = total = 0
        for u, tags in tagged_by_hand(sentences, row, view, memory):
            mine = spans(tags)
            right = spans(sentences.tags[sentences.first[u] : sentences.first[u + 1]])
            hit += len(mine & right)
            total += len(mine) + len(right)
        assert f1 == pytest.approx(2 * hit / total, abs=1e-12)


def test_f1_of_no_chunks_at_all_is_zero():
    sentences = SimulatedSentences(np.zeros((1, 4), int), np.zeros(4, int), np.array([0, 2, 4]), 3, 1)
    assert chunk_f1(np.zeros((1, 4), int), sentences, np.ones((1, 2), bool)).tolist() == [0.0]


def test_chunks_of_every_label_are_counted_by_sentence():
    sentences = SMALL.draw(40, (0, 4))
    counts = chunk_counts(sentences)
    assert counts.shape == (40, 3)
    for u in range(40):
        here = spans(sentences.tags[sentences.first[u] : sentences.first[u + 1]])
        assert counts[u].tolist() == np.bincount([label for *_, label in here], minlength=4)[1:].tolist()
