"""Every step of the lessons opens by its address, on every kind of corpus, and answers to its slider."""

import json
import re

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import pytest
from scipy.stats import t

from dashboard.learn import formulas, step_words
from dashboard.learn import tests as learn_tests
from dashboard.learn.steps import BESIDE
from dashboard.server.dealt_splits import dealt_splits
from dashboard.ui import components
from mx2core import mx2_t_test, sequential_t_test
from mx2core.inference import naive_paired_t_test
from tests.dashboard import word_budget
from tests.dashboard.test_pages import SAMPLES, fine, opened
from tests.few import few

STEPS = range(1, 15)
BY_HAND = (12, 13, 14)
UNITS = 11
FLOOR = 6
PRICE = 7
FEW = {FLOOR: 10, PRICE: 20, UNITS: 1}


def lesson_figure(app, step, *, guess=False):
    """Its figure; with `guess` the question before it, as one who has not been there meets it."""
    if not guess:
        app.session_state["guess_first"] = False
    app.query_params["step"] = step_words.address_name(step)
    app.switch_page("../pages/learn.py").run()
    fine(app)
    return app


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_step_opens_by_its_address_with_its_notes(language):
    app = opened(language)
    titles = set()
    for step in STEPS:
        app.session_state[BESIDE] = "notes"
        titles.add(lesson_figure(app, step).title[0].value)
        assert any("45" in line.value for line in app.markdown), step  # minutes
    assert len(titles) == len(STEPS)


def test_alike_halves_have_a_price_where_they_are_asked_about():
    app = opened("en")
    for step, why in (
        (2, "far below, more alike than new data"),
        (PRICE, "choose χ²/J near its expected value"),
    ):
        assert any(why in one.value for one in lesson_figure(app, step).markdown)


@few("sample", 1, SAMPLES[1:])
def test_steps_stand_on_the_corpus_that_is_open(sample):
    app = opened("en", sample)
    for stage in ("", "answer"):  # of the lesson, and before a class
        app.query_params["present"] = stage
        for step in STEPS:
            lesson_figure(app, step)


def test_a_slider_changes_the_numbers_beside_the_figure():
    app = opened("en")
    for step in STEPS:
        before = [metric.value for metric in lesson_figure(app, step).metric]
        if step in FEW:  # sliders of few values
            one = app.select_slider[0]
            one.set_value(FEW[step]).run()
        else:
            number = app.slider[0]
            number.set_value(number.min if number.value != number.min else number.max).run()
        assert not app.exception
        assert [metric.value for metric in app.metric] != before, step


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_first_figure_shows_the_difference_that_is_the_answer(language):
    app = lesson_figure(opened(language), 1)
    first, second, usual = re.findall(r"[\d.]+", " ".join(one.value for one in app.metric[:2]))
    assert round(abs(float(first) - float(second)), 1) == float(usual)


@pytest.mark.parametrize(("page", "language"), [("en", "en"), ("zh", "zh"), ("zh", "en")])
def test_the_first_step_shows_two_splits_that_name_different_winners(page, language):
    """Those of its figure, on either sample; on another corpus how often the sample's winner changes."""
    dealt = dealt_splits(language)
    pairs = list(zip(dealt.differences[::2], dealt.differences[1::2], strict=True))
    changes = sum(one * other < 0 for one, other in pairs)
    app = lesson_figure(opened(page, dealt.corpus), 1)
    assert set(re.findall(r"\d+", app.metric[2].value)) == {str(changes), str(len(pairs))}
    shown, number = " ".join(one.value for one in app.caption), app.slider(key="lesson_split").value
    assert [f"{one:+.4f}".replace("-", "−") in shown for one in pairs[number - 1]] == [True, True]
    assert np.prod(pairs[number - 1]) < 0  # the step begins with a pair that disagrees


def test_a_guess_comes_before_each_step_with_one_click_past_it():
    app = opened("en")
    assert not lesson_figure(app, 4, guess=True).metric
    assert app.toggle[0].value
    app.number_input(key="guess_number_4").set_value(50.0)
    app.button(key="guess_send_4").click().run()
    assert app.metric
    told = [one.value for one in app.markdown]
    assert any("50%" in line for line in told)
    assert any("25%" in line for line in told)
    assert not lesson_figure(app, 7, guess=True).metric
    app.button(key="guess_send_7").click().run()  # without a guess
    assert app.metric
    assert any("It gets too high" in one.value for one in app.markdown)
    app.toggle[0].set_value(False).run()
    assert lesson_figure(app, 2, guess=True).metric


def test_a_refused_guess_shows_neither_notes_nor_answer():
    app = lesson_figure(opened("en"), 1, guess=True)
    app.number_input(key="guess_number_1").set_value(150.0)
    app.button(key="guess_send_1").click().run()
    assert len(app.error) == 1
    assert app.number_input(key="guess_number_1").value == 150.0
    assert app.get("plotly_chart")  # of the first split, as before
    assert not any("notes" in option for group in app.button_group for option in group.options)


def test_a_step_has_at_most_five_controls():
    app = opened("en")
    for guess in (True, False):
        for step in (1, 5, 7, 12):
            assert word_budget.page("learn", lesson_figure(app, step, guess=guess).main).controls <= 5, step


def formulas_of(app):
    return [one.value.strip("$") for one in app.markdown if "displaystyle" in one.value]


def test_what_is_calculated_by_hand_is_what_the_core_computes():
    assert formulas.by_hand_divergence() == pytest.approx(1.746032, abs=1e-6)
    test = formulas.by_hand_test()
    assert test.statistic == pytest.approx(2.5 / (1.183216 * np.sqrt(5.5 / 6)), abs=1e-5)
    assert test.rejected
    assert not sequential_t_test(np.array(formulas.DIFFERENCES) / 100, m_start=3, m_stop=20).better
    app = opened("en")
    shown = {step: "".join(formulas_of(lesson_figure(app, step))) for step in BY_HAND}
    assert "1.746" in shown[12]
    assert "2.207" in shown[13]
    assert "42" in shown[14]


def test_an_address_with_an_old_number_leads_where_it_led_and_is_named():
    app = opened("en", page="learn")
    for asked, name, title in (
        ("7", "alike", "7. The cost of alike halves"),
        ("8", "interval", "9. Does the interval shrink"),
        ("13", "snr", "14. By hand: signal-to-noise"),
        ("t-test", "t-test", "8. Why not an ordinary t-test"),
    ):
        app.query_params["step"] = asked
        assert title in app.run().title[0].value
        assert app.query_params["step"] == name
    for step in (*STEPS, len(STEPS) + 1):
        assert step_words.parse_address(step_words.address_name(step)) == step
    app.query_params["step"] = "14"
    assert "no step" in app.run().warning[0].value


@pytest.mark.parametrize("way", [step_words.SHORT, STEPS])
def test_each_term_is_said_where_its_way_first_uses_it(way):
    lines = [term for step in way for term in step_words.needed(step, way)]
    used = [name for uses, name, _meaning in step_words.terms() if not set(uses).isdisjoint(way)]
    assert len(lines) == len(used) == len(set(lines))
    seen = ""
    for step in way:
        seen += " ".join(step_words.needed(step, way))
        words = step_words.entry(step)
        # What a step says beside its question, with T, ρ and looks among the terms by then.
        for letter in ("ρ", "overlap", "floor", "out-of-fold", "overall-level"):
            if letter in words.question + words.message and (letter, step) != ("floor", 7):
                assert letter in seen, (letter, step)


@few("sample", 2, SAMPLES)
def test_shown_numbers_give_the_shown_results(sample):
    """The value of a formula, calculated as it is written."""
    app = opened("en", sample)
    for rank in (0, 37, 95):
        app.session_state["lesson_formula_rank"] = rank
        found = re.search(
            r"J = (\d+):.* = ([\d.]+), .* = ([\d.]+)\D*$", formulas_of(lesson_figure(app, 12))[-1]
        )
        J, chi2, phi = (float(one) for one in found.groups())
        assert f"{chi2 / J:.3f}" == f"{phi:.3f}", (sample, rank)
    assert f"{2.5 / (7 / 5 * 5.5 / 6) ** 0.5:.3f}" == "2.207"
    assert "2.207" in formulas_of(lesson_figure(app, 13))[2]


@few("language", 1, ["zh", "en"])
def test_t_on_the_blocks_is_that_of_the_core_and_what_its_shown_parts_give(language):
    app = opened(language)
    for m in range(3, 11):
        app.session_state["lesson_formula_m"] = m
        calculated = next(one.value for one in lesson_figure(app, 13).markdown if "dfrac" in one.value)
        mean, factor, sigma = (
            float(one.replace("−", "-").replace("{-}", "-"))
            for one in re.findall(r"[-−]?\d+\.\d+", calculated)
        )
        shown = float(app.metric[0].value.replace("−", "-"))
        blocks = dealt_splits(language).blocks[:m]
        assert f"{mx2_t_test(blocks[..., 0] - blocks[..., 1]).statistic:.2f}" == f"{shown:.2f}"
        assert round(mean / (factor * sigma), 2) == pytest.approx(shown, abs=1e-9), m


def test_the_short_way_is_one_click_from_the_first_step():
    app = lesson_figure(opened("en"), 1)
    assert len(app.selectbox(key="step_1").options) == len(STEPS) + 1  # and the summary
    app.toggle(key="way_False").set_value(True).run()
    assert app.title[0].value.startswith("1.")
    assert any(option.startswith("8. ") for option in app.selectbox(key="step_1").options)
    assert len(app.selectbox(key="step_1").options) == len(step_words.SHORT) + 1
    for step in (*step_words.SHORT[1:], "end"):
        app.button(key="next").click().run()
        assert not app.exception
        number = len(STEPS) + 1 if step == "end" else step
        assert app.query_params["step"] == step_words.address_name(number)
    assert app.button(key="next").disabled
    app.toggle(key="way_True").set_value(False).run()
    assert len(app.selectbox(key=f"step_{len(STEPS) + 1}").options) == len(STEPS) + 1


def test_scores_from_new_corpora_have_the_interval_of_students_t():
    rng = np.random.default_rng(5)
    for m in (3, 8):
        scores = rng.standard_normal((20_000, 2 * m))
        lengths = 2 * t.ppf(0.95, 2 * m - 1) * scores.std(axis=1, ddof=1) / np.sqrt(2 * m)
        assert learn_tests.length_if_new(m) == pytest.approx(
            lengths.mean(), abs=4 * lengths.std() / 20_000**0.5
        )


def test_coming_back_opens_the_step_that_was_open():
    app = lesson_figure(opened("en"), UNITS)
    del app.query_params["step"]
    app.switch_page("../pages/share.py").run()
    app.switch_page("../pages/learn.py").run()
    assert app.title[0].value.startswith(f"{UNITS}. ")


def test_an_address_with_nonsense_opens_the_first_step():
    app = opened("en")
    for nonsense in ("0", "99", "-1", "two", "1e3", "٣", "9" * 5000):
        app.query_params["step"] = nonsense
        app.switch_page("../pages/learn.py").run()
        assert not app.exception
        assert "twice" in app.title[0].value, nonsense


def test_figures_of_steps_are_drawn_again_from_their_numbers(monkeypatch, tmp_path):
    made, shown, chart = {}, [], components.chart

    def recorded(figure, key, **options):
        if key.startswith("lesson_") and options.get("python") is not None:
            made[key] = components.csv_bytes(pd.DataFrame(options["csv"])), options["python"]()
        chart(figure, key, **options)

    monkeypatch.setattr(components, "chart", recorded)
    app = opened("en", page="learn")
    for step in range(1, 12):
        assert not lesson_figure(app, step).exception
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(go.Figure, "show", lambda figure: shown.append(figure))
    for key, (csv, program) in made.items():
        (tmp_path / f"{key}.csv").write_bytes(csv)
        exec(program, {})
    assert len(shown) == len(made) == 10  # of eleven: what two training sets share is a sum
    assert all(len(figure.data) for figure in shown)


@pytest.mark.parametrize("seed", [0, 1])
def test_the_ordinary_test_errs_and_the_m_by_2_test_keeps_its_level(seed):
    trial = learn_tests.trial(5, seed)
    ordinary, corrected = (trial.rejects[rule].mean() for rule in learn_tests.TESTS)
    assert ordinary > 0.15
    assert corrected < 0.05 + 2 * (0.05 * 0.95 / learn_tests.CORPORA) ** 0.5
    assert 0.2 < trial.correlation < 0.5
    assert abs(trial.differences.mean()) < 0.005  # neither model is better


def test_each_corpus_is_tested_as_anywhere():
    trial = learn_tests.trial(3, 0)
    for number in range(20):
        scores = trial.differences[number]
        rejected = [trial.rejects[rule][number] for rule in learn_tests.TESTS]
        tests = (naive_paired_t_test(scores, "greater"), mx2_t_test(scores))
        assert rejected == [test.pvalue is not None and test.pvalue < 0.05 for test in tests]


def test_the_first_view_has_a_picture_that_gives_no_answer_away():
    app = lesson_figure(opened("en"), 1, guess=True)
    (figure,) = app.get("plotly_chart")
    assert [one["name"] for one in json.loads(figure.proto.spec)["data"]] == ["first split"]
    assert not lesson_figure(app, 2, guess=True).get("plotly_chart")
