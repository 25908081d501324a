"""Two text classifiers on every fold of partitions.json. Needs scikit-learn."""

import csv
import json

from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_validate
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import make_pipeline

with open("partitions.json", encoding="utf-8") as file:
    document = json.load(file)
with open("units.jsonl", encoding="utf-8") as file:
    units = [json.loads(line) for line in file]
if [unit["id"] for unit in units] != document["unit_ids"]:
    raise SystemExit("units.jsonl is of another corpus than partitions.json")

folds = []  # 2m pairs (train, validation): fold 1 and fold 2 of partition 1, of partition 2, …
for partition in document["partitions"]:
    first, second = partition["train"], partition["validation"]
    folds += [(first, second), (second, first)]

# Your data and models: what they learn from and what they predict, one item a unit.
texts = [" ".join(word for sentence in unit["sentences"] for word in sentence["word"]) for unit in units]
labels = [unit.get("label", "") for unit in units]  # one that has none is of a class of its own
if len(set(labels)) < 2:
    raise SystemExit("units.jsonl does not have two labels of units: put what your models predict here")
models = {
    "A": make_pipeline(TfidfVectorizer(token_pattern=r"\S+"), LogisticRegression(C=10)),
    "B": make_pipeline(CountVectorizer(token_pattern=r"\S+"), MultinomialNB()),
}

rows = []
for name, model in models.items():
    scores = cross_validate(model, texts, labels, cv=folds, scoring=["accuracy", "f1_macro"])
    for k in range(len(folds)):
        for metric in ("accuracy", "f1_macro"):
            rows.append([k // 2 + 1, k % 2 + 1, name, metric, float(scores[f"test_{metric}"][k])])

with open("scores.csv", "w", encoding="utf-8", newline="") as file:
    csv.writer(file).writerows([["partition", "fold", "model", "metric", "value"], *rows])
