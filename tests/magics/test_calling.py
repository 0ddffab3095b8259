"""`%mcp call` and `%%mcp call` in a real shell, against real servers."""

from pathlib import Path
from typing import Any

import pytest

from mcp_workbench import ToolResult
from mcp_workbench.errors import UsageInvalid
from tests.magics.cells import Cells


@pytest.mark.requirement("TOOL-05")
@pytest.mark.parametrize(
    ("written", "sent"),
    [
        ("text=007", {"text": "007"}),
        ("text=true", {"text": "true"}),
        ('text="two words"', {"text": "two words"}),
        ("n=7", {"n": 7}),
        ("ratio=.5", {"ratio": 0.5}),
        ("flag=True", {"flag": True}),
        ("maybe=3", {"maybe": "3"}),
        ("maybe=null", {"maybe": None}),
        ("unit=celsius", {"unit": "celsius"}),
        ("level=2", {"level": 2}),
        ("items=[1, 2]", {"items": [1, 2]}),
        ('options={"a": true}', {"options": {"a": True}}),
        ("anything=3", {"anything": 3}),
        ('anything="3"', {"anything": "3"}),
        ("anything=plain", {"anything": "plain"}),
        ('anything:={"k": [1, null]}', {"anything": {"k": [1, None]}}),
        ("items=$rows", {"items": [1, {"a": 2.5}]}),
        ("items=$pair anything={Path('a/b')}", {"items": [1, [2, "aGk="]], "anything": "a/b"}),
        ("items={np.array([[1, 2]])} n={np.int64(3)}", {"items": [[1, 2]], "n": 3}),
        ("n={len(rows) + 1}", {"n": 3}),
        ("items={[x * k for x in (1, 2)]}", {"items": [3, 6]}),
        ("options={'a': rows[0]}", {"options": {"a": 1}}),
        ("text={f'{k} apples'} n=1", {"text": "3 apples", "n": 1}),
    ],
)
def test_a_value_keeps_its_type(connected: Cells, written: str, sent: dict[str, Any]) -> None:
    connected("rows = [1, {'a': 2.5}]; k = 3; pair = (1, (2, b'hi'))")
    connected("from pathlib import Path; import numpy as np")
    assert connected(f"%mcp call mirror.mirror {written}").value == sent


@pytest.mark.requirement("TOOL-05")
def test_files_are_sent_as_text_and_as_base64(connected: Cells, tmp_path: Path) -> None:
    (tmp_path / "my notes.txt").write_bytes("grün\r\n".encode())
    (tmp_path / "raw").write_bytes(b"\x00\xff")
    (tmp_path / "options.json").write_text('{"a": 1}')
    connected(f"import os; os.chdir({str(tmp_path)!r})")
    line = '%mcp call mirror.mirror text=@"my notes.txt" anything=@@raw options=@options.json'
    assert connected(line).value == {
        "text": "grün\r\n",
        "anything": "AP8=",
        "options": {"a": 1},
    }


@pytest.mark.requirement("TOOL-05")
def test_a_line_inside_a_function_sees_the_variables_of_the_function(connected: Cells) -> None:
    code = """
inside = "global"
def send(inside):
    more = [inside]
    r = %mcp call mirror.mirror text=$inside items={[x for x in more if x == inside]}
    return r.value
results = [send(name) for name in ("one", "two")]
"""
    connected(code)
    assert connected("results") == [
        {"text": "one", "items": ["one"]},
        {"text": "two", "items": ["two"]},
    ]


@pytest.mark.requirement("TOOL-05")
@pytest.mark.parametrize(
    ("body", "sent"),
    [
        ('{"text": "$k {k}", "n": 1}', {"text": "$k {k}", "n": 1}),
        ("text: 12:30\nitems:\n  - 007\n  - no", {"text": "12:30", "items": ["007", "no"]}),
        ("text: |\n  two\n  lines\n", {"text": "two\nlines\n"}),
        ("  ", {}),
    ],
)
def test_the_body_of_a_cell_is_json_or_yaml(
    connected: Cells, body: str, sent: dict[str, Any]
) -> None:
    assert connected(f"%%mcp call mirror.mirror\n{body}").value == sent


@pytest.mark.requirement("TOOL-05")
def test_line_and_body_are_put_together(connected: Cells) -> None:
    code = '%%mcp call mirror.mirror n={1 + 1} text="a b"\n{"flag": true}'
    assert connected(code).value == {"flag": True, "n": 2, "text": "a b"}


@pytest.mark.requirement("TOOL-20")
def test_the_result_can_be_assigned(connected: Cells) -> None:
    assert connected("r = %mcp call demo.add a=1 b=2") is None
    result = connected("r")
    assert isinstance(result, ToolResult)
    assert (result.value, result.is_error) == (3, False)


@pytest.mark.requirement("TOOL-20")
def test_a_call_connects_a_server_that_was_only_added(cell: Cells) -> None:
    cell("%mcp add demo")
    assert cell("%mcp call demo.add a=1 b=2").value == 3
    assert cell.workbench.server("demo").status == "connected"


@pytest.mark.requirement("TOOL-04")
@pytest.mark.parametrize(
    ("line", "code", "hint"),
    [
        ("demo.fail", "mcp_tool_error", ""),
        ("dem.add", "mcp_server_not_found", "did you mean 'demo'"),
        ("dem.add a=1", "mcp_server_not_found", "did you mean 'demo'"),
        ("demo.ad", "mcp_tool_not_found", "did you mean 'add'"),
        ("demo.ad a=1", "mcp_tool_not_found", "did you mean 'add'"),
        ("demo.add a=1 bb=2", "mcp_arguments_invalid", "did you mean 'b'"),
        ("demo.add a=one b=2", "mcp_arguments_invalid", "integer"),
        ("demo.add a=1", "mcp_arguments_invalid", "required"),
        ("demo.slow seconds=60 --timeout 0.2", "mcp_call_timeout", ""),
        ("--timeout=0.2 demo.slow seconds=60", "mcp_call_timeout", ""),
        ("demo.echo text={object()}", "mcp_arguments_invalid", "give texts, finite numbers"),
        ("absent.tool", "mcp_connection_failed", ""),
        ("absent.tool a=1", "mcp_connection_failed", "no licence"),
    ],
)
def test_what_fails_is_a_value_with_code_and_words(
    connected: Cells, line: str, code: str, hint: str
) -> None:
    connected("%mcp add absent -- python -c 'import sys; sys.exit(\"no licence\")'")
    result = connected(f"%mcp call {line}")
    assert isinstance(result, ToolResult)
    assert result.is_error
    assert result.error.code == code
    assert result.value is None
    assert str(result.error)
    assert hint in result.error.hint
    assert connected("%mcp call demo.add a=1 b=2").value == 3


@pytest.mark.parametrize(
    ("cell", "name", "sent"),
    [
        ("%mcp call demo.ad", "demo.ad", {}),
        ("%mcp call demo.ad a=1", "demo.ad", {}),
        ("%%mcp call demo.ad a=1\nb: 2", "demo.ad", {"b": 2}),
        ("%mcp call dem.add.up a=1", "dem.add.up", {}),
        ("%mcp call demo.add a=1 c=2", "demo.add", {}),
        ("%mcp call demo.add a=one b=2", "demo.add", {"a": "one", "b": 2}),
    ],
)
def test_what_fails_before_it_is_sent_has_all_that_a_result_has(
    connected: Cells, cell: str, name: str, sent: dict[str, Any]
) -> None:
    result = connected(cell)
    assert type(result) is ToolResult
    assert (result.context.full_name, result.context.arguments) == (name, sent)
    assert (result.text, result.content, len(result.detections)) == ("", [], 0)
    assert result.elapsed > 0
    shown = result._repr_mimebundle_()["text/plain"]
    assert shown.startswith(f"[{result.error.code}] {result.error.what}\nhint: ")


@pytest.mark.requirement("TOOL-04")
def test_a_failed_call_lets_the_next_lines_of_its_cell_run(connected: Cells) -> None:
    assert connected("r = %mcp call demo.nope\nafter = r.error.code\nafter") == "mcp_tool_not_found"


@pytest.mark.parametrize(
    ("code", "reason", "words"),
    [
        ("%mcp call", "missing", "call needs a tool"),
        ("%mcp call mirror", "missing", "'mirror' is not a tool written as SERVER.TOOL"),
        ("%mcp call a.b=1", "missing", "'a.b=1' is not a tool written"),
        ("%mcp call mirror.mirror text", "argument", "'text' is not an argument"),
        ("%mcp call mirror.mirror n=1 n=2", "twice", "'n' is given twice"),
        ('%%mcp call mirror.mirror n=1\n{"n": 2}', "twice", "'n' is given twice"),
        ("%mcp call mirror.mirror --tiemout 5", "unknown-option", "no option --tiemout"),
        ("%mcp call mirror.mirror --timeout", "missing", "--timeout has no value"),
        ("%mcp call mirror.mirror --timeout soon", "bad-value", "--timeout 'soon'"),
        ("%mcp call mirror.mirror text={1", "unclosed-bracket", "the bracket { does not close"),
        ("%mcp call mirror.mirror text='x", "unclosed-quote", "the quote ' does not close"),
        ("%mcp call mirror.mirror text=$nope", "variable", "there is no variable 'nope'"),
        ("%mcp call mirror.mirror text={nope}", "expression", "{nope} raised NameError"),
        ("%mcp call mirror.mirror text={1/0}", "expression", "{1/0} raised ZeroDivisionError"),
        ("%mcp call mirror.mirror text={(yield)}", "expression", "raised SyntaxError"),
        ("%mcp call mirror.mirror text=@nope.txt", "file", "'nope.txt' cannot be read"),
        ("%mcp call mirror.mirror n:=[1,", "unclosed-bracket", "the bracket [ does not close"),
        ("%mcp call mirror.mirror n:=x", "json", "what follows n:= is not JSON"),
        ('%%mcp call mirror.mirror\n{"n": 1,}', "json", "is not JSON: line 1, column 9"),
        ("%%mcp call mirror.mirror\n- 1\n- 2", "body", "is a list, not an object"),
        ("%%mcp call mirror.mirror\na: [1", "yaml", "neither JSON nor YAML: line"),
    ],
)
def test_a_line_or_body_that_cannot_be_read_raises_one_clear_error(
    connected: Cells, code: str, reason: str, words: str
) -> None:
    with pytest.raises(UsageInvalid) as caught:
        connected(code)
    assert caught.value.reason == reason
    assert words in caught.value.what
    assert caught.value.hint
    assert connected("%mcp call demo.add a=1 b=2").value == 3


def test_a_usage_error_is_shown_without_a_traceback(
    connected: Cells, capsys: pytest.CaptureFixture[str]
) -> None:
    connected.shell.run_cell("%mcp call demo.add a={1 +")
    shown = capsys.readouterr().out
    assert "UsageInvalid [usage_invalid]: the bracket { does not close" in shown
    assert "Traceback" not in shown
    assert ".py" not in shown


def test_a_tool_that_names_no_arguments_takes_any(connected: Cells) -> None:
    assert connected("%mcp call mirror.open x=1 y=b").value == {"x": 1, "y": "b"}


def test_a_body_sends_names_that_the_schema_does_not_know(connected: Cells) -> None:
    assert connected('%%mcp call mirror.mirror\n{"other": 1}').value == {"other": 1}


def test_an_unknown_argument_is_told_with_those_that_there_are(connected: Cells) -> None:
    failed = connected("%mcp call demo.add a=1 c=2")
    assert failed.error.code == "mcp_arguments_invalid"
    assert failed.error.what == "demo.add has no argument 'c'"
    assert failed.error.hint.startswith("there is a, b")


@pytest.mark.parametrize(
    "call", ['"demo.add" a=1 b=2', "'demo.add' a=1 b=2", "--timeout '5' demo.add a=1 b=2"]
)
def test_quotes_around_a_word_are_no_part_of_it(connected: Cells, call: str) -> None:
    assert connected(f"%mcp call {call}").value == 3


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("demo.echo text=two words", 'put spaces in quotes: text="two words"'),
        ("demo.echo text=two more words a=1", 'put spaces in quotes: text="two more words"'),
        ("demo.echo text = hello", "no spaces around =: text=hello"),
        ("demo.echo text= hello", "no spaces around =: text=hello"),
        ("demo.echo text =hello", "no spaces around =: text=hello"),
        ("demo.add a := 2 b=3", "no spaces around =: a:=2"),
        ("demo.add a=2, b=3", "no comma between arguments: a=2 …"),
        ("demo.add a=$x, b=3", "no comma between arguments: a=$x …"),
        ("demo.add a={1 + 1}, b=3", "no comma between arguments: a={1 + 1} …"),
        ("demo.echo words", "write key=value"),
        ("add a=1 b=2", "did you mean demo.add?"),
        ("ad a=1 b=2", "%mcp call SERVER.TOOL key=value"),
        ("demo.echo text=$ValueEror", "run the cell that sets it"),
        ("demo.echo text=$get_ipythn", "run the cell that sets it"),
    ],
)
def test_a_slip_is_told_with_what_was_meant(connected: Cells, line: str, hint: str) -> None:
    with pytest.raises(UsageInvalid) as caught:
        connected(f"%mcp call {line}")
    assert caught.value.hint.startswith(hint)


def test_a_comma_where_text_is_wanted_is_text(connected: Cells) -> None:
    assert connected("%mcp call mirror.mirror text=a, n=1").value == {"text": "a,", "n": 1}


LONG = "x" * 100_000


@pytest.mark.parametrize(
    "line",
    [
        LONG,
        f"call {LONG}",
        f"call demo.echo {LONG}",
        f"call demo.echo --{LONG}",
        f"call demo.echo text=a {LONG}",
        f"call demo.echo {LONG}:=x",
        f"call demo.echo text=${LONG}",
        f"call demo.echo text=${LONG}.",
        f"call demo.echo text=@{LONG}",
        f"call demo.echo text={{{LONG}}}",
        f"call demo.echo text={{{LONG} +}}",
        f"call demo.echo text={{x}}{LONG}",
        f"call demo.echo {LONG}=1 {LONG}=1",
        f'call demo.echo text="{LONG}',
        f"call demo.add a={LONG},",
        f"call demo.echo --timeout {LONG}",
        f"connect a b {LONG}",
        f"connect a --env {LONG} -- b",
        f"connect a -- '{LONG}",
        f"servers {LONG}",
        f"info a {LONG}",
        f"connect {LONG}",
    ],
)
def test_an_error_never_repeats_a_long_word(connected: Cells, line: str) -> None:
    try:
        error = connected(f"%mcp {line}").error
    except UsageInvalid as raised:
        error = raised
    assert 0 < len(str(error)) < 1500


@pytest.mark.parametrize("body", [f'{{"{LONG}": 1, "{LONG}": 1}}', f"!{LONG[:9999]} x"])
def test_an_error_never_repeats_a_long_body(connected: Cells, body: str) -> None:
    with pytest.raises(UsageInvalid) as caught:
        connected(f"%%mcp call demo.echo\n{body}")
    assert len(str(caught.value)) < 1000
