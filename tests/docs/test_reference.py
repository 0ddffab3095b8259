"""What there is, is documented: codes, subcommands, attributes, tools."""

from __future__ import annotations

import re
from pathlib import Path

from mcp_workbench import ToolResult, errors

DOCS = Path(__file__).parent.parent.parent / "docs"


def page(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


def test_every_error_code_is_explained() -> None:
    real = {
        cls.code
        for cls in vars(errors).values()
        if isinstance(cls, type)
        and issubclass(cls, errors.WorkbenchError)
        and cls is not errors.WorkbenchError
    }
    documented = set(re.findall(r"^\| `(\w+)` \|", page("errors.md"), re.MULTILINE))
    assert documented == real


def test_every_public_attribute_of_a_result_is_explained() -> None:
    real = {name for name in dir(ToolResult) if not name.startswith("_")}
    text = page("results.md")
    assert {name for name in real if f"`{name}`" not in text} == {"is_error"}


def test_every_page_is_in_the_index() -> None:
    pages = {path.name for path in DOCS.glob("*.md")} - {"index.md"}
    assert pages == set(re.findall(r"\]\(([\w-]+\.md)\)", page("index.md")))
