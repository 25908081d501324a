"""Every form in which partitions leave a page, and both in which they come back."""

import re
from functools import cache

import numpy as np
import pytest

import mx2core as mx
from mx2core.exchange import snippets_for
from tests.dashboard.test_pages import ROOT, fine, how_many, opened, project_of, uploaded, way_box
from tests.dashboard.test_thresholds import has_text


def share_page(sample=None, form="json"):
    app = opened("en", sample, page="splits")
    app.button(key="share_partitions").click().run()
    assert [title.value for title in app.title] == ["Share the result"]
    app.session_state["shared_more"] = "files"
    app.session_state["away"] = form
    app.switch_page("../pages/share.py").run()
    fine(app)
    return app


def downloads(app):
    return [
        button.label.replace("\\", "")
        for button in app.get("download_button")
        if button.key.startswith(("download_partitions", "download_units"))
    ]


@pytest.mark.parametrize(
    ("sample", "first"), [("statement_zh.conll", "crf++"), ("intents_en.jsonl", "scikit-learn")]
)
def test_code_for_every_library_stands_beside_the_files_it_reads(sample, first):
    app = share_page(sample=sample, form="code")
    assert app.segmented_control(key="away_library").value == first
    corpus = mx.read_corpus(ROOT / "sample_data" / sample)
    assert snippets_for(corpus)[0] == first
    for library in snippets_for(corpus):
        app.segmented_control(key="away_library").set_value(library).run()
        assert not app.exception
        ending = "zip" if library == "crf++" else "json"
        name = downloads(app)[0].removeprefix("Download ")
        assert re.fullmatch(rf"partitions-centered-m5-[0-9a-f]{{6}}\.{ending}", name)
        assert mx.io.snippet(library, name, corpus=corpus).strip() in [
            block.value.strip() for block in app.code
        ]
        assert downloads(app) == [
            f"Download {file}" for file in ([name] if library == "crf++" else [name, "units.jsonl"])
        ]


def test_files_that_are_too_large_are_left_to_the_command_line(monkeypatch):
    monkeypatch.setattr("dashboard.ui.documents.partition_card.LIMIT", 1)
    app = share_page(form="zip")
    assert downloads(app) == []
    assert app.info[0].value.startswith("5 MB, over 1 MB")
    assert any("--as zip" in code.value for code in app.code)


@cache
def corpus():
    return mx.sample("statement_zh")


def table():
    return mx.io.write_fold_columns(mx.random_partitions(len(corpus()), 4, seed=2), corpus())


def test_a_table_of_folds_comes_back():
    app = opened("en", page="splits")
    app.file_uploader(key="partitions_file").set_value(("folds.csv", table(), "text/csv")).run()
    fine(app)
    shown = " ".join(words.value for words in app.markdown)
    assert "Verified: 4 partitions" in shown.replace("\\", "")
    assert "1,603" in shown  # of the units, each has a row
    assert len(app.warning) == 1  # that a table has no digest
    assert any(key.endswith("|folds.csv") for key in project_of(app).partitions)  # at once
    # The page is about those from here on, until another way is chosen.
    assert has_text(app, "4 splits of folds.csv")
    assert not has_text(app, "centered splits")
    way_box(app).set_value("centered").run()
    assert has_text(fine(app), "5 centered splits")
    way_box(app).set_value("imported").run()
    assert has_text(fine(app), "4 splits of folds.csv")
    app.button(key="use_partitions").click().run()
    assert not app.exception
    kept = [key for key in app.session_state["compared_on"][0].split("|") if key]
    assert kept[-1] == "folds.csv"


def test_partitions_that_are_imported_again_are_used_again():
    """Whoever had gone on to another way and imported the same file stayed on that way."""
    app = opened("en", page="splits")
    for _each in range(2):
        app.file_uploader(key="partitions_file").set_value(("folds.csv", table(), "text/csv")).run()
        assert has_text(fine(app), "4 splits of folds.csv")
        way_box(app).set_value("centered").run()
        assert has_text(fine(app), "5 centered splits")  # though the file is still there


def test_of_files_that_are_dropped_together_partitions_are_taken_and_the_rest_has_its_place():
    app = opened("en", page="splits")
    parts = [(f"{part}-{k}.conll", b"Ada B-PER\n", "") for part in ("train", "dev", "test") for k in (1, 2)]
    app.file_uploader(key="partitions_file").set_value([*parts, ("folds.csv", table(), "text/csv")]).run()
    assert not app.exception
    assert any("Verified: 4 partitions" in one.value.replace("\\", "") for one in app.markdown)
    shown = app.error[0].value.replace("\\", "")
    assert shown.startswith("No partitions: train-1.conll, train-2.conll, dev-1.conll")
    assert shown.endswith("Drop a corpus, or all files of its split together, on Start.")


def test_splits_say_what_they_tear_apart_and_mend_it():
    rows = "".join(f"the same text {i % 40},{'xyz'[i % 3]},d{i // 4}\n" for i in range(80))
    app = uploaded("twice.csv", f"text,label,document\n{rows}".encode(), page="splits")
    assert any("Repeated texts" in one.value for one in app.main.caption)
    app.session_state["splits_options"] = True
    app.run()
    assert {"group_text", "group_document"} <= {one.key for one in app.button}
    app.button(key="group_text").click().run()
    assert not app.exception
    assert len(project_of(app).corpus) == 40
    assert not [one.value for one in app.main.caption if "Repeated texts" in one.value]


@pytest.mark.parametrize("moved", [True, False])
def test_other_units_keep_the_bounds_that_somebody_set_and_no_others(moved):
    rows = "".join(f"the same text {i % 40},{'xyz'[i // 4 % 3]},d{i // 4}\n" for i in range(80))
    app = uploaded("twice.csv", f"text,label,document\n{rows}".encode(), page="splits")
    how_many(app).set_value(3).run()
    if moved:
        app.slider(key="band_label").set_value((0.4, 0.9)).run()
    before = app.slider(key="band_label").value
    app.button(key="group_document").click().run()
    fine(app)
    assert len(project_of(app).corpus) == 20
    now = app.slider(key="band_label").value
    assert (now == pytest.approx(before, abs=0.02)) == moved  # else around the mean of the other halves
    assert how_many(app).value == 3
    assert (project_of(app).choices["scheme"] == "selected") == moved


def test_what_is_downloaded_is_the_partitions_that_are_shown_and_known_when_scores_on_them_come():
    """The bytes of each form, made as a click makes them, fit the corpus."""
    from dashboard.server.project import FIRST, Project
    from dashboard.ui.documents.partition_card import _files

    opened, made = Project("key", FIRST["zh"], corpus()), mx.block_partitions(len(corpus()), 2, seed=3)
    files = _files(made, (corpus().attribute("role"),), opened)
    assert not opened.partitions  # nobody has taken them yet
    contents = {form: content() for form, (_name, content) in files.items()}
    assert [kept.partitions.signature for kept in opened.partitions.values()] == [made.signature]
    for form in ("json", "csv"):
        again = mx.io.read_partitions(contents[form], corpus()).partitions
        np.testing.assert_array_equal(again.masks, made.masks)
    assert contents["arff"].count(b"\n") > 2 * 2 * len(corpus())
    assert contents["zip"].startswith(b"PK")
    assert contents["units"].count(b"\n") == len(corpus())
