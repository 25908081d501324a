"""Each page opens in each language, on every kind of corpus, through the router."""

from pathlib import Path

from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import NumberInput, Selectbox

import mx2core as mx
from dashboard.server import turns
from dashboard.server.project import CorpusSource, Project
from dashboard.server.running import resources
from dashboard.server.visits import visitors
from dashboard.ui import near_search
from dashboard.ui.documents import partition_card
from dashboard.ui.upload import OPENED
from mx2core.training.run.aside import made_aside
from tests.dashboard.places import go
from tests.few import few

ROOT = Path(__file__).resolve().parents[2]
PAGES = ("home", *sorted(path.stem for path in (ROOT / "pages").glob("[!_]*.py") if path.stem != "home"))
SAMPLES = ("statement_zh.conll", "ner_zh.bio", "segmentation_zh.txt", "intents_en.jsonl")


def fine(app: AppTest) -> AppTest:
    """The same page, which shows neither an exception nor an error."""
    assert not app.exception, app.exception
    assert not app.error, [error.value for error in app.error]
    return app


def visited(page: str = "home", **address: str) -> AppTest:
    """What somebody sees who comes to a page by an address."""
    app = AppTest.from_file(str(ROOT / "dashboard" / "main.py"), default_timeout=600)
    for name, value in address.items():
        app.query_params[name] = value
    return app.run() if page == "home" else go(app, page)


def way_box(app: AppTest) -> Selectbox:
    """Where the way of making splits is asked for on Splits."""
    return next(box for box in app.selectbox if box.key.startswith("way_"))


def how_many(app: AppTest) -> NumberInput:
    """Where m is asked for on Splits, under Options."""
    if "m" not in [field.key for field in app.number_input]:
        app.session_state["splits_options"] = True
        app.run()
    return app.number_input(key="m")


def opened(language: str, sample: str | None = None, page: str = "home") -> AppTest:
    """A project on a sample corpus, on the page Start or another one."""
    return page_of(CorpusSource(sample or SAMPLES[0]), language, page)


def uploaded(name: str, data: bytes, language: str = "en", page: str = "home") -> AppTest:
    """A project on a file, as after it was dropped on Start, on that page or another one."""
    return page_of(CorpusSource(name, data), language, page)


def page_of(source: CorpusSource, language: str, page: str = "home") -> AppTest:
    """A project on a source that was read without its page, on the page Start or another one."""
    projects = resources.projects()
    project = projects.new(visitors.user(), language)
    projects.open(project, source)
    project.choices[OPENED] = True
    projects.save(project)
    return visited(page, lang=language, p=project.id)


def copied(app):
    """The texts on Share to be read or copied, as they are copied, in one of its views or in all of them."""
    found = []
    for view in ("references", "code", "details", None):
        app.session_state["shared_more"] = view
        found += [one.value.replace("\N{NO-BREAK SPACE}", " ") for one in (*app.run().code, *app.text)]
    return list(dict.fromkeys(found))


def paragraphs(app):
    """What Share has to be copied of a result; the page before is open again after it."""
    app.switch_page("../pages/share.py").run()
    assert not app.exception
    found = copied(app)
    app.switch_page("../pages/race.py").run()
    return found


def corpus_options(app: AppTest, tab: str) -> AppTest:
    """Start with a tab of its options open."""
    app.session_state["options"], app.session_state["corpus_options_en"] = True, tab
    return app.run()


def project_of(app: AppTest) -> Project:
    """The project an opened page stands on."""
    return resources.projects().find(app.query_params["p"])


@few(
    ("language", "sample"),
    2,
    [("en", SAMPLES[0]), ("zh", SAMPLES[-1]), *(("en", name) for name in SAMPLES[1:])],
)
def test_every_page_opens(language, sample):
    app = opened(language, sample)
    for page in PAGES:
        app.switch_page(f"../pages/{page}.py").run()
        fine(app)
        assert app.title
        chinese = any("一" <= letter <= "鿿" for letter in app.title[0].value)
        assert chinese == (language == "zh")


def test_a_choice_survives_a_change_of_page_and_of_language():
    app = opened("en", page="splits")
    how_many(app).set_value(7).run()
    app.switch_page("../pages/home.py").run()
    app.sidebar.segmented_control(key="lang").set_value("zh").run()
    app.switch_page("../pages/splits.py").run()
    assert how_many(app).value == 7
    assert app.query_params["lang"] == "zh"


def test_partitions_are_constructed_where_no_random_split_survives():
    app = opened("en")
    app.switch_page("../pages/splits.py")
    app.session_state["bound"], app.session_state["m"] = "upper", 3
    app.run()
    app.slider(key="c_target").set_value(0.4)
    app.slider(key="c_role").set_value(0.2).run()
    assert app.metric[0].value == "0"
    assert app.button(key="take").disabled
    way_box(app).set_value("thresholds").run()
    app.button(key="construct").click().run()
    fine(app)
    assert any("3 splits built to thresholds" in words.value.replace("\\", "") for words in app.markdown)


def test_big5_is_offered_with_a_preview_and_can_be_chosen():
    traditional = "臺灣\tB-LOC\n下雨\tO\n\n老師\tO\n說話\tO\n\n高雄\tB-LOC\n天晴\tO\n" * 4
    app = uploaded("big5.conll", traditional.encode("big5"))
    assert not app.exception
    previews = [words.value for words in app.text]
    assert any(words.startswith("big5: 臺灣") for words in previews)
    assert any(words.startswith("gb18030: ") for words in previews)
    assert any("GB18030" in warning.value for warning in app.warning)  # never a silent guess
    next(box for box in app.selectbox if box.label == "Encoding").set_value("big5")
    next(button for button in app.button if button.label == "Read again").click().run()
    assert not app.error
    assert any(words.value.endswith(", big5") for words in app.caption)


def test_units_can_be_grouped_by_identical_text_and_by_a_column():
    app = opened("en")
    for unit in ("text", "target"):
        next(box for box in app.selectbox if box.label == "Keep together").set_value(unit)
        next(button for button in app.button if button.label == "Read again").click().run()
        fine(app)
    assert app.metric[0].value == "84 groups"


def test_what_takes_long_on_many_units_is_computed_by_other_processes(monkeypatch):
    """Splits scored and constructed, near-duplicates, and a card: none of it here, and the pages stand."""
    monkeypatch.setattr(turns, "MANY", 1)
    monkeypatch.setattr(near_search, "MANY", 1)
    for place in ("judge.card.judge_measures", "corpus.units.set_join.SetJoin.pairs"):
        monkeypatch.setattr(f"mx2core.{place}", None)
    for place in ("partition.halves.scored.known_values", "partition.construct.build._balanced"):
        monkeypatch.setattr(f"mx2core.{place}", None)
    rows = "".join(
        f'{{"text": "a{i % 53} b{i}", "label": "{i % 3}", "split": "{i % 4 > 2}"}}\n' for i in range(211)
    )
    fine(uploaded("rows.jsonl", rows.encode(), page="check"))
    app = fine(uploaded("rows.jsonl", rows.encode(), page="splits"))
    app.session_state["scheme"] = "balanced"
    fine(app.run())


def test_files_of_many_units_are_made_by_other_processes(monkeypatch):
    project = resources.projects().new(visitors.user(), "en")
    partitions = mx.random_partitions(len(project.corpus), 2)
    attributes = (project.corpus.attribute("length"),)
    files = partition_card._files(partitions, attributes, project)
    here = {form: make() for form, (_name, make) in files.items()}
    monkeypatch.setattr(partition_card, "MANY", 1)
    elsewhere = []
    monkeypatch.setattr(partition_card, "made_aside", lambda make: elsewhere.append(make) or made_aside(make))
    assert {form: make() for form, (_name, make) in files.items()} == here
    assert len(elsewhere) == len(here)
