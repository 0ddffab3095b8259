"""`${NAME}` and its kin in a definition, filled just before the definition is used."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from ..errors import ConfigInvalid, SecretNotFound, VariableUnset, WorkbenchError
from ..notebook import expanded, working_directory
from ..specs import ServerSpec, StdioServer
from ..specs.placeholders import UNCLOSED, Reference, may_hold_secrets, substituted, with_home
from ..visible import one_line
from .dotenv import read_variables

SHOWN = 60  # characters of a placeholder in an error
LARGEST = 64 << 10  # bytes of a file whose text is filled in
MOST = 16 << 20  # characters that are filled in from one `Filling`
INPUT = "MCP_INPUT_"  # and the id of the input, for runs where nobody can be asked

Secret = Callable[[str], str]


def _no_inputs() -> Mapping[str, str]:
    return {}


@dataclass
class _Taken:
    """What was read for placeholders, each file once, and how much they have become."""

    texts: dict[str, str | None] = field(default_factory=dict[str, str | None])
    variables: dict[str, Mapping[str, str]] = field(default_factory=dict[str, Mapping[str, str]])
    characters: int = 0


@dataclass(frozen=True)
class Filling:
    """Where the values of placeholders come from; no repr and no error shows one.

    It reads each file once, so it is made anew where files may have changed.

    Args:
        environ: the variables, as in `os.environ`.
        workspace: the directory of the project.
        home: the person's directory.
        inputs: what was answered, by id; else the variable `MCP_INPUT_` and the id counts.
        secret: gives the value of a secret, or raises `SecretNotFound`.
    """

    environ: Mapping[str, str] = field(default_factory=lambda: os.environ, repr=False)
    workspace: Path = field(default_factory=working_directory)
    home: Path = field(default_factory=Path.home)
    inputs: Mapping[str, str] = field(default_factory=_no_inputs, repr=False)
    secret: Secret | None = field(default=None, repr=False)
    _taken: _Taken = field(default_factory=_Taken, init=False, repr=False, compare=False)

    def text(self, name: str, text: str) -> str:
        """`text`, which stands in the field `name`, filled.

        Raises:
            VariableUnset: a variable, an input or a file is not there.
            SecretNotFound: no store has the secret.
            ConfigInvalid: what nobody can fill, a secret in a field that others can read, or too
                much text (reason `bad-value`).
        """
        return substituted(with_home(name, text), lambda found: self.value(name, found))

    def value(self, name: str, found: Reference) -> str:
        """What `found`, which stands in the field `name`, asks for; errors as in `text`."""
        value = self._value(name, found)
        self._taken.characters += len(value)
        if self._taken.characters > MOST:
            raise ConfigInvalid(
                f"{name} and what is before it become more than {MOST >> 20} MiB of text",
                hint="fill in less, or fewer times",
                reason="bad-value",
            )
        return value

    def _value(self, name: str, found: Reference) -> str:
        match found.kind:
            case "env":
                return self._variable(name, found)
            case "input":
                return self._input(name, found)
            case "place":
                return str(self.workspace if found.name == "workspaceFolder" else self.home)
            case "file":
                return self._file(name, found.name)
            case "envFile":
                return self._variable_of_file(name, found.name)
            case "secret":
                return self._secret(name, found.name)
            case _:
                raise _unsupported(name, found.name)

    def _variable(self, name: str, found: Reference) -> str:
        value = self.environ.get(found.name, found.default)
        if value is None:
            raise _unset(
                f"{name} needs the environment variable {one_line(found.name, SHOWN)}, which is"
                " not set",
                f'set it before you connect: import os; os.environ["{one_line(found.name, SHOWN)}"]'
                ' = "…"',
            )
        return value

    def _input(self, name: str, found: Reference) -> str:
        variable = input_variable(found.name)
        value = self.inputs.get(found.name, self.environ.get(variable, found.default))
        if value is None:
            raise VariableUnset(
                f"{name} needs the input {one_line(found.name, SHOWN)!r}, which nobody has given",
                hint=f'set it before you connect: import os; os.environ["{variable}"] = "…"',
                reason="input-required",
            )
        return value

    def _file(self, name: str, path: str) -> str:
        texts = self._taken.texts
        if path not in texts:
            texts[path] = _text_of(self.workspace / expanded(path))
        text = texts[path]
        if text is None:
            raise _unset(
                f"{name} needs the text of {one_line(path, SHOWN)!r}, which cannot be read",
                f"write it there, as UTF-8 and at most {LARGEST >> 10} KiB",
            )
        return text

    def _variable_of_file(self, name: str, where: str) -> str:
        path, _, variable = where.rpartition("#")
        files = self._taken.variables
        if path not in files:
            files[path] = read_variables(self.workspace / path)
        value = files[path].get(variable)
        if value is None:
            raise _unset(
                f"{name} needs the variable {one_line(variable, SHOWN)} of"
                f" {one_line(path, SHOWN)!r}, which is not there",
                "write it there as NAME=value, or read the configuration again",
            )
        return value

    def _secret(self, name: str, secret: str) -> str:
        if not may_hold_secrets(name):
            raise ConfigInvalid(
                f"{name} holds ${{secret:{one_line(secret, SHOWN)}}}, and others can read it there",
                hint="a secret may stand in env, headers and url",
                reason="secret-not-allowed",
            )
        if self.secret is None:
            raise SecretNotFound(
                f"{name} needs the secret {one_line(secret, SHOWN)!r}, and no store is open here",
                hint="connect it with a workbench, which opens one",
                reason="no-store",
            )
        return self.secret(secret)


def _text_of(file: Path) -> str | None:
    try:
        if not file.is_file():
            return None  # a pipe would be waited for
        with file.open("rb") as opened:
            data = opened.read(LARGEST + 1)
        return data.decode().strip() if len(data) <= LARGEST else None
    except (OSError, ValueError):
        return None


def input_variable(name: str) -> str:
    """The variable that answers an input where nobody can be asked.

    >>> input_variable("api-key")
    'MCP_INPUT_API_KEY'
    """
    return INPUT + re.sub(r"\W", "_", name).upper()


def fill(
    spec: ServerSpec,
    environ: Mapping[str, str],
    server: str = "",
    *,
    workspace: Path | None = None,
    inputs: Mapping[str, str] | None = None,
    secret: Secret | None = None,
) -> ServerSpec:
    """`spec` with every placeholder replaced by its value, which is not looked into again.

    Args:
        spec: the definition as it was written.
        environ: the variables, as in `os.environ`.
        server: the server's name, for the words of an error.
        workspace: what `${workspaceFolder}` stands for; the working directory by default.
        inputs: answers to `${input:ID}`.
        secret: gives the value of `${secret:NAME}`, or raises `SecretNotFound`.

    Raises:
        VariableUnset: a variable, an input or a file is not there (reasons `unset-variable`,
            `input-required`); the error names it, the server and the field.
        SecretNotFound: no store has a secret.
        ConfigInvalid: another kind of placeholder (reason `unsupported-placeholder`), a secret
            where others can read it (`secret-not-allowed`), more text than a definition can have
            (`bad-value`), or a definition that is wrong once it is filled. No value is ever shown.

    >>> from mcp_workbench.specs import HttpServer
    >>> filled = fill(HttpServer("https://x.example/mcp", {"X-Key": "${KEY}"}), {"KEY": "abc"})
    >>> filled.headers
    {'X-Key': 'abc'}
    """
    whose = f"server {server!r}: " if server else ""
    spec = _with_home(spec)
    place = workspace or working_directory()
    filling = Filling(environ, place, _home(environ), inputs or {}, secret)
    values = _values(spec, filling, whose)
    try:
        return spec.filled(lambda name, _: values[name])
    except ConfigInvalid as error:
        # its words may hold the value of a variable, which may be a secret
        raise ConfigInvalid(
            f"{whose}{one_line(spec.origin)} is wrong once its variables are filled in",
            hint=f"check their values; {error.hint}",
            reason=error.reason,
        ) from None


def _values(spec: ServerSpec, filling: Filling, whose: str) -> dict[str, str]:
    values: dict[str, str] = {}
    for name, text in spec.texts():
        try:
            values[name] = filling.text(name, text)
        except WorkbenchError as error:
            raise type(error)(
                f"{whose}{error.what}", hint=error.hint, reason=error.reason
            ) from None
    return values


def _with_home(spec: ServerSpec) -> ServerSpec:
    if not isinstance(spec, StdioServer):
        return spec
    return replace(
        spec,
        command=with_home("command", spec.command),
        args=tuple(with_home(f"args[{at}]", text) for at, text in enumerate(spec.args)),
        cwd=None if spec.cwd is None else with_home("cwd", spec.cwd),
    )


def _home(environ: Mapping[str, str]) -> Path:
    return Path(environ.get("HOME") or Path.home())


def _unset(what: str, hint: str) -> VariableUnset:
    return VariableUnset(what, hint=hint, reason="unset-variable")


def _unsupported(name: str, content: str) -> ConfigInvalid:
    what = "a ${ that is not ${NAME}" if content == UNCLOSED else f"${{{one_line(content, SHOWN)}}}"
    return ConfigInvalid(
        f"{name} holds {what}, which cannot be filled in",
        hint="${NAME} is filled in from the environment; write such a name, or the value itself",
        reason="unsupported-placeholder",
    )
