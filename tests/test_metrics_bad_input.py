"""What no metric can be made of: one sentence, on the command line and on the page in both languages."""

import re

import pytest

from mx2core.cli.main import main
from tests.dashboard.test_metrics import page

# What is wrong: group, table, words of the sentence.
TABLES = {
    "a word as a score": ("threshold", "gold,score\na,x\nb,1\n", "must be a number"),
    "a negative weight": ("regression", "gold,predicted,weight\n1.5,2,-1\n2,1,1\n", "it must be at least 0"),
    "one class": ("classification", "gold,predicted\na,a\na,a\n", "at least two classes"),
    "not ranked": ("ranking", "query,relevance,score\nq,0,2\nq,1,2\n", "score 2: no ranking"),
    "a row that is too short": ("classification", "gold,predicted\na,b\nb\n", "line 3"),
    "other letters than the text has": ("segmentation", "words,segmented\na b,ab\na b,a c\n", "spell"),
    "no row": ("threshold", "gold,score\n", "no rows"),
}  # fmt: skip


@pytest.mark.parametrize("what", TABLES)
def test_the_command(what, tmp_path, capsys):
    group, table, says = TABLES[what]
    path = tmp_path / "t.csv"
    path.write_text(table, encoding="utf-8")
    assert main(["metrics", str(path), "--group", group]) == 1
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert says in err


@pytest.mark.parametrize(
    ("sample", "options", "says"),
    [
        ("classification", ("--beta=-1",), "must lie in (0, ∞)"),
        ("classification", ("--costs", "health>sport=-2"), "give at least 0"),
        ("costs", ("--false-alarm", "inf"), "must lie in [0, ∞)"),
        ("threshold", ("--negatives=-1",), "`--negatives` must lie in"),
        ("regression", ("--quantile", "2"), "must lie in [0, 1]"),
        ("ranking", ("-k", "0"), "must lie in [1"),
    ],
)
def test_options_of_the_command(sample, options, says, capsys):
    assert main(["metrics", "--sample", sample, *options]) == 1
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert says in err


def test_the_page():
    """In Chinese; the command has the English sentences."""
    app = page("zh")
    app.segmented_control(key="metrics_source").set_value("table").run()
    for what in ("a word as a score", "one class", "not ranked", "no row"):
        group, table, _says = TABLES[what]
        app.selectbox(key="metrics_group").set_value(group).run()
        app.file_uploader(key="metrics_file").set_value(("t.csv", table.encode(), "text/csv")).run()
        assert not app.exception, what
        (error,) = app.error
        words = error.value.replace("\\", "")
        assert re.search("[一-鿿]", words), (what, words)
        assert "{" not in words, what
