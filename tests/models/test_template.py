"""Templates are read as CRF++ reads them, and refused where the mistake stands."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mx2core.errors import TemplateError
from mx2core.models.template import FeatureTemplate


def test_lines_of_a_crf_plus_plus_template():
    template = FeatureTemplate.parse(
        "# words\r\nU00:%x[-1,0]\r\n\r\nU05:%x[-1,0]/%x[0,1]\r\nU99\r\n\r\nB\r\n"
    )
    first, second, constant = template.features
    assert (first.identifier, first.line, first.cells) == ("U00", 2, ((-1, 0),))
    assert (second.texts, second.cells, second.places) == (("U05:", "/", ""), ((-1, 0), (0, 1)), (5, 14))
    assert (constant.texts, constant.cells) == (("U99",), ())
    assert template.transitions
    assert template.width == 2


@pytest.mark.parametrize(
    ("text", "line", "column", "says"),
    [
        ("U0:%x[0,0]\nX0", 2, 1, "starts with U"),
        ("u0:%x[0,0]", 1, 1, "starts with U"),
        ("\n  U0:%x[0,b]", 2, 6, "“%x[0,b]” is not a cell"),
        ("U0:%x[0.5,0]", 1, 4, "is not a cell"),
        ("U0:%x[0]", 1, 4, "is not a cell"),
        ("U0:%x[0,0]/%y[0,0]", 1, 12, "“%y[0,0]” is not a cell"),
        ("U0:%x[0,0", 1, 4, "is not a cell"),
        ("U0:100%", 1, 7, "is not a cell"),
        ("U0:％x[0,0]", 1, 4, "is not a cell"),
        ("U0:%x[51,0]", 1, 4, "found 51"),
        ("U0:%x[-51,0]", 1, 4, "found -51"),
        (f"U0:%x[{'9' * 5000},0]", 1, 4, "is not a cell"),
        ("U0:%x[0,-1]", 1, 4, "from 0; found -1"),
        ("U0:%x[0,0]\n# two\nU0:%x[1,0]", 3, 1, "Identifier U0 repeats line 1"),
        ("U0:%x[0,0]\nB01:%x[0,0]", 2, 5, "write B, not B01"),
        ("", None, None, "has no U line"),
        ("# nothing\n\nB\n", None, None, "has no U line"),
    ],
)
def test_mistakes_are_shown_where_they_stand(text, line, column, says):
    with pytest.raises(TemplateError) as caught:
        FeatureTemplate.parse(text)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert says in str(caught.value)


def test_a_column_the_corpus_lacks_names_the_line():
    template = FeatureTemplate.parse("U0:%x[0,0]\nU1:%x[0,0]/%x[-1,2]")
    template.check_columns(("word", "pos", "position"))
    with pytest.raises(TemplateError, match=r"line 2, column 12: %x\[-1,2\] needs column 2.*word, pos"):
        template.check_columns(("word", "pos"))


@given(st.text(alphabet="UB%x[]0,-1:/# \n％", max_size=40))
def test_any_text_is_read_or_refused(text):
    with suppress(TemplateError):
        assert FeatureTemplate.parse(text).text == text
