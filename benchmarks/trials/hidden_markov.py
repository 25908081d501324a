"""A hidden Markov model of labelled chunks, trained on many subsets of sentences at once."""

import numpy as np
from numpy.typing import NDArray

from mx2core.simulation.sentences import OUTSIDE, Codes, SimulatedSentences

Flags = NDArray[np.bool_]

_ADDED = 0.1


def hidden_markov(
    sentences: SimulatedSentences, train: Flags, view: int = 0, memory: bool = True
) -> NDArray[np.float64]:
    """F1 over chunks of a hidden Markov model with a tenth added to every count.

    Tags are the best sequence (Viterbi). The vocabulary is that of the training
    sentences; other words are passed over.

    Parameters
    ----------
    sentences : Sentences
    train : ndarray of bool, shape (n_subsets, n_units)
        Each row is a training set; the sentences left out are tagged. All rows leave
        out equally many.
    view : int
        Which word of each token the model sees.
    memory : bool
        Whether a tag depends on the one before. If not, each token is tagged by itself.

    Returns
    -------
    ndarray of float, shape (n_subsets,)
        2 tp / (2 tp + fp + fn) over the chunks of the sentences that are tagged; 0 without any.
    """
    words = sentences.words[view]
    emissions = _emissions(sentences, words, train)
    transitions = _transitions(sentences, train, memory)
    found = _viterbi(sentences, words, ~train, emissions, transitions)
    return chunk_f1(found, sentences, ~train)


def _emissions(sentences: SimulatedSentences, words: Codes, train: Flags) -> NDArray[np.float64]:
    """Logarithm of the chance of each word by tag, (n_subsets, n_words + 1, n_tags); the last is 0."""
    n_words, n_tags = int(words.max()) + 1, sentences.n_tags
    counts = _counted(words * n_tags + sentences.tags, n_words * n_tags, train[:, sentences.unit])
    counts = counts.reshape(len(train), n_words, n_tags)
    known = counts.any(axis=2, keepdims=True)
    sizes = counts.sum(axis=1, keepdims=True) + _ADDED * known.sum(axis=1, keepdims=True)
    logarithms = np.where(known, np.log(counts + _ADDED) - np.log(sizes), 0.0)
    return np.concatenate([logarithms, np.zeros((len(train), 1, n_tags))], axis=1)


def _transitions(sentences: SimulatedSentences, train: Flags, memory: bool) -> NDArray[np.float64]:
    """Logarithm of the chance of each tag after each, (n_subsets, n_tags, n_tags)."""
    n_tags = sentences.n_tags
    before = np.concatenate(([OUTSIDE], sentences.tags[:-1]))
    before[sentences.first[:-1]] = OUTSIDE
    counts = _counted(before * n_tags + sentences.tags, n_tags**2, train[:, sentences.unit])
    counts = counts.reshape(len(train), n_tags, n_tags) + _ADDED
    if not memory:
        counts[:] = counts.sum(axis=1, keepdims=True)
    logarithms: NDArray[np.float64] = np.log(counts / counts.sum(axis=2, keepdims=True))
    return logarithms


def _counted(codes: Codes, n_codes: int, weights: Flags) -> NDArray[np.float64]:
    """How often each code occurs where a row of `weights` is True, (n_rows, n_codes)."""
    return np.stack([np.bincount(codes[row], minlength=n_codes) for row in weights]).astype(np.float64)


def _viterbi(
    sentences: SimulatedSentences,
    words: Codes,
    wanted: Flags,
    emissions: NDArray[np.float64],
    transitions: NDArray[np.float64],
) -> Codes:
    """Best tags of the wanted sentences by subset, (n_subsets, n_tokens); `OUTSIDE` elsewhere.

    All subsets and sentences go on together, token by token, the longest sentences first,
    so that those which have ended are left behind.
    """
    n_subsets = len(wanted)
    lengths = np.diff(sentences.first)
    order = np.argsort(-lengths, kind="stable")
    chosen = order[np.nonzero(wanted[:, order])[1]].reshape(n_subsets, -1)  # (n_subsets, n_wanted)
    subset = np.arange(n_subsets)[:, None]
    longest = int(lengths.max(initial=0))
    active = [int((lengths[chosen] > step).sum(axis=1).max()) for step in range(longest)]
    unseen = emissions.shape[1] - 1
    back: list[NDArray[np.int8]] = []  # the tag before, for each tag of each step but the first
    best = np.zeros((n_subsets, chosen.shape[1], sentences.n_tags))
    for step, count in enumerate(active):
        rows = chosen[:, :count]
        inside = lengths[rows] > step
        token = np.where(inside, sentences.first[rows] + step, 0)
        emitted = emissions[subset, np.where(inside, words[token], unseen)]
        if step == 0:
            best[:, :count] = transitions[:, None, OUTSIDE] + emitted
            continue
        ahead = best[:, :count, :1] + transitions[:, None, 0]  # (n_subsets, count, n_tags)
        back.append(np.zeros(ahead.shape, np.int8))
        for before in range(1, sentences.n_tags):
            score = best[:, :count, before, None] + transitions[:, None, before]
            back[-1][score > ahead] = before
            np.maximum(ahead, score, out=ahead)
        ahead += emitted
        best[:, :count] = np.where(inside[:, :, None], ahead, best[:, :count])
    paths = np.full((n_subsets, len(sentences.tags)), OUTSIDE)
    tag = best.argmax(axis=2)
    for step in reversed(range(longest)):
        rows = chosen[:, : active[step]]
        inside = lengths[rows] > step
        paths[np.nonzero(inside)[0], sentences.first[rows[inside]] + step] = tag[:, : active[step]][inside]
        if step > 0:
            earlier = np.take_along_axis(back[step - 1], tag[:, : active[step], None], axis=2)[:, :, 0]
            tag[:, : active[step]] = np.where(inside, earlier, tag[:, : active[step]])
    return paths


def chunk_f1(predicted: Codes, sentences: SimulatedSentences, wanted: Flags) -> NDArray[np.float64]:
    """F1 of chunks of the wanted sentences, (n_subsets,); `predicted` is (n_subsets, n_tokens)."""
    right = np.where(wanted[:, sentences.unit], sentences.tags, OUTSIDE)
    begins = _begins(predicted, sentences.first), _begins(right, sentences.first)
    same = begins[0] & begins[1] & (predicted == right)
    same &= _end(predicted, sentences.first) == _end(right, sentences.first)
    total = begins[0].sum(axis=1) + begins[1].sum(axis=1)
    shares: NDArray[np.float64] = 2 * same.sum(axis=1) / np.maximum(total, 1)
    return shares


def _begins(tags: Codes, first: Codes) -> Flags:
    """Where chunks begin, (n_subsets, n_tokens)."""
    changes = np.ones(tags.shape, bool)
    changes[:, 1:] = tags[:, 1:] != tags[:, :-1]
    changes[:, first[:-1]] = True
    begins: Flags = changes & (tags != OUTSIDE)
    return begins


def _end(tags: Codes, first: Codes) -> Codes:
    """The last token of the run of equal tags that each token stands in, (n_subsets, n_tokens)."""
    last = np.ones(tags.shape, bool)
    last[:, :-1] = tags[:, 1:] != tags[:, :-1]
    last[:, first[1:] - 1] = True
    n_tokens = tags.shape[1]
    place = np.where(last, np.arange(n_tokens), n_tokens)
    return np.minimum.accumulate(place[:, ::-1], axis=1)[:, ::-1]


def chunk_counts(sentences: SimulatedSentences) -> Codes:
    """Chunks of each label in each sentence, (n_units, n_tags - 1): what splits are judged by."""
    begins = _begins(sentences.tags[None], sentences.first)[0]
    counts = np.zeros((len(sentences), sentences.n_tags), np.int64)
    np.add.at(counts, (sentences.unit[begins], sentences.tags[begins]), 1)
    return counts[:, 1:]
