"""The pictures of the README, made by the tour itself: `make pictures` writes them."""

from __future__ import annotations

import base64
from pathlib import Path

from tests.docs.tour import executed

IMAGES = Path(__file__).parent.parent.parent / "docs" / "images"
# picture to the notebook and the cell whose output it is
MADE_BY = {"first-call.png": ("01_quickstart.ipynb", "quickstart-06")}


def made(name: str) -> bytes:
    """The picture as its notebook makes it now."""
    file, cell_id = MADE_BY[name]
    cell = next(cell for cell in executed(file).cells if cell.id == cell_id)
    shown = [output.data for output in cell.outputs if "data" in output]
    return next(base64.b64decode(data["image/png"]) for data in shown if "image/png" in data)


if __name__ == "__main__":
    for name in MADE_BY:
        (IMAGES / name).write_bytes(made(name))
