"""Files that are not there, too large, or no files."""

import pytest

from mx2core.corpus import MAX_BYTES, read_corpus
from mx2core.corpus.files.source import Source
from mx2core.errors import CorpusFormatError


def test_a_file_by_its_path(tmp_path):
    path = tmp_path / "a.conll"
    path.write_bytes(b"a\tO\nb\tB-X\n\nc\tO\n")
    for given in (path, str(path)):
        assert read_corpus(given).name == "a.conll"
    assert read_corpus(path, name="other").name == "other"


def test_a_file_above_the_limit_is_not_read(tmp_path):
    path = tmp_path / "large.txt"
    with open(path, "wb") as file:
        file.truncate(MAX_BYTES + 1_000_000)  # a sparse file
    with pytest.raises(CorpusFormatError, match=r"large\.txt: 201,000,000 bytes; at most 200,000,000 "):
        read_corpus(path)
    with pytest.raises(CorpusFormatError, match="at most 3 are read"):
        read_corpus(b"a\tO\nb\tO\n", max_bytes=3)


@pytest.mark.parametrize(
    ("path", "message"),
    [("nothing.txt", "there is no file"), (".", "there is no corpus file"), ("a\x00b", "cannot be read")],
)
def test_what_is_no_file(tmp_path, path, message):
    with pytest.raises(CorpusFormatError, match=message):
        read_corpus(tmp_path / path)


def lines(text: str) -> list[str]:
    return [line for block in Source("x", text.encode(), "utf-8").blocks() for line in block.lines]


def test_only_line_ends_end_lines():
    assert lines("a\u2028b\x85c\x0bd\r\ne\n\nf") == ["a\u2028b\x85c\x0bd", "e", "", "f"]
    assert lines("a\rb\rc") == ["a", "b", "c"]


@pytest.mark.parametrize("piece", [1, 2, 3, 5, 8])
@pytest.mark.parametrize("codec", ["utf-8", "utf-16", "gb18030"])
def test_pieces_do_not_matter(monkeypatch, piece, codec):
    text = "一二\t三\r\n\r\n四\n五六七\n\n八"
    whole = list(Source("x", text.encode(codec), codec).blocks())
    monkeypatch.setattr("mx2core.corpus.files.source.PIECE", piece)
    blocks = list(Source("x", text.encode(codec), codec).blocks())
    assert [line for block in blocks for line in block.lines] == [
        line for block in whole for line in block.lines
    ]
    assert [n for block in blocks for n in block.offsets[:-1].tolist()] == [
        n for block in whole for n in block.offsets[:-1].tolist()
    ]
    assert blocks[0].first == 1
