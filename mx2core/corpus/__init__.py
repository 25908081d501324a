"""Annotated text corpora: files to sentences, units and what is counted in them."""

from .conditions import SubsetChoice as SubsetChoice
from .conditions import subset_choices as subset_choices
from .containers import pack_files as pack_files
from .detection import Candidate as Candidate
from .detection import Guess as Guess
from .detection import detect as detect
from .encodings import Encoding as Encoding
from .encodings import encodings as encodings
from .extract import file_of_units as file_of_units
from .file_columns import FileColumn as FileColumn
from .file_columns import file_columns as file_columns
from .model import Corpus as Corpus
from .read import read_corpus as read_corpus
from .readers import FORMATS as FORMATS
from .samples import SAMPLES as SAMPLES
from .samples import sample as sample
from .sentences import Attribute as Attribute
from .sentences import Column as Column
from .sentences import Sentence as Sentence
from .sentences import Sentences as Sentences
from .source import MAX_BYTES as MAX_BYTES

__all__ = ["FORMATS", "SAMPLES", "Attribute", "Corpus"]
__all__ += ["detect", "encodings", "file_columns", "file_of_units", "pack_files", "read_corpus", "sample"]


def __dir__() -> list[str]:
    return sorted(__all__)
