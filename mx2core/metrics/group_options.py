"""The options that groups of metrics and tests by hand take: what each says, and the kind of its value."""

from __future__ import annotations

from typing import Literal

from ..brief import frozen


@frozen
class GroupOption:
    """One option of some groups; each group has a default of its own for it."""

    about: str
    kind: type | Literal["costs"] = str  # of its value; bool: True where it is named
    value: str | None = None  # what its value is called in a help
    negated: str | None = None  # what switches it off, where it is on by default


GROUP_OPTIONS = {
    "beta": GroupOption("weight of recall in F; default: 1", float, "B"),
    "positive": GroupOption("the positive class", value="CLASS"),
    "threshold": GroupOption("items with this score or more are positive", float, "T"),
    "negatives": GroupOption("count every negative item K times; default: 1", float, "K"),
    "change": GroupOption("scores as none, ranks or cubes: another scale, the same order", value="SCALE"),
    "miss": GroupOption("cost of a missed positive item; default: 1", float, "COST"),
    "false_alarm": GroupOption("cost of a false positive; default: 1", float, "COST"),
    "prior": GroupOption("share of positive items; default: that of the table", float, "P"),
    "k": GroupOption("candidates of a query looked at; default: 5", int, "K"),
    "found_only": GroupOption("average precision over the candidates given", bool),
    "quantile": GroupOption("quantile of the relative errors; default: 0.5", float, "Q"),
    "stretch": GroupOption("multiply the largest error by S", float, "S"),
    "order": GroupOption("longest n-grams of BLEU; default: 4", int, "N"),
    "tokenize": GroupOption("13a, zh, char or none; default: zh for texts without spaces", value="NAME"),
    "train": GroupOption("texts at the beginning that give the vocabulary; default: half", int, "N"),
    "backward": GroupOption("longest match from the end", bool),
    "baseline": GroupOption("score the longest match, not the column segmented", bool),
    "loss": GroupOption("squared or zero_one, of bias_variance", value="NAME"),
    "level": GroupOption("of each interval; default: 0.95", float, "L"),
    "seed": GroupOption("of the bootstrap of intervals; default: 0", int, "N"),
    "alpha": GroupOption("level of a test; default: 0.05", float, "A"),
    "test_to_train": GroupOption("size of test over training set; default: 1, halves", float, "R"),
    "claimed": GroupOption("error rate that is claimed, of a test; default: 0.1", float, "E"),
    "batch": GroupOption("samples done together; default: 1", int, "N"),
    "width": GroupOption("bytes per number; default: 4, float32", int, "BYTES"),
    "copies": GroupOption("copies of the weights while training; default: 3, with momentum", int, "N"),
    "costs": GroupOption("of errors: 'ill>well=5'; default: 1", "costs", "RIGHT>PREDICTED=COST,…"),
    "smooth": GroupOption("of BLEU", bool, negated="no-smooth"),
    "larger": GroupOption("of friedman", bool),
    "peak": GroupOption("multiply-adds that the machine does in a second", float, "N"),
    "bandwidth": GroupOption("bytes of memory that the machine moves in a second", float, "BYTES"),
}
