"""The notebooks of the tour, each executed once in a kernel of its own."""

from __future__ import annotations

import shutil
import tempfile
from functools import cache
from pathlib import Path

import nbformat
from nbclient import NotebookClient

NOTEBOOKS = Path(__file__).parent.parent.parent / "notebooks"


@cache
def executed(name: str) -> nbformat.NotebookNode:
    """The notebook with its outputs, as a reader gets them who runs it from top to bottom."""
    notebook = nbformat.read(NOTEBOOKS / name, as_version=4)
    with tempfile.TemporaryDirectory() as directory:
        # what lies beside a notebook belongs to it
        shutil.copytree(NOTEBOOKS, directory, dirs_exist_ok=True)
        place = {"metadata": {"path": directory}}
        NotebookClient(notebook, timeout=90, kernel_name="python3", resources=place).execute()
    return notebook
