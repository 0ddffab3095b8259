"""Files of variables, one `NAME=value` a line, as `envFile` names them."""

from __future__ import annotations

import re
from pathlib import Path

LARGEST = 256 << 10  # bytes
BEGIN = re.compile(r"^[ \t]*+(?:export[ \t]++)?([A-Za-z_][\w.-]*+)[ \t]*+=[ \t]*+", re.MULTILINE)
QUOTED = re.compile(r"\"((?:[^\"\\]|\\.)*+)\"|'([^']*+)'", re.DOTALL)
REST = re.compile(r"[^\n]*+")
COMMENT = re.compile(r"(?:^|\s)#.*")
ESCAPES = {"n": "\n", "r": "\r", "t": "\t"}


def read_variables(path: Path) -> dict[str, str]:
    r"""The variables of the file; none where it cannot be read.

    Source: the notation that VS Code's `envFile` and the dotenv packages share; no variable is
    filled into another.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as directory:
    ...     file = Path(directory, ".env")
    ...     _ = file.write_text('A=1 # one\nexport B="two words"')
    ...     read_variables(file)
    {'A': '1', 'B': 'two words'}
    """
    try:
        if not path.is_file():
            return {}
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
        text = data.decode("utf-8-sig") if len(data) <= LARGEST else ""
    except (OSError, ValueError):
        return {}
    return _variables(text.replace("\r\n", "\n"))


def _variables(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    at = 0
    while begin := BEGIN.search(text, at):
        name, at = begin[1], begin.end()
        if quoted := QUOTED.match(text, at):
            found[name], at = _unquoted(quoted), quoted.end()
        else:
            rest = REST.match(text, at)
            line = rest[0] if rest else ""
            found[name] = COMMENT.sub("", line).strip()
            at += len(line)
    return found


def _unquoted(match: re.Match[str]) -> str:
    double, single = match.groups()
    if double is None:
        return single
    return re.sub(r"\\(.)", lambda found: ESCAPES.get(found[1], found[1]), double)
