"""Every command in Chinese: no English word in what it answers, tells on its way or refuses.

Names, symbols and what is typed as it stands (options, formats, metrics, attributes) are in both languages.
"""

import argparse
import io
import re
import shlex
from contextlib import redirect_stderr, redirect_stdout, suppress
from pathlib import Path

import pytest

import mx2core as mx
from mx2core.cli.main import COMMANDS, main, parser
from mx2core.cli.metrics import GROUPS
from mx2core.cli.runs import ACTIONS
from mx2core.corpus.samples import FOLDER
from mx2core.inference import RULES
from mx2core.judge.rows import CONDITIONS
from mx2core.models import all_presets
from mx2core.models.presets import titles
from mx2core.partition.measures import MEASURES
from mx2core.studies import COMPLEXITY_TASKS, DESIGNS
from mx2core.studies.methods import KINDS as METHODS
from mx2core.training.scores.predictions import write_predictions

from .hand_ins import COURSE, Class

CALLS = f"""
inspect 语料.conll
inspect 文本.csv
inspect 分词.txt
inspect 没有.conll
inspect 空.conll
inspect 一句.conll
inspect 坏.conllu --format conllu
inspect 语料.conll --format 没有
inspect 语料.conll --unit 没有
inspect 语料.conll --columns word,pos
inspect 语料.conll --where 没有=一
inspect 文本.csv --delimiter ;;
inspect
score 语料.conll --candidates 200 --thresholds 0.95,0.9
score 语料.conll --candidates 200 --measure seen --attributes role+word
score 语料.conll --candidates 5
score 语料.conll --thresholds 0.9
score 语料.conll --thresholds 0.0001,0.00001
score 语料.conll --attributes 没有
score 语料.conll --measure 没有
build 语料.conll -m 3 --method block -o 切分.json
build 语料.conll -m 2 --method random -o 两次.json
build 语料.conll -m 3 --method balanced -o 均衡.json
build 语料.conll -m 2 --method selected --thresholds 0.95,0.9 --candidates 200 -o 选取.json
build 语料.conll -m 2 --method screened --candidates 100 --thresholds 0.9,0.7 -o 筛选.json
build 语料.conll --folds 4 --keep-whole near-duplicates,document -o 折.csv
build 语料.conll --parts 8:1:1 --method alike -o 部分.zip
build 语料.conll --folds 4 -o 折.txt
build 语料.conll --parts 8 -o 折.csv
build 语料.conll -m 0 -o 甲.json
build 语料.conll --method 没有 -o 甲.json
build 语料.conll --folds 4 --thresholds 1 -o 甲.csv
build 语料.conll --method thresholds -o 甲.json
build 语料.conll --method block -o 没有/甲.json
build 语料.conll -m 3 --folds 4 -o 甲.json
build 文本.csv -m 2 --method random -o 文本.json
score 语料.conll --candidates 200 --partitions 切分.json
score 文本.csv --partitions 切分.json
export 语料.conll --partitions 切分.json --as csv -o 导出.csv
export 语料.conll --partitions 切分.json --as zip -o 导出.zip
export 语料.conll --partitions 切分.json --as 没有 -o 导出
export 文本.csv --partitions 切分.json --as csv -o 导出.csv
judge 语料.conll --with 验证.conll --candidates 200
judge 文本.csv --split 部分 --candidates 200 --fail-if near>0 --fail-if labels.percentile>0.9
judge 语料.conll --split 折.csv --candidates 200
judge 语料.conll --split 切分.json --fail-if 没有
judge 语料.conll
judge 文本.csv --split 部分 --train-value 没有
judge 语料.conll --with 验证.conll 验证.conll 验证.conll
judge 语料.conll --split 折.csv --near 2
compare 语料.conll --partitions 两次.json --models token near --workers 0 -o 分.csv --store 库.db --name 首
compare 文本.csv --partitions 文本.json --workers 0 --metric error_rate -o 误差.csv
compare 语料.conll --partitions 两次.json --predictions 预.jsonl -o 得分二.csv --strict
compare 语料.conll --partitions 两次.json --models 没有 --workers 0 -o 甲.csv
compare 语料.conll --partitions 两次.json --template-a 没有.txt --workers 0 -o 甲.csv
compare 文本.csv --partitions 文本.json --template-a 模板.txt --workers 0 -o 甲.csv
compare 语料.conll --partitions 两次.json --resume --workers 0 -o 甲.csv
compare 语料.conll --partitions 两次.json --predictions 各折.csv -o 甲.csv
test 各折.csv --mode paper --others --rope 0.01
test 各折.csv --alternative less --require better
test 三个.csv --pairs --metric f1
test 三个.csv
test 三个.csv --models 甲 乙 --metric error_rate
test 三个.csv --models 甲 乙 --metrics all
test 预.jsonl --corpus 语料.conll --partitions 两次.json --metrics f1 precision
test 别的.csv
test 各折.csv --models 甲 丁
test 各折.csv --alpha 3
test 各折.csv --looks 3,99
test 各折.csv --partitions 两次.json
test 各折.csv 样例.csv
test 样例.csv --margin 0.05
test 样例.csv --pairs
test 预.jsonl --corpus 语料.conll --partitions 两次.json --others --rope 0.01 --by length,unseen --examples 1
test 预.jsonl --corpus 语料.conll --partitions 两次.json --margin proposed --require equivalent
test 预.jsonl --corpus 语料.conll --partitions 两次.json --pairs
test 预.jsonl --corpus 语料.conll --partitions 两次.json --mode paper
test 预.jsonl --corpus 语料.conll --partitions 两次.json --clusters 没有
test 预.jsonl --corpus 语料.conll --partitions 切分.json
ranks 排名.csv
ranks 两个.csv --smaller-is-better --control 甲
ranks 相同.csv
ranks 排名.csv --control 丁
ranks
ranks --differences 差值.csv
ranks --differences 排名.csv
complexity polynomial --trainings 5
complexity tree --trainings 5
complexity --corpus 文本.csv --trainings 3 --train 20
complexity polynomial --train 1
complexity --corpus 文本.csv --train 9999
sampling
sampling bootstrap
sampling hold_out
sampling kfold --folds 100
cost 文本.csv --models A B -o 开销.csv
cost 语料.conll --models near
metrics 开销.csv
metrics 别的.csv
metrics
metrics --sample classification --loss squared
metrics --sample classification --group 没有
metrics --sample text --tokenize 没有
calibrate --rho 0,0.5 --runs 50
calibrate --rho1 0.3 --rho2 0.5 --effects 0,1 --runs 50 --rules overall,fixed
calibrate measured
calibrate --rules 没有
calibrate --rho1 0.3 --rho 0.5
experiment 文本.csv --design good_bad --repetitions 2 --models A B --workers 0 -o 结果.json
experiment 语料.conll --design good_bad -o 结果.txt
experiment 语料.conll --design good_bad --repetitions 2 --baseline 没有 --models near
methods 文本.csv --laboratories 2 --models A B --workers 0 --methods hold_out:80 5x2_t random:2
methods 文本.csv --methods random:2 --cost
methods 文本.csv --methods kfold:9999 --models A B --cost
methods 文本.csv --laboratories 1
methods 文本.csv --models A
lines 语料.conll --partitions 两次.json --template-a 模板.txt --workers 0 --selected 所需.txt
lines 语料.conll --partitions 两次.json --template-a 坏.txt --workers 0
lines 语料.conll --partitions 两次.json --template-a 模板.txt --workers 0 --picture 图.txt
runs --store 库.db
runs --store 没有.db
runs --store 别的.csv
runs --store 库.db show 首
runs --store 库.db export 首 -o 实验.zip
runs --store 另存.db import 实验.zip
runs --store 另存.db import 实验.zip
runs --store 另存.db import 别的.csv
runs --store 库.db rename 首 再次
runs --store 库.db delete 再次
runs --store 库.db list --all
runs --store 库.db list
runs --store 库.db restore 再次
runs --store 库.db usage
runs --store 库.db clean --days 0
runs --store 另存.db delete 首
runs --store 另存.db clean --days 0
runs --store 库.db clean --days -1
homework 课堂.jsonl --numbers 名单.csv -o 作业.html
homework 课堂.jsonl --numbers , -o 作业.md
homework 课堂.jsonl --numbers 1 -o 作业.txt
homework 课堂.jsonl --numbers 1 --part 9999 -o 作业.md
grade 交来 课堂.jsonl --course "{COURSE}" -o 成绩.csv
grade 交来 课堂.jsonl
grade 空文件夹 课堂.jsonl
没有
""".strip().splitlines()
CALLS += [f"metrics --sample {group}" for group in GROUPS]


def words(text: str) -> set[str]:
    return set(text.split())


NAMES = words(
    """mx2 mx2core python CRF CRFsuite SVM TF IDF LDA NN IOB2 CoNLL JSON CSV SHA MB Friedman Nemenyi
    Wilcoxon Holm FDR McNemar Wilson Spearman Hartung Knapp Nadeau Bengio Domingos Dietterich Methods"""
)
SYMBOLS = words(
    """AUC BLEU CG DCG NDCG MAE MAP MAPE MRE MRR MSE RMSE TP FP FN TN IV OOV ROPE F1 f1 p1 p2 p3 p4 chi2
    U00 U01 cg dcg ndcg exp"""
)
CODES = words(  # attributes, columns of tables, formats, encodings, and values of options
    """word word_length pos target role label length next text unit_id sent_id document sentence near
    duplicates partition fold model metric value predicted corpus score difference variance item chunks
    tokens counted split train dev test validation none conllu columns predicates framenet segmented
    jsonl delimited spans cluener prodigy spacy label_studio utf gb18030 big5 sacrebleu zh char good bad
    random accuracy precision recall error_rate macro_f1 macro_precision macro_recall svm spelling token
    perceptron position what smaller_is_better max c0 screened index c1 c2 max_iterations"""
)
PHRASES = (  # names of several words
    *(title for name in words("A B svm near token perceptron spelling") for title in titles(name)),
    *RULES,
    "class scores",
    "without U0",
)


def room(folder: Path) -> None:
    """The files that are asked about; names, labels and fields of them are Chinese."""

    def write(name: str, *rows: str) -> None:
        (folder / name).write_text("\n".join(rows) + "\n", encoding="utf-8")

    text = (FOLDER / "statement_zh.conll").read_text(encoding="utf-8").replace("statement-", "句")
    sentences = text.split("\n\n")
    write("语料.conll", "\n\n".join(sentences[:80]))
    write("验证.conll", "\n\n".join([sentences[0].split("\n", 1)[0], *sentences[3:4], *sentences[80:100]]))
    texts = ["".join(line.split("\t")[0] for line in one.splitlines()) for one in sentences[1:61]]
    rows = [
        f"{re.sub('[# =a-z0-9_-]', '', text)},{'天财'[k % 2]},{['训练', '测试'][k % 3 == 0]},"
        f"{'报网'[k % 4 > 1]}"
        for k, text in enumerate(texts)
    ]
    write("文本.csv", "text,label,部分,来源", *rows)
    write("分词.txt", *(FOLDER / "segmentation_zh.txt").read_text(encoding="utf-8").splitlines()[:40])
    write("空.conll")
    write("一句.conll", "三月\tt\t_\tB-时间")
    write("坏.conllu", "1\t三月", "", "2")
    write("模板.txt", "U00:%x[0,0]", "U01:%x[-1,0]")
    write("坏.txt", "U00:%x[0,9]")
    write("别的.csv", "一,二", "1,2")
    write("名单.csv", "2026001,王小明", "2026002,李华")
    folds = [(split, fold) for split in range(1, 5) for fold in (1, 2)]
    header = "partition,fold,model,metric,value"
    score = "{},{},{},{},{:.4f}".format
    write(
        "各折.csv",
        header,
        *(score(*at, m, "f1", 0.8 + 0.01 * (m == "甲") + 0.001 * sum(at)) for m in "甲乙" for at in folds),
    )
    several = [(m, metric) for m in "甲乙丙" for metric in ("f1", "error_rate")]
    write(
        "三个.csv",
        header,
        *(
            score(*at, m, one, 0.5 + 0.01 * (m == "甲") + 0.001 * sum(at))
            for m, one in several
            for at in folds
        ),
    )
    corpora = [(f"语料{k}", model, k) for k in range(1, 8) for model in "甲乙丙"]
    ranked = [f"{corpus},{model},{0.7 + 0.01 * ((k * 7 + ord(model)) % 5)}" for corpus, model, k in corpora]
    write("排名.csv", "corpus,model,score", *ranked)
    write("两个.csv", "corpus,model,score", *(row for row in ranked if "丙" not in row))
    write("相同.csv", "corpus,model,score", *(f"{corpus},{model},0.5" for corpus, model, _ in corpora))
    write(
        "差值.csv", "corpus,difference,variance", *(f"语料{k},{0.01 * k},{0.0001 * k}" for k in range(1, 6))
    )
    write(
        "样例.csv",
        "item,model,score",
        *(f"{k},{m},{(k * 7 + k * j) % 10 / 10}" for k in range(30) for j, m in enumerate("甲乙")),
    )
    corpus = mx.read_corpus((folder / "语料.conll").read_bytes(), name="语料.conll")
    models = [preset.model for preset in all_presets(corpus) if preset.model.name in ("near", "perceptron")]
    made = mx.compare(corpus, models, partitions=mx.random_partitions(len(corpus), 2, 0), n_workers=0)
    write_predictions(made, corpus, path=folder / "预.jsonl")
    lesson = Class(b"".join((FOLDER / "intents_en.jsonl").read_bytes().splitlines(keepends=True)[::12]))
    (folder / "课堂.jsonl").write_bytes(lesson.data)
    hand_ins = {
        "甲.zip": lesson.hand_in("2026001"),
        "乙.zip": lesson.hand_in("2026002", name=""),
        "丙.zip": lesson.hand_in("2026003", own="2026001"),
        "丁.txt": b"",
    }
    for name, data in hand_ins.items():
        path = folder / "交来" / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)
    (folder / "空文件夹").mkdir()


@pytest.fixture
def printed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What each call prints, one after the other in one folder."""
    folder = tmp_path_factory.mktemp("房间")
    room(folder)
    found = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for call in CALLS:
            out = io.StringIO()
            with redirect_stdout(out), redirect_stderr(out), suppress(SystemExit):
                main(["--lang", "zh", *shlex.split(call)])
            found[call] = out.getvalue()
    return found


WORD = re.compile(r"[A-Za-z]\w+", re.ASCII)
USAGE = re.compile(r"^用法：.*\n(?: .*\n)*", re.M)
TYPED = re.compile(  # options, arguments of functions, files, signatures, digests, times and numbers
    r"(?<!\w)--?[a-z][\w-]*|`[^`]*`|[\w./+-]*\.[a-z]\w{1,5}\b|\bm:\d+\|\S+|sha256:\w+"
    r"|\b(?:[0-9a-f]{8}|[0-9a-f]{12})\b|\d{4}-\d\d-\d\dT[\d:]+|\d[\d.]*e[-+]\d+"
)


def codes(call: str) -> set[str]:
    """What the command of a call takes as it stands: choices, what values are called, what was given."""
    found = {
        *COMMANDS,
        *ACTIONS,
        *CONDITIONS,
        *METHODS,
        *COMPLEXITY_TASKS,
        *DESIGNS,
        *MEASURES,
        *GROUPS,
        "COMMAND",
    }
    found |= {column for group in GROUPS.values() for column in group.columns}
    for one in parser(shlex.split(call))._actions:
        for command in (one.choices or {}).values() if isinstance(one, argparse._SubParsersAction) else ():
            for action in command._actions:
                found |= {str(value) for value in (action.metavar, *(action.choices or ())) if value}
    return {word for code in (*found, *call.split()) for word in WORD.findall(code)}


def chinese(call: str, text: str) -> bool:
    """Whether a call is answered, by no traceback and in Chinese alone."""
    return bool(text.strip()) and "Traceback" not in text and foreign(call, text) == []


def foreign(call: str, text: str) -> list[str]:
    """English words of an answer that are no names, symbols or codes."""
    text = TYPED.sub(" ", USAGE.sub("", text))
    for phrase in sorted(PHRASES, key=len, reverse=True):
        text = text.replace(phrase, " ") if re.search("[ -]", phrase) else text
    return sorted({*WORD.findall(text)} - codes(call) - NAMES - SYMBOLS - CODES - {*PHRASES})


def test_no_english_word_is_left(printed: dict[str, str]) -> None:
    wrong = {call: foreign(call, text) or text for call, text in printed.items() if not chinese(call, text)}
    assert wrong == {}


def test_every_command_and_action_is_called() -> None:
    called = [shlex.split(call) for call in CALLS]
    assert {*COMMANDS} - {one[0] for one in called} == {"app"}  # it starts a server
    assert {*ACTIONS} <= {word for one in called if one[0] == "runs" for word in one}
