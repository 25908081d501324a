"""Predictions as answers that are known: the one place that says whether two answers are the same.

Programs write one answer in many ways: `1` and `1.0`, `True` and `true`, `x|y` and `y | x`, with blanks
around it, with accents as one character or two.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from difflib import get_close_matches

from ..amounts import are_amounts as are_amounts
from ..brief import frozen
from ..errors import Notice, ScoresError
from ..schemes import EMPTY

NAMED = 3  # answers that a message names
BETWEEN = "|"  # labels of one text
_NUMBER = re.compile(r"[+-]?(?:0|[1-9][0-9]{0,15})(?:\.[0-9]{1,20})?(?:[eE][+-]?[0-9]{1,3})?")
_INVISIBLE = str.maketrans("", "", "\u200b\ufeff")


@frozen(eq=False)
class Recognized:
    """Which answer each prediction is, and what is worth knowing of that."""

    answer_of: Mapping[str, str]  # of predictions that are known, as they are written
    notices: tuple[Notice, ...]

    def answer(self, prediction: str) -> str:
        """The known answer, or an unknown one as it is written."""
        known = self.answer_of.get(prediction)
        return tidy(prediction) if known is None else known


def check_paired(n_gold: int, n_predicted: int) -> None:
    """As many gold as predicted answers, and some."""
    if n_gold != n_predicted or not n_gold:
        raise unpaired(n_gold, n_predicted)


def unpaired(n_gold: int, n_predicted: int, least: int = 1) -> ScoresError:
    return ScoresError(
        "As many gold as predicted items are needed, at least {least}; found {n_gold} and {n_predicted}.",
        least=least,
        n_gold=n_gold,
        n_predicted=n_predicted,
    )


def tidy(answer: str) -> str:
    r"""Without blanks around it or repeated inside, of any kind, and with accents composed.

    >>> tidy("\u3000cafe\u0301 \xa0noir ")
    'café noir'
    """
    return " ".join(unicodedata.normalize("NFC", answer).translate(_INVISIBLE).split())


def set_of(answer: str) -> tuple[str, ...]:
    """Labels of an answer with | between them, each once.

    >>> set_of("sport|health | sport"), set_of(" ")
    (('sport', 'health'), ())
    """
    parts = map(tidy, answer.split(BETWEEN))
    return tuple(dict.fromkeys(part for part in parts if part not in EMPTY - {"O"}))


def as_text(value: object) -> str:
    """A value of JSON, or a cell, as the text of an answer; several labels of a text with | between.

    >>> as_text(True), as_text(1.0), as_text(["b", "a"]), as_text(None)
    ('true', '1.0', 'b|a', '')
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return BETWEEN.join(map(as_text, value))
    return str(value)


def recognized(
    predicted: Mapping[str, int],
    known: Iterable[str],
    *,
    empty: Collection[str] = (),
    model: str = "predicted",
    file: str | None = None,
    refused: bool = True,
) -> Recognized:
    """Find the known answer that each prediction is, from how often each prediction occurs.

    Equal are numbers of one value, true and True, the same labels in any order, and what differs in
    blanks or in how accents are composed. A prediction that differs in capital letters only is that
    answer too, and a notice says so. Where two known answers could be meant, only the one written alike
    is.

    `empty` are answers that say "nothing here", such as O: to know only these is to know none, which is
    refused; a matrix of classes shows unknown ones, so that nothing is `refused` there.
    """
    answers = tuple(known)
    exact, alike = set(answers), _unambiguous((_key(one), one) for one in answers)
    caseless = _unambiguous((_key(one).casefold(), one) for one in answers)
    found: dict[str, str] = {}
    other_case: list[str] = []
    for written in predicted:
        key = _key(written)
        answer = written if written in exact else alike.get(key)
        if answer is None and (answer := caseless.get(key.casefold())) is not None:
            other_case.append(f"{written} = {answer}")
        if answer is not None:
            found[written] = answer
    unknown = Counter({tidy(one): n for one, n in predicted.items() if one not in found})
    named = [(_resembling(one, answers), n) for one, n in unknown.most_common(NAMED)]
    if refused and unknown and not set(found.values()) - set(empty):
        raise ScoresError(
            "{model}: no prediction is a right answer ({known}); most often: {unknown}. Check the spelling.",
            file=file,
            model=model,
            known=list(answers[: 2 * NAMED]),
            unknown=[one for one, _n in named],
        )
    notices = []
    if other_case:
        notices.append(
            Notice(
                "{model}: predictions that differ in capitals alone count as right: {pairs}.",
                {"model": model, "pairs": other_case},
            )
        )
    if unknown:
        listed = [f"{one}: {n:,}" for one, n in named] + ["…"] * (len(unknown) > NAMED)
        values = {"model": model, "n": unknown.total(), "total": sum(predicted.values()), "unknown": listed}
        notices.append(
            Notice(
                "{model}: {n:,} of {total:,} predictions match no right answer and are wrong ({unknown}).",
                values,
            )
        )
    return Recognized(found, tuple(notices))


def _key(answer: str) -> str:
    """The same for answers that are the same."""
    parts = {_value(part.strip()) for part in tidy(answer).split(BETWEEN)}
    return BETWEEN.join(sorted(parts))


def _value(part: str) -> str:
    if _NUMBER.fullmatch(part) and math.isfinite(number := float(part)):
        return repr(number + 0.0)
    return part.lower() if part.lower() in ("true", "false") else part


def _unambiguous(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Keys that one answer has, and the answer."""
    answers: dict[str, set[str]] = {}
    for key, answer in pairs:
        answers.setdefault(key, set()).add(answer)
    return {key: next(iter(those)) for key, those in answers.items() if len(those) == 1}


def _resembling(prediction: str, answers: Sequence[str]) -> str:
    """A prediction and the right answer that it is most like, if any is."""
    of_key = {_key(one).casefold(): one for one in answers}
    close = get_close_matches(_key(prediction).casefold(), of_key, n=1)
    return f"{prediction} (≈ {of_key[close[0]]})" if close else prediction
