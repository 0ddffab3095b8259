"""Names that can be typed, and handles for those that cannot."""

import random

import pytest

from mcp_workbench.errors import ConfigInvalid
from mcp_workbench.specs import check_name, handle
from mcp_workbench.specs.names import Handles


@pytest.mark.parametrize("name", ["a", "Time", "my_server-2", "x" * 64, "__proto__", "-", "7"])
def test_letters_digits_dash_and_underscore_make_a_name(name: str) -> None:
    assert check_name(name) == name


@pytest.mark.parametrize(
    "name", ["", " ", "a b", "a.b", "a/b", "ä", "日本", "a\n", "a\0", "x" * 65, "a=b", "$x"]
)
def test_anything_else_is_refused_with_the_rule(name: str) -> None:
    with pytest.raises(ConfigInvalid) as caught:
        check_name(name)
    assert caught.value.reason == "bad-name"
    assert "at most 64" in caught.value.hint


@pytest.mark.parametrize(
    ("name", "taken", "found"),
    [
        ("time", (), "time"),
        ("time", ["time"], "time-2"),
        ("time", ["TIME", "time-2"], "time-3"),
        ("my server (beta)", (), "my-server-beta"),
        ("a.b/c", (), "a-b-c"),
        ("日本", (), "server"),
        ("", (), "server"),
        ("x" * 100, (), "x" * 60),
    ],
)
def test_a_handle_is_close_to_the_name_and_free(name: str, taken: list[str], found: str) -> None:
    assert handle(name, taken) == found


def test_any_name_has_a_handle_that_can_be_typed_and_no_two_share_one() -> None:
    rng = random.Random(3)
    taken: list[str] = []
    for _ in range(500):
        name = "".join(rng.choices("aB7-_ .:/\\ä\n\0😀", k=rng.randint(0, 80)))
        taken.append(check_name(handle(name, taken)))
    assert len({one.casefold() for one in taken}) == 500


def test_a_number_makes_no_handle_too_long() -> None:
    handles = Handles()
    given = [check_name(handles.new("x" * 80)) for _ in range(1100)]
    assert len(set(given)) == 1100
