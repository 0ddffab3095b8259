"""The front end is built when it must be, is packed whole, and asks no Node.js of a user."""

from __future__ import annotations

import doctest
import json
import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

import hatch_build
from mcp_workbench import __version__

ROOT = Path(__file__).parent.parent
SHARE = f"mcp_workbench-{__version__}.data/data/share/jupyter/labextensions/mcp-workbench/"


@pytest.fixture
def front_end(tmp_path: Path) -> hatch_build.FrontEnd:
    """A workspace whose sources are older than what is built of them."""
    workspace = tmp_path / "labextension"
    for name in ("src", "style"):
        (workspace / name).mkdir(parents=True)
    for name in (*hatch_build.SOURCES[2:], "src/index.ts"):
        (workspace / name).write_text("")
    for path in workspace.rglob("*"):
        os.utime(path, (1000, 1000))
    built = hatch_build.FrontEnd(tmp_path)
    built.output.parent.mkdir(parents=True)
    built.output.write_text("{}")
    os.utime(built.output, (2000, 2000))
    return built


def build(root: Path, target: str, directory: Path, path: str | None = None) -> Path:
    """What hatchling packs of `root`; `path` stands in for PATH."""
    directory.mkdir()
    env = os.environ if path is None else {**os.environ, "PATH": path}
    words = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(directory)]
    done = subprocess.run(words, cwd=root, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (packed,) = directory.iterdir()
    return packed


def shared(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist() if "labextension" in name}


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
def test_the_wheel_holds_the_built_front_end_once_and_the_sdist_makes_the_same_without_node(
    tmp_path: Path,
) -> None:
    files = shared(build(ROOT, "wheel", tmp_path / "wheel"))
    assert all(name.startswith(SHARE) for name in files)
    manifest = json.loads(files[f"{SHARE}package.json"])
    assert f"{SHARE}{manifest['jupyterlab']['_build']['load']}" in files
    assert f"{SHARE}install.json" in files

    sdist = build(ROOT, "sdist", tmp_path / "sdist")
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path / "unpacked", filter="data")
    (source,) = (tmp_path / "unpacked").iterdir()
    assert not (source / "labextension" / "node_modules").exists()
    assert hatch_build.FrontEnd(source).is_fresh()
    assert shared(build(source, "wheel", tmp_path / "again", path="")) == files


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


def test_the_lock_file_names_packages_and_digests_but_no_address() -> None:
    lock = json.loads((ROOT / "labextension" / "package-lock.json").read_text())
    packages = [entry for name, entry in lock["packages"].items() if name]
    assert all("integrity" in entry and "resolved" not in entry for entry in packages)


def test_the_examples_of_the_build_are_true() -> None:
    tried = doctest.testmod(hatch_build)
    assert (tried.failed, tried.attempted > 0) == (0, True)
