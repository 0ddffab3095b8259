"""Runs the program: `python -m mcp_workbench.cli`."""

from . import main

main()
