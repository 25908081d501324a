"""Better parts: groups of units whole, labels and lengths spread as by chance."""

from __future__ import annotations

from collections.abc import Sequence

from ..arguments import check_whole
from ..corpus import Attribute, Corpus
from ..corpus.units.near_duplicates import NearDuplicates
from ..errors import DesignError
from ..partition import Parts, deal_parts
from ..partition.parts.split_parts import Target
from .units import joined_groups, unit_documents


def better_parts(
    corpus: Corpus,
    sizes: Sequence[float],
    *,
    attributes: Sequence[Attribute],
    near: NearDuplicates | None = None,
    whole_documents: bool = False,
    target: Target = "typical",
    seed: int = 0,
) -> Parts:
    r"""A split, K folds, or train, dev and test: groups whole, labels and lengths spread as by chance.

    Parameters
    ----------
    sizes : sequence of float
        As in `deal_parts`: (1, 1, 1, 1, 1) for five folds, (8, 1, 1) for train, dev and test.
    attributes : sequence of Attribute
        Whose labels are spread; lengths of units are spread as well, by fifths.
    near : NearDuplicates, optional
        Their groups stay whole.
    whole_documents : bool
        Keep documents whole too; sizes are then off by up to a document.
    target, seed
        As in `deal_parts`.

    Raises
    ------
    InputError
        As in `deal_parts`.

    Examples
    --------
    >>> corpus = mx.read_corpus(b"text,label\n" + b"a good film,pos\na bad film,neg\n" * 20)
    >>> mx.io.better_parts(corpus, (1,) * 4, attributes=[corpus.attribute("label")]).sizes
    (10, 10, 10, 10)
    """
    tables = [one.counts for one in attributes]
    if all(one.name != "length" for one in attributes):
        tables.append(corpus.attribute("length").counts)
    groups = joined_groups(
        None if near is None else near.groups, unit_documents(corpus) if whole_documents else None
    )
    return deal_parts(tables, sizes, groups=groups, target=target, seed=seed)


def sampled_units(corpus: Corpus, n: int, *, attributes: Sequence[Attribute], seed: int = 0) -> Parts:
    r"""A sample of n units and the rest, as parts 0 and 1: labels and lengths spread as by chance, or better.

    For the first choice among models a part of a large corpus is enough (section 7 of the paper).

    Parameters
    ----------
    n : int
        Units of the sample.
    attributes : sequence of Attribute
        Whose labels the sample has in the shares of the whole.

    Raises
    ------
    DesignError
        If the corpus has no more than n units.

    Examples
    --------
    >>> corpus = mx.read_corpus(b"text,label\n" + b"a good film,pos\na bad film,neg\n" * 20)
    >>> mx.io.sampled_units(corpus, 10, attributes=[corpus.attribute("label")]).sizes
    (10, 30)
    """
    n = check_whole("n", n, "[2, ∞)", DesignError)
    if n >= len(corpus):
        raise DesignError("A sample of {n} units needs more than {units}.", n=n, units=len(corpus))
    return better_parts(corpus, (n, len(corpus) - n), attributes=attributes, seed=seed)
