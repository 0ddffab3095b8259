"""Notebooks made for a test, and a script for the model that they name."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

HEAD = "# Count words\n\nCounts the words of a phrase."
CONNECT = "%load_ext mcp_workbench\n%mcp connect demo"
PARAMETERS = """\
from typing import Literal

phrase: str  # what is counted
limit: int = 3
tone: Literal["dry", "warm"] = "dry"
share = 0.5
"""
SETUP = "%matplotlib inline\nimport math"
TOOL = """\
def words(text: str) -> int:
    "How many words a text has."
    return math.ceil(len(text.split()))


def _helper() -> int:
    return limit
"""
INSTRUCTIONS = "You count words, at most {{ limit }}, in a {{ tone }} tone."
PROMPT = "Count the words of: {{ phrase }}"
AGENT = """\
from mcp_workbench import Agent

agent = Agent("scripted:steps.yaml", tools=[words], servers=["demo"],
              approved=["demo.add"], max_rounds=5)
"""
STEPS = """\
- calls:
    - {name: words, args: {text: one two three}}
    - {name: add, args: {a: 1, b: 2}}
- text: Three words.
"""
# source and tags of each cell; `#` begins Markdown
CELLS = (
    (HEAD, ()),
    (CONNECT, ()),
    (PARAMETERS, ("parameters",)),
    (SETUP, ("setup",)),
    (TOOL, ("tool",)),
    (INSTRUCTIONS, ("instructions",)),
    (PROMPT, ("prompt",)),
    (AGENT, ()),
)
WORDS = {"instructions", "prompt"}


def cell(source: str, tags: tuple[str, ...] = ()) -> Any:
    """One cell; words are Markdown."""
    words = source.startswith("# ") or WORDS & set(tags)
    made = (new_markdown_cell if words else new_code_cell)(source)
    made.metadata["tags"] = list(tags)
    return made


def notebook(
    directory: Path, *cells: tuple[str, tuple[str, ...]], about: dict[str, Any] | None = None
) -> Path:
    """A notebook `count.ipynb` with these cells, else with all of `CELLS`; the script beside it."""
    made = new_notebook(cells=[cell(source, tags) for source, tags in cells or CELLS])
    if about is not None:
        made.metadata["mcp_workbench"] = {"recipe": about}
    path = directory / "count.ipynb"
    nbformat.write(made, path)
    (directory / "steps.yaml").write_text(STEPS, encoding="utf-8")
    return path


def replaced(old: str, new: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """`CELLS` with `new` in the place of the cell `old`."""
    return tuple((new if source == old else source, tags) for source, tags in CELLS)


def recipe_text(**changes: Any) -> str:
    """A small recipe as the text of its file; JSON is YAML, too."""
    values = {"recipe": "mcp-workbench/1", "name": "small", "title": "Small", **changes}
    return json.dumps({key: value for key, value in values.items() if value is not None})
