"""Scores on what training had and what it had not, and how much of a difference lies there."""

import numpy as np
import pytest

import mx2core as mx
from mx2core.errors import InputError
from mx2core.models import CRF, FeatureTemplate
from tests.training.small import halves
from tests.training.test_unit_attributes import words_of


def names(n=61, seed=1, bare=0.0):
    """Sentences with names, some of which are rare; a share of them `bare`, with none."""
    generator = np.random.default_rng(seed)
    rows = []
    for _ in range(n):
        if bare and generator.random() < bare:
            rows += ["it\tO", "rains\tO", ""]
            continue
        first = [f"P{int(generator.zipf(1.4)) % 60}" for _ in range(1 + generator.integers(2))]
        rows += [f"{word}\t{tag}-PER" for word, tag in zip(first, "BI", strict=False)]
        rows += [["sees\tO", "likes\tO"][generator.integers(2)]]
        rows += [f"t{int(generator.zipf(1.5)) % 40}\t" + ["O", "B-PET"][generator.integers(2)], ""]
    return mx.read_corpus("\n".join(rows).encode(), name="names.bio", columns=["word", "label"])


def crf(name, template):
    return CRF(name, FeatureTemplate.parse(template), ("word",), max_iterations=20)


@pytest.fixture(scope="module")
def corpus():
    return names()


@pytest.fixture(scope="module")
def compared(corpus):
    pair = [crf("A", "U0:%x[-1,0]\nU1:%x[0,0]\nU2:%x[1,0]\nB"), crf("B", "U1:%x[0,0]")]
    return mx.compare(corpus, pair, partitions=halves(61), n_workers=0)


def totals(comparison, row, units_of):
    """tp, fp, fn of some units of each run: a list of (n units, counts)."""
    counts = comparison.unit_counts[row]
    return [
        (len(units), counts[i // 2, units].sum(axis=0))
        for i, (_train, validated) in enumerate(comparison.evaluation.folds)
        for units in [np.array([unit for unit in validated if units_of[i // 2, unit]], dtype=int)]
        if len(units)
    ]


def test_scores_of_units_apart_by_plain_loops(corpus, compared):
    partitions = halves(61)
    new = np.zeros((partitions.m, 61), dtype=bool)
    words = words_of(corpus)
    for i, mask in enumerate(partitions.masks):
        for unit in range(61):
            known = set().union(*(words[other] for other in range(61) if mask[other] != mask[unit]))
            new[i, unit] = bool(words[unit] - known)
    assert new.any()
    rows = mx.training.seen_scores(compared, corpus=corpus, partitions=partitions, metric="f1")
    for row, of_model in enumerate(rows):
        for inside, score in ((~new, of_model.on_seen), (new, of_model.on_unseen)):
            folds = totals(compared, row, inside)
            f1 = [2 * tp / max(2 * tp + fp + fn, 1) for _, (tp, fp, fn) in folds]
            assert score == pytest.approx(np.average(f1, weights=[n for n, _ in folds]))


def test_chunks_apart_by_plain_loops(corpus, compared):
    partitions = halves(61)
    word = corpus.sentences.columns["word"].codes
    rows = mx.training.seen_scores(compared, corpus=corpus, partitions=partitions)
    scorer = compared.scorer
    for row, of_model in enumerate(rows):
        right, size, gold_ones = [0, 0], [0, 0], [0, 0]
        for result in (one for one in compared.results if one.model == row):
            train = set(compared.evaluation.folds[result.fold][0].tolist())
            other = next(
                one for one in compared.results if one.fold == result.fold ^ 1 and one.model == row
            )  # validates what this one was trained on
            known_items = scorer.items(other.fold)
            gold, _ = scorer.chunks(other)
            known = {tuple(word[known_items[s:e]]) for s, e in zip(gold.start, gold.end, strict=True)}
            assert train == set(compared.evaluation.folds[other.fold][1].tolist())
            items = scorer.items(result.fold)
            gold, predicted = scorer.chunks(result)
            named = [
                {(s, e, one.labels[label]): tuple(word[items[s:e]]) for s, e, label in chunks}
                for one in (gold, predicted)
                for chunks in [zip(one.start, one.end, one.label, strict=True)]
            ]
            for of_gold in (True, False):
                for chunk, text in named[not of_gold].items():
                    kind = int(text not in known)
                    size[kind] += 1
                    gold_ones[kind] += of_gold
                    right[kind] += of_gold and chunk in named[1]
        f1 = [2 * r / s if n else None for r, s, n in zip(right, size, gold_ones, strict=True)]
        assert [of_model.chunks_seen, of_model.chunks_unseen] == pytest.approx(f1)


@pytest.mark.parametrize("metric", ["f1", "macro_f1", "accuracy"])
def test_both_sums_are_the_difference(corpus, compared, metric):
    found = mx.training.memory_of(compared, a="A", b="B", corpus=corpus, partitions=halves(61), metric=metric)
    whole = compared.differences("A", "B", metric)
    sizes = [len(units) for _, units in compared.evaluation.folds]
    assert found.difference.mean == pytest.approx(np.average(whole.ravel(), weights=sizes))
    assert found.from_seen + found.from_unseen == pytest.approx(found.difference.mean, abs=1e-12)
    assert found.on_unseen.mean + found.memory.mean == pytest.approx(found.difference.mean, abs=1e-12)
    rows = mx.training.seen_scores(compared, corpus=corpus, partitions=halves(61), metric=metric)
    assert found.on_unseen.mean == pytest.approx(rows[0].on_unseen - rows[1].on_unseen)
    assert found.on_seen.mean == pytest.approx(rows[0].on_seen - rows[1].on_seen)


def test_units_without_a_name_are_neither_seen_nor_unseen():
    """Where a model adds names to units that have none, that is not memory."""
    corpus, partitions = names(120, seed=4, bare=0.5), halves(120)
    pair = [crf("A", "U0:%x[-1,0]\nU1:%x[0,0]\nU2:%x[1,0]\nB"), crf("B", "U1:%x[0,0]")]
    result = mx.compare(corpus, pair, partitions=partitions, n_workers=0)
    held = np.asarray(corpus.attribute("label+word").counts.sum(axis=1)).ravel() > 0
    assert 20 < held.sum() < 100
    about = {"corpus": corpus, "partitions": partitions, "metric": "f1", "by": "unseen:label+word"}
    found = mx.training.memory_of(result, a="A", b="B", **about)
    assert found.n_left_out == (~held).sum()
    assert found.n_seen <= held.sum()
    assert found.from_seen + found.from_unseen == pytest.approx(found.difference.mean, abs=1e-12)
    of_one = [
        result.unit_scores(name, "f1", held & np.ones((partitions.m, 1), bool))[:, held].mean()
        for name in "AB"
    ]
    assert found.difference.mean == pytest.approx(of_one[0] - of_one[1])
    assert str(found.sentences("A", "B")[0]).startswith(
        f"{(~held).sum()} units without any of these are left out."
    )
    rows = mx.training.seen_scores(result, **about)
    assert found.on_seen.mean == pytest.approx(rows[0].on_seen - rows[1].on_seen)
    groups = mx.training.unit_groups(corpus, "unseen:label+word", partitions=partitions)
    assert np.array_equal(groups["no label+word"], ~held)
    either = groups["unseen label+word"] ^ groups["seen label+word only"]
    assert (either == held).all()


def test_another_corpus_is_refused(compared):
    with pytest.raises(InputError, match="not of the corpus"):
        mx.training.seen_scores(compared, corpus=names(seed=2), partitions=halves(61))


def test_a_model_that_memorises_is_found_out():
    """Each text is a word of its own class and one that training may lack; B looks words up."""
    generator = np.random.default_rng(3)
    lines = []
    for _ in range(240):
        word = int(generator.zipf(1.3)) % 400
        label = "+-"[word * 7919 % 5 % 2]
        lines.append(f"w{word} z{int(generator.integers(3))},{label}\n")
    corpus = mx.read_corpus(("text,label\n" + "".join(lines)).encode(), name="zipf.csv")
    pair = [mx.models.TextClassifier("lookup", "bayes"), mx.models.TextClassifier("most", "bayes", min_df=40)]
    partitions = mx.random_partitions(len(corpus), 3)
    result = mx.compare(corpus, pair, partitions=partitions, n_workers=0)
    found = mx.training.memory_of(
        result, a="lookup", b="most", corpus=corpus, partitions=partitions, metric="accuracy"
    )
    assert found.difference.lower > 0
    assert found.on_unseen.mean == pytest.approx(0, abs=0.02)
    assert found.share == pytest.approx(1, abs=0.2)
    assert found.share_lower <= found.share <= found.share_upper
