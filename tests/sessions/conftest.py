"""What tests of connections share."""

from pathlib import Path

import pytest

from tests.sessions.lively import Lively


@pytest.fixture
def lively(tmp_path: Path) -> Lively:
    """A server of its own for each test."""
    return Lively(tmp_path)
