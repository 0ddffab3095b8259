"""How each family of clients writes placeholders, and the one form that they become."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ...specs.placeholders import PIECE, literal

# a default ends at the first closing brace; what is longer is none, since a text of a million `${`
# would be looked through a million times
CONTENT = r"[^}]{0,1000}"
FILE = re.compile(r"\$\{file:(\s*[^\s}][^}]*)\}")
OURS = rf"\$\{{secret:{CONTENT}\}}"  # our own form, which no client has, is read in every file


@dataclass(frozen=True)
class Place:
    """Where a file belongs to: the directory of its project, for what is filled when it is read."""

    workspace: Path


@dataclass(frozen=True)
class Notation:
    """The placeholders of a family of clients; all else that looks like one is plain text.

    Args:
        pattern: what a placeholder looks like.
        form: one match in the form that all definitions share; it may be plain text.
    """

    pattern: re.Pattern[str]
    form: Callable[[re.Match[str], Place], str]

    def shared(self, text: str, place: Place, spelled: dict[str, str]) -> str:
        """`text` with all placeholders in the shared form; `spelled` learns how the file has them.

        >>> NONE.shared("${A} ${secret:B}", Place(Path("/p")), {})
        '$${A} ${secret:B}'
        """
        parts: list[str] = []
        at = 0
        for match in self.pattern.finditer(text):
            form = _placed(self.form(match, place), place)
            spelled[form] = match[0]
            parts += [literal(text[at : match.start()]), form]
            at = match.end()
        return "".join([*parts, literal(text[at:])])


def _placed(form: str, place: Place) -> str:
    """A placeholder of a file beside the project's own, which is the same one from anywhere."""
    found = FILE.fullmatch(form)
    if found is None or found[1].startswith("~") or "}" in str(place.workspace):
        return form
    return f"${{file:{place.workspace / found[1]}}}"


def _same(match: re.Match[str], _: Place) -> str:
    return match[0]


def _editor(match: re.Match[str], place: Place) -> str:
    name = match[1]
    if name in ("workspaceFolder", "cwd") or name.startswith("workspaceFolder:"):
        return literal(str(place.workspace))
    if name == "workspaceFolderBasename":
        return literal(place.workspace.name)
    return os.sep if name in ("pathSeparator", "/") else match[0]


def _claude(match: re.Match[str], place: Place) -> str:
    is_folder = match[2] == "workspaceFolder" and match[3]
    return literal(str(place.workspace)) if is_folder else match[0]


def _gemini(match: re.Match[str], _: Place) -> str:
    return f"${{{match[1]}}}" if match[1] else match[0]


def _braces(match: re.Match[str], _: Place) -> str:
    return f"${match[0]}" if not match[0].startswith("$") else match[0]


def _continue(match: re.Match[str], _place: Place) -> str:
    if match[1] is None:
        return match[0]
    group, _dot, name = match[1].partition(".")
    kinds = {"secrets": "env", "inputs": "input"}
    return f"${{{kinds[group]}:{name}}}" if group in kinds else f"${{{match[1]}}}"


# `${NAME}`, `${NAME:-default}`, and all that the workbench itself understands
SHARED = Notation(PIECE, _claude)
# variables of VS Code; what it has only while an editor is open stays without a value
EDITOR = Notation(
    re.compile(
        rf"\$\{{((?:env|input|secret|config|command|workspaceFolder):{CONTENT}"
        r"|workspaceFolder|workspaceFolderBasename|userHome|cwd|pathSeparator|/"
        r"|file\w*|relativeFile\w*|execPath|selectedText|lineNumber)\}"
    ),
    _editor,
)
GEMINI = Notation(re.compile(rf"\$([A-Za-z_]\w*)|\$\{{{CONTENT}\}}"), _gemini)
BRACES = Notation(re.compile(rf"\{{(?:env|file):{CONTENT}\}}|{OURS}"), _braces)
CONTINUE = Notation(re.compile(rf"\$\{{\{{\s*([\w.-]+?)\s*\}}\}}|{OURS}"), _continue)
NONE = Notation(re.compile(OURS), _same)
