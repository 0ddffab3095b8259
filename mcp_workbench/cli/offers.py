"""`mcp-workbench resources`, `read`, `prompts` and `prompt`: what servers offer beside tools."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..errors import ConfigInvalid, UsageInvalid
from .calling import shown_value
from .exits import DONE
from .given import arguments, connect_option, json_option
from .here import Here, workbench_here
from .output import put, put_json, say

if TYPE_CHECKING:
    from ..grammar import Argument
    from ..offers import Prompt, Resource, ResourceTemplate
    from ..results import ReadResult


@click.command()
@click.argument("server")
@connect_option
@json_option
def resources(server: str, connect: Sequence[str], as_json: bool) -> int:
    """List the resources of SERVER, and the templates of more."""
    with workbench_here() as workbench:
        offered = Here(workbench, connect).server(server).resources
        found, templates = offered.fetch_sync(), offered.fetch_templates_sync()
        if as_json:
            put_json(
                {
                    "resources": [_resource(one) for one in found],
                    "templates": [_template(one) for one in templates],
                }
            )
        else:
            from ..magics.resources import NONE, ResourceListing

            put(ResourceListing(found, templates, NONE).table.text())
    return DONE


@click.command()
@click.argument("server")
@click.argument("resource", metavar="URI|TEMPLATE")
@click.argument("given", metavar="[KEY=VALUE]...", nargs=-1)
@click.option("--output", metavar="PATH", help="Write what was read to this file, as it is.")
@connect_option
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
        for warning in result.warnings:
            say(f"warning: {warning}")
        if output is not None:
            _write(Path(output), result)
        elif as_json:
            contents = result.redact(result.contents)
            put_json({"ok": True, "uri": result.uri, "contents": contents})
        else:
            put(result.redact(shown_value(result)))
    return DONE


@click.command()
@click.argument("server")
@connect_option
@json_option
def prompts(server: str, connect: Sequence[str], as_json: bool) -> int:
    """List the prompts of SERVER."""
    with workbench_here() as workbench:
        found = Here(workbench, connect).server(server).prompts.fetch_sync()
        if as_json:
            put_json({"prompts": [_prompt(one) for one in found]})
        else:
            from ..magics.prompts import NONE, PromptListing

            put(PromptListing(found, NONE).table.text())
    return DONE


@click.command()
@click.argument("prompt_name", metavar="SERVER.PROMPT")
@click.argument("given", metavar="[KEY=VALUE]...", nargs=-1)
@connect_option
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
        for warning in result.warnings:
            say(f"warning: {warning}")
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
