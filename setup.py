"""What pyproject.toml cannot say: the wheel carries the dashboard inside mx2core, at mx2core/_app.

There the folders stand to each other as they do here, and no name as common as `pages` is installed beside
other people's packages.
"""

from setuptools import find_packages, setup

APP = "mx2core._app"
PARTS = [
    name
    for part in ("dashboard", "pages")
    for name in (part, *(f"{part}.{inner}" for inner in find_packages(part)))
]
DATA = {
    APP: [".streamlit/config.toml", "sample_data/*[!y]", "docs/paper*.md", "docs/guide*.md"],  # what is read
    f"{APP}.dashboard": ["icon.png", "locale/*/LC_MESSAGES/*.po", "measured/*.csv"],
    f"{APP}.dashboard.home": ["light_chart.js"],
    f"{APP}.dashboard.server.fonts": ["*/*.woff2"],
    f"{APP}.dashboard.splits": ["live_box.*[!y]"],  # shown in the browser
    f"{APP}.dashboard.learn.lesson": ["presenting.js", "light_board.html"],
    f"{APP}.dashboard.ui": ["copies.js", "page_top.js"],
}
CORE = {
    "mx2core": ["py.typed", "exchange/partitions/*.json", "exchange/partitions/snippets/*"],
    "mx2core.homework": ["*.md"],
    "mx2core.inference": ["*.csv"],
    "mx2core.cli": ["zh_CN.po"],
}

setup(
    packages=[*find_packages(include=["mx2core", "mx2core.*"]), APP, *(f"{APP}.{name}" for name in PARTS)],
    package_dir={APP: ".", **{f"{APP}.{name}": name.replace(".", "/") for name in PARTS}},
    package_data={**CORE, **DATA},
    include_package_data=False,
)
