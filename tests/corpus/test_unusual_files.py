"""Files as people really write them: what is no token, no class and no label must not become one."""

import json

import numpy as np
import pytest

from mx2core.corpus import file_of_units, read_corpus
from mx2core.errors import CorpusFormatError
from tests.corpus.some import lines, totals, words


def table(*rows: str) -> bytes:
    return "".join(row + "\n" for row in rows).encode()


FASTTEXT = {
    "tabs": "__label__hot\tthe soup burns\n__label__cold\tthe tea froze\n",
    "labels behind": "the soup burns __label__hot\nthe tea froze __label__cold\n",
    "labels behind a tab": "the soup burns\t__label__hot\nthe tea froze\t__label__cold\n",
    "blanks in front": "  __label__hot  the soup burns\n\t__label__cold \t the tea froze\n",
    "a comma": "__label__hot, the soup burns\n__label__cold , the tea froze\n",
}


@pytest.mark.parametrize("name", FASTTEXT)
def test_labels_of_fasttext_wherever_they_stand(name):
    corpus = read_corpus(FASTTEXT[name].encode() * 2)
    assert corpus.format == "fasttext"
    assert totals(corpus) == {"hot": 2, "cold": 2}
    assert corpus.sentences.fields["text"][0] == "the soup burns"


def test_several_labels_of_fasttext_with_tabs():
    corpus = read_corpus(b"__label__hot\t__label__food\tsoup burns\n__label__cold,__label__food\ttea froze\n")
    assert totals(corpus) == {"hot": 1, "food": 2, "cold": 1}


BEHIND = "Ada {p}\nKing {q}\nsings O\n\nin O\nRome {r}\n\n"


@pytest.mark.parametrize(
    "tags", [("PER-B", "PER-I", "LOC-B"), ("PER_B", "PER_I", "LOC_B"), ("PER-B", "PER-E", "LOC-S")]
)
def test_tags_with_their_letter_behind(tags):
    corpus = read_corpus(BEHIND.format(p=tags[0], q=tags[1], r=tags[2]).encode() * 2)
    assert totals(corpus) == {"PER": 2, "LOC": 2}
    assert sum("were read as B-" in str(notice) for notice in corpus.notices) == 1


def test_tags_behind_in_json_and_in_cells():
    tokens, tags = ["Ada", "King", "sings"], ["PER-B", "PER-I", "O"]
    assert totals(read_corpus(lines(*[{"tokens": tokens, "tags": tags}] * 2))) == {"PER": 2}
    row = f"{' '.join(tokens)},{' '.join(tags)}"
    assert totals(read_corpus(table("text,tags", row, row), format="delimited")) == {"PER": 2}


@pytest.mark.parametrize("labels", [("vitamin_B", "vitamin_C"), ("grade-B", "type-I"), ("line_S", "line_E")])
def test_labels_that_end_in_a_letter_are_no_tags(labels):
    corpus = read_corpus(f"a {labels[0]}\nb O\n\nc {labels[1]}\nd O\n\n".encode() * 3)
    assert totals(corpus) == dict.fromkeys(labels, 3)


ROWS = [f"{('good', 'bad')[i % 2]},the film of day {i} was long{{0}}" for i in range(20)]


@pytest.mark.parametrize(
    ("header", "behind"),
    [("v1,v2,", ","), ("v1,v2,,,", ",,,"), ("v1,v2,,", ""), ("v1,v2", ",,"), ("mood,words,,", ",,")],
)
def test_columns_without_a_name_and_without_cells(header, behind):
    corpus = read_corpus(table(header, *(row.format(behind) for row in ROWS)))
    assert len(corpus) == 20
    assert {"good": 10, "bad": 10} in [totals(corpus, name) for name in corpus.attributes]


def test_an_index_without_a_name():
    rows = [f"{i},{row.format('')}" for i, row in enumerate(ROWS)]
    corpus = read_corpus(table(",label,text", *rows))
    assert totals(corpus) == {"good": 10, "bad": 10}


PARTS = [f"{what}{{0}}{how}" for what in ("BED", "BATH", "DESK") for how in ("PRICE", "LOOKS", "SIZE")]


@pytest.mark.parametrize("mark", ["#", "|", ";", "; ", " | "])
def test_a_class_with_a_name_of_two_parts_is_one(mark):
    classes = [part.format(mark) for part in PARTS]
    rows = [f"a text of number {i}\t{name}" for i, name in enumerate(classes * 2)]
    corpus = read_corpus(table("text\tcategory", *rows))
    assert totals(corpus) == dict.fromkeys(sorted(classes), 2)
    assert not corpus.sentences.several
    assert any("single_label=False" in str(notice) for notice in corpus.notices)
    assert len(totals(read_corpus(table("text\tcategory", *rows), single_label=False))) == 6
    as_json = [{"text": row.split("\t")[0], "category": row.split("\t")[1]} for row in rows]
    assert totals(read_corpus(lines(*as_json))) == totals(corpus)


@pytest.mark.parametrize("mark", ["#", "|", ";", ","])
def test_several_labels_in_a_cell_can_be_read_as_one_class(mark):
    cells = ["sun", "rain", f"sun{mark}rain", f"rain{mark}wind", f"wind{mark}sun", "wind"]
    data = table("text\tlabel", *(f"a day of number {i}\t{cell}" for i, cell in enumerate(cells * 2)))
    corpus = read_corpus(data)
    assert totals(corpus) == {"sun": 6, "rain": 6, "wind": 6}
    assert sum("single_label=True" in str(notice) for notice in corpus.notices) == (mark != "|")
    assert totals(read_corpus(data, single_label=True)) == dict.fromkeys(cells, 2)


def test_a_list_of_labels_read_as_one_class():
    data = lines(*({"text": f"day {i}", "label": ["sun", "rain"][: i % 2 + 1]} for i in range(4)))
    assert totals(read_corpus(data)) == {"sun": 4, "rain": 2}
    assert totals(read_corpus(data, single_label=True)) == {"sun": 2, "sun | rain": 2}


@pytest.mark.parametrize("missing", ["null", "NaN"])
@pytest.mark.parametrize(("yes", "no"), [('"yes"', '"no"'), ("1", "0"), ("true", "false")])
def test_a_missing_label_in_json_is_no_class(missing, yes, no):
    rows = [f'{{"text": "day {i}", "label": {label}}}' for i, label in enumerate([yes, no, missing] * 4)]
    for data in (table(*rows), f"[{', '.join(rows)}]".encode()):
        assert totals(read_corpus(data)) == {yes.strip('"'): 4, no.strip('"'): 4}


@pytest.mark.parametrize("missing", ["null", "NaN"])
def test_a_missing_tag_in_json_is_outside(missing):
    row = f'{{"tokens": ["Ada", "sings"], "tags": ["B-PER", {missing}]}}'
    assert totals(read_corpus(table(row, row))) == {"PER": 2}


ADA = "Ada sings in Rome"


@pytest.mark.parametrize(
    "record",
    [
        {"text": ADA, "label": [[0, 3, "PER"], [13, 17, "LOC"], [0, 3, "PER"]]},
        {"text": ADA, "spans": [{"start": a, "end": b, "label": c} for a, b, c in ((0, 3, "PER"),) * 3]},
        {"text": ADA, "label": {"PER": {"Ada": [[0, 2], [0, 2]]}}},
        {"text": ADA, "ents": [{"start": 0, "end": 3, "label": "PER"}] * 2, "tokens": []},
    ],
)
def test_a_span_that_stands_twice_counts_once(record):
    corpus = read_corpus(lines(record, {**record, "text": "Ada sings in Rome now"}))
    assert totals(corpus)["PER"] == 2
    assert any("twice" in str(notice) for notice in corpus.notices)


def test_two_labels_on_one_span_both_count():
    record = {"text": ADA, "label": [[0, 3, "PER"], [0, 3, "SINGER"]]}
    assert totals(read_corpus(lines(record, record | {"text": "Ada sings"}))) == {"PER": 2, "SINGER": 2}


ADA_AND_BOB = [["Ada", "sings"], ["Bob", "in", "Rome"]]
COMMENTED = {
    "blanks, an identifier and a tab": "# id 7a-1\tdomain=en\nAda _ _ B-PER\nsings _ _ O\n\n"
    "# id 7a-2\tdomain=en\nBob _ _ B-PER\nin _ _ O\nRome _ _ B-LOC\n",
    "blanks, as many cells as tokens": "# id 7 en\nAda _ _ B-PER\nsings _ _ O\n\n"
    "# id 8 en\nBob _ _ B-PER\nin _ _ O\nRome _ _ B-LOC\n",
    "tabs, as many cells as tokens": "# id\t7\nAda\tB-PER\nsings\tO\n\n"
    "# id\t8\nBob\tB-PER\nin\tO\nRome\tB-LOC\n",
    "tabs, no blank": "#id\t7\nAda\tB-PER\nsings\tO\n\n#id\t8\nBob\tB-PER\nin\tO\nRome\tB-LOC\n",
    "tabs, the mark alone": "#\tdoc 1\nAda\tNE\tB-PER\nsings\tV\tO\n\n"
    "#\tdoc 2\nBob\tNE\tB-PER\nin\tP\tO\nRome\tNE\tB-LOC\n",
    "two lines": "# id\t7\n# by\tEve\nAda\tB-PER\nsings\tO\n\n# id\t8\nBob\tB-PER\nin\tO\nRome\tB-LOC\n",
    "no tags": "#id\tx7\nAda\tnoun\nsings\tverb\n\n#id\tx8\nBob\tnoun\nin\tprep\nRome\tnoun\n\n",
}


@pytest.mark.parametrize("name", COMMENTED)
def test_comments_with_tabs_are_no_tokens(name):
    corpus = read_corpus(COMMENTED[name].encode(), format="columns")
    assert words(corpus) == ADA_AND_BOB
    if "tags" not in name:
        assert totals(corpus) == {"PER": 2, "LOC": 1}


@pytest.mark.parametrize("between", ["\t", " "])
def test_tokens_with_a_hash_stay_tokens(between):
    rows = ["#", "one", "", "#rome", "is", "", "#", "two", "", "Ada", "#", ""]
    tags = {"#rome": "B-LOC", "Ada": "B-PER"}
    text = "".join(f"{word}{between}{tags.get(word, 'O')}\n" if word else "\n" for word in rows)
    corpus = read_corpus(text.encode())
    assert words(corpus) == [["#", "one"], ["#rome", "is"], ["#", "two"], ["Ada", "#"]]


PROPOSITIONS = """# sent_id = 1
1	Ada	Ada	PROPN	NNP	_	2	nsubj	2:nsubj	_	_	A0	_
2	tries	try	VERB	VBZ	_	0	root	0:root	_	try.01	V	_
3	to	to	PART	TO	_	4	mark	4:mark	_	_	_	_
4	sing	sing	VERB	VB	_	2	xcomp	2:xcomp	_	sing.01	A1	V

# sent_id = 2
1	Rain	rain	NOUN	NN	_	0	root	0:root	_	_

# sent_id = 3
1	Bob	Bob	PROPN	NNP	_	2	nsubj	2:nsubj	_	_	A0
2	ran	run	VERB	VBD	_	0	root	0:root	_	run.02	V

"""
TREES = "".join(
    "\t".join([*line.split("\t")[:8], "_", "_"]) + "\n" if "\t" in line else line + "\n"
    for line in PROPOSITIONS.splitlines()
)


@pytest.mark.parametrize("between", ["\t", " ", "    "])
def test_predicates_behind_all_columns_of_conllu(between):
    corpus = read_corpus(PROPOSITIONS.replace("\t", between).encode())
    assert corpus.format == "predicates"
    assert totals(corpus, "role") == {"A0": 2, "A1": 1, "V": 3}
    assert totals(corpus, "frame") == {"run.02": 1, "sing.01": 1, "try.01": 1}
    assert len(corpus) == 3


@pytest.mark.parametrize("between", ["\t", " ", "    "])
def test_conllu_with_blanks_for_tabs(between):
    corpus = read_corpus(TREES.replace("\t", between).encode())
    assert corpus.format == "conllu"
    assert words(corpus) == [["Ada", "tries", "to", "sing"], ["Rain"], ["Bob", "ran"]]
    assert totals(corpus, "pos") == {"NOUN": 1, "PART": 1, "PROPN": 2, "VERB": 3}


def tagged(*names: str) -> str:
    return "".join(f"{name}\tB-PER\nsings\tO\n\n" for name in names)


def numbered(*names: str) -> str:
    return "".join(f"1\t{name}\t{name}\tX\t_\t_\t0\troot\t_\t_\n\n" for name in names)


DOCUMENTS = {
    "a mark with an empty line": f"-DOCSTART-\tO\n\n{tagged(*'abc')}-DOCSTART-\tO\n\n{tagged(*'def')}",
    "a mark alone": f"-DOCSTART-\tO\n{tagged(*'abc')}-DOCSTART-\tO\n{tagged(*'def')}",
    "sentences before the first mark": f"{tagged(*'abc')}-DOCSTART-\tO\n\n{tagged(*'def')}",
    "CoNLL-U with names": f"# newdoc id = x\n{numbered(*'abc')}# newdoc id = y\n{numbered(*'def')}",
    "CoNLL-U without": f"# newdoc\n{numbered(*'abc')}# newdoc\n{numbered(*'def')}",
    "Windows": f"-DOCSTART-\tO\n\n{tagged(*'abc')}-DOCSTART-\tO\n\n{tagged(*'def')}".replace("\n", "\r\n"),
}


@pytest.mark.parametrize("name", DOCUMENTS)
@pytest.mark.parametrize("where", [None, {"word": "sings"}])
def test_documents_stay_apart_in_a_part_of_a_corpus(name, where):
    data = DOCUMENTS[name].encode()
    if where and "CoNLL-U" in name:
        where = {"pos": "X"}
    corpus = read_corpus(data, where=where)
    whole = {
        sentence.columns["word"][0]: sentence.fields["document"] for sentence in corpus.sentences_of(range(6))
    }
    for chosen in range(1, 2**6, 1 if where is None else 4):
        half = np.array([bool(chosen & 1 << i) for i in range(6)])
        if half.sum() < 2:
            continue
        part = read_corpus(file_of_units(data, corpus, chosen=half), format=corpus.format)
        sentences = list(part.sentences_of(range(len(part))))
        assert [s.columns["word"][0] for s in sentences] == [
            x for x, k in zip("abcdef", half, strict=True) if k
        ]
        pairs = {(s.fields.get("document", "#0"), whole[s.columns["word"][0]]) for s in sentences}
        assert len(pairs) == len({ours for ours, _ in pairs}) == len({theirs for _, theirs in pairs})


def test_a_whole_corpus_is_written_byte_for_byte_with_its_marks():
    for text in DOCUMENTS.values():
        corpus = read_corpus(text.encode())
        assert file_of_units(text.encode(), corpus, chosen=np.ones(6, dtype=bool)) == text.encode()


TOKENS, NOTHING = ["Ada", "King", "sings", "in", "Rome"], ["Bob", "ran"]
COUNTED = {
    "the end behind the last token": ("entities", "type", [(0, 2), (4, 5)]),
    "the end on the last token": ("ner", "label", [(0, 1), (4, 4)]),
}


@pytest.mark.parametrize("name", COUNTED)
@pytest.mark.parametrize("form", ["objects", "lists"])
@pytest.mark.parametrize("key", ["tokens", "words", "sentence"])
def test_spans_that_count_tokens(name, form, key):
    field, shown, places = COUNTED[name]
    labelled = list(zip(places, ("PER", "LOC"), strict=True))
    spans: list[object] = [{"start": a, "end": b, shown: label} for (a, b), label in labelled]
    if form == "lists":
        spans = [[a, b, label] for (a, b), label in labelled]
    corpus = read_corpus(lines({key: TOKENS, field: spans}, {key: NOTHING, field: []}))
    assert totals(corpus) == {"PER": 1, "LOC": 1}
    sentence = next(iter(corpus.sentences_of([0])))
    assert sentence.columns["word"] == TOKENS
    assert sentence.columns["label"] == ["B-PER", "I-PER", "O", "O", "B-LOC"]
    assert not any("add 1" in str(notice) for notice in corpus.notices)


def test_the_words_of_a_span_tell_what_its_end_is():
    spans = [{"start": 0, "end": 1, "entity_type": "PER", "text": "Ada King"}]
    corpus = read_corpus(lines({"tokens": TOKENS, "entity_mentions": spans}, {"tokens": NOTHING}))
    assert next(iter(corpus.sentences_of([0]))).columns["label"][:2] == ["B-PER", "I-PER"]


def test_an_end_that_nothing_tells_is_said_once():
    record = {
        "tokens": TOKENS,
        "entities": [{"start": 0, "end": 1, "type": "PER"}],
        "pos_tags": list("NNVPN"),
    }
    corpus = read_corpus(lines(record, record))
    assert sum("add 1" in str(notice) for notice in corpus.notices) == 1
    assert totals(corpus, "pos") == {"N": 6, "V": 2, "P": 2}


def test_tokens_named_by_their_places():
    record = {"sentence": list("小明去北京"), "ner": [{"index": [0, 1], "type": "PER"}]}
    corpus = read_corpus(json.dumps([record, {"sentence": list("他来"), "ner": []}]).encode())
    assert totals(corpus) == {"PER": 1}
    assert corpus.sentences.fields["text"][0] == "小明去北京"


def test_a_span_outside_the_tokens_is_refused():
    record = {"tokens": NOTHING, "entities": [{"start": 1, "end": 5, "type": "PER"}]}
    with pytest.raises(CorpusFormatError, match="outside its 2 tokens"):
        read_corpus(lines(record, record))


def test_a_text_under_another_name_is_read():
    record = {"document": ADA, "annotation": [{"start": 0, "end": 3, "label": "PER", "text": "Ada"}]}
    assert totals(read_corpus(lines(record, {"document": "Bob ran", "annotation": []}))) == {"PER": 1}


def chinese(*spans: tuple[str, int, int]) -> bytes:
    return lines(*({"text": text, "label": [[start, end, "PER"]]} for text, start, end in spans))


def test_offsets_behind_an_emoji_in_chinese():
    """An emoji is one character, and two units of UTF-16; without blanks no word is cut."""
    doubt = [("😀你好小明来了", 4, 6), ("😀再见小红吧", 4, 6)]
    notices = read_corpus(chinese(*doubt)).notices
    assert sum("emoji" in str(notice) for notice in notices) == 1
    with pytest.raises(CorpusFormatError, match="UTF-16"):  # the same names in front of any emoji
        read_corpus(chinese(*doubt, ("小明走了", 0, 2), ("小红来", 0, 2)))
    right = [("😀你好小明来了", 3, 5), ("😀再见小红吧", 3, 5), ("小明走了", 0, 2), ("小红来", 0, 2)]
    corpus = read_corpus(chinese(*right))
    assert not any("emoji" in str(notice) for notice in corpus.notices)


def test_offsets_whose_words_the_file_says_are_in_no_doubt():
    record = {"text": "😀你好小明来了", "spans": [{"start": 3, "end": 5, "label": "PER", "text": "小明"}]}
    corpus = read_corpus(lines(record, {**record, "text": "😀你好小明走了"}))
    assert not any("emoji" in str(notice) for notice in corpus.notices)


def test_labels_that_other_programs_take_for_missing_are_classes():
    rows = [f"text {k},{label}" for k, label in enumerate(["yes", "NA", "null", "None"] * 3)]
    corpus = read_corpus("\n".join(["text,label", *rows]).encode())
    assert set(corpus.sentences.fields["label"]) == {"yes", "NA", "null", "None"}
