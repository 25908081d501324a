"""A ZIP with the training and validation files of every fold, in the corpus's own format.

The files hold the bytes of the corpus file. See docs/decisions/0008-files-of-the-folds.md.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path, PurePath
from typing import BinaryIO

from ...corpus.model import Corpus
from ...corpus.sentences import Attribute
from ...corpus.units.extract import file_of_units
from ...errors import InputError
from ...partition import PartitionSet
from ..sizes import check_units
from .file_archive import file_archive
from .partition_json import partitions_json

_SUFFIX = re.compile(r"\.[A-Za-z0-9_]{1,16}")

README = """\
Files for m x 2 cross-validation, of {corpus}
=============================================

{m} partitions of {n_units} units ({unit}), each used both ways: {n_folds} folds.
split-01-fold-1/{train}       train on the first half of partition 1,
split-01-fold-1/{validation}  validate on its second half;
split-01-fold-2/              the other way round; and so on.
{format}, {encoding}: every sentence has the bytes it has in the corpus file.
partitions.json lists the units of each half, numbered from 0, and what was measured. A unit is
not always a sentence: where it is several, unit_rows says which, counted from 0 in the file.
SHA256SUMS has the digests of all files: the same on any machine.

Write one row a score: partition,fold,model,metric,value (partition and fold from 1).
The dashboard reads this table, and so does `mx2 test scores.csv` of the Python package mx2core.
The test finds more in predictions: one row a unit and fold, partition,fold,model,unit_id,predicted (a
class, or the tags of its tokens with blanks between; sentences in the order of unit_rows, several
texts as a list of classes).
{subset_en}
m×2 交叉验证的各折文件，来自 {corpus}
=====================================

{n_units} 个样本（{unit}）的 {m} 次切分，每次切分正反各用一次，共 {n_folds} 折。
split-01-fold-1/{train}       在第 1 次切分的第一半上训练，
split-01-fold-1/{validation}  在第二半上验证；
split-01-fold-2/              训练集与验证集互换；其余类推。
{format}，{encoding}：每个句子的字节与语料文件中的完全相同。
partitions.json 列出每一半包含的样本（从 0 开始编号）以及各项度量。样本不一定是句子：
由多个句子组成时，unit_rows 列出各样本包含文件中的哪些句子（从 0 开始编号）。
SHA256SUMS 列出全部文件的摘要，在任何机器上都相同。

每个得分写一行：partition,fold,model,metric,value（切分与折从 1 开始编号）。
界面能读取该表，Python 包 mx2core 的 `mx2 test scores.csv` 也能。
有预测时检验能发现更多：每个样本每折写一行 partition,fold,model,unit_id,predicted（一个类别，
或以空格分隔的各词标记；由多个句子组成时按 unit_rows 的顺序，多条文本写成类别的列表）。
{subset_zh}"""


def write_fold_files(
    target: str | Path | BinaryIO,
    partitions: PartitionSet,
    *,
    corpus: Corpus,
    data: bytes,
    attributes: Sequence[str | Attribute] | None = None,
) -> None:
    r"""Write the archive, one partition at a time: its size does not have to fit in memory.

    The same partitions of the same file give the same files on any machine, and so the same bytes
    of the SHA256SUMS inside; how the archive packs them can differ between versions of zlib.

    Parameters
    ----------
    target : str, Path or binary file that can be sought in
    data : bytes
        The file that `corpus` was read from.
    attributes : sequence of str or Attribute, optional
        Measured in the partitions.json inside, see `partitions_json`.

    Raises
    ------
    DesignError
        If the partitions are not of this corpus's units.
    InputError
        If `data` is another file, or the corpus was joined from several.

    Examples
    --------
    >>> import io, zipfile
    >>> data = b"cat\tN\n\ndog\tN\n\n" * 4
    >>> corpus = mx.read_corpus(data, columns=["word", "pos"])
    >>> target = io.BytesIO()
    >>> mx.io.write_fold_files(target, mx.random_partitions(8, 2), corpus=corpus, data=data)
    >>> len(zipfile.ZipFile(target).namelist()) > 8
    True
    """
    check_units(partitions.n_units, corpus)
    check_file(data, corpus)
    train, validation = names = file_names(corpus)
    with file_archive(target) as add:
        add("README.txt", _readme(partitions, corpus, train, validation))
        add("partitions.json", partitions_json(partitions, corpus, attributes=attributes))
        for number, mask in enumerate(partitions.masks, start=1):
            halves = [file_of_units(data, corpus, chosen=side) for side in (mask, ~mask)]
            for fold, parts in ((1, halves), (2, halves[::-1])):
                for name, part in zip(names, parts, strict=True):
                    add(f"split-{number:02d}-fold-{fold}/{name}", part)


def check_file(data: bytes, corpus: Corpus) -> None:
    """Refuse another file than the one that the corpus was read from, where units are cut out of it."""
    if corpus.sentences.spans is not None and sha256(data).hexdigest() != corpus.sha256:
        raise InputError("the file has changed. Read it again.", file=corpus.name)


def file_names(corpus: Corpus) -> tuple[str, str]:
    """What the training and the validation file are called: as the corpus ends."""
    suffix = PurePath(corpus.files[0][0] if corpus.files else corpus.name).suffix
    if not _SUFFIX.fullmatch(suffix):
        suffix = ".txt"
    return f"train{suffix}", f"validation{suffix}"


def size_of_fold_files(partitions: PartitionSet, data: bytes) -> int:
    """About how many bytes its files have: each partition holds the corpus twice."""
    return 2 * partitions.m * len(data)


def _readme(partitions: PartitionSet, corpus: Corpus, train: str, validation: str) -> bytes:
    subset = " ".join(f"--where {key}={value}" for key, value in corpus.where)
    return README.format(
        corpus=" ".join(corpus.name.split()),
        m=partitions.m,
        n_folds=2 * partitions.m,
        n_units=len(corpus),
        unit=corpus.unit,
        format=corpus.format,
        encoding=corpus.encoding,
        train=train,
        validation=validation,
        subset_en=f"Only a subset of the corpus was divided: {subset}. Read the files with the same "
        "condition.\n"
        if subset
        else "",
        subset_zh=f"只切分了子语料：{subset}。读取这些文件时请使用相同的条件。\n" if subset else "",
    ).encode(errors="backslashreplace")
