"""Token lines in columns: what is a token, a comment, a sentence break."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mx2core.corpus import read_corpus
from mx2core.errors import CorpusFormatError

TWO_COLUMNS = """\
Ada\tB-PER
Lovelace\tI-PER
wrote\tO

#\tO
Babbage\tB-PER

"""


def words(corpus) -> list[list[str]]:
    sentences = corpus.sentences
    bounds = sentences.starts.tolist()
    return [sentences.columns["word"][slice(a, b)] for a, b in pairwise(bounds)]


def read(text: str, **options):
    return read_corpus(text.encode(), name="x.conll", **options)


def test_a_hash_with_a_tab_is_a_token():
    corpus = read(TWO_COLUMNS)
    assert words(corpus) == [["Ada", "Lovelace", "wrote"], ["#", "Babbage"]]
    assert corpus.sentences.lines.tolist() == [1, 2, 3, 5, 6]
    assert corpus.format == "columns"


@pytest.mark.parametrize("blank", ["\n", "\t\n", "  \n", "\t \t\n", "\r\n", "\u3000\n"])
def test_a_line_of_white_space_ends_a_sentence(blank):
    assert len(read(f"a\tO\nb\tB-X\n{blank}c\tO\n")) == 2


def test_blanks_separate_columns_too():
    corpus = read("北京 NR B-LOC\n下雨   VV O\n\n老师 NN O\n宣布 VV O\n")
    assert list(corpus.sentences.columns) == ["word", "pos", "label"]
    assert words(corpus)[0] == ["北京", "下雨"]


def test_a_full_width_space_can_be_a_token():
    corpus = read("北 O\n\u3000 O\n京 B-LOC\n\n大 O\n家 B-X\n")
    assert words(corpus)[0] == ["北", "\u3000", "京"]


def test_a_file_of_nothing_but_hashes_has_no_sentence():
    with pytest.raises(CorpusFormatError, match="no sentence"):
        read_corpus(b"#\tB-X\n\n#\tO\n", format="columns")


def test_comments_stand_before_a_sentence_only():
    text = "# sent_id = s1\n# genre = news\na O\nb B-X\n\n# sent_id = s2\n# O\nd O\n"
    corpus = read(text)
    assert corpus.sentences.fields["sent_id"] == ("s1", "s2")
    assert corpus.sentences.fields["genre"] == ("news", "")
    assert corpus.unit_ids == ("s1", "s2")
    assert words(corpus) == [["a", "b"], ["#", "d"]]


def test_docstart_lines_begin_documents():
    text = "-DOCSTART- -X- O\n\nEU NNP B-ORG\n\nPeter NNP B-PER\n\n-DOCSTART- -X- O\n\nHe PRP O\n"
    corpus = read(text, unit="document")
    assert corpus.sentences.fields["document"] == ("#1", "#1", "#2")
    assert corpus.unit_ids == ("#1", "#2")
    assert corpus.units.tolist() == [0, 0, 1]


def test_conllu_plus_header_names_the_columns():
    header = "# global.columns = word pos target role\n"
    corpus = read(header + "说\tv\t说\tO\n话\tn\t_\tB-信息\n\n讲\tv\t讲\tO\n。\tw\t_\tO\n")
    assert list(corpus.sentences.columns) == ["word", "pos", "target", "role"]
    assert corpus.sentences.fields["target"] == ("说", "讲")
    assert corpus.attributes["target"].labels == ("讲", "说")
    assert corpus.attributes["target"].counted == "sentences"
    assert corpus.suggested == ("target", "pos")  # role has one label only


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [("Y", "_", "说"), ("说", "说", "说"), ("1", "_", "说")],
)
def test_a_target_may_be_marked_or_repeated(first, second, expected):
    text = (
        "# global.columns = word pos target role\n"
        f"说\tv\t{first}\tO\n话\tn\t{second}\tB-信息\n\n讲\tv\t{first}\tO\n。\tw\t{second}\tO\n"
    )
    assert read(text).sentences.fields["target"][0] == expected


def test_a_leading_number_and_a_tag_that_is_not_last():
    corpus = read("1\ta\tB-LOC\t-\t-\n2\tb\tI-LOC\t-\tX\n\n1\tc\tO\t-\t-\n")
    assert list(corpus.sentences.columns) == ["word", "label", "col4", "col5"]
    assert corpus.attributes["label"].labels == ("LOC",)


def test_semantic_roles_are_roles():
    corpus = read("a\tN\tB-A0\nb\tV\tB-V\n\nc\tN\tB-A1\nd\tV\tB-V\n")
    assert list(corpus.sentences.columns) == ["word", "pos", "role"]


def test_iob1_and_iob2_are_told_apart():
    iob1 = "a\tI-X\nb\tI-X\nc\tB-X\n\nd\tI-Y\ne\tO\n\nf\tI-X\ng\tI-X\n"
    corpus = read(iob1)
    assert corpus.sentences.schemes["label"] == "IOB1"
    assert dict(zip(corpus.attributes["label"].labels, [3, 1], strict=True)) == {"X": 3, "Y": 1}
    assert read(TWO_COLUMNS).sentences.schemes["label"] == "IOB2"


def test_ragged_rows_are_named():
    with pytest.raises(CorpusFormatError, match=r"x\.conll, line 5: expected 2 columns, found 3"):
        read("a\tO\nb\tO\nc\tB-X\n\nd\tO\textra\ne\tO\n")
    with pytest.raises(CorpusFormatError, match=r"line 4: expected 2 columns, found 1"):
        read("a O\nb O\n\nc\nd O\n", format="columns")


@pytest.mark.parametrize(
    ("columns", "names"),
    [
        (["word", "label"], ["word", "label"]),
        ({"label": "ner"}, ["word", "ner"]),
        ({"word": "label", "label": "word"}, ["label", "word"]),
        ({"col2": "role"}, ["word", "role"]),
        ({"role": "2"}, ["word", "role"]),
        ({"word": "col2"}, ["col1", "word"]),
    ],
)
def test_columns_can_be_corrected(columns, names):
    assert list(read(TWO_COLUMNS, columns=columns).sentences.columns) == names


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        (["word"], "names 1 columns, but the file has 2"),
        (["word", "word"], "the name 'word' appears twice"),
        (["a", "b"], "no column 'word'"),
        ({"nothing": "label2"}, "no column"),
        ("word", "must list or map names"),
        ([1, 2], "must list or map names"),
    ],
)
def test_columns_that_cannot_be(columns, message):
    with pytest.raises(CorpusFormatError, match=message):
        read(TWO_COLUMNS, columns=columns)


def test_sentences_across_blocks_stay_whole(monkeypatch):
    monkeypatch.setattr("mx2core.corpus.files.source.PIECE", 7)
    small = read("# sent_id = a\n" + TWO_COLUMNS * 3)
    monkeypatch.undo()
    whole = read("# sent_id = a\n" + TWO_COLUMNS * 3)
    assert words(small) == words(whole)
    assert small.sentences.lines.tolist() == whole.sentences.lines.tolist()
    assert small.sentences.spans.tolist() == whole.sentences.spans.tolist()
    assert small.unit_ids == whole.unit_ids


# Any token but white space and what could not be told from a comment or document line.
TOKEN = st.text(
    st.characters(exclude_categories=("Cc", "Cs", "Z"), exclude_characters="\ufeff"), min_size=1, max_size=5
)
TAG = st.sampled_from(["O", "B-X", "I-X", "B-YY"])


@settings(max_examples=60)
@given(
    sentences=st.lists(st.lists(st.tuples(TOKEN, TAG), min_size=1, max_size=6), min_size=2, max_size=8),
    separator=st.sampled_from(["\t", " ", "   "]),
    newline=st.sampled_from(["\n", "\r\n"]),
    encoding=st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-16-be", "gb18030"]),
)
def test_what_was_written_is_read(sentences, separator, newline, encoding):
    sentences = [[("x", "B-X"), *sentence] for sentence in sentences]  # so that tags look like tags
    text = (newline * 2).join(
        newline.join(f"{word}{separator}{tag}" for word, tag in sentence) for sentence in sentences
    )
    corpus = read_corpus(
        text.encode(encoding), format="columns", encoding=encoding, columns=["word", "label"]
    )
    assert words(corpus) == [[word for word, _ in sentence] for sentence in sentences]
    tags = corpus.sentences.columns["label"][slice(None)]
    assert tags == [tag for sentence in sentences for _, tag in sentence]


def test_progress_reaches_the_end():
    seen = []
    read(TWO_COLUMNS, report=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (len(TWO_COLUMNS.encode()), len(TWO_COLUMNS.encode()))
