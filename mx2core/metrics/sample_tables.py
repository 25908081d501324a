"""Answers to try the groups of metrics on: small, the same everywhere, and with what makes metrics differ."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ..schemes import SEVERAL
from .answer_table import AnswerTable
from .cost.model_cost import convolution_part, dense_part, part_table

# Right class, predicted class, how often: a frequent class, a rare one, and one in between.
_CLASSES = (
    *(("sport", "sport", 54), ("sport", "finance", 4), ("sport", "health", 2)),
    *(("finance", "finance", 27), ("finance", "sport", 9), ("finance", "health", 4)),
    *(("health", "health", 9), ("health", "sport", 3), ("health", "finance", 8)),
)


def classes() -> AnswerTable:
    """Texts of three subjects, one of them rare."""
    rows = [(right, predicted) for right, predicted, n in _CLASSES for _ in range(n)]
    gold, predicted = zip(*rows, strict=True)
    return AnswerTable({"gold": gold, "predicted": predicted}, name="classes.csv")


# Right labels, those of two models, how often.
_SETS = (
    *(("sport", "sport", "sport", 18), ("sport", "sport | health", "sport", 6), ("sport", "", "finance", 2)),
    *(("finance", "finance", "finance", 14), ("finance", "finance", "sport", 5)),
    ("sport | health", "sport | health", "sport", 9),
    ("sport | health", "sport", "health | sport", 5),
    ("finance | health", "finance | health", "finance", 6),
    ("finance | health", "finance | sport", "health", 3),
    ("", "", "sport", 4),
)


def label_sets() -> AnswerTable:
    """Texts of any number of subjects, and what two models say of them."""
    rows = [answers for *answers, n in _SETS for _ in range(n)]
    names = ("gold", "predicted", "predicted_b")
    return AnswerTable(dict(zip(names, zip(*rows, strict=True), strict=True)), name="labels.csv")


def scores() -> AnswerTable:
    """Patients, a quarter of them ill, and how likely each is to be; many scores are equal."""
    ill = [min(97, 38 + 2 * k - (k * 37) % 23) for k in range(30)]
    well = [2 + k // 2 + (k * 29) % 19 for k in range(90)]
    rows = [("ill", value) for value in ill] + [("well", value) for value in well]
    gold, percent = zip(*rows, strict=True)
    return AnswerTable(
        {"gold": gold, "score": tuple(f"{value / 100:.2f}" for value in percent)}, name="scores.csv"
    )


def queries() -> AnswerTable:
    """Two topics with some relevant pages, not all of them found, and films with a user's ratings."""
    lists = {
        "topic 1": ([1, 1, 0, 1, 0, 0, 1], 4),
        "topic 2": ([1, 0, 1, 0, 1, 0, 0], 5),
        "films": ([5, 3, 2, 1, 2, 4, 0], 6),
    }
    rows = [
        (query, str(relevance), str(len(ranked) - place), str(n))
        for query, (ranked, n) in lists.items()
        for place, relevance in enumerate(ranked)
    ]
    names = ("query", "relevance", "score", "n_relevant")
    return AnswerTable(dict(zip(names, zip(*rows, strict=True), strict=True)), name="queries.csv")


def numbers() -> AnswerTable:
    """Prices and what was predicted of them; one is far off."""
    gold = [12 + 2 * k + (k * 7) % 5 for k in range(30)]
    off = [((k * 13) % 11 - 5) / 2 for k in range(30)]
    predicted = [
        right + wrong + (15 if k == 20 else 0) for k, (right, wrong) in enumerate(zip(gold, off, strict=True))
    ]
    return AnswerTable(
        {"gold": tuple(map(str, gold)), "predicted": tuple(map(str, predicted))}, name="numbers.csv"
    )


def translations() -> AnswerTable:
    """The translations of the notes, and two longer ones."""
    rows = (
        ("the cat is on the mat", "cat at the mat"),
        ("the cat is on the mat", "the the the the the the the"),
        ("the cat is on the mat", "the cat the cat"),
        ("it rained all night , and the streets were wet", "it rained all night and the streets are wet"),
        ("she gave the book back to her old teacher", "she gave the book to her old teacher"),
    )
    reference, text = zip(*rows, strict=True)
    return AnswerTable({"reference": reference, "text": text}, name="translations.csv")


def segmented() -> AnswerTable:
    """Chinese texts cut into words; the last one is the example of the notes."""
    rows = (
        ("他 昨天 结婚 了", "他 昨天 结婚 了"),
        ("老 和尚 住 在 山 上", "老 和尚 住 在 山 上"),
        ("我 的 朋友 未结婚", "我 的 朋友 未结婚"),
        ("研究 的 题目 很 有 意义", "研究 的 题目 很 有意义"),
        ("研究生 昨天 来 了", "研究生 昨天 来 了"),
        ("我们 在 学校 学习 语言", "我们 在 学校 学习 语言"),
        ("生命 的 起源", "生命 的 起源"),
        ("朋友 很 有 耐心", "朋友 很 有 耐心"),
        ("研究 生命 的 起源", "研究生 命 的 起源"),
        ("他 的 题目 很 新", "他 的 题目 很 新"),
        ("和尚 在 学习", "和尚 在 学习"),
        ("语言 学校 的 朋友 来 了", "语言 学校 的 朋友 来 了"),
        ("我们 尚未 起床", "我们 尚未 起床"),
        ("结婚 的 和 尚未 结婚 的", "结婚 的 和尚 未结婚 的"),
    )
    words, found = zip(*rows, strict=True)
    return AnswerTable({"words": words, "segmented": found}, name="words.csv")


def several_trainings() -> AnswerTable:
    """Forty texts that seven trainings predicted: easy ones, hard ones, some that all get wrong."""
    subjects = ("sport", "finance", "health")
    rows = []
    for k in range(40):
        gold = subjects[(k * k) % 3]
        other = subjects[(k * k + 1 + k % 2) % 3]
        wrong = (0, 0, 1, 2, 0, 3, 5, 1, 0, 7)[k % 10]  # of the seven trainings
        for training in range(7):
            rows.append((f"text {k + 1}", gold, other if (training * 3 + k) % 7 < wrong else gold))
    names = ("unit", "gold", "predicted")
    return AnswerTable(dict(zip(names, zip(*rows, strict=True), strict=True)), name="trainings.csv")


# Side of the picture, channels in and out of the convolutions of VGG-16 (Simonyan & Zisserman, 2015).
_CONVOLUTIONS = (
    *((224, 3, 64), (224, 64, 64), (112, 64, 128), (112, 128, 128), (56, 128, 256), (56, 256, 256)),
    *((56, 256, 256), (28, 256, 512), (28, 512, 512), (28, 512, 512), (14, 512, 512), (14, 512, 512)),
    (14, 512, 512),
)
_DENSE = ((7 * 7 * 512, 4096), (4096, 4096), (4096, 1000))


def layers() -> AnswerTable:
    """A network for pictures with many operations a weight in its first layers and one in its last."""
    parts = [
        convolution_part(f"convolution {k}", side=side, kernel=3, channels_in=n_in, channels_out=n_out)
        for k, (side, n_in, n_out) in enumerate(_CONVOLUTIONS, start=1)
    ]
    parts += [
        dense_part(f"dense {k}", n_in=n_in, n_out=n_out) for k, (n_in, n_out) in enumerate(_DENSE, start=1)
    ]
    return part_table(parts, "vgg16.csv")


_CHINESE = {
    "sport": "体育",
    "finance": "财经",
    "health": "健康",
    "ill": "患病",
    "well": "未患病",
    "topic 1": "主题 1",
    "topic 2": "主题 2",
    "films": "电影",
    **{f"convolution {k}": f"卷积层 {k}" for k in range(1, 14)},
    **{f"dense {k}": f"全连接层 {k}" for k in range(1, 4)},
    **{f"text {k}": f"文本 {k}" for k in range(1, 41)},
    "the cat is on the mat": "猫 在 垫子 上",
    "cat at the mat": "猫 在 垫子 旁",
    "the the the the the the the": "的 的 的 的 的 的 的",
    "the cat the cat": "猫 在 猫 在",
    "it rained all night , and the streets were wet": "下 了 一 夜 雨 ， 街道 都 湿 了",
    "it rained all night and the streets are wet": "下 了 一 夜 雨 街道 湿 了",
    "she gave the book back to her old teacher": "她 把 书 还 给 了 以前 的 老师",
    "she gave the book to her old teacher": "她 把 书 给 了 以前 的 老师",
}


def chinese_table(table: AnswerTable) -> AnswerTable:
    """The same answers with Chinese names and texts; numbers stay."""

    def turned(cell: str) -> str:
        return SEVERAL.join(_CHINESE.get(part, part) for part in cell.split(SEVERAL))

    return replace(table, columns={name: tuple(map(turned, cells)) for name, cells in table.columns.items()})


SAMPLES: dict[str, Callable[[], AnswerTable]] = {
    "classification": classes,
    "labels": label_sets,
    "threshold": scores,
    "costs": scores,
    "ranking": queries,
    "regression": numbers,
    "text": translations,
    "segmentation": segmented,
    "bias_variance": several_trainings,
    "model_cost": layers,
}
