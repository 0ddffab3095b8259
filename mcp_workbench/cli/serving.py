"""`mcp-workbench serve`: the tools of a recipe for any MCP host."""

from __future__ import annotations

from collections.abc import Sequence

import click

from .exits import DONE
from .given import parameter_option, trust_option
from .recipes import read_recipe, values


@click.command()
@click.argument("recipe", type=click.Path())
@parameter_option
@trust_option
def serve(recipe: str, parameters: Sequence[str], trust: bool) -> int:
    """Serve the tools of RECIPE over standard input and output, for a host that starts this.

    The host's model writes Python that calls them, in a sandbox.
    """
    from ..serving import serve as server_of

    read = read_recipe(recipe)
    server_of(read.with_values(values(read, parameters)), trust=trust).run_stdio()
    return DONE
