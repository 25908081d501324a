"""From a file to a decision, as a new user walks it."""

import json
import re

from playwright.sync_api import Locator, Page, expect

from .conftest import settled, visiting
from .test_thresholds import upper_bounds
from .walking import ATTRIBUTES, give, go, options, several_pills

RACE = "Which of two models is better?"
ENGLISH, CHINESE = "What is in this corpus?", "语料里有什么？"


def drag_slider(page: Page, label: str, by: float) -> None:
    """Move the thumb of a slider by a share of the window's width."""
    slider = page.get_by_test_id("stSlider").filter(has_text=label)
    value = slider.get_by_test_id("stSliderThumbValue").bounding_box()  # stands over its thumb
    track = slider.get_by_role("slider").bounding_box()
    assert value is not None
    assert track is not None
    x, y = value["x"] + value["width"] / 2, track["y"] + track["height"] / 2
    survivors = metric(page, "Survivors").get_by_test_id("stMetricValue")
    before, address = survivors.inner_text(), page.url
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + by * 1440, y, steps=6)
    page.mouse.up()
    expect(survivors).not_to_have_text(before)  # in the browser, before the server knows
    expect(page).not_to_have_url(address)  # the server has answered
    settled(page)


def number(metric: Locator) -> int:
    return int(re.sub(r"\D", "", metric.get_by_test_id("stMetricValue").inner_text()))


def metric(page: Page, label: str) -> Locator:
    return page.get_by_test_id("stMetric").filter(has_text=label)


def test_from_a_file_to_a_decision(browser, server, request, tmp_path, sample_data):
    sentences = (sample_data / "ner_zh.bio").read_text(encoding="utf-8").split("\n\n")
    file = tmp_path / "names.bio"
    file.write_text("\n\n".join(sentences[:200]) + "\n", encoding="utf-8")
    with visiting(browser, accept_downloads=True) as page:
        page.goto(server)
        settled(page)
        page.get_by_role("button", name="No file at hand?").click()
        page.get_by_role("button", name="Show the finished example").click()
        expect(page.get_by_role("heading", name=RACE)).to_be_visible()
        settled(page)
        go(page, "Start")
        expect(page.get_by_role("heading", name=ENGLISH)).to_be_visible()
        settled(page)

        # The language switches, and back, on the same page and project.
        page.get_by_test_id("stSidebar").get_by_text("中文").click()
        expect(page.get_by_role("heading", name=CHINESE)).to_be_visible()
        assert "lang=zh" in page.url
        page.get_by_test_id("stSidebar").get_by_text("English").click()
        expect(page.get_by_role("heading", name=ENGLISH)).to_be_visible()

        # A file of the user's own, and the attributes to look at.
        give(page, file)
        expect(page.get_by_test_id("stSidebar")).to_contain_text(file.name)
        settled(page)
        units = number(metric(page, "Units"))
        assert units == 200
        options(page)
        chosen = several_pills(page, ATTRIBUTES).get_by_role("button", pressed=True)
        expect(chosen).to_have_text(["label", "sentence length"])

        # Ten thousand random splits of it, and both thresholds, by hand.
        go(page, "Splits")
        expect(page.get_by_test_id("stPlotlyChart").first).to_be_visible()
        expect(metric(page, "Survivors")).to_contain_text("of 10,000 splits")
        upper_bounds(page)
        before = number(metric(page, "Survivors"))
        drag_slider(page, "label", -0.006)
        middle = number(metric(page, "Survivors"))
        drag_slider(page, "sentence length", 0.06)
        after = number(metric(page, "Survivors"))
        assert middle < before
        assert after > middle

        # A box on the plane.
        field = page.locator(".nsewdrag").filter(visible=True)
        areas = [area.bounding_box() for area in field.all()]
        largest = max(areas, key=lambda area: area["width"] * area["height"])
        page.mouse.move(largest["x"] + largest["width"] * 0.02, largest["y"] + largest["height"] * 0.3)
        page.mouse.down()
        page.mouse.move(
            largest["x"] + largest["width"] * 0.8, largest["y"] + largest["height"] * 0.99, steps=8
        )
        page.mouse.up()
        settled(page)
        expect(metric(page, "Survivors")).not_to_contain_text(f"{after:,}")
        settled(page)

        # Take five of them away and back again.
        page.get_by_role("button", name="Take 5 survivors").click()
        expect(page.get_by_text("5 selected splits").first).to_be_visible()
        settled(page)
        page.get_by_role("button", name="Share", exact=True).click()
        page.get_by_text("Files: report").click()
        download = page.get_by_role("button", name="Download partitions-")
        expect(download).to_be_visible()
        settled(page)
        with page.expect_download() as downloading:
            download.click()
        exported = tmp_path / "partitions.json"
        downloading.value.save_as(exported)
        document = json.loads(exported.read_text(encoding="utf-8"))
        assert len(document["partitions"]) == 5
        assert document["corpus"]["n_units"] == units
        go(page, "Splits")
        page.get_by_text("Import partitions").click()
        page.get_by_test_id("stFileUploaderDropzoneInput").set_input_files(exported)
        expect(page.get_by_text("Verified: 5 partitions")).to_be_visible()
        expect(page.get_by_text("The digest fits")).to_be_visible()

        # A and B on the partitions that came back.
        page.get_by_role("button", name="Compare models on these").last.click()
        expect(page.get_by_role("heading", name=RACE)).to_be_visible()
        settled(page)
        page.locator(".st-key-compare button").first.click()
        expect(page.get_by_text("20 of 20 trainings")).to_be_hidden()
        expect(page.get_by_role("button", name="Cancel")).to_be_visible()
        expect(page.get_by_role("button", name="Cancel")).to_have_count(0)

        # The decision.
        verdict = page.get_by_role("heading", level=2).filter(
            has_text=re.compile("Yes|Undecided|undecided|No difference|better|equivalent")
        )
        expect(verdict.first).to_be_visible()
        expect(page.get_by_text("Where they differ")).to_be_visible()

        # A reload finds everything where it was.
        page.reload()
        settled(page)
        expect(verdict).to_be_visible()
        expect(page.get_by_test_id("stSidebar")).to_contain_text(file.name)


def test_a_file_above_the_limit_is_refused_and_the_corpus_stays(browser, server, tmp_path):
    large = tmp_path / "large.conll"
    large.write_bytes(b"word\tO\n" * 7_500_000)  # 52.5 MB
    with visiting(browser) as page:
        page.goto(f"{server}/?lang=en")
        settled(page)
        expect(page.get_by_text("Drop your files", exact=True)).to_be_visible()
        before = {"name": "empty.csv", "mimeType": "text/csv", "buffer": b"\x00\x01\x02"}
        give(page, before)
        expect(page.get_by_text("empty.csv was not opened")).to_be_visible()
        settled(page)
        give(page, large)
        expect(page.get_by_text("50.0MB or smaller")).to_be_visible()
        expect(page.get_by_text("empty.csv was not opened")).to_be_hidden()
        expect(page.get_by_test_id("stSidebar")).to_contain_text("semantic roles, Chinese")
