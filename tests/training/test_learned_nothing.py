"""Models that give one answer to everything, in each fold by itself."""

from dataclasses import replace

import numpy as np

from mx2core.training import compare
from tests.training.small import halves, models, tagged


def answering(result, answers):
    """The same training, had it given these answers."""
    return replace(result, predicted=np.broadcast_to(answers, result.predicted.shape).copy())


def learned_nothing(found):
    """The models that its notices name."""
    return [name for notice in found.notices for name in notice.values.get("models", ())]


def test_one_answer_to_everything_in_each_fold_is_nothing_learned():
    found = compare(tagged(40), models(5), partitions=halves(40, m=2), n_workers=0)
    assert learned_nothing(found) == []
    # B answers everything alike, though not the same in every fold: another label is most frequent there.
    steady = tuple(
        answering(result, result.fold % 2) if result.model == 1 else result for result in found.results
    )
    assert learned_nothing(replace(found, results=steady)) == ["B"]
    # A fold that is not finished says nothing, and no fold at all is no reason to blame a model.
    assert learned_nothing(replace(found, results=steady[:-1])) == ["B"]
    assert learned_nothing(replace(found, results=())) == []
