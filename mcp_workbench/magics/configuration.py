"""`c.McpWorkbench`: every setting as a trait, and where the shell knows its notebook from."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Callable, Iterator
from dataclasses import MISSING, Field, fields
from typing import Any

from traitlets import Bool, Float, Int, TraitError, TraitType, default, observe, validate
from traitlets.config import Configurable

from ..errors import ConfigInvalid
from ..notebook import Told, set_finder, told_by_panel
from ..settings import Settings, set_current_settings

# where front ends tell a kernel which notebook it belongs to: Jupyter's server, VS Code
SESSION, VSCODE = "JPY_SESSION_NAME", "__vsc_ipynb_file__"
KINDS: dict[str, type[TraitType[Any, Any]]] = {"bool": Bool, "int": Int, "float": Float}
ARGUMENT = re.compile(r"^ {8}(\w+): (.*(?:\n {12}.*)*)", re.MULTILINE)
FIELDS = {one.name: one for one in fields(Settings)}


class Adjustable(Configurable):
    """What a setting does once it is set: it holds for every workbench without settings of its own.

    Args:
        shell: the IPython shell, whose classes have no types.
    """

    def __init__(self, shell: Any) -> None:
        self._shell, self._given = shell, dict[str, Any]()
        super().__init__(parent=shell)

    def attach(self) -> None:
        """Let `%config` find it, and files be looked for beside the shell's notebook."""
        self._shell.configurables.append(self)
        set_current_settings(Settings(**self._given) if self._given else None)
        set_finder(self._notebooks)

    def detach(self) -> None:
        """Leave the shell, and the settings, as they were."""
        if self in self._shell.configurables:
            self._shell.configurables.remove(self)
        set_current_settings(None)
        set_finder(None)

    @validate(*FIELDS)
    def _usable(self, proposal: Any) -> Any:
        try:
            Settings(**{**self._given, proposal.trait.name: proposal.value})
        except ConfigInvalid as error:
            raise TraitError(str(error)) from None
        return proposal.value

    @observe(*FIELDS)
    def _apply(self, change: Any) -> None:
        self._given[change.name] = change.new
        set_current_settings(Settings(**self._given))

    def _notebooks(self) -> Iterator[Told]:
        """Who tells where the notebook is; the surest first."""
        editor: object = self._shell.user_ns.get(VSCODE)
        if isinstance(editor, str):
            yield Told(editor, "VS Code")
        if getattr(self._shell, "kernel", None) is not None:
            yield from told_by_panel()
            # a program that a kernel starts inherits it, and has no notebook
            yield Told(os.environ.get(SESSION, ""), "Jupyter")


def _traits() -> dict[str, Any]:
    """A trait for each setting, under its name, with its words."""
    text = Settings.__doc__ or ""
    words = {match[1]: " ".join(match[2].split()) for match in ARGUMENT.finditer(text)}
    made: dict[str, Any] = {}
    for name, one in FIELDS.items():
        # what is set is compared with this; nothing equals what is no number
        first = one.default if one.default is not MISSING else math.nan
        trait = KINDS[str(one.type)](first, help=words.get(name, ""))
        made[name] = trait.tag(config=True)
        made[f"_default_{name}"] = default(name)(_default(one))
    return made


def _default(one: Field[Any]) -> Callable[[Any], Any]:
    """Reads it when it is asked for: the environment may decide."""

    def read(_: Any) -> Any:
        return one.default if one.default is not MISSING else getattr(Settings(), one.name)

    return read


McpWorkbench: Any = type(
    "McpWorkbench",
    (Adjustable,),
    {"__doc__": "Limits of the workbench, and where it looks for servers.", **_traits()},
)
