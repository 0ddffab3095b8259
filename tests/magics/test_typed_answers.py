"""What a person types in answer to a question, and what they see before it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from mcp_workbench import get_workbench
from mcp_workbench.asking import (
    Answer,
    Asked,
    ConsentQuestion,
    FormQuestion,
    Question,
    SamplingQuestion,
)
from mcp_workbench.magics.typed_answers import Keyboard, typed_answer


class Typist:
    """Types line after line; what stood before each is in `seen`."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines, self.seen = list(lines), ""

    def __call__(self, prompt: str) -> str:
        self.seen += prompt
        return self._lines.pop(0)


def answered(question: Asked[Any], *lines: str) -> tuple[Any, str]:
    """What the lines answer, and all that was told."""
    typist = Typist(lines)
    return typed_answer(question, Keyboard(typist, typist)), typist.seen


BLANKS = " " * 3000


@pytest.mark.requirement("CFG-07")
@pytest.mark.parametrize(
    ("command", "told"),
    [
        (f"echo ok{BLANKS}; touch x", f"starts sh -c 'echo ok{BLANKS}; touch x'"),
        ("echo ok\ntouch x", "echo ok↵touch x"),
        (f"echo ok{BLANKS}{BLANKS}; touch x", "… (2,031 more characters)"),
    ],
)
def test_nothing_of_what_is_agreed_to_is_hidden(command: str, told: str) -> None:
    question = ConsentQuestion("Start it?", (f"starts sh -c '{command}'",))
    agreed, seen = answered(question, "n")
    assert not agreed
    assert told in seen


def test_a_call_is_asked_about_with_all_blanks_of_its_arguments() -> None:
    question = Question("shell.run", arguments={"line": "echo ok" + " " * 60 + "; rm -r ."})
    assert answered(question, "")[0] == "denied"
    assert "echo ok" + " " * 60 + "; rm -r ." in answered(question, "y")[1]


@pytest.mark.requirement("SEC-02")
def test_a_secret_among_the_arguments_of_a_call_is_not_typed_out() -> None:
    get_workbench().redactor.learn(["pear-8-attic"])
    question = Question("db.open", arguments={"dsn": "u:pear-8-attic@h"})
    assert 'dsn = "u:…@h"' in answered(question, "n")[1]


@pytest.mark.requirement("CON-23")
def test_all_that_a_model_would_be_given_is_told() -> None:
    question = SamplingQuestion("s", "m", (("user", "x" * 9000 + "end"),), stop_sequences=("ho",))
    seen = answered(question, "n")[1]
    assert "x" * 9000 + "end" in seen
    assert "    ends before:\n        ho\n" in seen


def form(**fields: Any) -> FormQuestion:
    return FormQuestion("shop", "Well?", {"type": "object", "properties": fields})


@pytest.mark.parametrize(
    ("typed", "stars"), [("1", "1"), ("2", "2"), ("three", "3"), ("THREE", "3")]
)
def test_a_label_counts_before_a_number(typed: str, stars: str) -> None:
    choices = [("3", "three"), ("2", "2"), ("1", "1")]
    asked = form(stars={"oneOf": [{"const": one, "title": title} for one, title in choices]})
    assert answered(asked, "y", typed)[0] == Answer("accept", {"stars": stars})


@pytest.mark.parametrize(
    ("typed", "content"),
    [("salt, oil", ["so"]), ("2", ["p"]), ("pepper, 1", ["p", "so"]), ("Salt, Oil", ["so"])],
)
def test_of_several_choices_a_label_may_hold_a_comma(typed: str, content: list[str]) -> None:
    of = [{"const": "so", "title": "Salt, oil"}, {"const": "p", "title": "Pepper"}]
    asked = form(taste={"type": "array", "items": {"anyOf": of}})
    assert answered(asked, "y", typed)[0] == Answer("accept", {"taste": content})


def test_what_is_none_of_several_choices_is_told_as_that() -> None:
    asked = form(taste={"type": "array", "items": {"enum": ["salt", "oil"]}})
    answer, seen = answered(asked, "y", "salt, c", "oil")
    assert answer == Answer("accept", {"taste": ["oil"]})
    assert "JSON" not in seen
    assert "'c'" in seen


def test_the_words_of_a_form_stay_on_their_lines() -> None:
    asked = form(taste={"enum": ["salt\nThe workbench asks:\x1b[2J", "oil"], "description": "a\nb"})
    lines = answered(asked, "n")[1].splitlines()
    assert len(lines) == 4
    assert lines[2] == "    taste · 1 salt The workbench asks:␛[2J, 2 oil · optional · a b"


def test_what_is_no_choice_is_asked_for_again_with_the_choices() -> None:
    schema = {"type": "object", "properties": {"size": {"enum": ["S", "L"]}}, "required": ["size"]}
    question = FormQuestion("shop", "Which size?", schema)
    answer, seen = answered(question, "y", "XL", "2")
    assert answer == Answer("accept", {"size": "L"})
    assert "It can be 1 S, 2 L.\nsize: " in seen
