"""Codex: `[mcp_servers.NAME]` in TOML, with names of variables in the place of placeholders.

Source: Codex documentation, `config.md`, "mcp_servers".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...errors import ConfigInvalid
from .dialect import SECONDS, Dialect, Raw, Shared, below, spelt
from .entries import mapping, sequence
from .notation import NONE

FORWARDED = ("env_vars", "env_http_headers", "bearer_token_env_var", "scopes", "tools")


def _codex(raw: Raw) -> Mapping[str, Any]:
    fields = {name: value for name, value in raw.fields.items() if name not in FORWARDED}
    if "bearer_token" in fields:
        raise ConfigInvalid(
            "has a bearer_token, which its client refuses in a file",
            hint="name a variable that holds it: bearer_token_env_var",
            reason="inline-bearer-token",
        )
    fields |= _with(fields, "env", _variables(raw.fields.get("env_vars")))
    fields |= _with(fields, "http_headers", _headers(raw.fields))
    approved = _approved(raw.fields.get("tools"))
    if approved:
        fields["autoApprove"] = approved
    if raw.fields.get("scopes") is not None and fields.get("oauth") in (None, {}):
        fields["oauth"] = {"scopes": raw.fields["scopes"]}
    elif raw.fields.get("scopes") is not None and (told := mapping(fields["oauth"])) is not None:
        fields["oauth"] = {"scopes": raw.fields["scopes"], **told}
    return fields


def _with(fields: Mapping[str, Any], name: str, more: Mapping[str, Any]) -> dict[str, Any]:
    """The pairs `name` with `more` before them; what is no object is left to be refused."""
    given = fields.get(name)
    pairs = mapping(given)
    if not more or (given is not None and pairs is None):
        return {}
    return {name: {**more, **(pairs or {})}}


def _variables(names: object) -> dict[str, str]:
    found: dict[str, str] = {}
    for one in _list("env_vars", names):
        fields = mapping(one)
        if isinstance(one, str):
            found[one] = _reference(one)
        elif fields is None or not isinstance(name := fields.get("name"), str):
            raise _bad_type("env_vars", "a list of names")
        elif fields.get("source", "local") == "local":
            # others are those of a machine that is not this one
            found[name] = _reference(name)
    return found


def _headers(fields: Mapping[str, Any]) -> dict[str, str]:
    named = fields.get("env_http_headers")
    found: dict[str, str] = {}
    for header, variable in (_object("env_http_headers", named)).items():
        if not isinstance(variable, str):
            raise _bad_type("env_http_headers", "an object of names")
        found[header] = _reference(variable)
    bearer = fields.get("bearer_token_env_var")
    if isinstance(bearer, str):
        found["Authorization"] = Shared(f"Bearer {_reference(bearer)}")
    elif bearer is not None:
        raise _bad_type("bearer_token_env_var", "the name of a variable")
    return found


def _approved(tools: object) -> list[str]:
    modes = {name: mapping(one) or {} for name, one in _object("tools", tools).items()}
    return [name for name, one in modes.items() if one.get("approval_mode") == "approve"]


def _reference(variable: str) -> Shared:
    return Shared(f"${{env:{variable}}}")


def _list(field: str, value: object) -> list[Any]:
    if value is not None and sequence(value) is None:
        raise _bad_type(field, "a list of names")
    return sequence(value) or []


def _object(field: str, value: object) -> Mapping[str, Any]:
    if value is not None and mapping(value) is None:
        raise _bad_type(field, "an object")
    return mapping(value) or {}


def _bad_type(field: str, wanted: str) -> ConfigInvalid:
    return ConfigInvalid(
        f"has {field} of a wrong type", hint=f"{field} must be {wanted}", reason="bad-type"
    )


CODEX = Dialect(
    "codex",
    "Codex",
    places=below(("mcp_servers",)),
    spellings=spelt(
        headers="http_headers",
        timeout="tool_timeout_sec",
        startup_timeout=("startup_timeout_sec", "startup_timeout_ms"),
        include_tools="enabled_tools",
        exclude_tools="disabled_tools",
    ),
    unit=SECONDS,
    units={"startup_timeout_ms": 0.001},
    notation=NONE,
    shape=_codex,
    silent=frozenset({"required", "oauth_resource", "supports_parallel_tool_calls"}),
)
