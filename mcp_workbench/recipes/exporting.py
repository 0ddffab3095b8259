"""From a notebook to what a recipe says, and to what of it had to be left out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..errors import RecipeInvalid, near
from ..visible import one_line
from .agent_call import AgentCall, CallReader, agent_calls, constants_of
from .checking import how_to_define
from .code import functions_of, undefined_in
from .faults import written
from .imports import imports_of, with_imports
from .magic_lines import ConnectedServers
from .notebook import Cell, Notebook, read_notebook, section_code
from .parameter_cell import parameters_of
from .requirements import requirements_of
from .secret_literals import in_code, in_document
from .sections import VERSION, ServerEntry
from .servers import entry_of

ABOUT = ("name", "title", "description", "version", "requires")
HEADING = re.compile(r"^#{1,6}[ \t]+(.+?)[ \t#]*$", re.MULTILINE)
KNOWN = ("%mcp", "%load_ext")  # whose lines are taken over, or needed only in a notebook
GAP = "\n\n\n"  # between the code of two cells


def exported(path: Path, name: str | None) -> tuple[dict[str, Any], list[str]]:
    """What the recipe of a notebook says, and what was left out.

    Raises:
        RecipeInvalid: it is no notebook, a cell cannot be used, or it holds a secret.
    """
    return Export(read_notebook(path)).made(name)


class Export:
    """One export; nothing of the notebook is run.

    Args:
        notebook: what is exported.
    """

    def __init__(self, notebook: Notebook) -> None:
        self._notebook, self._notes = notebook, list[str]()
        self._connected = ConnectedServers(notebook.path.parent)
        for cell in notebook.code():
            self._connected.take(cell)
        self._setup, self._code = self._parts("setup"), self._parts("tool")
        self._imports: list[str] = []

    def made(self, name: str | None) -> tuple[dict[str, Any], list[str]]:
        """See `exported`."""
        parameters = self._parameters()
        self._imports = self._brought([one["key"] for one in parameters])
        call = self._agent()
        values: dict[str, Any] = {"recipe": VERSION, **self._about(name)}
        settings = dict(call.settings) if call else {}
        values |= {
            "model": settings.get("model"),
            "model_settings": settings.get("model_settings", {}),
            "parameters": parameters,
            "instructions": self._text("instructions", settings.get("instructions", "")),
            "prompt": self._text("prompt", ""),
            "servers": {
                key: entry.model_dump(exclude_defaults=True)
                for key, entry in self._servers(call).items()
            },
            "python_tools": self._functions(call),
            "setup": with_imports(_joined(self._setup), self._imports),
            "code": _joined(self._code),
            "approve": settings.get("approve", "destructive"),
            "approved": list(settings.get("approved", ())),
            "names": {**settings.get("names", {}), **(call.names if call else {})},
        }
        if "max_rounds" in settings:
            values["limits"] = {"max_rounds": settings["max_rounds"]}
        notes = [*self._connected.notes, *(call.notes if call else ()), *self._notes]
        if not values["prompt"]:
            notes.append("there is no prompt, since no cell is tagged prompt; a run needs one")
        self._refuse_secrets(values)
        return {
            key: value for key, value in values.items() if value not in (None, "", [], {})
        }, notes

    def _parts(self, tag: str) -> list[tuple[Cell, str]]:
        cells = self._notebook.tagged(tag)
        for cell in cells:
            self._notes += [
                f"{cell.place}, line {number}: {word} is left out"
                for number, word in cell.magics
                if word not in KNOWN
            ]
        return [(cell, section_code(self._notebook.path, cell)) for cell in cells]

    def _parameters(self) -> list[dict[str, Any]]:
        found: dict[str, dict[str, Any]] = {}
        for cell in self._notebook.tagged("parameters"):
            _ = section_code(self._notebook.path, cell)  # raises
            entries, notes = parameters_of(cell)
            self._notes += notes
            found |= {entry["key"]: entry for entry in entries}
        return list(found.values())

    def _text(self, tag: str, otherwise: str) -> str:
        cells = self._notebook.tagged(tag)
        for cell in cells:
            if cell.kind == "code":
                raise self._refused(
                    f"{cell.place} is code, and {tag} are words",
                    "make it a Markdown or raw cell",
                    "kind",
                )
        text = "\n\n".join(cell.source.strip() for cell in cells).strip()
        if text and otherwise and text != otherwise.strip():
            self._notes.append(f"the {tag} of the Agent are left out: the cell tagged {tag} counts")
        return text or otherwise.strip()

    def _about(self, name: str | None) -> dict[str, Any]:
        about, stem = self._notebook.about, self._notebook.path.stem
        title, description = self._heading()
        slug = re.sub(r"[^a-z0-9]+", "-", stem.lower()).strip("-")[:64].strip("-")
        told: dict[str, Any] = {
            "name": slug or "recipe",
            "title": title or stem[:200],
            "description": description,
            "version": "0.1.0",
        }
        told |= {key: about[key] for key in ABOUT if key in about}
        self._notes += [
            f"{one_line(str(key), 60)!r} in the metadata mcp_workbench.recipe is not used"
            for key in about
            if key not in ABOUT
        ]
        if "requires" not in told:
            sources = [*self._imports, *(text for _, text in (*self._setup, *self._code))]
            told["requires"], notes = requirements_of(sources, self._notebook.path.parent)
            self._notes += notes
        return told | ({"name": name} if name else {})

    def _heading(self) -> tuple[str, str]:
        """The first heading, and the first paragraph below it."""
        plain = (c for c in self._notebook.cells if c.kind == "markdown" and not c.tags)
        for cell in plain:
            if match := HEADING.search(cell.source):
                below = (part.strip() for part in cell.source[match.end() :].split("\n\n"))
                first = next((part for part in below if part and not part.startswith("#")), "")
                return one_line(match[1]), one_line(first, 1024)
        return "", ""

    def _agent(self) -> AgentCall | None:
        calls = list(agent_calls(self._notebook.cells))
        if not calls:
            self._notes.append("there is no Agent(…) in it, so it names no model")
            return None
        constants = constants_of(self._notebook.code())
        given = {key for c in self._notebook.tagged("parameters") for key in constants_of([c])}
        known = {key: value for key, value in constants.items() if key not in given}
        cell, call = next((one for one in reversed(calls) if not one[0].failed), calls[-1])
        if len(calls) > 1:
            more = "; tag the cells of others skip"
            self._notes.append(f"{cell.place}: of {len(calls)} Agents the one here counts{more}")
        return CallReader(cell, call, known, self._connected.variables)()

    def _servers(self, call: AgentCall | None) -> dict[str, ServerEntry]:
        specs = self._connected.specs
        if call is None or call.unread & {"servers", "tools"}:
            return {name: entry_of(spec) for name, spec in specs.items()}
        wanted: dict[str, list[str] | None] = dict.fromkeys(call.servers)
        for name, tool in call.bound:
            only = wanted.setdefault(name, [])
            if only is not None and tool not in only:
                only.append(tool)
        for name in wanted:
            if not self._connected.is_known(name):
                hint = near(name, specs, empty="connect it with a line %mcp connect NAME …")
                what = f"the Agent uses server {one_line(name, 60)!r}, which no %mcp line connects"
                raise self._refused(f"{call.cell.place}: {what}", hint, "unknown-server")
        for name in specs:
            if name not in wanted:
                self._notes.append(f"server {name} is left out: the Agent does not use it")
        return {name: self._entry(name, only) for name, only in wanted.items()}

    def _entry(self, name: str, only: list[str] | None) -> ServerEntry:
        """The server `name`; of its tools those that the Agent is given one by one, if it is."""
        entry = entry_of(self._connected.specs[name])
        if only is None:
            return entry
        kept = [tool for tool in only if entry.selection.keeps(tool)]
        for tool in only:
            if tool not in kept:
                told = f"tool {one_line(tool, 60)} of server {name} is left out: its definition has"
                self._notes.append(f"{told} {entry.selection.why_out(tool)}")
        return entry.model_copy(update={"include_tools": kept, "exclude_tools": []})

    def _functions(self, call: AgentCall | None) -> list[str]:
        tagged = functions_of(_joined(self._code))
        public = [name for name in tagged if not name.startswith("_")]
        if call is None or call.functions is None:
            return public
        there = {*tagged, *functions_of(_joined(self._setup))}
        for name in call.functions:
            if name not in there:
                told = f"function {one_line(name, 60)} is left out: no cell tagged tool defines it"
                self._notes.append(told)
        for name in public:
            if name not in call.functions:
                self._notes.append(f"function {name} is no tool: the Agent is not given it")
        return [name for name in dict.fromkeys(call.functions) if name in there]

    def _brought(self, given: list[str]) -> list[str]:
        """The imports, of whatever cell, that bring the names which no exported cell defines."""
        parts, known = [*self._setup, *self._code], imports_of(self._notebook.code())
        brought: dict[str, None] = {}
        for name, line in undefined_in(_joined(parts), given).items():
            if name in known:
                brought |= dict.fromkeys(known[name])
                continue
            cell, inside = _at(parts, line)
            raise self._refused(
                f"{cell.place}, line {inside}: {name!r} is defined in no cell that is exported",
                how_to_define(name),
                "undefined-name",
            )
        return list(brought)

    def _refuse_secrets(self, values: dict[str, Any]) -> None:
        for cell, source in (*self._setup, *self._code):
            for line in in_code(source):
                raise self._secret(
                    f"{cell.place}, line {line + cell.lead} holds what looks like a secret"
                )
        for place in in_document(values):
            raise self._secret(f"{written(place)} holds what looks like a secret")

    def _secret(self, what: str) -> RecipeInvalid:
        hint = "keep it as %mcp secret set NAME, and write ${secret:NAME} in env, headers or url"
        return self._refused(what, hint, "secret")

    def _refused(self, what: str, hint: str, reason: str) -> RecipeInvalid:
        return RecipeInvalid(
            f"{one_line(str(self._notebook.path))}: {what}", hint=hint, reason=reason
        )


def _joined(parts: Sequence[tuple[Cell, str]]) -> str:
    text = GAP.join(source for _, source in parts if source.strip())
    return f"{text}\n" if text else ""


def _at(parts: Sequence[tuple[Cell, str]], line: int) -> tuple[Cell, int]:
    """The cell in which a line of all parts together stands, and its line there."""
    start = 0
    found = parts[0][0], line
    for cell, source in parts:
        if not source.strip():
            continue
        if line > start:
            found = cell, line - start + cell.lead
        start += source.count("\n") + len(GAP)
    return found
