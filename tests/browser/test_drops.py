"""What annotators hold, dropped on Start in Chinese: each is read, and its first figure stands."""

import io
import json
import re
import zipfile
from base64 import b64encode

import pytest
from playwright.sync_api import Page, expect

from .conftest import settled, visiting
from .walking import options

pytestmark = pytest.mark.slow

PEOPLE = ("王小明", "李娜", "欧阳修", "张伟", "司马光", "赵敏")
PLACES = ("北京", "上海", "乌鲁木齐", "")
TEXTS = [(person, place) for person in PEOPLE for place in PLACES]  # 24 sentences
N_NAMES = sum(bool(name) for text in TEXTS for name in text)

File = tuple[str, bytes]  # its name, and what is in it

# What a browser does when files are let go over a field; Playwright has no word for it.
DROP = """(zone, files) => {
  const held = new DataTransfer();
  for (const [name, data] of files) {
    held.items.add(new File([Uint8Array.from(atob(data), c => c.charCodeAt(0))], name));
  }
  for (const kind of ['dragenter', 'dragover', 'drop']) {
    zone.dispatchEvent(new DragEvent(kind, {bubbles: true, cancelable: true, dataTransfer: held}));
  }
}"""


def sentence(person: str, place: str) -> tuple[str, list[tuple[int, int, str]]]:
    """A text, and where its names stand; one without a place, so that halves differ in labels."""
    text = f"昨天{person}从{place}来信。" if place else f"昨天{person}来信。"
    at = 3 + len(person)
    return text, [(2, 2 + len(person), "人名"), (at, at + len(place), "地名")][: 2 if place else 1]


def doccano() -> list[File]:
    records = []
    for number, (person, place) in enumerate(TEXTS, start=1):
        text, spans = sentence(person, place)
        records.append({"id": number, "text": text, "label": [list(span) for span in spans], "Comments": []})
    lines = (json.dumps(record, ensure_ascii=False) for record in records)
    return [("人名地名.jsonl", "\n".join(lines).encode())]


def label_studio() -> list[File]:
    tasks = []
    for number, (person, place) in enumerate(TEXTS, start=1):
        text, spans = sentence(person, place)
        result = [
            {
                "id": f"r{k}",
                "type": "labels",
                "from_name": "label",
                "to_name": "text",
                "value": {"start": start, "end": end, "text": text[start:end], "labels": [label]},
            }
            for k, (start, end, label) in enumerate(spans)
        ]
        annotation = {"id": number, "completed_by": 1, "was_cancelled": False, "result": result}
        tasks.append({"id": number, "data": {"text": text}, "annotations": [annotation], "predictions": []})
    return [("标注项目-导出.json", json.dumps(tasks, ensure_ascii=False, indent=1).encode())]


def brat() -> list[File]:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(0, len(TEXTS), 4):
            text, lines = "", []
            for person, place in TEXTS[number : number + 4]:
                words, spans = sentence(person, place)
                for start, end, label in spans:
                    at = f"{len(text) + start} {len(text) + end}"
                    lines.append(f"T{len(lines) + 1}\t{label} {at}\t{words[start:end]}\n")
                text += words + "\n"
            archive.writestr(f"来信/第{number // 4 + 1}组.txt", text)
            archive.writestr(f"来信/第{number // 4 + 1}组.ann", "".join(lines))
    return [("来信.zip", packed.getvalue())]


def parts() -> list[File]:
    """Columns of characters; each name is in one part only, so that the parts differ."""
    files = []
    for part, people in (("train", PEOPLE[:4]), ("dev", PEOPLE[4:5]), ("test", PEOPLE[5:])):
        rows = []
        for person, place in [(person, place) for person in people for place in PLACES]:
            text, spans = sentence(person, place)
            tags = ["O"] * len(text)
            for start, end, label in spans:
                tags[start:end] = [f"B-{label}"] + [f"I-{label}"] * (end - start - 1)
            rows.append("".join(f"{character}\t{tag}\n" for character, tag in zip(text, tags, strict=True)))
        files.append((f"来信-{part}.conll", "\n".join(rows).encode()))
    return files


EXPORTS = {
    "doccano": (doccano, "JSON"),
    "label_studio": (label_studio, "Label Studio"),
    "brat": (brat, "brat"),
}


def drop(page: Page, files: list[File]) -> None:
    """Let files go over the field of Start."""
    zone = page.get_by_test_id("stMain").get_by_test_id("stFileUploaderDropzone").first
    expect(zone).to_be_visible()
    zone.evaluate(DROP, [[name, b64encode(data).decode()] for name, data in files])


def metric(page: Page, label: str):
    return page.get_by_test_id("stMetric").filter(has_text=label)


def dropped(page: Page, address: str, export: str) -> None:
    """Drop an export on Start and return what is shown then."""
    page.goto(f"{address}/?lang=zh")
    settled(page)
    make, format = EXPORTS[export]
    files = make()
    drop(page, files)
    expect(page.get_by_role("heading", name="语料里有什么？")).to_be_visible()
    for name, _data in files:
        expect(page.get_by_test_id("stSidebar")).to_contain_text(name)
    settled(page)
    expect(page.get_by_test_id("stAlertContentError")).to_have_count(0)
    expect(metric(page, "规模").get_by_test_id("stMetricValue")).to_contain_text(f"{len(TEXTS)} ")
    charts = page.get_by_test_id("stPlotlyChart")
    expect(charts.first).to_be_visible()
    for label in ("人名", "地名"):  # both, as the bars are named
        expect(charts.locator("svg text").filter(has_text=re.compile(f"^{label}$"))).not_to_have_count(0)
    expect(page.get_by_test_id("stMain")).to_contain_text(f"{N_NAMES} 次")
    options(page)
    page.get_by_role("tab", name="读取方式").click()
    expect(page.get_by_test_id("stMain").get_by_text(re.compile(f"格式：.*{format}")).first).to_be_visible()


@pytest.mark.parametrize("export", EXPORTS)
def test_a_drop_on_start_gives_the_first_figure(browser, server, export):
    with visiting(browser, locale="zh-CN") as page:
        dropped(page, server, export)


def test_three_parts_dropped_together_are_judged(browser, server):
    """The page that judges a split is there at once, and needs no further input."""
    with visiting(browser, locale="zh-CN") as page:
        page.goto(f"{server}/?lang=zh")
        settled(page)
        drop(page, parts())
        expect(page.get_by_role("heading", name="这个切分怎么样？")).to_be_visible()
        sizes = metric(page, "train : dev : test").get_by_test_id("stMetricValue")
        expect(sizes).to_have_text("16 : 4 : 4")
        expect(page.get_by_test_id("stMain").get_by_role("heading", level=2).first).to_contain_text("更难")
        expect(page.get_by_test_id("stPlotlyChart").first).to_be_visible()
        settled(page)
