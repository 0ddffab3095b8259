"""Every shipped row of `requirements.toml` is claimed by a test, and every claim names a row.

A claim whose test does not run counts as none: `conftest.py` fails a claiming test that is skipped.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

HERE = Path(__file__).parent
FRONT = HERE.parent / "labextension" / "src"
ROWS = {
    row["id"]: row
    for row in tomllib.loads((HERE / "requirements.toml").read_text(encoding="utf-8"))["row"]
}
PYTHON_CLAIM = re.compile(r"""mark\.requirement\(\s*["']([^"']+)["']\s*\)""")
TYPESCRIPT_CLAIM = re.compile(r"\b(?:test|it)(?:\.each)?\b[^\n]*?\[([A-Z]+-\d+)\]")


def claims() -> dict[str, set[str]]:
    """Row id to the test files that claim it."""
    found: dict[str, set[str]] = {}
    sources = [
        *((path, PYTHON_CLAIM) for path in HERE.rglob("test_*.py")),
        *((path, TYPESCRIPT_CLAIM) for path in FRONT.rglob("*.test.ts*")),
    ]
    for path, pattern in sources:
        if path == Path(__file__):
            continue
        for row in pattern.findall(path.read_text(encoding="utf-8")):
            found.setdefault(row, set()).add(path.name)
    return found


def test_rows_have_unique_ids() -> None:
    text = (HERE / "requirements.toml").read_text(encoding="utf-8")
    assert len(re.findall(r"^id = ", text, re.MULTILINE)) == len(ROWS)


def test_every_claim_names_a_row() -> None:
    assert set(claims()) <= set(ROWS)


def test_every_shipped_row_is_claimed() -> None:
    shipped = {row["id"] for row in ROWS.values() if row["shipped"]}
    assert shipped - set(claims()) == set()


def test_no_claimed_row_is_left_unmarked() -> None:
    claimed_early = {row for row in claims() if not ROWS.get(row, {"shipped": True})["shipped"]}
    assert claimed_early == set(), "mark them shipped, or claim what is"


def test_no_test_of_the_front_end_is_left_out() -> None:
    left_out = {
        path.name
        for path in FRONT.rglob("*.test.ts*")
        if re.search(r"\b(?:test|it|describe)\.(?:skip|todo|only)\b", path.read_text("utf-8"))
    }
    assert left_out == set()
