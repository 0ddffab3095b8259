"""What a front end reads of a message is never taken for a secret."""

from __future__ import annotations

from typing import Any, Literal, get_args, get_origin, get_type_hints, is_typeddict

from mcp_workbench import messages
from mcp_workbench.comm.replies import CHOSEN
from mcp_workbench.messages import OpeningMessage, Request
from mcp_workbench.secrets import Redactor

ASKED_BY_THE_FRONT_END: set[Any] = {OpeningMessage, *get_args(Request)}


def words_to_choose_from() -> set[str]:
    """The fields of messages to a front end that hold one of a few words."""
    shapes = [one for one in vars(messages).values() if is_typeddict(one)]
    return {
        field
        for shape in shapes
        if shape not in ASKED_BY_THE_FRONT_END
        for field, hint in get_type_hints(shape).items()
        if get_origin(hint) is Literal and isinstance(get_args(hint)[0], str)
    }


def test_every_word_that_a_front_end_chooses_by_stays_as_it_is() -> None:
    assert words_to_choose_from() <= CHOSEN
    redactor = Redactor()
    redactor.learn(["address"])
    told = {"about": "address", "text": "an address"}
    assert redactor.json(told, CHOSEN) == {"about": "address", "text": "an …"}
