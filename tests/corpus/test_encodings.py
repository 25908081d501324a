"""Encodings are told where they can be, and asked for where they cannot."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mx2core.corpus import detect, encodings, read_corpus
from mx2core.errors import CorpusFormatError

TEXT = "北京\tB-LOC\n下雨\tO\n\n老師\tO\n宣布\tO\n\n上海\tB-LOC\n天晴\tO\n"


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "gb18030"])
def test_text_is_the_same_in_every_encoding(codec):
    corpus = read_corpus(TEXT.encode(codec))
    assert corpus.encoding == codec
    assert "Big5" not in "".join(map(str, corpus.notices))
    assert corpus.sentences.columns["word"][slice(0, 3)] == ["北京", "下雨", "老師"]
    assert corpus.units_sha256 == read_corpus(TEXT.encode()).units_sha256


@given(st.text(st.characters(min_codepoint=0x4E00, max_codepoint=0x9FA5), min_size=8, max_size=60))
def test_chinese_utf8_is_never_taken_for_another(text):
    assert [found.name for found in encodings(f"{text} 。\n".encode(), "x")] == ["utf-8"]


def test_gb18030_and_big5_are_both_offered():
    found = encodings(TEXT.encode("big5"), "x")
    assert [encoding.name for encoding in found] == ["gb18030", "big5"]
    assert found[1].preview.startswith("北京 B-LOC 下雨")
    assert not found[0].preview.startswith("北京")
    corpus = read_corpus(TEXT.encode("big5"))
    assert corpus.encoding == "gb18030"
    assert "choose Big5" in str(corpus.notices[0])
    assert read_corpus(TEXT.encode("big5"), encoding="big5").sentences.columns["word"].values[0] == "北京"
    assert {candidate.encoding for candidate in detect(TEXT.encode("big5"))} == {"gb18030", "big5"}


def test_a_wrong_encoding_is_answered_with_line_and_column():
    data = TEXT.encode() + "坏\tO\n".encode("gb18030")
    with pytest.raises(CorpusFormatError, match=r"x\.txt, line 9, column 1: this is not valid"):
        read_corpus(data, encoding="utf-8", name="x.txt")


def test_a_mark_says_what_it_is_even_where_utf_8_was_asked_for():
    corpus = read_corpus(TEXT.encode("utf-8-sig"), encoding="utf-8")
    assert corpus.sentences.columns["word"].values[0] == "北京"
    corpus = read_corpus(TEXT.encode("utf-16"), encoding="utf-16-le")
    assert corpus.sentences.columns["word"].values[0] == "北京"


@pytest.mark.parametrize("name", ["klingon", "rot13", "base64", "punycode", "a\x00b"])
def test_encodings_that_are_none(name):
    with pytest.raises(CorpusFormatError, match=r"is not a text encoding"):
        read_corpus(TEXT.encode(), encoding=name)


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"%PDF-1.7\n", "PDF"),
        (b"PK\x03\x04....[Content_Types].xml....xl/workbook.xml", "XLSX"),
        (b"PK\x03\x04....word/document.xml", "DOCX"),
        (b"PK\x03\x04....", "ZIP"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1....", "DOC / XLS"),
        (b"\x1f\x8b\x08....", "GZIP"),
    ],
)
def test_other_kinds_of_files_are_named(data, kind):
    for encoding in (None, "gb18030"):
        with pytest.raises(CorpusFormatError, match=rf"this is not text \({kind}\)|archive is damaged"):
            read_corpus(data, encoding=encoding)


def test_a_preview_shows_letters_that_tell():
    data = f"# newdoc id = batch-0000\n{TEXT}".encode("gb18030")
    assert "batch" not in encodings(data, "a.conll")[0].preview


def test_binary_data_is_no_text():
    with pytest.raises(CorpusFormatError, match=r"not text \(NUL\)"):
        read_corpus(bytes(range(256)) * 8)
    with pytest.raises(CorpusFormatError, match="cannot be written as text"):
        read_corpus(b"a\x00\tO\nb\tB-X\n\nc\tO\n", encoding="latin-1", format="columns")


@pytest.mark.parametrize(
    ("begins", "kind"), [(b"\x89PNG\r\n\x1a\n", "PNG"), (b"\xff\xd8\xff\xe0", "JPEG"), (b"GIF89a", "GIF")]
)
def test_an_image_is_called_one(begins, kind):
    with pytest.raises(CorpusFormatError, match=rf"an image \({kind}\), not text"):
        read_corpus(begins + bytes(range(256)) * 4, name="photo.txt")
