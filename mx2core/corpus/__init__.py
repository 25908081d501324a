"""Annotated text corpora: files to sentences, units and what is counted in them."""

from .containers import pack_files
from .detection import Candidate, Guess, detect
from .encodings import Encoding, encodings
from .extract import file_of_units
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
    "Guess",
    "Sentence",
    "Sentences",
    "detect",
    "encodings",
    "file_of_units",
    "pack_files",
    "read_corpus",
]
