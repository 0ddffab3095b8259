"""The fenced blocks of a Markdown page, and a real kernel that runs them in their order.

What each language means on a page:

- `python`: a cell. A `text` block right behind it is what the cell shows, where `…` stands for
  anything.
- `json title="NAME"`, `yaml title="NAME"`: a file in the directory in which the cells run.
- `console`: commands behind `$`. The lines behind one are what it prints, `…` as above; they end
  with `exit code N` where that is not 0. Those of `mcp-workbench` are run in the same directory.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from itertools import groupby, pairwise
from pathlib import Path
from typing import NamedTuple

import nbformat
from nbclient import NotebookClient

FENCE = re.compile(
    r"^```(?P<language>\w+)?(?: title=\"(?P<title>[^\"]+)\")?[^\n]*\n(?P<body>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
ANSI = re.compile(r"\x1b\[[0-9;]*m")


class Block(NamedTuple):
    """One fenced block with the line it starts in; `follows` is what stands before it."""

    language: str
    title: str
    body: str
    line: int
    follows: str


class Command(NamedTuple):
    """One command of a `console` block, what it prints, and its exit code."""

    text: str
    printed: str
    code: int


def blocks(page: Path) -> list[Block]:
    """All fenced blocks of `page`."""
    text = page.read_text(encoding="utf-8")
    found: list[Block] = []
    end = 0
    for match in FENCE.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        body = match["body"].rstrip("\n")
        before = text[end : match.start()].strip()
        found.append(Block(match["language"] or "", match["title"] or "", body, line, before))
        end = match.end()
    return found


def expected_outputs(found: list[Block]) -> dict[int, str]:
    """Line of a `python` block to the output that the page shows for it."""
    return {
        cell.line: output.body
        for cell, output in pairwise(found)
        if cell.language == "python" and output.language == "text" and not output.follows
    }


def run(found: list[Block], directory: Path) -> dict[int, str]:
    """Line of each `python` block to what it showed; an exception ends the run."""
    for block in found:
        if block.title:
            (directory / block.title).write_text(block.body, encoding="utf-8")
    cells = [block for block in found if block.language == "python"]
    if not cells:
        return {}
    notebook = nbformat.v4.new_notebook()
    notebook.cells = [nbformat.v4.new_code_cell(block.body) for block in cells]
    client = NotebookClient(
        notebook, timeout=90, kernel_name="python3", resources={"metadata": {"path": directory}}
    )
    client.execute()
    return {
        block.line: shown(cell.outputs) for block, cell in zip(cells, notebook.cells, strict=True)
    }


def shown(outputs: list[nbformat.NotebookNode]) -> str:
    """The text of the outputs of a cell, each on lines of its own.

    A kernel tells what is printed in pieces, which end wherever it has come to in a while.
    """
    printed = groupby(outputs, lambda output: output.get("name", id(output)))
    return "\n".join(_text(list(pieces)) for _, pieces in printed)


def _text(pieces: list[nbformat.NotebookNode]) -> str:
    if pieces[0].output_type == "stream":
        return "".join(piece.text for piece in pieces).rstrip("\n")
    return ANSI.sub("", pieces[0].data.get("text/plain", "")).rstrip()


def matches(got: str, wanted: str) -> bool:
    """Whether `got` is `wanted`, with anything in the place of each `…`."""
    parts = [re.escape(part) for part in wanted.strip().split("…")]
    return re.fullmatch(".*?".join(parts), got.strip(), re.DOTALL) is not None


def commands(found: list[Block]) -> list[Command]:
    """All commands of the `console` blocks."""
    read: list[Command] = []
    for block in found:
        if block.language == "console":
            for part in re.split(r"^\$ ", block.body, flags=re.MULTILINE)[1:]:
                text, _, printed = part.partition("\n")
                words, _, code = printed.strip().partition("exit code ")
                read.append(Command(text, words.strip(), int(code or 0)))
    return read


def run_command(command: Command, directory: Path) -> str:
    """What a command of this package prints; it must end with the code that the page says."""
    here = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    done = subprocess.run(
        shlex.split(command.text),
        cwd=directory,
        env={**os.environ, "PATH": here, "MCP_WORKBENCH_HOME": str(directory / ".home")},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=90,
        check=False,
    )
    assert done.returncode == command.code, (
        f"{command.text} ended with {done.returncode}:\n{done.stdout}"
    )
    return done.stdout
