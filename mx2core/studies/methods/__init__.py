"""The ways of splitting that people use, side by side on one corpus, and how far laboratories agree."""

from .catalogue import ALL, KINDS, USUAL, Method, method_of, methods_of, n_trainings
from .decisions import TESTS, decide
from .replicability import decompose, replicability
from .study import left_out_words, study
from .table import MethodRow, MethodTable, tabulate_methods
