"""A small corpus with two attributes, and the same units in other clothes."""

import pytest

from mx2core.corpus import read_corpus
from mx2core.partition import random_partitions

WORDS = ("说", "表示", "指出", "宣布")
ROLES = ("说话者", "信息", "话题")


def made_text(n_sentences=40):
    """One sentence a unit: speaker, target, and one to three chunks, in columns."""
    sentences = []
    for i in range(n_sentences):
        rows = [f"甲{i}\tB-{ROLES[i % 2]}", f"乙\tI-{ROLES[i % 2]}", f"{WORDS[i * i % 7 % 4]}\tO"]
        rows += [f"丙{j}\tB-{ROLES[(i + j) % 3]}" for j in range(i % 3)]
        sentences.append(f"# sent_id = s{i + 1}\n" + "\n".join(rows) + "\n")
    return "\n".join(sentences)


@pytest.fixture(scope="session")
def corpus_bytes():
    return made_text().encode()


@pytest.fixture(scope="session")
def corpus(corpus_bytes):
    return read_corpus(corpus_bytes, name="made.conll")


@pytest.fixture(scope="session")
def partitions(corpus):
    return random_partitions(len(corpus), 3, seed=7)


@pytest.fixture(scope="session")
def recoded(corpus_bytes):
    """The same units in GB18030 with the line ends of Windows."""
    data = corpus_bytes.decode().replace("\n", "\r\n").encode("gb18030")
    return read_corpus(data, name="made-gb.conll", encoding="gb18030")


@pytest.fixture(scope="session")
def other():
    return read_corpus(made_text(30).encode(), name="other.conll")
