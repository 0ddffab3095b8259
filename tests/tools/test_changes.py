"""A change of a tool, as a person reads it."""

from mcp_workbench.tools.changes import ABSENT, Change, ToolChanges, changes_of


def test_a_schema_is_compared_part_by_part() -> None:
    before = {"input_schema": {"properties": {"a": {"type": "string"}, "gone": {}}}}
    after = {"input_schema": {"properties": {"a": {"type": "integer"}, "new": {"type": "null"}}}}
    found = {one.place.removeprefix("input_schema.properties."): one for one in
             changes_of(before, after)}  # fmt: skip
    assert list(found) == ["a.type", "gone", "new"]
    assert found["a.type"].lines()[1:] == ["  - string", "  + integer"]
    assert found["gone"].after is ABSENT
    assert found["new"].lines()[1:] == ['  + {"type": "null"}']
    assert changes_of({"minimum": 1}, {"minimum": True}), "to a schema they are two things"


def test_hidden_words_are_seen_in_a_change() -> None:
    (change,) = changes_of(
        {"description": "Adds."}, {"description": "Adds.\u200b\U000e0041\x1b[8m"}
    )
    shown = ToolChanges("t<b>", changed={"add": (change,)})
    assert "+ Adds.⟨U+200B⟩⟨U+E0041⟩␛[8m" in repr(shown)
    assert "<b>" not in shown._repr_html_()


def test_a_large_change_is_cut() -> None:
    change = Change("description", "", "\n".join(map(str, range(5000))))
    assert len(change.lines()) < 100
    many = ToolChanges("t", added=tuple(map(str, range(5000))))
    assert len(repr(many).splitlines()) < 200
    assert "… and 4900 more tools" in repr(many)


def test_no_change_is_false_and_says_so() -> None:
    none = ToolChanges("shop", "2026-11-30T12:00:00+00:00")
    assert not none
    assert repr(none) == "shop: no tool changed since 2026-11-30"
