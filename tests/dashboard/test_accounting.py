"""Every sentence that is not a unit of its own, or was left out, is listed with the reason."""

import mx2core as mx
from dashboard.corpus.texts import joined_sentences, left_out
from tests.dashboard.test_pages import project_of, uploaded

ROWS = "".join(f"word{k % 4}\t{'B-PER' if k % 3 else 'B-LOC'}\nis\tO\n\n" for k in range(8)).encode()


def test_sentences_of_the_same_text_are_listed_with_the_unit_they_went_to():
    corpus = mx.read_corpus(ROWS, name="x.conll", unit="text")
    found = joined_sentences(corpus)
    assert [(one.line, one.first) for one in found] == [(13, 1), (16, 4), (19, 7), (22, 10)]
    assert [one.words for one in found] == [f"word{k} is" for k in range(4)]
    assert {one.unit for one in found} == set(corpus.unit_ids)
    assert joined_sentences(mx.read_corpus(ROWS, name="x.conll")) == []


def test_what_a_condition_leaves_out_is_listed():
    whole = mx.read_corpus(ROWS, name="x.conll")
    part = mx.read_corpus(ROWS, name="x.conll", where={"label": "B-LOC"})
    found = left_out(part, whole)
    assert len(found) + len(part.sentences) == len(whole.sentences)
    assert found[0] == (4, "word1 is")


def test_the_page_says_why():
    rows = ROWS * 4
    app = uploaded("twice.conll", rows, "zh")
    assert not any("去向" in one.label for one in app.expander)
    app.button(key="group_text").click().run()
    account = next(one for one in app.expander if "去向" in one.label)
    assert "32" in account.label
    project_of(app).choices["account"] = True
    app.session_state["account"] = True
    app.run()
    assert not app.exception
    assert any("28" in words.value for words in app.markdown)
