"""What is shown of a run while it goes on, without a word about where it is shown.

General layout: `sequence` makes pieces of events; `model_text`, `call` and `end` are the kinds of
`piece`, each a MIME bundle; `words` are lines of text about them.
"""

from .piece import Piece
from .sequence import Pieces
from .words import call_text, duration, run_text

__all__ = ["Piece", "Pieces", "call_text", "duration", "run_text"]
