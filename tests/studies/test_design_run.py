"""Running a design: folds trained once, kept in a store, and found again by other designs."""

import numpy as np
import pytest

from mx2core.errors import DesignError
from mx2core.studies import design, run_study
from mx2core.training import Run, evaluate
from tests.studies.small import corpus as small_corpus
from tests.training.small import models

pytest.importorskip("sqlalchemy")


def planned(name, corpus, repetitions=2):
    return design(name, corpus, repetitions=repetitions, m=2, attributes=["label"])


def test_a_run_is_an_evaluation_of_the_designs_folds(corpus):
    wanted = planned("split_ratio", corpus)
    found = run_study(wanted, corpus, models=models(), run=Run(n_workers=0))
    directly = evaluate(corpus, models(), folds=wanted.folds, n_workers=0)
    assert np.array_equal(found.scores("f1"), directly.scores("f1"))
    assert found.finished.all()


def test_a_store_trains_each_fold_once_for_all_designs(corpus, tmp_path):
    from mx2core.store import Store

    told = []
    with Store(tmp_path / "kept.sqlite") as store:
        run = Run(0, store=store, report=lambda *progress: told.append(progress))
        first = run_study(planned("block", corpus), corpus, models=models(), run=run)
        assert told[0] == (0, 48)
        told.clear()
        again = run_study(planned("block", corpus), corpus, models=models(), run=run)
        assert told == [(48, 48)]  # nothing was trained
        assert np.array_equal(again.scores("f1"), first.scores("f1"))
        told.clear()
        run_study(planned("block", corpus, repetitions=3), corpus, models=models(), run=run)
        assert told[0] == (48, 72)  # more repetitions begin where the fewer ended


def test_another_corpus_is_refused(corpus):
    with pytest.raises(DesignError, match=r"is for .*, not"):
        run_study(planned("block", corpus), small_corpus(50), models=models(), run=Run(n_workers=0))
