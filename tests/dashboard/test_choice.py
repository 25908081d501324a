"""Choices that are no longer offered, of one name, or too many."""

import pytest

import mx2core as mx
from dashboard.ui import choice
from tests.dashboard.test_pages import opened, project_of


def test_sets_of_one_name_are_told_apart():
    """What a browser sends back is a name: of two sets with one name the wrong one would be compared."""
    app = opened("en")
    project = project_of(app)
    sets = [
        mx.regularized_partitions([project.corpus.attribute("role").counts], 3, target=[(low, low + 0.3)])
        for low in (0.2, 0.8)
    ]
    for one in sets:
        project.keep(one)
    assert list(choice.distinct({1: "a", 2: "a", 3: "a (2)"}).values()) == ["a", "a (2)", "a (2) (2)"]
    app.switch_page("../pages/race.py").run()
    offered = app.pills(key="compared_on").options
    assert len(set(offered)) == len(offered)


@pytest.mark.parametrize("key", ["counted"])
def test_what_is_no_longer_offered_falls_back_to_the_default(key):
    app = opened("en")
    default = app.segmented_control(key=key).value
    app.session_state[key] = "of another version"
    app.run()
    assert not app.exception
    assert app.segmented_control(key=key).value == default


def test_no_more_are_chosen_than_are_allowed():
    app = opened("en", page="race")
    chosen = ["random", "block", "stratified_block", "balanced", "centered"]
    app.pills(key="compared_on").set_value(chosen).run()
    assert not app.exception
    assert app.pills(key="compared_on").value == chosen[:4]
    assert any("At most 4" in caption.value for caption in app.caption)
