"""The ways of splitting that people use, side by side on one corpus, and how far laboratories agree."""

from .catalogue import ALL, KINDS, USUAL, Method, method_of, methods_of, n_trainings
from .decisions import Decision, decide
from .files import methods_csv, methods_document, methods_json
from .replicability import Decomposition, Replicability, decompose, replicability
from .study import Study, study
from .table import MethodRow, MethodTable, Quantity, tabulate_methods

__all__ = [
    "ALL",
    "KINDS",
    "USUAL",
    "Decision",
    "Decomposition",
    "Method",
    "MethodRow",
    "MethodTable",
    "Quantity",
    "Replicability",
    "Study",
    "decide",
    "decompose",
    "method_of",
    "methods_csv",
    "methods_document",
    "methods_json",
    "methods_of",
    "n_trainings",
    "replicability",
    "study",
    "tabulate_methods",
]
