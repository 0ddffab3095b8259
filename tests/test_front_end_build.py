"""The front end is built when it must be, is packed whole, and asks no Node.js of a user."""

from __future__ import annotations

import doctest
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import hatch_build

ROOT = Path(__file__).parent.parent


@pytest.fixture
def front_end(tmp_path: Path) -> hatch_build.FrontEnd:
    """A workspace whose sources are older than what is built of them."""
    workspace = tmp_path / "labextension"
    for name in ("src", "style", "schema"):
        (workspace / name).mkdir(parents=True)
    for name in (*hatch_build.SOURCES[3:], "src/index.ts"):
        (workspace / name).write_text("")
    for path in workspace.rglob("*"):
        os.utime(path, (1000, 1000))
    built = hatch_build.FrontEnd(tmp_path)
    built.output.parent.mkdir(parents=True)
    built.output.write_text("{}")
    os.utime(built.output, (2000, 2000))
    return built


def test_what_is_newer_than_its_sources_is_not_built_again(
    front_end: hatch_build.FrontEnd,
) -> None:
    assert front_end.is_fresh()


@pytest.mark.parametrize("name", ["src/index.ts", "package-lock.json", "build.mjs"])
def test_a_changed_source_is_built(front_end: hatch_build.FrontEnd, name: str) -> None:
    os.utime(front_end.workspace / name, (3000, 3000))
    assert not front_end.is_fresh()


def test_a_source_that_was_taken_away_is_noticed(front_end: hatch_build.FrontEnd) -> None:
    (front_end.workspace / "src" / "index.ts").unlink()
    assert not front_end.is_fresh()


def test_without_output_nothing_is_fresh(front_end: hatch_build.FrontEnd) -> None:
    front_end.output.unlink()
    assert not front_end.is_fresh()


def test_an_unpacked_sdist_is_fresh_in_whatever_order_its_files_were_written(
    front_end: hatch_build.FrontEnd, tmp_path: Path
) -> None:
    os.utime(front_end.workspace / "src" / "index.ts", (3000, 3000))
    (tmp_path / "PKG-INFO").write_text("")
    assert hatch_build.FrontEnd(tmp_path).is_fresh()


def test_the_build_waits_for_no_node_where_nothing_is_to_be_built(
    front_end: hatch_build.FrontEnd,
) -> None:
    front_end.build(hatch_build.Node("/no/node", ("/no/npm",)))
    assert front_end.is_fresh()


def test_a_failed_build_says_so(front_end: hatch_build.FrontEnd) -> None:
    front_end.output.unlink()
    false = hatch_build.Node(sys.executable, (sys.executable, "-c", "raise SystemExit(3)"))
    with pytest.raises(RuntimeError, match="`npm ci` ended with exit code 3"):
        front_end.build(false)


@pytest.mark.requirement("PKG-01")
def test_without_nodejs_on_the_machine_the_packaged_one_is_asked_for_and_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert hatch_build.system_node() is None
    node = hatch_build.find_node()
    assert node == hatch_build.wheel_node()
    words = [sys.executable, str(ROOT / "hatch_build.py"), "npm", "pkg", "get", "name"]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == "mcp-workbench"
    # what pip puts into the environment of a build from the repository
    (tmp_path / "labextension" / "src").mkdir(parents=True)
    hook = hatch_build.FrontEndHook(str(tmp_path), {}, None, None, str(tmp_path), "wheel")
    assert hook.dependencies() == [hatch_build.NODE_WHEEL]


def test_node_and_npm_run_in_the_workspace() -> None:
    words = [sys.executable, str(ROOT / "hatch_build.py")]
    script = "console.log(process.version, process.cwd())"
    done = subprocess.run(
        [*words, "node", "-e", script], capture_output=True, text=True, check=True
    )
    version, directory = done.stdout.split(maxsplit=1)
    assert hatch_build.is_usable(version)
    assert Path(directory.strip()) == ROOT / "labextension"
    done = subprocess.run(
        [*words, "npm", "pkg", "get", "name"], capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout) == "mcp-workbench"


def test_any_other_program_is_a_usage_error() -> None:
    words = [sys.executable, str(ROOT / "hatch_build.py"), "yarn"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert "node|npm" in done.stderr


def test_the_examples_of_the_build_are_true() -> None:
    tried = doctest.testmod(hatch_build)
    assert (tried.failed, tried.attempted > 0) == (0, True)


def test_what_is_built_needs_nothing_that_only_tests_need() -> None:
    home = ROOT / "labextension"
    tests = json.loads((home / "tsconfig.build.json").read_text())["exclude"]
    package = json.loads((home / "package.json").read_text())
    only_for_tests = set(package["devDependencies"]) - set(package["dependencies"])
    left_out = {path for pattern in tests for path in home.glob(pattern)}
    built = set((home / "src").rglob("*.ts*")) - left_out
    assert built
    assert left_out
    for path in built:
        imported = re.findall(r"""from ['"]([^'"]+)['"]""", path.read_text())
        assert not only_for_tests.intersection(imported), path
