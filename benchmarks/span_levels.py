"""How often the out-of-fold test errs with spans that are partly right, where no model is better.

    python -m benchmarks.span_levels                the table of docs/results/out-of-fold.md, half an hour
    python -m benchmarks.span_levels --runs 100     the same, roughly

Sentences of documents are generated with spans. Each of two taggers sees a word of its own at every token and
learns from half of the documents which tag such a word has; both kinds of words follow one law, so neither
tagger is better. Some documents are harder for one of them. Columns are shares of one-sided p-values at most
alpha, for "A better" (+) and for "B better" (−), with documents as clusters and without.
"""

import argparse

import numpy as np

from mx2core.inference import out_of_fold_t_test
from mx2core.metrics import span_outcomes
from mx2core.metrics.chunks.partial_spans import WAYS
from mx2core.schemes import spans

TAGS = ("O", "B-PER", "I-PER", "B-LOC", "I-LOC")
N_WORDS = 40  # as many for each tag, each model
MOST_SENTENCES, MOST_TOKENS = 8, 12  # of a document, of a sentence
DOCUMENTS, HARDER, SPLITS = (20, 60), (0.0, 0.6), (2, 5)
ALPHAS = (0.05, 0.01)


def documents(n_documents, harder, rng):
    """Tags and two words of each token, where sentences start, and the document of each sentence.

    A word tells the tag, but for a share of tokens that lies between .05 and .05 + `harder` and is drawn for
    each document and model.
    """
    number = np.repeat(np.arange(n_documents), rng.integers(1, MOST_SENTENCES + 1, n_documents))
    starts = np.concatenate([[0], np.cumsum(rng.integers(3, MOST_TOKENS + 1, len(number)))])
    sentence = np.repeat(np.arange(len(number)), np.diff(starts))
    n_tokens = len(sentence)
    draw = rng.random(n_tokens)
    tags = np.zeros(n_tokens, dtype=np.int32)
    for token in range(n_tokens):
        before = 0 if token in (0, starts[sentence[token]]) else int(tags[token - 1])
        label = (before + 1) // 2 or rng.integers(1, 3)
        tags[token] = 2 * label if before and draw[token] < 0.5 else (draw[token] > 0.75) * (2 * label - 1)
    words = []
    for _model in range(2):
        blurred = 0.05 + harder * rng.random(n_documents)[number][sentence]
        told = np.where(rng.random(n_tokens) < blurred, rng.integers(0, len(TAGS), n_tokens), tags)
        words.append(told * N_WORDS + rng.integers(0, N_WORDS, n_tokens))
    return tags, words, starts, number


def tagged(tags, words, learned):
    """The tag that each word mostly has among the tokens learned from; O for other words."""
    counts = np.zeros((len(TAGS) * N_WORDS, len(TAGS)))
    np.add.at(counts, (words[learned], tags[learned]), 1)
    return counts.argmax(axis=1)[words].astype(np.int32)


def halves(number, m, rng):
    """m divisions of the documents, as masks over sentences."""
    n = int(number.max()) + 1
    ranks = rng.random((m, n)).argsort(axis=1).argsort(axis=1)
    return (ranks < n // 2)[:, number]


def unit_values(outcomes, fold):
    """What each sentence of a fold adds to its F1, so that the mean is the score."""
    correct, incorrect, partial, missed, spurious = outcomes[fold].T.astype(float)
    parts = 2 * correct + partial
    wholes = 2 * (correct + incorrect + partial) + missed + spurious
    if not wholes.sum():
        return np.zeros(len(parts))
    score = parts.sum() / wholes.sum()
    return score + len(parts) * (parts - score * wholes) / wholes.sum()


def differences(tags, words, starts, masks):
    """How far A is ahead on each sentence of each split, by way, (n_ways, m, n_sentences)."""
    right = spans(tags, TAGS, starts, "IOB2")
    sentence = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    ahead = np.zeros((len(WAYS), *masks.shape))
    for split, mask in enumerate(masks):
        for sign, of_model in zip((1, -1), words, strict=True):
            given = np.where(
                mask[sentence],
                tagged(tags, of_model, ~mask[sentence]),
                tagged(tags, of_model, mask[sentence]),
            ).astype(np.int32)
            found = spans(given, TAGS, starts, "IOB2")
            for k, way in enumerate(WAYS):
                outcomes = span_outcomes(right, found, starts=starts, way=way)
                for fold in (mask, ~mask):
                    ahead[k, split, fold] += sign * unit_values(outcomes, fold)
    return ahead


def rates(n_documents, harder, m, runs, seed=0):
    """Shares of errors by way and alpha: A better and B better with documents, the same without them."""
    rng = np.random.default_rng([seed, n_documents, int(10 * harder), m])
    p = np.full((runs, len(WAYS), 2), 0.5)
    for run in range(runs):
        tags, words, starts, number = documents(n_documents, harder, rng)
        masks = halves(number, m, rng)
        for k, ahead in enumerate(differences(tags, words, starts, masks)):
            for place, clusters in enumerate((number, None)):
                found = out_of_fold_t_test(ahead, masks, alternative="greater", clusters=clusters).pvalue
                p[run, k, place] = 0.5 if found is None else found
    return {
        way: {
            alpha: [float((side[:, k, of] <= alpha).mean()) for of in (0, 1) for side in (p, 1 - p)]
            for alpha in ALPHAS
        }
        for k, way in enumerate(WAYS)
    }


def table(runs):
    """Rows of Markdown."""
    names = [
        f"{what} {sign} .{alpha * 100:02.0f}"
        for alpha in ALPHAS
        for what in ("documents", "plain")
        for sign in "+−"
    ]
    lines = [f"| documents | harder | m | way | {' | '.join(names)} |", "|" + "---|" * (4 + len(names))]
    for n_documents in DOCUMENTS:
        for harder in HARDER:
            for m in SPLITS:
                for way, found in rates(n_documents, harder, m, runs).items():
                    cells = [f"{rate:.3f}".removeprefix("0") for alpha in ALPHAS for rate in found[alpha]]
                    lines.append(f"| {n_documents} | {harder:g} | {m} | {way} | {' | '.join(cells)} |")
                    print(lines[-1], flush=True)
    return lines


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=1000)
    print("\n".join(table(parser.parse_args().runs)))
