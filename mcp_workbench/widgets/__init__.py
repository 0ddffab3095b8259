"""What a cell shows to be worked with.

General layout: `tester` is the form of one tool.
"""

from .tester import ToolTester

__all__ = ["ToolTester"]
