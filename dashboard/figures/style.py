"""One look for all figures: a colour has one meaning everywhere.

The colours lie between light and dark, so that they stand out on both themes; text, axes and grid lines are left to
the theme. Eyes without green or red cones tell all of them but grey apart, and no meaning rests on colour alone.
"""

from dashboard.words import escaping

TEAL = "#0d9488"  # what the figure is about: survives, chosen, model A
RUST = "#d9480f"  # look here: expected, stop, the 5 % rule
VIOLET = "#8b5cf6"  # what that is compared with: model B
# More models, and more parts of a whole.
BLUE, PINK, BROWN, ROSE = "#0090d8", "#c024a8", "#b46048", "#ff2484"
MODELS = (  # colour and mark of each model
    (TEAL, "circle"),
    (VIOLET, "diamond"),
    (BLUE, "square"),
    (PINK, "triangle-up"),
    (BROWN, "cross"),
    (ROSE, "star"),
)
GREY = "#868e96"  # the crowd
CROWD = "rgba(134,142,150,0.45)"
TEAL_AREA = "rgba(13,148,136,0.16)"
DENSITY = [[0, "rgba(134,142,150,0.15)"], [0.35, "rgba(120,130,138,0.6)"], [1, "rgba(96,108,116,1)"]]

NOTHING = "rgba(0,0,0,0)"
FONT = "'Source Sans', 'Noto Sans CJK SC', 'PingFang SC', 'Microsoft YaHei', sans-serif"
LEGEND = {"orientation": "h", "yanchor": "bottom", "y": 1.0, "xanchor": "left", "x": 0, "itemwidth": 30}


def inert(words: object, most: int = 28) -> str:
    """A label of the corpus as Plotly shall show it: no markup, and short enough for an axis."""
    return escaping.plotly(words, most)
