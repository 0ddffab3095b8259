"""What is at hand while a request is answered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..messages import ProgressReply, QuestionReply
from ..sessions import Workbench
from .questions import Questions


@dataclass(frozen=True)
class Desk:
    """The things that answers are made with.

    Args:
        workbench: this kernel's.
        questions: those that wait for an answer.
        tell: sends a word on how far the request is, or what a server asks for it.
    """

    workbench: Workbench
    questions: Questions
    tell: Callable[[ProgressReply | QuestionReply], None]
