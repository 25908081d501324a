"""A split brought to the page in each of its ways; K folds, made, of a column, of a file."""

import json
from functools import cache

import numpy as np
import pytest

import mx2core as mx
from dashboard.check import card_table, dealt, sources
from dashboard.check.sources import digest
from dashboard.figures.splits.divergence import random_histogram
from dashboard.server.result_cache import Remembered
from dashboard.server.running import resources
from dashboard.session import progress
from dashboard.ui.documents import split_picture
from mx2core.cli.main import main
from mx2core.errors import PartitionFileError
from mx2core.exchange import write_fold_columns
from mx2core.exchange.partitions.named_parts import split_columns
from mx2core.judge import better
from mx2core.judge.rows import unusual_first
from mx2core.store.files.bounded_zip import pack
from mx2core.store.files.project_file import MANIFEST
from tests.dashboard.test_pages import corpus_options, fine, opened, project_of, uploaded
from tests.judge.test_card import TOO_EVEN


@cache
def sample():
    return mx.sample("statement_zh")


def first_units():
    """A file that lists 1,200 of the 1,603 units."""
    return "ids.txt", "\n".join(sample().unit_ids[:1200]).encode(), "text/plain"


SPLIT = "text,label,split\n" + "".join(
    f"sentence {i} of many,{'xyz'[i % 3]},{('train', 'train', 'dev')[i * i % 7 % 3]}\n" for i in range(60)
)


def page(language="en", source=None):
    app = opened(language, page="check")
    if source:
        app.segmented_control(key="split_source").set_value(source).run()
    return app


def detailed(app, view="card"):
    """The same page with one of its details open."""
    app.session_state["check_view"] = view
    return app.run()


def judged(app, n_training, n_units):
    """The metric cards, after the usual checks."""
    fine(app)
    cards = {metric.label: metric.value for metric in app.metric}
    assert f"{n_training:,} : {n_units - n_training:,}" in cards.values()
    assert any("χ²/J" in label for label in cards)
    return cards


def example(app):
    """Whether the page says that it judges an example."""
    return any(caption.value.startswith("Example:") for caption in app.caption)


def test_without_a_split_an_example_is_judged():
    cards = judged(app := page(), 801, 1603)
    assert example(app)
    card = mx.io.split_card(sample(), np.arange(1603) < 801)
    assert next(value for label, value in cards.items() if "χ²/J" in label) == card.verdict.row.percent
    headline = next(words.value for words in app.markdown if words.value.startswith("## "))
    assert str(card.verdict.headline) in headline.replace("\\", "")


def test_a_file_of_ones_own_is_asked_for_its_split_before_anything_is_judged():
    app = uploaded("mine.csv", TWICE.encode(), page="check")
    fine(app)
    assert not app.metric
    assert not [one for one in app.markdown if one.value.startswith("## ")]
    assert next(box for box in app.expander if box.label.startswith("Options")).proto.expanded
    assert app.segmented_control(key="split_source").value == "column"


def test_predictions_are_no_split_and_lead_to_race():
    app = page(source="file")
    predicted = "unit_id,predicted\n" + "".join(
        f"{unit},{k % 3}\n" for k, unit in enumerate(sample().unit_ids)
    )
    app.file_uploader(key="split_file").set_value(("mine.csv", predicted.encode(), "text/csv")).run()
    fine(app)
    assert not app.metric
    assert any("scores or predictions of models: import it on Race" in one.value for one in app.info)
    app.button(key="results").click().run()
    assert project_of(app).choices["score_import"]
    for data in (predicted.encode(), b'{"row": 1, "predicted": "a"}\n{"row": 2, "predicted": "b"}\n'):
        with pytest.raises(PartitionFileError, match="import them on Race"):
            mx.io.read_parts(data, sample())


def test_a_downloaded_project_opens_wherever_a_file_is_dropped():
    app = page(source="file")
    projects, before = resources.projects(), project_of(app)
    file = ("p.zip", projects.file(projects.new("", "en")), "application/zip")
    app.file_uploader(key="split_file").set_value(("p.zip", pack({MANIFEST: b"{}"}), "application/zip")).run()
    assert not app.exception
    assert len(app.error) == 1
    assert project_of(app) is before
    app.file_uploader(key="split_file").set_value(file).run()
    fine(app)
    assert project_of(app).id != before.id


def test_shares_of_parts_add_up_to_a_hundred():
    parts = mx.io.NamedParts.from_names(np.repeat([0, 1, 2], [120, 35, 45]), ("train", "dev", "test"))
    rows = "".join(f"sentence {k} of many,{'xyz'[k % 3]}\n" for k in range(200))
    corpus = mx.read_corpus(f"text,label\n{rows}".encode())
    assert split_picture.numbers(mx.io.split_card(corpus, parts, n_random=50))[0][2] == "60% : 18% : 22%"


def test_the_example_does_not_stand_in_for_a_split_that_was_brought():
    app = page(source="file")
    app.file_uploader(key="split_file").set_value(first_units()).run()
    judged(app, 1200, 1603)
    assert not example(app)
    app.file_uploader(key="split_file").set_value(("mine.csv", SPLIT.encode(), "text/csv")).run()
    assert "Open a table of texts as corpus" in app.error[0].value
    assert not app.metric


def test_a_column_that_is_called_split_is_taken():
    app = uploaded("texts.csv", SPLIT.encode(), page="check")
    assert app.selectbox(key="split_column").value == "split"
    judged(app, SPLIT.count(",train\n"), 60)
    app.pills(key="split_values").set_value(["dev"]).run()
    assert any(
        f"train ({SPLIT.count(',train')})" in caption.value.replace("\\", "") for caption in app.caption
    )
    judged(app, SPLIT.count(",dev\n"), 60)


def test_names_of_units_and_partitions():
    partitions = mx.random_partitions(len(sample()), 2, seed=3)
    files = {
        "ids.txt": first_units()[1],
        "p.json": mx.io.partitions_json(partitions, sample()),
        "folds.csv": write_fold_columns(partitions, sample()),
    }
    app = page(source="file")
    for name, data in files.items():
        app.file_uploader(key="split_file").set_value((name, data, "text/plain")).run()
        judged(app, 1200 if name == "ids.txt" else int(partitions.masks[0].sum()), 1603)
    app.number_input(key="split_index").set_value(2).run()
    judged(app, int(partitions.masks[1].sum()), 1603)
    app.number_input(key="split_index").set_value(3).run()
    assert "No partition 3" in app.error[0].value.replace("\\", "")


def test_a_split_that_was_brought_is_there_after_another_page():
    app = page(source="file")
    app.file_uploader(key="split_file").set_value(first_units()).run()
    judged(app, 1200, 1603)
    app.switch_page("../pages/home.py").run()
    app.switch_page("../pages/check.py").run()
    assert not app.file_uploader(key="split_file").value
    judged(app, 1200, 1603)
    assert not example(app)
    app.button(key="split_file_forgotten").click().run()
    assert example(app)


def test_a_word_may_be_empty():
    assert card_table._as_read([("a", False), ("", False), ("b", True)], 3) == "a :orange-background[**b**]"


def test_the_card_is_that_of_the_core_and_share_has_its_paragraph():
    app = page()
    attributes = [sample().attribute(name) for name in sample().suggested]
    card = mx.io.split_card(sample(), np.arange(len(sample())) < len(sample()) // 2, attributes=attributes)
    detailed(app)
    (table,) = (table.value for table in app.table)
    lines = [value.replace("\\", "") for value in table.iloc[:, 1]]
    rows = unusual_first(card.rows)
    assert all(
        value.strip("*").endswith(f"{row.percentile:.1%}") for value, row in zip(lines, rows, strict=True)
    )
    assert [value.endswith("**") for value in lines] == [row.unusual for row in rows]
    app.session_state["copy_card"] = True
    app.run()
    markdown, badge = (code.value for code in app.code if "import mx2core" not in code.value)
    assert card.verdict.row.percent in markdown
    assert badge == card.verdict.badge_markdown
    app.switch_page("../pages/share.py").run()
    paragraph = app.text[0].value
    assert card.verdict.badge_markdown in [code.value for code in app.code]
    assert f"{card.rows[0].value:.3f}" in paragraph
    assert "semantic role" in paragraph


def test_a_better_split_is_shown_beside_this_one():
    leaking = SPLIT + "".join(f"{line.rpartition(',')[0]},dev\n" for line in SPLIT.splitlines()[1:9])
    app = uploaded("texts.csv", leaking.encode(), page="check")
    app.button(key="fix").click().run()
    assert not app.exception
    before_and_after = app.table[0].value
    assert before_and_after["this split"].iloc[0] != before_and_after["the better one"].iloc[0]
    captions = " ".join(caption.value.replace("\\", "") for caption in app.caption)
    assert "shifted scores by up to +0.0103" in captions


def test_the_better_split_is_what_the_command_and_the_library_deal(tmp_path):
    labels = ["abcde"[i * i % 5] for i in range(60)]
    uneven = sorted(range(60), key=labels.__getitem__)[:30]
    rows = [f"w{i} x{i * 7 % 60},{labels[i]},{'train' if i in uneven else 'test'}" for i in range(60)]
    file, made = tmp_path / "c.csv", tmp_path / "p.json"
    file.write_text("\n".join(["text,label,split", *rows]))
    for seed in (57, 59):  # the deals of both are dealt anew where they are judged as two folds
        app = uploaded("c.csv", file.read_bytes(), page="check")
        app.session_state["seed"] = seed
        app.run()
        dealt._dealt._kept.clear()
        fine(app.button(key="fix").click().run())
        assert (
            main(["build", str(file), "--parts", "30:30", "--seed", str(seed), "-o", str(made), "--quiet"])
            == 0
        )
        (page,) = dealt._dealt._kept.values()
        corpus = mx.read_corpus(file)
        library = mx.io.better_parts(corpus, (30, 30), attributes=[corpus.attribute("label")], seed=seed)
        command = mx.io.read_parts(made, corpus)
        assert page.of_unit.tolist() == command.of_unit.tolist() == library.of_unit.tolist()


def test_a_split_with_the_same_fault_is_not_offered_as_better(monkeypatch):
    corpus = mx.read_corpus(TOO_EVEN.encode(), name="even.csv")
    made = mx.partitions.deal_parts([corpus.attribute("label").counts], (8, 1, 1), seed=9)
    names = ["train", "dev", "test"]
    rows = (
        f"{line},{names[part]}" for line, part in zip(TOO_EVEN.splitlines()[1:], made.of_unit, strict=True)
    )
    app = uploaded("even.csv", "\n".join(["text,label,split", *rows]).encode(), page="check")
    app.session_state["seed"] = 9
    app.run()
    assert any("too even" in one.value for one in app.markdown)
    monkeypatch.setattr(better, "TRIES", 1)
    dealt._dealt._kept.clear()
    app.button(key="fix").click().run()
    fine(app)
    assert "No better split of these sizes was found." in [one.value for one in app.info]
    assert not any("Better split" in one.value for one in app.markdown)
    monkeypatch.undo()
    dealt._dealt._kept.clear()
    app.run()
    assert any("Better split" in one.value and "typical" in one.value for one in app.markdown)


def test_what_is_made_here_leads_back_to_the_split_of_the_file():
    app = uploaded("texts.csv", SPLIT.encode(), page="check")
    app.segmented_control(key="split_source").set_value("made").run()
    app.checkbox(key="folds_near").set_value(False).run()
    app.button(key="given").click().run()
    judged(app, SPLIT.count(",train\n"), 60)


def test_only_columns_that_can_be_a_split_are_offered():
    tagged = "".join(f"word{k}\tN\t{'ab'[k % 2]}\tx{k}\nelse\tV\t{'ab'[k % 2]}\tx{k}\n\n" for k in range(30))
    corpus = mx.read_corpus(tagged.encode(), columns=["word", "label", "source", "name"])
    assert split_columns(corpus) == ["source"]  # tags change in a sentence, names are too many


def test_splits_that_were_made_are_what_is_judged():
    app = uploaded("twice.csv", TWICE.encode(), page="splits")
    app.button(key="use_partitions").click().run()
    app.switch_page("../pages/check.py").run()
    judged(app, 30, 60)
    assert app.segmented_control(key="split_source").value == "splits"
    assert next(iter(project_of(app).partitions.values())).partitions.masks.shape[1] == 60


DOCUMENTS = "text,label,split,document\n" + "".join(
    f"sentence {i} {'abcdefgh'[i % 8] * 3},{'xyz'[k % 3]},{('train', 'train', 'dev')[k % 3]},d{k}\n"
    for i, k in ((i, i // 4) for i in range(120))
)


def test_the_page_says_which_random_splits_it_compares_with():
    app = uploaded("texts.csv", DOCUMENTS.encode(), page="check")
    assert not app.exception

    def has_caption(words):
        return any(words in caption.value for caption in app.caption)

    assert has_caption("dev 40 against train 80; compared with ")
    assert has_caption("Random splits keep documents together, as this split does")
    near = next(metric.delta for metric in app.metric if metric.label.startswith("Near"))
    assert near.replace("\\", "").startswith("plain random: ")
    names = app.segmented_control(key="reference").options
    assert names == ["units", "near-duplicates", "documents", "both"]  # nothing is offered twice
    app.segmented_control(key="reference").set_value("units").run()
    fine(app)
    assert has_caption("Random splits are made unit by unit")
    near = next(metric.delta for metric in app.metric if metric.label.startswith("Near"))
    assert near.startswith("random: ")


def test_a_reference_the_corpus_has_no_groups_for_is_not_asked():
    lines = (f"{'abcdefgh'[i % 8] * 3}{i},{'xyz'[i % 3]},{'ab'[i % 2]}\n" for i in range(60))
    app = uploaded("plain.csv", ("text,label,split\n" + "".join(lines)).encode(), page="check")
    app.session_state["reference"] = "documents"
    app.run()
    fine(app)
    assert not [one for one in app.segmented_control if one.key == "reference"]
    assert any("Random splits are made unit by unit" in one.value for one in app.caption)


TWICE = "text,label\n" + "".join(f"sentence {i // 2} of many,{'xyz'[i % 3]}\n" for i in range(60))


def test_numbers_of_a_list_are_rows_and_it_is_asked_from_where_they_count():
    app = uploaded("twice.csv", TWICE.encode())
    app.button(key="group_text").click().run()
    app.switch_page("../pages/check.py").run()
    app.segmented_control(key="split_source").set_value("file").run()
    half = "\n".join(map(str, range(1, 31))).encode()
    app.file_uploader(key="split_file").set_value(("rows.txt", half, "text/plain")).run()
    assert not app.metric
    assert not app.error
    assert not example(app)
    app.selectbox(key="split_numbers").set_value("rows").run()
    judged(app, 15, 30)
    captions = [caption.value.replace("\\", "") for caption in app.caption]
    assert any("read as rows from 1" in one for one in captions)
    app.selectbox(key="split_numbers").set_value("rows-from-0").run()
    judged(app, 30, 60)  # rows 1 and 30 are halves of a group, so sentences are judged
    assert any("judged sentence by sentence" in one.value for one in app.info)
    assert any("validation texts are also in training" in one.value for one in app.markdown)
    assert project_of(app).corpus.unit == "text"


def test_what_digits_are_among_near_duplicates_is_said():
    rows = [f"card {n * 1111} was lost,{'ab'[n % 2]},{'train' if n < 7 else 'test'}" for n in range(9)]
    content = "\n".join(["text,label,split", *rows]).encode()
    app = uploaded("cards.csv", content)
    corpus_options(app, "Texts")
    assert any("all digits count as one" in one.value for one in app.caption)
    assert any("**8** of 9 units" in one.value for one in app.markdown)
    app.switch_page("../pages/check.py").run()
    detailed(app, "near")
    assert any("all digits count as one" in one.value for one in app.caption)
    app.switch_page("../pages/home.py").run()
    corpus_options(app, "Texts")
    app.select_slider(key="near_bound").set_value(0.7).run()
    app.button(key="keep_near").click().run()
    assert not app.exception
    assert project_of(app).source.unit == "near-duplicates:0.7"


def test_random_splits_that_differ_by_rounding_alone_have_one_bar():
    equal = np.array([0.7017543859649122, 0.7017543859649124])
    drawn = random_histogram(equal, value=0.3, expected=0.7, title="χ²/J")
    assert sorted(drawn.to_dict()["data"][0]["y"])[-2:] == [0, 2]
    assert 0.25 < drawn.to_dict()["layout"]["xaxis"]["range"][0] < 0.3  # no room for what no split has


def test_a_claimed_difference_leads_to_race_as_its_margin():
    app = uploaded("split.csv", SPLIT.encode(), page="check")
    app.session_state["claim"] = True
    app.run()
    app.number_input(key="claim_points").set_value(0.6).run()
    shown = " ".join(one.value for one in app.markdown).replace("\\", "")
    assert "would reverse a lead of 0.6 points" in shown
    assert "redictions on dev" in shown
    app.number_input(key="claim_spread").set_value(0.15).run()
    assert "5–6 half splits" in " ".join(one.value for one in app.markdown)
    next(one for one in app.button if "0.006" in one.label).click().run()
    assert not app.exception
    assert project_of(app).choices["margin_asked"] == pytest.approx(0.006)
    app.switch_page("../pages/race.py").run()
    assert next(box for box in app.expander if "Import scores" in box.label).proto.expanded


def test_a_mean_over_random_splits_has_its_corrected_test_in_place():
    app = uploaded("split.csv", SPLIT.encode(), page="check")
    app.session_state["claim"] = True
    app.run()
    app.number_input(key="claim_points").set_value(1.1).run()
    app.number_input(key="claim_splits").set_value(10).run()
    assert "claim_spread" not in [one.key for one in app.number_input]
    app.number_input(key="claim_sd").set_value(2.0).run()
    shown = " ".join(one.value for one in fine(app).markdown).replace("\\", "").replace("\xa0", " ")
    assert "Not shown by 10 random splits: corrected resampled t-test p = 0.38" in shown
    app.selectbox(key="claim_stated").set_value("p").run()
    app.number_input(key="claim_p").set_value(0.0001).run()
    assert "Shown by 10 random splits" in " ".join(one.value for one in fine(app).markdown)


def folds_cards(app):
    fine(app)
    return {metric.label: metric.value for metric in app.metric}


def test_folds_are_made_judged_and_handed_out():
    app = page(source="made")
    assert "320–321" in next(metric.delta for metric in app.metric if metric.value == "5")
    app.switch_page("../pages/share.py").run()
    assert "random mean" in app.text[0].value
    app.switch_page("../pages/check.py").run()
    app.number_input(key="folds_k").set_value(3).run()
    assert "3" in folds_cards(app).values()
    app.segmented_control(key="folds_kind").set_value("8:1:1").run()
    assert folds_cards(app)["train \\: dev \\: test"] == "1,283 : 160 : 160"
    app.session_state["claim"] = True  # what a paper claims on such a split can be asked about
    app.run()
    app.number_input(key="claim_points").set_value(0.6).run()
    assert "One split cannot tell whether another would" in " ".join(one.value for one in app.markdown)


def test_better_folds_of_the_same_sizes_stand_beside_these(monkeypatch):
    bars = []

    def recorded(words, key, on_cancel=None):
        bars.append(key)
        return progress.progress(words, key, on_cancel)

    monkeypatch.setattr(sources, "progress", recorded)
    rows = "".join(
        f"{'abcdefghij'[i % 10] * 3} {'klmnop'[i // 10] * 3} ends,{'xyz'[i % 3]},{i % 4 + 1}\n"
        for i in range(60)
    )
    again = "".join(line[:-1] + str(k % 4 + 1) + "\n" for k, line in enumerate(rows.splitlines()[1:9]))
    app = uploaded("texts.csv", f"text,label,fold\n{rows}{again}".encode(), page="check")
    app.button(key="fix").click().run()
    folds_cards(app)
    assert any("Typical folds shifted scores" in caption.value for caption in app.caption)
    row = app.table[0].value.iloc[-1]
    before, after = (row[name].replace("\\", "") for name in ("this split", "the better one"))
    assert after == "0.0%"
    assert before != after
    monkeypatch.setattr(sources, "_cards", Remembered(2))
    app.run()  # both folds_cards are made in one run
    folds_cards(app)
    assert len(set(bars[-2:])) == 2  # of one name, the second bar would end the page in an error


def test_other_columns_of_the_same_file_are_judged_anew():
    """Its units are the same then, but not what is counted in them."""
    data = b"".join(b"a\tB-X\t%s\n\n" % tag for tag in (b"B-Y", b"O", b"B-Z", b"O"))
    read = [mx.read_corpus(data, columns=["word", *columns]) for columns in (["label", "_"], ["_", "label"])]
    assert read[0].units_sha256 == read[1].units_sha256
    first, second = (digest(b"", corpus, [corpus.attributes["label"]]) for corpus in read)
    assert first != second


def test_what_was_kept_whole_stands_in_the_downloaded_document(monkeypatch):
    documents, names = [], []

    def download(_label, content, file, _key, **_options):
        names.append(file)
        if file == "folds.json":
            documents.append(content())

    monkeypatch.setattr(dealt.components, "download", download)
    app = page(source="made")
    app.checkbox(key="folds_near").set_value(False).run()
    assert not app.exception
    assert [json.loads(one)["design"]["kept_whole"] for one in documents] == [["near-duplicates"], []]
    app.segmented_control(key="folds_kind").set_value("8:1:1").run()
    assert {"parts.csv", "parts.json"} <= set(names[-4:])


def test_other_ratios_of_splits_open_check_at_the_ratios():
    app = opened("en", page="splits")
    app.button(key="other_ratios").click().run()
    app.switch_page("../pages/check.py").run()
    assert app.segmented_control(key="folds_kind").value == "8:2"
    assert any(one.value.startswith("## Made here, 8:2: ") for one in app.markdown)
    assert not [one for one in app.button if one.key == "given"]  # the sample has no split of its own
    assert next(box for box in app.expander if box.label.startswith("Options")).proto.expanded
