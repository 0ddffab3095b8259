"""What may be a secret, left out of words and addresses that are shown."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable
from urllib.parse import urlsplit, urlunsplit

MASK = "…"
NAME = r"[\w.-]*(?:key|token|secret|passw|pwd|auth|credential)[\w.-]*"
FLAG = re.compile(rf"(?i)--?{NAME}")
# `name=value` and `Name: value` as a word of their own; the same in a query or in JSON
WHOLE = re.compile(rf"(?is)(-{{0,2}}{NAME}(?:=|:\s*))(.+)")
PART = re.compile(rf"(?i)((?<=[?&;,\s{{\"']){NAME}[\"']?\s*[=:]\s*[\"']?)([^&;,\"']+)")
KEY = re.compile(
    r"\b(?:gh[a-z]_|github_pat_|glpat-|sk-|hf_|xox[a-z]-|AKIA|AIza|eyJ)[\w.-]{8,}"
    r"|(?<=\bBearer )[^\s$]\S*"
)
USERINFO = re.compile(r"(?<=://)[^/\s]*@")
PLACEHOLDERS = re.compile(r"(?:(?:Bearer|Basic) )?(?:\$\{[^{}]*\})+")


def masked_line(words: Iterable[str]) -> str:
    """A command line for people: a value behind a name that sounds like a secret is left out.

    What looks like a key, and user and password of an address, are left out wherever they stand.
    Placeholders such as `${TOKEN}` stay, since they are no secret.

    >>> masked_line(["uvx", "shop", "--api-key", "s3cret", "--token=s3cret", "--zone", "eu west"])
    "uvx shop --api-key … --token=… --zone 'eu west'"
    """
    return " ".join(map(_quoted, masked_words(words)))


def _quoted(word: str) -> str:
    # a mask needs no quotes
    bare = word.replace(MASK, "x")
    return word if shlex.quote(bare) == bare else shlex.quote(word)


def masked_words(words: Iterable[str]) -> list[str]:
    """The words of a command line, each without what may be a secret.

    >>> masked_words(["--header", "Authorization: Bearer s3cret", "postgres://me:s3cret@h/db"])
    ['--header', 'Authorization: …', 'postgres://…@h/db']
    """
    found: list[str] = []
    follows = False
    for word in words:
        is_flag = word.startswith("-")
        found.append(_hidden(word) if follows and not is_flag else _masked(word))
        follows = FLAG.fullmatch(word) is not None
    return found


def _masked(word: str) -> str:
    whole = WHOLE.fullmatch(word)
    if whole:
        return whole[1] + _hidden(whole[2])
    word = USERINFO.sub(f"{MASK}@", word)
    word = PART.sub(lambda match: match[1] + _hidden(match[2]), word)
    return KEY.sub(MASK, word)


def _hidden(value: str) -> str:
    return value if PLACEHOLDERS.fullmatch(value) else MASK


def masked_address(url: str) -> str:
    """A URL for people, without user, password, query and fragment; it may be no URL at all.

    >>> masked_address("https://me:s3cret@h/mcp?key=s3cret"), masked_address("http://a:b/c@h:x")
    ('https://h/mcp?…', 'http://…@h:x')
    """
    if _is_plain(url):
        parts = urlsplit(url)
        place = parts.netloc.rpartition("@")[2]
        return urlunsplit((parts.scheme, place, parts.path, MASK if parts.query else "", ""))
    # where user and password end cannot be told, so all before the last @ may be theirs
    url = re.sub(r"(?s)^([a-z][a-z0-9+.-]*://)?.*@", rf"\1{MASK}@", url, flags=re.IGNORECASE)
    return re.sub(r"(?s)[?#].*", f"?{MASK}", url)


def _is_plain(url: str) -> bool:
    try:
        parts = urlsplit(url)
        is_known = parts.port != 0 and bool(parts.netloc)
    except ValueError:
        return False
    return is_known and ("@" not in parts.path or ":" not in parts.netloc)
