"""CSV as Chinese spreadsheets save it: GB18030 is read; damaged UTF-8 and Western text are not."""

import pytest

from mx2core.errors import TableError
from mx2core.exchange import read_answer_table, read_scores
from mx2core.exchange.spreadsheet import as_utf8, read_rows
from tests.score_tables import score_table

TABLE = score_table(dict.fromkeys(("左右各两词", "左右各一词"), [[0.8, 0.8]] * 3))


@pytest.mark.parametrize("encoding", ["gb18030", "gbk", "utf-8", "utf-8-sig"])
def test_tables_are_read_as_a_chinese_spreadsheet_saves_them(encoding):
    assert "左右各两词" in read_scores(TABLE.encode(encoding), name="s.csv").models
    answers = read_answer_table("gold,predicted\n宣布,宣布\n说,宣布\n".encode(encoding), name="a.csv")
    assert answers.columns["gold"][0] == "宣布"
    rows = '{"gold": "宣布", "predicted": "说"}\n'.encode(encoding)
    assert read_answer_table(rows, name="a.jsonl").columns["predicted"][0] == "说"


@pytest.mark.parametrize(
    "data",
    [
        "名,值\n甲,1\n".encode()[:-4] + b"\xff\n",  # damaged
        "nom,valeur\né,1\n".encode("latin-1"),
        b"\xff\xfen\x00",
    ],
)
def test_what_is_neither_is_refused(data):
    assert as_utf8(data) == data
    with pytest.raises(TableError, match="not UTF-8"):
        read_rows(data, "a.csv")
