"""A code to photograph, as a picture that cannot be moved or made smaller by a click."""

from dashboard.figures.plain_figure import Written, written

HIDDEN = {"visible": False, "range": [0, 1], "fixedrange": True}


def square_code(picture: str, size: int) -> Written:
    """`picture` is the address of an image, black on white with a white rim; as wide as it is high."""
    whole = {"xref": "paper", "yref": "paper", "x": 0, "y": 1, "sizex": 1, "sizey": 1}
    return written(
        [],
        height=size,
        width=size,
        margin={"l": 0, "r": 0, "t": 0, "b": 0},
        dragmode=False,
        images=[{"source": picture, "layer": "above", **whole}],
        xaxis=HIDDEN,
        yaxis=HIDDEN,
    )
