"""How a client says who it is: a token, a key, or a user with a password."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Self

from ..errors import ConfigInvalid
from .texts import check_texts

Fill = Callable[[str, str], str]  # of one of `texts`, its name first


@dataclass(frozen=True)
class Bearer:
    """A token that is sent as `Authorization: Bearer TOKEN`. Source: RFC 6750, section 2.1.

    Args:
        token: the token, best as a reference such as `${secret:SHOP_TOKEN}`.

    >>> Bearer("${secret:SHOP_TOKEN}").headers()
    {'Authorization': 'Bearer ${secret:SHOP_TOKEN}'}
    """

    token: str = field(repr=False)

    def __post_init__(self) -> None:
        _not_empty("token", self.token)

    def headers(self) -> Mapping[str, str]:
        """What is sent."""
        return {"Authorization": f"Bearer {self.token}"}

    def texts(self) -> Iterator[tuple[str, str]]:
        """What may hold placeholders."""
        yield "token", self.token

    def filled(self, fill: Fill) -> Self:
        """The same with that text as `fill` makes it."""
        return replace(self, token=fill("token", self.token))


@dataclass(frozen=True)
class ApiKey:
    """A key that is sent in a header of its own.

    Args:
        key: the key, best as a reference.
        header: the name of the header.

    >>> ApiKey("${secret:MAPS_KEY}").headers()
    {'X-API-Key': '${secret:MAPS_KEY}'}
    """

    key: str = field(repr=False)
    header: str = "X-API-Key"

    def __post_init__(self) -> None:
        _not_empty("key", self.key)
        _not_empty("header", self.header)

    def headers(self) -> Mapping[str, str]:
        """What is sent."""
        return {self.header: self.key}

    def texts(self) -> Iterator[tuple[str, str]]:
        """What may hold placeholders."""
        yield "key", self.key

    def filled(self, fill: Fill) -> Self:
        """The same with that text as `fill` makes it."""
        return replace(self, key=fill("key", self.key))


@dataclass(frozen=True)
class Basic:
    """A user and a password that are sent as `Authorization: Basic …`. Source: RFC 7617, section 2.

    Args:
        user: the user; it holds no colon.
        password: the password, best as a reference.

    >>> Basic("ann", "a pass").headers()
    {'Authorization': 'Basic YW5uOmEgcGFzcw=='}
    """

    user: str
    password: str = field(repr=False)

    def __post_init__(self) -> None:
        check_texts("user", [self.user])
        check_texts("password", [self.password])
        if ":" in re.sub(r"\$\{[^{}]*\}", "", self.user):
            raise ConfigInvalid(
                "a user holds no colon: all behind it would be the password",
                hint="give user and password apart",
                reason="bad-value",
            )

    def headers(self) -> Mapping[str, str]:
        """What is sent."""
        pair = f"{self.user}:{self.password}".encode("utf-8", "replace")
        return {"Authorization": f"Basic {base64.b64encode(pair).decode()}"}

    def texts(self) -> Iterator[tuple[str, str]]:
        """What may hold placeholders."""
        yield "user", self.user
        yield "password", self.password

    def filled(self, fill: Fill) -> Self:
        """The same with those texts as `fill` makes them."""
        return replace(self, user=fill("user", self.user), password=fill("password", self.password))


Authentication = Bearer | ApiKey | Basic


def authentication(option: str, text: str) -> Authentication:
    """What an option of a line means: `bearer`, `api_key`, or `basic` with `USER:PASSWORD`.

    Raises:
        ConfigInvalid: the text is empty, or names no password.

    >>> authentication("basic", "ann:${secret:ANN}").user
    'ann'
    """
    if option == "bearer":
        return Bearer(text)
    if option == "api_key":
        header, colon, key = text.partition(": ")
        return ApiKey(key.strip(), header.strip()) if colon else ApiKey(text)
    user, colon, password = text.partition(":")
    if not colon or not user:
        raise ConfigInvalid(
            "basic takes a user and a password",
            hint="as in ann:${secret:ANN_PASSWORD}",
            reason="bad-value",
        )
    return Basic(user, password)


def written(auth: Authentication | None) -> Mapping[str, str]:
    """`auth` as the option of a line that means it.

    >>> written(ApiKey("${secret:KEY}")), written(Basic("ann", "${secret:ANN}"))
    ({'api_key': '${secret:KEY}'}, {'basic': 'ann:${secret:ANN}'})
    """
    match auth:
        case None:
            return {}
        case Bearer(token):
            return {"bearer": token}
        case ApiKey(key, "X-API-Key"):
            return {"api_key": key}
        case ApiKey(key, header):
            return {"api_key": f"{header}: {key}"}
        case Basic(user, password):
            return {"basic": f"{user}:{password}"}


def _not_empty(name: str, text: str) -> None:
    check_texts(name, [text])
    if not text.strip():
        raise ConfigInvalid(
            f"the {name} is empty",
            hint="give it, best as ${secret:NAME}",
            reason="bad-value",
        )
