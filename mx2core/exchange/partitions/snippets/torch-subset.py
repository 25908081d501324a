"""Two networks on every fold of partitions.json. Needs torch."""

import csv
import json
from itertools import pairwise

import torch
from torch.utils.data import DataLoader, Subset, TensorDataset

with open("partitions.json", encoding="utf-8") as file:
    document = json.load(file)
with open("units.jsonl", encoding="utf-8") as file:
    units = [json.loads(line) for line in file]
if [unit["id"] for unit in units] != document["unit_ids"]:
    raise SystemExit("units.jsonl is of another corpus than partitions.json")

# Your data: one item a text. A unit of several texts, such as all those of a customer, is never cut.
items = [(i, text) for i, unit in enumerate(units) for text in unit.get("texts", [unit])]
# Here, counts of hashed pairs of letters, and the label.
BUCKETS = 1024
gold = [text.get("label", "") for _, text in items]  # one that has none is of a class of its own
labels = sorted(set(gold))
if len(labels) < 2:
    raise SystemExit("units.jsonl does not have two labels of units: put what your models predict here")
inputs = torch.zeros(len(items), BUCKETS)
for k, (_, text) in enumerate(items):
    for a, b in pairwise(text["text"]):
        inputs[k, (31 * ord(a) + ord(b)) % BUCKETS] += 1
data = TensorDataset(inputs, torch.tensor([labels.index(label) for label in gold]))

# Your models.
models = {
    "A": lambda: torch.nn.Linear(BUCKETS, len(labels)),
    "B": lambda: torch.nn.Sequential(torch.nn.Linear(BUCKETS, 8), torch.nn.Linear(8, len(labels))),
}


def predicted(name: str, train: Subset, validation: Subset, epochs: int = 15) -> list[int]:
    torch.manual_seed(0)
    model = models[name]()
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    for _ in range(epochs):
        for seen, right in DataLoader(train, batch_size=32, shuffle=True):
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(seen), right).backward()
            optimizer.step()
    with torch.no_grad():
        found = [model(seen).argmax(dim=1) for seen, _ in DataLoader(validation, batch_size=256)]
    return torch.cat(found).tolist()


rows = [["partition", "fold", "model", "metric", "value"]]
answers = [["partition", "fold", "model", "unit_id", "row", "predicted"]]
for partition in document["partitions"]:
    first, second = (
        Subset(data, [k for k, (unit, _) in enumerate(items) if unit in half])
        for half in (set(partition["train"]), set(partition["validation"]))
    )
    for fold, (train, validation) in enumerate([(first, second), (second, first)], start=1):
        for name in models:
            here, found = [partition["id"], fold, name], predicted(name, train, validation)
            answered = [(k, labels[one]) for k, one in zip(validation.indices, found, strict=True)]
            rows.append([*here, "accuracy", sum(gold[k] == one for k, one in answered) / len(answered)])
            for k, one in answered:
                unit, text = items[k]
                answers.append([*here, units[unit]["id"], text.get("row", ""), one])

# Either file can be tested; predictions know more than scores.
for name, table in (("scores.csv", rows), ("predictions.csv", answers)):
    with open(name, "w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(table)
