"""Every report of `cases/reports` is shown by tests that exist."""

from __future__ import annotations

import ast
import json
import tomllib
from functools import cache
from pathlib import Path

HERE = Path(__file__).parent
REPORTS = [
    json.loads(line)
    for line in (HERE / "cases" / "reports" / "client.jsonl").read_text("utf-8").split("\n")
    if line
]
SHOWN_BY = tomllib.loads((HERE / "cases" / "reports" / "shown_by.toml").read_text("utf-8"))


@cache
def names_in(file: str) -> frozenset[str]:
    """The names of the tests in a file below `tests/`."""
    tree = ast.parse((HERE / file).read_text("utf-8"))
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    return frozenset(node.name for node in tree.body if isinstance(node, functions))


def test_every_report_names_the_tests_that_show_it() -> None:
    ids = [report["id"] for report in REPORTS]
    assert len(ids) == len(set(ids))
    assert set(SHOWN_BY) == set(ids)
    assert all(SHOWN_BY.values())


def test_every_test_that_shows_a_report_exists() -> None:
    named = {test.partition("::")[::2] for tests in SHOWN_BY.values() for test in tests}
    assert {(file, name) for file, name in named if name not in names_in(file)} == set()


def test_a_report_says_what_happened_where_and_what_should() -> None:
    for report in REPORTS:
        assert all(report[key] for key in ("symptom", "input", "expected", "source")), report["id"]
