"""Two text classifiers on every fold of partitions.json. Needs scikit-learn."""

import csv
import json

from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import accuracy_score, f1_score
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import make_pipeline

with open("partitions.json", encoding="utf-8") as file:
    document = json.load(file)
with open("units.jsonl", encoding="utf-8") as file:
    units = [json.loads(line) for line in file]
if [unit["id"] for unit in units] != document["unit_ids"]:
    raise SystemExit("units.jsonl is of another corpus than partitions.json")

# Your data and models: what they learn from and what they predict, one item a text. A unit of several
# texts, such as all those of a customer, is never cut.
items = [(i, text) for i, unit in enumerate(units) for text in unit.get("texts", [unit])]
texts = [" ".join(word for sentence in text["sentences"] for word in sentence["word"]) for _, text in items]
labels = [text.get("label", "") for _, text in items]  # one that has none is of a class of its own
if len(set(labels)) < 2:
    raise SystemExit("units.jsonl does not have two labels of units: put what your models predict here")
models = {
    "A": make_pipeline(TfidfVectorizer(token_pattern=r"\S+"), LogisticRegression(C=10)),
    "B": make_pipeline(CountVectorizer(token_pattern=r"\S+"), MultinomialNB()),
}

rows, answers = [], []
for partition in document["partitions"]:
    first, second = (
        [k for k, (unit, _) in enumerate(items) if unit in half]
        for half in (set(partition["train"]), set(partition["validation"]))
    )
    for fold, (train, validation) in enumerate([(first, second), (second, first)], start=1):
        gold = [labels[i] for i in validation]
        for name, model in models.items():
            model.fit([texts[i] for i in train], [labels[i] for i in train])
            found = model.predict([texts[i] for i in validation])
            here = [partition["id"], fold, name]
            rows.append([*here, "accuracy", float(accuracy_score(gold, found))])
            rows.append([*here, "f1_macro", float(f1_score(gold, found, average="macro"))])
            for k, answer in zip(validation, found, strict=True):
                unit, text = items[k]
                answers.append([*here, units[unit]["id"], text.get("row", ""), answer])

# Either file can be tested; predictions know more than scores.
with open("scores.csv", "w", encoding="utf-8", newline="") as file:
    csv.writer(file).writerows([["partition", "fold", "model", "metric", "value"], *rows])
with open("predictions.csv", "w", encoding="utf-8", newline="") as file:
    names = ["partition", "fold", "model", "unit_id", "row", "predicted"]
    csv.writer(file).writerows([names, *answers])
