"""Files of clients, written and read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from mcp_workbench.sources import ConfigReport, load_config

ENV = {"TOKEN": "tok-123", "REGION": "eu-west-1", "EMPTY": ""}
HOME = "/home/ada"
WORKSPACE = "/home/ada/proj"
# the normal form of an entry that says nothing
PLAIN: dict[str, Any] = {
    "transport": "stdio",
    "command": None,
    "args": [],
    "env": {},
    "cwd": None,
    "url": None,
    "headers": {},
    "disabled": False,
    "timeout": None,
    "startup_timeout": None,
    "include_tools": None,
    "exclude_tools": None,
    "auto_approve": None,
    "oauth": None,
    "env_file": None,
    "inputs": [],
    "unresolved": [],
}


def read(
    directory: Path, name: str, content: Any, client: str | None = None, **more: Any
) -> ConfigReport:
    """The report on a file of that name, as one whose project is somewhere else."""
    file = directory / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    given: dict[str, Any] = {"env": ENV, "home": HOME, "workspace": WORKSPACE, **more}
    return load_config(file, client=client, **given)


def told(report: ConfigReport) -> dict[str, dict[str, Any]]:
    """By name what each server says that is not usual."""
    return {
        one["name"]: {key: one[key] for key in PLAIN if one[key] != PLAIN[key]}
        for one in report.as_dict()["servers"]
    }


def codes(
    report: ConfigReport,
) -> tuple[list[tuple[str | None, str]], list[tuple[str | None, str]]]:
    """Errors and warnings."""
    found = report.as_dict()
    errors = [(one["server"], one["code"]) for one in found["errors"]]
    return errors, [(one["server"], one["code"]) for one in found["warnings"]]
