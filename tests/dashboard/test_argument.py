"""Start deals splits from results that ship with the program, stops by itself, and then tests."""

from collections import Counter

import numpy as np
import pytest

import mx2core as mx
from benchmarks import sample_results
from dashboard.figures.splits import deals as figures
from dashboard.home import argument
from dashboard.server import dealt_splits, project
from mx2core.errors import StoreError
from tests.dashboard.test_pages import visited
from tests.dashboard.word_budget import standing_open


@pytest.fixture
def start(monkeypatch):
    monkeypatch.setattr(argument, "PACE", 0.0)  # a rerun is a tick of its clock
    return visited(lang="en")


def stage(app):
    return app.session_state[argument.KEY]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_ships_is_of_this_version_and_flips(language):
    found = dealt_splits.dealt_splits(language)
    assert found.version == mx.__version__, "python -m benchmarks.sample_results splits"
    n = len(found.scores)
    a, b, neither = found.tally(n)
    assert a + b + neither == n == sample_results.DEALS
    assert min(a, b) > n / 4  # else there is nothing to see
    for sets in (found.random, found.balanced):
        assert ((sets.lower < sets.mean) & (sets.mean < sets.upper)).all()
        assert len(sets.answer) == sample_results.SETS
        named = (sets.lower > 0) | (sets.upper < 0)
        assert sets.winners(len(sets.answer)) == named.sum()


def test_the_scores_are_what_the_program_computes():
    sample = sample_results.english()
    corpus = sample.corpus
    first = mx.random_partitions(len(corpus), sample_results.DEALS, seed=1)[:1]
    scores = sample_results.compared(sample, corpus, first, None).seed_means("accuracy")[:, 0, 0]
    # Other versions of the libraries may tell a text or two otherwise.
    assert scores == pytest.approx(dealt_splits.dealt_splits("en").scores[0], abs=0.004)


def test_a_file_that_is_missing_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr(project, "SAMPLES", tmp_path)
    with pytest.raises(StoreError, match=r"splits_en\.json is missing"):
        dealt_splits.dealt_splits.__wrapped__("en")


def test_it_deals_by_itself_and_stops(start):
    assert stage(start).playing
    for _ in range(argument.BY_ITSELF + 2):
        start.run()
    assert stage(start).splits == argument.BY_ITSELF
    assert not stage(start).playing


def test_a_touch_stops_it(start):
    start.button(key="deal_stop").click().run()
    n = stage(start).splits
    assert not start.run().button(key="deal").disabled
    assert stage(start).splits == n


def test_all_acts_to_their_end(start):
    start.button(key="deal").click().run()
    start.button(key="deal_all").click().run()
    assert start.button(key="deal").disabled
    start.button(key="deal_sets").click().run()
    assert not any("balanced" in one.value for one in start.markdown)  # one change at a time: the test
    start.button(key="deal_all_sets").click().run()
    start.button(key="deal_balanced").click().run()
    assert stage(start).sets == 12  # as many as of random splits
    found = dealt_splits.dealt_splits("zh")  # of the sample that tests open
    random, balanced = (Counter(sets.answer.tolist()) for sets in (found.random, found.balanced))
    counts = [one[answer] for one in (random, balanced) for answer in ("equivalent", "undecided")]
    both = "No winner in 12 sets. Random: {} equivalent, {} undecided; balanced: {} and {}".format(*counts)
    assert f"#### {both}" in [one.value for one in start.markdown]
    start.button(key="deal_back").click().run()
    assert start.button(key="deal_sets")


def test_no_button_moves_or_gives_its_place_to_another_one(start):
    start.button(key="deal_sets").click().run()

    def above():
        """Buttons before whatever has more lines in one set than in another."""
        standing = list(standing_open(start.main))
        end = next(i for i, one in enumerate(standing) if one.type == "metric")
        return [one.key for one in standing[:end] if one.type == "button"]

    once = above()
    assert once[-3:] == ["deal_set", "deal_all_sets", "deal_balanced"]
    for key in ("deal_all_sets", "deal_balanced"):
        start.button(key=key).click().run()
        assert above() == [*once, "deal_back"]
        assert start.button(key=key).disabled  # a second click


@pytest.mark.parametrize(
    ("difference", "shown", "beside"), [(0.0003, "+0.03", 24), (-0.0049, "−0.49", 0), (0.0, "0", 24)]
)
def test_a_small_difference_has_the_digits_that_show_it_and_no_line_through_them(difference, shown, beside):
    drawn = figures.dealt(np.array([difference, 0.02]), n=1, reach=0.02).to_dict()
    notes = {note["text"]: note for note in drawn["layout"]["annotations"]}
    assert notes[f"<b>{shown}</b>"]["xshift"] == beside


@pytest.mark.parametrize("language", ["en", "zh"])
def test_all_acts_are_drawn_on_one_axis(language, monkeypatch):
    axes = []
    monkeypatch.setattr(
        argument, "light_chart", lambda figure, *_, **__: axes.append(figure.to_dict()["layout"]["xaxis"])
    )
    app = visited(lang=language)
    app.button(key="deal_sets").click().run()  # at any time
    app.button(key="deal_balanced").click().run()
    assert not app.exception
    assert len(axes) >= 3
    assert all(axis == axes[0] for axis in axes)


def test_from_learn_it_opens_without_the_projects_of_the_teacher(monkeypatch):
    app = visited(lang="en", argument="1")
    assert app.button(key="deal_stop")
    assert app.session_state[argument.KEY].playing
    assert not app.expander or all("one minute" not in box.label for box in app.expander)
