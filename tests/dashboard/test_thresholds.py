"""The Thresholds and Partitions pages: bounds, measures, empty states, what is taken."""

import json
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

import mx2core as mx
from dashboard.session import analysis
from tests.dashboard.test_pages import opened, project_of


@cache
def corpus():
    return mx.sample("statement_zh")


def counts():
    return [corpus().attributes[name].counts for name in ("target", "role")]


@cache
def divergences():
    return mx.random_divergences(counts(), 10_000, seed=0)


def page(name, language="en"):
    return upper(opened(language).switch_page(f"../pages/{name}.py")).run()


def upper(app):
    """Bounds as the paper has them, on Choose."""
    app.session_state["bound"] = "upper"
    return app


def uploaded(sentences, *pages):
    """An app with a corpus of one entity label a sentence, "O" for none; then each page of it."""
    rows = "".join(
        f"w{i}\t{'O' if label == 'O' else 'B-' + label}\nend\tO\n\n" for i, label in enumerate(sentences)
    )
    app = opened("en")
    app.file_uploader(key="upload").set_value(("made.conll", rows.encode(), "text/plain")).run()
    for name in pages:
        upper(app.switch_page(f"../pages/{name}.py")).run()
        assert not app.exception, name
        assert not app.error, (name, [error.value for error in app.error])
    return app


def survivors(app):
    return int(app.metric[0].value.replace(",", ""))


def plain(text):
    return text.replace("\\", "")


def said(app, words):
    elements = [*app.caption, *app.info, *app.warning, *app.markdown]
    return any(words in plain(element.value) for element in elements)


def card(app, label):
    (value,) = (metric.value for metric in app.metric if metric.label == label)
    return value


def test_sliders_begin_at_the_floor_and_say_what_they_mean():
    app = page("choose")
    target = app.slider(key="c_target")
    assert target.min == np.floor(100 * mx.partitions.floor(counts()[0])) / 100
    target.set_value(0.9).run()
    passing = (divergences()[:, 0] <= 0.9).mean()
    assert target.help == "floor 0.151 · expected 0.989"
    assert card(app, "Pass c₁ alone") == f"{passing:.0%}"
    kept = (divergences()[:, 0] <= 0.9) & (divergences()[:, 1] <= app.slider(key="c_role").value)
    assert survivors(app) == kept.sum()


def test_a_switch_to_percentiles_and_back_keeps_the_condition():
    app = page("choose")
    app.slider(key="c_target").set_value(0.9).run()
    before, role = survivors(app), app.slider(key="c_role").value
    app.segmented_control(key="scale").set_value("percentile").run()
    assert app.slider(key="p_target").value == round(100 * (divergences()[:, 0] <= 0.9).mean(), 1)
    assert abs(survivors(app) - before) <= 0.002 * len(divergences())
    app.segmented_control(key="scale").set_value("value").run()
    assert (app.slider(key="c_target").value, app.slider(key="c_role").value) == (0.9, role)
    assert survivors(app) == before


def test_a_band_begins_half_a_deviation_around_the_expected_value():
    app = opened("en").switch_page("../pages/choose.py").run()  # what it begins with
    law = mx.partitions.reference_law(counts()[0])
    low, high = app.slider(key="band_target").value
    assert (low, high) == (round(law.mean - law.sd / 2, 2), round(law.mean + law.sd / 2, 2))
    inside = ((divergences()[:, 0] >= low) & (divergences()[:, 0] <= high)).mean()
    assert card(app, "Pass c₁ alone") == f"{inside:.0%}"
    assert said(app, "A band around the expected value")
    app.segmented_control(key="scale").set_value("percentile").run()
    assert app.slider(key="pband_target").value == (
        round(100 * (divergences()[:, 0] < low).mean(), 1),
        round(100 * (divergences()[:, 0] <= high).mean(), 1),
    )


def test_survivors_of_two_bounds_are_a_picture_of_their_own():
    app = page("choose")
    before = {figure.proto.spec for figure in app.get("plotly_chart")}
    app.segmented_control(key="survival_bounds").set_value("both").run()
    assert not app.exception
    assert not app.error
    (new,) = (figure for figure in app.get("plotly_chart") if figure.proto.spec not in before)
    assert "heatmap" in new.proto.spec


def test_achieved_values_stand_beside_floor_and_expected_value():
    app = page("choose")
    app.button(key="construct").click().run()
    table = app.table[-1].value
    assert table.iloc[:, 0].tolist() == ["floor", "expected", "split 1", "split 2", "split 3"]
    assert table.iloc[:2, 1].tolist() == ["0\\.151", "0\\.989"]
    assert (table.iloc[2:, 1].str.replace("\\", "").astype(float) <= app.slider(key="c_target").value).all()


def test_three_attributes_show_all_pairs_or_two_of_them():
    app = opened("en")
    app.pills(key="attributes").set_value(["target", "role", "pos"]).run()
    app.switch_page("../pages/choose.py").run()
    assert not app.exception
    assert len(app.slider) == 3
    app.segmented_control(key="picture").set_value("plane").run()
    app.selectbox(key="across").set_value(2).run()
    app.segmented_control(key="survival_bounds").set_value("both").run()
    assert not app.exception
    assert said(app, "The bounds of the other attributes stay as they are.")


@pytest.mark.parametrize("measure", ["chi2_df", "jensen_shannon"])
def test_another_measure_is_used_by_both_pages(measure):
    app = page("look")
    app.select_slider(key="candidates").set_value(1000).run()
    app.selectbox(key="measure").set_value(measure).run()
    assert not app.exception
    app.switch_page("../pages/choose.py").run()
    assert not app.exception
    labels = {"chi2_df": ("chi2", 1)}
    statistic, ddof = labels.get(measure, (measure, 0))
    values = mx.random_divergences(counts(), 1000, seed=0, statistic=statistic, ddof=ddof)
    bounds = [app.slider(key=f"c_{name}_{measure}").value for name in ("target", "role")]
    assert survivors(app) == (values <= bounds).all(axis=1).sum()
    of_paper = measure == "chi2_df"
    assert app.button(key="construct").disabled != of_paper
    assert said(app, "Partitions are constructed on χ²/J and seen shares only") != of_paper
    app.button(key="take").click().run()
    assert not app.error
    assert any("selected splits" in plain(words.value) for words in app.markdown)
    [kept] = project_of(app).partitions.values()
    recorded = kept.partitions.selection.thresholds
    if of_paper:
        factors = [values[:, k].mean() / divergences()[:1000, k].mean() for k in (0, 1)]
        expected = [("chi2", None, bound / factor) for bound, factor in zip(bounds, factors, strict=True)]
    else:
        expected = [(measure, None, bound) for bound in bounds]
    assert [(one.measure, *one.bounds) for one in recorded] == [
        (name, low, pytest.approx(high)) for name, low, high in expected
    ]
    symbol = {"jensen_shannon": "Jensen–Shannon"}.get(measure, "χ²/J")
    assert any(f"met the condition {symbol}(target word) ≤ 0." in code.value for code in app.code)
    document = json.loads(mx.io.partitions_json(kept.partitions, corpus()))
    again = mx.io.read_partitions(mx.io.partitions_json(kept.partitions, corpus()), corpus()).partitions
    rounded = tuple(replace(one, upper=float(f"{one.upper:.12g}")) for one in recorded)  # as exports are
    assert again.selection.thresholds == rounded
    exported = document["regularization"]["thresholds"]["target"]
    assert exported == {"lower": None, "upper": rounded[0].upper} | ({} if of_paper else {"measure": measure})


def test_lengths_can_be_measured_in_tokens():
    app = opened("en")
    app.pills(key="attributes").set_value(["target", "length"]).run()
    app.switch_page("../pages/look.py").run()
    app.select_slider(key="candidates").set_value(1000).run()
    app.selectbox(key="measure").set_value("wasserstein").run()
    assert not app.exception
    assert [metric.label for metric in app.metric[:6]].count("Mean") == 1  # the other attribute keeps χ²/J
    upper(app.switch_page("../pages/choose.py")).run()
    assert not app.exception
    assert {slider.key for slider in app.slider} == {"c_target", "c_length_wasserstein"}


def test_a_bound_below_the_floor_is_answered_before_anything_is_constructed():
    app = page("choose")
    app.slider(key="c_target").set_value(0.15).run()  # its floor is .151
    assert app.button(key="construct").disabled
    assert said(app, "A bound lies below the floor, so nothing can be constructed.")
    assert any("no half split goes below 0.151" in one.value for one in app.warning)


def test_one_label_type_leaves_nothing_to_bound():
    app = uploaded(["X", "O", "X"] * 8)
    app.pills(key="attributes").set_value(["label"]).run()
    for name in ("look", "choose"):
        app.switch_page(f"../pages/{name}.py").run()
        assert not app.exception
        assert not app.error
        assert said(app, "The same in every random split")
    assert said(app, "There is nothing to choose by")
    assert app.button(key="construct").disabled


def test_a_corpus_of_five_units_can_be_looked_at():
    app = uploaded("XYXXY", "look", "choose")
    assert app.button(key="construct").disabled
    assert said(app, "at least 8 units")
    app.number_input(key="m_taken").set_value(10).run()
    app.slider(key="c_label").set_value(app.slider(key="c_label").max).run()
    app.button(key="take").click().run()
    assert not app.exception
    assert survivors(app) == 10_000


def test_splits_that_are_the_same_are_not_taken_as_several():
    app = uploaded("XYXXY", "choose")
    app.number_input(key="m_taken").set_value(20).run()
    app.button(key="take").click().run()
    assert not app.exception
    assert len(app.error) == 1
    said = "m=20 different partitions of 5 units are wanted; found: 6, possible: 10."
    assert said in plain(app.error[0].value)


def test_after_a_cancelled_construction_only_what_is_asked_for_is_constructed():
    app = opened("en")
    m, seed = 7, 77
    app.switch_page("../pages/look.py")
    app.session_state["m"], app.session_state["seed"] = m, seed
    app.session_state["scheme"] = "random"
    app.session_state["left_out"] = (digest(), m, seed)
    app.run()
    assert any("A construction was cancelled" in caption.value for caption in app.caption)
    app.session_state["scheme"] = "balanced"
    app.run()
    kept = {key[1] for key in analysis._partitions._kept if key[3:] == (m, seed)}
    assert "balanced" in kept
    assert "floor" not in kept


def digest():
    """Of the label counts that pages of the first sample look at."""
    return "".join(analysis._digest(each) for each in counts())


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_share_that_no_split_changes_says_what_to_choose_instead(language):
    app = opened(language)
    rows = "".join(f"text {i},{'xy'[i % 2]}\n" for i in range(60))
    app.file_uploader(key="upload").set_value(("two.csv", f"text,label\n{rows}".encode(), "text/csv")).run()
    app.switch_page("../pages/look.py").run()
    app.selectbox(key="measure").set_value("seen").run()
    assert not app.exception
    asked = {"en": "Choose words, or labels with their words", "zh": "选择词，或带词的标签"}[language]
    assert any(asked in info.value for info in app.info)
    app.switch_page("../pages/choose.py").run()
    assert not app.exception
    assert any(asked.removeprefix("Choose ") in info.value for info in app.info)


def test_a_seen_share_is_looked_at_bounded_on_both_sides_and_kept():
    rows = "".join(f"w{i % 7} w{i % 11} w{i % 40} w{i % 59},{'xy'[i % 2]}\n" for i in range(60))
    app = opened("en")
    app.file_uploader(key="upload").set_value(("texts.csv", f"text,label\n{rows}".encode(), "text/csv")).run()
    app.pills(key="attributes").set_value(["word"]).run()
    app.switch_page("../pages/look.py").run()
    app.select_slider(key="candidates").set_value(1000).run()
    app.selectbox(key="measure").set_value("seen").run()
    assert not app.exception
    assert any("seen share" in figure.proto.spec for figure in app.get("plotly_chart"))
    counts = project_of(app).corpus.attribute("word").counts
    values = mx.random_divergences([counts], 1000, seed=0, statistic="seen")[:, 0]
    marked = (json.loads(figure.proto.spec)["layout"]["shapes"] for figure in app.get("plotly_chart")[:1])
    assert values.min() in [shape["x0"] for (*_others, shape) in marked]  # least alike: the least is seen
    app.switch_page("../pages/choose.py").run()
    app.segmented_control(key="bound").set_value("band").run()
    assert not app.exception
    assert said(app, "The seen share of all candidates")
    assert said(app, "do to the estimate was not measured")
    low, high = (float(round(np.quantile(values, share), 2)) for share in (0.3, 0.7))
    app.slider(key="band_word_seen").set_value((low, high)).run()
    inside = (values >= low) & (values <= high)
    assert 3 <= survivors(app) == inside.sum() < 1000
    app.button(key="take").click().run()
    assert not app.error
    [kept] = project_of(app).partitions.values()
    (recorded,) = kept.partitions.selection.thresholds
    assert (recorded.measure, *recorded.bounds) == ("seen", low, high)


def test_splits_that_all_lie_below_the_expected_value_are_said_to_flatter():
    app = page("choose")
    warned = "All selected splits lie below the expected value of target word"
    app.slider(key="c_target").set_value(0.8).run()
    assert any(warned in one.value for one in app.warning)
    app.slider(key="c_target").set_value(1.5).run()
    app.slider(key="c_role").set_value(3.0).run()
    assert not app.warning
