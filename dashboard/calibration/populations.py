"""What the populations of the simulation are called on screen; commands and files have their English names."""

from dashboard.words.text import _


def named(population: str) -> str:
    """A population in the language of the session; by its own name where it is a new one."""
    return names().get(population, population)


def names() -> dict[str, str]:
    return {
        "centroid, 5 classes": _("centroid, 5 classes"),
        "centroid, 4 classes": _("centroid, 4 classes"),
        "centroid, 3 classes, one view weaker": _("centroid, 3 classes, one view weaker"),
        "1-NN, 2 classes": _("1-NN, 2 classes"),
        "1-NN, texts": _("1-NN, texts"),
        "1-NN against majority": _("1-NN against majority"),
        "texts, 10 classes: naive Bayes, all words against 90": _(
            "texts, 10 classes: naive Bayes, all words against 90"
        ),
        "texts, 15 classes: naive Bayes, all words against 100": _(
            "texts, 15 classes: naive Bayes, all words against 100"
        ),
        "10% class, F1: LDA of two views": _("10% class, F1: LDA of two views"),
        "6% class, F1: LDA of two views": _("6% class, F1: LDA of two views"),
        "stable: LDA of two views": _("stable: LDA of two views"),
        "two fixed rules": _("two fixed rules"),
        "skewed F1, A misses and B invents": _("skewed F1, A misses and B invents"),
        "chunk F1: tagger of two views": _("chunk F1: tagger of two views"),
        "chunk F1: with and without memory": _("chunk F1: with and without memory"),
        "tree of two views": _("tree of two views"),
        "tree against naive Bayes": _("tree against naive Bayes"),
        "one model: accuracy of LDA": _("one model: accuracy of LDA"),
        "one model: F1 of a 12% class": _("one model: F1 of a 12% class"),
        "one model: F1 of a 6% class": _("one model: F1 of a 6% class"),
        "documents of 5 texts: naive Bayes": _("documents of 5 texts: naive Bayes"),
        "documents of 3 texts: 1-NN": _("documents of 3 texts: 1-NN"),
        "noisy: centroid on random features": _("noisy: centroid on random features"),
        "LDA against 5-NN": _("LDA against 5-NN"),
        # where the conservative form errs most
        "AUC by jackknife": _("AUC by jackknife"),
        "log loss of naive Bayes": _("log loss of naive Bayes"),
        "ordinal, squared error": _("ordinal, squared error"),
    }
