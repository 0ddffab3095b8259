"""One payload in every form in which MCP servers send it: the answer stays the same."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from mcp_workbench.detections import Recognition
from tests.detections.corpus import NAMES, case, run

PAYLOADS = [
    name
    for name in NAMES
    if case(name)["payload_kind"] == "json" and not case(name).get("payload_generator")
]


def text(*parts: str) -> dict[str, Any]:
    return {"content": [{"type": "text", "text": part} for part in parts]}


WRAPPINGS: dict[str, Callable[[Any], dict[str, Any]]] = {
    "JSON text": lambda value: text(json.dumps(value)),
    "indented text": lambda value: text(json.dumps(value, indent=2, ensure_ascii=False)),
    "fence": lambda value: text(f"Here it is:\n```json\n{json.dumps(value)}\n```\nAnything else?"),
    "prose": lambda value: text(f"Done [1]. The answer: {json.dumps(value)}. That is all [2]."),
    "Python literal": lambda value: text(f"It's done: {value!r}."),
    "text in a text": lambda value: text(json.dumps(json.dumps(value))),
    "sole result": lambda value: {
        **text(json.dumps(value)),
        "structuredContent": {"result": value},
    },
    "text as sole result": lambda value: {
        **text(json.dumps(value)),
        "structuredContent": {"result": json.dumps(value)},
    },
    "structured alone": lambda value: {
        "content": [],
        "structuredContent": value if isinstance(value, dict) else {"result": value},
    },
    "beside another text": lambda value: text("3 seconds", json.dumps(value), "bye"),
}


def essence(found: Recognition) -> tuple[Any, ...]:
    shown = [(d.box, d.label, d.score, d.polygons, d.warnings) for d in found.detections]
    offered = [(c.convention, [d.box for d in c.detections]) for c in found.candidates]
    return found.outcome, found.error, found.reader, found.convention, shown, offered


@pytest.mark.parametrize("wrapping", WRAPPINGS)
@pytest.mark.parametrize("name", PAYLOADS)
def test_a_wrapping_changes_nothing(name: str, wrapping: str) -> None:
    it = case(name)
    plain = run(it)

    wrapped = run(it, payload=WRAPPINGS[wrapping](it["payload"]), kind="mcp")

    assert essence(wrapped) == essence(plain)


@pytest.mark.parametrize("name", ["hf_object_detection", "coco_results", "ultralytics_summary"])
def test_an_untyped_list_sent_as_one_block_an_item_is_one_list(name: str) -> None:
    it = case(name)

    wrapped = run(it, payload=text(*(json.dumps(row) for row in it["payload"])), kind="mcp")

    assert essence(wrapped) == essence(run(it))
    assert wrapped.source == "content"


def test_boxes_that_are_in_text_and_structured_content_are_found_once() -> None:
    it = case("hf_object_detection")
    both = {**text(json.dumps(it["payload"])), "structuredContent": {"result": it["payload"]}}

    found = run(it, payload=both, kind="mcp")

    assert len(found.detections) == 2
    assert found.source == "structuredContent"
