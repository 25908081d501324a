"""Units that one model alone has right: one count for McNemar's test wherever it is made."""

import numpy as np
import pytest
from statsmodels.stats.contingency_tables import mcnemar

import mx2core as mx
from tests.models.small import corpus_of
from tests.training.small import halves


def chunks(tags):
    """Chunks of one sentence in IOB2, read as conlleval reads them; a loop that is easy to check."""
    found, open_ = set(), None
    for place, tag in enumerate([*tags, "O"]):
        kind, _, label = tag.partition("-")
        if open_ is not None and (kind != "I" or label != open_[1]):
            found.add((open_[0], place, open_[1]))
            open_ = None
        if kind in "BI" and open_ is None:
            open_ = (place, label)
    return found


def right(answered):
    """Of each sentence, whether all of its chunks were found and no other."""
    sentences = zip(answered.starts[:-1], answered.starts[1:], strict=True)
    words = [
        [[answered.values[code] for code in codes[a:b]] for codes in (answered.gold, answered.predicted)]
        for a, b in sentences
    ]
    return np.array([chunks(gold) == chunks(predicted) for gold, predicted in words])


def test_a_unit_is_right_when_its_chunks_are(compared):
    found = compared.discordant("A", "B")
    assert found.shape == (2, 2, 2)
    for split in (0, 1):
        for half in (0, 1):
            a, b = (right(compared.answered(model, split, half)) for model in "AB")
            only_a, only_b = found[split, half].tolist()
            theirs = pytest.importorskip("mlxtend.evaluate").mcnemar_table(np.ones(len(a)), a, b)
            assert (only_a, only_b) == (theirs[0, 1], theirs[1, 0])
            expected = mcnemar(theirs, exact=True).pvalue
            assert mx.inference.mcnemar_test(only_a, only_b, exact=True).pvalue == pytest.approx(
                expected, rel=1e-9
            )
    assert (compared.discordant("B", "A") == found[..., ::-1]).all()


def other_letters():
    """A says the same chunks in other letters; B misses the chunk of one unit in each fold."""
    corpus = corpus_of(
        [[(f"w{i}", tag) for i, tag in enumerate(("B-PER", "I-PER", "O"))] for _ in range(6)],
        ("word", "label"),
        schemes={"label": "IOB2"},
    )
    partitions = halves(6, m=1)
    rows = [
        f'{{"partition": 1, "fold": {fold}, "model": "{model}", "unit_id": "{corpus.unit_ids[unit]}", '
        f'"predicted": {tags}}}'
        for fold, (_train, validation) in enumerate(partitions.folds(), start=1)
        for unit in validation
        for model, tags in (
            ("A", '["I-PER", "I-PER", "O"]'),
            ("B", '["O", "O", "O"]' if unit == validation[0] else '["B-PER", "I-PER", "O"]'),
        )
    ]
    return mx.io.read_predictions("\n".join(rows).encode(), corpus, partitions=partitions)


def test_wrong_letters_that_say_the_same_chunk_are_no_mistake():
    compared = other_letters()
    assert compared.scores("f1")[0].tolist() == [[1.0, 1.0]]
    assert compared.discordant("A", "B").tolist() == [[[1, 0], [1, 0]]]
    # Read strictly, a chunk that begins with I is none: then A has nothing right.
    assert compared.reading(strict=True).discordant("A", "B").tolist() == [[[0, 2], [0, 2]]]


def test_folds_that_are_not_finished_count_nothing(compared):
    from dataclasses import replace

    evaluation = compared.evaluation
    some = replace(evaluation, results=tuple(one for one in evaluation.results if one.key != (0, 1)))
    found = some.discordant("A", "B")
    assert found[1].tolist() == [0, 0]
    assert (found[[0, 2, 3]] == evaluation.discordant("A", "B")[[0, 2, 3]]).all()
