"""The options that groups of metrics and tests by hand take: what each says, and the kind of its value."""

from __future__ import annotations

from typing import Literal

from ..brief import frozen


@frozen
class GroupOption:
    """One option of some groups; each group has a default of its own for it."""

    description: str
    kind: type | Literal["costs"] = str  # of its value; bool: True where it is named
    value: str | None = None  # what its value is called in a help
    flag: str | None = None  # of the command line, where that is another; no-… switches off what is on
    usual: str | None = None  # its default, where it has one in words


GROUP_OPTIONS = {
    "beta": GroupOption("weight of recall in F", float, "B", usual="1"),
    "positive": GroupOption("the positive class", value="CLASS"),
    "threshold": GroupOption("items with this score or more are positive", float, "T"),
    "negatives": GroupOption("count every negative item K times", float, "K", usual="1"),
    "change": GroupOption("scores as none, ranks or cubes: another scale, the same order", value="SCALE"),
    "miss": GroupOption("cost of a missed positive item", float, "COST", usual="1"),
    "false_alarm": GroupOption("cost of a false positive", float, "COST", usual="1"),
    "prior": GroupOption("share of positive items", float, "P", usual="that of the table"),
    "k": GroupOption("candidates of a query looked at", int, "K", usual="5"),
    "found_only": GroupOption("average precision over the candidates given", bool),
    "quantile": GroupOption("quantile of the relative errors", float, "Q", usual="0.5"),
    "stretch": GroupOption("multiply the largest error by S", float, "S"),
    "order": GroupOption("longest n-grams of BLEU", int, "N", usual="4"),
    "tokenize": GroupOption("13a, zh, char or none", value="NAME", usual="zh for texts without spaces"),
    "train": GroupOption("texts at the beginning that give the vocabulary", int, "N", usual="half"),
    "backward": GroupOption("longest match from the end", bool),
    "baseline": GroupOption("score the longest match, not the column segmented", bool),
    "loss": GroupOption("squared or zero_one, of bias_variance", value="NAME"),
    "level": GroupOption("of each interval", float, "L", usual="0.95"),
    "seed": GroupOption("of the bootstrap of intervals", int, "N", usual="0"),
    "alpha": GroupOption("level of a test", float, "A", usual="0.05"),
    "test_to_train": GroupOption("size of test over training set", float, "R", usual=".25, for 8:2"),
    "claimed": GroupOption("error rate that is claimed, of a test", float, "E", usual="0.1"),
    "batch": GroupOption("samples done together", int, "N", usual="1"),
    "width": GroupOption("bytes per number", int, "BYTES", usual="4, float32"),
    "copies": GroupOption("copies of the weights while training", int, "N", usual="3, with momentum"),
    "costs": GroupOption("of errors: 'ill>well=5'", "costs", "RIGHT>PREDICTED=COST,…", usual="1"),
    "smooth": GroupOption("of BLEU", bool, flag="no-smooth"),
    "larger": GroupOption("of friedman", bool, flag="larger-is-better"),
    "peak": GroupOption("multiply-adds that the machine does in a second", float, "N"),
    "bandwidth": GroupOption("bytes of memory that the machine moves in a second", float, "BYTES"),
}
