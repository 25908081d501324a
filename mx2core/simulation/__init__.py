"""Generated corpora whose truth is known, and models that learn from them in a millisecond."""

from .complexity import (
    COMPLEXITY_TASKS,
    ComplexityCurve,
    ComplexityRow,
    ComplexityTask,
    complexity_curve,
)
from .sentences import GeneratedSentences, Sentences, hidden_markov
from .tasks import TASKS, Task, true_scores
from .texts import GeneratedTexts, Texts, equal_weights, naive_bayes, zipf_weights

__all__ = [
    "COMPLEXITY_TASKS",
    "TASKS",
    "ComplexityCurve",
    "ComplexityRow",
    "ComplexityTask",
    "GeneratedSentences",
    "GeneratedTexts",
    "Sentences",
    "Task",
    "Texts",
    "complexity_curve",
    "equal_weights",
    "hidden_markov",
    "naive_bayes",
    "true_scores",
    "zipf_weights",
]
