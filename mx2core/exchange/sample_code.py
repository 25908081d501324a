"""Code to copy: a loop over the folds of exported partitions, in the user's own library."""

from __future__ import annotations

import re
from importlib import resources

from ..errors import InputError

# library -> its file in the folder `snippets`; each is run by tests/exchange/test_snippets.py
SNIPPETS = {
    "scikit-learn": "scikit-learn.py",
    "datasets": "hf-datasets.py",
    "pytorch": "torch-subset.py",
    "r": "base-r.R",
    "crf++": "crf++.sh",
}
_NAME = re.compile(r"[\w.][\w.+ -]*")  # needs no quoting inside the quotes of any of them


def snippet(library: str, source: str | None = None) -> str:
    """A short program that trains on every fold and writes scores.csv.

    It reads the exported partitions and, beside them, `units.jsonl` (see `write_units`);
    that for CRF++ reads the ZIP of files. `read_scores` takes the scores it writes.

    Parameters
    ----------
    library : str
        One of `SNIPPETS`: "scikit-learn", "datasets" (Hugging Face), "pytorch", "r",
        "crf++".
    source : str, optional
        File name of the exported partitions: partitions.json, for CRF++ partitions.zip.

    Raises
    ------
    InputError
        If there is no such snippet, or the file name has other characters than letters,
        digits, blanks and . _ + -
    """
    if library not in SNIPPETS:
        raise InputError(
            "there is no code for {library!r}. Choose one of {known}.",
            library=library,
            known=tuple(SNIPPETS),
        )
    text = resources.files(__package__).joinpath("snippets", SNIPPETS[library]).read_text(encoding="utf-8")
    if source is None:
        return text
    if not _NAME.fullmatch(source):
        raise InputError(
            "the file name {name!r} cannot stand in code as it is. Use letters, digits, blanks and . _ + - "
            "only.",
            name=source,
        )
    return text.replace("partitions.zip" if library == "crf++" else "partitions.json", source)
