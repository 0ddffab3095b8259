"""The cases of `tests/cases/detections`, read and run."""

import json
import re
from pathlib import Path
from typing import Any

from mcp_workbench.detections import Recognition, recognise

FOLDER = Path(__file__).parent.parent / "cases" / "detections"
NAMES = sorted(path.stem for path in FOLDER.glob("*.json"))


def case(name: str) -> dict[str, Any]:
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


def payload(it: dict[str, Any]) -> Any:
    if not it.get("payload_generator"):
        return it["payload"]
    rule = it["payload"]["$generator"]
    return [_filled(rule["item"], at) for at in range(rule["repeat"])]


def run(it: dict[str, Any], **more: Any) -> Recognition:
    context = it.get("context", {})
    size = it["image_size"]
    facts = {
        "kind": it["payload_kind"],
        "image_size": tuple(size) if size else None,
        "image_linked": context.get("image_linked", True),
        "tool_description": context.get("tool_description", ""),
    }
    given = more.pop("payload") if "payload" in more else payload(it)
    return recognise(given, **{**facts, **more})


def _filled(value: Any, at: int) -> Any:
    if isinstance(value, dict):
        return {key: _filled(inner, at) for key, inner in value.items()}
    match = re.fullmatch(r"\$i%(\d+)(?:\+(\d+))?", value) if isinstance(value, str) else None
    return at % int(match[1]) + int(match[2] or 0) if match else value
