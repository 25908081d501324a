"""The metric itself on each group of units, by plain loops."""

from dataclasses import replace

import numpy as np
import pytest

import mx2core as mx
from mx2core.errors import InputError
from mx2core.inference import GroupDifference
from mx2core.training.decisions import by_group
from mx2core.training.decisions.unit_attributes import group_names
from tests.training.small import halves
from tests.training.test_seen_and_unseen import crf, names, totals

TEMPLATE = "U0:%x[-1,0]\nU1:%x[0,0]\nU2:%x[1,0]\nB"


@pytest.fixture(scope="module")
def corpus():
    return names(n=81)


@pytest.fixture(scope="module")
def compared(corpus):
    # Held back so that it tags all alike: shares of the whole F1 called it ahead where it finds nothing.
    constant = replace(crf("constant", TEMPLATE), c1=1000.0)
    models = [crf("A", TEMPLATE), crf("B", "U1:%x[0,0]"), constant]
    return mx.compare(corpus, models, partitions=halves(81), n_workers=0)


def label_differences(compared, corpus, a, b, **options):
    found = mx.training.differences_by_group(
        compared, a=a, b=b, corpus=corpus, partitions=halves(81), by="label", **options
    )
    return {row.group: row for row in found}


@pytest.mark.parametrize("pair", [("A", "B"), ("constant", "A")])
def test_a_group_has_the_f1_of_its_units(compared, corpus, pair):
    found = label_differences(compared, corpus, *pair, metric="f1")
    groups = mx.training.unit_groups(corpus, "label")
    assert set(groups) == {"PER", "PET"}
    assert groups["PER"].all()  # it differs as all units do, and is not listed
    assert set(found) == {"PET"}
    for name in found:
        units = groups[name]
        inside = np.broadcast_to(units, (halves(81).m, len(units)))
        means = []
        for row in map(compared.names.index, pair):
            folds = totals(compared, row, inside)
            f1 = [2 * tp / max(2 * tp + fp + fn, 1) for _, (tp, fp, fn) in folds]
            means.append(np.average(f1, weights=[n for n, _ in folds]))
        assert found[name].mean == pytest.approx(means[0] - means[1])
        assert found[name].lower < found[name].mean < found[name].upper


def test_a_mean_over_units_needs_no_second_look(compared, corpus):
    found = label_differences(compared, corpus, "A", "B", metric="accuracy")
    ahead = mx.unit_differences(
        compared.select("A"), compared.select("B"), partitions=halves(81), metric="accuracy"
    )
    plain = mx.inference.group_differences(ahead, halves(81).masks, mx.training.unit_groups(corpus, "label"))
    for row in plain[1:]:  # the first holds all units
        assert found[row.group].mean == pytest.approx(row.mean, abs=0.01)


def test_another_corpus_is_refused(compared):
    with pytest.raises(InputError, match="not of the corpus"):
        label_differences(compared, names(n=81, seed=5), "A", "B")


def test_a_group_that_shares_units_with_others_is_called_after_what_they_hold():
    """Sentences that hold a comma are not commas."""
    rows = [GroupDifference("PU", 40, 0.4, 0.0, None, None, None, 0.95)]  # of those that are listed
    several = mx.read_corpus(b"a\tNN\n,\tPU\n\nb\tNN\n", columns=["word", "pos"])
    one = mx.read_corpus(b"a\tNN\n\n,\tPU\n", columns=["word", "pos"])
    assert [*map(str, group_names(several, "pos", rows))] == ["with PU"]
    assert group_names(one, "pos", rows) == ("PU",)


@pytest.mark.parametrize(("n", "offered"), [(18, True), (19, False)])
def test_an_attribute_whose_groups_hold_nearly_all_units_is_not_offered(n, offered):
    """Of twenty sentences all have a noun, and `n` a mark: a choice that led to no group."""
    units = ["a\tNN\n" + ",\tPU\n" * (k < n) for k in range(20)]
    corpus = mx.read_corpus("\n".join(units).encode(), columns=["word", "pos"])
    assert by_group.has_groups(corpus, "pos") == offered


def test_a_group_of_more_than_nine_tenths_is_not_listed(compared, corpus, monkeypatch):
    """Of 1,217 texts "up to 8 words" held 1,142: its row repeated the headline."""
    for n, listed in ((72, {"many", "few"}), (73, {"few"})):  # of 81
        many = np.arange(len(corpus)) < n
        monkeypatch.setattr(by_group, "unit_groups", lambda *_, many=many, **__: {"many": many, "few": ~many})
        assert set(label_differences(compared, corpus, "A", "B", metric="accuracy")) == listed
