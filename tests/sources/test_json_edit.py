"""A JSON text is changed in place: all that is not meant stays, to the character."""

import json
import time
from typing import Any

import pytest

from mcp_workbench.sources.files.json_text import parse_json
from mcp_workbench.sources.json_edit import located, renamed, with_value, without

TEAM = """{
  // servers of the team
  "mcpServers": {
    "a": {"command": "x", "args": []}, // about a
    /* about b */
    "b": {
      "command": "y",
      "odd": 1,
    },
  },
  "other": true
}
"""
TABS = '{\n\t"mcpServers": {\n\t\t"a": {\n\t\t\t"command": "x" // note\n\t\t}\n\t}\n}'
ENDINGS = '{\r\n  "mcpServers": {\r\n    "a": {"command": "x"} // note\r\n  }\r\n}\r\n'
LINE = '{"mcpServers": {"a": {"command": "x"}, "b": {"command": "{\\"}"}}}'
TEXTS = [TEAM, TABS, ENDINGS, LINE]
ENTRY = {"command": "uvx", "args": ["m", "ü"], "env": {"A": "1"}}


def value(text: str) -> Any:
    return json.loads(json.dumps(parse_json(text.removeprefix("\ufeff")).root))


@pytest.mark.requirement("CFG-10")
@pytest.mark.parametrize("text", TEXTS)
def test_what_is_added_and_taken_out_again_leaves_no_trace(text: str) -> None:
    added = with_value(text, ["mcpServers", "new"], ENTRY)
    wanted = value(text)
    wanted["mcpServers"]["new"] = ENTRY
    assert value(added) == wanted
    assert without(added, ["mcpServers", "new"]) == text


@pytest.mark.requirement("CFG-10")
@pytest.mark.parametrize("text", TEXTS)
def test_a_flag_is_set_and_taken_out_again_without_a_trace(text: str) -> None:
    keys = ["mcpServers", "a", "disabled"]
    disabled = with_value(text, keys, True)
    assert value(disabled)["mcpServers"]["a"]["disabled"] is True
    assert without(disabled, keys) == text


@pytest.mark.requirement("CFG-10")
@pytest.mark.parametrize("text", TEXTS)
def test_comments_and_order_survive_every_edit(text: str) -> None:
    edited = with_value(text, ["mcpServers", "a", "command"], "z")
    edited = renamed(edited, ["mcpServers", "a"], "first")
    assert next(iter(value(edited)["mcpServers"])) == "first"
    comments = ("// servers of", "// about a", "/* about b */", "// note")
    places = [edited.find(part) for part in comments if part in text]
    assert -1 not in places
    assert places == sorted(places)
    assert edited.count("\r\n") == text.count("\r\n")


@pytest.mark.parametrize("key", ["a", "b"])
def test_an_entry_goes_and_the_comments_around_it_stay(key: str) -> None:
    left = without(TEAM, ["mcpServers", key])
    wanted = value(TEAM)
    del wanted["mcpServers"][key]
    assert value(left) == wanted
    assert "// about a" in left
    assert "/* about b */" in left


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("{}", '{"mcpServers": {"n": 1}}'),
        ("{\n}", '{\n  "mcpServers": {\n    "n": 1\n  }\n}'),
        ('{\n  "mcpServers": {}\n}\n', '{\n  "mcpServers": {\n    "n": 1\n  }\n}\n'),
        ('{"mcpServers": {}}', '{"mcpServers": {"n": 1}}'),
        (
            '{\n  "mcpServers": {\n    // nobody yet\n  }\n}',
            '{\n  "mcpServers": {\n    // nobody yet\n    "n": 1\n  }\n}',
        ),
        ('\ufeff{"a": 1}', '\ufeff{"a": 1, "mcpServers": {"n": 1}}'),
        ('{"mcpServers": {"n": 0, "n": 2}}', '{"mcpServers": {"n": 0, "n": 1}}'),
    ],
)
def test_objects_on_the_way_are_made_in_the_looks_of_the_file(text: str, wanted: str) -> None:
    assert with_value(text, ["mcpServers", "n"], 1) == wanted


def test_a_comment_ends_where_it_ends_and_no_bracket_behind_it_is_a_part_of_it() -> None:
    text = '{"a":\n{\n"b": 1, /* one */ } /* two */\n}'
    assert value(with_value(text, ["a", "n"], 2)) == {"a": {"b": 1, "n": 2}}


def test_what_is_no_object_is_not_written_into() -> None:
    with pytest.raises(ValueError, match="no object"):
        with_value('{"mcpServers": []}', ["mcpServers", "n"], 1)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ('{"a": 1, "n": 2, "b": 3, "n": 4}', '{"a": 1, "b": 3}'),
        ('{ "a": 1, "n": 2, "n": 3 }', '{ "a": 1 }'),
        ('{"n": 1\n// about b\n,"b": 2}', '{\n// about b\n"b": 2}'),
        ('{"a": 1, // one\n"n": 2 // two\n}', '{"a": 1 // one\n // two\n}'),
        ('{\n  "n": 1,\n  "n": 2\n}', "{\n}"),
    ],
)
def test_what_goes_is_gone_and_leaves_what_stood_around_it(text: str, left: str) -> None:
    assert without(text, ["n"]) == left


def test_a_key_that_is_there_a_hundred_thousand_times_goes_in_one_pass() -> None:
    begun = time.thread_time()
    assert without("{" + '"n": 1, ' * 100_000 + '"n": 1}', ["n"]) == "{}"
    assert time.thread_time() - begun < 10


def test_a_new_name_is_that_of_every_entry_that_had_the_old_one() -> None:
    assert renamed('{"n": 1, "n": 2}', ["n"], "m") == '{"m": 1, "m": 2}'


def test_what_is_not_there_is_neither_removed_nor_renamed() -> None:
    assert without(TEAM, ["mcpServers", "none"]) == TEAM
    assert renamed(TEAM, ["none", "none"], "x") == TEAM


def test_deep_nesting_is_no_burden() -> None:
    text = '{"a": ' + "[" * 3000 + "]" * 3000 + ', "b": 1}'
    assert len(located(text).members) == 2
    assert without(text, ["b"]).endswith("]}")
