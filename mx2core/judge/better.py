"""Better parts: groups of units whole, labels and lengths spread as by chance."""

from __future__ import annotations

from collections.abc import Sequence

from ..corpus import Attribute, Corpus
from ..corpus.units.near_duplicates import NearDuplicates
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
    corpus : Corpus
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

    Returns
    -------
    Parts

    Raises
    ------
    InputError
        As in `deal_parts`.

    Examples
    --------
    >>> import mx2core as mx
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
