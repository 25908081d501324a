"""Annotated text corpora: files to sentences, units and what is counted in them."""

from .columns.file_columns import FileColumn as FileColumn
from .columns.file_columns import file_columns as file_columns
from .files.containers import pack_files as pack_files
from .files.detection import detect as detect
from .files.encodings import Encoding as Encoding
from .files.encodings import encodings as encodings
from .files.source import MAX_BYTES as MAX_BYTES
from .files.source import ReadOptions as ReadOptions
from .model import Corpus as Corpus
from .read import read_corpus as read_corpus
from .readers import FORMATS as FORMATS
from .samples import SAMPLES as SAMPLES
from .samples import sample as sample
from .sentences import Attribute as Attribute
from .units.conditions import SubsetChoice as SubsetChoice
from .units.conditions import subset_choices as subset_choices
from .units.extract import file_of_units as file_of_units

__all__ = ["FORMATS", "SAMPLES", "Attribute", "Corpus", "ReadOptions"]
__all__ += ["detect", "encodings", "file_columns", "file_of_units", "pack_files", "read_corpus", "sample"]


def __dir__() -> list[str]:
    return sorted(__all__)
