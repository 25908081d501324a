"""Which way a metric is better: the one place that says which of two models is ahead.

The difference of models A and B is how far A is ahead: A − B where larger scores are better,
B − A where smaller ones are (errors, costs, distances). Positive always means that A is better,
so tests, intervals, ranks and probabilities need not know what was measured.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from ..errors import ScoresError
from .known_metrics import METRICS

_LARGER = """
accuracy, acc, balanced accuracy, precision, prec, recall, rec, sensitivity, specificity, tpr,
true positive rate, tnr, true negative rate, ppv, positive predictive value, npv,
negative predictive value, f measure, fb1, fbeta, fβ, f score, dice, jaccard, iou, gmean, auc, auroc,
roc auc, area under roc, area under the roc curve, auprc, aucpr, pr auc, average precision, ap, map,
mean average precision, mrr, mean reciprocal rank, reciprocal rank, cg, cumulative gain, dcg,
discounted cumulative gain, dcg exp, ndcg exp, ndcg,
normalized discounted cumulative gain, hits, hit rate, mcc,
matthews corrcoef, matthews correlation, matthews correlation coefficient, kappa, cohen kappa,
cohens kappa, krippendorff alpha, r2, r^2, r squared, explained variance, correlation, pearson, pearson r,
spearman, spearman rho, kendall tau, bleu, bleu1, bleu2, bleu3, bleu4, sacrebleu, gleu, rouge, rouge1,
rouge2, rouge l, rouge lsum, meteor, chrf, chrf+, chrf++, bertscore, comet, bleurt, exact match, em, uas,
las, ari, rand index, adjusted rand index, nmi, ami, v measure, purity, homogeneity, completeness,
silhouette, log likelihood, neg mean absolute error, neg mean squared error, neg root mean squared error,
neg mean squared log error, neg root mean squared log error, neg median absolute error, neg max error,
neg mean absolute percentage error, neg log loss, neg brier score, 正确率, 准确率, 精确率, 精度, 查准率,
召回率, 查全率, 灵敏度, 特异度, 相关系数, 决定系数
"""
_SMALLER = """
error, errors, error rate, classification error, misclassification, misclassification rate,
misclassification error, loss, zero one loss, 0/1 loss, 01 loss, hamming loss, hinge loss, log loss,
cross entropy, cross entropy loss, nll, negative log likelihood, deviance, squared error, squared loss,
absolute error, absolute loss, mae, mean absolute error, mse, mean squared error, mean square error, rmse,
root mean squared error, root mean square error, nrmse, msle, mean squared log error, rmsle,
root mean squared log error, medae, median absolute error, max error, mape,
mean absolute percentage error, mdape, median absolute percentage error, smape, mre, relative error,
mean relative error, wer, word error rate, cer, character error rate, char error rate, ser,
sentence error rate, ter, translation edit rate, phoneme error rate, slot error rate, der,
diarization error rate, eer, equal error rate, fpr, false positive rate, fnr, false negative rate, fdr,
false discovery rate, false alarm rate, fallout, miss rate, brier, brier score, brier score loss, ece,
expected calibration error, calibration error, mce, perplexity, ppl, bpc, bits per character, bpb,
bits per byte, edit distance, levenshtein, levenshtein distance, hausdorff distance, distance, kl,
kl divergence, js divergence, aic, bic, cost, expected cost, regret, risk, pk, windowdiff, mean rank,
average rank, 错误率, 误差, 误差率, 均方误差, 均方根误差, 平均绝对误差, 词错误率, 字错误率, 损失, 交叉熵,
困惑度, 代价, 期望代价, 编辑距离
"""
# What may stand before or after such a name and does not change which way is better.
_BESIDE = """
macro, micro, weighted, samples, binary, sparse, categorical, average, averaged, avg, mean, total,
overall, corpus, sentence, document, token, tokens, tag, word, words, character, char, chunk, chunks,
span, spans, entity, entities, label, labels, role, class, classes, test, dev, val, valid, validation,
train, training, eval, heldout, oov, iv, seen, unseen, known, unknown, strict, lenient, relaxed, exact,
partial, labelled, labeled, unlabelled, unlabeled, score, value, pct, percent, ovr, ovo, top1, top3, top5,
top10, 宏平均, 微平均, 加权, 平均, 值
"""
_LONGEST = 200  # letters of a name that can be a known one

_Term = TypeVar("_Term")


def known_direction(metric: str, *stated: bool | None) -> bool | None:
    """Whether smaller values of a metric are better: by its name, or as it was stated.

    `metric`: A name in any of its usual spellings: "error_rate", "Error rate (%)", "test RMSE", "ndcg@10",
    "recall:PER", "1 - F1", "错误率".
    `*stated`: what a table, an option or a user says: True where smaller is better; None says nothing.
    Returns bool or None: none where nothing tells.
    """
    told = {one for one in (_direction_of_name(metric), *stated) if one is not None}
    if len(told) > 1:
        raise ScoresError(
            "Name, table and options disagree on whether a larger {metric} is better.", metric=metric
        )
    return told.pop() if told else None


def smaller_is_better(metric: str, *stated: bool | None) -> bool:
    """As `known_direction`, for a decision: no model is called better by a guess.

    Raises ScoresError also if nothing tells which way the metric is better.

    >>> mx.metrics.smaller_is_better("f1"), mx.metrics.smaller_is_better("error_rate")
    (False, True)
    """
    known = known_direction(metric, *stated)
    if known is not None:
        return known
    raise ScoresError(
        "Is a larger or smaller {metric} better? Give --smaller-is-better, --larger-is-better or "
        "column or argument smaller_is_better.",
        metric=metric,
    )


def subtraction_order(a: _Term, b: _Term, *, smaller: bool) -> tuple[_Term, _Term]:
    """The difference of A and B is the first of these minus the second, in numbers and in words."""
    return (b, a) if smaller else (a, b)


def oriented(scores: NDArray[np.float64], smaller: bool) -> NDArray[np.float64]:
    """Scores of which larger ones are better: errors with their sign turned."""
    return -scores if smaller else scores


@lru_cache(maxsize=1024)
def _direction_of_name(metric: str) -> bool | None:
    """What is well known of a metric; None where its name is another one."""
    if metric in METRICS:
        return METRICS[metric].smaller_is_better
    if len(re.split("[:@]", metric, maxsplit=1)[0]) > _LONGEST:
        return None
    name = unicodedata.normalize("NFKC", metric).casefold()
    rest = re.sub(r"^\s*1\s*[-−–]\s*", "", name)  # 1 − F1 is an error
    larger, smaller = (pattern.fullmatch(squeezed(rest)) is not None for pattern in _patterns())
    return None if larger == smaller else smaller != (rest != name)


@lru_cache(maxsize=1)
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Of the names of scores, and of those of errors."""
    return name_pattern(_LARGER, r"f\d+(?:\.\d+)?", "[pr](?=@)"), name_pattern(_SMALLER)  # f0.5, p@5


def name_pattern(listed: str, *more: str) -> re.Pattern[str]:
    """Matches the `squeezed` spellings of listed names, and of what else the patterns say."""
    beside = f"(?:{'|'.join(_names(_BESIDE))})*"
    of_labels_or_ranks = "(?:[:@].*)?"  # recall:PER, ndcg@10
    return re.compile(
        f"{beside}(?:{'|'.join([*_names(listed), *more])}){beside}{of_labels_or_ranks}", re.DOTALL
    )


def squeezed(name: str) -> str:
    """A name of a metric in one spelling: without case, spaces and hyphens."""
    return re.sub(r"[\s_\-()%'’]", "", unicodedata.normalize("NFKC", name).casefold())


def _names(listed: str) -> list[str]:
    return [re.escape(squeezed(name)) for name in listed.split(",")]


def default_metric(metrics: Sequence[str]) -> str:
    """F1 if it is among `metrics`, else the first of them.

    >>> default_metric(["accuracy", "f1"]), default_metric(["accuracy", "macro_f1"])
    ('f1', 'accuracy')
    """
    return "f1" if "f1" in metrics else metrics[0]
