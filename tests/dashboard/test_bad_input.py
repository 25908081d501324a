"""A file with something wrong gets one sentence on the page, and the corpus before stays open."""

import pytest

import mx2core as mx
from dashboard.words.problems import problem_text
from dashboard.words.text import spoken
from mx2core.partition.attribute_measure import no_occurrence
from tests.bad_input import REFUSED, WARNED, BadInput
from tests.dashboard.test_pages import fine, opened, uploaded

BEFORE = "semantic roles, Chinese"
# One of each kind; the command is tried on all.
KINDS = ("empty file", "archive", "ragged", "JSON cut", "brat span in bytes", "two versions of")
ON_THE_PAGE = [case for case in REFUSED if case.name.startswith(KINDS)]


def upload(app, case: BadInput):
    app.file_uploader[0].set_value((case.file, case.data, "text/plain")).run()
    assert not app.exception, case
    return app


def test_refused_in_one_sentence_and_the_page_works_on():
    app = opened("en")
    for case in ON_THE_PAGE:
        (error,) = upload(app, case).error
        plainly = error.value.replace("\\", "").replace("−", "-").lower()
        assert [text for text in case.says if text.lower() not in plainly] == [], case
        assert any(BEFORE in words.value.replace("\\", "") for words in app.sidebar.markdown), case
    app.switch_page("../pages/splits.py").run()
    fine(app)


def test_an_attribute_is_called_as_on_the_pages():
    with spoken("zh"):
        assert "标签：" in problem_text(no_occurrence("label"))


def test_read_with_a_warning_that_names_the_lines():
    app = opened("en")
    for case in WARNED:
        upload(app, case)
        assert not app.error, case
        warnings = " ".join(warning.value for warning in app.warning)
        assert [text for text in case.says if text not in warnings] == [], case


@pytest.mark.parametrize("n", [2, 7])
def test_very_few_units(n):
    rows = "".join(f"word{k}\tB-{'PER' if k % 2 else 'LOC'}\nis\tO\n\n" for k in range(n))
    app = uploaded("few.conll", rows.encode())
    for page in ("splits", "race", "check"):
        app.switch_page(f"../pages/{page}.py").run()
        assert not app.exception, page


OTHER = "".join(f"word{k}\tB-{'PER' if k % 2 else 'LOC'}\nis\tO\n\n" for k in range(12)).encode()


def test_partitions_that_cannot_be_brought_back():
    corpus = mx.read_corpus(OTHER, name="other.conll")
    exported = mx.io.partitions_json(mx.random_partitions(len(corpus), 2, seed=1), corpus)
    app = opened("en", page="splits")
    for data, says in ((exported, "other"), *((x, "back") for x in (exported[:300], b"\0\1\2", b"[]", b""))):
        app.file_uploader(key="partitions_file").set_value((f"{says}.json", data, "application/json")).run()
        assert not app.exception
        (error,) = app.error
        assert says in error.value


def test_a_template_that_cannot_be_used_is_answered_where_it_stands():
    app = opened("en", page="race")
    app.text_area(key="template_0_role_A").set_value("U00:%x[0,0]\nB01:%x[-1,0]\n").run()
    assert not app.exception
    assert len(app.error) == 1
    assert "line 2" in app.error[0].value
    assert app.button(key="compare").disabled
