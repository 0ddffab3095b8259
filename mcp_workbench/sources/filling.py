"""`${NAME}` in a definition, filled from the environment just before it is used."""

from __future__ import annotations

from collections.abc import Mapping

from ..errors import ConfigInvalid, VariableUnset
from ..specs import ServerSpec
from ..specs.placeholders import NAME as VARIABLE
from ..specs.placeholders import PLACEHOLDER
from ..visible import one_line

SHOWN = 60  # characters of a placeholder in an error


def fill(spec: ServerSpec, environ: Mapping[str, str], server: str = "") -> ServerSpec:
    """`spec` with every `${NAME}` replaced by the variable's value, which is not looked into again.

    Args:
        spec: the definition as it was written.
        environ: the variables, as in `os.environ`.
        server: the server's name, for the words of an error.

    Raises:
        VariableUnset: a variable is not set; the error names it, the server and the field.
        ConfigInvalid: another kind of placeholder (reason `unsupported-placeholder`), or a
            definition that is wrong once it is filled. No value of a variable is ever shown.

    >>> from mcp_workbench.specs import HttpServer
    >>> filled = fill(HttpServer("https://x.example/mcp", {"X-Key": "${KEY}"}), {"KEY": "abc"})
    >>> filled.headers
    {'X-Key': 'abc'}
    """
    whose = f"server {server!r}: " if server else ""
    for field, text in spec.texts():
        for match in PLACEHOLDER.finditer(text):
            _refuse_unfillable(whose, field, match[1], environ)
        if "${" in PLACEHOLDER.sub("", text):
            raise _unsupported(whose, field, "a ${ that is not ${NAME}")
    try:
        return _filled(spec, environ)
    except ConfigInvalid as error:
        # its words may hold the value of a variable, which may be a secret
        raise ConfigInvalid(
            f"{whose}{one_line(spec.origin)} is wrong once its variables are filled in",
            hint=f"check their values; {error.hint}",
            reason=error.reason,
        ) from None


def _refuse_unfillable(whose: str, field: str, content: str, environ: Mapping[str, str]) -> None:
    if not VARIABLE.fullmatch(content):
        raise _unsupported(whose, field, f"${{{one_line(content, SHOWN)}}}")
    if content not in environ:
        name = one_line(content, SHOWN)
        raise VariableUnset(
            f"{whose}{field} needs the environment variable {name}, which is not set",
            hint=f'set it before you connect: import os; os.environ["{name}"] = "…"',
            reason="unset-variable",
        )


def _unsupported(whose: str, field: str, what: str) -> ConfigInvalid:
    return ConfigInvalid(
        f"{whose}{field} holds {what}, which cannot be filled in",
        hint="${NAME} is filled in from the environment; write such a name, or the value itself",
        reason="unsupported-placeholder",
    )


def _filled(spec: ServerSpec, environ: Mapping[str, str]) -> ServerSpec:
    return spec.filled(lambda text: PLACEHOLDER.sub(lambda match: environ[match[1]], text))
