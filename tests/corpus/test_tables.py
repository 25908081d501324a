"""Tables as they are found: other quotes, one token a row, several labels, pairs; fastText, word/TAG."""

import json

import numpy as np
import pytest

from mx2core.corpus import detect, file_of_units, read_corpus
from mx2core.errors import CorpusFormatError
from tests.corpus.some import totals

QUOTED = (
    "Etat;'Die ARD-Tochter ''Degeto''; hat sich verpflichtet'\n"
    "Web;'Ein anderer Text; noch einer'\nEtat;'Drei und vier'\nWeb;'Noch; zwei'\n"
)
TOKENS = (
    "Sentence #,Word,POS,Tag\nSentence: 1,Ada,NNP,B-PER\n,is,VBZ,O\n,here,RB,O\n"
    'Sentence: 2,Rome,NNP,B-LOC\n,",",",",O\n'
)
SEVERAL = (
    'id,text,labels\n1,a b,"sport,news"\n2,c,news\n3,e,sport\n4,g,"sport,art"\n5,i,"art,news"\n6,k,art\n'
)
FLAGS = 'id,comment_text,toxic,rude\n1,"you, bad",1,0\n2,fine,0,0\n3,worse,1,1\n'
PAIR = "sentence1\tsentence2\tlabel\nA man.\tA dog.\tno\nA cat.\tIt sits.\tyes\n"
FAST = "__label__pos __label__short good film\n__label__neg bad\n"
DAILY = (
    "19980101-01-001-001/m  迈向/v  [中央/n  电台/n]nt  的/u\n\n"
    + "19980101-01-001-002/m  中共中央/nt  、/w  国家/n\n"
)
UNDERSCORES = "上海_NR 开发_NN\n北京_NR 很_AD 大_VA 。_PU\n"

THREE = {"art": 3, "news": 3, "sport": 3}
# name, file, format, units, the attribute `label` (or another) and its occurrences
FILES = [
    ("gnad.csv", QUOTED, "delimited", 4, "label", {"Etat": 2, "Web": 2}),
    ("ner.csv", TOKENS, "token_table", 2, "label", {"LOC": 1, "PER": 1}),
    ("topics.csv", SEVERAL, "delimited", 6, "label", THREE),
    ("listed.csv", SEVERAL.replace('"sport,news"', "\"['sport', 'news']\""), "delimited", 6, "label", THREE),
    ("toxic.csv", FLAGS, "delimited", 3, "label", {"toxic": 2, "rude": 1}),
    ("pairs.tsv", PAIR, "delimited", 2, "label", {"no": 1, "yes": 1}),
    ("fast.txt", FAST, "fasttext", 2, "label", {"neg": 1, "pos": 1, "short": 1}),
    ("daily.txt", DAILY, "slashed", 2, "label", {"nt": 1}),
    ("ctb.txt", UNDERSCORES, "slashed", 2, "pos", {"NR": 2, "AD": 1, "NN": 1, "PU": 1, "VA": 1}),
]


@pytest.mark.parametrize(("name", "text", "format", "n_units", "attribute", "counts"), FILES)
def test_every_label_is_counted(name, text, format, n_units, attribute, counts):
    data = text.encode()
    assert detect(data, name)[0].format == format
    corpus = read_corpus(data, name=name)
    assert (corpus.format, len(corpus)) == (format, n_units)
    assert totals(corpus, attribute) == counts
    whole = file_of_units(data, corpus, chosen=np.ones(n_units, dtype=bool)).decode()
    assert whole.split() == text.split()
    again = read_corpus(whole.encode(), name=name, format=format)
    assert again.units_sha256 == corpus.units_sha256


def test_quotes_and_delimiters_can_be_said():
    data = b"x~|a; b|\ny~|c|\nx~|d|\n"
    corpus = read_corpus(
        data, format="delimited", delimiter="~", quote="|", header=False, columns=["label", "text"]
    )
    assert corpus.sentences.fields["text"] == ("a; b", "c", "d")
    with pytest.raises(CorpusFormatError, match="`delimiter` must be one character, found '::'"):
        read_corpus(data, format="delimited", delimiter="::")
    plain = read_corpus(b'a "b,x\nc,y\nd,x\n', format="delimited", delimiter=",", quote="", header=False)
    assert plain.sentences.fields["text"][0] == 'a "b'


def test_the_header_can_be_said():
    data = b"label,text\nx,a b\ny,c d\n"
    assert len(read_corpus(data, header=True)) == 2
    assert len(read_corpus(data, format="delimited", header=False, columns=["label", "text"])) == 3


def test_an_apostrophe_is_no_quote():
    data = b"text,label\nI can't,x\nyou can't, either?,y\nit's,x\n".replace(b"t, e", b"t e")
    assert read_corpus(data).sentences.fields["text"] == ("I can't", "you can't either?", "it's")


def test_a_few_cells_between_apostrophes_are_no_sign_of_quotes():
    rows = ["text\tlabel", "'Yes'\tx", *(f"plain text {i}\ty" for i in range(9)), "'No'\tx"]
    assert read_corpus("\n".join(rows).encode()).sentences.fields["text"][0] == "'Yes'"


def test_pairs_are_one_text_in_json_too():
    rows = [
        {"premise": "A man.", "hypothesis": "A dog.", "label": 1},
        {"premise": "B.", "hypothesis": "C.", "label": 0},
    ]
    data = "\n".join(map(json.dumps, rows)).encode()
    corpus = read_corpus(data, label_names=["yes", "no"])
    assert corpus.sentences.fields == {"text": ("A man.\nA dog.", "B.\nC."), "label": ("no", "yes")}


def test_classes_with_a_comma_in_their_name_stay_whole():
    data = b'text,label\na,"food, drinks"\nb,"arts, music"\nc,"food, drinks"\nd,sport\n'
    assert set(read_corpus(data).attributes["label"].labels) == {"food, drinks", "arts, music", "sport"}


def test_the_brackets_and_numbers_of_the_peoples_daily():
    sentences = read_corpus(DAILY.encode()).sentences
    assert sentences.fields["sent_id"] == ("19980101-01-001-001", "19980101-01-001-002")
    assert sentences.sentence(0).columns == {
        "word": ["迈向", "中央", "电台", "的"],
        "pos": ["v", "n", "n", "u"],
        "label": ["O", "B-nt", "I-nt", "O"],
    }


@pytest.mark.parametrize(
    ("data", "options", "message"),
    [
        (b"a/n b\nc/v\n", {"format": "slashed"}, "line 1: 'b' has no tag"),
        (b"__label__x\n__label__y a\n", {}, "line 1: this line has no text"),
        (TOKENS.encode().replace(b"Sentence #", b"nothing"), {"format": "token_table"}, "'sent_id'"),
        (TOKENS.encode() + b",more\n", {}, "line 7: expected 4 columns, found 2"),
    ],
)
def test_what_is_wrong_is_named(data, options, message):
    with pytest.raises(CorpusFormatError, match=message):
        read_corpus(data, name="x.csv", **options)


def test_short_chinese_texts_beside_long_labels():
    rows = [(f"好{chr(0x4E00 + k)}", "sports-news" if k % 2 else "travel-news") for k in range(12)]
    corpus = read_corpus("".join(f"{text},{label}\n" for text, label in rows).encode(), name="a.csv")
    assert corpus.attributes["label"].labels == ("sports-news", "travel-news")


def test_classes_that_doccano_joins():
    cells = ["pos#short", "neg", "pos", "neg#short"] * 2
    data = "id,text,label\n" + "".join(f"{k},a b{k},{cell}\n" for k, cell in enumerate(cells))
    assert read_corpus(data.encode()).attributes["label"].labels == ("neg", "pos", "short")
    data = "text,label\n" + "".join(f"a b{k},{cell}\n" for k, cell in enumerate(["C#", "C", "F#", "F"] * 2))
    assert read_corpus(data.encode()).attributes["label"].labels == ("C", "C#", "F", "F#")
