"""Draws the pictures of docs/howto/plots.md from the bladder co-expression network: python scripts/draw_pictures.py

Needs gobc with its extras "files" and "plot". The bytes depend on the versions of matplotlib and networkx.
"""

import io
import pathlib

from matplotlib.figure import Figure

import gobc

FOLDER = pathlib.Path(__file__).parents[1] / "docs" / "pictures"
LARGEST = 60_000  # bytes of a picture


def main():
    FOLDER.mkdir(exist_ok=True)
    graph = gobc.Graph(gobc.datasets.bladder_coexpression())
    scores = graph.centralities(["betweenness", "closeness"])
    pictures = {
        "rank": {"top": 5},
        "degree": {"graph": graph, "s": 3},
        "neighborhood": {"graph": graph},
    }
    for kind, options in pictures.items():
        figure = Figure(figsize=(6.4, 4.2), dpi=80, layout="constrained")
        scores.plot(kind, "betweenness", ax=figure.add_subplot(), **options)
        picture, path = io.BytesIO(), FOLDER / f"{kind}.png"
        figure.savefig(picture, format="png", metadata={"Software": None}, pil_kwargs={"optimize": True})
        size = len(picture.getvalue())
        if size > LARGEST:
            raise SystemExit(f"{path} would have {size:,} bytes, more than {LARGEST:,}: draw it smaller")
        path.write_bytes(picture.getvalue())
        print(f"{path}: {size:,} bytes")


if __name__ == "__main__":
    main()
