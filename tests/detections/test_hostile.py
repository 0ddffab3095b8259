"""What a server may send in place of detections: damage, junk, and other people's JSON."""

import copy
import json
import random
import sysconfig
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from mcp_workbench.detections import CODES, Recognition, recognise
from tests.detections.corpus import NAMES, case, run

JUNK = (
    None, True, False, 0, -1, 1e308, -1e308, float("nan"), float("inf"), 10**400, "", "x", "1.5",
    "NaN", "[1, 2, 3, 4]", "9" * 5000, "\ud800", "\u202e", [], {}, [[]], [None], [[[[[1]]]]],
    {"a": {}}, {"": None}, {"x": [1], "y": [2]}, [1, 2, 3, 4], [[1, 2], [3, 4], [5, 6], [7, 8]],
)  # fmt: skip
MUTATIONS = 60


def mutated(value: Any, chance: random.Random) -> Any:
    """A copy with one place replaced, removed or doubled."""
    value = copy.deepcopy(value)
    places = list(_places(value))
    if not places:
        return chance.choice(JUNK)
    holder, key = chance.choice(places)
    deed = chance.randrange(4)
    if deed == 0:
        del holder[key]
    elif deed == 1 and isinstance(holder, list):
        holder.append(copy.deepcopy(holder[key]))
    elif deed == 2 and isinstance(holder, dict):
        holder[chance.choice(["x3", "bbox", "label", "score", "width"])] = holder.pop(key)
    else:
        holder[key] = chance.choice(JUNK)
    return value


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    if not isinstance(value, dict | list):
        return
    for key in list(value) if isinstance(value, dict) else range(len(value)):
        yield value, key
        if isinstance(value[key], dict | list):
            yield from _places(value[key])


def check(found: Recognition) -> None:
    assert found.error is None or found.error in CODES
    assert repr(found)
    for each in found.detections:
        assert each.box is None or all(-1e9 < edge < 1e9 for edge in each.box)
        assert each.score is None or 0 <= each.score <= 1
        assert set(each.warnings) <= set(CODES)
        assert repr(each)


@pytest.mark.parametrize("name", [name for name in NAMES if name != "bad_hundred_thousand"])
def test_damaged_payloads_never_raise_and_never_break_a_reader(name: str) -> None:
    it = case(name)
    if it["payload_kind"] == "text":
        return damaged_texts(it)
    chance = random.Random(name)
    for _ in range(MUTATIONS):
        value = it["payload"]
        for _ in range(chance.randrange(1, 4)):
            value = mutated(value, chance)
        found = run(it, payload=value)
        check(found)
        assert found.error != "reader_failed", value
    return None


def damaged_texts(it: dict[str, Any]) -> None:
    chance = random.Random(it["id"])
    for _ in range(MUTATIONS):
        text = list(it["payload"][:5000])
        for _ in range(chance.randrange(1, 6)):
            at = chance.randrange(len(text))
            text[at : at + chance.randrange(3)] = chance.choice(
                ['"', "[", "}", "'", "\\", "NaN", ""]
            )
        found = run(it, payload="".join(text))
        check(found)
        assert found.error != "reader_failed", "".join(text)


@pytest.mark.parametrize("kind", ["json", "text", "mcp"])
@pytest.mark.parametrize("payload", JUNK, ids=range(len(JUNK)))
def test_what_is_no_payload_at_all_gives_no_detections(payload: Any, kind: Any) -> None:
    found = recognise(payload, kind=kind, image_size=(640, 480))

    assert found.detections == ()
    assert found.outcome in ("none", "error")
    assert found.error != "reader_failed"


def test_json_files_of_installed_packages_hold_no_detections() -> None:
    packages = Path(sysconfig.get_paths()["purelib"])
    files = islice((p for p in sorted(packages.rglob("*.json")) if p.stat().st_size < 300_000), 400)
    seen = 0
    for path in files:
        try:
            value = json.loads(path.read_text(encoding="utf-8"))
        except ValueError:
            continue
        seen += 1
        found = recognise(value, image_size=(640, 480), raw_image_size=(640, 480))
        assert found.detections == (), path
        assert found.candidates == (), path
    assert seen > 50


@pytest.mark.parametrize(
    "text",
    [
        "[" * 200_000,
        '{"a":' * 100_000,
        "[" * 5_000 + "]" * 5_000,
        '[{"box_2d": [' * 20_000,
        "`" * 100_000,
        "'" * 100_000,
        '"' * 99_999 + "[",
        "[1 " * 50_000 + "]" * 50_000,
        '[{"label": "' + "\\" * 100_000,
        "(" * 5_000 + ")" * 5_000,
        "[" + "{}," * 100_000 + "x]",
    ],
    ids=range(11),
)
@pytest.mark.timeout(10)
def test_texts_made_to_hang_a_reader_are_answered(text: str) -> None:
    found = recognise(text, kind="text", image_size=(640, 480))

    assert found.detections == ()
    assert found.error != "reader_failed"


def test_a_text_beyond_the_limit_is_not_read() -> None:
    found = recognise("[" + " " * 20_000_001 + "]", kind="text", image_size=(640, 480))

    assert (found.outcome, found.error) == ("error", "too_large")


def test_rows_beyond_the_limit_are_not_read_and_that_is_said() -> None:
    row = {"score": 0.5, "label": "cell", "box": {"xmin": 1, "ymin": 1, "xmax": 9, "ymax": 9}}

    found = recognise([row] * 100_001, image_size=(640, 480))

    assert (found.outcome, found.error) == ("partial", "too_large")
    assert len(found.detections) == 100_000


@pytest.mark.parametrize("wrapped", [lambda value: value, lambda value: {"detections": value}])
def test_a_value_that_is_nested_too_deeply_is_refused(wrapped: Any) -> None:
    value: Any = 1
    for _ in range(5_000):
        value = [value]

    found = recognise(wrapped(value), image_size=(640, 480))

    assert (found.outcome, found.error) == ("error", "too_deep")


def test_labels_are_short_and_hold_no_characters_that_move_text() -> None:
    nasty = "cat\u202e\x00\x1b[31m\n" + "y" * 300
    row = {"score": 0.5, "label": nasty, "box": {"xmin": 1, "ymin": 1, "xmax": 9, "ymax": 9}}

    (found,) = recognise([row], image_size=(64, 64)).detections

    assert found.label is not None
    assert found.label.startswith("cat[31m y")
    assert len(found.label) <= 200
    assert found.label.isprintable()
    assert found.warnings == ("label_sanitised",)


@pytest.mark.parametrize(
    ("label", "clean"),
    [
        ("dog\u200b", "dog"),
        ("dog\U000e0041", "dog"),
        ("do\u00adg", "dog"),
        ("two\nlines", "two lines"),
        ("half\ud800", "half"),
        ("👩\u200d💻", "👩\u200d💻"),
    ],
)
def test_labels_that_look_the_same_are_one_class(label: str, clean: str) -> None:
    row = {"score": 0.5, "label": label, "box": {"xmin": 1, "ymin": 1, "xmax": 9, "ymax": 9}}

    (found,) = recognise([row], image_size=(64, 64)).detections

    assert found.label == clean
    assert found.warnings == (() if label == clean else ("label_sanitised",))
