"""Variables, expressions and files become values, or are refused by name."""

from pathlib import Path

import pytest

from mcp_workbench.errors import UsageInvalid
from mcp_workbench.grammar import BinaryFile, File, Variable
from mcp_workbench.magics.resolving import value_of


def test_a_variable_that_is_nearly_there_is_named() -> None:
    with pytest.raises(UsageInvalid) as caught:
        value_of(Variable("row"), {}, {"rows": 1})
    assert caught.value.hint.startswith("did you mean 'rows'?")


def test_bytes_that_are_no_text_are_told_how_to_be_sent(tmp_path: Path) -> None:
    file = tmp_path / "x.png"
    file.write_bytes(b"ab\xff")
    with pytest.raises(UsageInvalid) as caught:
        value_of(File(str(file)), {}, {})
    assert "from byte 2 on" in caught.value.what
    assert f"@@{file}" in caught.value.hint
    assert value_of(BinaryFile(str(file)), {}, {}) == "YWL/"


def test_a_directory_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(UsageInvalid, match="is not a file"):
        value_of(File(str(tmp_path)), {}, {})


def test_a_file_beyond_the_limit_is_not_read(tmp_path: Path) -> None:
    file = tmp_path / "big"
    with file.open("wb") as out:
        out.truncate((64 << 20) + 1)
    with pytest.raises(UsageInvalid, match="more than 64 MiB"):
        value_of(BinaryFile(str(file)), {}, {})
