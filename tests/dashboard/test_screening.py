"""The paper's procedure on Splits, and a sample on Start."""

import pytest

from tests.dashboard.test_pages import opened, project_of


@pytest.mark.parametrize(("c1", "met"), [(1.0, True), (0.3, False)])
def test_the_procedure_takes_a_set_and_says_what_only_nearly_fits(c1, met):
    app = opened("zh", page="splits")
    app.selectbox(key="scheme").set_value("screened").run()
    app.number_input(key="c_1").set_value(c1).run()
    app.button(key="screen_now").click().run()
    assert not app.exception
    assert not app.error
    [kept] = project_of(app).partitions.values()
    assert kept.partitions.selection.candidates == 500
    assert bool(kept.partitions.selection.survivors) == met
    assert any("近似" in one.value for one in app.warning) != met
    assert any("500 组候选（每组 5 次切分）" in one.value for one in (*app.markdown, *app.warning))


def test_the_map_shows_the_conditions_of_the_procedure_and_no_others():
    app = opened("zh", page="splits")
    assert app.slider
    app.selectbox(key="scheme").set_value("screened").run()
    assert not app.slider  # bounds of their own would stand beside those of the boxes
    counts = []
    for c1 in (1.0, 0.7):
        app.number_input(key="c_1").set_value(c1).run()
        assert not app.exception
        counts.append(
            int(next(one.value for one in app.metric if one.label == "符合条件的切分").replace(",", ""))
        )
    assert 10_000 > counts[0] > counts[1] > 0


def test_a_sample_takes_the_place_of_the_corpus():
    app = opened("en")
    app.session_state["options"] = True
    app.run()
    app.number_input(key="sample_units").set_value(5000).run()
    app.button(key="take_sample").click().run()
    assert any("needs more than" in one.value for one in app.error)
    app.number_input(key="sample_units").set_value(200).run()
    app.button(key="take_sample").click().run()
    assert not app.exception
    assert len(project_of(app).corpus) == 200
