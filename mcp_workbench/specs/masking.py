"""What may be a secret, left out of words and addresses that are shown."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterable
from urllib.parse import urlsplit, urlunsplit

MASK = "…"
# a name that sounds like a secret; keywords, keyboards, authors and tokenizers are none
SOUND = r"(?i:key(?!word|board)|token(?!i[sz])|secret|passw|pwd|auth(?!ors?(?![a-z]))|credential)"
SOUNDS = re.compile(SOUND)
FLAG = re.compile(r"--?[\w.-]++")
# `name=value` and `Name: value` as a word of their own; the same in a query, in JSON or in a shell
WHOLE = re.compile(r"(?s)(-{0,2}[\w.-]++(?:=|:\s*+))(.+)")
REFERENCE = r"(?!(?<=\$\{)secret:)"  # sounds like one, and only says where it is
PART = re.compile(
    rf"((?<=[?&;,\s{{\"']){REFERENCE}(?=[\w.-]*?{SOUND})[\w.-]++[\"']?\s*+[=:]\s*+[\"']?)([^&;,\"']+)"
)
KEY = re.compile(
    r"\b(?:gh[a-z]_|github_pat_|glpat-|sk-|hf_|xox[a-z]-|AKIA|AIza|eyJ)[\w.-]{8,}"
    r"|(?<=\bBearer )[\w.+/=~-]+"
)
USERINFO = re.compile(r"(?<=://)(?!git@)([^/\s]*)@")
# one with a default is none: the default may be the secret itself
PLACEHOLDER = re.compile(
    r"\$\{(?:(?:env|input|secret|command|config|file|envFile):)?[A-Za-z_/~.][\w./#~-]*\}"
)
# what stands behind a name that sounds like a secret, and is none
HARMLESS = re.compile(
    r"(?i)(?:true|false|yes|no|on|off|none|null|auto|\d{0,5}|(?:bearer|basic)?[\s:]*)"
)
# what a shell would not run
LITERAL = re.compile(
    rf"\A([\"']?(?:(?:Bearer|Basic) )?(?:{PLACEHOLDER.pattern}:?)*)[\w+=:-][\w.+/=~:%@-]*"
)

Hide = Callable[[str], str]


def masked_line(words: Iterable[str]) -> str:
    """A command line for people: a value behind a name that sounds like a secret is left out.

    What looks like a key, and user and password of an address, are left out wherever they stand.
    Placeholders such as `${TOKEN}`, small numbers and words such as `false` are no secret, so they
    stay.

    >>> masked_line(["uvx", "shop", "--api-key", "s3cret", "--token=s3cret", "--zone", "eu west"])
    "uvx shop --api-key … --token=… --zone 'eu west'"
    """
    return " ".join(map(_quoted, masked_words(words)))


def literals_masked_line(words: Iterable[str]) -> str:
    """The same for a person who agrees to the line: what a shell would run is not left out.

    >>> literals_masked_line(["sh", "-c", "TOKEN=s3cret TOKEN=$(curl h) run"])
    "sh -c 'TOKEN=… TOKEN=$(curl h) run'"
    """
    return " ".join(map(_quoted, _masked_words(words, _literal_hidden)))


def _quoted(word: str) -> str:
    # a mask needs no quotes
    bare = word.replace(MASK, "x")
    return word if shlex.quote(bare) == bare else shlex.quote(word)


def masked_words(words: Iterable[str]) -> list[str]:
    """The words of a command line, each without what may be a secret.

    >>> masked_words(["--header", "Authorization: Bearer s3cret", "postgres://me:s3cret@h/db"])
    ['--header', 'Authorization: …', 'postgres://…@h/db']
    """
    return _masked_words(words, _hidden)


def masked_value(name: str, value: str) -> str:
    """`value`, which `name` has, without what may be a secret.

    >>> masked_value("KEY", "abc"), masked_value("KEY", "${KEY}"), masked_value("ZONE", "eu")
    ('…', '${KEY}', 'eu')
    """
    return _hidden(value) if SOUNDS.search(name) else masked_words([value])[0]


def literal_masked_value(name: str, value: str) -> str:
    """The same for a person who agrees to it: what a shell would run is not left out.

    >>> literal_masked_value("API_KEY", "abc"), literal_masked_value("API_KEY", "$(curl h)")
    ('…', '$(curl h)')
    """
    masked = _literal_hidden(value) if SOUNDS.search(name) else value
    return _masked(masked, _literal_hidden)


def hidden_values(words: Iterable[str]) -> list[str]:
    """What `masked_words` leaves out.

    >>> hidden_values(["--header", "Authorization: Bearer s3cret", "--token", "abc", "--key", "no"])
    ['Bearer s3cret', 'abc', 's3cret']
    """
    given, found = list(words), list[str]()

    def collect(value: str) -> str:
        found.extend([] if _hidden(value) == value else [value])
        return value

    _masked_words(given, collect)
    return [*found, *(key for word in given for key in KEY.findall(word))]


def _masked_words(words: Iterable[str], hide: Hide) -> list[str]:
    found: list[str] = []
    follows = False
    for word in words:
        is_flag = word.startswith("-")
        found.append(hide(word) if follows and not is_flag else _masked(word, hide))
        follows = FLAG.fullmatch(word) is not None and SOUNDS.search(word) is not None
    return found


def _masked(word: str, hide: Hide) -> str:
    def pair(match: re.Match[str]) -> str:
        return match[1] + hide(match[2])

    whole = WHOLE.fullmatch(word)
    if whole and SOUNDS.search(whole[1]):
        word = pair(whole)
    word = USERINFO.sub(lambda match: f"{hide(match[1])}@", word)
    return KEY.sub(MASK, PART.sub(pair, word))


def _hidden(value: str) -> str:
    return value if HARMLESS.fullmatch(PLACEHOLDER.sub("", value).strip()) else MASK


def _literal_hidden(value: str) -> str:
    return value if _hidden(value) == value else LITERAL.sub(rf"\1{MASK}", value, count=1)


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
