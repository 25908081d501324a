"""conlleval's report: the example of the shared task's page, and a port of the script as slow reference."""

import numpy as np
import pytest
from hypothesis import given

from mx2core.metrics import conlleval_report, label_counts, span_counts, vocabulary_recall
from mx2core.schemes import spans
from tests.metrics.test_counts import TAGS, as_set, columns, read, tagged_twice

# The output shown at https://www.cnts.ua.ac.be/conll2000/chunking/output.html.
EXAMPLE = """\
processed 961 tokens with 459 phrases; found: 539 phrases; correct: 371.
accuracy:  84.08%; precision:  68.83%; recall:  80.83%; FB1:  74.35
             ADJP: precision:   0.00%; recall:   0.00%; FB1:   0.00  1
             ADVP: precision:  45.45%; recall:  62.50%; FB1:  52.63  11
               NP: precision:  64.98%; recall:  78.63%; FB1:  71.16  317
               PP: precision:  83.18%; recall:  98.89%; FB1:  90.36  107
             SBAR: precision:  66.67%; recall:  33.33%; FB1:  44.44  3
               VP: precision:  69.00%; recall:  79.31%; FB1:  73.80  100
"""


def test_the_example_of_conll_2000():
    labels = ("NP", "VP", "PP", "ADVP", "SBAR", "ADJP", "never")
    counts = [(206, 111, 56), (69, 31, 18), (89, 18, 1), (5, 6, 3), (2, 1, 4), (0, 1, 6), (0, 0, 0)]
    assert conlleval_report(labels, np.array(counts), n_right=808, n_tokens=961) == EXAMPLE


def conlleval(sentences):
    """What conlleval.pl does, token by token: pairs of gold and predicted tags to its report."""
    right_chunks, gold_chunks, found_chunks = {}, {}, {}
    n_tokens = n_right = 0
    for sentence in sentences:
        inside, kind = False, None  # of a chunk that is right so far
        before = ("O", ""), ("O", "")
        for pair in [*sentence, ("O", "O")]:
            now = tuple((tag, "") if tag == "O" else tuple(tag.split("-")) for tag in pair)
            ends = [_ends(a, b) for a, b in zip(before, now, strict=True)]
            starts = [_starts(a, b) for a, b in zip(before, now, strict=True)]
            if inside:
                if all(ends) and before[0][1] == before[1][1]:
                    inside = False
                    right_chunks[kind] = right_chunks.get(kind, 0) + 1
                elif ends[0] != ends[1] or now[0][1] != now[1][1]:
                    inside = False
            if all(starts) and now[0][1] == now[1][1]:
                inside, kind = True, now[0][1]
            for started, (_, label), chunks in zip(starts, now, (gold_chunks, found_chunks), strict=True):
                if started:
                    chunks[label] = chunks.get(label, 0) + 1
            before = now
        n_tokens += len(sentence)
        n_right += sum(gold == found for gold, found in sentence)
    labels = sorted({*gold_chunks, *found_chunks})
    counts = [
        (right, found_chunks.get(label, 0) - right, gold_chunks.get(label, 0) - right)
        for label in labels
        for right in (right_chunks.get(label, 0),)
    ]
    return labels, counts, n_right, n_tokens


def _ends(before, now):
    return before[0] in "BI" and (now[0] in "BO" or before[1] != now[1])


def _starts(before, now):
    return now[0] == "B" or (now[0] == "I" and (before[0] == "O" or before[1] != now[1]))


@given(tags=tagged_twice())
def test_counts_are_the_scripts(tags):
    gold, predicted = tags
    labels, counts, n_right, n_tokens = conlleval(
        [list(zip(g, p, strict=True)) for g, p in zip(gold, predicted, strict=True)]
    )
    ours = label_counts(read(gold), read(predicted), labels=labels)
    assert ours.tolist() == [list(row) for row in counts]
    report = conlleval_report(labels, ours.reshape(-1, 3), n_right=n_right, n_tokens=n_tokens)
    assert report.startswith(f"processed {n_tokens} tokens with {len(read(gold))} phrases; found: ")
    assert len(report.splitlines()) == 2 + len(labels)
    assert (columns(gold, TAGS)[0] == columns(predicted, TAGS)[0]).sum() == n_right


def test_nothing_at_all():
    assert conlleval_report((), np.zeros((0, 3), int), n_right=0, n_tokens=0) == (
        "processed 0 tokens with 0 phrases; found: 0 phrases; correct: 0.\n"
        "accuracy:   0.00%; precision:   0.00%; recall:   0.00%; FB1:   0.00\n"
    )


@given(tags=tagged_twice())
def test_recall_by_vocabulary_is_that_of_two_sets(tags):
    gold, predicted = read(tags[0]), read(tags[1])
    known = np.arange(len(gold)) % 3 == 0
    found = as_set(predicted)
    hits = [
        (int(s), int(e), gold.labels[c]) in found
        for s, e, c in zip(gold.start, gold.end, gold.label, strict=True)
    ]
    recall = vocabulary_recall(gold, predicted, is_known=known)
    of_known = [hit for hit, is_known in zip(hits, known, strict=True) if is_known]
    of_unknown = [hit for hit, is_known in zip(hits, known, strict=True) if not is_known]
    assert recall.known == pytest.approx(np.mean(of_known) if of_known else 0)
    assert recall.unknown == pytest.approx(np.mean(of_unknown) if of_unknown else 0)
    total = recall.known * recall.n_known + recall.unknown * recall.n_unknown
    assert total == pytest.approx(span_counts(gold, predicted)[0])


def test_words_out_of_the_vocabulary():
    # 研究 / 生命 / 起源, of which only 研究 was seen; predicted 研究 / 生 / 命起源.
    tags = tuple("BMES")
    starts = np.array([0, 6])
    gold = spans(np.array([0, 2, 0, 2, 0, 2]), tags, starts, "BMES")
    predicted = spans(np.array([0, 2, 3, 0, 1, 2]), tags, starts, "BMES")
    recall = vocabulary_recall(gold, predicted, is_known=np.array([True, False, False]))
    assert (recall.known, recall.unknown, recall.n_known, recall.n_unknown) == (1.0, 0.0, 1, 2)
