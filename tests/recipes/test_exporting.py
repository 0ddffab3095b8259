"""A notebook becomes a recipe: what comes along, and what is said to be left out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mcp_workbench import Recipe
from mcp_workbench.errors import RecipeInvalid
from mcp_workbench.recipes.sections import Document
from mcp_workbench.recipes.servers import entry_of, spec_of
from tests.recipes.notebooks import (
    AGENT,
    CELLS,
    CONNECT,
    INSTRUCTIONS,
    PARAMETERS,
    SETUP,
    TOOL,
    notebook,
    replaced,
)


def document(directory: Path, *cells: tuple[str, tuple[str, ...]]) -> tuple[Document, list[str]]:
    recipe = Recipe.from_notebook(notebook(directory, *cells))
    return recipe.document, recipe.notes


def agent(call: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return replaced(AGENT, call)


def test_everything_that_is_tagged_comes_along(tmp_path: Path) -> None:
    found, notes = document(tmp_path)
    assert (found.name, found.title, found.version) == ("count", "Count words", "0.1.0")
    assert found.description == "Counts the words of a phrase."
    assert found.prompt == "Count the words of: {{ phrase }}"
    assert found.setup == "import math\n"
    assert found.code == TOOL
    assert found.python_tools == ["words"]
    assert found.servers["demo"].command == "python"
    assert found.servers["demo"].args == ["-m", "mcp_workbench.demo"]
    assert (found.model, found.approved) == ("scripted:steps.yaml", ["demo.add"])
    assert found.limits.max_rounds == 5
    assert notes == ["cell 4 (setup), line 1: %matplotlib is left out"]


def test_parameters_have_types_from_annotations_values_and_comments(tmp_path: Path) -> None:
    source = f"""{PARAMETERS}
day: datetime.date = date(2026, 1, 31)
file: Path
rows: list[int] = [1, 2]
maybe: str | None = None
given: str = None
half: float = 1
level: Literal[1, 2] = 2
seen = datetime.now()
_private = 1
print("hi")
"""
    found, notes = document(tmp_path, *replaced(PARAMETERS, source))
    told = {one.key: (one.type, one.required, one.default) for one in found.parameters}
    assert told == {
        "phrase": ("string", True, None),
        "limit": ("integer", False, 3),
        "tone": ("select", False, "dry"),
        "share": ("number", False, 0.5),
        "day": ("date", False, "2026-01-31"),
        "file": ("file", True, None),
        "rows": ("json", False, [1, 2]),
        "maybe": ("string", False, None),
        "given": ("string", True, None),
        "half": ("number", False, 1.0),
        "level": ("select", False, "2"),
        "seen": ("string", True, None),
    }
    assert found.parameters[0].description == "what is counted"
    assert found.parameters[2].options == ["dry", "warm"]
    assert [note for note in notes if "seen is computed" in note]
    assert [note for note in notes if "given has a type without None" in note]


def test_metadata_of_the_notebook_names_the_recipe(tmp_path: Path) -> None:
    about = {"name": "counting", "title": "Counting", "version": "2.1.0", "colour": "red"}
    recipe = Recipe.from_notebook(notebook(tmp_path, about=about))
    assert (recipe.name, recipe.title, recipe.version) == ("counting", "Counting", "2.1.0")
    assert any("colour" in note for note in recipe.notes)
    assert Recipe.from_notebook(tmp_path / "count.ipynb", "other").name == "other"


def test_servers_come_from_lines_files_and_names(tmp_path: Path) -> None:
    servers = {"mcpServers": {"now": {"command": "uvx", "args": ["mcp-server-time"]}, "lost": {}}}
    (tmp_path / ".mcp.json").write_text(json.dumps(servers))
    lines = """\
%mcp add late --env TOKEN=${TOKEN} --cwd data -- python server.py --port 1
docs = %mcp connect docs https://docs.example/mcp --header 'Authorization: Bearer ${KEY}'
%mcp connect gone -- uvx gone
%mcp remove gone
%mcp connect .mcp.json
%mcp connect late
%mcp connect one two three
"""
    call = 'Agent("openai:gpt-5", servers=["late", docs, "now"])'
    cells = [(lines, ()), (call, ()), ("Hello.", ("prompt",))]
    found, notes = document(tmp_path, *cells)
    assert list(found.servers) == ["late", "docs", "now"]
    late, docs = found.servers["late"], found.servers["docs"]
    assert (late.env, late.cwd) == ({"TOKEN": "${TOKEN}"}, "data")
    assert late.args == ["server.py", "--port", "1"]
    assert (docs.transport, docs.headers) == ("http", {"Authorization": "Bearer ${KEY}"})
    assert notes == [
        "cell 1, line 5: an entry of its file cannot be used (missing-command-or-url)",
        "cell 1, line 7: this %mcp connect cannot be used (too-many)",
    ]


@pytest.mark.requirement("CFG-06")
def test_a_server_of_a_scope_needs_no_line_and_a_new_name_counts(tmp_path: Path) -> None:
    servers = {"now": {"command": "uvx"}, "off": {"command": "x", "disabled": True}}
    (tmp_path / ".mcp.json").write_text(json.dumps({"mcpServers": servers | {"lost": {}}}))
    lines = "%mcp add shop -- uvx shop\n%mcp rename shop store --write\n%mcp rename none other"
    call = 'Agent("openai:gpt-5", servers=["store", "now"])'
    found, _ = document(tmp_path, (lines, ()), (call, ()), ("Hello.", ("prompt",)))
    assert [(name, one.args) for name, one in found.servers.items()] == [
        ("store", ["shop"]),
        ("now", []),
    ]
    for name in ("off", "lost", "none", "shop"):
        with pytest.raises(RecipeInvalid, match=f"'{name}'"):
            document(tmp_path, (lines, ()), (f'Agent("openai:gpt-5", servers=["{name}"])', ()))


def test_the_agents_own_choice_of_tools_counts(tmp_path: Path) -> None:
    call = """\
MODEL = "openai:gpt-5"
demo = wb.server("demo")
plus = "plus"
agent = Agent(model=MODEL, tools=[words, demo.tool("add", name=plus, hint="x"), lambda: 1, lost],
              approve="always", model_settings={"temperature": 0}, approver=ask, names=names())
"""
    lines = "%load_ext mcp_workbench\ndemo = %mcp connect demo\n%mcp connect unused -- uvx x"
    cells = [(lines if source == CONNECT else source, tags) for source, tags in agent(call)]
    found, notes = document(tmp_path, *cells)
    assert (found.model, found.approve) == ("openai:gpt-5", "always")
    assert found.model_settings == {"temperature": 0}
    assert found.servers["demo"].include_tools == ["add"]
    assert found.names == {"demo.add": "plus"}
    assert found.python_tools == ["words"]
    assert list(found.servers) == ["demo"]
    told = "\n".join(notes)
    for what in (
        "cell 8, line 4: a tool is left out: it is no function's name",
        "function lost",
        "approver",
        "names is left out",
        "hint of",
        "unused",
    ):
        assert what in told


def test_imports_of_names_that_are_used_come_along_from_any_cell(tmp_path: Path) -> None:
    cells = [
        ("import os.path, os\nimport re, json as j\nfrom mcp_workbench import Agent, tool", ()),
        *replaced(SETUP, "from __future__ import annotations\nimport math\nhere = os.sep"),
    ]
    kept = [(f"@tool\n{source}" if source == TOOL else source, tags) for source, tags in cells]
    found, _ = document(tmp_path, *kept)
    assert found.setup == (
        "from __future__ import annotations\nimport os.path\nimport os\n"
        "from mcp_workbench import tool\nimport math\nhere = os.sep\n"
    )
    assert found.code == f"@tool\n{TOOL}"


def test_of_several_agents_the_last_counts_whose_cell_did_not_fail(tmp_path: Path) -> None:
    calls = ('Agent("openai:a")', 'Agent("openai:b")', 'Agent("openai:c")')
    path = notebook(tmp_path, *((call, ()) for call in calls))
    book = json.loads(path.read_text())
    error = {"output_type": "error", "ename": "E", "evalue": "no", "traceback": []}
    book["cells"][2]["outputs"] = [error]
    path.write_text(json.dumps(book))
    recipe = Recipe.from_notebook(path)
    assert recipe.document.model == "openai:b"
    assert "cell 2: of 3 Agents the one here counts" in recipe.notes[0]


def test_without_an_agent_all_functions_and_servers_count(tmp_path: Path) -> None:
    found, notes = document(tmp_path, *CELLS[:-2])
    assert (found.python_tools, list(found.servers), found.model) == (["words"], ["demo"], None)
    assert "no Agent" in notes[-2]
    assert "no prompt" in notes[-1]


def test_cells_that_are_tagged_skip_are_not_there(tmp_path: Path) -> None:
    cells = [*CELLS, ("def more() -> int:\n    return 1", ("tool", "skip"))]
    found, _ = document(tmp_path, *cells)
    assert "more" not in found.code


@pytest.mark.parametrize(
    ("old", "new", "place", "hint"),
    [
        (TOOL, "def words(text: str):\n    return n(text)", "cell 5 (tool), line 2: 'n'", ""),
        (SETUP, "x = bol", "cell 4 (setup), line 1: 'bol'", "import or define bol in a cell"),
        (TOOL, "def words(): display(1)", "'display'", "from IPython.display import display"),
        (SETUP, "import (", "cell 4 (setup), line 1", "plain Python module"),
        (SETUP, "await wb.connect('demo')", "cell 4 (setup), line 1", "without magics or await"),
        (SETUP, "%%time\nimport math", "cell 4 (setup)", "without magics"),
        (AGENT, "Agent('openai:gpt-5', servers=['tiem'])", "'tiem'", "demo"),
        (PARAMETERS, "phrase: str\nlimit: int = 3", "'tone', which is no parameter", ""),
    ],
)  # fmt: skip
def test_what_cannot_run_elsewhere_is_refused_with_its_cell(
    tmp_path: Path, old: str, new: str, place: str, hint: str
) -> None:
    with pytest.raises(RecipeInvalid) as caught:
        document(tmp_path, *replaced(old, new))
    assert place in caught.value.what
    assert "count.ipynb" in caught.value.what
    assert hint in caught.value.hint


NOTEBOOK = '{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": '
KEY = "sk-" + "proj0123456789abcdef"


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        (CONNECT, "%mcp connect demo -- uvx x --api-key s3cr3t", "servers.demo.args[2]"),
        (CONNECT, "%mcp connect demo --env A_TOKEN=s3cr3t -- uvx x", "demo.env.A_TOKEN"),
        (CONNECT, f"%mcp connect demo --env X={KEY} -- uvx x", "servers.demo.env.X"),
        (CONNECT, "%mcp connect demo https://me:pw@h.example/mcp", "servers.demo.url"),
        (CONNECT, "%mcp connect demo https://h.example/mcp?token=s3cr3t", "servers.demo.url"),
        (CONNECT, "%mcp connect demo https://h.co --header 'X-Key: s3cr3t'", "headers.X-Key"),
        (SETUP, f"import math\nclient = object()\nname = '{KEY}'", "cell 4 (setup), line 3"),
        (SETUP, "\nimport os, math\nos.environ['PASSWORD'] = 'hunter2-hunter2'", "(setup), line 3"),
        (SETUP, "import math\nurl = 'postgres://me:pw@h/db'", "cell 4 (setup), line 2"),
        (SETUP, f"import math  # {KEY}", "cell 4 (setup), line 1"),
        (PARAMETERS, f"{PARAMETERS}\napi_key = 's3cr3t-value'", "parameters.api_key holds"),
        (CONNECT, "%mcp add demo https://h.co --header 'X-Key: s3cr3t'", "headers.X-Key"),
        (INSTRUCTIONS, f"Use {KEY}.", "instructions"),
        (CONNECT, "%mcp connect demo -- uvx x --config '{\"api_key\": \"s3cr3t\"}'", "args[2]"),
        (CONNECT, "%mcp connect demo --env 'A_TOKEN=${T:-s3cr3t}' -- uvx x", "demo.env.A_TOKEN"),
        (CONNECT, "%mcp connect demo https://s3cr3t@h.example/mcp", "servers.demo.url"),
        (CONNECT, "%mcp connect demo --cwd 'https://me:pw@h' -- uvx x", "servers.demo.cwd"),
        (AGENT, "Agent('m@https://me:s3cr3t@h/v1')", "model"),
        (AGENT, "Agent('m@https://h/v1?api_key=s3cr3t')", "model"),
        (AGENT, "Agent('openai:x', model_settings={'h': {'X-Key': 's3cr3t'}})", "h.X-Key"),
        (PARAMETERS, f"{PARAMETERS}\ndsn = 'postgres://me:pw@h/db'", "parameters.dsn"),
        (PARAMETERS, f"{PARAMETERS}\ndb = {{'password': 's3cr3t'}}", "parameters.db.password"),
        (PARAMETERS, f"{PARAMETERS}\ndb: list = ['--token', 's3cr3t']", "parameters.db[1]"),
        (INSTRUCTIONS, "The password is s3cr3t-and-hunter2.", "instructions"),
        (SETUP, "import math\ndef f(api_key='s3cr3thunter2'): ...", "(setup), line 2"),
        (SETUP, "import os, math\nk = os.getenv('API_KEY', 's3cr3thunter2')", "(setup), line 2"),
        (SETUP, "import math\nuser, pwd = 'me', 's3cr3thunter2'", "(setup), line 2"),
        (SETUP, "import math\nTOKEN = b's3cr3thunter2'", "(setup), line 2"),
        (SETUP, "import math\nh = {'Authorization': 'Basic s3cr3thunter2='}", "(setup), line 2"),
    ],
)  # fmt: skip
def test_a_literal_that_looks_like_a_secret_is_refused(
    tmp_path: Path, old: str, new: str, place: str
) -> None:
    with pytest.raises(RecipeInvalid) as caught:
        document(tmp_path, *replaced(old, new))
    assert caught.value.reason == "secret"
    assert place in caught.value.what
    assert "${secret:NAME}" in caught.value.hint
    for secret in (KEY, "s3cr3t", "hunter2", "me:pw"):
        assert secret not in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (CONNECT, "%mcp connect demo\n%mcp connect docs https://me:s3cr3t@h.co/mcp one too many"),
        (CONNECT, "%mcp connect demo\n%mcp connect docs https://h.co:99999/mcp?token=s3cr3t"),
        (CONNECT, "%mcp connect demo\n%mcp connect docs https://h.co/mcp --headr 's3cr3t'"),
        (CONNECT, "%mcp connect demo\n%mcp connect docs --env TOKEN=s3cr3t"),
        (SETUP, "import math\n!TOKEN=s3cr3t x"),
        (SETUP, "import math\n%env TOKEN=s3cr3t"),
        (PARAMETERS, f"{PARAMETERS}\ndb = connect(password='s3cr3t')"),
        (AGENT, "Agent(make(password='s3cr3t'), servers=['demo'], tools=[made('s3cr3t')])"),
        (AGENT, "Agent('openai:x', servers=[at('s3cr3t')], tools=by('s3cr3t'), **of('s3cr3t'))"),
    ],
)
def test_what_is_left_out_is_told_without_its_words(tmp_path: Path, old: str, new: str) -> None:
    recipe = Recipe.from_notebook(notebook(tmp_path, *replaced(old, new)))
    assert [note for note in recipe.notes if ", line " in note]
    assert "s3cr3t" not in recipe.to_yaml()


def test_a_line_within_a_text_or_a_sum_is_no_magic(tmp_path: Path) -> None:
    source = '%load_ext x\nimport math\nSQL = """\n%foo bar\n!x\nend"""\nrest = (7\n  % 4)\n'
    found, notes = document(tmp_path, *replaced(SETUP, source))
    assert found.setup == source.removeprefix("%load_ext x\n")
    assert notes == []


def test_a_number_that_is_too_large_and_a_choice_of_names_are_no_fault(tmp_path: Path) -> None:
    source = f"{PARAMETERS}\nbig: float = 1{'0' * 400}\ncolour: Literal[Colour.RED] = 'red'"
    found, _ = document(tmp_path, *replaced(PARAMETERS, source))
    assert found.parameters[-2].default == 10**400
    assert (found.parameters[-1].type, found.parameters[-1].options) == ("string", None)


@pytest.mark.parametrize(
    "line",
    [
        "%mcp connect demo --env TOKENIZERS_PARALLELISM=false -- uvx x --max-tokens 4096",
        "%mcp connect demo https://${USER}:${PASS}@h.example/mcp?key=${KEY}",
        "%mcp connect demo https://h.example/mcp --header 'Authorization: Bearer ${KEY}'",
    ],
)
def test_references_and_what_is_no_secret_stay(tmp_path: Path, line: str) -> None:
    found, _ = document(tmp_path, *replaced(CONNECT, line))
    assert list(found.servers) == ["demo"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "is no notebook: line 1"),
        ("[1]", "holds no object"),
        ("{}", "nbformat is missing"),
        ('{"nbformat": 9, "nbformat_minor": 0}', "nbformat is 9"),
        (f"{NOTEBOOK}[{{}}]}}", "is no notebook"),
        (f"{NOTEBOOK}3}}", "is no notebook"),
        ("[" * 100_000, "nested too deep"),
    ],
)  # fmt: skip
def test_what_is_no_notebook_is_one_clear_error(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "broken.ipynb"
    path.write_text(text)
    with pytest.raises(RecipeInvalid, match=r"broken\.ipynb") as caught:
        Recipe.from_notebook(path)
    assert words in caught.value.what
    assert caught.value.hint


def test_a_notebook_that_is_not_there_says_so(tmp_path: Path) -> None:
    with pytest.raises(RecipeInvalid, match="no such file"):
        Recipe.from_notebook(tmp_path / "missing.ipynb")


LIMITS = {
    "timeout": 5.0,
    "max_total_timeout": 60.0,
    "startup_timeout": 7.5,
    "idle_timeout": 300.0,
    "max_concurrency": 2,
    "include_tools": ["git_*", "echo"],
    "exclude_tools": ["git_push"],
    "era": "2025-06-18",
}
WAY = {"proxy": "http://p.example:1", "verify": "ca.pem", "connect_timeout": 3.0}


def test_what_servers_are_told_survives_notebook_file_and_recipe(tmp_path: Path) -> None:
    times = {name: one * 1000 for name, one in LIMITS.items() if name.endswith("timeout")}
    limits = LIMITS | times
    way = WAY | {"connect_timeout": 3000, "read_timeout": 9000}
    entries = {
        "local": {"command": "uvx", "args": ["shop"], **limits},
        "far": {"type": "sse", "url": "https://far.example/sse", **limits, **way},
    }
    (tmp_path / ".mcp.json").write_text(json.dumps({"mcpServers": entries}))
    line = (
        "%mcp connect docs https://docs.example/mcp --bearer '${secret:DOCS}' --timeout 5"
        " --startup-timeout 7.5 --era legacy --type sse --proxy http://p.example:1 --verify false"
    )
    cells = [("%mcp connect .mcp.json", ()), (line, ()), ("Hello.", ("prompt",))]
    recipe = Recipe.from_notebook(notebook(tmp_path, *cells))
    assert [note for note in recipe.notes if "server" in note or "%mcp" in note] == []
    found = Recipe.load(recipe.save(tmp_path / "kept.recipe.yaml")).document.servers
    assert found == recipe.document.servers
    said = {name: one.model_dump(exclude_defaults=True) for name, one in found.items()}
    assert said["local"] == {"command": "uvx", "args": ["shop"], **LIMITS}
    assert said["far"] == {
        "transport": "sse",
        "url": "https://far.example/sse",
        **LIMITS,
        **WAY,
        "read_timeout": 9.0,
    }
    assert said["docs"] == {
        "transport": "sse",
        "url": "https://docs.example/mcp",
        "auth": {"bearer": "${secret:DOCS}"},
        "proxy": "http://p.example:1",
        "verify": False,
        "timeout": 5.0,
        "startup_timeout": 7.5,
        "era": "legacy",
    }
    for entry in found.values():
        assert (
            entry_of(spec_of(entry)).model_copy(
                update={"include_tools": entry.include_tools, "exclude_tools": entry.exclude_tools}
            )
            == entry
        )
    assert {spec_of(found[name]).timeout for name in found} == {5.0}


def test_what_a_recipe_cannot_keep_of_a_server_is_said(tmp_path: Path) -> None:
    entries = {
        "shop": {"url": "https://s.example/mcp", "oauth": {"client_id": "notebook"}},
        "git": {"command": "uvx", "args": ["${input:a-key}"], "exclude_tools": ["push"]},
    }
    inputs = [{"id": "a-key", "password": True}]
    (tmp_path / ".mcp.json").write_text(json.dumps({"inputs": inputs, "mcpServers": entries}))
    agent_call = (
        'Agent("openai:gpt-5", tools=[git.tool("push"), git.tool("log")], servers=["shop"])'
    )
    lines = "shop = %mcp connect shop .mcp.json --sampling openai:gpt-5\ngit = %mcp connect git"
    found, notes = document(tmp_path, (lines, ()), (agent_call, ()), ("Hello.", ("prompt",)))
    assert notes == [
        "cell 1, line 1: --sampling is not kept, since nobody can allow it there",
        "cell 1, line 1: server shop: what its file says about a sign-in is not kept",
        "cell 1, line 2: server git: a recipe asks nobody for 'a-key': a run takes it from"
        " MCP_INPUT_A_KEY",
        "tool push of server git is left out: its definition has exclude_tools",
    ]
    assert found.servers["git"].include_tools == ["log"]
