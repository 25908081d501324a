"""Tables 2 to 8 of the paper on Latvian FrameNet, written into docs/paper.md and docs/paper.zh-CN.md.

`python -m benchmarks.paper_tables`, after `mx2 experiment` wrote docs/results/paper-*.csv (its commands
stand in docs/paper.md). Only F1 stands in the documents; the files have precision and recall too.
"""

import csv
from pathlib import Path

from mx2core.studies.paper_tables import paper_table
from mx2core.text_table import markdown

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "docs" / "results"
RATIOS = ("5:5", "6:4", "7:3", "8:2", "9:1")
WORDS = {
    "docs/paper.md": {
        "ratios": "Tables {tables}: SNR of F1 by split ratio, {n} splits each ({what})",
        "identification": "role boundaries, six frames",
        "labelling": "roles, frame Statement",
        "of": "of",
        "paper": "paper",
        "whose": "{of}, {whose}",
        "and": ", ",
        "here": "here",
        "difference": "A − B",
        "frames": "Table 6: SNR of F1 of A on the worst and the best 5% of halves, {n} splits each",
        "frame": "frame (units)",
        "bad": "bad",
        "good": "good",
        "ratio": "good : bad",
        "in_paper": "The paper’s six ratios of F1: {ratios}.",
        "sets": "Table {table}: F1 of A, sets of 3, {n} sets each",
        "scheme": "sets",
        "mean": "mean",
        "sd": "sd",
        "snr": "SNR : {first}",
        "shift": "shift",
        "printed": "The paper’s ratio of SNR: {ratio}, here of label-stratified blocks to random.",
        "printed8": "Good block : bad random: 1.22 [1.04, 1.43] here, {ratio} in the paper.",
    },
    "docs/paper.zh-CN.md": {
        "ratios": "表 {tables}：各切分比例下 F1 的信噪比，各 {n} 次切分（{what}）",
        "identification": "角色边界，六个框架",
        "labelling": "语义角色，Statement 框架",
        "of": "模型",
        "paper": "论文",
        "whose": "{of}，{whose}",
        "and": "、",
        "here": "这里",
        "difference": "A − B",
        "frames": "表 6：最差与最好 5% 的切分上 A 的 F1 的信噪比，各 {n} 次切分",
        "frame": "框架（句数）",
        "bad": "不好的",
        "good": "好的",
        "ratio": "好 : 不好",
        "in_paper": "论文六个框架 F1 的比值：{ratios}。",
        "sets": "表 {table}：A 的 F1，每组 3 次切分，各 {n} 组",
        "scheme": "切分",
        "mean": "均值",
        "sd": "标准差",
        "snr": "信噪比 : {first}",
        "shift": "偏移",
        "printed": "论文的信噪比之比：{ratio}，对应这里按标签分层的分块与随机切分之比。",
        "printed8": "好的分块 : 最差的随机：这里 1.22 [1.04, 1.43]，论文 {ratio}。",
        "random": "随机",
        "block": "分块",
        "stratified block": "按标签分层的分块",
        "bad random": "最差的随机",
        "good block": "最好的分块",
        "Statement": "Statement 陈述",
        "Arriving": "Arriving 到达",
        "Self_motion": "Self_motion 自身移动",
        "Possession": "Possession 拥有",
        "Desiring": "Desiring 愿望",
        "Perception_experience": "Perception_experience 感知",
    },
}


def rows(name: str) -> list[dict[str, str]]:
    """F1 of a run."""
    with (RESULTS / f"paper-{name}.csv").open(encoding="utf-8-sig", newline="") as file:
        return [row for row in csv.DictReader(file) if row["metric"] == "f1"]


def measured(row: dict[str, str], key: str, form: str) -> str:
    """A value with its interval."""
    value, low, high = (row.get(name, "") for name in (key, f"{key}_lower", f"{key}_upper"))
    if not value:
        return "1"
    ends = f" [{float(low):{form}}, {float(high):{form}}]" if low and high else ""
    return f"{float(value):{form}}{ends}"


def by_ratio(name: str, kind: str, words: dict[str, str]) -> str:
    from mx2core.studies import paper_snr

    found = [row for row in rows(name) if row["source"] == "this corpus"]
    models = list(dict.fromkeys(row["of"] for row in found))
    body = []
    for letter, of in zip(("A", "B", "A − B"), models, strict=True):
        printed = paper_snr(kind, letter, metric="f1") or ()
        body.append(
            [words["whose"].format(of=letter, whose=words["paper"]), *(f"{one:.1f}" for one in printed)]
        )
        own = {row["scheme"]: row for row in found if row["of"] == of}
        cells = [measured(own[one], "snr_one_score", ".1f") for one in RATIOS]
        body.append([words["whose"].format(of=letter, whose=words["here"]), *cells])
    tables = words["and"].join({"identification": "23", "labelling": "45"}[kind])
    title = words["ratios"].format(tables=tables, n=found[0]["repetitions"], what=words[kind])
    return f"**{title}**\n\n{markdown([words['of'], *RATIOS], body)}"


def by_frame(words: dict[str, str]) -> str:
    with (RESULTS / "paper-table-6.csv").open(encoding="utf-8-sig", newline="") as file:
        found = [row for row in csv.DictReader(file) if row["metric"] == "f1"]
    frames = list(dict.fromkeys((row["frame"], row["n_units"]) for row in found))
    body = []
    for frame, n in frames:
        own = {row["scheme"]: row for row in found if row["frame"] == frame}
        cells = [measured(own[one], "snr", ".1f") for one in ("bad", "good")]
        body.append([f"{words.get(frame, frame)} ({n})", *cells, measured(own["good"], "ratio", ".2f")])
    printed = paper_table(6).rows
    snr = [next(cell.snr for cell in row.cells if cell.metric == "f1") or 0.0 for row in printed]
    ratios = ", ".join(f"{good / bad:.2f}" for bad, good in zip(snr[::2], snr[1::2], strict=True))
    note = words["in_paper"].format(ratios=ratios)
    title = words["frames"].format(n=found[0]["repetitions"])
    header = [words["frame"], words["bad"], words["good"], words["ratio"]]
    return f"**{title}**\n\n{markdown(header, body)}\n\n{note}"


def of_sets(number: int, words: dict[str, str]) -> str:
    found = [row for row in rows(f"table-{number}") if row["source"] == "this corpus"]
    first = found[0]["scheme"]
    body = [
        [
            words.get(row["scheme"], row["scheme"]),
            measured(row, "mean", ".4f").split(" ")[0],
            measured(row, "sd_one_score", ".4f"),
            measured(row, "snr_ratio_one_score", ".2f"),
            "–" if row["scheme"] == first else measured(row, "shift", "+.4f"),
        ]
        for row in found
    ]
    second = {7: (1, 0), 8: (1, 0)}[number]
    snr = [next(c.snr for c in row.cells if c.metric == "f1") or 0.0 for row in paper_table(number).rows]
    printed = words["printed8" if number == 8 else "printed"]
    note = printed.format(ratio=f"{snr[second[0]] / snr[second[1]]:.2f}")
    against = words["snr"].format(first=words.get(first, first))
    header = [words["scheme"], words["mean"], words["sd"], against, words["shift"]]
    title = words["sets"].format(table=number, n=found[0]["repetitions"])
    return f"**{title}**\n\n{markdown(header, body)}\n\n{note}"


def written(words: dict[str, str]) -> str:
    """All runs that there are."""
    parts = []
    for name, make in (
        ("tables-2-3", lambda: by_ratio("tables-2-3", "identification", words)),
        ("tables-4-5", lambda: by_ratio("tables-4-5", "labelling", words)),
        ("table-6", lambda: by_frame(words)),
        ("table-7", lambda: of_sets(7, words)),
        ("table-8", lambda: of_sets(8, words)),
    ):
        if (RESULTS / f"paper-{name}.csv").exists():
            parts.append(make())
    return "\n\n".join(parts)


def main() -> None:
    for name, words in WORDS.items():
        path = ROOT / name
        text = path.read_text(encoding="utf-8")
        block = f"<!-- runs -->\n\n{written(words)}\n\n<!-- end of runs -->"
        before, _, rest = text.partition("<!-- runs -->")
        path.write_text(before + block + rest.partition("<!-- end of runs -->")[2], encoding="utf-8")


if __name__ == "__main__":
    main()
