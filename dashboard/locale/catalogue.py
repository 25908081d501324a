"""Collect every sentence of the program and merge them into zh_CN.

Run as `python -m dashboard.locale.catalogue` after changing words; it prints what
still lacks a translation. English sentences are the keys, so there is no English file.
"""

import ast
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from dashboard.locale import PO

ROOT = Path(__file__).resolve().parents[2]


def problem_names() -> dict[str, None]:
    """Names of the classes whose first argument is a sentence for the user, and of a variable for one."""
    tree = ast.parse((ROOT / "mx2core" / "errors.py").read_text(encoding="utf-8"))
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    texts = {
        name
        for name, node in classes.items()
        if {"str", "float", "Whole"} & set(map(ast.unparse, node.bases))
    }
    return {"problem": None} | dict.fromkeys(name for name in classes if name not in texts)


def extract() -> Catalog:
    """Every sentence in the sources, with where it stands."""
    keywords = {"_": None, "text": None, "ngettext": (1, 2), **problem_names()}
    catalogue = Catalog(project="mx2core dashboard", locale="zh_CN")
    for folder in ("mx2core", "dashboard", "pages"):
        messages = extract_from_dir(
            ROOT / folder, [("**.py", "python")], keywords=keywords, strip_comment_tags=True
        )
        for file, line, message, comments, context in messages:
            catalogue.add(
                message, locations=[(f"{folder}/{file}", line)], auto_comments=comments, context=context
            )
    return catalogue


def read() -> Catalog:
    with PO.open("rb") as file:
        return read_po(file, locale="zh_CN", domain="dashboard")


def untranslated(catalogue: Catalog) -> list[str]:
    """Sentences without a finished translation."""

    def lacking(message: Message) -> bool:
        strings = message.string if isinstance(message.string, tuple) else (message.string,)
        return message.fuzzy or not all(strings)

    return [str(message.id) for message in catalogue if message.id and lacking(message)]


def update() -> list[str]:
    """Update the .po from the sources; returns what is untranslated."""
    catalogue = read()
    catalogue.update(extract(), no_fuzzy_matching=True, update_creation_date=False)
    catalogue.obsolete.clear()
    with PO.open("wb") as file:
        # Without line numbers and dates, a change of code does not change the catalogue.
        write_po(file, catalogue, width=100, sort_output=True, include_lineno=False, omit_header=False)
    return untranslated(read())


if __name__ == "__main__":
    for sentence in update():
        print("untranslated:", sentence)
