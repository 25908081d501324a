"""Make the sample corpora again: `python sample_data/make.py [folder]`.

The same files, byte for byte, come out on every machine and version of Python.
"""

import json
import sys
from collections.abc import Iterable
from pathlib import Path

import en_intents
import zh_ner
import zh_segmentation
import zh_statement
from zh_pos import split


def tags(words: list[str], label: str | None) -> Iterable[str]:
    """BIO tags of one piece of a sentence."""
    for place in range(len(words)):
        yield "O" if label is None else f"{'I' if place else 'B'}-{label}"


def statement_zh(seed: int = 20, most: int | None = None) -> str:
    """Tab-separated columns, BIO roles, one blank line after each sentence; the first `most` of them."""
    out = ["# global.columns = word pos target role"]
    for number, pieces in enumerate(zh_statement.sentences(seed)[:most], start=1):
        out.append(f"# sent_id = statement-{number:04}")
        for text, role in pieces:
            pairs = split(text)
            if role == zh_statement.TARGET:
                out.append(f"{text}\tv\t{text}\tO")
                continue
            for (word, pos), tag in zip(pairs, tags(text.split(), role), strict=True):
                out.append(f"{word}\t{pos}\t_\t{tag}")
        out.append("")
    return "\n".join(out) + "\n"


def segmentation_zh() -> str:
    """One sentence a line, words apart by one space."""
    return "\n".join(zh_segmentation.sentences(seed=21)) + "\n"


def ner_zh() -> str:
    """Word and BIO tag, one blank line after each sentence."""
    out = []
    for pieces in zh_ner.sentences(seed=22):
        for text, label in pieces:
            words = [word.partition("/")[0] for word in text.split()]
            out += [f"{word}\t{tag}" for word, tag in zip(words, tags(words, label), strict=True)]
        out.append("")
    return "\n".join(out) + "\n"


def intents_en() -> str:
    """One JSON object a line."""
    out = []
    for number, (text, label) in enumerate(en_intents.texts(seed=23), start=1):
        out.append(json.dumps({"id": f"intent-{number:04}", "text": text, "label": label}))
    return "\n".join(out) + "\n"


FILES = {
    "statement_zh.conll": statement_zh,
    "segmentation_zh.txt": segmentation_zh,
    "ner_zh.bio": ner_zh,
    "intents_en.jsonl": intents_en,
}


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in FILES.items():
        (folder / name).write_bytes(text().encode())


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent)
