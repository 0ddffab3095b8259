"""The pictures of the README, made by the tour itself: `make pictures` writes them."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

ROOT = Path(__file__).parent.parent.parent
IMAGES = ROOT / "docs" / "images"
# picture to the notebook and the cell whose output it is
MADE_BY = {"first-call.png": ("01_quickstart.ipynb", "quickstart-06")}


def made(name: str, directory: Path) -> bytes:
    """The picture as its notebook makes it now, run in `directory`."""
    file, cell_id = MADE_BY[name]
    notebook = nbformat.read(ROOT / "notebooks" / file, as_version=4)
    NotebookClient(
        notebook, timeout=90, kernel_name="python3", resources={"metadata": {"path": directory}}
    ).execute()
    cell = next(cell for cell in notebook.cells if cell.id == cell_id)
    shown: list[Mapping[str, Any]] = [out.data for out in cell.outputs if "data" in out]
    return next(base64.b64decode(data["image/png"]) for data in shown if "image/png" in data)


if __name__ == "__main__":
    for name in MADE_BY:
        (IMAGES / name).write_bytes(made(name, ROOT))
