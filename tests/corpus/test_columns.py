"""Token lines in columns: what is a token, a comment, a sentence break."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mx2core.corpus import file_columns, read_corpus
from mx2core.errors import CorpusFormatError
from tests.corpus.some import words

TWO_COLUMNS = """\
Ada\tB-PER
Lovelace\tI-PER
wrote\tO

#\tO
Babbage\tB-PER

"""


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
    ("first", "second", "expected"), [("Y", "_", "说"), ("说", "说", "说"), ("1", "_", "说")]
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


# Columns and comments of token lines: what is proposed, and what is not taken for an attribute.
def test_a_column_in_which_most_cells_are_no_tag_gives_way_to_one_of_tags():
    """Two annotators in one cell, `B-PER#O`, look like tags where they are not `O#O`."""
    tags = {"Ada": "B-PER", "Lee": "I-PER", "met": "O", "Rome": "B-LOC", "Acme": "B-ORG", "Ltd": "I-ORG"}
    rows = list(tags.items())
    rows += [(f"word{i}", "O") for i in range(14)]
    sentence = "".join(f"{i}\t{word}\t{tag}\t{tag}#O\ts\n" for i, (word, tag) in enumerate(rows, start=1))
    corpus = read_corpus(f"{sentence}\n{sentence}".encode(), name="names.iob2")
    assert list(corpus.sentences.columns) == ["word", "label", "col4", "col5"]
    assert corpus.attributes["label"].labels == ("LOC", "ORG", "PER")
    assert corpus.sentences.schemes["col4"] == "plain"
    assert not any("scheme" in str(notice) for notice in corpus.notices)


def test_it_is_taken_where_it_is_the_only_one():
    cells = ["B-X#O", "B-Y#O", "I-Y#O", "B-Z#O", "I-Z#O", *["O#O"] * 9]
    sentence = "".join(f"word{i}\t{cell}\n" for i, cell in enumerate(cells)) + "\n"
    assert "label" in read_corpus((sentence * 2).encode()).attributes


def test_a_comment_whose_key_everybody_knows_is_all_value():
    """`#text:… : …` made an attribute of every sentence's words."""
    text = "#sentid:1\n#text:그는 말했다 : 나는 = 간다\na\tO\nb\tB-X\n\n#sentid:2\n#text:둘째 : 문장\nc\tO\n"
    fields = read_corpus(text.encode(), name="f.tsv").sentences.fields
    assert fields == {"sent_id": ("1", "2"), "text": ("그는 말했다 : 나는 = 간다", "둘째 : 문장")}


def test_a_long_remark_is_no_key():
    text = "# this was heard on the radio: a lot of noise\na\tO\n\n# checked by: Ada\nb\tB-X\n"
    assert read_corpus(text.encode()).sentences.fields == {"checked by": ("", "Ada")}


def test_keys_beyond_those_that_are_kept_are_named():
    comments = "".join(f"# key{i} = {i}\n" for i in range(34))
    corpus = read_corpus(f"{comments}a\tO\n\n{comments}b\tB-X\n".encode())
    (notice,) = [notice for notice in corpus.notices if "Not used" in str(notice)]
    assert "key32, key33" in str(notice)


def test_a_field_of_amounts_keeps_its_name():
    """Prices that come more than once are no classes; stars are, and are the labels."""
    prices = "".join(f"words number {i},{(i % 20 + 1) * 1.5}\n" for i in range(60))
    assert list(read_corpus(f"text,price\n{prices}".encode()).sentences.fields) == ["text", "price"]
    stars = "".join(f"words number {i},{i % 5}\n" for i in range(60))
    assert list(read_corpus(f"text,stars\n{stars}".encode()).sentences.fields) == ["text", "label"]


# Every column of a file with values, for whoever says what they mean; Chinese names, columns left out.
TOKENS = b"cat\tN\tO\nsits\tV\tB-X\n\ndog\tN\tO\nran\tV\tB-Y\n\n"
TABLE = "文本,标签,极性\n" + "".join(f"第{k}句,{'甲乙'[k % 2]},{'正负'[k // 12]}\n" for k in range(24))
RECORDS = "".join(json.dumps({"id": k, "tokens": ["a", "b"], "tags": ["O", "B-X"]}) + "\n" for k in range(9))
ONE_A_ROW = "Sentence #,Word,POS\n1,a,N\n,b,V\n2,c,N\n,d,V\n"
CONLLU = "1-2\tdu\t_\t_\t_\t_\t_\t_\t_\t_\n" + "".join(
    f"{k}\tw{k}\tw\tNOUN\t_\t_\t0\troot\t_\t_\n" for k in (1, 2)
)


@pytest.mark.parametrize(
    ("name", "data", "names", "examples"),
    [
        ("a.conll", TOKENS, ["word", "pos", "label"], ("N", "V")),
        ("a.csv", TABLE.encode(), ["text", "label", "极性"], ("甲", "乙")),
        ("a.jsonl", RECORDS.encode(), ["sent_id", "word", "label"], ("a b",)),
        ("b.csv", ONE_A_ROW.encode(), ["sent_id", "word", "pos"], ("a", "b", "c")),
        ("a.conllu", f"{CONLLU}\n{CONLLU}\n".encode(), ["ID", "word", "LEMMA", "pos"], ("w1", "w2")),
    ],
)
def test_columns_with_their_values(name, data, names, examples):
    columns = file_columns(data, name)
    assert [column.name for column in columns][: len(names)] == names
    assert columns[1].examples == examples


def test_a_format_that_says_what_stands_where_has_none():
    assert file_columns(b"__label__a one\n__label__b two\n" * 20, "a.txt") == ()


@pytest.mark.parametrize(
    ("data", "columns"),
    [
        (TOKENS, ["词", "词性", "标签"]),
        (TOKENS, {"词性": "2"}),
        (TABLE.encode(), {"文本": "text", "极性": "label"}),
        (TABLE.encode(), {"标签": "极性"}),
    ],
)
def test_columns_may_be_named_in_chinese(data, columns):
    corpus = read_corpus(data, columns=columns)
    if data is TOKENS:
        assert corpus.sentences.schemes["label"] != "plain"
        assert "pos" in corpus.attributes
    else:
        assert corpus.attributes["label"].labels == ("正", "负")


@pytest.mark.parametrize("data", [TOKENS, TABLE.encode(), RECORDS.encode()])
def test_columns_are_left_out(data):
    names = [column.name for column in file_columns(data)]
    kept = "text" if "text" in names else "word"
    corpus = read_corpus(data, columns=[name if name == kept else "_" for name in names])
    assert set(corpus.sentences.columns) | set(corpus.sentences.fields) == {"word", kept}
