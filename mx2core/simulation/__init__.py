"""Generated corpora whose truth is known, and models that learn from them in a millisecond."""

from .complexity import COMPLEXITY_TASKS as COMPLEXITY_TASKS
from .complexity import ComplexityCurve as ComplexityCurve
from .complexity import ComplexityRow as ComplexityRow
from .complexity import ComplexityTask as ComplexityTask
from .complexity import complexity_curve as complexity_curve
