"""Known secret values, left out of what is shown or kept."""

from __future__ import annotations

import threading
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, TypeVar, cast

from ..visible import printed
from .forms import SHORTEST, forms_of

MASK = "…"
CUT = ". \n"  # what may follow a beginning that something cut off
PREFIX = 8  # characters of a beginning that are enough to tell it
DEEPEST = 100  # levels of a document that are looked into; of anything below nothing is left
Redact = Callable[[str], str]
E = TypeVar("E", bound=Exception)


class Redactor:
    """Replaces every secret that it has learnt, however it is written, by `…`.

    What is called on a call's way costs next to nothing as long as nothing was learnt.

    >>> redactor = Redactor()
    >>> redactor.learn(["hunter2hunter2"])
    >>> redactor.text("it is hunter2hunter2"), redactor.json({"a": ["hunter2hunter2"]})
    ('it is …', {'a': ['…']})
    """

    def __init__(self) -> None:
        self._values: frozenset[str] = frozenset()
        self._forms: tuple[str, ...] = ()
        self._lock = threading.Lock()

    def __bool__(self) -> bool:
        return bool(self._forms)

    def __repr__(self) -> str:
        return f"<Redactor of {len(self._values)} secrets>"

    def learn(self, values: Iterable[str]) -> None:
        """Leave `values` out from now on; those of fewer than six characters cannot be."""
        with self._lock:
            known = self._values.union(value for value in values if len(value) >= SHORTEST)
            if known == self._values:
                return
            forms = {form for value in known for form in forms_of(value)}
            self._values = known
            # the longest first, so that no part of one stays behind
            self._forms = tuple(sorted(forms, key=lambda form: (-len(form), form)))

    def text(self, text: str) -> str:
        """`text` without any of them, also where it was cut off in the midst of one."""
        return _without(text, self._forms)

    def json(self, value: Any, keep: Container[str] = ()) -> Any:
        """A JSON value with all its texts as `text` makes them.

        Args:
            value: the value; it is given itself where nothing was learnt, so it must not be
                changed afterwards.
            keep: keys of texts that stay as they are, since a program reads them: a password may
                well be the name of its server. With some, the names of fields of messages stay,
                too.

        >>> redactor = Redactor()
        >>> redactor.learn(["postgres"])
        >>> redactor.json({"server": "postgres", "text": "postgres"}, keep=("server",))
        {'server': 'postgres', 'text': '…'}
        """
        forms = self._forms
        if not forms:
            return value
        texts: list[str] = []
        _gather(value, DEEPEST, texts)
        # one look at all of them together; most documents hold none
        return _document(value, DEEPEST, keep, _likely("\n".join(texts), forms))

    def error(self, error: E) -> E:
        """`error` with its words, and those of its causes, as `text` makes them.

        A cause whose words cannot be changed is taken away: a traceback would show it.
        """
        if self._forms:
            self._clean(error, DEEPEST)
        return error

    def _clean(self, error: BaseException, depth: int) -> None:
        error.args = tuple(self.json(list(error.args)))
        for name, value in vars(error).items():
            if isinstance(value, str) and name != "reason":
                setattr(error, name, self.text(value))
        inner: Any = getattr(error, "error", None)  # the SDK's errors keep their words there
        if isinstance(getattr(inner, "message", None), str):
            inner.message = self.text(inner.message)
        if depth:
            for one in getattr(error, "exceptions", ()):  # of a group
                self._clean(one, depth - 1)
        for name in ("__cause__", "__context__"):
            cause = getattr(error, name)
            if cause is not None and (not depth or not self._is_clean(cause, depth)):
                setattr(error, name, None)

    def _is_clean(self, error: BaseException, depth: int) -> bool:
        """Whether the words of `error` hold no secret, after what can be done about them."""
        self._clean(error, depth - 1)
        words = printed(error, str)
        return self.text(words) == words


def _gather(value: Any, depth: int, texts: list[str]) -> None:
    """Add all texts of a document, and its keys, to `texts`."""
    if isinstance(value, str):
        texts.append(value)
    elif depth == 0:
        return
    elif isinstance(value, Mapping):
        for key, one in cast("Mapping[Any, Any]", value).items():
            _gather(key, 0, texts)
            _gather(one, depth - 1, texts)
    elif isinstance(value, list | tuple):
        for one in cast("Iterable[Any]", value):
            _gather(one, depth - 1, texts)


def _likely(text: str, forms: Sequence[str]) -> Sequence[str]:
    """Those of `forms` that may stand in `text`, or may begin there."""
    found = {start for start in {form[:PREFIX] for form in forms} if start in text}
    return [form for form in forms if form[:PREFIX] in found] if found else ()


def _document(value: Any, depth: int, keep: Container[str], forms: Sequence[str]) -> Any:
    if isinstance(value, str):
        return _without(value, forms)
    if depth == 0:
        return MASK if isinstance(value, list | tuple | Mapping) else value
    if isinstance(value, Mapping):
        pairs = cast("Mapping[Any, Any]", value)
        return {
            key if keep and key in _fields() else _document(key, 0, keep, forms): one
            if key in keep and isinstance(one, str)
            else _document(one, depth - 1, keep, forms)
            for key, one in pairs.items()
        }
    if isinstance(value, list | tuple):
        return [_document(one, depth - 1, keep, forms) for one in cast("Iterable[Any]", value)]
    return value


@cache
def _fields() -> Container[object]:
    from ..messages.fields import FIELDS

    return FIELDS


def _without(text: str, forms: Sequence[str]) -> str:
    """`text` without any of `forms`, the longest of which stand first."""
    if not forms or len(text) < SHORTEST:
        return text
    for form in forms:
        if form in text:
            text = text.replace(form, MASK)
    return _without_beginnings(text, forms)


def _without_beginnings(text: str, forms: Sequence[str]) -> str:
    """`text` without the beginning of a form, where something cut it off, at its end or at `…`."""
    parts, longest = text.split(MASK), len(forms[0])
    # only where something ends can a beginning be left: there is no need to look at all of it
    ends = MASK.join(part.rstrip(CUT)[-longest:] for part in parts)
    starts = _likely(ends, forms)
    return MASK.join(_without_beginning(part, starts) for part in parts) if starts else text


def _without_beginning(text: str, forms: Iterable[str]) -> str:
    body = text.rstrip(CUT)
    for form in forms:
        at = body.rfind(form[:PREFIX], max(0, len(body) - len(form)))
        if at >= 0 and form.startswith(body[at:]):
            return body[:at] + MASK
    return text
