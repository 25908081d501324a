"""Make the sample corpora again: `python sample_data/make.py [folder]`.

The same files, byte for byte, come out on every machine and version of Python.
"""

from __future__ import annotations

import sys
from pathlib import Path

import zh_statement
from zh_pos import split

SEED = 20


def statement_zh() -> str:
    """Tab-separated columns, BIO roles, one blank line after each sentence."""
    out = ["# global.columns = word pos target role"]
    for number, pieces in enumerate(zh_statement.sentences(SEED), start=1):
        out.append(f"# sent_id = statement-{number:04}")
        for words, role in pieces:
            for place, (word, tag) in enumerate(split(words)):
                if role == zh_statement.TARGET:
                    out.append(f"{word}\tv\t{word}\tO")
                else:
                    mark = "O" if role is None else f"{'I' if place else 'B'}-{role}"
                    out.append(f"{word}\t{tag}\t_\t{mark}")
        out.append("")
    return "\n".join(out) + "\n"


FILES = {"statement_zh.conll": statement_zh}


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in FILES.items():
        (folder / name).write_bytes(text().encode())


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent)
