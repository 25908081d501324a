"""Annotated text corpora: files to sentences, units and what is counted in them."""

from .conditions import PartChoice, part_choices
from .containers import pack_files
from .detection import Candidate, Guess, detect
from .encodings import Encoding, encodings
from .extract import file_of_units
from .file_columns import FileColumn, file_columns
from .model import Corpus
from .read import read_corpus
from .readers import FORMATS
from .sentences import Attribute, Column, Sentence, Sentences
from .source import MAX_BYTES

__all__ = [
    "FORMATS",
    "MAX_BYTES",
    "Attribute",
    "Candidate",
    "Column",
    "Corpus",
    "Encoding",
    "FileColumn",
    "Guess",
    "PartChoice",
    "Sentence",
    "Sentences",
    "detect",
    "encodings",
    "file_columns",
    "file_of_units",
    "pack_files",
    "part_choices",
    "read_corpus",
]
