"""What an analyst puts into a paper: how partitions were made, the result of a test, what to cite."""

from collections.abc import Mapping
from dataclasses import replace

import mx2core as mx
from dashboard.session.analysis import Chosen
from dashboard.ui import kept_together
from dashboard.ui.answers.rule_choice import Differences
from dashboard.words import problems, text
from dashboard.words.text import _
from mx2core.corpus import Corpus
from mx2core.errors import Notice
from mx2core.judge.partition_words import partition_words, splits_in_brief
from mx2core.partition import PartitionSet
from mx2core.training import Decision
from mx2core.training.decisions.methods_words import decision_words

# As BibTeX, and as Chinese journals print them.
REFERENCES = (
    f"""@misc{{wang-mx2,
  title  = {{Regularized cross-validation method for text data sets}},
  author = {{Wang, Ruibo and Wang, Yu and Li, Jihong}},
  note   = {{In Chinese: 面向文本数据的正则化交叉验证方法. School of Software, Shanxi University}}
}}
@software{{mx2core,
  title   = {{mx2core: quality of train/validation partitions of annotated text}},
  version = {{{mx.__version__}}}
}}
""",
    f"""[1] 王瑞波, 王钰, 李济洪. 面向文本数据的正则化交叉验证方法[Z]. 太原: 山西大学软件学院.
[2] The mx2core maintainers. mx2core: quality of train/validation partitions of annotated text: {mx.__version__}[CP/OL].
https://github.com/mx2core/mx2core.
""",
)


def methods_paragraph(
    corpus: Corpus, partitions: PartitionSet, chosen: Chosen, *, used: int | None = None, file: str = ""
) -> str:
    """The partitions, brought in `file`, in the words of a methods section; an answer has `used` the first ones."""
    shared = kept_together.shared(corpus)
    words = partition_words(corpus, partitions, chosen.attributes, used=used, file=file, shared=shared)
    return text.prose(map(problems.notice_text, words))


def decision_paragraph(
    tested: Differences,
    decision: Decision,
    corpus: Corpus | None = None,
    partitions: PartitionSet | None = None,
) -> str:
    """The test, its splits and what it found, in the words of a methods section."""
    named, called = replace(decision, a=tested.a, b=tested.b), "" if corpus is None else corpus.full_name
    splits: tuple[Notice, ...] = ()
    if corpus is not None and partitions is not None:
        splits = splits_in_brief(corpus, partitions, shared=kept_together.shared(corpus))
    words = decision_words(named, smaller=tested.smaller_is_better, corpus=called, splits=splits)
    return text.prose(map(problems.notice_text, words))


def models_sentences(kinds: Mapping[str, str], tested: Differences) -> list[str]:
    """What the two models are, where it is known."""
    a, b = tested.a, tested.b
    if a not in kinds or b not in kinds:
        return []
    words = _("The models are {a} ({kind_a}) and {b} ({kind_b}).")
    return [words.format(a=a, kind_a=kinds[a], b=b, kind_b=kinds[b])]
