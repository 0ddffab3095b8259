"""What loading costs: `import mcp_workbench` and `%load_ext mcp_workbench`, over bare IPython."""

import statistics
import subprocess
import sys
import time

TURNS = 15
# a kernel has asyncio loaded before any extension
SHELL = (
    "import asyncio; from IPython.core.interactiveshell import InteractiveShell as S;"
    " s = S.instance(); "
)
PROGRAMS = {
    "python": "pass",
    "import mcp_workbench": "import mcp_workbench",
    "IPython": SHELL,
    "%load_ext mcp_workbench": SHELL + "s.extension_manager.load_extension('mcp_workbench')",
}


def main() -> None:
    times: dict[str, list[float]] = {name: [] for name in PROGRAMS}
    for _ in range(TURNS):
        # in turns, so that noise hits all of them
        for name, program in PROGRAMS.items():
            started = time.perf_counter()
            subprocess.run([sys.executable, "-c", program], check=True)
            times[name].append(time.perf_counter() - started)
    medians = {name: 1000 * statistics.median(found) for name, found in times.items()}
    for name, base in (("import mcp_workbench", "python"), ("%load_ext mcp_workbench", "IPython")):
        more = medians[name] - medians[base]
        print(
            f"{name}: {medians[name]:.0f} ms, over {base} ({medians[base]:.0f} ms): {more:+.0f} ms"
        )


if __name__ == "__main__":
    main()
