"""The ways of splitting that people use, each with its settings and the test that usually goes with it.

A method is written KIND or KIND:NUMBERS, as in kfold:10 or rlt:90x15; what is not given
is the usual choice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ...arguments import check_choice, check_range
from ...brief import frozen
from ...errors import InputError, Notice
from ...inference.classical.cross_validation import CONSERVATIVE_Z
from ...inference.classical.paired_tests import CORRECTED
from ...inference.out_of_fold.precision import FIRST, LAST
from ...partition import default_target
from ...partition.checks import USUAL_M

MOST_M = 100  # splits in a set
MOST_REPEATS = 1_000


@frozen
class Number:
    """A setting of a method: its usual value, and between which values it may lie."""

    name: str
    usual: int
    least: int
    most: int


@frozen
class Kind:
    """A way of splitting, its settings open."""

    name: Notice  # its values are the settings, filled in later
    test: str  # a key of `decisions.TESTS`
    draws: int  # number of its stream of random words: kinds with the same one share folds
    numbers: tuple[Number, ...] = ()
    seeded: bool = True  # whether another seed gives other folds
    plain: bool = False  # splits at random, without a look at labels
    nested: bool = False  # a smaller set is the beginning of a larger one
    # Folds that only measure the error of the estimate, which is the mean of those before them.
    error_folds: Callable[[Mapping[str, int]], int] = lambda numbers: 0


_SHARE = Number("share", 80, 5, 95)  # per cent of the units, to train on
_FOLDS = Number("k", 10, 2, 10_000)
_M = Number("m", USUAL_M, 2, MOST_M)  # splits in a set


def _repeats(usual: int, least: int = 2) -> Number:
    return Number("repeats", usual, least, MOST_REPEATS)


KINDS = {
    "hold_out": Kind(Notice("hold-out {train}:{test}"), "McNemar", 1, (_SHARE,), plain=True),
    "stratified_hold_out": Kind(Notice("stratified hold-out {train}:{test}"), "McNemar", 2, (_SHARE,)),
    "kfold": Kind(Notice("{k}-fold"), "paired t", 3, (_FOLDS,), plain=True),
    "stratified_kfold": Kind(Notice("stratified {k}-fold"), "paired t", 4, (_FOLDS,)),
    "repeated_kfold": Kind(
        Notice("{k}-fold × {repeats}"), CORRECTED, 5, (_FOLDS, _repeats(3, least=1)), plain=True
    ),
    "kfold_z": Kind(Notice("{k}-fold z, all pairs"), "all-pairs z", 3, (_FOLDS,), plain=True),
    "kfold_z_within": Kind(Notice("{k}-fold z, within folds"), "within-fold z", 3, (_FOLDS,), plain=True),
    "nested_kfold": Kind(
        Notice("nested {k}-fold"),
        "nested cross-validation",
        3,
        (Number("k", 5, 3, 100),),
        plain=True,
        error_folds=lambda numbers: numbers["k"] * (numbers["k"] - 1) // 2,
    ),
    "leave_one_out": Kind(Notice("leave-one-out"), "McNemar", 6, seeded=False, plain=True),
    "rlt": Kind(
        Notice("repeated hold-out {train}:{test}, {repeats} times"),
        CORRECTED,
        7,
        (Number("share", 90, 5, 95), _repeats(15)),
        plain=True,
    ),
    "conservative_z": Kind(
        Notice("hold-out {train}:{test} × {repeats}, also within {m}×2 halves"),
        CONSERVATIVE_Z,
        14,
        (_SHARE, _repeats(5, least=1), Number("m", USUAL_M, 1, MOST_M)),
        plain=True,
        error_folds=lambda numbers: 2 * numbers["m"] * numbers["repeats"],
    ),
    "bootstrap": Kind(
        Notice("bootstrap, {repeats} times"), "percentile interval", 8, (_repeats(50, least=20),), plain=True
    ),
    "5x2_t": Kind(Notice("5×2, Dietterich's t"), "5×2 t", 9, plain=True, nested=True),
    "5x2_f": Kind(Notice("5×2, Alpaydin's F"), "5×2 F", 9, plain=True, nested=True),
    "random": Kind(Notice("{m}×2 random"), "m×2 t", 9, (_M,), plain=True, nested=True),
    "block": Kind(Notice("{m}×2 block"), "m×2 t", 10, (_M,), nested=True),
    "balanced": Kind(Notice("{m}×2 balanced"), "m×2 t", 11, (_M,)),
    "centered": Kind(Notice("{m}×2 centered"), "m×2 t", 12, (_M,)),
    "floor": Kind(Notice("{m}×2 floor"), "m×2 t", 13, (_M,)),
    "sequential": Kind(
        Notice("sequential, up to {m}×2 block"),
        "sequential m×2 t",
        10,
        (Number("m", 20, 3, MOST_M),),  # the last look
        nested=True,
    ),
    "sequential_paper": Kind(
        Notice("Wang et al.'s rule, up to {m}×2 block"),
        "sequential m×2 t, paper",
        10,
        (Number("m", 20, 3, MOST_M),),
        nested=True,
    ),
    "out_of_fold": Kind(
        Notice("{m}×2 random, out-of-fold test"),
        "out-of-fold t",
        9,
        (Number("m", USUAL_M, 1, MOST_M),),
        plain=True,
        nested=True,
    ),
    "out_of_fold_stopped": Kind(
        Notice("up to {m}×2 random, out-of-fold test when precise"),
        "out-of-fold t, stopped",
        9,
        (Number("m", LAST, FIRST, MOST_M),),  # the last split
        plain=True,
        nested=True,
    ),
    "out_of_fold_conservative": Kind(
        Notice("{m}×2 random, conservative out-of-fold test"),
        "out-of-fold t, conservative",
        9,
        (_M,),
        plain=True,
        nested=True,
    ),
}
HALVES = (
    *("5x2_t", "5x2_f", "random", "block", "balanced", "centered", "floor", "sequential"),
    "sequential_paper",
    *("out_of_fold", "out_of_fold_stopped", "out_of_fold_conservative"),
)

# A minute or two with a fast model and ten laboratories; and everything there is.
BUILT = default_target(USUAL_M, prefix=False)
USUAL = (
    "hold_out:80",
    "kfold:10",
    "rlt:90x15",
    "5x2_t",
    "random:5",
    "block:3",
    f"{BUILT}:5",
    "out_of_fold:5",
)
ALL = (
    *(f"hold_out:{share}" for share in (50, 60, 70, 80, 90)),
    *("stratified_hold_out:80", "kfold:10", "stratified_kfold:10", "repeated_kfold:10x1"),
    *("repeated_kfold:10x3", "kfold_z:10", "kfold_z_within:10", "nested_kfold:5", "leave_one_out"),
    *("conservative_z:80x5x5", "rlt:50x15", "rlt:90x15", "bootstrap:50", "5x2_t", "5x2_f", "random:5"),
    *("block:3", "block:5", "balanced:3", "balanced:5", "centered:5", "floor:5"),
    *("sequential:20", "sequential_paper:20"),
    *("out_of_fold:5", "out_of_fold_stopped:10", "out_of_fold_conservative:5"),
)


@frozen
class Method:
    """A way of splitting with its settings."""

    kind: str  # one of `KINDS`
    numbers: tuple[int, ...]

    @property
    def key(self) -> str:
        """As it is written in a list of methods."""
        return self.kind + (":" + "x".join(map(str, self.numbers)) if self.numbers else "")

    @property
    def test(self) -> str:
        """Name of the test that usually goes with it."""
        return KINDS[self.kind].test

    @property
    def seeded(self) -> bool:
        """Whether another seed gives other folds."""
        return KINDS[self.kind].seeded

    @property
    def halves(self) -> bool:
        """Whether it trains on half of the units, both ways."""
        return self.kind in HALVES

    @property
    def named(self) -> dict[str, int]:
        return dict(zip((one.name for one in KINDS[self.kind].numbers), self.numbers, strict=True))

    @property
    def source(self) -> tuple[int, ...]:
        """Methods of one source have the same folds, or the smaller set is the beginning of the larger."""
        kind, named = KINDS[self.kind], self.named
        if kind.nested:
            return (kind.draws,)
        open_ended = "repeats" in named and not kind.error_folds(named)
        return (kind.draws, *(value for name, value in named.items() if name != "repeats" or not open_ended))

    def n_folds(self, n_units: int) -> int:
        """Trainings of one model in one laboratory."""
        return self.n_estimates(n_units) + KINDS[self.kind].error_folds(self.named)

    def n_estimates(self, n_units: int) -> int:
        """Of those the first ones, whose scores are averaged; the others measure the error."""
        named = self.named
        if self.kind == "leave_one_out":
            return n_units
        if self.halves:
            return 2 * named.get("m", USUAL_M)
        return named.get("k", 1) * named.get("repeats", 1)

    @property
    def name(self) -> Notice:
        values = self.named
        if "share" in values:
            whole = 10 if values["share"] % 10 == 0 else 100
            values["train"] = values["share"] * whole // 100
            values["test"] = whole - values["train"]
        return Notice(KINDS[self.kind].name.message, values)


def method_of(text: str) -> Method:
    name, _, rest = text.strip().partition(":")
    check_choice("method", name, KINDS)
    settings = KINDS[name].numbers
    given = [part for part in rest.split("x") if part] if rest else []
    if len(given) > len(settings) or not all(part.isdecimal() for part in given):
        usual = Method(name, tuple(setting.usual for setting in settings)).key
        raise InputError(
            "{written} is not a method with settings, such as {usual}.", written=text, usual=usual
        )
    numbers = [int(part) for part in given] + [setting.usual for setting in settings[len(given) :]]
    for number, setting in zip(numbers, settings, strict=True):
        check_range(text, number, f"[{setting.least}, {setting.most}]")
    return Method(name, tuple(numbers))


def methods_of(names: Sequence[str]) -> tuple[Method, ...]:
    """Methods in the order of the catalogue, each once; "all" and "usual" stand for lists."""
    lists = {"all": ALL, "usual": USUAL}
    named = [key for one in names for key in lists.get(one, (one,))]
    methods = {method_of(one) for one in named}
    if not methods:
        raise InputError("Name at least one method of {known}.", known=tuple(KINDS))
    order = list(KINDS)
    return tuple(sorted(methods, key=lambda one: (order.index(one.kind), one.numbers)))


def n_trainings(methods: Sequence[Method], laboratories: int, n_units: int, n_models: int = 2) -> int:
    """Trainings of a study, folds that methods share counted once; known without making a fold."""
    shared: dict[tuple[int, ...], int] = {}
    for method in methods:
        folds = method.n_folds(n_units) * (laboratories if method.seeded else 1)
        shared[method.source] = max(shared.get(method.source, 0), folds)
    return n_models * sum(shared.values())
