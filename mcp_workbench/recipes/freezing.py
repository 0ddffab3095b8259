"""What connected servers say, kept in a recipe: names for the model, and fingerprints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..tools import Tool
from ..tools.fingerprint import fingerprint
from ..tools.naming import assign_names
from .sections import Document
from .servers import same, spec_of

if TYPE_CHECKING:
    from ..sessions import Workbench


def frozen(document: Document, workbench: Workbench) -> dict[str, Any]:
    """`names` and `fingerprints` of the document for the tools that are known now.

    A server counts where it is the recipe's own, connected; of all others nothing changes.
    """
    tools = list(_known(document, workbench))
    keys = [(tool.server, tool.name) for tool in tools]
    assigned = assign_names(document.python_tools, keys, document.names)
    return {
        "names": document.names | {f"{server}.{t}": name for (server, t), name in assigned.items()},
        "fingerprints": document.fingerprints
        | {tool.full_name: fingerprint(tool) for tool in tools},
    }


def _known(document: Document, workbench: Workbench) -> list[Tool]:
    # in the order in which an agent gathers them: single tools before whole servers
    parts: list[Tool] = []
    whole: list[Tool] = []
    for name, entry in document.servers.items():
        server = workbench.servers.get(name)
        if server is None or not same(server.spec, spec_of(entry)):
            continue
        found = [tool for tool in server.tools if entry.selection.keeps(tool.name)]
        (parts if entry.chooses else whole).extend(found)
    return [*parts, *whole]
