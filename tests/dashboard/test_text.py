"""Words of the user are shown as they are, whatever they contain."""

import pytest

from dashboard.figures import style
from dashboard.words.text import inert


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("陈述", "陈述"),
        ("**bold**", r"\*\*bold\*\*"),
        ("<img src=x onerror=alert(1)>", r"\<img src\=x onerror\=alert\(1\)\>"),
        ("$x$ :red[a]", r"\$x\$ \:red\[a\]"),
        ("two\nlines", "two lines"),
        ("a\u202eb\u200b", "a⟨U\\+202E⟩b⟨U\\+200B⟩"),
        ("x" * 300, "x" * 199 + "…"),
        ("می\u200cخواهم", "می\u200cخواهم"),  # a joiner that Persian needs
        ("http://a.b www.a.b c@a.b", "http\\:/\u2060/a\\.b www\u2060\\.a\\.b c\\@\u2060a\\.b"),
    ],
)
def test_markdown_is_escaped(words, shown):
    assert inert(words) == shown


def test_figures_show_markup_as_text_and_cut_long_labels():
    assert style.inert("<b>a</b>&") == "&lt;b&gt;a&lt;/b&gt;&amp;"
    assert len(style.inert("x" * 10_000)) == 28
    assert style.inert("a\u202e%{x}") == "a⟨U+202E⟩%\u2060{x}"
    assert style.inert("a\ud800") == "a⟨U+D800⟩"  # of a file name; no picture could be written
