"""Known secret values, left out of what is shown or kept."""

from __future__ import annotations

import threading
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import Any, TypeVar, cast

from ..visible import printed
from .forms import SHORTEST, forms_of

MASK = "…"
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
        forms = self._forms
        if not forms or len(text) < SHORTEST:
            return text
        for form in forms:
            if form in text:
                text = text.replace(form, MASK)
        return _without_beginnings(text, forms)

    def json(self, value: Any, keep: Container[str] = ()) -> Any:
        """A JSON value with all its texts as `text` makes them.

        Args:
            value: the value; it is given itself where nothing was learnt, so it must not be
                changed afterwards.
            keep: keys of texts that stay as they are, since a program reads them: a password may
                well be the name of its server. With some, keys stay, too.

        >>> redactor = Redactor()
        >>> redactor.learn(["postgres"])
        >>> redactor.json({"server": "postgres", "text": "postgres"}, keep=("server",))
        {'server': 'postgres', 'text': '…'}
        """
        return self._json(value, DEEPEST, keep) if self._forms else value

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

    def _json(self, value: Any, depth: int, keep: Container[str]) -> Any:
        if isinstance(value, str):
            return self.text(value)
        if depth == 0:
            return MASK if isinstance(value, list | tuple | Mapping) else value
        if isinstance(value, Mapping):
            pairs = cast("Mapping[Any, Any]", value)
            return {
                key if keep else self._json(key, 0, keep): one
                if key in keep and isinstance(one, str)
                else self._json(one, depth - 1, keep)
                for key, one in pairs.items()
            }
        if isinstance(value, list | tuple):
            return [self._json(one, depth - 1, keep) for one in cast("Iterable[Any]", value)]
        return value


def _without_beginnings(text: str, forms: Sequence[str]) -> str:
    """`text` without the beginning of a form, where something cut it off, at its end or at `…`."""
    starts = [form for form in forms if form[:PREFIX] in text]
    if not starts:
        return text
    return MASK.join(_without_beginning(part, starts) for part in text.split(MASK))


def _without_beginning(text: str, forms: Iterable[str]) -> str:
    body = text.rstrip(". \n")
    for form in forms:
        at = body.rfind(form[:PREFIX], max(0, len(body) - len(form)))
        if at >= 0 and form.startswith(body[at:]):
            return body[:at] + MASK
    return text
