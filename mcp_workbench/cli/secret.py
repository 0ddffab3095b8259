"""`mcp-workbench secret`: values that no file of a project and no command line holds."""

from __future__ import annotations

import getpass
import sys
from typing import Any

import click

from ..errors import UsageInvalid
from ..secrets import Secrets, Stored, check_secret_name
from ..visible import one_line
from .exits import DONE
from .given import json_option, notebook_option
from .here import Here, workbench_here
from .output import put, put_json, say

SHOWN = 60  # characters of a word in an error


@click.group()
def secret() -> None:
    """Keep secrets; ${secret:NAME} in env, headers or url of a server stands for one."""


@secret.command("set")
@click.argument("name")
@click.argument("value", nargs=-1, metavar="")
def set_(name: str, value: tuple[str, ...]) -> int:
    """Store NAME; its value is asked for, or read from standard input."""
    _refuse(value, "set", name)
    check_secret_name(name)
    stored = Secrets().set(name, _value(f"Value of the secret {name}: "))
    say(f"{name} is kept in {stored.where}")
    return DONE


@secret.command()
@click.argument("name")
@click.argument("value", nargs=-1, metavar="")
def rotate(name: str, value: tuple[str, ...]) -> int:
    """Give NAME a new value, which is asked for, or read from standard input."""
    _refuse(value, "rotate", name)
    secrets = Secrets()
    if name not in secrets.names():
        secrets.rotate(name, "-")  # raises, before anybody is asked
    stored = secrets.rotate(name, _value(f"New value of the secret {name}: "))
    say(f"{name} has its new value, kept in {stored.where}")
    return DONE


@secret.command("list")
@json_option
def list_(as_json: bool) -> int:
    """List the names; values are never shown."""
    listed = Secrets().listed()
    if as_json:
        put_json({"secrets": [_entry(one) for one in listed]})
        return DONE
    from ..magics.secret import SecretListing

    if listed:
        put(SecretListing(listed, {}).table.text())
    else:
        say("no secret is stored yet; mcp-workbench secret set NAME asks for one")
    return DONE


@secret.command()
@click.argument("name")
def delete(name: str) -> int:
    """Delete NAME."""
    Secrets().delete(name)
    say(f"{name} is deleted")
    return DONE


@secret.command()
@click.argument("name", metavar="SERVER")
@notebook_option
@json_option
def move(name: str, as_json: bool) -> int:
    """Move credentials in plain text from SERVER's file into the store, and refer to them there."""
    with workbench_here() as workbench:
        moved = Here(workbench).server(name).move_secrets()
        if as_json:
            fields = [{"field": place, "secret": stored} for place, stored in moved.fields]
            put_json({"ok": True, "server": moved.server, "moved": fields, "file": moved.file})
        else:
            from ..magics.secret import told

            put(told(moved))
    return DONE


def _entry(one: Stored) -> dict[str, Any]:
    return {"name": one.name, "where": one.where, "when": one.when}


def _refuse(value: tuple[str, ...], action: str, name: str) -> None:
    if value:
        raise UsageInvalid(
            "a value does not belong on a command line: other programs and the shell's history see"
            " it, so nothing was stored",
            hint=f"mcp-workbench secret {action} {one_line(name, SHOWN)} asks for it, or reads it"
            " from standard input",
            reason="value",
        )


def _value(prompt: str) -> str:
    """What is typed without being shown, or all of standard input without its last line break.

    Raises:
        UsageInvalid: nothing comes.
    """
    try:
        if sys.stdin is not None and sys.stdin.isatty():
            return getpass.getpass(prompt)
        text = sys.stdin.read() if sys.stdin is not None else ""
    except (EOFError, OSError, ValueError):
        text = ""
    value = text.removesuffix("\n").removesuffix("\r")
    if not value:
        raise UsageInvalid(
            "no value was given",
            hint="run it in a terminal, or let a program write the value to its standard input",
            reason="no-input",
        )
    return value
