"""Small files of every format of corpus, and what must hold of whatever is read from a file."""

import gzip
import io
import json
import lzma
import zipfile
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import numpy as np

from mx2core.corpus import file_of_units, read_corpus
from mx2core.corpus.readers import READERS
from mx2core.errors import Mx2Error
from tests.corpus.annotation_exports import EXPORTS
from tests.corpus.test_xmi import xmi_files

from .mutating import Edit, cell_changes

RECORD = {
    "sentence_id": 1,
    "text": "老师宣布停课",
    "frame": "陈述",
    "word": [{"start": 0, "end": 1, "pos": "n"}, {"start": 2, "end": 3}, {"start": 4, "end": 5}],
    "target": {"start": 2, "end": 3, "pos": "v"},
    "cfn_spans": [{"start": 0, "end": 1, "fe_abbr": "spkr", "fe_name": "说话者"}],
}
# Named by their formats, the example of a record where there is none with more in it.
SMALL = {
    **{key: one.example.encode() for key, one in READERS.items() if one.example},
    "columns": b"# global.columns = word pos label\n# sent_id = 1\nAda\tN\tB-PER\nx\tV\tO\n\n"
    b"-DOCSTART-\tX\tO\n\n#\tN\tO\nBob\tN\tB-PER\n\nb\tN\tO\n",
    "columns, blanks": "北 N B\n京 N E\n\n# a = b\n人 V S\n大 X B\n家 X E\n".encode(),
    "conllu": b"# newdoc id = d\n# sent_id = a\n# text = x y\n1-2\txy\t_\t_\t_\t_\t_\t_\t_\t_\n"
    b"1\tx\tx\tNOUN\tN\tA=b\t2\tnsubj\t_\t_\n2\ty\ty\tVERB\tV\t_\t0\troot\t_\t_\n\n"
    b"# sent_id = b\n1\tz\tz\tNOUN\tN\t_\t0\troot\t_\t_\n2.1\ty\t_\t_\t_\t_\t_\t_\t_\t_\n\n",
    "predicates": b"# sentence-text: a b\n1\ta\ta\tN\tN\t_\t0\troot\t_\t_\tA0\n"
    b"2\tb\tb\tV\tV\t_\t1\tx\tY\tb.01\t_\n\n"
    b"1\ta\ta\tN\tN\t_\t0\troot\tY\ta.01\t_\tA0\n2\tb\tb\tV\tV\t_\t1\tx\tY\tb.01\tA1\t_\n\n",
    "framenet": json.dumps([RECORD, RECORD], ensure_ascii=False).encode(),
    "segmented": "我 爱 北京\n你 来 了\n".encode("gb18030"),
    "jsonl": b'{"id":1,"tokens":["a","b"],"tags":["O","B-X"]}\n{"id":2,"text":"\\u4f60 hi","label":"x"}\n'
    b'{"tokens":["c"],"tags":[1],"group":"g"}\n',
    "delimited": b'\xef\xbb\xbftext,label,id\r\n"a, ""b""\r\nc",x,1\r\nd e,y,2\r\nfoo,x,3\r\n',
    "delimited, tsv": b'good "film\tpos\nbad one\tneg\nso so\tpos\n',
    "delimited, sequences": b"tokens,tags\na b c,O B-X I-X\nd e,O O\n",
    "delimited, lists": b"text,entities\nAda Lee left,\"[(0, 7, 'PER')]\"\n"
    b"Rome,\"[(0, 4, 'LOC')]\"\nno name,[]\n",
    "columns, utf-16": "a\tO\nb\tB-X\n\nc\tO\n".encode("utf-16"),
    "token_table": b"Sentence #,Word,POS,Tag\n1,Ada,N,B-PER\n,is,V,O\n2,Rome,N,B-LOC\n",
    "fasttext": b"__label__pos __label__new good film\n__label__neg bad\n",
    "slashed": "19980101-01-001-001/m  [中央/n  电台/n]nt  的/u\n迈向/v  新/a\n".encode(),
    **{export.file: export.data for export in EXPORTS},
}


def zipped(files: dict[str, bytes]) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name), data)
    return target.getvalue()


def repacked(data: bytes, edits: Sequence[Edit]) -> bytes:
    """The same archive with its files changed, so that its own checks still hold."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    for place, edit in enumerate(edits):
        name = sorted(files)[place % len(files)]
        files[name] = cell_changes(b"\t")(files[name], [edit])
    return zipped(files)


PACKED = {
    "brat": zipped(
        {
            "a.txt": "Ada Lee 在 Rome.\nShe left.".encode(),
            "a.ann": b"T1\tPER 0 7\tAda Lee\nT2\tLOC 4 7;10 14\tLee Rome\nR1\tin Arg1:T1\n#1\tN T1 hm\n",
            "b.txt": b"Nothing.",
            "b.ann": b"",
        }
    ),
    "classes": zipped({f"{label}/{i}.txt": b"film %d" % i for label in ("pos", "neg") for i in range(2)}),
    "split": zipped({"train.conll": SMALL["columns"], "test.conll": b"x\tN\tO\n\ny\tV\tB-X\n"}),
    "xmi": zipped(xmi_files()),
    "gz": gzip.compress(SMALL["columns"], mtime=0),
    "xz": lzma.compress(SMALL["jsonl"]),
}

UNITS = (None, None, None, "text", "document", "label", "pos", "word", "frame", "nothing", "")
COLUMNS: tuple[Any, ...] = (
    *(None, None, None, ["word", "label"], {"label": "pos"}, {"col3": "word"}, {"text": "label"}),
    *({"word": "2"}, [], {}, ["", ""], ["_", "word"], {"word": "label", "label": "word"}, ["a"] * 5000),
)
WHERE: tuple[Any, ...] = (
    *(None, None, None, {"label": "x"}, {"label": "O"}, {"word": "a"}, {"sent_id": "1"}, {"": ""}),
    *({"word": "a", "label": "O"}, {"no": "no"}, {"word": "\ud800"}, ["word"], "word=a"),
)
ENCODINGS = (None, None, None, "utf-8", "gb18030", "big5", "utf-16", "latin-1", "utf-32", "utf-7", "rot13")


def options(drawn: int) -> dict[str, Any]:
    """Arguments of `read_corpus` from one number; for every second one none."""
    chosen: dict[str, Any] = {}
    rest = 0 if drawn % 2 else drawn // 2
    known = {"unit": UNITS, "columns": COLUMNS, "where": WHERE, "encoding": ENCODINGS}
    for name, values in known.items():
        rest, place = divmod(rest, len(values))
        if values[place] is not None:
            chosen[name] = values[place]
    return chosen


def check(data: bytes, **options: Any) -> None:
    """Read a file, and look whether what was read makes sense."""
    corpus = read_corpus(data, **options)
    sentences = corpus.sentences
    assert len(set(corpus.unit_ids)) == len(corpus) >= 2
    assert np.array_equal(np.unique(corpus.units), np.arange(len(corpus)))
    assert (np.diff(sentences.starts) > 0).all()
    for column in sentences.columns.values():
        assert len(column.codes) == len(sentences.lines) == sentences.starts[-1]
    for values in sentences.fields.values():
        assert len(values) == len(sentences)
    for name in corpus.attributes:
        for counted in ("chunks", "tokens"):
            attribute = corpus.attribute(name, counted)
            assert attribute.counts.shape == (len(corpus), len(attribute.labels))
            assert (attribute.counts.sum(axis=0) > 0).all()
    assert set(corpus.suggested) <= set(corpus.attributes)
    assert all(map(str, corpus.notices))
    with suppress(Mx2Error):  # not every format can be written, nor every record cut in two
        file_of_units(data, corpus, chosen=np.arange(len(corpus)) % 2 == 0)


def _rows() -> Any:
    import pyarrow as pa

    features = {"tags": {"feature": {"names": ["O", "B-X"], "_type": "ClassLabel"}, "_type": "Sequence"}}
    rows = pa.table({"tokens": [["a", "b"], ["c"]], "tags": [[0, 1], [0]], "id": ["1", "2"]})
    metadata = json.dumps({"info": {"features": features}}).encode()
    return rows.replace_schema_metadata({b"huggingface": metadata})


def parquet() -> bytes:
    import pyarrow.parquet as pq

    target = io.BytesIO()
    pq.write_table(_rows(), target)
    return target.getvalue()


def arrow() -> bytes:
    import pyarrow as pa

    target, rows = io.BytesIO(), _rows()
    with pa.ipc.new_stream(target, rows.schema) as writer:
        writer.write_table(rows)
    return target.getvalue()
