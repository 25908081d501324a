"""docs/replicability.md shows what the kept files say."""

import pytest

from benchmarks.replicability_report import CORPORA, DOCS, FIGURE, figure, kept, table

PAGE = DOCS / "replicability.md"


@pytest.mark.parametrize("name", [name for name in CORPORA if kept(name).exists()])
def test_tables_are_those_of_the_files(name):
    assert table(name) in PAGE.read_text(encoding="utf-8")


def test_the_figure_is_that_of_the_files():
    assert (DOCS / "figures" / FIGURE).read_text(encoding="utf-8") == figure()
