"""Share: what it shows of a comparison, of splits, of a checked split, and of nothing."""

import ast
import re
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest

import mx2core as mx
from dashboard.check import sources
from dashboard.server.project import CorpusSource
from dashboard.server.running import resources
from dashboard.ui.answers import tested
from dashboard.ui.documents import python_code, split_picture
from dashboard.ui.models import model_picker
from dashboard.words import text
from dashboard.words.text import _
from mx2core.text_table import width
from tests.dashboard.test_check import SPLIT, sample
from tests.dashboard.test_deciding import E, deciding
from tests.dashboard.test_deciding_by_units import deciding as by_units
from tests.dashboard.test_experiments import TEXTS, compared
from tests.dashboard.test_pages import copied, fine, opened, project_of, uploaded, visited


def share(app):
    return fine(app.switch_page("../pages/share.py").run())


def headline(app):
    return next(words.value for words in app.markdown if words.value.startswith("## ")).replace("\\", "")


def test_splits_come_with_their_paragraph_code_files_and_signature():
    app = opened("en")
    partitions = mx.block_partitions(len(sample()), 3, seed=1)
    project_of(app).keep(partitions)
    share(app)
    assert "3 block splits" in headline(app)
    program = next(code for code in copied(app) if "import mx2core" in code)
    (paragraph,) = (words.value for words in app.text if words.value.startswith("We split"))  # to be read
    assert partitions.signature in paragraph
    ast.parse(program)
    app.session_state["shared_more"] = "files"
    app.run()
    captions = [caption.value.replace("\\", "") for caption in app.main.caption]
    assert partitions.signature in captions[-1]
    keys = {button.key for button in app.get("download_button")}
    assert {"report", "download_project"} < keys
    assert any(key.startswith("download_partitions-") for key in keys)


def test_models_are_described_by_their_features_without_saying_their_name_again():
    texts, tags = mx.sample(), mx.sample("statement_zh")
    one = mx.models.TextClassifier("linear SVM", "svm", gold="label")
    shown = model_picker.described(texts, "label", [one, replace(one, name="mine")])
    features = "TF-IDF n-grams: 1–2 words; C = 1"
    plain = {name: words.replace("\N{NO-BREAK SPACE}", " ") for name, words in shown.items()}
    assert plain == {"linear SVM": features, "mine": f"linear SVM; {features}"}
    tagger = replace(mx.models.presets(tags)[0], name="T")
    assert "word ±2, position" in model_picker.described(tags, tagger.gold, [tagger])["T"]


def test_a_checked_split_comes_with_its_card_and_badge():
    app = uploaded("texts.csv", SPLIT.encode(), page="check")
    checked = headline(app).removeprefix("## ")
    share(app)
    assert not [words.value for words in app.markdown if words.value.startswith("## ")]  # in the picture
    assert checked in app.text[0].value
    assert any(code.value.startswith("![split: ") for code in app.code)
    project_of(app).keep(mx.block_partitions(60, 2, seed=1))
    share(app)
    assert "2 block splits" in headline(app)  # what was made later; the other one stays a click away
    app.segmented_control(key="shared").set_value("split").run()
    assert checked in app.text[0].value


def test_a_split_that_came_with_its_corpus_is_shared_though_check_was_never_opened():
    app = uploaded("texts.csv", SPLIT.encode(), page="share")
    assert "units of texts.csv)" in fine(app).text[0].value
    assert any(code.value.startswith("![split: ") for code in app.code)
    app.segmented_control(key="split_source").set_value("made").run()  # is then what Check and Share judge
    app.checkbox(key="folds_near").uncheck().run()
    assert "5 folds" in fine(app).text[0].value
    assert "5 folds" in share(visited("share", p=app.query_params["p"])).text[0].value


def test_the_same_file_under_another_name_is_called_by_its_own():
    for name in ("theirs.csv", "mine.csv"):
        paragraph = share(uploaded(name, SPLIT.encode(), page="check")).text[0].value
    assert "mine.csv" in paragraph
    assert "theirs.csv" not in paragraph


def test_chinese_paragraphs_have_chinese_commas_and_brackets():
    app = uploaded("texts.csv", SPLIT.encode(), page="check", language="zh")
    paragraph = share(app).text[0].value
    assert "（texts.csv，" in paragraph
    assert ", " not in paragraph


def test_a_claim_that_was_typed_on_check_is_in_the_paragraph_of_a_review():
    app = uploaded("texts.csv", SPLIT.encode(), page="check")
    app.session_state["claim"] = True
    app.run()
    app.number_input(key="claim_points").set_value(0.6).run()
    on_check = [one.value.replace("\\", "") for one in app.markdown]
    shown = next(words for words in on_check if "would reverse a lead of 0.6 points" in words)
    paragraph = share(app).text[0].value
    assert all(sentence in paragraph for sentence in shown.split("  \n"))
    assert "For a review" in [one.value for one in app.subheader]
    app.switch_page("../pages/check.py").run()
    app.number_input(key="claim_points").set_value(None).run()
    assert "claimed" not in share(app).text[0].value


def test_a_comparison_comes_with_the_words_of_its_answer():
    app = share(compared(uploaded("small.jsonl", TEXTS.encode())))
    assert "Nothing to test" in headline(app)
    program = next(code for code in copied(app) if "mx.compare" in code)
    ast.parse(program)
    run = resources.store().experiments.get(project_of(app).experiments[-1])
    assert f"gold={run.gold!r}" in program
    app.session_state["shared_more"] = "details"
    answer, *others = (words.value for words in app.run().text)
    assert answer.startswith("We compared the accuracy of ")
    assert "On small.jsonl, mean accuracy was " in answer
    assert "We split" not in answer
    assert any(words.startswith("We split") for words in others)


def test_the_splits_are_those_that_answered():
    """Also where others were made after them; no end of a line divides `J = 2` in their paragraph."""
    app = compared(uploaded("small.jsonl", TEXTS.encode()))
    project = project_of(app)
    project.keep(mx.block_partitions(len(project.corpus), 7, seed=99))
    answered = share(app).main.caption[-1].value
    assert "seed:99" not in answered.replace("\\", "")
    app.segmented_control(key="shared").set_value("splits").run()
    assert app.main.caption[-1].value == answered
    assert "J\xa0=\xa0" in next(words.value for words in app.text if words.value.startswith("We split"))


def test_the_paragraphs_are_about_the_splits_of_the_test():
    """Also where it stopped before the last one."""
    app = by_units(m=14)
    share(app)
    split = next(words for words in copied(app) if words.startswith("We split"))
    answer = next(words for words in copied(app) if "On intents_en.jsonl, mean accuracy was " in words)
    m = int(answer.partition("m = ")[2].split()[0])
    assert m < 14
    assert f"Of 14 splits made, the first {m} were used." in split
    assert f"m = {m} half splits, {2 * m} folds," in answer


def test_an_answer_is_found_once_however_often_it_is_looked_at(monkeypatch):
    app = share(by_units())
    shown = copied(app)

    def fail(*_args, **_about):
        raise AssertionError("found once more")

    monkeypatch.setattr(tested, "decide", fail)
    assert copied(share(app)) == shown


def test_one_interval_stands_for_an_answer_on_race_and_on_share():
    app = deciding("en", E)
    levels = set(re.findall(r"([\d.]+)% interval", " ".join(words.value for words in app.markdown)))
    assert len(levels) == 1
    share(app)
    assert levels == set(re.findall(r"([\d.]+)% interval", app.text[0].value))
    assert all(f"difference, {level}%" in app.get("plotly_chart")[0].proto.spec for level in levels)


def test_the_program_of_the_page_gives_the_answer_of_the_page():
    app = opened("en", page="check")
    for chosen in ({}, {"attributes": ["role"], "counted": "tokens", "seed": 3, "reference": "units"}):
        for key, value in chosen.items():
            app.session_state[key] = value
        app.run()
        exceeds = next(metric.value for metric in app.metric if metric.label == "Percentile of χ²/J")
        share(app)
        program = next(code for code in copied(app) if "import mx2core" in code)
        exec(program, run := {"print": lambda _words: None})
        assert run["card"].verdict.row.percent == exceeds
        assert run["card"].verdict.badge_markdown in copied(app)
        app.switch_page("../pages/check.py").run()


def _parts():
    corpus = mx.read_corpus(SPLIT.encode(), name="texts.csv")
    return corpus, mx.io.parts_by_column(corpus, "split").trained_on_values(["train"], "split")


def _card():
    return mx.io.split_card(*_parts())


def test_a_card_leaves_as_markdown_and_as_a_picture():
    card = _card()
    written = split_picture.markdown(card)
    assert str(card.verdict.headline) in written
    assert all(value in written for _name, value, _note in split_picture.numbers(card))
    picture = split_picture.svg(card)
    assert picture == split_picture.svg(_card())
    assert picture.startswith(b"<svg")
    assert b"split: " not in picture


@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_line_of_a_picture_is_cut(language):
    """About as wide as its letters are; half as high, Chinese ones as high."""
    rows = "".join(f"w{i % 29} of many,{'xyz'[i % 3]},{'ab'[i % 2]}\n" for i in range(60))
    corpus = mx.read_corpus(f"text,label,a long name of tags\n{rows}".encode(), name="语料和 its name " * 9)
    attributes = [corpus.attribute(name) for name in ("a long name of tags", "label")]
    parts = replace(mx.io.NamedParts.split(np.arange(60) < 40), names=("train " * 20, "dev" * 40))
    card = mx.io.split_card(corpus, parts, attributes=attributes, n_random=50, reference="near")
    assert card.whole.names  # told in the last line
    with text.spoken(language):
        lines = ElementTree.fromstring(split_picture.svg(card)).findall("{*}text")
        known = [_("random mean"), f"mx2core {mx.__version__}", text.attribute(card.verdict.row.name)]
    assert set(known) <= {line.text for line in lines}
    for line in lines:
        wide, x = float(line.get("font-size")) / 2 * width(line.text), float(line.get("x"))
        assert float(line.get("y")) < split_picture.HEIGHT - 10
        assert {"start": x + wide, "middle": x + wide / 2, "end": x}[line.get("text-anchor")] < 1170


def test_names_are_only_words_in_a_picture_which_cuts_them_and_shows_what_cannot_be_seen():
    corpus = mx.read_corpus(SPLIT.encode(), name="<script>&te\x01st\u202e.csv")
    parts = mx.io.parts_by_column(corpus, "split")
    long = replace(parts, names=tuple(name + "p" * 1_000_000 for name in parts.names))
    picture = split_picture.svg(mx.io.split_card(corpus, long))
    assert len(picture) < 20_000
    assert b"<script" not in picture
    written = split_picture.markdown(
        mx.io.split_card(corpus, replace(parts, names=("a\n# b", "![](http://c)")))
    )
    assert not any(mark in picture.decode() + written for mark in "\x01\u202e")
    assert not any(markup in written for markup in ("**<", "# b\n", "\n#", "![]"))


def test_files_that_were_dropped_together_are_read_as_they_are(tmp_path, monkeypatch):
    files = [
        (f"{part}.conll", f"Ada B-PER\nsaw O\n\n{part} O\n\n".encode() * 30) for part in ("dev", "train")
    ]
    for name, data in files:
        (tmp_path / name).write_bytes(data)
    monkeypatch.chdir(tmp_path)
    source = CorpusSource(*mx.corpus.pack_files(files, 10_000))
    code = sources.reads(source, 'mx.io.parts_by_column(corpus, "split")')
    read = {}
    exec(code, read)
    assert read["corpus"].sha256 == source.read().sha256
    assert sorted(read["parts"].names) == ["dev", "train"]


def test_the_corpus_is_read_as_the_page_did_and_a_sample_by_its_name():
    read = CorpusSource("texts.csv", b"", delimiter=";", label_names=("no", "yes"), header=False)
    assert python_code.read_code(read).endswith("label_names=['no', 'yes'], delimiter=';', header=False)")
    assert python_code.read_code(CorpusSource("intents_en.jsonl")) == "mx.sample('intents_en')"
