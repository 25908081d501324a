"""Columns and comments of token lines: what is proposed, and what is not taken for an attribute."""

from __future__ import annotations

from mx2core.corpus import read_corpus


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


def test_a_mark_makes_a_target_column():
    text = "老师\tn\t_\tB-说话者\n宣布\tv\tY\tO\n停课\tv\t_\tB-信息\n\n他\tr\t_\tB-说话者\n说\tv\tY\tO\n\n"
    corpus = read_corpus(text.encode(), name="frames.tsv")
    assert corpus.sentences.fields["target"] == ("宣布", "说")
    assert corpus.suggested == ("target", "label")


def test_a_field_of_amounts_keeps_its_name():
    """Prices that come more than once are no classes; stars are, and are the labels."""
    prices = "".join(f"words number {i},{(i % 20 + 1) * 1.5}\n" for i in range(60))
    assert list(read_corpus(f"text,price\n{prices}".encode()).sentences.fields) == ["text", "price"]
    stars = "".join(f"words number {i},{i % 5}\n" for i in range(60))
    assert list(read_corpus(f"text,stars\n{stars}".encode()).sentences.fields) == ["text", "label"]
