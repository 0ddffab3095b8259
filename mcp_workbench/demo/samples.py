"""Files that matplotlib brings along: a photo and a font."""

from __future__ import annotations

import importlib.util
from pathlib import Path


def sample(*parts: str) -> Path | None:
    """A file below matplotlib's data folder; None where it is not installed.

    >>> sample("sample_data", "grace_hopper.jpg").name
    'grace_hopper.jpg'
    """
    # found beside the package, without importing it: that would cost a second
    spec = importlib.util.find_spec("matplotlib")
    for folder in (spec.submodule_search_locations or []) if spec else []:
        path = Path(folder, "mpl-data", *parts)
        if path.is_file():
            return path
    return None
