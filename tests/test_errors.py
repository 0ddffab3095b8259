"""One tree of errors, each with a stable code, words that help, and no traceback in a cell."""

import pickle

import pytest

from mcp_workbench import errors
from mcp_workbench.errors import Interrupted, WorkbenchError, near

CLASSES = [
    cls
    for cls in vars(errors).values()
    if isinstance(cls, type) and issubclass(cls, WorkbenchError)
]


def test_every_code_is_its_own() -> None:
    codes = [cls.code for cls in CLASSES]
    assert len(set(codes)) == len(codes)
    assert all(code.replace("_", "").isalpha() and code.islower() for code in codes)


@pytest.mark.parametrize("cls", CLASSES)
def test_an_error_says_what_and_then_what_to_do(cls: type[WorkbenchError]) -> None:
    error = cls("the thing 'x' is lost", hint="look for it", reason="lost")
    assert str(error) == "the thing 'x' is lost\nhint: look for it"
    assert (error.what, error.hint, error.reason) == (
        "the thing 'x' is lost",
        "look for it",
        "lost",
    )
    assert str(cls("the thing 'x' is lost")) == "the thing 'x' is lost"
    assert cls.__doc__


@pytest.mark.parametrize("cls", CLASSES)
def test_a_cell_shows_an_error_in_one_piece_without_a_traceback(cls: type[WorkbenchError]) -> None:
    (shown,) = cls("gone", hint="come back")._render_traceback_()
    assert shown == f"{cls.__name__} [{cls.code}]: gone\nhint: come back"


@pytest.mark.parametrize("cls", CLASSES)
def test_an_error_survives_a_process_boundary(cls: type[WorkbenchError]) -> None:
    error = pickle.loads(pickle.dumps(cls("gone", hint="come back", reason="lost")))
    assert type(error) is cls
    assert (error.what, error.hint, error.reason) == ("gone", "come back", "lost")


def test_an_interrupt_is_what_python_knows_and_one_line_in_a_cell() -> None:
    assert issubclass(Interrupted, KeyboardInterrupt)
    assert not issubclass(Interrupted, WorkbenchError)
    assert Interrupted("stopped")._render_traceback_() == ["KeyboardInterrupt: stopped"]


@pytest.mark.parametrize(
    ("name", "known", "hint"),
    [
        ("tiem", ["time", "git"], "did you mean 'time'?"),
        ("xyz", ["time", "git"], "there is git, time"),
        ("xyz", [], "nothing is registered yet"),
        ("zz", [f"tool{n:02}" for n in range(12)], "tool09 and 2 more"),
    ],
)
def test_near_names_are_named_else_what_there_is(name: str, known: list[str], hint: str) -> None:
    assert near(name, known).endswith(hint)


def test_where_there_is_nothing_the_caller_says_what_to_do() -> None:
    assert near("x", [], empty="connect one") == "connect one"
