"""`mcp-workbench resources`, `read`, `prompts` and `prompt`: what servers offer beside tools."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..errors import ConfigInvalid, UsageInvalid
from .calling import shown_value
from .exits import DONE
from .given import arguments, json_option, starting_options
from .here import Here, workbench_here
from .output import put, put_json, say, say_warnings

if TYPE_CHECKING:
    from ..grammar import Argument
    from ..offers import Prompt, Resource, ResourceTemplate
    from ..results import ReadResult


@click.command()
@click.argument("server")
@starting_options
@json_option
def resources(server: str, connect: Sequence[str], as_json: bool) -> int:
    """List the resources of SERVER, and the templates of more."""
    from ..magics.resources import NONE, ResourceListing

    with workbench_here() as workbench:
        one = Here(workbench, connect).server(server)
        found, templates = one.resources.fetch_sync(), one.resources.fetch_templates_sync()
        if as_json:
            put_json(
                {
                    "resources": [_resource(each) for each in found],
                    "templates": [_template(each) for each in templates],
                    "warnings": one.warnings,
                }
            )
        elif found or templates:
            put(ResourceListing(found, templates, "").table.text())
        else:
            say(NONE)
        say_warnings(one.warnings)
    return DONE


@click.command()
@click.argument("server")
@click.argument("resource", metavar="URI|TEMPLATE")
@click.argument("given", metavar="[KEY=VALUE]...", nargs=-1)
@click.option("--output", metavar="PATH", help="Write what was read to this file, as it is.")
@starting_options
@json_option
def read(
    server: str,
    resource: str,
    given: Sequence[str],
    output: str | None,
    connect: Sequence[str],
    as_json: bool,
) -> int:
    """Read a resource; values fill the variables of a template."""
    values = _values(arguments(given, files=True))
    with workbench_here() as workbench:
        result = Here(workbench, connect).server(server).resources.read_sync(resource, **values)
        say_warnings(result.warnings)
        if output is not None:
            _write(Path(output), result)
        if as_json and output is not None:
            size = sum(map(len, result.parts))
            put_json({"ok": True, "uri": result.uri, "path": output, "bytes": size})
        elif as_json:
            contents = result.redact(result.contents)
            put_json({"ok": True, "uri": result.uri, "contents": contents})
        elif output is None:
            put(result.redact(shown_value(result)))
    return DONE


@click.command()
@click.argument("server")
@starting_options
@json_option
def prompts(server: str, connect: Sequence[str], as_json: bool) -> int:
    """List the prompts of SERVER."""
    from ..magics.prompts import NONE, PromptListing

    with workbench_here() as workbench:
        one = Here(workbench, connect).server(server)
        found = one.prompts.fetch_sync()
        if as_json:
            put_json({"prompts": [_prompt(each) for each in found], "warnings": one.warnings})
        elif found:
            put(PromptListing(found, "").table.text())
        else:
            say(NONE)
        say_warnings(one.warnings)
    return DONE


@click.command()
@click.argument("prompt_name", metavar="SERVER.PROMPT")
@click.argument("given", metavar="[KEY=VALUE]...", nargs=-1)
@starting_options
@json_option
def prompt(prompt_name: str, given: Sequence[str], connect: Sequence[str], as_json: bool) -> int:
    """Show the messages that a prompt gives."""
    values = _values(arguments(given, files=True))
    server, dot, name = prompt_name.partition(".")
    if not (server and dot and name):
        raise UsageInvalid(
            "a prompt is written as SERVER.PROMPT",
            hint="mcp-workbench prompts SERVER lists them",
            reason="missing",
        )
    with workbench_here() as workbench:
        result = Here(workbench, connect).server(server).prompts.get_sync(name, **values)
        say_warnings(result.warnings)
        if as_json:
            messages = result.redact(result.wire["messages"])
            put_json({"ok": True, "prompt": prompt_name, "messages": messages})
        else:
            put(str(result.shown()["text/plain"]))
    return DONE


def _values(given: Sequence[Argument]) -> dict[str, Any]:
    from ..magics.resolving import value_of

    return {one.name: value_of(one.node, {"type": "string"}, {}) for one in given}


def _write(path: Path, result: ReadResult) -> None:
    """Write the contents, one behind the other.

    Raises:
        ConfigInvalid: the file cannot be written.
    """
    try:
        path.write_bytes(b"".join(result.parts))
    except OSError as error:
        raise ConfigInvalid(
            f"{path} cannot be written: {error.strerror or error}",
            hint="give another path behind --output",
            reason="unwritable",
        ) from None


def _resource(one: Resource) -> dict[str, Any]:
    return {"uri": one.uri, **_words(one), "size": one.size}


def _template(one: ResourceTemplate) -> dict[str, Any]:
    return {"uri_template": one.uri_template, **_words(one), "variables": one.variables}


def _words(one: Resource | ResourceTemplate) -> dict[str, Any]:
    return {
        "name": one.name,
        "title": one.title,
        "description": one.description,
        "mime": one.mime,
    }


def _prompt(one: Prompt) -> dict[str, Any]:
    return {
        "name": one.full_name,
        "title": one.title,
        "description": one.description,
        "arguments": [
            {"name": each.name, "description": each.description, "required": each.required}
            for each in one.arguments
        ],
    }
