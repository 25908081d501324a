"""What can be acted on in the first view of a page: `python -m tests.browser.controls` prints it.

The first view is what a window of 1440×900 shows before anything is scrolled. Every control counts that can
be seen there, if only in part. Beside the menu of the site three things are left out: the bar of tools that
hovers over a figure, "?" beside a label, and the cells of tables. What belongs to one widget is one control:
both handles of a slider, the names of a choice in a row, a field with its plus and minus.
"""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Locator, Page, expect

from mx2core.corpus.samples import FOLDER

from .conftest import launched, serving, settled, visiting
from .walking import give

MOST = 5
SAMPLES = {"en": "intents_en.jsonl", "zh": "statement_zh.conll"}

# Whatever takes a click or a key, in any widget of Streamlit or of ours, by the widget to which it belongs.
FOUND = """() => {
  const acts = 'a[href], button, input, select, textarea, summary, [contenteditable=true], [tabindex="0"], '
    + ['button', 'slider', 'radio', 'tab', 'combobox', 'switch', 'checkbox'].map(role => `[role=${role}]`);
  const widgets = '.stSlider, .stSelectbox, .stMultiSelect, .stNumberInput, .stTextInput, .stTextArea, '
    + '.stButtonGroup, .stRadio, .stCheckbox, .stFileUploader, [role=tablist], [role=radiogroup]';
  const leftOut = ['.modebar', '.stDataFrame', '[data-testid=stElementToolbar]',
    '[data-testid=stHeaderActionElements]', '[data-testid=stTooltipHoverTarget] > button:has(> svg)'];
  const seen = (element) => {
    const box = element.getBoundingClientRect();
    return box.width > 1 && box.height > 1 && box.top < innerHeight && box.bottom > 0
      && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  };
  const enabled = (element) => !element.disabled && element.getAttribute('aria-disabled') !== 'true';
  const roots = [document.querySelector('[data-testid=stMain]')]; // those of our components follow
  const found = new Map();
  for (let k = 0; k < roots.length; k++) {
    for (const element of roots[k].querySelectorAll('*')) {
      if (element.shadowRoot) roots.push(element.shadowRoot);
      if (!element.matches(acts) || element.closest(leftOut.join())) continue;
      if (!seen(element) || !enabled(element)) continue;
      const widget = element.closest(widgets) ?? element;
      const label = widget.querySelector('[data-testid=stWidgetLabel]')?.innerText;
      const name = label || widget.ariaLabel || widget.innerText || element.ariaLabel || widget.outerHTML;
      const lines = name.trim().split('\\n').filter((line) => !/^[a-z_]+$/.test(line)); // names of icons
      found.set(widget, lines.join(' ').slice(0, 80));
    }
  }
  return [...found.values()];
}"""

# By the address of a page what is drawn there last.
VIEWS = {
    "": ".st-key-options",
    "?view=runs": ".stDataFrame",
    "check": ".js-plotly-plot",
    "splits": ".st-key-plane .js-plotly-plot",
    "race": ".st-key-door",
    "share": ".st-key-shared_more",
    "learn": ".st-key-learn_options",
    "laboratory?view=methods": ".js-plotly-plot",
    "laboratory?view=calibration": ".js-plotly-plot",
    "laboratory?view=corpora": ".js-plotly-plot",
    "laboratory?view=metrics": ".js-plotly-plot",
}


def controls(page: Page) -> list[str]:
    """What each control of the first view is called, in the order of the page."""
    page.evaluate("() => document.fonts.ready.then(() => true)")
    found: list[str] = page.evaluate(FOUND)
    return found


def first_views(browser: Browser, address: str, language: str) -> Iterator[tuple[str, Page]]:
    """Every page as a new visitor meets it, in the finished example, and around a race on a file."""
    with visiting(browser) as page:
        page.goto(f"{address}/?lang={language}")
        button(page, "deal_stop").wait_for()
        yield "Start, dealing", page
        while not button(page, "deal_sets").is_enabled():
            press(page, "deal")
        yield "Start, dealt", page
        press(page, "deal_sets")
        yield "Start, tested", page
        button(page, "no_file").click()
        button(page, "show_example").click()
        page.locator(".st-key-door").wait_for()
        query = urlsplit(settled(page).url).query
        for path, last in VIEWS.items():
            page.goto(f"{address}/{path}{'&' if '?' in path else '?'}{query}")
            page.locator(last).first.wait_for()
            yield path or "Start, a corpus", settled(page)
        for number, view in enumerate(("power", "plan"), start=1):
            page.goto(f"{address}/laboratory?view=calibration&{query}")
            views = settled(page).locator(".st-key-calibration_view").get_by_role("radio")
            views.nth(number).click()
            expect(views.nth(number)).to_be_checked()
            yield f"Calibration, {view}", settled(page)
        page.goto(f"{address}/race?{query}")
        page.locator(".st-key-door").wait_for()
        question = settled(page).get_by_test_id("stMain")
        question.get_by_role("button", name="δ = 0.01").click()
        margin = page.get_by_test_id("stPopoverBody").get_by_role("spinbutton").first
        margin.fill("0.002")
        margin.press("Enter")
        page.keyboard.press("Escape")
        question.get_by_role("button", name="δ = 0.002").wait_for()
        yield "Race, undecided", settled(page)
        page.goto(f"{address}/splits?{query}")
        page.locator(VIEWS["splits"]).wait_for()
        settled(page).get_by_test_id("stMain").get_by_role("slider").first.press("ArrowLeft")
        button(page, "take").wait_for()
        yield "Splits, a threshold moved", settled(page)
        press(page, "take")
        button(page, "use_partitions").wait_for()
        yield "Splits, survivors taken", settled(page)
    with visiting(browser) as page, TemporaryDirectory() as folder:
        twice = Path(folder, "twice.csv")
        twice.write_text("text,label\n" + "".join(f"text {i % 40},{'xyz'[i % 3]}\n" for i in range(80)))
        page.goto(f"{address}/?lang={language}")
        give(settled(page), twice)
        expect(page.get_by_test_id("stSidebar")).to_contain_text(twice.name)
        yield "Start, repeated texts", settled(page)
        page.goto(settled(page).url.replace("/?", "/splits?"))
        page.locator(".st-key-plane .js-plotly-plot").wait_for()
        yield "Splits, repeated texts", settled(page)
    with visiting(browser) as page:
        page.goto(f"{address}/?lang={language}")
        give(settled(page), FOLDER / SAMPLES[language])
        expect(page.get_by_test_id("stSidebar")).to_contain_text(SAMPLES[language])
        yield "Start, a file", settled(page)
        page.goto(settled(page).url.replace("/?", "/race?"))
        button(page, "compare").wait_for()
        yield "Race, before", settled(page)
        button(page, "compare").click()
        button(page, "cancel").wait_for()
        expect(page.locator(".st-key-compare")).to_have_count(0)
        yield "Race, during", settled(page)
        button(page, "cancel").click()
        button(page, "cancel").wait_for(state="detached")
        page.goto(f"{address}/?lang={language}")
        button(page, "recent_0").wait_for()
        yield "Start, again", settled(page)


def button(page: Page, key: str) -> Locator:
    """One with help has a second one, for telephones."""
    return page.locator(f".st-key-{key} button").first


def press(page: Page, key: str) -> None:
    """Click, and wait until the page has answered."""
    button(page, key).click()
    settled(page)


def main() -> None:
    with launched() as browser, serving() as address:
        for language in SAMPLES:
            for name, page in first_views(browser, address, language):
                found = controls(page)
                print(f"{language}  {name:<28}{len(found):>3}  {' | '.join(found)}", flush=True)


if __name__ == "__main__":
    main()
