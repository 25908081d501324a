"""Annotated text corpora: files to sentences, units and what is counted in them."""

from .columns.file_columns import FileColumn, file_columns
from .files.containers import pack_files
from .files.detection import detect
from .files.encodings import Encoding, encodings
from .files.source import MAX_BYTES, ReadOptions
from .model import Corpus
from .read import read_corpus
from .readers import FORMATS
from .samples import SAMPLES, sample
from .sentences import Attribute
from .units.conditions import SubsetChoice, subset_choices
from .units.extract import file_of_units

__all__ = ["FORMATS", "SAMPLES", "Attribute", "Corpus", "ReadOptions"]
__all__ += ["detect", "encodings", "file_of_units", "read_corpus", "sample"]
__dir__ = __all__.copy
