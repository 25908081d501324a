"""Generated corpora whose truth is known, and models that learn from them in a millisecond."""

from .complexity import COMPLEXITY_TASKS, ComplexityCurve, ComplexityRow, ComplexityTask, complexity_curve
