"""What is wrong with a server: one step after the other, until one fails.

`diagnosis` is what comes of it, `case` what the steps work on, `examination` the table of steps;
`definition`, `program`, `network` and `protocol` hold the steps.
"""

from .diagnosis import Diagnosis, Step
from .examination import diagnose

__all__ = ["Diagnosis", "Step", "diagnose"]
