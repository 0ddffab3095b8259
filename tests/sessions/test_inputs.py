"""What a file asks a person for is asked once, kept, and given to its servers alone."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from mcp_workbench import Workbench
from mcp_workbench.asking import (
    Answer,
    Asked,
    ConsentQuestion,
    FormQuestion,
    SecretQuestion,
    set_this_kernels_asker,
)
from mcp_workbench.errors import ConnectionFailed, VariableUnset
from mcp_workbench.secrets.stored import NAME
from mcp_workbench.sessions.inputs import stored_name

TELLS = [str(Path(__file__).parents[1] / "servers" / "faulty.py"), "environment"]
# what ends at once where the key is wrong
PICKY = [
    "-c",
    "import os, runpy, sys\n"
    "if os.environ['KEY'] != 'right-key': sys.exit('wrong key')\n"
    "runpy.run_module('mcp_workbench.demo', run_name='__main__')",
]
INPUTS = [
    {"id": "api-key", "type": "promptString", "description": "Key of the shop", "password": True},
    {"id": "team", "type": "promptString", "description": "Your team", "default": "blue"},
    {"id": "zone", "type": "pickString", "options": ["eu", {"label": "America", "value": "us"}]},
    {"id": "unused", "type": "promptString"},
]
ENV = {"KEY": "${input:api-key}", "ZONE": "${input:zone}", "TEAM": "${input:team}"}


class Person:
    """A person who answers, and remembers what was asked."""

    def __init__(self, key: str | None = "a-long-key", *, keep: bool = False) -> None:
        self.asked: list[Asked[Any]] = []
        self.key, self.keep = key, keep
        self.form: Answer = Answer("accept", {"zone": "us"})

    async def __call__(self, question: Asked[Any]) -> Any:
        self.asked.append(question)
        if isinstance(question, SecretQuestion):
            return self.key
        return self.keep if isinstance(question, ConsentQuestion) else self.form

    @property
    def kinds(self) -> list[str]:
        return [type(one).__name__.removesuffix("Question") for one in self.asked]


@pytest.fixture
def person(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Person]:
    monkeypatch.setenv("MCP_WORKBENCH_HOME", str(tmp_path / "home"))
    one = Person()
    before = set_this_kernels_asker(one)
    yield one
    set_this_kernels_asker(before)


def file_of(
    directory: Path, args: list[str] = TELLS, env: Mapping[str, str] = ENV, *names: str
) -> Path:
    file = directory / ".vscode" / "mcp.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    entry = {"command": sys.executable, "args": args, "env": dict(env)}
    file.write_text(
        json.dumps({"inputs": INPUTS, "servers": dict.fromkeys(names or ("told",), entry)})
    )
    return file


def added(wb: Workbench, file: Path) -> None:
    servers = wb.add(file)
    assert isinstance(servers, list)
    for server in servers:
        server.trust()


async def told_env(wb: Workbench, server: str = "told") -> dict[str, str]:
    result = await wb.call(f"{server}.echo", {"text": ""})
    env = result.value["env"]
    return {name: env[name] for name in ENV}


async def test_all_servers_of_a_file_are_asked_for_once(person: Person, tmp_path: Path) -> None:
    file = file_of(tmp_path, TELLS, ENV, "told", "other")
    async with Workbench() as wb:
        added(wb, file)
        await wb.connect(file)
        given = {"KEY": "a-long-key", "ZONE": "us", "TEAM": "blue"}
        assert await told_env(wb) == await told_env(wb, "other") == given
        await wb.server("told").close()
        await told_env(wb)
        assert person.kinds == ["Form", "Secret", "Consent"]
        form, secret, keep = person.asked
        assert isinstance(form, FormQuestion)
        assert f"{file} wants to know this" in form.message
        assert [one["name"] for one in form.form["fields"]] == ["zone", "team"]
        assert form.content_of({"zone": '"us"'}) == {"zone": "us"}
        assert isinstance(secret, SecretQuestion)
        assert "Key of the shop" in secret.lines
        assert isinstance(keep, ConsentQuestion)
        shown = repr((wb.server("told"), wb.inputs, (await wb.call("told.echo", {"text": ""}))))
        assert "a-long-key" not in shown
        assert wb.secrets.names() == []


async def test_a_hidden_answer_is_kept_where_a_person_says_so_and_for_its_file_alone(
    person: Person, tmp_path: Path
) -> None:
    person.keep = True
    only_key = {name: text for name, text in ENV.items() if name == "KEY"}
    file, other = file_of(tmp_path / "a", env=only_key), file_of(tmp_path / "b", env=only_key)
    for at, expected in ((file, 2), (file, 2), (other, 4)):
        async with Workbench() as wb:
            added(wb, at)
            env = (await wb.call("told.echo", {"text": ""})).value["env"]
            assert env["KEY"] == "a-long-key"
            assert len(person.asked) == expected
    kept = sorted(stored_name(str(one), "api-key") for one in (file, other))
    assert wb.secrets.names() == kept


def test_the_longest_id_makes_a_name_that_the_secret_store_takes() -> None:
    name = stored_name("/data/mcp.json", "k" * 500)
    assert NAME.fullmatch(name)
    assert len(name.rpartition(".")[2]) * 4 == 128


@pytest.mark.parametrize("form", ["decline", "accept"])
async def test_what_is_called_off_starts_nothing_and_is_asked_for_again(
    person: Person, tmp_path: Path, form: Any
) -> None:
    person.form, person.key = Answer(form, {"zone": "eu"}), None
    async with Workbench() as wb:
        added(wb, file_of(tmp_path))
        with pytest.raises(VariableUnset, match="a person did not give the input") as caught:
            await wb.server("told").warm()
        assert caught.value.reason == "input-required"
        assert wb.server("told").status == "failed"
        person.form, person.key = Answer("accept", {"zone": "eu"}), "a-long-key"
        assert (await told_env(wb))["ZONE"] == "eu"


async def test_variables_count_as_answers_and_defaults_where_nobody_is_there(
    person: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_this_kernels_asker(None)
    async with Workbench() as wb:
        added(wb, file_of(tmp_path))
        with pytest.raises(VariableUnset) as caught:
            await wb.server("told").warm()
        assert "MCP_INPUT_" in caught.value.hint
        monkeypatch.setenv("MCP_INPUT_API_KEY", "from outside")
        monkeypatch.setenv("MCP_INPUT_ZONE", "ap")
        assert await told_env(wb) == {"KEY": "from outside", "ZONE": "ap", "TEAM": "blue"}
    assert person.asked == []


async def test_an_answer_with_which_a_server_does_not_start_is_asked_for_again(
    person: Person, tmp_path: Path
) -> None:
    person.keep, person.key = True, "wrong-key"
    async with Workbench() as wb:
        added(wb, file_of(tmp_path, PICKY, {"KEY": "${input:api-key}"}))
        with pytest.raises(ConnectionFailed):
            await wb.server("told").warm()
        person.key = "right-key"
        await wb.server("told").warm()
        assert person.kinds == ["Secret", "Consent"] * 2
        (name,) = wb.secrets.names()
        assert wb.secrets.get(name) == "right-key"
        wb.inputs.forget()
        await wb.server("told").close()
        await wb.server("told").warm()
        assert len(person.asked) == 6


async def test_a_changed_declaration_counts_after_a_reload(person: Person, tmp_path: Path) -> None:
    async with Workbench() as wb:
        file = file_of(tmp_path, TELLS, {"PLAIN": "1"})
        added(wb, file)
        assert wb.server("told").inputs == ()
        file_of(tmp_path)
        wb.reload()
        assert [one.id for one in wb.server("told").inputs] == ["api-key", "zone", "team"]
