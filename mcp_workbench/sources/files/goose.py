"""Goose: `extensions` in YAML, of which some are servers.

Source: Goose documentation, "Config file"; `crates/goose/src/agents/extension.rs` for the names of
variables that it refuses.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .dialect import SECONDS, Dialect, Raw, Shared, below, not_a_server, spelt
from .entries import mapping, sequence
from .notation import NONE

INSIDE = ("builtin", "platform", "frontend", "inline_python")
REFUSED = frozenset(
    (
        "PATH",
        "PATHEXT",
        "SYSTEMROOT",
        "WINDIR",
        "LD_LIBRARY_PATH",
        "LD_PRELOAD",
        "LD_AUDIT",
        "LD_DEBUG",
        "LD_BIND_NOW",
        "LD_ASSUME_KERNEL",
        "DYLD_LIBRARY_PATH",
        "DYLD_INSERT_LIBRARIES",
        "DYLD_FRAMEWORK_PATH",
        "PYTHONPATH",
        "PYTHONHOME",
        "NODE_OPTIONS",
        "RUBYOPT",
        "GEM_PATH",
        "GEM_HOME",
        "CLASSPATH",
        "GO111MODULE",
        "GOROOT",
        "APPINIT_DLLS",
        "SESSIONNAME",
        "COMSPEC",
        "TEMP",
        "TMP",
        "LOCALAPPDATA",
        "USERPROFILE",
        "HOMEDRIVE",
        "HOMEPATH",
    )
)


def _goose(raw: Raw) -> Mapping[str, Any]:
    kind = raw.fields.get("type")
    if isinstance(kind, str) and kind.strip().lower() in INSIDE:
        raise not_a_server("is a part of Goose, not an MCP server", "leave it there")
    fields = {name: value for name, value in raw.fields.items() if name != "env_keys"}
    names = sequence(raw.fields.get("env_keys")) or []
    keys = {name: Shared(f"${{env:{name}}}") for name in names if isinstance(name, str)}
    given = fields.get("envs")
    pairs = mapping(given)
    if given is None or pairs is not None:
        fields["envs"] = _safe({**(pairs or {}), **keys}, raw)
    return fields


def _safe(pairs: Mapping[str, Any], raw: Raw) -> dict[str, Any]:
    unsafe = [name for name in pairs if name.upper() in REFUSED]
    if unsafe:
        what = f"sets {', '.join(unsafe)}, which its client refuses; left out"
        raw.warnings.append(("unsafe-env", what, "set it before the kernel starts"))
    return {name: value for name, value in pairs.items() if name not in unsafe}


GOOSE = Dialect(
    "goose",
    "Goose",
    places=below(("extensions",)),
    spellings=spelt(command="cmd", env="envs", url="uri", include_tools="available_tools"),
    unit=SECONDS,
    notation=NONE,
    shape=_goose,
    silent=frozenset({"display_name", "bundled", "env_keys"}),
)
