"""The text of each step, before it is shown and after; and the lessons that can be made of them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import takewhile

from dashboard.words import text
from dashboard.words.text import _, inert

# Of the splits that Start deals, of each step (guess, answer, figure, talk), and of the summary.
MINUTES = (8, 5, 6, 5, 5, 6, 4, 6, 6, 6, 6, 7, 6, 7, 4, 3)
SHORT = (1, 2, 4, 5, 8, 10)  # for one lesson: split twice, χ²/J, blocks, conditions, T, looks
NAMES = (  # of the steps and of the end after them, in addresses
    "split-twice",
    "chi-square",
    "half",
    "blocks",
    "conditions",
    "built",
    "alike",
    "t-test",
    "interval",
    "looks",
    "out-of-fold",
    "chi-square-by-hand",
    "t-by-hand",
    "snr",
    "end",
)
SUMMARY = len(NAMES)  # the number of the end
LATER = NAMES.index("t-test") + 1  # a step that came between others when addresses still had numbers


@dataclass(frozen=True, slots=True)
class StepWords:
    """Of one step, in the language of the session."""

    title: str
    question: str  # with places for the numbers of the corpus
    message: str  # what it shows: beside its figure, in the teacher's notes and in the summary
    note: str  # what a class usually guesses, and what to ask


def all_words() -> tuple[StepWords, ...]:
    """Of every step, in order."""
    return (
        StepWords(
            _("The same corpus, split twice"),
            _(
                "Halve a corpus at random, twice. By how many points does a frequent label's share in the first half change at most?"
            ),
            _("Two random splits differ in almost every label, and often in the model that wins."),
            _(
                "Often: a few. A label occurring n times differs by about 70/√n points, the largest of 12 by about twice that."
            ),
        ),
        StepWords(
            _("χ²/J: the difference as one number"),
            _("χ²/J is 0 if every label is halved exactly. Its mean for random halves (0 to {high})?"),
            _(
                "For random halves χ²/J is about 1 (many labels, one per unit): far above, they are lopsided; far below, more alike than new data."
            ),
            _("Often: 0. With one label per unit it is about (J − 1)/J."),
        ),
        StepWords(
            _("Why half?"),
            _("Two random training sets each have 80% of the corpus. What percentage is in both?"),
            _("Only halves can be swapped: both runs train on equally many units and share none."),
            _("Often: 80%. It is 80% of 80%."),
        ),
        StepWords(
            _("Overlap, and orthogonal blocks"),
            _("Halve a corpus at random, twice. What percentage is in the first half both times?"),
            _("Blocks give every two splits the same overlap; random splits only on average."),
            _("Often: 50%. Half of a half is a quarter."),
        ),
        StepWords(
            _("Conditions: which splits satisfy them?"),
            _("{share}% of random splits have χ²/J ≤ {c} ({name}). What is the chance that five all do?"),
            _(
                "Regularized m×2 cross-validation keeps splits that meet conditions; m random splits rarely all do."
            ),
            _("Often: the share of one split. Multiply five times."),
        ),
        StepWords(
            _("Built splits, and the floor"),
            _(
                "Random halves average χ²/J {expected}. Of ten splits built as low as possible, what is the largest?"
            ),
            _("Built splits reach far below chance, near the floor."),
            _("Ask: can a label occurring once be halved?"),
        ),
        StepWords(
            _("The cost of alike halves"),
            _("Training and test half are as alike as possible: what happens to the score?"),
            _(
                "Halves too alike can score too high, as new data differ more: choose χ²/J near its expected value."
            ),
            _("Often: it stays right."),
        ),
        StepWords(
            _("Why not an ordinary t-test?"),
            _(
                "Two equal models, {m} splits: {n} differences. How often does an ordinary t-test at 5% call A better?"
            ),
            _("The 2m differences share one corpus and move together; a t-test ignores that."),
            _("Often: 5%."),
        ),
        StepWords(
            _("Does the interval shrink like 1/√m?"),
            _(
                "Take the mean length of the m×2 test's 90% interval from 3 splits as 100%. How long is it from 20 splits of that corpus?"
            ),
            _("More splits even out the cutting, not the corpus: the length has a limit."),
            _("Often: 39%, the root of 3/20."),
        ),
        StepWords(
            _("Testing after every split"),
            _(
                "Two equal models are tested at 5% after each split, 3rd to 20th. How often is A ever “better” (ρ = ½)?"
            ),
            _("With ρ = ½ each look adds error; the overall-level rule allows for all."),
            _("Often: 5%."),
        ),
        StepWords(
            _("What the halves still tell us"),
            _(
                "A is better by {points} points. From {m} splits the m×2 test finds it in {found}% of corpora; the out-of-fold test?"
            ),
            _("The out-of-fold test finds more from the same runs: ρ is below ½ here."),
            _("Ask: what do 2m scores leave out?"),
        ),
        StepWords(
            _("By hand: χ²/J, eq. (3)"),
            _("Four labels occur {first} times in one half, {second} in the other. What is χ²/J? {chi2}"),
            _("The paper bounds χ²/J by c, and overlaps to within c₀ of n/4."),
            _("Eq. (3) with equal totals."),
        ),
        StepWords(
            _("By hand: T, σ̂ and Cₘ"),
            _("A minus B on the halves of three splits, in points: {differences}. What is T? {t}"),
            _("The larger T, the less luck explains A's lead; Cₘ assumes ρ = ½."),
            _("σ̂ divides by 2m once, not twice."),
        ),
        StepWords(
            _("By hand: signal-to-noise ratio"),
            _("Over random splits a model scores {mean}%, sd {sd} points. What is its SNR?"),
            _("SNR says how steady scores are across splits, not across corpora."),
            _("Halves at the floor raise it (step 7)."),
        ),
    )


def address_name(step: int) -> str:
    """A step, or the end after the last one, as an address has it: the same one through all versions."""
    return NAMES[step - 1]


def parse_address(name: str) -> int | None:
    """The step that an address asks for, one more than there are for the end; None if it names none."""
    numbered = {str(step - (step > LATER)): step for step in range(1, len(NAMES)) if step != LATER}
    return NAMES.index(name) + 1 if name in NAMES else numbered.get(name)


def entry(step: int) -> StepWords:
    """Of a step by its number, from 1."""
    return all_words()[step - 1]


def title(step: int) -> str:
    """Of a step, with its number."""
    return _("{number}. {title}").format(number=step, title=entry(step).title)


def terms() -> tuple[tuple[tuple[int, ...], str, str], ...]:
    """Steps (0: the page Start) that use a term, the term, and its meaning; none gives an answer away."""
    chi2 = _("how differently labels fall on two halves: chi-square, divided by the number of labels J")
    conditions = _("m×2 on splits with χ²/J at most c and overlaps near a quarter")
    overall = _("errs in 5% at most over all looks (nearly normal scores, ρ up to ½)")
    return (
        ((0, 7), _("balanced"), _("halves that differ as random ones usually do")),
        ((0,), _("equivalent"), _("differing by less than a margin chosen before looking")),
        ((2,), "χ²/J", chi2),
        (
            (4,),
            _("m×2 cross-validation"),
            _("the corpus halved m times; each half trains once and tests once"),
        ),
        ((4,), _("overlap"), _("share of the corpus in both training sets")),
        ((4,), _("block"), _("units that stay together in every split")),
        ((5,), _("regularized m×2 cross-validation"), conditions),
        ((6,), _("floor"), _("a χ²/J that no split of this corpus goes below")),
        ((7,), _("centered"), _("splits whose χ²/J is each near its expected value")),
        ((8, 9, 11), _("m×2 test"), _("tests A − B by the 2m scores")),
        ((10, 13), "T", _("mean of A − B over its spread, corrected for shared data")),
        (
            (8, 9, 10, 11, 13),
            _("correlation ρ"),
            _("how far the differences A − B of two runs move together"),
        ),
        ((10,), _("look"), _("a test of the splits so far")),
        ((10,), _("overall-level rule"), overall),
        ((11,), _("power"), _("how often a true difference is found")),
        ((11,), _("out-of-fold test"), _("unit by unit, by models not trained on it")),
        ((14,), _("signal-to-noise ratio"), _("mean over standard deviation across splits")),
    )


def needed(step: int, way: Iterable[int]) -> tuple[str, ...]:
    """The terms that are new in a step of a way through them, each in a line of Markdown."""
    before = set(takewhile(lambda one: one != step, way))
    return tuple(
        text.titled(name, inert(meaning, most=None))
        for uses, name, meaning in terms()
        if step in uses and before.isdisjoint(uses)
    )


def minutes(way: Sequence[int] = SHORT) -> int:
    """Of the steps of a way, with Start before them and the summary after."""
    return sum(MINUTES[step] for step in (0, *way, SUMMARY))


def lessons(way: Sequence[int]) -> str:
    """The plan of the steps of one lesson, or of all in two, in a sentence."""
    start = _("Start ({minutes} min)").format(minutes=MINUTES[0])
    end = _("the summary ({minutes} min)").format(minutes=MINUTES[SUMMARY])
    parts = _("; ").join((start, *(f"{title(step)} ({MINUTES[step]})" for step in way), end))
    if len(way) > len(SHORT):
        return _("Two lessons of {minutes} minutes: {parts}.").format(minutes=minutes(way) // 2, parts=parts)
    return _("One lesson, {total} minutes: {parts}.").format(total=minutes(way), parts=parts)
