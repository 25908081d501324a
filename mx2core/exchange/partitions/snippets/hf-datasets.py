"""Two models on every fold of partitions.json. Needs datasets; the models here need scikit-learn."""

import csv
import json

from datasets import Dataset
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import make_pipeline

with open("partitions.json", encoding="utf-8") as file:
    document = json.load(file)
with open("units.jsonl", encoding="utf-8") as file:
    units = [json.loads(line) for line in file]
if [unit["id"] for unit in units] != document["unit_ids"]:
    raise SystemExit("units.jsonl is of another corpus than partitions.json")

# Your data: one row a text; text["sentences"] has its tokens and their tags. A unit of several texts, such
# as all those of a customer, is never cut.
items = [(i, text) for i, unit in enumerate(units) for text in unit.get("texts", [unit])]
texts = [" ".join(word for sentence in text["sentences"] for word in sentence["word"]) for _, text in items]
labels = [text.get("label", "") for _, text in items]  # one that has none is of a class of its own
if len(set(labels)) < 2:
    raise SystemExit("units.jsonl does not have two labels of units: put what your models predict here")
dataset = Dataset.from_dict({"text": texts, "label": labels})


def predicted(name: str, train: Dataset, validation: Dataset) -> list[str]:
    """Your model: train it on one half, return its answers on the other."""
    classifier = {"A": LogisticRegression(C=10), "B": MultinomialNB()}[name]
    model = make_pipeline(TfidfVectorizer(token_pattern=r"\S+"), classifier)
    model.fit(train["text"][:], train["label"][:])
    return list(model.predict(validation["text"][:]))


rows = [["partition", "fold", "model", "metric", "value"]]
answers = [["partition", "fold", "model", "unit_id", "row", "predicted"]]
for partition in document["partitions"]:
    first, second = (
        [k for k, (unit, _) in enumerate(items) if unit in half]
        for half in (set(partition["train"]), set(partition["validation"]))
    )
    for fold, (train, validation) in enumerate([(first, second), (second, first)], start=1):
        for name in ("A", "B"):
            found = predicted(name, dataset.select(train), dataset.select(validation))
            here, answered = [partition["id"], fold, name], list(zip(validation, found, strict=True))
            rows.append([*here, "accuracy", sum(labels[k] == one for k, one in answered) / len(answered)])
            for k, one in answered:
                unit, text = items[k]
                answers.append([*here, units[unit]["id"], text.get("row", ""), one])

# Either file can be tested; predictions know more than scores.
for name, table in (("scores.csv", rows), ("predictions.csv", answers)):
    with open(name, "w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(table)
