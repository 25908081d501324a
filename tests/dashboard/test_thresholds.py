"""Splits: thresholds, measures, empty states, what is taken, and what an address asks for."""

import json
from dataclasses import replace
from functools import cache, partial
from types import SimpleNamespace

import numpy as np
import pytest

import mx2core as mx
from dashboard.session import analysis
from dashboard.splits import live_box
from dashboard.splits.sliders import Positions, _positions
from dashboard.ui.documents.report import report
from mx2core.cli.main import main
from mx2core.partition import Thresholds
from mx2core.partition.parts.judgement import percentile_text
from tests.dashboard.test_pages import copied, fine, how_many, opened, project_of, uploaded, visited, way_box
from tests.dashboard.word_budget import standing_open
from tests.few import few

SPLITS = "../pages/splits.py"
corpus = cache(partial(mx.sample, "statement_zh"))


def counts():
    return [corpus().attributes[name].counts for name in ("target", "role")]


@cache
def divergences():
    return mx.random_divergences(counts(), 10_000, seed=0)


def page(language="en", scheme="selected"):
    return upper(opened(language).switch_page(SPLITS), scheme).run()


def upper(app, scheme="selected"):
    """Bounds as the paper has them, splits to be made to them, and Options open."""
    app.session_state["bound"], app.session_state["scheme"] = "upper", scheme
    app.session_state["splits_options"] = True
    return app


def test_a_split_has_one_percentile_on_page_command_and_in_the_file(tmp_path, capsys):
    """It was 45% on the page and 46.6% by the command: each drew other random halves."""
    app = page(scheme="random")
    shown = app.table[0].value.iloc[3].tolist()  # below floor, expected and split 1
    app.button(key="use_partitions").click().run()
    reported = report(project_of(app), "en").decode()
    file, splits = tmp_path / "corpus.conll", tmp_path / "splits.json"
    file.write_bytes((mx.corpus.samples.FOLDER / "statement_zh.conll").read_bytes())
    asked = ["--json", "--quiet", str(file)]
    assert main(["build", *asked, "--method", "random", "-m", "5", "-o", str(splits)]) == 0
    capsys.readouterr()
    found = [json.loads(splits.read_text())["partitions"][1]["divergence"]]
    for command in (
        ["score", *asked, "--partitions", splits],
        ["judge", *asked, "--split", splits, "--index", "2"],
    ):
        assert main(list(map(str, command))) == 0
        found.append(json.loads(capsys.readouterr().out))
    score, judged = found[1]["partitions"][1], found[2]["card"]["rows"]
    for cell, name in zip(shown[1:], ("target", "role"), strict=True):
        one = next(row for row in judged if (row["what"], row["attribute"]) == ("labels", name))
        assert one["percentile"] == score[name]["percentile"] == found[0][name]["percentile"]
        assert f"({percentile_text(one['percentile'])})" in plain(cell)
        assert f">{percentile_text(one['percentile'])}</td>" in reported


def test_a_random_split_that_is_opened_has_the_percentile_that_check_says():
    app = page(scheme="random")
    app.session_state["pick"], app.session_state["picked"] = "number", 27
    app.run()
    mask = mx.partitions.random_masks(len(corpus()), [27])[0]
    rows = mx.io.split_card(corpus(), mask).rows
    shown = plain(" ".join(one.value for one in app.markdown))
    for row in rows:
        assert row.what != "labels" or f"above {row.percent} of random splits." in shown


def test_survivors_that_were_taken_are_not_what_is_built_to_the_same_bounds():
    app = page()
    app.button(key="take").click().run()
    app.session_state["scheme"] = "thresholds"
    app.run()
    assert not app.button(key="construct").disabled
    assert not [one for one in app.button if one.key == "use_partitions"]


def viewed(app, view):
    return app.segmented_control(key="splits_view").set_value(view).run()


def labelled(sentences):
    """Splits of a corpus of one entity label a sentence, "O" for none."""
    rows = "".join(
        f"w{i}\t{'O' if label == 'O' else 'B-' + label}\nend\tO\n\n" for i, label in enumerate(sentences)
    )
    app = uploaded("made.conll", rows.encode())
    upper(app.switch_page(SPLITS)).run()
    fine(app)
    return app


def survivors(app):
    return int(app.metric[0].value.replace(",", ""))


def plain(text):
    return text.replace("\\", "")


def has_text(app, words):
    elements = [*app.caption, *app.info, *app.warning, *app.markdown]
    return any(words in plain(element.value) for element in elements)


def card(app, label):
    (value,) = (metric.value for metric in app.metric if metric.label == label)
    return value


def test_sliders_begin_below_the_lowest_half_or_at_the_floor_and_say_what_they_mean():
    app = page()
    target, lowest = app.slider(key="c_target"), divergences()[:, 0].min()
    assert 0.8 * lowest < target.min < lowest
    assert target.label == "c₁ · target word"
    target.set_value(target.max).run()
    assert app.slider(key="c_target").label == "c₁ · target word: no upper limit"
    way_box(app).set_value("thresholds").run()
    assert app.slider(key="c_target").min == np.floor(100 * mx.partitions.floor(counts()[0])) / 100
    way_box(app).set_value("selected").run()
    target = app.slider(key="c_target")
    target.set_value(0.9).run()
    assert target.help == "floor 0.151 · expected 0.989"
    kept = (divergences()[:, 0] <= 0.9) & (divergences()[:, 1] <= app.slider(key="c_role").value)
    assert survivors(app) == kept.sum()


def test_a_switch_to_percentiles_and_back_keeps_the_condition():
    app = page()
    app.slider(key="c_target").set_value(0.9).run()
    before, role = survivors(app), app.slider(key="c_role").value
    app.segmented_control(key="scale").set_value("percentile").run()
    assert app.slider(key="p_target").value == round(100 * (divergences()[:, 0] <= 0.9).mean(), 1)
    assert abs(survivors(app) - before) <= 0.002 * len(divergences())
    app.segmented_control(key="scale").set_value("value").run()
    assert (app.slider(key="c_target").value, app.slider(key="c_role").value) == (0.9, role)
    assert survivors(app) == before


def test_the_map_ends_with_the_bulk_and_a_slider_at_its_end_sets_no_limit():
    app = opened("en", page="splits")
    target, role = app.slider(key="band_target"), app.slider(key="band_role").value
    end = np.quantile(divergences()[:, 0], 0.995)
    assert target.max - 0.01 < end <= target.max < divergences()[:, 0].max()
    (figure,) = (one.proto.spec for one in app.get("plotly_chart") if "beyond" in one.proto.spec)
    assert f"{(divergences()[:, 0] > target.max).sum()} beyond" in figure
    target.set_value((0.9, target.max)).run()
    kept = (divergences() >= [0.9, role[0]]).all(axis=1) & (divergences()[:, 1] <= role[1])
    assert survivors(app) == kept.sum()
    app.button(key="take").click().run()
    assert not app.exception
    [partitions] = project_of(app).partitions.values()
    assert partitions.partitions.selection.thresholds[0].bounds == (0.9, None)


def test_a_band_begins_half_a_deviation_around_the_expected_value():
    app = opened("en", page="splits")  # what it begins with
    assert way_box(app).value == "centered"
    assert card(app, "These splits shift a score by") == "≤ 0.003"
    law = mx.partitions.reference_law(counts()[0])
    low, high = app.slider(key="band_target").value
    assert (low, high) == (round(law.mean - law.sd / 2, 2), round(law.mean + law.sd / 2, 2))
    app.session_state["splits_options"] = True
    app.run()
    app.segmented_control(key="scale").set_value("percentile").run()
    assert app.slider(key="pband_target").value == (
        round(100 * (divergences()[:, 0] < low).mean(), 1),
        round(100 * (divergences()[:, 0] <= high).mean(), 1),
    )


@few("measure", 1, ["jensen_shannon", "chi2_df"])
def test_another_measure_is_used(measure):
    app = page()
    app.select_slider(key="candidates").set_value(1000).run()
    app.selectbox(key="measure").set_value(measure).run()
    assert not app.exception
    values = mx.random_divergences(counts(), 1000, seed=0, statistic=measure)
    bounds = [app.slider(key=f"c_{name}_{measure}").value for name in ("target", "role")]
    assert survivors(app) == (values <= bounds).all(axis=1).sum()
    of_paper = measure == "chi2_df"
    way_box(app).set_value("thresholds").run()
    assert app.button(key="construct").disabled != of_paper
    assert has_text(app, "Building needs χ²/J or a seen share") != of_paper
    way_box(app).set_value("selected").run()
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
    app.switch_page("../pages/share.py").run()
    assert any(f"{symbol}(target word) ≤ 0." in words for words in copied(app))
    document = json.loads(mx.io.partitions_json(kept.partitions, corpus()))
    again = mx.io.read_partitions(mx.io.partitions_json(kept.partitions, corpus()), corpus()).partitions
    rounded = tuple(replace(one, upper=float(f"{one.upper:.12g}")) for one in recorded)  # as exports are
    assert again.selection.thresholds == rounded
    exported = document["regularization"]["thresholds"]["target"]
    assert exported == {"lower": None, "upper": rounded[0].upper} | ({} if of_paper else {"measure": measure})


def test_a_bound_below_the_floor_is_answered_before_anything_is_constructed():
    app = page(scheme="thresholds")
    app.slider(key="c_target").set_value(0.15).run()  # its floor is .151
    assert app.button(key="construct").disabled
    assert has_text(app, "c₁ lies below 0.151, the floor of target word.")


def test_a_corpus_of_five_units_can_be_looked_at():
    app = labelled("XYXXY")
    way_box(app).set_value("thresholds").run()
    assert app.button(key="construct").disabled
    assert has_text(app, "needs 8 units")
    way_box(app).set_value("selected").run()
    how_many(app).set_value(10).run()
    app.slider(key="c_label").set_value(app.slider(key="c_label").max).run()
    app.button(key="take").click().run()
    assert not app.exception
    assert survivors(app) == 10_000


def test_splits_that_are_the_same_are_not_taken_as_several():
    app = labelled("XYXXY")
    how_many(app).set_value(20).run()
    app.button(key="take").click().run()
    assert not app.exception
    assert len(app.error) == 1
    shown = "Only 6 different partitions of 5 units were found, not m=20 (possible: 10)."
    assert shown in plain(app.error[0].value)


def test_after_a_cancelled_construction_only_what_is_asked_for_is_constructed():
    app = opened("en")
    m, seed = 7, 77
    app.switch_page(SPLITS)
    app.session_state["m"], app.session_state["seed"] = m, seed
    app.session_state["scheme"], app.session_state["splits_view"] = "random", "schemes"
    app.session_state["left_out"] = (digest(), m, seed)
    app.run()
    assert any("Cancelled: choose a way above" in caption.value for caption in app.caption)
    app.session_state["scheme"] = "balanced"
    app.run()
    seen, n = SimpleNamespace(digest=digest()), len(corpus())
    assert analysis._partitions.holds(seen, "balanced", n, m, seed)
    assert not analysis._partitions.holds(seen, "floor", n, m, seed)


def digest():
    """Of the label counts that pages of the first sample look at."""
    return analysis.digest_of(corpus().attributes[name] for name in ("target", "role"))


def test_a_share_that_no_split_changes_says_what_to_choose_instead():
    rows = "".join(f"text {i},{'xy'[i % 2]}\n" for i in range(60))
    app = uploaded("two.csv", f"text,label\n{rows}".encode())
    upper(app.switch_page(SPLITS)).run()
    app.selectbox(key="measure").set_value("seen").run()
    assert not app.exception
    assert any("Choose words, or labels with their words" in info.value for info in app.info)


def test_a_seen_share_is_looked_at_bounded_on_both_sides_and_kept():
    rows = "".join(f"w{i % 7} w{i % 11} w{i % 40} w{i % 59},{'xy'[i % 2]}\n" for i in range(60))
    app = uploaded("texts.csv", f"text,label\n{rows}".encode())
    app.pills(key="attributes").set_value(["word"]).run()
    upper(app.switch_page(SPLITS)).run()
    app.select_slider(key="candidates").set_value(1000).run()
    app.selectbox(key="measure").set_value("seen").run()
    viewed(app, "one")
    app.segmented_control(key="pick").set_value("unlike").run()
    viewed(app, "random")
    assert not app.exception
    assert any("seen share" in figure.proto.spec for figure in app.get("plotly_chart"))
    counts = project_of(app).corpus.attribute("word").counts
    values = mx.random_divergences([counts], 1000, seed=0, statistic="seen")[:, 0]
    *_map, histogram = app.get("plotly_chart")
    *_others, line = json.loads(histogram.proto.spec)["layout"]["shapes"]
    assert line["x0"] == values.min()  # least alike: the least is seen
    app.segmented_control(key="bound").set_value("band").run()
    assert not app.exception
    assert card(app, "These splits shift a score by") == "–"  # not measured
    low, high = (float(round(np.quantile(values, share), 2)) for share in (0.3, 0.7))
    app.slider(key="band_word_seen").set_value((low, high)).run()
    inside = (values >= low) & (values <= high)
    assert 5 <= survivors(app) == inside.sum() < 1000
    app.button(key="take").click().run()
    assert not app.error
    [kept] = project_of(app).partitions.values()
    (recorded,) = kept.partitions.selection.thresholds
    assert (recorded.measure, *recorded.bounds) == ("seen", low, high)


def test_splits_that_are_more_alike_than_expected_are_said_to_flatter():
    app = opened("en", page="splits")
    high = app.slider(key="band_role").value[1]
    app.slider(key="band_target").set_value((0.6, 0.8)).run()  # expected: .989
    assert card(app, "These splits shift a score by") == "> 0"
    app.slider(key="band_target").set_value((0.8, 1.2)).run()
    assert card(app, "These splits shift a score by") == "–"  # centered splits were measured, bands were not
    assert any("low χ²/J tends to raise scores" in one.value for one in app.caption)
    app.slider(key="band_role").set_value((high, app.slider(key="band_role").max)).run()
    assert card(app, "These splits shift a score by") == "< 0"
    for scheme, shift in (("block", "0"), ("balanced", "≤ 0.002"), ("floor", "> 0")):
        way_box(app).set_value(scheme).run()
        assert card(app, "These splits shift a score by") == shift
        of_a_set = any(
            "single splits vary" in one.value for one in standing_open(app.main) if one.type == "caption"
        )
        assert of_a_set == (scheme == "balanced")  # beside the choice


def test_the_shift_of_centered_splits_is_said_of_corpora_as_large_as_those_it_was_measured_on():
    """It stood unchanged over 17 units."""
    rows = "".join(f"text {i},{'ab'[i % 2]}\n" for i in range(17))
    app = uploaded("made.csv", f"text,label\n{rows}".encode()).switch_page(SPLITS).run()
    way_box(app).set_value("centered").run()
    assert card(app, "These splits shift a score by") == "–"


def test_who_moves_a_threshold_wants_splits_that_meet_it():
    app = opened("en", page="splits")
    app.slider(key="band_target").set_value((0.8, 1.2)).run()
    assert way_box(app).value == "selected"
    way_box(app).set_value("thresholds").run()
    app.slider(key="band_target").set_value((0.8, 1.1)).run()
    assert way_box(app).value == "thresholds"


@pytest.mark.parametrize("late", ["view", "slider"])
def test_what_a_browser_sends_before_it_was_told_of_the_change_is_no_choice(late):
    app = opened("en", page="splits")
    way_box(app).set_value("centered")  # as it stands there
    told = app._tree
    app.slider(key="band_target").set_value((0.8, 1.2)).run()
    app._tree = told  # as it was before: the answer is still on its way
    if late == "view":
        app.segmented_control(key="splits_view").set_value("random").run()
    else:
        app.slider(key="band_target").set_value((0.8, 1.1)).run()
    fine(app)
    assert way_box(app).value == "selected"
    assert has_text(app, "replaced centered")


def test_what_a_moved_threshold_replaced_is_said_and_taken_back_by_choosing_it():
    app = opened("en", page="splits")
    usual = app.slider(key="band_target").value
    app.slider(key="band_target").set_value((0.8, 1.2)).run()
    assert has_text(app, "replaced centered")
    app.slider(key="band_target").set_value((0.8, 1.1)).run()
    viewed(app, "one")
    assert has_text(app, "First half, with")  # one is opened at once
    viewed(app, "set")
    way_box(app).set_value("centered").run()
    assert not has_text(app, "First half, with")
    assert way_box(app).value == "centered"
    assert app.slider(key="band_target").value == usual
    assert not has_text(app, "replaced")
    # A reload with the thresholds in its address leaves it there.
    again = visited(lang="en", p=app.query_params["p"]).switch_page(SPLITS)
    again.query_params["c1"] = "{}..{}".format(*usual)
    assert way_box(again.run()).value == "centered"
    # Whoever chooses a way, or takes the survivors, meant it.
    app.slider(key="band_target").set_value((0.7, 1.1)).run()
    app.button(key="take").click().run()
    assert way_box(app).value == "selected"
    assert not has_text(app, "replaced")
    # The same are not taken twice; those of other thresholds are, before models are compared on them.
    assert app.button(key="take").disabled
    assert app.button(key="use_partitions")
    app.slider(key="band_target").set_value((0.7, 1.2)).run()
    assert not app.button(key="take").disabled
    assert "use_partitions" not in [button.key for button in app.button]


@pytest.mark.parametrize(
    ("asked", "key", "value"),
    [
        ("0.8..1.3", "band_target", (0.8, 1.3)),
        ("..0.9", "c_target", 0.9),
        ("0.8..1.45", "band_target", (0.8, 1.45)),  # beyond the bulk
        ("0.8..", "band_target", (0.8, 1.38)),  # where that ends
        ("p2.5..p97.5", "pband_target", (2.5, 97.5)),
        ("..p5", "p_target", 5.0),
        ("p0..p300", "pband_target", (0.0, 100.0)),
    ],
)
def test_an_address_opens_with_its_thresholds(asked, key, value):
    app = opened("en")
    app.query_params["c1"] = asked
    app.switch_page(SPLITS).run()
    assert not app.exception
    assert not app.warning
    assert app.slider(key=key).value == value
    assert way_box(app).value == "selected"
    app.slider(key=key).set_value(value if isinstance(value, float) else (0.9, 1.2)).run()
    assert app.slider(key=key).value != (0.8, 1.3)  # the address was read once


@pytest.mark.parametrize(("band", "scale"), [(True, "value"), (False, "value"), (False, "percentile")])
def test_the_bounds_that_five_per_cent_survive_are_a_click_away(band, scale):
    app = opened("en")
    app.session_state["bound"], app.session_state["scale"] = "band" if band else "upper", scale
    app.session_state["splits_view"] = "thresholds"
    app.switch_page(SPLITS).run()
    app.button(key="take_common").click().run()
    survive = int(survivors_of(fine(app)).replace(",", ""))
    assert survive == pytest.approx(
        500, rel=0.1 if scale == "value" else 0.02
    )  # as the steps of the sliders allow
    assert way_box(app).value == "selected"


def survivors_of(app):
    [survivors] = [one.value for one in app.metric if one.label.startswith("Survivors")]
    return survivors


@pytest.mark.parametrize("band", [True, False])
def test_an_address_of_percentiles_admits_what_they_admit(band, monkeypatch):
    """In values it was rounded: of 750 survivors a reload made 825."""
    written, shown = live_box.address.threshold_values, []
    monkeypatch.setattr(
        live_box.address, "threshold_values", lambda halves: shown.append(written(halves)) or shown[-1]
    )
    app = opened("en")
    app.session_state["bound"], app.session_state["scale"] = "band" if band else "upper", "percentile"
    for name, low, high in (("target", 3.7, 61.3), ("role", 12.1, 88.8)):
        app.session_state[f"pband_{name}" if band else f"p_{name}"] = (low, high) if band else high
    app.switch_page(SPLITS).run()
    assert shown[-1] == (
        {"c1": "p3.7..p61.3", "c2": "p12.1..p88.8"} if band else {"c1": "..p61.3", "c2": "..p88.8"}
    )
    again = opened("en")
    again.query_params.update(shown[-1])
    again.switch_page(SPLITS).run()
    fine(again)
    assert survivors_of(again) == survivors_of(app)


# The paper's procedure on Splits, and a sample on Start.
@pytest.mark.parametrize(("c1", "met"), [(1.0, True), (0.3, False)])
def test_the_procedure_takes_a_set_and_says_what_only_nearly_fits(c1, met):
    app = opened("zh", page="splits")
    way_box(app).set_value("screened").run()
    app.number_input(key="c_1").set_value(c1).run()
    app.button(key="screen_now").click().run()
    fine(app)
    [kept] = project_of(app).partitions.values()
    assert kept.partitions.selection.candidates == 500
    assert bool(kept.partitions.selection.survivors) == met
    assert any("近似" in one.value for one in app.warning) != met
    assert any("500 组候选（每组 5 次切分）" in one.value for one in (*app.markdown, *app.warning))


def test_the_map_shows_the_conditions_of_the_procedure_and_no_others():
    app = opened("zh", page="splits")
    assert app.slider
    way_box(app).set_value("screened").run()
    assert not app.slider  # bounds of their own would stand beside those of the boxes
    counts = []
    for c1 in (1.0, 0.7):
        app.number_input(key="c_1").set_value(c1).run()
        assert not app.exception
        counts.append(
            int(next(one.value for one in app.metric if one.label.endswith("符合条件的")).replace(",", ""))
        )
    assert 10_000 > counts[0] > counts[1] > 0


def test_a_sample_takes_the_place_of_the_corpus():
    app = opened("en")
    app.session_state["options"] = True
    app.run()
    app.number_input(key="sample_units").set_value(5000).run()
    app.button(key="take_sample").click().run()
    assert any("Cannot sample" in one.value for one in app.error)
    app.number_input(key="sample_units").set_value(200).run()
    app.button(key="take_sample").click().run()
    assert not app.exception
    assert len(project_of(app).corpus) == 200


def test_one_label_type_leaves_nothing_to_bound():
    app = labelled(["X", "O", "X"] * 8)
    app.session_state["attributes"] = ["label"]
    upper(app, "thresholds").run()
    for view in ("set", "one", "random", "schemes", "thresholds"):
        viewed(app, view)
        fine(app)
        assert has_text(app, "All random halves are equal here.")
    assert app.button(key="construct").disabled


def test_of_three_attributes_two_are_on_the_map():
    app = opened("en")
    app.pills(key="attributes").set_value(["target", "role", "pos"]).run()
    upper(app.switch_page(SPLITS)).run()
    assert not app.exception
    assert len(app.slider) == 3
    app.selectbox(key="across").set_value(2).run()
    viewed(app, "thresholds")
    fine(app)


def test_thresholds_can_be_typed():
    app = opened("en", page="splits")
    app.session_state["splits_options"] = True
    app.run()
    low, high = app.slider(key="band_target").value
    assert [app.number_input(key=f"typed_{end}_0").value for end in ("low", "high")] == [low, high]
    app.number_input(key="typed_high_0").increment().run()
    assert app.slider(key="band_target").value == (low, pytest.approx(high + 0.01))
    app.number_input(key="typed_low_0").set_value(1.3).run()  # above the other: they change places
    assert app.slider(key="band_target").value == (pytest.approx(high + 0.01), 1.3)


def test_a_slider_that_moves_on_before_its_numbers_have_followed_stays_where_it_is():
    app = page()
    slider = next(one for one in app.slider if one.key.startswith("c_"))
    before, (first, second) = slider.value, (slider.value - 0.01, slider.value - 0.02)
    slider.set_value(first).run()
    key = slider.key
    app.number_input(key="typed_high_0").set_value(before)  # as a browser sends it that has no answer yet
    app.slider(key=key).set_value(second).run()
    assert app.slider(key=key).value == pytest.approx(second)
    assert app.number_input(key="typed_high_0").value == app.slider(key=key).value


@pytest.mark.parametrize("scale", ["value", "percentile"])
@pytest.mark.parametrize("band", [False, True])
@pytest.mark.parametrize("n", [1_000, 70_000])
def test_ranks_between_two_handles_are_those_of_survivors(scale, band, n):
    """What the browser is sent, counted as it counts, against the core."""
    halves = mx.partition.score_halves([counts()[0][:60], counts()[1][:60]], n, names=["target", "role"])
    ranks = np.frombuffer(live_box._ranks(halves), "<u2" if n == 1_000 else "<u4").reshape(2, n)
    random = np.random.default_rng(0)
    grids = [
        Positions(0.0, 100.0, 0.1, 1) if scale == "percentile" else _positions(attribute, 0.005, False)
        for attribute in halves.attributes
    ]
    sent = [live_box._slider(halves, k, grid, band, scale) for k, grid in enumerate(grids)]
    for _ in range(20):
        thresholds, alive = [], np.ones(n, bool)
        for attribute, grid, slider, rank in zip(halves.attributes, grids, sent, ranks, strict=True):
            places = list(grid)
            first, last = sorted(random.integers(len(places), size=2))
            upper = None if last == len(places) - 1 and scale == "value" else places[last]
            about = attribute.name, attribute.measure
            thresholds.append(Thresholds(*about, places[first] if band else None, upper, scale))
            alive &= (rank >= (slider["below"][first] if band else 0)) & (rank < slider["upto"][last])
        assert (alive == halves.survivors(thresholds)).all()
