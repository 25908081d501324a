"""Generated corpora whose truth is known, and models that learn from them in a millisecond."""

from .complexity import COMPLEXITY_TASKS as COMPLEXITY_TASKS
from .complexity import ComplexityCurve as ComplexityCurve
from .complexity import ComplexityRow as ComplexityRow
from .complexity import ComplexityTask as ComplexityTask
from .complexity import complexity_curve as complexity_curve
from .sentences import GeneratedSentences as GeneratedSentences
from .sentences import Sentences as Sentences
from .sentences import hidden_markov as hidden_markov
from .tasks import TASKS as TASKS
from .tasks import Task as Task
from .tasks import true_scores as true_scores
from .texts import GeneratedTexts as GeneratedTexts
from .texts import Texts as Texts
from .texts import equal_weights as equal_weights
from .texts import naive_bayes as naive_bayes
from .texts import zipf_weights as zipf_weights
