"""The ways of splitting that people use, side by side on one corpus, and how far laboratories agree."""

from .catalogue import ALL as ALL
from .catalogue import KINDS as KINDS
from .catalogue import USUAL as USUAL
from .catalogue import Method as Method
from .catalogue import method_of as method_of
from .catalogue import methods_of as methods_of
from .catalogue import n_trainings as n_trainings
from .decisions import TESTS as TESTS
from .decisions import decide as decide
from .replicability import decompose as decompose
from .replicability import replicability as replicability
from .study import study as study
from .table import MethodRow as MethodRow
from .table import MethodTable as MethodTable
from .table import tabulate_methods as tabulate_methods
