"""Options that several commands share, and arguments as a shell passes them on."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import click

from ..errors import UsageInvalid
from ..grammar import Argument, BinaryFile, File, Text, given_twice, parse_argument, seconds
from ..grammar.arguments import ARGUMENT
from ..notebook import Told, set_finder
from ..visible import one_line


class _Seconds(click.ParamType[float]):
    name = "seconds"

    def convert(
        self,
        value: Any,
        param: click.Parameter | None,
        ctx: click.Context | None,  # noqa: ARG002  click's own signature
    ) -> float:
        """The number, or an error of usage."""
        return seconds(str(value), param.opts[0] if param else "--timeout")


SECONDS = _Seconds()
SHOWN = 60  # characters of a word in an error
TRUST = "mcp_workbench.trust"  # where a run of the program keeps that it is given
Command = TypeVar("Command", bound=Callable[..., Any])


def starting_options(command: Command) -> Command:
    """The options of a command that starts servers: `--trust` beside those of `place_options`."""
    command = click.option(
        "--trust",
        is_flag=True,
        expose_value=False,
        callback=_trust,
        help="Agree to what the servers of project files start; remembered.",
    )(command)
    return place_options(command)


def place_options(command: Command) -> Command:
    """Which servers there are: `--connect NAME=WHAT` and `--notebook`."""
    command = notebook_option(command)
    return click.option(
        "--connect",
        multiple=True,
        metavar="NAME=WHAT",
        help="A server beside those of files: a command line or a URL. May be given again.",
    )(command)


def notebook_option(command: Command) -> Command:
    """`--notebook PATH`: files are looked for beside it."""
    return click.option(
        "--notebook",
        metavar="PATH",
        expose_value=False,
        callback=_notebook,
        help="Look for .mcp.json from the directory of this notebook on, not from here.",
    )(command)


def _trust(context: click.Context, _: click.Parameter, given: bool) -> None:
    context.find_root().meta[TRUST] = given


def _notebook(context: click.Context, _: click.Parameter, given: str | None) -> None:
    if given is None:
        return
    path = os.path.abspath(os.path.expanduser(given))
    before = set_finder(lambda: [Told(path, "--notebook")])
    context.call_on_close(lambda: set_finder(before))


def json_option(command: Command) -> Command:
    """`--json`."""
    return click.option(
        "--json", "as_json", is_flag=True, help="Write one JSON document to standard output."
    )(command)


def trust_option(command: Command) -> Command:
    """`--trust`."""
    return click.option(
        "--trust", is_flag=True, help="Agree to what the recipe starts and runs; remembered."
    )(command)


def parameter_option(command: Command) -> Command:
    """`-p KEY=VALUE`."""
    return click.option(
        "-p",
        "--parameter",
        "parameters",
        multiple=True,
        metavar="KEY=VALUE",
        help="A parameter of the recipe; KEY:=JSON for a value as JSON. May be given again.",
    )(command)


def arguments(words: Iterable[str], *, files: bool) -> list[Argument]:
    """`key=value` and `key:=JSON` as words, which a shell has taken out of their quotes.

    A value is what it is: nothing in it is looked up or run, whatever a script puts there.

    Args:
        words: as the program was given them.
        files: whether `key=@path` and `key=@@path` stand for a file.

    Raises:
        UsageInvalid: one cannot be read, or is there twice.

    >>> [one.node for one in arguments(["n=$HOME", "m={1}", 'q="x"'], files=True)]
    ... # doctest: +NORMALIZE_WHITESPACE
    [Text(text='$HOME', quoted=True), Text(text='{1}', quoted=True),
     Text(text='"x"', quoted=True)]
    """
    found: dict[str, Argument] = {}
    for word in words:
        argument = _argument(word, files=files)
        if argument.name in found:
            raise given_twice(argument.name)
        found[argument.name] = argument
    return list(found.values())


def _argument(word: str, *, files: bool) -> Argument:
    match = ARGUMENT.fullmatch(word)
    if match is None:
        raise UsageInvalid(
            f"{one_line(word, SHOWN)!r} is not an argument",
            hint="write key=value",
            reason="argument",
        )
    name, sign, text = match.groups()
    if sign == ":=":
        return parse_argument(word)
    if files and text.startswith("@@"):
        return Argument(name, BinaryFile(text[2:]))
    if files and text.startswith("@"):
        return Argument(name, File(text[1:]))
    return Argument(name, Text(text))
