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
models = {
    "A": make_pipeline(CountVectorizer(analyzer=list), LinearSVC(random_state=0)),
    "B": make_pipeline(CountVectorizer(analyzer=list), MultinomialNB()),
}


def flat(rows: list, places: list[int]) -> list:
    """The tokens of some units, one after the other."""
    return [item for i in places for item in rows[i]]


rows = []
for partition in document["partitions"]:
    first, second = partition["train"], partition["validation"]
    for fold, (train, validation) in enumerate([(first, second), (second, first)], start=1):
        gold = flat(tags, validation)
        for name, model in models.items():
            found = model.fit(flat(tokens, train), flat(tags, train)).predict(flat(tokens, validation))
            rows.append([partition["id"], fold, name, "accuracy", float(accuracy_score(gold, found))])
            rows.append(
                [partition["id"], fold, name, "f1_macro", float(f1_score(gold, found, average="macro"))]
            )

with open("scores.csv", "w", encoding="utf-8", newline="") as file:
    csv.writer(file).writerows([["partition", "fold", "model", "metric", "value"], *rows])
