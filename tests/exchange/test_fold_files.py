"""The ZIP of training and validation files: readable, complete, the same bytes everywhere."""

import io
import zipfile
from dataclasses import replace
from hashlib import sha256

import numpy as np
import pytest

from mx2core.corpus import read_corpus
from mx2core.corpus.files.containers import unpacked
from mx2core.corpus.files.source import MAX_BYTES
from mx2core.errors import DesignError, InputError
from mx2core.exchange import load_partitions, size_of_fold_files, write_fold_files
from mx2core.exchange.partitions.file_archive import file_archive
from mx2core.partition import random_partitions

from ..bad_input import FRAMENET
from .conftest import made_text

CONLLU = "".join(
    f"# sent_id = {i}\n# text = w{i} x\n1\tw{i}\tw\tNOUN\t_\t_\t0\troot\t_\t_\n"
    "2\tx\tx\tVERB\t_\t_\t1\tdep\t_\t_\n\n"
    for i in range(7)
)
PREDICATES = "".join(
    f"1\tw{i}\tw\tX\t_\t_\t2\tr\tY\tc.1\tA0\t_\n2\td\td\tX\t_\t_\t0\tr\tY\td.1\tA1\tA1\n\n" for i in range(5)
)
FILES = {  # one of each format, and what makes bytes differ
    "columns.conll": made_text(12),
    "windows.conll": made_text(12).replace("\n", "\r\n"),
    "unended.conll": made_text(12).rstrip("\n"),
    "trees.conllu": CONLLU,
    "roles.conll09": PREDICATES,
    "frames.json": FRAMENET.decode(),
    "words.seg": "我 喜欢\n\n你 来 吧\n他们 走\n再 见",
    "texts.jsonl": "".join(f'{{"text": "text {i}",  "label": "{"xy"[i % 2]}"}}\n' for i in range(6)),
    "array.json": '[\n{"text": "a", "label": "x"},\n{"text": "b", "label": "y"}, {"text":"c","label":"x"}]\n',
    "table.csv": 'text,label\n"a\nb",x\nc d,y\n"e, f",x\n',
    "table.tsv": "text\tlabel\na\tx\nb\ty\nc\tx\n",
}


def zip_file(partitions, corpus, data):
    target = io.BytesIO()
    write_fold_files(target, partitions, corpus=corpus, data=data)
    return zipfile.ZipFile(target)


def check(name, data, corpus, m=2):
    """Every file of every fold reads to the units of its half, and its sentences have their bytes."""
    made = random_partitions(len(corpus), m, seed=3)
    archive = zip_file(made, corpus, data)
    suffix = name[name.rindex(".") :]
    reading = {"format": corpus.format, "encoding": corpus.encoding}
    text = data.decode(corpus.encoding)
    for k, sides in enumerate(made.folds()):
        folder = f"split-{k // 2 + 1:02d}-fold-{k % 2 + 1}"
        for side, units in zip(("train", "validation"), sides, strict=True):
            part = archive.read(f"{folder}/{side}{suffix}")
            chosen = np.isin(corpus.units, units) & ~corpus.sentences.repeats
            blocks = [text[a:b].rstrip() for a, b in corpus.sentences.spans[chosen].tolist()]
            decoded = part.decode(corpus.encoding)
            place = 0
            for block in blocks:  # in corpus order, nothing changed
                place = decoded.index(block, place) + len(block)
            if len(units) > 1:
                again = read_corpus(part, name=name, **reading)
                expected = [sentence.columns["word"] for sentence in corpus.sentences_of(units)]
                found = [sentence.columns["word"] for sentence in again.sentences_of(range(len(again)))]
                assert found == expected
    return archive


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030"])
def test_every_format(name, encoding):
    data = FILES[name].encode(encoding)
    check(name, data, read_corpus(data, name=name, encoding=encoding))


def test_what_is_in_it(corpus, corpus_bytes):
    made = random_partitions(len(corpus), 11, seed=3)
    archive = zip_file(made, corpus, corpus_bytes)
    names = archive.namelist()
    assert names[:4] == [
        "README.txt",
        "partitions.json",
        "split-01-fold-1/train.conll",
        "split-01-fold-1/validation.conll",
    ]
    assert len(names) == 2 + 2 * 2 * 11 + 1
    assert names[-2:] == ["split-11-fold-2/validation.conll", "SHA256SUMS"]
    readme = archive.read("README.txt").decode()
    assert "11 partitions of 40 units" in readme
    assert "40 个样本" in readme
    again = load_partitions(archive.read("partitions.json"), corpus)
    np.testing.assert_array_equal(again.masks, made.masks)
    files = [entry.file_size for entry in archive.infolist()[2:-1]]
    assert sum(files) == pytest.approx(size_of_fold_files(made, corpus_bytes), rel=0.01)
    assert archive.read("split-02-fold-1/train.conll") == archive.read("split-02-fold-2/validation.conll")


def test_a_name_with_half_a_character(corpus, corpus_bytes):
    named = replace(corpus, name="h\udcff.conll")
    archive = zip_file(random_partitions(len(named), 1), named, corpus_bytes)
    assert "h\\udcff.conll" in archive.read("README.txt").decode()


def test_a_part_of_a_corpus_says_so(corpus_bytes):
    part = read_corpus(corpus_bytes, name="made.conll", where={"word": "说"})
    archive = check("made.conll", corpus_bytes, part)
    assert archive.read("README.txt").decode().count("--where word=说") == 2


@pytest.mark.parametrize("name", ["no suffix", "a.b/c", "x.très"])
def test_a_name_that_does_not_tell_the_kind(name, corpus_bytes):
    corpus = read_corpus(corpus_bytes, name=name)
    archive = zip_file(random_partitions(len(corpus), 1), corpus, corpus_bytes)
    assert "split-01-fold-1/train.txt" in archive.namelist()


def test_the_same_files_on_any_machine(corpus, corpus_bytes, monkeypatch):
    """The digests inside depend on nothing but the partitions and the corpus, and they are true."""
    monkeypatch.setattr("mx2core.exchange.partitions.partition_json.__version__", "1")
    made = random_partitions(len(corpus), 2, seed=3)
    archive = zip_file(made, corpus, corpus_bytes)
    sums = archive.read("SHA256SUMS")
    assert sha256(sums).hexdigest() == "fc01050f5bba475209079a017957923b001b0551e24c665026e54d300ff210d4"
    lines = [line.split("  ") for line in sums.decode().splitlines()]
    assert [name for _, name in lines] == archive.namelist()[:-1]
    assert all(sha256(archive.read(name)).hexdigest() == digest for digest, name in lines)


def test_the_same_bytes_of_one_zlib(corpus, corpus_bytes):
    """Nothing of the moment is in the archive."""
    made = random_partitions(len(corpus), 2, seed=3)
    first, second = io.BytesIO(), io.BytesIO()
    for target in (first, second):
        write_fold_files(target, made, corpus=corpus, data=corpus_bytes)
    assert first.getvalue() == second.getvalue()
    entries = zipfile.ZipFile(first).infolist()
    assert {entry.compress_type for entry in entries} == {zipfile.ZIP_DEFLATED}
    assert {entry.date_time for entry in entries} == {(1980, 1, 1, 0, 0, 0)}
    assert len(first.getvalue()) < sum(entry.file_size for entry in entries) / 2


@pytest.mark.parametrize("sentence", ["a\tN\n\n", "猫\tN\nsits\tV\n\n"])
def test_what_packs_best_can_be_read_again(sentence):
    """A corpus of one sentence, again and again, packs as well as any text can."""
    data = (sentence * (12 << 20 >> 3)).encode()
    target = io.BytesIO()
    with file_archive(target) as add:
        for name in ("train.conll", "dev.conll"):
            add(name, data)
    names = [member.name for member in unpacked(target.getvalue(), "parts.zip", MAX_BYTES)]
    assert names == ["train.conll", "dev.conll"]


def test_wrong_inputs(corpus, corpus_bytes, other):
    made = random_partitions(len(corpus), 1)
    with pytest.raises(DesignError, match="have 40 units"):
        zip_file(made, other, corpus_bytes)
    with pytest.raises(InputError, match=r"made\.conll: the file has changed"):
        zip_file(made, corpus, corpus_bytes + b"\n")


@pytest.mark.parametrize(
    "file",
    [
        "latvian-framenet/lvfn-six-frames.conll2009",
        "ud-zh-gsdsimp/zh_gsdsimp-ud-dev.conllu",
        "up-zh/zh-up-dev.conllu",
        "uner-zh-gsdsimp/zh_gsdsimp-ud-dev.iob2",
        "wnut17/emerging.dev.conll",
        "wnut17/emerging.test.annotated",
        "seg-zh/zh_gsdsimp-dev-test.seg.gb18030.txt",
        "banking77/test.csv",
    ],
)
def test_real_corpora(file, real_corpora):
    data = (real_corpora / file).read_bytes()
    check(file, data, read_corpus(data, name=file.rpartition("/")[2]), m=1)
