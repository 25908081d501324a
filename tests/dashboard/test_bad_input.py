"""A file with something wrong gets one sentence on the page, and the corpus before stays open."""

import pytest

from tests.bad_input import REFUSED, WARNED, BadInput
from tests.dashboard.test_pages import opened

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
    plainly = app.error[0].value.replace("\\", "").lower()
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
    app.switch_page("../pages/partitions.py").run()
    assert not app.exception
    assert not app.error
