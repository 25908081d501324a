"""Numbers have a minus sign on screen, and a hyphen in files."""

import pandas as pd
import pytest

from dashboard.figures.plain_figure import signed
from dashboard.ui.components import _marked, csv_bytes
from dashboard.words.numbers import PValue, WrittenSentence, hyphened, number, readable
from dashboard.words.problems import notice_text, problem_text
from dashboard.words.text import spoken
from mx2core.errors import Notice
from mx2core.inference.pvalues import written_pvalue


@pytest.mark.parametrize(
    ("value", "spec", "read"),
    [
        (-0.0014, ".4f", "−0.0014"),
        (-0.00104, "+.4f", "−0.0010"),
        (0.002, "+.4f", "+0.0020"),
        (-0.00001, ".4f", "0.0000"),
        (-0.00001, "+.4f", "0.0000"),
        (2e-7, ".2g", "2×10⁻⁷"),
        (-2e-7, ".2e", "−2.00×10⁻⁷"),
        (-1234, ",d", "−1,234"),
    ],
)
def test_a_number_has_a_minus_sign_unless_it_is_rounded_to_nothing(value, spec, read):
    assert number(value, spec) == read


def test_a_sentence_writes_numbers_so_and_leaves_names_alone():
    sentence = WrittenSentence("{name}: {mean:+.3f} in {n:,} units")
    assert sentence.format(name="bi-LSTM -1", mean=-0.5, n=1200) == "bi-LSTM -1: −0.500 in 1,200 units"
    assert WrittenSentence("found {value!r}").format(value=-1.0) == "found −1.0"
    assert WrittenSentence("found {value!r}").format(value=0) == "found 0"


def test_an_end_of_an_interval_keeps_its_sign_and_a_name_has_one_pair_of_quotation_marks():
    ends = Notice("{lower:+.4f} to {upper:+.4f}", {"lower": -0.0000149, "upper": 0.0183})
    assert notice_text(ends) == "−0.00001 to +0.0183"
    named = Notice("Nothing to test between {a} and {b}", {"a": "CRF", "b": "CRF: fewer features"})
    with spoken("zh"):
        assert "““" not in notice_text(named)
        assert "“CRF: fewer features”" in notice_text(named)


def test_a_csv_in_ascii_has_no_byte_order_mark_and_one_with_chinese_has_it():
    """`csv.DictReader` finds its first column, and Excel reads it as UTF-8."""
    assert _marked(lambda: b"partition,fold\n") == b"partition,fold\n"
    assert _marked("切分\n".encode).startswith(b"\xef\xbb\xbf")


def test_a_table_is_written_with_minus_signs_and_sorted_by_its_numbers():
    shown = readable(pd.DataFrame({"model": ["a", "b"], "ahead by": [-0.0104, 0.25], "n": [1, 2]}))
    assert shown.data["ahead by"].tolist() == [-0.0104, 0.25]
    html = shown.to_html()
    assert "−0.0104" in html
    assert "0.2500" in html
    plain = pd.DataFrame({"n": [1, 2]})
    assert readable(plain) is plain
    assert "6,692" in readable(pd.DataFrame({"n": [1, 6692]})).to_html()
    assert "0.8400" in readable(pd.DataFrame({"score": [0.84, 0.8386]})).to_html()


def test_files_keep_hyphens():
    assert hyphened("A − B: −0.002") == "A − B: -0.002"
    assert b"0.0021 [-0.0095, 0.0137]" in csv_bytes(pd.DataFrame({"shift": ["0.0021 [−0.0095, 0.0137]"]}))


def test_a_small_p_is_a_number_in_a_file():
    table = pd.DataFrame({"test": ["t", "F", "z"], "p": [PValue(1e-5), PValue(0.0412), PValue(None)]})
    assert readable(table)["p"].tolist() == ["< 0.001", "0.041", "–"]
    assert csv_bytes(table).decode().splitlines()[1:] == ["t,1e-05", "F,0.0412", "z,"]


@pytest.mark.parametrize(
    ("sentence", "name", "read"),
    [
        ("它与 {name} 没有区分开", "CRF", "它与 CRF 没有区分开"),
        ("它与 {name} 没有区分开", "左右两字", "它与左右两字没有区分开"),
        ("用 **{name}** 时为", "10 折", "用 **10 折**时为"),
        ("{name} 领先", "甲 乙", "甲 乙领先"),
        ("{name} is 更好", "甲", "甲 is 更好"),
    ],
)
def test_a_chinese_name_stands_in_a_chinese_sentence_without_blanks(sentence, name, read):
    assert WrittenSentence(sentence).format(name=name) == read


# What figures say under the pointer has minus signs, and everything else stays where it was.
def test_numbers_below_zero_are_written_beforehand():
    trace = {"type": "scatter", "x": [1, 2], "y": [-0.01, 0.5], "hovertemplate": "m = %{x}: %{y:.4f}"}
    assert signed(trace)["hovertemplate"] == ["m = %{x}: −0.0100", "m = %{x}: 0.5000"]


def test_what_was_said_of_points_before_is_still_said():
    trace = {
        "type": "scatter",
        "x": [0.5, None],
        "y": ["a", "b"],
        "customdata": [[-0.1, 3], [0.2, 4]],
        "hovertemplate": "%{x:.1f} [%{customdata[0]:+.2f}, %{customdata[1]:,}]",
    }
    found = signed(trace)
    assert found["hovertemplate"] == ["0.5 [−0.10, 3]", " [+0.20, 4]"]
    assert found["customdata"] == trace["customdata"]
    named = trace | {"customdata": ["one", "two"], "x": [-1, 2], "hovertemplate": "%{customdata}: %{x:d}"}
    assert signed(named)["hovertemplate"] == ["%{customdata}: −1", "%{customdata}: 2"]


def test_a_trace_without_such_numbers_is_left_as_it_is():
    trace = {"type": "bar", "x": [1], "y": [2.0], "hovertemplate": "%{y:.2f}"}
    assert signed(trace) is trace


def test_no_end_of_a_line_divides_a_symbol_from_its_number():
    blank = "\N{NO-BREAK SPACE}"
    decides = Notice(
        "With m fixed beforehand, the type I error rate is at most α = {alpha:g}.", {"alpha": 0.05}
    )
    assert f"α{blank}\\={blank}0" in problem_text(decides)
    assert f"J{blank}={blank}84" in WrittenSentence("mean {mean}; J = {J}").format(mean=1.02, J=84)
    assert f"p{blank}<{blank}0.001" in WrittenSentence("p {p} by Holm").format(p=written_pvalue(1e-9))
    assert hyphened(f"α{blank}={blank}1") == "α = 1"  # a file has blanks as programs know them
