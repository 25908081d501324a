"""Two taggers of tokens on every fold of partitions.json. Needs scikit-learn."""

import csv
import json

from sklearn.feature_extraction.text import CountVectorizer
from sklearn.metrics import accuracy_score, f1_score
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import make_pipeline
from sklearn.svm import LinearSVC

TAGS = "label"  # the column of tags to be predicted

with open("partitions.json", encoding="utf-8") as file:
    document = json.load(file)
with open("units.jsonl", encoding="utf-8") as file:
    units = [json.loads(line) for line in file]
if [unit["id"] for unit in units] != document["unit_ids"]:
    raise SystemExit("units.jsonl is of another corpus than partitions.json")
if not all(TAGS in sentence for unit in units for sentence in unit["sentences"]):
    raise SystemExit(f"units.jsonl has no column {TAGS}: write the name of your tags into TAGS")


# Your data and models: what they see of a token, and its tag. Here, the words from two before to two after.
def seen(words: list[str], i: int) -> list[str]:
    return [f"{k}:{words[i + k]}" for k in range(-2, 3) if 0 <= i + k < len(words)]


tokens = [[seen(s["word"], i) for s in unit["sentences"] for i in range(len(s["word"]))] for unit in units]
tags = [[tag for sentence in unit["sentences"] for tag in sentence[TAGS]] for unit in units]
ends = [[i == len(s["word"]) - 1 for s in unit["sentences"] for i in range(len(s["word"]))] for unit in units]
models = {
    "A": make_pipeline(CountVectorizer(analyzer=list), LinearSVC(random_state=0)),
    "B": make_pipeline(CountVectorizer(analyzer=list), MultinomialNB()),
}


def flat(rows: list, places: list[int]) -> list:
    """The tokens of some units, one after the other."""
    return [item for i in places for item in rows[i]]


def spans(tags: list[str], last: list[bool]) -> set[tuple[int, int, str]]:
    """Begin, end and kind of each span in B-, I- and O, as conlleval has them; `last`: ends of sentences."""
    found, begin, kind = set(), None, ""
    for i, tag in enumerate(tags):
        goes_on = begin is not None and tag == f"I-{kind}"
        if not goes_on:
            begin, kind = (None, "") if tag == "O" else (i, tag[2:])
        if begin is not None and (last[i] or tags[i + 1] != f"I-{kind}"):
            found.add((begin, i, kind))
            begin = None
    return found


def span_f1(gold: set, found: set) -> float:
    return 2 * len(gold & found) / max(len(gold) + len(found), 1)


in_spans = any(tag.startswith("B-") for unit in tags for tag in unit)
rows, answers = [], []
for partition in document["partitions"]:
    first, second = partition["train"], partition["validation"]
    for fold, (train, validation) in enumerate([(first, second), (second, first)], start=1):
        gold, last = flat(tags, validation), flat(ends, validation)
        for name, model in models.items():
            found = model.fit(flat(tokens, train), flat(tags, train)).predict(flat(tokens, validation))
            if in_spans:  # the accuracy of tags would count every O
                scores = {"f1": span_f1(spans(gold, last), spans(list(found), last))}
            else:
                macro = float(f1_score(gold, found, average="macro"))
                scores = {"accuracy": float(accuracy_score(gold, found)), "f1_macro": macro}
            here, at = [partition["id"], fold, name], iter(found)
            rows += [[*here, metric, value] for metric, value in scores.items()]
            answers += [[*here, units[i]["id"], " ".join(next(at) for _ in tags[i])] for i in validation]

# Either file can be tested; predictions know more than scores.
with open("scores.csv", "w", encoding="utf-8", newline="") as file:
    csv.writer(file).writerows([["partition", "fold", "model", "metric", "value"], *rows])
with open("predictions.csv", "w", encoding="utf-8", newline="") as file:
    csv.writer(file).writerows([["partition", "fold", "model", "unit_id", "predicted"], *answers])
