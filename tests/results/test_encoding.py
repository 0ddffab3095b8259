"""Base64 as servers send it."""

import base64

import pytest

from mcp_workbench.results import decoded

DATA = bytes(range(256)) + b"\xff\xfe\xfd"
TEXT = base64.b64encode(DATA).decode()


@pytest.mark.parametrize(
    "text",
    [
        TEXT,
        TEXT.rstrip("="),
        base64.urlsafe_b64encode(DATA).decode(),
        "\r\n".join(TEXT[i : i + 76] for i in range(0, len(TEXT), 76)),
        f"data:image/png;base64,{TEXT}",
        f" DATA:image/png;charset=utf-8;base64,\n{TEXT}\n",
    ],
)
def test_every_way_of_writing_base64_gives_the_same_bytes(text: str) -> None:
    assert decoded(text) == DATA


@pytest.mark.parametrize("text", ["ab*c", "abcde", "http://a/b.png?x=1", "data:image/png", "żółw"])
def test_what_is_no_base64_is_none(text: str) -> None:
    assert decoded(text) is None
