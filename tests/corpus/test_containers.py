"""Corpora as they come packed: gzip, xz, ZIP, folders, several files, brat's pairs, plain texts."""

import gzip
import json
import lzma
import random
import zipfile

import numpy as np
import pytest

from mx2core.corpus import detect, file_of_units, pack_files, read_corpus
from mx2core.corpus.files.split_names import split_of
from mx2core.errors import CorpusFormatError, InputError
from tests.corpus.some import totals, zipped

TRAIN = "Ada\tB-PER\nwrote\tO\n\nto\tO\nBob\tB-PER\n"
DEV = "from\tO\nRome\tB-LOC\n\nnow\tO\n"
TEST = "# sent_id = t\nnever\tO\nLee\tB-PER\n\n"
PARTS = {"x-train.conll": TRAIN, "x-dev.conll": DEV, "x-test.conll": TEST}


@pytest.mark.parametrize(
    ("pack", "name"),
    [
        (gzip.compress, "x.conll.gz"),
        (lzma.compress, "x.conll.xz"),
        (lambda data: zipped({"x.conll": data, "README.md": b"read me", "__MACOSX/._x": b"\0"}), "x.zip"),
    ],
)
def test_a_packed_file_is_the_file(pack, name):
    plain = read_corpus(TRAIN.encode(), name="x.conll")
    data = pack(TRAIN.encode())
    corpus = read_corpus(data, name=name)
    assert (corpus.format, corpus.unit_ids) == ("columns", plain.unit_ids)
    assert detect(data, name)[0].format == "columns"
    assert file_of_units(data, corpus, chosen=np.array([True, False])) == b"Ada\tB-PER\nwrote\tO\n\n"


def test_the_parts_of_a_split_are_one_corpus(tmp_path):
    for name, text in PARTS.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    paths = [tmp_path / name for name in PARTS]
    for given in (paths, tmp_path, str(tmp_path), zipped(PARTS)):
        corpus = read_corpus(given)
        assert totals(corpus, "split") == {"dev": 2, "train": 2, "test": 1}
        assert totals(corpus) == {"PER": 3, "LOC": 1}
    data = zipped(PARTS)
    corpus = read_corpus(data, name="x.zip")
    in_train = np.array([value == "train" for value in corpus.sentences.fields["split"]])
    assert file_of_units(data, corpus, chosen=in_train).decode() == f"{TRAIN}\n"
    everything = file_of_units(data, corpus, chosen=np.ones(5, dtype=bool))
    assert read_corpus(everything).units_sha256 == corpus.units_sha256


def test_a_split_may_come_in_several_files_a_part():
    names = ("train-1.conll", "train-2.conll", "dev-1.conll", "dev-2.conll", "test.conll")
    corpus = read_corpus(zipped(dict.fromkeys(names, f"{TRAIN}\n")), name="seven.zip")
    assert totals(corpus, "split") == {"train": 4, "dev": 4, "test": 2}
    names = ("test-1.conll", "test-2.conll", "dev.conll")  # nothing to train on
    assert "split" not in read_corpus(zipped(dict.fromkeys(names, f"{TRAIN}\n"))).sentences.fields


@pytest.mark.parametrize("data", [b"", b" \n\n"])
def test_an_empty_file_among_several_is_named(data, tmp_path):
    paths = [tmp_path / name for name in ("train.conll", "dev.conll")]
    paths[0].write_text(TRAIN, encoding="utf-8")
    paths[1].write_bytes(data)
    with pytest.raises(CorpusFormatError, match=r"dev\.conll: the file is empty"):
        read_corpus(paths)


def test_notices_name_no_line_where_there_are_several_files():
    same = "a\tN\n\nb\tN\n\n"
    (notice,) = [
        one for one in read_corpus(zipped({"train.conll": same, "dev.conll": same})).notices if one.unit
    ]
    assert notice.lines == ()


def test_files_that_are_no_parts_keep_their_names():
    corpus = read_corpus(zipped({"a.conll": TRAIN, "b.conll": DEV}))
    assert set(corpus.sentences.fields["file"]) == {"a.conll", "b.conll"}
    assert len(read_corpus(zipped({"a.conll": TRAIN, "b.conll": DEV}), unit="file")) == 2


def test_tables_have_one_header():
    files = {"train.csv": "text,label\na b,x\nc d,y\n", "test.csv": "text,label\ne f,x\ng h,y"}
    data = zipped(files)
    corpus = read_corpus(data)
    assert (len(corpus), totals(corpus)) == (4, {"x": 2, "y": 2})
    whole = file_of_units(data, corpus, chosen=np.ones(4, dtype=bool))
    assert whole == b"text,label\na b,x\nc d,y\ne f,x\ng h,y\n"
    other = zipped({**files, "test.csv": "label,text\nx,e f\ny,g h"})
    with pytest.raises(InputError, match="cannot be written as delimited"):
        file_of_units(other, read_corpus(other), chosen=np.ones(4, dtype=bool))


def test_notices_of_the_parts_are_told_once():
    record = '{"text": "a b", "label": "x", "meta": {"k": 1}}\n{"text": "c", "label": "y"}\n'
    corpus = read_corpus(zipped({"train.jsonl": record, "test.jsonl": record}))
    (notice,) = [str(notice) for notice in corpus.notices if "Not used" in str(notice)]
    assert "'meta', 2 times" in notice


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (
            zipped({"a.csv": "text,label\na b,x\nc d,y\n", "b.conll": TRAIN}),
            "'a.csv' is delimited, but 'b.conll' is columns",
        ),
        (zipped({"inner.zip": zipped({"a.conll": TRAIN})}), "'inner.zip' is an archive itself"),
        (gzip.compress(zipped({"a.conll": TRAIN})), "is an archive itself"),
        (zipped({"README.md": "x"}), "there is no corpus file"),
        (zipped(PARTS)[:200], "this archive is damaged"),
        (gzip.compress(TRAIN.encode())[:-12], "this archive is damaged"),
        (lzma.compress(TRAIN.encode())[:-12], "this archive is damaged"),
        (gzip.compress(b"a\tO\n\n" * 3_000_000), "unpacks to over"),
        (zipped({"a.conll": b"a\tO\n\n" * 3_000_000}), "unpacks to over"),
        (zipped({"a.json": f"[{' ' * 9_000_000}]"}), "unpacks to over"),
        (zipped({"a.conll": TRAIN}, zipfile.ZIP_BZIP2), "packed unusually"),
        (zipped({"a.conll": TRAIN}, zipfile.ZIP_LZMA), "packed unusually"),
    ],
)
def test_what_cannot_be_read_is_refused(data, message):
    with pytest.raises(CorpusFormatError, match=message):
        read_corpus(data, name="given")


def test_indented_records_are_read_however_well_they_pack():
    """As the Chinese FrameNet is handed out: a text as often as it has targets, a line for each number."""
    rng, records = random.Random(0), []
    for _ in range(600):
        text = "".join(map(chr, rng.choices(range(0x4E00, 0x5600), k=30)))
        word = [{"start": k, "end": k + 1, "pos": rng.choice("nvarpd")} for k in range(0, 30, 2)]
        for target in rng.choices(word, k=3):
            roles = [one | {"fe_name": rng.choice("施受与时处")} for one in rng.sample(word, 2)]
            records.append(
                {"text": text, "frame": "陈述", "word": word, "target": target, "cfn_spans": roles}
            )
    data = json.dumps(records, ensure_ascii=False, indent=4).encode()
    packed = zipped({"train.json": data})
    assert len(data) > 20 * len(packed)
    assert len(read_corpus(packed)) == 1800


def test_words_and_their_tags_are_no_document():
    """An archive of `word/NN` holds the name of a folder of DOCX."""
    text = "the/DT word/NN is/VBZ\nA/DT b/NN c/NN\n" * 3
    corpus = read_corpus(zipped({"train.txt": text, "dev.txt": text}, zipfile.ZIP_STORED))
    assert (corpus.format, len(corpus)) == ("slashed", 12)


def test_texts_with_columns_are_no_plain_texts():
    corpus = read_corpus(zipped({"a.txt": TRAIN, "b.txt": DEV}))
    assert (corpus.format, totals(corpus)) == ("columns", {"PER": 2, "LOC": 1})
    prose = "I went, and saw this film last night, being told to.\n"
    assert read_corpus(zipped({"a.txt": prose, "b.txt": prose + prose})).format == "folder"


def test_a_column_that_not_every_file_has_is_named():
    corpus = read_corpus(zipped({"train.conll": TRAIN, "test.conll": "a\nb\n\nc\n"}), format="columns")
    assert any("'label' is in 1 of 2 files" in str(notice) for notice in corpus.notices)


def test_links_do_not_lead_out_of_a_folder(tmp_path):
    (tmp_path / "secret.conll").write_text(DEV)
    folder = tmp_path / "corpus"
    folder.mkdir()
    (folder / "a.conll").write_text(TRAIN)
    (folder / "b.conll").symlink_to(tmp_path / "secret.conll")
    assert len(read_corpus(folder)) == 2


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("emerging.dev.conll", "dev"),
        ("wnut17train.conll", "train"),
        ("en_ewt-ud-test.conllu", "test"),
        ("valid.txt", "dev"),
        ("testa.txt", "dev"),
        ("testb.txt", "test"),
        ("训练集.csv", "train"),
        ("train/pos/1.txt", "train"),
        ("contest.csv", ""),
    ],
)
def test_parts_are_told_from_names(name, part):
    assert split_of(name) == part


ANN = "T1\tPER 0 7\tAda Lee\nT2\tLOC 17 21\tRome\nR1\tin Arg1:T1 Arg2:T2\n#1\tNote T1 hm\n"
PAIRS = {
    "d/1.txt": "Ada Lee lives in Rome.\nShe met Bob\nSmith. They left.",
    "d/1.ann": ANN + "T3\tPER 31 40\tBob Smith\nT4\tBOTH 0 3;17 21\tAda Rome\n",
    "d/2.txt": "Nothing here.",
    "d/2.ann": "",
    "annotation.conf": "[entities]",
}


def test_brat_pairs():
    corpus = read_corpus(zipped(PAIRS), name="brat.zip")
    assert (corpus.format, len(corpus)) == ("brat", 4)
    assert totals(corpus) == {"PER": 2, "BOTH": 1, "LOC": 1}
    # No sentence ends inside "Bob\nSmith".
    assert corpus.sentences.fields["text"][1] == "She met Bob\nSmith."
    assert corpus.sentences.fields["document"] == ("d/1", "d/1", "d/1", "d/2")
    lines = [str(notice) for notice in corpus.notices]
    assert any("Spans of several parts: 1," in notice for notice in lines)
    assert any("'relations (R)', 1 times" in notice for notice in lines)
    assert any("'notes (#)', 1 times" in notice for notice in lines)
    assert len(read_corpus(zipped(PAIRS), unit="document")) == 2
    assert detect(zipped(PAIRS), "b.zip")[0].problem is None
    with pytest.raises(InputError, match=r"cannot be written as brat"):
        file_of_units(zipped(PAIRS), corpus, chosen=np.ones(4, dtype=bool))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"d/2.ann": None}, r"'d/2.ann' is missing beside 'd/2.txt'"),
        ({"d/2.txt": None}, r"'d/2.txt' is missing beside 'd/2.ann'"),
        ({"d/2.ann": "T1\tPER 0 70\tx"}, "'d/2.ann' of record 2: span 0 to 70 does not fit"),
        ({"d/2.ann": "T1\tPER 0 7\tx"}, "reads 'Nothing', not 'x'"),
        ({"d/2.ann": "T1 PER 0 7 x"}, r"d/2.ann, line 1: a span must look like"),
    ],
)
def test_brat_pairs_that_do_not_fit(changes, message):
    files = {name: text for name, text in {**PAIRS, **changes}.items() if text is not None}
    with pytest.raises(CorpusFormatError, match=message):
        read_corpus(zipped(files), name="brat.zip")


def test_files_beside_the_pairs_are_named():
    files = {**PAIRS, "d/1.jpg": b"\xff\xd8\xff\0", "notes": "see there"}
    lines = [str(notice) for notice in read_corpus(zipped(files), name="brat.zip").notices]
    assert any("Not used by brat: 2 files, d/1.jpg, notes" in text for text in lines)


def test_one_folder_a_class():
    files = {f"{label}/{i}.txt": f"{label} film\nnumber {i}" for label in ("pos", "neg") for i in range(3)}
    corpus = read_corpus(zipped(files), name="films.zip")
    assert (corpus.format, len(corpus)) == ("folder", 6)
    assert totals(corpus) == {"neg": 3, "pos": 3}
    parts = {f"{part}/{name}": text for part in ("train", "test") for name, text in files.items()}
    corpus = read_corpus(zipped(parts))
    assert totals(corpus) == {"neg": 6, "pos": 6}
    assert totals(corpus, "split") == {"test": 6, "train": 6}


def test_one_file_a_document():
    corpus = read_corpus(zipped({"a.txt": "One. Two.", "b.txt": "Three.\nFour."}), name="texts.zip")
    assert corpus.sentences.fields["document"] == ("a", "a", "b", "b")


def test_names_that_a_chinese_windows_packed():
    labels = {"好评": "AAAA", "差评": "BBBB"}
    data = zipped({f"{label}/{i}.txt": f"{label} {i}" for label in labels.values() for i in range(2)})
    for chinese, label in labels.items():  # names in GB18030, and no word of it
        data = data.replace(f"{label}/".encode(), f"{chinese}/".encode("gb18030"))
    assert totals(read_corpus(data)) == {"好评": 2, "差评": 2}


def test_units_stand_in_the_order_in_which_the_name_lists_their_files(tmp_path):
    rows = {"x-test.conll": "c\tO\n", "x-dev.conll": "b\tO\n", "x-train.conll": "a\tO\n"}
    for name, text in rows.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    packed_as = pack_files([(name, text.encode()) for name, text in rows.items()], 10_000)
    for corpus in (
        read_corpus([tmp_path / name for name in rows]),
        read_corpus(packed_as[1], name=packed_as[0]),
    ):
        assert corpus.name == "x-train + dev + test.conll"
        assert list(corpus.sentences.columns["word"].values) == ["a", "b", "c"]
        assert list(corpus.sentences.fields["split"]) == ["train", "dev", "test"]
