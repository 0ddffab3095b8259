"""Files written whole or not at all."""

from __future__ import annotations

from ..home import write_whole

__all__ = ["write_whole"]
