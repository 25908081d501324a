"""Tables of scores as the program takes them, a line for each model, split and fold."""

import numpy as np

# The differences of the worked example: the paper's rule stops at m = 3, the overall-level one at m = 4.
E = np.array([[0.021, 0.034], [0.017, 0.029], [0.041, 0.012], [0.026, 0.030], [0.009, 0.038]])
ERRORS = {
    "A": [[0.10, 0.11], [0.12, 0.10], [0.11, 0.12], [0.10, 0.12], [0.11, 0.10]],
    "B": [[0.30, 0.32], [0.31, 0.33], [0.33, 0.30], [0.32, 0.31], [0.30, 0.33]],
}
HEADER = "partition,fold,model,metric,value"


def score_rows(scores, metric="f1", further=""):
    """Of m pairs for each model."""
    return [
        f"{i},{k},{model},{metric},{float(value)!r}{further}"
        for model, splits in scores.items()
        for i, split in enumerate(splits, start=1)
        for k, value in enumerate(split, start=1)
    ]


def score_table(scores, metric="f1"):
    return "\n".join([HEADER, *score_rows(scores, metric)])


def ahead(differences=E, of=0.8):
    """Scores by which A is ahead of B."""
    return {"A": of + np.asarray(differences), "B": np.full(np.shape(differences), of)}


def corpus_table(scores, metric=None):
    """Scores of models on several corpora."""
    end = f",{metric}" if metric else ""
    rows = (f"c{k},{name},{one}{end}" for name, values in scores.items() for k, one in enumerate(values))
    return "\n".join([f"corpus,model,score{',metric' if metric else ''}", *rows])
