"""A file with something wrong gets one sentence on the page, and the corpus before stays open."""

import pytest

import mx2core as mx
from tests.bad_input import REFUSED, WARNED, BadInput
from tests.dashboard.test_pages import opened, project_of

BEFORE = "statement_zh.conll"
# Formats and encodings nobody knows cannot be chosen on the page.
CHOOSABLE = [case for case in REFUSED if "nobody knows" not in case.name]


def upload(language: str, case: BadInput):
    app = opened(language)
    app.file_uploader(key="upload").set_value((case.file, case.data, "text/plain")).run()
    if case.options:  # a reading that was detected is corrected in the form
        for name, value in case.options.items():
            label = {"encoding": "Encoding", "format": "Format"}[name]
            next(box for box in app.selectbox if box.label == label).set_value(value)
        next(button for button in app.button if button.label == "Read again").click().run()
    return app


@pytest.mark.parametrize("case", CHOOSABLE, ids=str)
def test_refused_in_one_sentence(case):
    app = upload("en", case)
    assert not app.exception
    assert len(app.error) == 1
    plainly = app.error[0].value.replace("\\", "").replace("−", "-").lower()
    for said in case.says:
        assert said.lower() in plainly
    if not case.options:
        assert any(BEFORE in words.value.replace("\\", "") for words in app.sidebar.markdown)


@pytest.mark.parametrize("case", [case for case in CHOOSABLE if not case.options], ids=str)
def test_refused_in_chinese(case):
    app = upload("zh", case)
    assert not app.exception
    assert len(app.error) == 1
    assert any("一" <= letter <= "鿿" for letter in app.error[0].value)


@pytest.mark.parametrize("case", WARNED, ids=str)
def test_read_with_a_warning_that_names_the_lines(case):
    app = upload("en", case)
    assert not app.exception
    assert not app.error
    warnings = " ".join(warning.value for warning in app.warning)
    for said in case.says:
        assert said in warnings


def test_the_page_works_on_after_a_refusal():
    app = upload("en", REFUSED[0])
    app.switch_page("../pages/look.py").run()
    assert not app.exception
    assert not app.error


def test_a_label_that_is_everywhere():
    """One label type on every unit: all halves are alike, and every page says so without failing."""
    app = opened("en")
    rows = "".join(f"word{k}\tB-PER\nis\tO\n\n" for k in range(12))
    app.file_uploader(key="upload").set_value(("same.conll", rows.encode(), "text/plain")).run()
    assert not app.error
    for page in ("look", "choose", "compare"):
        app.switch_page(f"../pages/{page}.py").run()
        assert not app.exception, page
        assert len(app.error) <= 1, page  # that nothing is left to balance


@pytest.mark.parametrize("n", [2, 3, 7])
def test_very_few_units(n):
    app = opened("en")
    rows = "".join(f"word{k}\tB-{'PER' if k % 2 else 'LOC'}\nis\tO\n\n" for k in range(n))
    app.file_uploader(key="upload").set_value(("few.conll", rows.encode(), "text/plain")).run()
    for page in ("look", "choose", "compare"):
        app.switch_page(f"../pages/{page}.py").run()
        assert not app.exception, page


def exported(app_corpus: bytes) -> bytes:
    corpus = mx.read_corpus(app_corpus, name="other.conll")
    return mx.io.partitions_json(mx.random_partitions(len(corpus), 2, seed=1), corpus)


OTHER = "".join(f"word{k}\tB-{'PER' if k % 2 else 'LOC'}\nis\tO\n\n" for k in range(12)).encode()


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    ("data", "says"),
    [
        (exported(OTHER), "other"),
        (exported(OTHER)[:300], "back"),
        (b"\x00\x01\x02", "back"),
        (b"[]", "back"),
        (b"", "back"),
    ],
    ids=["of another corpus", "cut in the middle", "binary", "a list", "empty"],
)
def test_partitions_that_cannot_be_brought_back(data, says, language):
    app = opened(language)
    app.switch_page("../pages/choose.py").run()
    app.file_uploader(key="partitions_file").set_value((f"{says}.json", data, "application/json")).run()
    assert not app.exception
    assert len(app.error) == 1
    assert says in app.error[0].value


@pytest.mark.parametrize(
    "data",
    [
        b"partition,fold,model,metric,value\n1,1,A,f1,0.5\n",
        b"partition,fold,model,metric\n1,1,A,f1\n",
        b"\xff\xfe\x00",
        b"",
        b"partition,fold,model,metric,value\n1,1,A,f1,high\n",
    ],
    ids=["a fold missing", "a column missing", "binary", "empty", "not a number"],
)
def test_scores_that_cannot_be_tested(data):
    app = opened("en")
    app.switch_page("../pages/decide.py").run()
    app.file_uploader(key="scores").set_value(("scores.csv", data, "text/csv")).run()
    assert not app.exception
    assert len(app.error) == 1
    assert "scores" in app.error[0].value


def test_scores_from_elsewhere_are_tested():
    app = opened("en")
    rows = [
        f"{i},{k},{model},f1,{0.8 + 0.001 * i + (0.03 if model == 'new' else 0) + 0.002 * k:.4f}"
        for i in range(1, 6)
        for k in (1, 2)
        for model in ("new", "old")
    ]
    table = "\n".join(["partition,fold,model,metric,value", *rows]).encode()
    app.switch_page("../pages/decide.py").run()
    app.file_uploader(key="scores").set_value(("scores.csv", table, "text/csv")).run()
    assert not app.exception
    assert not app.error
    assert any("Undecided" in words.value or "Yes" in words.value for words in app.markdown)


def test_predictions_from_elsewhere_are_scored_and_tested():
    app = opened("en", "intents_en.jsonl")
    app.switch_page("../pages/choose.py").run()
    app.button(key="take").click().run()
    partitions = next(iter(project_of(app).partitions.values())).partitions
    corpus = project_of(app).corpus
    right = [sentence.fields["label"] for sentence in corpus.sentences_of(range(len(corpus)))]
    rows = [
        ",".join([str(i // 2 + 1), str(i % 2 + 1), model, corpus.unit_ids[unit], said])
        for i, (_, validation) in enumerate(partitions.folds())
        for unit in validation.tolist()
        for model, wrong in (("new", 50), ("old", 5))
        for said in ([right[unit] if (unit + i) % wrong else "other"])
    ]
    table = "\n".join(["partition,fold,model,unit_id,predicted", *rows]).encode()
    app.switch_page("../pages/decide.py").run()
    app.segmented_control(key="brought").set_value("predictions").run()
    app.file_uploader(key="scores").set_value(("predictions.csv", table, "text/csv")).run()
    assert not app.exception
    assert not app.error, [error.value for error in app.error]
    assert any("new is better than old" in words.value for words in app.markdown)


def test_a_template_that_cannot_be_used_is_answered_where_it_stands():
    app = opened("en")
    app.switch_page("../pages/compare.py").run()
    app.text_area(key="template_0_role_A").set_value("U00:%x[0,0]\nB01:%x[-1,0]\n").run()
    assert not app.exception
    assert len(app.error) == 1
    assert "line 2" in app.error[0].value
    assert app.button(key="compare").disabled


def test_a_bound_is_kept_while_the_other_kind_is_shown():
    app = opened("en")
    app.switch_page("../pages/choose.py").run()
    app.segmented_control(key="bound").set_value("upper").run()
    app.slider(key="c_target").set_value(0.9).run()
    app.segmented_control(key="bound").set_value("band").run()
    app.segmented_control(key="bound").set_value("upper").run()
    assert app.slider(key="c_target").value == 0.9
