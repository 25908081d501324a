"""Small files that once cost minutes or gigabytes, and a way to see what they cost now.

    python -m tests.attacks                      the names of all
    python -m tests.attacks NAME [SIZE]          reads one, says what came of it, in how much time and memory

`tests/test_attacks.py` runs each in a process of its own whose memory and processor time are limited by
the system, so that a step back is an error and no slow test.
"""

import io
import itertools
import json
import resource
import sys
import time
import zipfile
from collections.abc import Callable
from typing import Any

from tests.corpus.some import zipped

Read = Callable[[bytes], Any]
Attack = Callable[[int], tuple[bytes, Read]]
ATTACKS: dict[str, tuple[Attack, int]] = {}


def attack(size: int) -> Callable[[Attack], Attack]:
    """A function that makes a file and says what reads it; `size` as the tests take it."""

    def keep(function: Attack) -> Attack:
        ATTACKS[function.__name__] = function, size
        return function

    return keep


def _corpus(n_units: int) -> Any:
    from mx2core.corpus import read_corpus

    text = "".join(f"# sent_id = u{i}\na\tO\nb{i % 5}\tB-X\n\n" for i in range(n_units))
    return read_corpus(text.encode(), name="made.conll", columns=["word", "label"])


def _corpus_file(data: bytes, **options: Any) -> tuple[bytes, Read]:
    from mx2core.corpus import read_corpus

    return data, lambda data: read_corpus(data, **options)


@attack(200_000)
def keys_that_are_new_in_every_record(size: int) -> tuple[bytes, Read]:
    rows = "".join(f'{{"text":"a b","k{i}":1}}\n' for i in range(size))
    return _corpus_file(rows.encode())


@attack(200_000)
def keys_that_differ_by_apostrophes(size: int) -> tuple[bytes, Read]:
    """Each is called like the one before, with a mark more: names that are made different collide again."""
    rows = "".join(f'{{"text":"a b","label":"x","l{i}":1,"intent":2}}\n' for i in range(size))
    return _corpus_file(rows.encode())


@attack(100_000)
def lists_that_are_new_in_every_record(size: int) -> tuple[bytes, Read]:
    rows = "".join(f'{{"tokens":["a","b"],"k{i}":["x","y"]}}\n' for i in range(size))
    return _corpus_file(rows.encode())


@attack(700_000)
def texts_of_many_words_to_be_scored(size: int) -> tuple[bytes, Read]:
    """An edit distance has as many cells as the product of both lengths."""
    from mx2core.metrics import bleu_scores

    text = " ".join(f"w{k}" for k in range(size // 7))
    return text.encode(), lambda data: bleu_scores([text], [text[::-1]])


def _xmi(types: str, document: str) -> bytes:
    system = (
        '<typeSystemDescription xmlns="http://uima.apache.org/resourceSpecifier">'
        f"<types>{types}</types></typeSystemDescription>"
    )
    return zipped({"types.xml": system, "a.xmi": document})


@attack(150)
def types_that_inherit_from_each_other(size: int) -> tuple[bytes, Read]:
    """cassis asks each for the features of all above it, again and again."""
    feature = (
        "<featureDescription><name>{}</name><rangeTypeName>uima.cas.String</rangeTypeName>"
        "</featureDescription>"
    )
    names = ["uima.tcas.Annotation", *(f"a.T{k}" for k in range(size))]
    types = "".join(
        f"<typeDescription><name>{name}</name><supertypeName>{above}</supertypeName>"
        f"<features>{feature.format(name[2:])}</features></typeDescription>"
        for above, name in itertools.pairwise(names)
    )
    return _corpus_file(_xmi(types, '<xmi:XMI xmlns:xmi="http://www.omg.org/XMI" xmi:version="2.0"/>'))


@attack(150)
def types_that_name_the_one_above_first(size: int) -> tuple[bytes, Read]:
    """And call it by the number of a letter."""
    types = "".join(
        f"<typeDescription><supertypeName>a.&#84;{k}</supertypeName><name>a.T{k + 1}</name></typeDescription>"
        for k in range(size)
    )
    return _corpus_file(_xmi(types, '<xmi:XMI xmlns:xmi="http://www.omg.org/XMI" xmi:version="2.0"/>'))


@attack(25_000)
def comments_that_do_not_end(size: int) -> tuple[bytes, Read]:
    return _corpus_file(_xmi("<!--" * size, ""))


@attack(25)
def entities_in_an_encoding_that_hides_them(size: int) -> tuple[bytes, Read]:
    document = _entities(size).replace("<!", "+ADwAIQ-").replace("?>", ' encoding="UTF-7"?>', 1)
    return _corpus_file(_xmi("", f'{document}<xmi:XMI xmlns:xmi="http://www.omg.org/XMI">&e9;</xmi:XMI>'))


@attack(12_000)
def spans_that_each_cover_half_the_text(size: int) -> tuple[bytes, Read]:
    text = "abcde fghi " * (size // 2)
    record = {"text": text, "spans": [[k, len(text) - k, "X"] for k in range(size)]}
    return _corpus_file(
        "".join(json.dumps(one) + "\n" for one in (record, {"text": "a", "spans": []})).encode()
    )


def _brat(text: str, spans: str) -> tuple[bytes, Read]:
    return _corpus_file(zipped({"a.txt": text, "a.ann": spans, "b.txt": "a", "b.ann": "T1\tX 0 1\ta\n"}))


@attack(4_000)
def spans_of_all_but_said_to_be_a_word(size: int) -> tuple[bytes, Read]:
    text = "word " * size
    return _brat(text, "".join(f"T{k}\tX 0 {len(text)}\tw\n" for k in range(size)))


@attack(8_000)
def parts_of_a_span_that_lie_over_each_other(size: int) -> tuple[bytes, Read]:
    text = "word " * size
    return _brat(text, f"T1\tX {';'.join([f'0 {len(text)}'] * size)}\tw\n")


@attack(90_000)
def marks_that_end_no_sentence(size: int) -> tuple[bytes, Read]:
    row = {"text": "a\nb" + "!" * size, "spans": [[0, 1, "X"]]}
    return _corpus_file(json.dumps(row).encode())


@attack(90_000)
def brackets_that_close_nothing(size: int) -> tuple[bytes, Read]:
    return _corpus_file(f"[a/n b/n{']' * size}! c/n\nd/n e/n\n".encode(), format="slashed")


@attack(80_000)
def columns_of_answers(size: int) -> tuple[bytes, Read]:
    from mx2core.exchange import read_answer_table

    header = ",".join(f"c{k}" for k in range(size))
    return f"{header}\n{'1,' * (size - 1)}1\n".encode(), read_answer_table


@attack(60_000)
def names_of_files_without_a_part(size: int) -> tuple[bytes, Read]:
    from mx2core.corpus.files.split_names import joined_name

    names = [f"{'a' * size}.{k}" for k in "bc"]
    return "".join(names).encode(), lambda data: joined_name(names)


@attack(60_000)
def a_log_in_a_log_in_its_name(size: int) -> tuple[bytes, Read]:
    from mx2core.exchange.scores.item_scores import read_item_scores

    name = f"m/{'samples_' * (size // 8)}.jsonl!.jsonl"
    return zipped({name: b'{"doc_id": 1, "acc": 1}\n'}), read_item_scores


@attack(100_000)
def empty_lines_in_the_list_of_a_class(size: int) -> tuple[bytes, Read]:
    from mx2core.homework.task import students_in

    return b"\n" * size, lambda data: students_in(data.decode())


@attack(500_000)
def keys_in_one_record(size: int) -> tuple[bytes, Read]:
    row = '{"text":"a b",' + ",".join(f'"k{i}":1' for i in range(size)) + "}\n"
    return _corpus_file((row + '{"text":"b c"}\n').encode())


@attack(340_000)
def cells_in_a_row_of_csv(size: int) -> tuple[bytes, Read]:
    rows = [",".join([f"{name} a b", *(str(i) for i in range(size))]) for name in ("text", "x", "y")]
    return _corpus_file("\n".join(rows).encode(), format="delimited")


@attack(999)
def columns_of_a_few_rows(size: int) -> tuple[bytes, Read]:
    """Each once had a table for the cells of a large file."""
    row = "\t".join(["a", "B-X", *["O"] * (size - 2)])
    return _corpus_file(f"{row}\n\n".encode() * 20)


@attack(340_000)
def cells_in_a_row_between_tabs(size: int) -> tuple[bytes, Read]:
    row = "\t".join(["a", *["O"] * size])
    return _corpus_file(f"{row}\n{row}\n\n{row}\n\n".encode(), format="columns")


@attack(340_000)
def cells_in_a_row_between_blanks(size: int) -> tuple[bytes, Read]:
    row = " ".join(["a", *["B"] * size])
    return _corpus_file(f"{row}\n\n{row}\n\n".encode())


@attack(25)
def predicates_in_a_sentence(size: int) -> tuple[bytes, Read]:
    """Each token is a predicate: the sentence stands once for each, with all its tokens."""
    roles = "\t_" * 900
    rows = [f"{i}\ta\ta\tN\tN\t_\t0\troot\tY\ta.01{roles}\n" for i in range(1, 901)]
    return _corpus_file(("".join(rows) + "\n").encode() * size, format="predicates")


@attack(8_000_000)
def lines_without_an_empty_one(size: int) -> tuple[bytes, Read]:
    return _corpus_file(b"ab\tO\n" * size, format="columns")


@attack(250_000)
def labels(size: int) -> tuple[bytes, Read]:
    """As many as there are units: the reader, the first figure of a page, and an export."""
    rows = "".join(f"w{i}\tL{i}\tP{i}\n\n" for i in range(size)).encode()

    def read(data: bytes) -> Any:
        import mx2core as mx

        corpus = mx.read_corpus(data, format="columns", columns=["word", "pos", "label"])
        counts = [corpus.attributes[name].counts for name in ("label", "pos")]
        mx.random_divergences(counts, 1_000)
        return mx.io.partitions_json(mx.random_partitions(len(corpus), 2), corpus, attributes=["label"])

    return rows, read


@attack(2_000_000)
def members_of_one_name(size: int) -> tuple[bytes, Read]:
    from mx2core.exchange import read_partition_file

    data = ("{" + ",".join(f'"k{i}":1' for i in range(size)) + f',"k{size - 1}":1}}').encode()
    return data, read_partition_file


@attack(340_000)
def columns_of_folds(size: int) -> tuple[bytes, Read]:
    """A header alone asks for a table of splits times units."""
    from mx2core.exchange import read_fold_columns

    corpus = _corpus(20_000)
    header = ",".join(["unit_id", *(f"split_{i}" for i in range(1, size + 1))])
    data = "\n".join([header, *(f"u{i}" + ",1" * size for i in range(2))]).encode()
    return data, lambda data: read_fold_columns(data, corpus)


def _document(**changes: Any) -> bytes:
    """An exported document that is changed, under a digest that fits."""
    from mx2core.exchange import partitions_json
    from mx2core.exchange.canonical import canonical_bytes, digest
    from mx2core.partition import random_partitions

    corpus = _corpus(4)
    document = json.loads(partitions_json(random_partitions(4, 1), corpus, attributes=["label"]))
    for key, value in changes.items():
        document[key] = {**document[key], **value} if isinstance(value, dict) else value
    return canonical_bytes({**document, "digest": digest(document)})


@attack(9_999)
def partitions_of_few_units(size: int) -> tuple[bytes, Read]:
    """Few bytes each, and every two of them overlap."""
    from mx2core.exchange import read_partition_file

    scored = {"label": {"value": 0, "percentile": 1}}
    halves = [
        {"id": i, "train": [0, 1], "validation": [2, 3], "divergence": scored} for i in range(1, size + 1)
    ]
    data = _document(design={"m": size}, partitions=halves, overlaps={"max_deviation": 1})
    return data, read_partition_file


@attack(2_000)
def members_of_zeros(size: int) -> tuple[bytes, Read]:
    """A project of two megabytes that unpacks to two gigabytes."""
    from mx2core.store.files.project_file import unpack_project

    zeros = bytes(1 << 20)
    data = zipped({"project.json": b"{}", **{f"partitions/{i:064x}.json": zeros for i in range(size)}})
    return data, unpack_project


@attack(100_000)
def members_of_nothing(size: int) -> tuple[bytes, Read]:
    from mx2core.store.files.project_file import unpack_project

    data = zipped({"project.json": b"{}", **{f"folds/{i}": b"" for i in range(size)}}, zipfile.ZIP_STORED)
    return data, unpack_project


@attack(1)
def a_member_packed_with_lzma(size: int) -> tuple[bytes, Read]:
    """Its properties are spoilt, which the decompressor notices and nobody else."""
    from mx2core.store.files.project_file import unpack_project

    data = bytearray(zipped({"project.json": b"{}" * 50}, zipfile.ZIP_LZMA))
    at = data.index(b"project.json") + len(b"project.json")
    data[at + 4 : at + 9] = b"\xff\xff\xff\xff\xff"
    return bytes(data), unpack_project


def _nested(size: int) -> str:
    return "[" * size + "]" * size


@attack(600)
def a_document_nested_deeply(size: int) -> tuple[bytes, Read]:
    from mx2core.exchange import read_partition_file

    whole = json.loads(_document())
    text = json.dumps(whole)[:-1] + f', "x": {_nested(size)}}}'
    return text.encode(), read_partition_file


@attack(600)
def a_project_nested_deeply(size: int) -> tuple[bytes, Read]:
    from mx2core.store.files.project_file import unpack_project

    data = zipped({"project.json": f'{{"version": 1, "members": {{}}, "x": {_nested(size)}}}'.encode()})
    return data, unpack_project


@attack(600)
def a_record_nested_deeply(size: int) -> tuple[bytes, Read]:
    return _corpus_file(f'{{"text":"a","x":{_nested(size)}}}\n{{"text":"b"}}\n'.encode())


@attack(400)
def a_number_of_many_digits_in_partitions(size: int) -> tuple[bytes, Read]:
    from mx2core.exchange import read_partition_file

    halves = json.loads(_document())["partitions"]
    halves[0]["divergence"]["label"]["value"] = 10**size
    data = _document(partitions=halves, design={"seed": 10**size})
    return data, read_partition_file


@attack(400)
def a_number_of_many_digits_in_predictions(size: int) -> tuple[bytes, Read]:
    from mx2core.corpus import read_corpus
    from mx2core.partition import random_partitions
    from mx2core.training import read_predictions

    rows = "".join(f'{{"id":"u{i}","text":"a{i}","label":"{i % 2}"}}\n' for i in range(4))
    corpus, made = read_corpus(rows.encode()), random_partitions(4, 1)
    row = {"partition": 1, "fold": 1, "model": "A", "predicted": "0", "scores": {"0": 10**size}}
    unit = corpus.unit_ids[int(made.folds()[0][1][0])]
    data = json.dumps({**row, "unit_id": unit}).encode()
    return data, lambda data: read_predictions(data, corpus, partitions=made)


@attack(40)
def members_that_climb(size: int) -> tuple[bytes, Read]:
    """Out of the folder into which nothing is unpacked."""
    names = [f"{'../' * k}etc/x{k}.conll" for k in range(1, size)] + ["/etc/passwd", "..\\..\\x", "C:\\x"]
    return _corpus_file(zipped(dict.fromkeys(names, b"a\tB-X\n\nb\tB-Y\n\n")))


@attack(40)
def archives_in_archives(size: int) -> tuple[bytes, Read]:
    data = zipped({"a.conll": b"a\tB-X\n\n" * 1000})
    for depth in range(size):
        data = zipped({f"{k}-{depth}.zip": data for k in range(2)})
        if len(data) > 100_000:
            break
    return _corpus_file(data)


def _entities(size: int) -> str:
    """Each is ten of the one before it: the last is of more letters than there are atoms in a glass."""
    rows = "".join(f'<!ENTITY e{k} "{f"&e{k - 1};" * 10}">' for k in range(1, size))
    return f'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e0 "ha">{rows}]>'


@attack(25)
def entities_that_expand(size: int) -> tuple[bytes, Read]:
    document = '<xmi:XMI xmlns:xmi="http://www.omg.org/XMI" xmi:version="2.0">{}</xmi:XMI>'
    return _corpus_file(_xmi("", _entities(size) + document.format(f"&e{size - 1};")))


@attack(25)
def a_file_of_the_server_as_an_entity(size: int) -> tuple[bytes, Read]:
    document = '<xmi:XMI xmlns:xmi="http://www.omg.org/XMI" xmi:version="2.0">&e;</xmi:XMI>'
    return _corpus_file(_xmi("", '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>' + document * size))


def _packed_texts(kind: str, size: int, text: str = "word " * 400) -> bytes:
    import pyarrow as pa

    rows = pa.array([text])
    if kind == "runs":
        column = pa.RunEndEncodedArray.from_arrays(pa.array([size], pa.int32()), rows)
    else:
        column = pa.DictionaryArray.from_arrays(pa.array([0] * size, pa.int8()), rows)
    batch, target = pa.record_batch({"text": column, "label": column}), io.BytesIO()
    if kind == "parquet":
        import pyarrow.parquet as pq

        pq.write_table(pa.table({"text": column.cast(pa.string())}), target, compression="zstd")
        return target.getvalue()
    options = pa.ipc.IpcWriteOptions(compression=None if kind == "runs" else "zstd")
    with pa.ipc.new_stream(target, batch.schema, options=options) as writer:
        writer.write_batch(batch)
    return target.getvalue()


@attack(90_000)
def one_text_in_many_rows_of_arrow(size: int) -> tuple[bytes, Read]:
    return _corpus_file(_packed_texts("dictionary", size))


@attack(2**31 - 2)
def one_run_of_rows_in_arrow(size: int) -> tuple[bytes, Read]:
    return _corpus_file(_packed_texts("runs", size))


@attack(60_000)
def one_text_in_many_rows_of_parquet(size: int) -> tuple[bytes, Read]:
    return _corpus_file(_packed_texts("parquet", size))


@attack(90_000)
def words_in_many_rows_of_parquet(size: int) -> tuple[bytes, Read]:
    return _corpus_file(_packed_texts("parquet", size, "w"))


@attack(200)
def columns_of_bits_in_parquet(size: int) -> tuple[bytes, Read]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    target, bits = io.BytesIO(), [True] * 90_000
    pq.write_table(pa.table({"text": ["w"] * len(bits), **{f"l{k}": bits for k in range(size)}}), target)
    return target.getvalue(), _corpus_file(b"")[1]


@attack(45_000)
def sentences_of_a_word_in_a_zip(size: int) -> tuple[bytes, Read]:
    """Packed as well as may be."""
    return _corpus_file(zipped({"a.conll": b"a\tB-X\n\n" * size}))


@attack(3_000_000_000)
def zeros_packed_with_xz(size: int) -> tuple[bytes, Read]:
    import lzma

    packer, zeros = lzma.LZMACompressor(), bytes(1 << 22)
    parts = [packer.compress(zeros) for _ in range(size // len(zeros) // 30)]
    return _corpus_file(b"".join([*parts, packer.flush()]))


@attack(1_602)
def a_member_packed_with_bzip2(size: int) -> tuple[bytes, Read]:
    return _corpus_file(zipped({"a.conll": b"a\tB-X\n\n" * (size << 12)}, zipfile.ZIP_BZIP2))


@attack(87_000)
def rows_of_two_letters_in_a_zip(size: int) -> tuple[bytes, Read]:
    return _corpus_file(zipped({"a.csv": b"a,x\n" * size}))


@attack(25_000)
def spans_of_a_letter_in_a_zip(size: int) -> tuple[bytes, Read]:
    return _corpus_file(zipped({"a.jsonl": b'{"text":"a","spans":[[0,1,"X"]]}\n' * size}))


@attack(2_000_000)
def a_corpus_packed_well_in_a_project(size: int) -> tuple[bytes, Read]:
    from mx2core.store.files.project_file import ProjectFile, pack_project, unpack_project

    parts = {"name": "", "options": {}, "choices": {}, "partitions": (), "scores": None, "scores_name": ""}
    made = pack_project(ProjectFile(corpus=b"a,x\n" * size, corpus_name="a.csv", experiments=(), **parts))
    with zipfile.ZipFile(io.BytesIO(made)) as file:
        data = zipped({name: file.read(name) for name in file.namelist()})
    return data, lambda data: _corpus_file(b"")[1](unpack_project(data).corpus)


def _near(texts: list[str]) -> tuple[bytes, Read]:
    """Texts that are nearly alike are looked for, as Check does."""

    def read(data: bytes) -> Any:
        from mx2core.corpus import read_corpus
        from mx2core.corpus.units.near_duplicates import near_duplicates

        return near_duplicates(read_corpus(data))

    return "".join(json.dumps({"text": text, "label": "x"}) + "\n" for text in texts).encode(), read


@attack(20_000)
def texts_that_differ_in_a_word(size: int) -> tuple[bytes, Read]:
    """Every two of them are nearly alike."""
    return _near([f"the same nine words stand in each of them {k}" for k in range(size)])


@attack(20_000)
def texts_that_share_all_but_not_enough(size: int) -> tuple[bytes, Read]:
    """Every two share half of their words, so that each is looked at and none is alike."""
    return _near([f"these words are in all texts here {k} {k}a {k}b {k}c {k}d {k}e" for k in range(size)])


@attack(50_000)
def texts_that_are_equal(size: int) -> tuple[bytes, Read]:
    return _near(["a text that is always the same"] * size)


@attack(80_000)
def texts_that_are_copies_on_both_sides(size: int) -> tuple[bytes, Read]:
    """Each is listed with the one in training, as the card of a split does."""

    def read(data: bytes) -> Any:
        from mx2core.corpus import read_corpus
        from mx2core.corpus.units.near_duplicates import near_duplicates
        from mx2core.exchange import NamedParts
        from mx2core.judge import copies

        corpus = read_corpus(data)
        parts = NamedParts.of(["train", "validation"] * (len(corpus) // 2))
        return copies(corpus, parts, near_duplicates(corpus))

    return "".join(f'{{"text":"word{k // 2}","label":"x"}}\n' for k in range(size)).encode(), read


@attack(1_000_000)
def one_text_of_one_word(size: int) -> tuple[bytes, Read]:
    return _near(["w" * size, "v" * size])


def main(arguments: list[str]) -> None:
    if not arguments:
        print("\n".join(ATTACKS))
        return
    make, size = ATTACKS[arguments[0]]
    data, read = make(int(arguments[1]) if len(arguments) > 1 else size)
    from mx2core.errors import Mx2Error

    before, began = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.process_time()
    try:
        read(data)
        outcome = "read"
    except Mx2Error as error:
        outcome = f"refused: {error}"
    except Exception as error:
        outcome = f"{type(error).__name__}: {str(error)[:200]}"
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    took = {"seconds": round(time.process_time() - began, 2), "megabytes": grown >> 10}
    print(json.dumps({"outcome": outcome, "bytes": len(data), **took}))


if __name__ == "__main__":
    main(sys.argv[1:])
