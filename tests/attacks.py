"""Small files that once cost minutes or gigabytes, and a way to see what they cost now.

    python -m tests.attacks                      the names of all
    python -m tests.attacks NAME [SIZE]          reads one, says what came of it, in how much time and memory

`tests/test_attacks.py` runs each in a process of its own whose memory and processor time are limited by
the system, so that a step back is an error and no slow test.
"""

from __future__ import annotations

import io
import itertools
import json
import resource
import sys
import time
import zipfile
from collections.abc import Callable
from typing import Any

Attack = Callable[[int], Callable[[], Any]]
ATTACKS: dict[str, tuple[Attack, int]] = {}


def attack(size: int) -> Callable[[Attack], Attack]:
    """A function that makes the file, then returns what reads it; `size` as the tests take it."""

    def keep(function: Attack) -> Attack:
        ATTACKS[function.__name__] = function, size
        return function

    return keep


def _corpus(n_units: int) -> Any:
    from mx2core.corpus import read_corpus

    text = "".join(f"# sent_id = u{i}\na\tO\nb{i % 5}\tB-X\n\n" for i in range(n_units))
    return read_corpus(text.encode(), name="made.conll", columns=["word", "label"])


def _corpus_file(data: bytes, **options: Any) -> Callable[[], Any]:
    from mx2core.corpus import read_corpus

    return lambda: read_corpus(data, **options)


@attack(200_000)
def keys_that_are_new_in_every_record(size: int) -> Callable[[], Any]:
    rows = "".join(f'{{"text":"a b","k{i}":1}}\n' for i in range(size))
    return _corpus_file(rows.encode())


@attack(200_000)
def keys_that_differ_by_apostrophes(size: int) -> Callable[[], Any]:
    """Each is called like the one before, with a mark more: names that are made different collide again."""
    rows = "".join(f'{{"text":"a b","label":"x","l{i}":1,"intent":2}}\n' for i in range(size))
    return _corpus_file(rows.encode())


@attack(100_000)
def lists_that_are_new_in_every_record(size: int) -> Callable[[], Any]:
    rows = "".join(f'{{"tokens":["a","b"],"k{i}":["x","y"]}}\n' for i in range(size))
    return _corpus_file(rows.encode())


@attack(700_000)
def texts_of_many_words_to_be_scored(size: int) -> Callable[[], Any]:
    """An edit distance has as many cells as the product of both lengths."""
    from mx2core.metrics import bleu_scores

    text = " ".join(f"w{k}" for k in range(size // 7))
    return lambda: bleu_scores([text], [text[::-1]])


def _xmi(types: str, document: str) -> bytes:
    system = (
        '<typeSystemDescription xmlns="http://uima.apache.org/resourceSpecifier">'
        f"<types>{types}</types></typeSystemDescription>"
    )
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("types.xml", system)
        file.writestr("a.xmi", document)
    return archive.getvalue()


@attack(150)
def types_that_inherit_from_each_other(size: int) -> Callable[[], Any]:
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


@attack(500_000)
def keys_in_one_record(size: int) -> Callable[[], Any]:
    row = '{"text":"a b",' + ",".join(f'"k{i}":1' for i in range(size)) + "}\n"
    return _corpus_file((row + '{"text":"b c"}\n').encode())


@attack(340_000)
def cells_in_a_row_of_csv(size: int) -> Callable[[], Any]:
    rows = [",".join([f"{name} a b", *(str(i) for i in range(size))]) for name in ("text", "x", "y")]
    return _corpus_file("\n".join(rows).encode(), format="delimited")


@attack(340_000)
def cells_in_a_row_between_tabs(size: int) -> Callable[[], Any]:
    row = "\t".join(["a", *["O"] * size])
    return _corpus_file(f"{row}\n{row}\n\n{row}\n\n".encode(), format="columns")


@attack(340_000)
def cells_in_a_row_between_blanks(size: int) -> Callable[[], Any]:
    row = " ".join(["a", *["B"] * size])
    return _corpus_file(f"{row}\n\n{row}\n\n".encode())


@attack(25)
def predicates_in_a_sentence(size: int) -> Callable[[], Any]:
    """Each token is a predicate: the sentence stands once for each, with all its tokens."""
    roles = "\t_" * 900
    rows = [f"{i}\ta\ta\tN\tN\t_\t0\troot\tY\ta.01{roles}\n" for i in range(1, 901)]
    return _corpus_file(("".join(rows) + "\n").encode() * size, format="predicates")


@attack(8_000_000)
def lines_without_an_empty_one(size: int) -> Callable[[], Any]:
    return _corpus_file(b"ab\tO\n" * size, format="columns")


@attack(250_000)
def labels(size: int) -> Callable[[], Any]:
    """As many as there are units: the reader, the first figure of a page, and an export."""
    rows = "".join(f"w{i}\tL{i}\tP{i}\n\n" for i in range(size)).encode()

    def read() -> Any:
        import mx2core as mx

        corpus = mx.read_corpus(rows, format="columns", columns=["word", "pos", "label"])
        counts = [corpus.attributes[name].counts for name in ("label", "pos")]
        mx.random_divergences(counts, 1_000)
        return mx.io.partitions_json(mx.random_partitions(len(corpus), 2), corpus, attributes=["label"])

    return read


@attack(2_000_000)
def members_of_one_name(size: int) -> Callable[[], Any]:
    from mx2core.exchange import read_partition_file

    data = ("{" + ",".join(f'"k{i}":1' for i in range(size)) + f',"k{size - 1}":1}}').encode()
    return lambda: read_partition_file(data)


@attack(340_000)
def columns_of_folds(size: int) -> Callable[[], Any]:
    """A header alone asks for a table of splits times units."""
    from mx2core.exchange import read_fold_columns

    corpus = _corpus(20_000)
    header = ",".join(["unit_id", *(f"split_{i}" for i in range(1, size + 1))])
    data = "\n".join([header, *(f"u{i}" + ",1" * size for i in range(2))]).encode()
    return lambda: read_fold_columns(data, corpus)


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


@attack(20_000)
def partitions_of_few_units(size: int) -> Callable[[], Any]:
    """Few bytes each, and every two of them overlap."""
    from mx2core.exchange import read_partition_file

    scored = {"label": {"value": 0, "percentile": 1}}
    halves = [
        {"id": i, "train": [0, 1], "validation": [2, 3], "divergence": scored} for i in range(1, size + 1)
    ]
    data = _document(design={"m": size}, partitions=halves, overlaps={"max_deviation": 1})
    return lambda: read_partition_file(data)


def _zip(members: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", method) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return packed.getvalue()


@attack(2_000)
def members_of_zeros(size: int) -> Callable[[], Any]:
    """A project of two megabytes that unpacks to two gigabytes."""
    from mx2core.store.files.project_file import unpack_project

    zeros = bytes(1 << 20)
    data = _zip({"project.json": b"{}", **{f"partitions/{i:064x}.json": zeros for i in range(size)}})
    return lambda: unpack_project(data)


@attack(100_000)
def members_of_nothing(size: int) -> Callable[[], Any]:
    from mx2core.store.files.project_file import unpack_project

    data = _zip({"project.json": b"{}", **{f"folds/{i}": b"" for i in range(size)}}, zipfile.ZIP_STORED)
    return lambda: unpack_project(data)


@attack(1)
def a_member_packed_with_lzma(size: int) -> Callable[[], Any]:
    """Its properties are spoilt, which the decompressor notices and nobody else."""
    from mx2core.store.files.project_file import unpack_project

    data = bytearray(_zip({"project.json": b"{}" * 50}, zipfile.ZIP_LZMA))
    at = data.index(b"project.json") + len(b"project.json")
    data[at + 4 : at + 9] = b"\xff\xff\xff\xff\xff"
    return lambda: unpack_project(bytes(data))


def _nested(size: int) -> str:
    return "[" * size + "]" * size


@attack(600)
def a_document_nested_deeply(size: int) -> Callable[[], Any]:
    from mx2core.exchange import read_partition_file

    whole = json.loads(_document())
    text = json.dumps(whole)[:-1] + f', "x": {_nested(size)}}}'
    return lambda: read_partition_file(text.encode())


@attack(600)
def a_project_nested_deeply(size: int) -> Callable[[], Any]:
    from mx2core.store.files.project_file import unpack_project

    data = _zip({"project.json": f'{{"version": 1, "members": {{}}, "x": {_nested(size)}}}'.encode()})
    return lambda: unpack_project(data)


@attack(600)
def a_record_nested_deeply(size: int) -> Callable[[], Any]:
    return _corpus_file(f'{{"text":"a","x":{_nested(size)}}}\n{{"text":"b"}}\n'.encode())


@attack(400)
def a_number_of_many_digits_in_partitions(size: int) -> Callable[[], Any]:
    from mx2core.exchange import read_partition_file

    halves = json.loads(_document())["partitions"]
    halves[0]["divergence"]["label"]["value"] = 10**size
    data = _document(partitions=halves, design={"seed": 10**size})
    return lambda: read_partition_file(data)


@attack(400)
def a_number_of_many_digits_in_predictions(size: int) -> Callable[[], Any]:
    from mx2core.corpus import read_corpus
    from mx2core.partition import random_partitions
    from mx2core.training import read_predictions

    rows = "".join(f'{{"id":"u{i}","text":"a{i}","label":"{i % 2}"}}\n' for i in range(4))
    corpus, made = read_corpus(rows.encode()), random_partitions(4, 1)
    row = {"partition": 1, "fold": 1, "model": "A", "predicted": "0", "scores": {"0": 10**size}}
    unit = corpus.unit_ids[int(made.folds()[0][1][0])]
    data = json.dumps({**row, "unit_id": unit}).encode()
    return lambda: read_predictions(data, corpus, partitions=made)


def main(arguments: list[str]) -> None:
    if not arguments:
        print("\n".join(ATTACKS))
        return
    make, size = ATTACKS[arguments[0]]
    read = make(int(arguments[1]) if len(arguments) > 1 else size)
    from mx2core.errors import Mx2Error

    before, began = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.process_time()
    try:
        read()
        outcome = "read"
    except Mx2Error as error:
        outcome = f"refused: {error}"
    except Exception as error:
        outcome = f"{type(error).__name__}: {str(error)[:200]}"
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    print(json.dumps({"outcome": outcome, "seconds": time.process_time() - began, "megabytes": grown >> 10}))


if __name__ == "__main__":
    main(sys.argv[1:])
