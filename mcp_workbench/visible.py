"""Characters that hide, or move what is around them, made visible."""

from __future__ import annotations

import re
from collections.abc import Callable

_NAMED = {code: chr(0x2400 + code) for code in range(0x20)} | {0x7F: "\u2421"}
_HIDDEN = (
    *range(0x80, 0xA0),  # C1 controls, the other way to start a terminal sequence
    0x00AD,
    0x061C,
    0x180E,
    0x200B,  # U+200C and U+200D may have a meaning, see `_LONE`
    *range(0x200E, 0x2010),
    *range(0x2028, 0x202F),  # line separators, bidirectional embeddings and overrides
    *range(0x2060, 0x2070),
    0xFEFF,
    *range(0xFFF9, 0xFFFC),
    *range(0xE0000, 0xE0080),  # tags: text that only a machine reads
)
_TABLE = (
    _NAMED
    | {code: f"⟨U+{code:04X}⟩" for code in _HIDDEN}
    # half of a pair: cannot be written as UTF-8, so neither sent nor saved
    | dict.fromkeys(range(0xD800, 0xE000), "\ufffd")
    | {ord("\n"): "\n", ord("\t"): "\t"}
)

_GONE = dict.fromkeys(code for code in _TABLE if chr(code) not in "\n\t")


_JOINERS = "\u200c\u200d"
# joiners have a meaning between the letters of these scripts (Arabic, Syriac, N'Ko, Mongolian,
# those of India and around it), and between emoji, with their selectors and skin tones
_LETTERS = (
    "\u0600-\u07ff\u0840-\u08ff\u0900-\u0fff\u1000-\u109f\u1780-\u18af\ua800-\uabff"
    "\ufb50-\ufdff\ufe70-\ufefc"
)
_EMOJI = "\u00a9\u00ae\u203c\u2049\u2100-\u2bff\u3030-\u3299\ufe0f\U0001f000-\U0001faff"
# one selects a variant of an emoji or an ideograph; in rows of them any bytes can be hidden
_SELECTORS = "\ufe00-\ufe0f"
_IDEOGRAPHS = "\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_JOINING = re.compile(f"[{_JOINERS}{_SELECTORS}\U000e0100-\U000e01ef]")
_LONE = re.compile(
    f"(?<![{_LETTERS}{_EMOJI}])[{_JOINERS}]|[{_JOINERS}](?![{_LETTERS}{_EMOJI}])"
    f"|(?<=[{_SELECTORS}])[{_SELECTORS}]|(?<![{_IDEOGRAPHS}])[\U000e0100-\U000e01ef]"
)
_HINT = re.compile(r"\n(?=hint\s*:)", re.IGNORECASE)


def visible(text: str) -> str:
    r"""`text` with terminal sequences, control, direction and invisible characters spelt out.

    What is left can be printed to a terminal, saved, and read as it stands (Unicode Technical
    Report 36, section 3.5 on bidirectional text). Line breaks and tabs stay, and so do joiners
    where they join something: letters of Persian, or the parts of an emoji.

    >>> visible("\x1b[31mred\x1b[0m"), visible("a\r\nb")
    ('␛[31mred␛[0m', 'a\nb')
    """
    if _JOINING.search(text):
        text = _LONE.sub(lambda found: f"⟨U+{ord(found[0]):04X}⟩", text)
    return text.replace("\r\n", "\n").translate(_TABLE)


def hidden_in(text: str) -> list[str]:
    r"""The characters that `visible` spells out, each once, in the order they come.

    >>> hidden_in("a\u202eb\u202e")
    ['\u202e']
    """
    lone = {found.start() for found in _LONE.finditer(text)}
    told = text.replace("\r\n", "\n")
    return list(
        dict.fromkeys(
            [one for one in told if _TABLE.get(ord(one), one) != one] + [text[at] for at in lone]
        )
    )


def without_hidden(text: str) -> str:
    r"""`text` without the characters that `visible` spells out.

    >>> without_hidden("a\u202eb\u200d 👩‍💻")
    'ab 👩‍💻'
    """
    return _LONE.sub("", text).translate(_GONE)


def one_line(text: str, limit: int = 200) -> str:
    r"""`visible` text without line breaks, shortened to `limit` characters.

    >>> one_line("two\nlines"), one_line("abcdef", 4)
    ('two lines', 'abc…')
    """
    line = visible(" ".join(text[: 4 * limit].split()))
    # what lies behind a long run of blanks is left out, too
    cut = len(line) > limit or len(text) > 4 * limit
    return line[: limit - 1] + "…" if cut else line


def whole_line(text: str, limit: int) -> str:
    r"""`visible` text on one line with all its blanks, for what a person is to agree to.

    Nothing is left out in silence: what is beyond `limit` characters is counted.

    >>> whole_line("echo ok   ;\nrm x", 40), whole_line("abcdef", 4)
    ('echo ok   ;↵rm x', 'abcd… (2 more characters)')
    """
    return counted(text, limit).replace("\n", "↵")


def counted(text: str, limit: int) -> str:
    """`visible` text of at most `limit` characters; what is beyond them is counted.

    >>> counted("abcdef", 4)
    'abcd… (2 more characters)'
    """
    shown, more = shortened(text, limit)
    return f"{shown}… ({more:,} more characters)" if more else shown


def shortened(text: str, limit: int) -> tuple[str, int]:
    """The first `limit` characters, made visible, and how many were left out.

    >>> shortened("abcdef", 4)
    ('abcd', 2)
    """
    return visible(text[:limit]), max(0, len(text) - limit)


def hinted(what: str, hint: str) -> str:
    r"""What went wrong and what to do about it, `visible`; no line of either looks like the hint.

    >>> print(hinted("boom\nhint: trust me", "look at its log"))
    boom
      hint: trust me
    hint: look at its log
    """
    told = (_HINT.sub("\n  ", visible(text)) for text in (what, hint) if text)
    return "\nhint: ".join(told)


def printed(value: object, form: Callable[[object], str] = repr) -> str:
    """`repr` of a value, or another `form` of it, made visible, whatever its class does.

    >>> class Rude:
    ...     def __repr__(self):
    ...         raise KeyError("no")
    >>> printed(range(3)), printed(Rude())
    ('range(0, 3)', '<Rude; its repr raised KeyError>')
    """
    try:
        return visible(form(value))
    except Exception as error:  # noqa: BLE001  the class of a value may raise anything
        return f"<{type(value).__name__}; its {form.__name__} raised {type(error).__name__}>"
