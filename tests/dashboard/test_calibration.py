"""The page Calibration: its views, its sliders, its numbers; and the warning beside flattered scores."""

import mx2core as mx
from dashboard.words.text import inert
from mx2core.inference import plan_test, rated_rules, rejection_rate
from tests.dashboard.places import go
from tests.dashboard.test_pages import fine, opened, project_of
from tests.score_tables import HEADER, E, ahead, score_rows

AT_RHO = [key for key, rule in rated_rules().items() if rule.sees == "half splits"]
VIEWS = ("errors", "power", "plan")


def calibration_page(app):
    return fine(go(app, "calibration"))


def test_every_view_opens_in_chinese():
    app = calibration_page(opened("zh"))
    for view in VIEWS:
        app.segmented_control(key="calibration_view").set_value(view)
        fine(app.run())


def test_the_answer_is_that_of_the_simulation():
    app = calibration_page(opened("en"))
    app.slider(key="calibrate_rho").set_value(0.3)
    fine(app.run())
    safe, printed = (rejection_rate(rule, 0.0, rho1=0.3, rho2=0.3).rate for rule in ("overall", "paper"))
    heading = next(words.value for words in app.markdown if words.value.startswith("####"))
    assert f"overall-level rule {safe:.1%}, Wang et al.'s rule {printed:.1%}" in heading
    assert any("ρ = 0.3, looks" in words.value.replace("\N{NO-BREAK SPACE}", " ") for words in app.markdown)
    table = app.table[0].value
    assert len(table) == len(AT_RHO)
    assert table.iloc[1, 1].startswith(inert(f"{printed:.2%} ± "))


def test_a_plan_is_that_of_the_library():
    app = calibration_page(opened("en"))
    app.segmented_control(key="calibration_view").set_value("plan").run()
    app.slider(key="calibrate_effect").set_value(3.0).run()
    app.slider(key="calibrate_rho").set_value(0.2)
    fine(app.run())
    plan = plan_test(3.0, 0.2, rho2=0.2)
    assert [metric.value for metric in app.metric] == [f"{plan.expected_trainings:.0f}", str(plan.m_for(0.8))]
    app.slider(key="calibrate_effect").set_value(0.0)
    fine(app.run())
    assert app.metric[1].value == "not by 20"


def scores_on(partitions) -> bytes:
    """A table of scores of two models that names its partitions."""
    rows = score_rows(ahead(E[: len(partitions)]), further=f",{partitions.signature}")
    return "\n".join([HEADER + ",partitions", *rows]).encode()


def test_scores_on_flattering_partitions_carry_a_warning():
    app = opened("en")
    project = project_of(app)
    counts = [project.corpus.attributes[name].counts for name in ("target", "role")]
    made = {
        "floor": mx.regularized_partitions(counts, 3, 0, "floor"),
        "filtered": mx.partitions.selected_partitions(counts, 3, n_candidates=500),
        "centered": mx.regularized_partitions(counts, 3, 0),
    }
    app.switch_page("../pages/race.py").run()
    for name, partitions in made.items():
        project.keep(partitions)
        app.file_uploader(key="scores").set_value((f"{name}.csv", scores_on(partitions), "text/csv"))
        fine(app.run())
        warned = any("Halves with low χ²/J" in words.value for words in app.warning)
        assert warned == (name != "centered"), name
