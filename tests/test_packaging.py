"""What `pip install` puts on a machine: everything that is needed, built before it gets there."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent
FRONT = "share/jupyter/labextensions/mcp-workbench/"


def pip(*words: str | Path, path: str | None = None) -> None:
    """pip as a user runs it, without looking anything up; `path` replaces `PATH`."""
    env = {**os.environ, **({} if path is None else {"PATH": path})}
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", *words]
    done = subprocess.run(command, env=env, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("sdist")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "sdist", "--directory", place]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    return next(place.glob("*.tar.gz"))


@pytest.fixture(scope="module")
def wheel(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Made from the sdist on a path without Node.js, so that nothing can be built on the way."""
    place = tmp_path_factory.mktemp("wheel")
    nothing = str(tmp_path_factory.mktemp("no-programs"))
    words = ("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", place, sdist)
    pip(*words, path=nothing)
    return next(place.glob("*.whl"))


@pytest.mark.requirement("PKG-01")
def test_the_sdist_holds_the_built_front_end_and_only_the_package(sdist: Path) -> None:
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert "mcp_workbench/labextension/package.json" in names
    tops = {name.split("/")[0] for name in names}
    assert tops <= {
        ".gitignore", "CHANGELOG.md", "LICENSE", "PKG-INFO", "README.md", "hatch_build.py",
        "labextension", "mcp_workbench", "pyproject.toml",
    }  # fmt: skip
    assert not {name for name in names if "node_modules" in name or "/lib/" in name}


@pytest.mark.requirement("PKG-01")
def test_the_wheel_holds_the_front_end_once_and_no_sources_of_it(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        manifest = next(name for name in names if name.endswith(f"{FRONT}package.json"))
        entry = json.loads(archive.read(manifest))["jupyterlab"]["_build"]["load"]
    assert any(name.endswith(FRONT + entry) for name in names)
    assert not [name for name in names if name.startswith("mcp_workbench/labextension/")]
    assert not [name for name in names if name.endswith((".ts", ".tsx"))]
    assert {"mcp_workbench/py.typed", "mcp_workbench/demo/__main__.py"} <= set(names)


@pytest.mark.requirement("PKG-01")
def test_one_install_brings_kernel_widgets_and_headless_runs_and_an_extra_brings_the_lab(
    wheel: Path,
) -> None:
    with zipfile.ZipFile(wheel) as archive:
        name = next(n for n in archive.namelist() if n.endswith(".dist-info/METADATA"))
        needs = Parser().parsestr(archive.read(name).decode()).get_all("Requires-Dist", [])
    asked = [Requirement(need) for need in needs]
    plain = {need.name for need in asked if need.marker is None}
    assert {"ipykernel", "ipywidgets", "anywidget", "mcp", "pillow", "pydantic-ai-slim"} <= plain
    assert "jupyterlab" not in plain
    lab = {n.name for n in asked if n.marker and n.marker.evaluate({"extra": "lab"})}
    assert lab == {"jupyterlab"}


@pytest.mark.requirement("PKG-01")
def test_an_installed_wheel_is_enabled_in_jupyterlab(wheel: Path, tmp_path: Path) -> None:
    place = tmp_path / "site"
    pip("install", "--no-deps", "--no-index", "--target", place, wheel)
    env = {**os.environ, "JUPYTER_PATH": str(place / "share" / "jupyter")}
    # only this copy: the one of the development environment is not asked for
    listed = subprocess.run(
        [sys.executable, "-m", "jupyter", "labextension", "list"],
        env=env, capture_output=True, text=True, check=True,
    )  # fmt: skip
    copy = (listed.stdout + listed.stderr).split(str(place))[1]
    line = next(line for line in copy.splitlines() if "mcp-workbench" in line)
    assert "enabled" in line
    assert "OK" in line


def test_the_ranges_admit_what_the_lock_names() -> None:
    """`make lock` was run after the last change of a range."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"].values()
    lines = (ROOT / "requirements-dev.txt").read_text().splitlines()
    heads = [line.split(";")[0].rstrip(" \\") for line in lines if line[:1].isalpha()]
    pinned = dict(head.split("==") for head in heads if "==" in head)
    for text in [*project["dependencies"], *(need for extra in extras for need in extra)]:
        need = Requirement(text)
        assert need.specifier.contains(pinned[need.name.lower()]), text
