"""Literals in a definition that look like credentials."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...specs.masking import SOUNDS
from ...specs.placeholders import PIECE
from .definition import Definition

# tokens of GitHub, GitLab, OpenAI and Anthropic, Hugging Face, Slack, AWS, Google; a signed token
BEGIN = r"(?:gh[pousr]_|github_pat_|glpat-|sk-(?!learn\b)|hf_|xox[abeprs]-|AKIA|AIza|eyJ)"
IN_PAIRS = re.compile(rf"(?<![\w-]){BEGIN}[\w.-]{{3,}}|^(?i:bearer|basic)\s+[^\s]{{3,}}")
# elsewhere words are more like words, so it has to be as long as a real one
ANYWHERE = re.compile(rf"(?<![\w-]){BEGIN}[\w.-]{{16,}}")
PASSWORD = re.compile(r"://[^/\s:@]*+:[^/\s@]{4,}@")
RANDOM = re.compile(r"(?=.*\d)(?=.*[A-Za-z])[\w.+/=-]{20,}")


def credentials(definition: Definition) -> Iterator[str]:
    """The fields with a literal that looks like a credential.

    >>> found = Definition(name="a", transport="stdio", command="x", env={"T": "ghp_FAKE0000"})
    >>> list(credentials(found))
    ['env.T']
    """
    for name, text in definition.texts():
        literal = PIECE.sub("", text)
        if is_credential(name, literal):
            yield name


def is_credential(name: str, text: str) -> bool:
    """Whether `text`, which stands in the field `name`, looks like one.

    >>> is_credential("headers.Authorization", "Bearer abc"), is_credential("args[0]", "sk-test")
    (True, False)
    """
    kind, _, key = name.partition(".")
    if kind in ("env", "headers"):
        if IN_PAIRS.search(text.strip()):
            return True
        if SOUNDS.search(key) and RANDOM.fullmatch(text):
            return True
    return bool(ANYWHERE.search(text) or PASSWORD.search(text))
