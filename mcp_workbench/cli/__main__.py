"""Runs the program: `python -m mcp_workbench.cli`."""

from . import main

main(prog_name="mcp-workbench")
